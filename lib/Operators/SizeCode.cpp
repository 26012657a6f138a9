//===- SizeCode.cpp - Code for sizes --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second and third reading of a rule: arithmetic and affine maps.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Inference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExprVisitor.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
/// Builds arithmetic on indices for an expression.
class Materializer : public AffineExprVisitor<Materializer, Value> {
public:
  Materializer(OpBuilder &builder, Location loc,
               llvm::function_ref<Value(unsigned)> getSymbol)
      : builder(builder), loc(loc), getSymbol(getSymbol) {}

  Value visitConstantExpr(AffineConstantExpr expr) {
    return builder.create<arith::ConstantIndexOp>(loc, expr.getValue());
  }
  Value visitSymbolExpr(AffineSymbolExpr expr) {
    return getSymbol(expr.getPosition());
  }
  Value visitDimExpr(AffineDimExpr) {
    llvm_unreachable("sizes have no dimensions");
  }
  Value visitAddExpr(AffineBinaryOpExpr expr) {
    return binary<arith::AddIOp>(expr);
  }
  Value visitMulExpr(AffineBinaryOpExpr expr) {
    return binary<arith::MulIOp>(expr);
  }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    return divideFloor(visit(expr.getLHS()), getDivisor(expr));
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr expr) {
    Value quotient = divideFloor(negate(visit(expr.getLHS())), getDivisor(expr));
    return negate(quotient);
  }
  Value visitModExpr(AffineBinaryOpExpr expr) {
    // Of the divisor's sign, as in Python.
    Value lhs = visit(expr.getLHS()), rhs = getDivisor(expr);
    Value whole =
        builder.createOrFold<arith::MulIOp>(loc, divideFloor(lhs, rhs), rhs);
    return builder.createOrFold<arith::SubIOp>(loc, lhs, whole);
  }

private:
  Value number(int64_t n) {
    return builder.create<arith::ConstantIndexOp>(loc, n);
  }
  Value negate(Value x) {
    return builder.createOrFold<arith::SubIOp>(loc, number(0), x);
  }
  /// The divisor, at least 1: where it is not, the rule's conditions fail, and
  /// the number is not used.
  Value getDivisor(AffineBinaryOpExpr expr) {
    Value divisor = visit(expr.getRHS());
    if (isa<AffineConstantExpr>(expr.getRHS()))
      return divisor;
    return builder.createOrFold<arith::MaxSIOp>(loc, divisor, number(1));
  }
  /// By a divisor that is positive, in operations that every target has.
  Value divideFloor(Value x, Value y) {
    Value quotient = builder.createOrFold<arith::DivSIOp>(loc, x, y);
    Value rest = builder.createOrFold<arith::RemSIOp>(loc, x, y);
    Value isBelow = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::slt, rest, number(0));
    Value less = builder.createOrFold<arith::SubIOp>(loc, quotient, number(1));
    return builder.createOrFold<arith::SelectOp>(loc, isBelow, less, quotient);
  }
  template <typename OpT>
  Value binary(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = visit(expr.getRHS());
    return builder.createOrFold<OpT>(loc, lhs, rhs);
  }

  OpBuilder &builder;
  Location loc;
  llvm::function_ref<Value(unsigned)> getSymbol;
};
} // namespace

namespace {
/// Keeps the values of one call, and of those within it, until it ends: later
/// ones are somewhere else.
class SharedValues {
public:
  SharedValues(llvm::DenseMap<AffineExpr, OpFoldResult> &values,
               unsigned &depth)
      : values(values), depth(depth) {
    ++depth;
  }
  ~SharedValues() {
    if (--depth == 0)
      values.clear();
  }

private:
  llvm::DenseMap<AffineExpr, OpFoldResult> &values;
  unsigned &depth;
};
} // namespace

/// Whether the value is there at the insertion point.
static bool isBefore(Value value, OpBuilder &builder) {
  Operation *definition = value.getDefiningOp();
  Block *block = builder.getInsertionBlock();
  Operation *next = builder.getInsertionPoint() == block->end()
                        ? nullptr
                        : &*builder.getInsertionPoint();
  while (block && definition->getBlock() != block) {
    next = block->getParentOp();
    block = next ? next->getBlock() : nullptr;
  }
  return block && (!next || definition->isBeforeInBlock(next));
}

Value Inference::materializeSymbol(OpBuilder &builder, Location loc,
                                   const Symbol &symbol) {
  auto asValue = [&](Size size) {
    return getValueOrCreateConstantIndexOp(builder, loc,
                                           materialize(builder, loc, size));
  };
  switch (symbol.kind) {
  case Symbol::Dimension: {
    Value tensor = symbol.value;
    if (isa<RankedTensorType>(tensor.getType()))
      return builder.createOrFold<tensor::DimOp>(loc, tensor, symbol.dim);
    if (Value read = readAs.lookup(tensor); read && isBefore(read, builder))
      return builder.createOrFold<tensor::DimOp>(loc, read, symbol.dim);
    RankedTensorType type = cast<TSTensorType>(tensor.getType()).toBuiltin();
    Value value = builder.create<TensorValueOp>(loc, type, tensor);
    return builder.create<tensor::DimOp>(loc, value, symbol.dim);
  }
  case Symbol::Integer:
    if (symbol.value.getType().isIndex())
      return symbol.value;
    return builder.create<arith::IndexCastOp>(loc, builder.getIndexType(),
                                              symbol.value);
  case Symbol::Maximum:
    return builder.createOrFold<arith::MaxSIOp>(loc, asValue(symbol.lhs),
                                                asValue(symbol.rhs));
  case Symbol::Minimum:
    return builder.createOrFold<arith::MinSIOp>(loc, asValue(symbol.lhs),
                                                asValue(symbol.rhs));
  case Symbol::Broadcast: {
    Value lhs = asValue(symbol.lhs), rhs = asValue(symbol.rhs);
    Value one = builder.create<arith::ConstantIndexOp>(loc, 1);
    Value stretches = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, lhs, one);
    return builder.createOrFold<arith::SelectOp>(loc, stretches, rhs, lhs);
  }
  }
  llvm_unreachable("all kinds are listed");
}

OpFoldResult Inference::materialize(OpBuilder &builder, Location loc,
                                    Size size) {
  if (std::optional<int64_t> known = getConstant(size))
    return builder.getIndexAttr(*known);
  SharedValues shared(materialized, materializing);
  if (OpFoldResult known = materialized.lookup(size))
    return known;
  auto getSymbol = [&](unsigned position) {
    AffineExpr symbol = getAffineSymbolExpr(position, context);
    if (OpFoldResult known = materialized.lookup(symbol))
      return getValueOrCreateConstantIndexOp(builder, loc, known);
    Value value = materializeSymbol(builder, loc, symbols[position]);
    materialized[symbol] = value;
    return value;
  };
  Materializer materializer(builder, loc, getSymbol);
  OpFoldResult value = getAsOpFoldResult(materializer.visit(size));
  materialized[size] = value;
  return value;
}

Value Inference::materialize(OpBuilder &builder, Location loc,
                             const Condition &condition) {
  auto asValue = [&](Size size) {
    return getValueOrCreateConstantIndexOp(builder, loc,
                                           materialize(builder, loc, size));
  };
  Value lhs = asValue(condition.lhs), rhs = asValue(condition.rhs);
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
  };
  if (condition.kind == Condition::AtLeast)
    return compare(arith::CmpIPredicate::sge, lhs, rhs);
  Value holds = compare(arith::CmpIPredicate::eq, lhs, rhs);
  if (condition.kind == Condition::Equal)
    return holds;
  Value one = builder.create<arith::ConstantIndexOp>(loc, 1);
  for (Value side : {lhs, rhs})
    holds = builder.createOrFold<arith::OrIOp>(
        loc, holds, compare(arith::CmpIPredicate::eq, side, one));
  return holds;
}

std::pair<AffineMap, SmallVector<Value>>
Inference::getAffineSizes(OpBuilder &builder, Location loc, unsigned result) {
  SharedValues shared(materialized, materializing);
  SmallVector<Value> values;
  ArrayRef<Size> sizes = results[result].sizes;
  SmallVector<AffineExpr> replacements;
  for (auto [position, symbol] : llvm::enumerate(symbols)) {
    AffineExpr used = getAffineSymbolExpr(values.size(), context);
    replacements.push_back(used);
    unsigned index = position;
    if (llvm::any_of(sizes,
                     [&](Size size) { return size.isFunctionOfSymbol(index); }))
      values.push_back(materializeSymbol(builder, loc, symbol));
  }
  SmallVector<AffineExpr> exprs;
  for (Size size : sizes)
    exprs.push_back(size.replaceSymbols(replacements));
  return {AffineMap::get(0, values.size(), exprs, context), values};
}
