//===- OutOverloads.h - Results written into arguments ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the table of operators needs for out= overloads that have no kernel of
// their own. Declared by the core, defined by the tensor library.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_OUTOVERLOADS_H
#define TSRT_CORE_OUTOVERLOADS_H

#include "core/Value.h"

namespace tsrt {

/// Writes result i into the tensor of `targets[i]`, which gets its sizes, and
/// puts the targets in place of the results.
tsrt_error *writeToOut(tsrt_value *results, const tsrt_value *targets,
                       int32_t count);

} // namespace tsrt

#endif // TSRT_CORE_OUTOVERLOADS_H
