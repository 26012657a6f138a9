//===- ProgramNumbers.cpp - Ints and bools made of sizes ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSizes.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
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
  if (name == "aten::Int.Scalar") {
    auto item = lookThroughCasts(op.getArgs()[0]).getDefiningOp<OperatorOp>();
    return item && isItem(item.getName()) ? getUnknown(item, 0, -1)
                                          : AffineExpr();
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
    // A size that the rule of the operator does not know itself.
    Operation *giver = read ? lookThroughCasts(read.getTensor()).getDefiningOp()
                            : nullptr;
    if (giver && index && running.contains(giver))
      return getUnknown(
          giver,
          cast<OpResult>(lookThroughCasts(read.getTensor())).getResultNumber(),
          *index);
    auto known = read && index ? getSizes(read.getTensor()) : std::nullopt;
    return known ? (*known)[*index] : AffineExpr();
  }
  if (auto op = dyn_cast<OperatorOp>(made))
    return getOperator(op);
  return getArithmetic(made);
}

std::optional<SizeFact> ProgramSizes::getFact(arith::CmpIOp op, AffineExpr a,
                                              AffineExpr b) {
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return SizeFact{SizeFact::Equal, a, b, op.getLoc()};
  case arith::CmpIPredicate::ne:
    return SizeFact{SizeFact::Differ, a, b, op.getLoc()};
  case arith::CmpIPredicate::slt:
    return SizeFact{SizeFact::Below, a, b, op.getLoc()};
  case arith::CmpIPredicate::sge:
    return SizeFact{SizeFact::AtLeast, a, b, op.getLoc()};
  case arith::CmpIPredicate::sle:
    return SizeFact{SizeFact::Below, a, b + 1, op.getLoc()};
  case arith::CmpIPredicate::sgt:
    return SizeFact{SizeFact::AtLeast, a, b + 1, op.getLoc()};
  default:
    return std::nullopt;
  }
}

std::optional<bool> ProgramSizes::compare(arith::CmpIOp op) {
  // Whether signs differ.
  if (auto signs = op.getLhs().getDefiningOp<arith::XOrIOp>();
      signs && op.getPredicate() == arith::CmpIPredicate::slt &&
      matchPattern(op.getRhs(), m_Zero())) {
    AffineExpr x = getInteger(signs.getLhs()), y = getInteger(signs.getRhs());
    if (!x || !y)
      return std::nullopt;
    Bounds first = getBounds(x), second = getBounds(y);
    auto isNegative = [](const Bounds &range) -> std::optional<bool> {
      if (range.min && *range.min >= 0)
        return false;
      return range.max && *range.max < 0 ? std::optional(true) : std::nullopt;
    };
    std::optional<bool> a = isNegative(first), b = isNegative(second);
    return a && b ? std::optional(*a != *b) : std::nullopt;
  }
  AffineExpr a = getInteger(op.getLhs()), b = getInteger(op.getRhs());
  if (!a || !b)
    return std::nullopt;
  std::optional<SizeFact> fact = getFact(op, a, b);
  if (!fact)
    return std::nullopt;
  bool wasDecided = undecided.empty();
  std::optional<bool> answer =
      decide(fact->kind, fact->lhs, fact->rhs, fact->loc);
  // As the program says it.
  bool isMore = op.getPredicate() == arith::CmpIPredicate::sgt;
  if (!answer && wasDecided && isMore)
    undecided = spell(SizeFact::AtLeast, simplify(a), simplify(b));
  if (size_t sign = undecided.find(" >= ");
      !answer && wasDecided && isMore && sign != std::string::npos)
    undecided.replace(sign, 4, " > ");
  return answer;
}

std::optional<SmallVector<AffineExpr>> ProgramSizes::getList(Value list) {
  list = lookThroughCasts(list);
  if (auto question = list.getDefiningOp<OperatorOp>();
      question && question.getName() == "aten::size")
    return getSizes(question.getArgs()[0]);
  std::optional<SmallVector<Value>> elements = getListElements(list);
  if (!elements)
    return std::nullopt;
  SmallVector<AffineExpr> made;
  for (Value element : *elements) {
    made.push_back(getInteger(element));
    if (!made.back())
      return std::nullopt;
  }
  return made;
}

std::optional<bool> ProgramSizes::compareLists(OperatorOp op, bool areEqual) {
  auto a = getList(op.getArgs()[0]), b = getList(op.getArgs()[1]);
  if (!a || !b)
    return std::nullopt;
  if (a->size() != b->size())
    return !areEqual;
  for (auto [x, y] : llvm::zip_equal(*a, *b)) {
    std::optional<bool> same = decide(SizeFact::Equal, x, y, op.getLoc());
    if (!same)
      return std::nullopt;
    if (!*same)
      return !areEqual;
  }
  return areEqual;
}

std::optional<bool> ProgramSizes::getBool(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return !known.isZero();
  Operation *made = value.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(made);
      comparison && !comparison.getLhs().getType().isInteger(1))
    return compare(comparison);
  if (auto op = dyn_cast_or_null<OperatorOp>(made);
      op && (op.getName() == "aten::eq.int_list" ||
             op.getName() == "aten::ne.int_list"))
    return compareLists(op, op.getName() == "aten::eq.int_list");
  bool isAnd = isa_and_nonnull<arith::AndIOp>(made);
  if (!isAnd && !isa_and_nonnull<arith::OrIOp, arith::XOrIOp>(made))
    return std::nullopt;
  // A side that decides alone, without a fact, leaves the other unasked: the
  // signs of a division say whether it rounds.
  bool isOr = isa<arith::OrIOp>(made);
  for (Value side : made->getOperands()) {
    ProgramSizes trial = *this;
    std::optional<bool> known =
        isAnd || isOr ? trial.getBool(side) : std::nullopt;
    if (known == isOr && trial.facts.size() == facts.size())
      return isOr;
  }
  // As Python does: what the first side decides is not asked further.
  std::optional<bool> a = getBool(made->getOperand(0));
  if (!a)
    return std::nullopt;
  if (isAnd && !*a)
    return false;
  if (isOr && *a)
    return true;
  std::optional<bool> b = getBool(made->getOperand(1));
  if (!b)
    return std::nullopt;
  return isa<arith::XOrIOp>(made) ? *a != *b : *b;
}

