//===- TensorNumbers.h - Numbers as tensors ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_TENSORNUMBERS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_TENSORNUMBERS_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::ts {

/// Tensors without dimensions in the place of numbers. No operation that it made
/// or looked at may be erased while it is used.
class TensorNumbers {
public:
  /// A tensor that holds a bool (as bool), int (int64) or float (float64): the
  /// tensor that the number was read of, operators that compute it, or else one
  /// that is filled with it. Null for other values. Constants are made where the
  /// builder is, others where the number is.
  Value get(OpBuilder &builder, Location loc, Value number);

private:
  /// The operators that compute the number; null for other operations.
  Value compute(OpBuilder &builder, Operation *op);

  llvm::DenseMap<Value, Value> made;
};

/// The bool, int or float in a tensor of one element.
Value makeNumberOfTensor(OpBuilder &builder, Location loc, Value tensor,
                         Type type);

/// A tensor as a value of a type, a tensor's or a number's.
Value makeValueOfTensor(OpBuilder &builder, Location loc, Value tensor,
                        Type type);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_TENSORNUMBERS_H
