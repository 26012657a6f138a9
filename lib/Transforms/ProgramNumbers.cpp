//===- ProgramNumbers.cpp - Ints and bools made of sizes ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSizes.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

AffineExpr ProgramSizes::getArithmetic(Operation *op) {
  auto operand = [&](unsigned i) { return getInteger(op->getOperand(i)); };
  auto binary = [&](auto combine) -> AffineExpr {
    AffineExpr a = operand(0), b = operand(1);
    return a && b ? simplify(combine(a, b)) : AffineExpr();
  };
  if (isa<arith::IndexCastOp>(op))
    return operand(0);
  if (isa<arith::AddIOp>(op))
    return binary([](AffineExpr a, AffineExpr b) { return a + b; });
  if (isa<arith::SubIOp>(op))
    return binary([](AffineExpr a, AffineExpr b) { return a - b; });
  if (isa<arith::MulIOp>(op))
    return binary([](AffineExpr a, AffineExpr b) { return a * b; });
  // Of numbers that are not negative both roundings are one.
  if (isa<arith::DivSIOp, arith::FloorDivSIOp, arith::DivUIOp>(op))
    return binary([](AffineExpr a, AffineExpr b) { return a.floorDiv(b); });
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return binary([](AffineExpr a, AffineExpr b) { return a % b; });
  if (isa<arith::MaxSIOp, arith::MinSIOp>(op)) {
    AffineExpr a = operand(0), b = operand(1);
    std::optional<bool> isMore =
        a && b ? decide(SizeFact::AtLeast, a, b, op->getLoc()) : std::nullopt;
    if (!isMore)
      return {};
    return *isMore == isa<arith::MaxSIOp>(op) ? a : b;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<bool> which = getBool(select.getCondition());
    return which ? getInteger(*which ? select.getTrueValue()
                                     : select.getFalseValue())
                 : AffineExpr();
  }
  return {};
}

AffineExpr ProgramSizes::getOperator(OperatorOp op) {
  StringRef name = op.getName();
  if (std::optional<SizeQuestion> question = getSizeQuestion(op)) {
    auto known = getSizes(question->tensor);
    return known ? (*known)[question->dim] : AffineExpr();
  }
  if (name == "aten::numel" || name == "aten::len.Tensor") {
    auto known = getSizes(op.getArgs()[0]);
    if (!known)
      return {};
    AffineExpr count = getAffineConstantExpr(1, context);
    for (AffineExpr size : *known) {
      count = count * size;
      if (name == "aten::len.Tensor")
        return size;
    }
    return count;
  }
  if (op.getNumResults() != 1 || op.getArgs().size() != 2 ||
      !op.getResult(0).getType().isInteger(64))
    return {};
  AffineExpr a = getInteger(op.getArgs()[0]), b = getInteger(op.getArgs()[1]);
  if (!a || !b)
    return {};
  if (name == "aten::add.int")
    return simplify(a + b);
  if (name == "aten::sub.int")
    return simplify(a - b);
  if (name == "aten::mul.int")
    return simplify(a * b);
  if (name == "aten::floordiv.int")
    return simplify(a.floorDiv(b));
  if (name == "aten::remainder.int")
    return simplify(a % b);
  return {};
}

AffineExpr ProgramSizes::getInteger(Value value) {
  value = lookThroughCasts(value);
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return getAffineConstantExpr(known.getSExtValue(), context);
  Operation *made = value.getDefiningOp();
  if (!made)
    return {};
  if (auto symbol = dyn_cast<SymbolOp>(made)) {
    auto place = llvm::find(names, symbol.getName());
    return place == names.end()
               ? AffineExpr()
               : simplify(getAffineSymbolExpr(
                     unsigned(place - names.begin()), context));
  }
  if (auto dim = dyn_cast<tensor::DimOp>(made)) {
    auto read = dim.getSource().getDefiningOp<TensorValueOp>();
    std::optional<int64_t> index = dim.getConstantIndex();
    auto known = read && index ? getSizes(read.getTensor()) : std::nullopt;
    return known ? (*known)[*index] : AffineExpr();
  }
  if (auto op = dyn_cast<OperatorOp>(made))
    return getOperator(op);
  return getArithmetic(made);
}

std::optional<bool> ProgramSizes::compare(arith::CmpIOp op) {
  AffineExpr a = getInteger(op.getLhs()), b = getInteger(op.getRhs());
  if (!a || !b)
    return std::nullopt;
  auto ask = [&](SizeFact::Kind kind, AffineExpr x, AffineExpr y) {
    return decide(kind, x, y, op.getLoc());
  };
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return ask(SizeFact::Equal, a, b);
  case arith::CmpIPredicate::ne:
    return ask(SizeFact::Differ, a, b);
  case arith::CmpIPredicate::slt:
    return ask(SizeFact::Below, a, b);
  case arith::CmpIPredicate::sge:
    return ask(SizeFact::AtLeast, a, b);
  case arith::CmpIPredicate::sle:
    return ask(SizeFact::Below, a, b + 1);
  case arith::CmpIPredicate::sgt:
    return ask(SizeFact::AtLeast, a, b + 1);
  default:
    return std::nullopt;
  }
}

std::optional<bool> ProgramSizes::getBool(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return !known.isZero();
  Operation *made = value.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(made);
      comparison && !comparison.getLhs().getType().isInteger(1))
    return compare(comparison);
  bool isAnd = isa_and_nonnull<arith::AndIOp>(made);
  if (!isAnd && !isa_and_nonnull<arith::OrIOp, arith::XOrIOp>(made))
    return std::nullopt;
  // As Python does: what the first side decides is not asked further.
  std::optional<bool> a = getBool(made->getOperand(0));
  if (!a)
    return std::nullopt;
  if (isAnd && !*a)
    return false;
  if (isa<arith::OrIOp>(made) && *a)
    return true;
  std::optional<bool> b = getBool(made->getOperand(1));
  if (!b)
    return std::nullopt;
  return isa<arith::XOrIOp>(made) ? *a != *b : *b;
}

