//===- Casts.h - A value as another type ------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes need that put one value in the place of another.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_CASTS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_CASTS_H

#include "TorchScript/Dialect/TS/IR/Derefine.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Puts the elements of a new list that is only unpacked in the place of what
/// unpacks it. False when it is another list, or of another length.
bool forwardElements(ListUnpackOp unpack);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_CASTS_H
