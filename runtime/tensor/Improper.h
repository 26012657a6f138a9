//===- Improper.h - The tensor that is none ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of type Tensor that is no tensor, such as the gradient of a tensor
// that has none. Programs pass it around and print it; operators refuse it.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_IMPROPER_H
#define TSRT_TENSOR_IMPROPER_H

#include "tsrt.h"

namespace tsrt {

/// The object, immortal, when a program has asked for it; else null.
extern tsrt_tensor *improperTensor;
/// Makes it.
tsrt_tensor *getImproperTensor();

} // namespace tsrt

#endif // TSRT_TENSOR_IMPROPER_H
