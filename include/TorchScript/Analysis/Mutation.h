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

/// Whether a result of the operator may share storage with an operand.
bool mayResultAlias(OperatorOp op);

/// Whether anything inside the operation may write to a tensor: an operator
/// that does, an overwrite, or a call of unknown effect.
bool mayWriteTensors(Operation *root);

/// Whether the function may write to a tensor that is neither made in it nor an
/// argument of it: an attribute of an object, a literal. Calls may.
bool mayWriteSharedTensors(func::FuncOp function);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_MUTATION_H
