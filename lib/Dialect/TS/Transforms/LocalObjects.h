//===- LocalObjects.h - Objects that a function keeps -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_LOCALOBJECTS_H
#define LIB_DIALECT_TS_TRANSFORMS_LOCALOBJECTS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Replaces an object that is only asked for attributes, each set before in the
/// block that makes the object, by the values of the attributes. False, and
/// nothing was done, when somebody else sees the object.
bool splitLocalObject(NewOp made);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_LOCALOBJECTS_H
