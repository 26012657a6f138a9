//===- ProgramSizes.h - Sizes of exported programs as expressions *- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the sizes of the tensors of one program are made of, and what has to hold
// of them. A question that sizes do not answer is answered as for the example,
// and the answer is a fact that the program relies on (a guard).
//
// Numbers that only data say, elements of tensors and sizes of `nonzero` and the
// like, have symbols without an example (`u0`, ...). What is asked of them has to
// follow from what the program checks itself, or what operators check.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMSIZES_H
#define TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMSIZES_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Operators/Inference.h"
#include "TorchScript/Operators/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// `lhs` compared with `rhs` holds for the example, and the program needs it.
struct SizeFact {
  enum Kind { Equal, Differ, AtLeast, Below };
  Kind kind;
  AffineExpr lhs, rhs;
  Location loc;
};

/// The comparison the other way round.
SizeFact::Kind negate(SizeFact::Kind kind);

/// Whether a program has sizes or elements that are not known numbers.
bool hasOpenSizes(func::FuncOp function);

class ProgramSizes {
public:
  /// Reads the symbols, `ts.graph_symbols` and `ts.symbol_hints`, and the
  /// arguments' `ts.shape`.
  explicit ProgramSizes(func::FuncOp function);

  /// The sizes of a tensor; nothing when they are not expressions of symbols.
  std::optional<SmallVector<AffineExpr>> getSizes(Value tensor);
  /// Learns what an operator whose results have known sizes asks of those of
  /// its operands.
  void ask(OperatorOp op);
  /// Finds out the sizes of a stack behind a loop over slices.
  void inferStack(Value tensor);
  /// An int that is an expression of symbols.
  AffineExpr getInteger(Value value);
  /// A bool that sizes answer, maybe as for the example.
  std::optional<bool> getBool(Value value);

  /// Lets the expression be what it is for the example, which is then a fact.
  bool fix(AffineExpr expression, int64_t hint, Location loc) {
    AffineExpr number = getAffineConstantExpr(hint, context);
    return decide(SizeFact::Equal, expression, number, loc) == true;
  }

  /// Gives what only data say of the results of an operator its symbols, which
  /// are its `ts.unbacked`: result, dimension (-1: the number) and symbol of each.
  void visit(OperatorOp op);
  /// Lets a condition be what it is said to be from here on, which the program
  /// checks when it runs; false for what is not made of sizes and elements.
  bool assume(Value condition, bool holds);
  /// Learns what an operator checks, if it does nothing else.
  void readCheck(OperatorOp op);
  /// What nothing decided since this was asked last, in torch.export's words;
  /// empty when all was decided.
  std::string takeUndecided() { return std::exchange(undecided, {}); }
  /// Names the symbols of data in the order of the program.
  void renumber();
  /// Writes symbols, facts and checks to the function.
  void note();

  unsigned getNumSymbols() const { return names.size(); }
  bool isUnbacked(unsigned symbol) const { return symbol >= hints.size(); }
  bool hasUnbacked(AffineExpr expression) const;
  /// Whether the number is the size of a tensor.
  bool isSize(unsigned symbol) const { return sizeSymbols.contains(symbol); }
  std::optional<int64_t> getMin(unsigned symbol) const {
    return bounds[symbol].min;
  }
  std::optional<int64_t> getMax(unsigned symbol) const {
    return bounds[symbol].max;
  }
  /// What the program has to check beside the bounds of symbols.
  ArrayRef<SizeFact> getChecks() const { return checks; }
  /// `Eq(u0, 4*s0)`, `u0 >= 3`
  std::string spell(SizeFact::Kind kind, AffineExpr lhs, AffineExpr rhs) const;

  /// Facts in the order in which they were asked for.
  ArrayRef<SizeFact> getFacts() const { return facts; }
  /// What an expression is for the example.
  std::optional<int64_t> getHint(AffineExpr expression) const;
  /// The expression with what is known to be equal put in.
  AffineExpr simplify(AffineExpr expression) const;

private:
  struct Bounds {
    std::optional<int64_t> min, max;
  };
  Bounds getBounds(AffineExpr expression) const;
  /// Whether the comparison holds: known, or as for the example and a fact.
  std::optional<bool> decide(SizeFact::Kind kind, AffineExpr lhs,
                             AffineExpr rhs, Location loc);
  void learn(const SizeFact &fact);
  /// As `decide`; what only data say is checked when the program runs. False
  /// where the example contradicts it.
  bool require(SizeFact::Kind kind, AffineExpr lhs, AffineExpr rhs,
               Location loc);
  bool assume(SizeFact fact);
  /// Whether a check says it; nothing when none does.
  std::optional<bool> recall(SizeFact::Kind kind, AffineExpr difference) const;
  /// The symbol of what only data say.
  AffineExpr getUnknown(Operation *op, int64_t result, int64_t dim);
  /// Whether sizes that the operator is given may be -1 for all that is known.
  bool mayBeInferred(OperatorOp op);
  std::optional<bool> compare(arith::CmpIOp op);
  /// What a comparison of two expressions says.
  static std::optional<SizeFact> getFact(arith::CmpIOp op, AffineExpr a,
                                         AffineExpr b);
  /// The elements of a list of ints, such as the sizes of a tensor.
  std::optional<SmallVector<AffineExpr>> getList(Value list);
  std::optional<bool> compareLists(OperatorOp op, bool areEqual);
  AffineExpr getArithmetic(Operation *op);
  AffineExpr getOperator(OperatorOp op);
  bool infer(OperatorOp op);
  /// The sizes of a slice whose bounds are computed.
  bool inferSlice(OperatorOp op, const SliceBounds &slice);
  /// A bound of a slice of `extent` elements between 0 and that; null when it
  /// is not known.
  AffineExpr clampBound(Value bound, AffineExpr otherwise, AffineExpr extent,
                        Location loc);

  func::FuncOp function;
  MLIRContext *context;
  SmallVector<StringRef> names;
  /// What the symbols of inputs are for the example; behind them are those of
  /// data.
  SmallVector<int64_t> hints;
  SmallVector<Bounds> bounds;
  llvm::DenseMap<Value, SmallVector<AffineExpr>> sizes;
  llvm::DenseSet<Operation *> failed;
  llvm::DenseMap<AffineExpr, AffineExpr> equals;
  SmallVector<SizeFact> facts, checks;
  llvm::SmallDenseSet<unsigned> sizeSymbols;
  /// Operators whose rule is read now.
  llvm::SmallDenseSet<Operation *> running;
  std::string undecided;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMSIZES_H
