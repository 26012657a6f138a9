//===- Mutation.h - Which code writes to tensors ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers whether code may change the contents or the shape of a tensor.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_MUTATION_H
#define TORCHSCRIPT_ANALYSIS_MUTATION_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Whether an operator writes to a tensor that is one of its operands or is in
/// a list that is.
bool writesTensors(OperatorOp op);

/// Whether an operator writes to the tensor that operand `index` is, or to
/// tensors in a list that it is.
bool writesTensorsOf(OperatorOp op, unsigned index);

/// Whether an operator puts operands into a container that is one of them
/// (`append`).
bool storesOperands(OperatorOp op);

/// Whether an operator that writes may change the sizes, the strides, the dtype
/// or the storage of the tensor (`resize_`, `t_`, `out=` forms).
bool changesShape(OperatorOp op);

/// The operand that the one result of an in-place operator is, the same object
/// with the type it had; nothing for other operators.
std::optional<unsigned> getReturnedOperand(OperatorOp op);

/// Whether an operation runs code that is not looked at and may write to
/// tensors: a call, a task.
bool mayWriteUnseen(Operation *op);

/// Whether a result of the operator may share storage with an operand.
bool mayResultAlias(OperatorOp op);

/// Whether the operation, or anything inside it, may write to a tensor: an
/// operator that does, an overwrite, or code that is not looked at.
bool mayWriteTensors(Operation *root);

/// Whether a tensor read by `read` may be written to before `user`, which uses
/// what was read, runs: in between, or by a loop around `user` only.
bool mayChangeBetween(Operation *read, Operation *user);

/// Whether the function may write to a tensor that is neither made in it nor an
/// argument of it: an attribute of an object, a literal. Calls may.
bool mayWriteSharedTensors(func::FuncOp function);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_MUTATION_H
