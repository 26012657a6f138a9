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
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMSIZES_H
#define TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMSIZES_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Operators/Inference.h"
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

class ProgramSizes {
public:
  /// Reads the symbols, `ts.graph_symbols` and `ts.symbol_hints`, and the
  /// arguments' `ts.shape`.
  explicit ProgramSizes(func::FuncOp function);

  /// The sizes of a tensor; nothing when they are not expressions of symbols.
  std::optional<SmallVector<AffineExpr>> getSizes(Value tensor);
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
  std::optional<bool> compare(arith::CmpIOp op);
  AffineExpr getArithmetic(Operation *op);
  AffineExpr getOperator(OperatorOp op);
  bool infer(OperatorOp op);
  /// The sizes of a slice whose bounds are computed.
  bool inferSlice(OperatorOp op);
  /// A bound of a slice of `extent` elements between 0 and that; null when it
  /// is not known.
  AffineExpr clampBound(Value bound, AffineExpr otherwise, AffineExpr extent,
                        Location loc);

  func::FuncOp function;
  MLIRContext *context;
  SmallVector<StringRef> names;
  SmallVector<int64_t> hints;
  SmallVector<Bounds> bounds;
  llvm::DenseMap<Value, SmallVector<AffineExpr>> sizes;
  llvm::DenseSet<Operation *> failed;
  llvm::DenseMap<AffineExpr, AffineExpr> equals;
  SmallVector<SizeFact> facts;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMSIZES_H
