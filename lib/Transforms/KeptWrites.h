//===- KeptWrites.h - Writes where data decide ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_KEPTWRITES_H
#define TORCHSCRIPT_LIB_TRANSFORMS_KEPTWRITES_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {

/// The tensor whose memory a tensor lies in: behind views, casts and the results
/// of operators that write in place.
Value getTensorRoot(Value tensor);

/// One operation for each tensor of the state that the function reads.
void uniteLiterals(func::FuncOp function);

/// Results of a branch that are one tensor from outside on both ways become it.
void foldSameTensors(IfOp branch);

/// Whether a tensor that a loop carries stays the same one, though it may be
/// written, or a number stays what it is.
bool isNeverRebound(WhileOp loop, unsigned index);

/// The tensors from outside of an operation whose memory it writes, in the order
/// of the writes.
llvm::SetVector<Value> findWritten(Operation *op);

/// In the graphs results and carried values are tensors of their own, in the
/// program they may be tensors from outside. An error where something written
/// later, or in the operation, could tell.
LogicalResult checkAliases(Operation *op, const llvm::SetVector<Value> &written);

/// Makes a block use other tensors, and other views of these.
void replaceInside(OpBuilder &builder, Block &block, ArrayRef<Value> tensors,
                   ValueRange others);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_KEPTWRITES_H
