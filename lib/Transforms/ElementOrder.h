//===- ElementOrder.h - The order of elements in memory ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values have no strides: their elements lie in row-major order. What would
// show that the elements of a tensor lie in another order stays an operator on
// objects.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_ELEMENTORDER_H
#define TORCHSCRIPT_LIB_TRANSFORMS_ELEMENTORDER_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Whether the tensor is known to be one without gaps, in row-major order: one
/// that the function makes, or its argument, or all of such a tensor in another
/// shape.
bool isRowMajor(Value tensor);

/// The tensor that views, seen through casts, are of.
Value getBase(Value tensor);

/// Every tensor that views, loops, branches and writes in place may hand on as
/// this one, or as the base of it.
SmallVector<Value> getBases(Value tensor);

/// Whether the order of elements in memory shows in what the operator gives: in
/// its elements, or because it is asked for. `isChanged` says whether what an
/// operator gives, a view or a copy, or what it is of may change afterwards,
/// `mayRefuse` whether an operator may fail because of the order.
bool showsOrder(
    OperatorOp op, llvm::function_ref<bool(OperatorOp)> isChanged,
    llvm::function_ref<bool(OperatorOp)> mayRefuse = [](OperatorOp) {
      return false;
    });

/// Whether the tensor is an argument of the function whose elements lie in an
/// order that is not known.
bool isStridedArgument(Value tensor);

/// The tensors among the operands of an operator, those in its lists too.
SmallVector<Value> getTensors(OperatorOp op);

/// What the branches give for a result of theirs.
SmallVector<Value> getYielded(IfOp branch, Value result);

/// Whether an operator writes to the tensor, or to a view of it, as far as uses
/// of it and of its views tell.
bool isWrittenDirectly(Value tensor);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_ELEMENTORDER_H
