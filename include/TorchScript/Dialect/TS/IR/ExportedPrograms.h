//===- ExportedPrograms.h - Attributes of exported programs -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exported program is a function whose arguments are parameters, buffers,
// constants and the leaves of the user's inputs, and whose result is a tuple of
// new values and the leaves of the user's results. Its attributes are
//
//   ts.graph_outputs    array of #ts.graph_output, one for each element
//   ts.graph_symbols    array of #ts.symbol_range: the symbols of sizes
//   ts.input_tree       tree of the pair of positional and named arguments
//   ts.output_tree      tree of the result
//   ts.parameter_names  names of the positional arguments
//
// and of its arguments `ts.graph_input`; `ts.value` where it is not the user's;
// `ts.shape` (an affine map from symbols to sizes), `ts.dtype` and `ts.literal`
// (the only value it may have) where it is.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_EXPORTEDPROGRAMS_H
#define TORCHSCRIPT_DIALECT_TS_IR_EXPORTEDPROGRAMS_H

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Whether the operation is an exported program.
bool isExportedProgram(Operation *op);

/// Whether an operation is an operator of control flow that a program may hold:
/// a `ts.if` or `ts.while` with `ts.control_flow`, `cond` or `while_loop`. Its
/// regions are the graphs that it runs.
bool isGraphControlFlow(Operation *op);
/// Whether an operator only makes a condition of control flow of a tensor, which
/// is that tensor in a graph.
bool isGraphCondition(Operation *op);
/// The tensors and numbers from outside that the regions of such an operation
/// use and that graphs take as inputs: the values of the program first, in the
/// order of the arguments and then of use, behind them parameters, buffers and
/// constants. What a loop carries is not among them.
SmallVector<Value> getGraphOperands(Operation *op);
/// What a graph calls its input number `position`, which is `name` outside.
std::string getGraphInputName(Operation *op, unsigned position,
                              StringRef name);

/// Checks the attributes of an exported program against its type.
LogicalResult verifyExportedProgram(func::FuncOp function);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_EXPORTEDPROGRAMS_H
