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
//   ts.graph_symbols    array of #ts.symbol_range: the symbols of sizes; behind
//                       those of inputs `u0`, ..., numbers that only data say,
//                       whose least value stands for no lower bound
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
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"

namespace mlir::ts {

/// Whether the operation is an exported program.
bool isExportedProgram(Operation *op);

/// Whether an operation is an operator of control flow that a program may hold:
/// a `ts.if`, `ts.while` or `ts.for` with `ts.control_flow`: `cond`,
/// `while_loop`, `map` or `scan`. Its regions are the graphs that it runs.
bool isGraphControlFlow(Operation *op);

/// A loop over the slices of tensors along their first dimension, `map` or
/// `scan`: it selects them by its turn, and appends a tensor of each turn to
/// lists that are stacked behind it.
struct SliceLoop {
  ForOp loop;
  /// `aten::select.int(x, 0, turn)`, in the order of the body.
  SmallVector<OperatorOp> slices;
  /// `aten::append.t(list, output)`, likewise.
  SmallVector<OperatorOp> outputs;
  /// `aten::stack(list, 0)` of each; null where nothing reads the list.
  SmallVector<OperatorOp> stacks;

  bool isMap();
};
/// The parts of such a loop; nothing for other operations, and where the turn or
/// a list is used in another way.
std::optional<SliceLoop> matchSliceLoop(Operation *op);
/// Whether an operation only is a part of such a loop, as opposed to a call of
/// the program: a slice, an output, a stack, or the number of turns.
bool isSliceLoopPart(Operation *op);
/// The number that stands where an operator takes a tensor, as Python's
/// operators let it (`3 - x` is `sub.Tensor(3, x)`): the operand of
/// `prim::NumToTensor`, which is no node. Null for other operations.
Value getNumberOperand(Operation *op);
/// The type of the stack of tensors of a type, one for each slice of another;
/// null types are unknown.
TSTensorType getStackType(TSTensorType sliced, TSTensorType output);

/// What the graphs of an operator of control flow get from it (carried values
/// and slices, as values inside of `region`), and the values outside that its
/// results are; outputs of a loop over slices that nobody reads are null.
SmallVector<Value> getGraphArguments(Operation *op, Region &region);
/// What the former are outside: initial values, and tensors that slices are of.
SmallVector<Value> getGivenValues(Operation *op);
SmallVector<Value> getGraphResults(Operation *op);
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

/// Whether an operator reads the only element of a tensor.
bool isItem(StringRef name);

/// Whether an operator only checks a number that data say.
bool isSizeCheck(StringRef name);
/// The condition of such an operator that asserts one; null for others.
Value getAssertedCondition(OperatorOp op);
/// Asserts a condition; the program raises with the text where it does not
/// hold.
void buildAssertion(OpBuilder &builder, Location loc, Value condition,
                    StringRef text);

/// Writes elements into a tensor, as a program does that changes a buffer or an
/// argument, and gives that tensor.
Value buildWrite(OpBuilder &builder, Location loc, Value tensor,
                 Value elements);

/// Whether a symbol stands for a number that only data say: `u0`, `u1`, ...
bool isUnbacked(SymbolRangeAttr symbol);

/// An expression of sizes as torch.export prints it: `2*s0 + 1`. `names` are
/// those of the symbols.
std::string spellSize(AffineExpr expression, ArrayRef<std::string> names);

/// Checks the attributes of an exported program against its type.
LogicalResult verifyExportedProgram(func::FuncOp function);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_EXPORTEDPROGRAMS_H
