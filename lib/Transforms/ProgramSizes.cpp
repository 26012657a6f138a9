//===- ProgramSizes.cpp - Sizes of exported programs as expressions -------===//
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
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::ts;

ProgramSizes::ProgramSizes(func::FuncOp function)
    : function(function), context(function.getContext()) {
  unsigned numInputs = 0;
  if (auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols"))
    for (auto symbol : symbols.getAsRange<SymbolRangeAttr>()) {
      names.push_back(symbol.getName());
      bool isData = ts::isUnbacked(symbol);
      numInputs += !isData;
      Bounds &range = bounds.emplace_back();
      if (symbol.getMax() != INT64_MAX)
        range.max = symbol.getMax();
      // Sizes 0 and 1 have programs of their own.
      if (!isData)
        range.min = std::max<int64_t>(symbol.getMin(), 2);
      else if (symbol.getMin() != INT64_MIN)
        range.min = symbol.getMin();
    }
  if (auto list =
          function->getAttrOfType<DenseI64ArrayAttr>("ts.symbol_hints"))
    hints.assign(list.asArrayRef().begin(), list.asArrayRef().end());
  hints.resize(numInputs, 2);
  if (auto list = function->getAttrOfType<DenseI64ArrayAttr>("ts.size_symbols"))
    sizeSymbols.insert(list.asArrayRef().begin(), list.asArrayRef().end());
  // What was found out before.
  for (StringRef name : {"ts.size_facts", "ts.size_checks"}) {
    auto notes = function->getAttrOfType<ArrayAttr>(name);
    for (Attribute note : notes ? notes.getValue() : ArrayRef<Attribute>()) {
      auto parts = cast<ArrayAttr>(note);
      AffineMap sides = cast<AffineMapAttr>(parts[1]).getValue();
      learn({SizeFact::Kind(cast<IntegerAttr>(parts[0]).getInt()),
             sides.getResult(0), sides.getResult(1),
             Location(cast<LocationAttr>(parts[2]))});
      if (name == "ts.size_checks")
        checks.push_back(facts.back());
    }
  }
  facts.clear();
}

std::optional<int64_t> ProgramSizes::getHint(AffineExpr expression) const {
  SmallVector<AffineExpr> values;
  if (hasUnbacked(expression))
    return std::nullopt;
  for (int64_t hint : hints)
    values.push_back(getAffineConstantExpr(hint, context));
  return getConstant(expression.replaceSymbols(values));
}

AffineExpr ProgramSizes::simplify(AffineExpr expression) const {
  if (equals.empty())
    return expression;
  return simplifyAffineExpr(expression.replace(equals), 0, names.size());
}

ProgramSizes::Bounds ProgramSizes::getBounds(AffineExpr expression) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return {constant.getValue(), constant.getValue()};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression)) {
    Bounds range = bounds[symbol.getPosition()];
    // Rules of operators take sizes of data for neither 0 nor 1.
    if (!running.empty() && isSize(symbol.getPosition()))
      range.min = std::max<int64_t>(range.min.value_or(2), 2);
    return range;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary)
    return {};
  Bounds a = getBounds(binary.getLHS()), b = getBounds(binary.getRHS()), out;
  int64_t value;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    if (a.min && b.min && !llvm::AddOverflow(*a.min, *b.min, value))
      out.min = value;
    if (a.max && b.max && !llvm::AddOverflow(*a.max, *b.max, value))
      out.max = value;
    return out;
  case AffineExprKind::Mul: {
    std::optional<int64_t> scale = getConstant(binary.getRHS());
    if (scale && *scale < 0) {
      if (a.max && !llvm::MulOverflow(*a.max, *scale, value))
        out.min = value;
      if (a.min && !llvm::MulOverflow(*a.min, *scale, value))
        out.max = value;
      return out;
    }
    if (a.min && b.min && *a.min >= 0 && *b.min >= 0 &&
        !llvm::MulOverflow(*a.min, *b.min, value))
      out.min = value;
    if (a.max && b.max && a.min && *a.min >= 0 && b.min && *b.min >= 0 &&
        !llvm::MulOverflow(*a.max, *b.max, value))
      out.max = value;
    return out;
  }
  case AffineExprKind::FloorDiv:
    if (std::optional<int64_t> divisor = getConstant(binary.getRHS());
        divisor && *divisor > 0) {
      if (a.min)
        out.min = llvm::divideFloorSigned(*a.min, *divisor);
      if (a.max)
        out.max = llvm::divideFloorSigned(*a.max, *divisor);
    }
    return out;
  case AffineExprKind::Mod:
    out.min = 0;
    if (std::optional<int64_t> divisor = getConstant(binary.getRHS()))
      out.max = *divisor - 1;
    return out;
  default:
    return out;
  }
}

SizeFact::Kind ts::negate(SizeFact::Kind kind) {
  switch (kind) {
  case SizeFact::Equal:
    return SizeFact::Differ;
  case SizeFact::Differ:
    return SizeFact::Equal;
  case SizeFact::AtLeast:
    return SizeFact::Below;
  case SizeFact::Below:
    return SizeFact::AtLeast;
  }
  return kind;
}

std::optional<bool> ProgramSizes::decide(SizeFact::Kind kind, AffineExpr lhs,
                                         AffineExpr rhs, Location loc) {
  lhs = simplify(lhs);
  rhs = simplify(rhs);
  AffineExpr difference = simplifyAffineExpr(lhs - rhs, 0, names.size());
  Bounds range = getBounds(difference);
  // No size is that large: what has no end.
  constexpr int64_t endless = INT64_MAX / 2;
  if (kind == SizeFact::AtLeast || kind == SizeFact::Below) {
    if (getConstant(rhs).value_or(0) >= endless && !getConstant(lhs))
      return kind == SizeFact::Below;
    if (getConstant(lhs).value_or(0) >= endless && !getConstant(rhs))
      return kind == SizeFact::AtLeast;
  }
  bool isOrder = kind == SizeFact::AtLeast || kind == SizeFact::Below;
  bool isPositive = kind == SizeFact::AtLeast || kind == SizeFact::Equal;
  if (isOrder && range.min && *range.min >= 0)
    return isPositive;
  if (isOrder && range.max && *range.max < 0)
    return !isPositive;
  if (!isOrder && getConstant(difference))
    return (*getConstant(difference) == 0) == isPositive;
  if (!isOrder && ((range.min && *range.min > 0) ||
                   (range.max && *range.max < 0)))
    return !isPositive;
  if (hasUnbacked(difference)) {
    if (std::optional<bool> known = recall(kind, difference))
      return known;
    if (undecided.empty())
      undecided = spell(kind, lhs, rhs);
    return std::nullopt;
  }
  std::optional<int64_t> hint = getHint(difference);
  if (!hint)
    return std::nullopt;
  bool holds = isOrder ? (*hint >= 0) == isPositive
                       : (*hint == 0) == isPositive;
  learn({holds ? kind : negate(kind), lhs, rhs, loc});
  return holds;
}

void ProgramSizes::learn(const SizeFact &fact) {
  facts.push_back(fact);
  AffineExpr lhs = fact.lhs, rhs = fact.rhs;
  if (fact.kind != SizeFact::Equal) {
    // A bound of one symbol.
    auto symbol = dyn_cast<AffineSymbolExpr>(lhs);
    std::optional<int64_t> limit = getConstant(rhs);
    if (!symbol || !limit)
      return;
    Bounds &range = bounds[symbol.getPosition()];
    if (fact.kind == SizeFact::AtLeast)
      range.min = std::max(range.min.value_or(*limit), *limit);
    if (fact.kind == SizeFact::Below)
      range.max = std::min(range.max.value_or(*limit - 1), *limit - 1);
    return;
  }
  // The later symbol is what the earlier ones say.
  auto first = dyn_cast<AffineSymbolExpr>(lhs);
  auto second = dyn_cast<AffineSymbolExpr>(rhs);
  if (second && (!first || first.getPosition() < second.getPosition()))
    std::swap(lhs, rhs);
  auto symbol = dyn_cast<AffineSymbolExpr>(lhs);
  if (!symbol) {
    // a + c == e: a is e - c.
    for (AffineExpr *side : {&lhs, &rhs}) {
      auto sum = dyn_cast<AffineBinaryOpExpr>(*side);
      auto inner = sum && sum.getKind() == AffineExprKind::Add
                       ? dyn_cast<AffineSymbolExpr>(sum.getLHS())
                       : AffineSymbolExpr(nullptr);
      if (!inner || !getConstant(sum.getRHS()))
        continue;
      AffineExpr other = side == &lhs ? rhs : lhs;
      rhs = other - sum.getRHS();
      symbol = inner;
      break;
    }
  }
  if (!symbol || rhs.isFunctionOfSymbol(symbol.getPosition()))
    return;
  for (auto &[known, value] : equals)
    value = value.replace(symbol, rhs);
  equals[symbol] = rhs;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Calls `use` with an expression of an inference as code that is gone after.
static void withCode(OperatorOp op, Inference &inference, Size size,
                     llvm::function_ref<void(Value)> use) {
  Operation *before = op->getPrevNode();
  OpBuilder builder(op);
  Value value = getValueOrCreateConstantIndexOp(
      builder, op.getLoc(), inference.materialize(builder, op.getLoc(), size));
  use(value);
  // Backwards, so that what is used goes last.
  while (op->getPrevNode() != before)
    op->getPrevNode()->erase();
}

AffineExpr ProgramSizes::clampBound(Value bound, AffineExpr otherwise,
                                    AffineExpr extent, Location loc) {
  AffineExpr zero = getAffineConstantExpr(0, context);
  bound = lookThroughCasts(bound);
  AffineExpr made = isa<TSNoneType>(bound.getType()) ? otherwise
                                                     : getInteger(bound);
  if (!made)
    return {};
  auto isBelow = [&](AffineExpr a, AffineExpr b) {
    return decide(SizeFact::Below, a, b, loc);
  };
  // Negative bounds count from the end.
  std::optional<bool> isNegative = isBelow(made, zero);
  if (isNegative == true) {
    made = simplify(made + extent);
    isNegative = isBelow(made, zero);
    if (isNegative == true)
      return zero;
  }
  std::optional<bool> isInside =
      decide(SizeFact::AtLeast, extent, made, loc);
  if (!isNegative || !isInside)
    return {};
  return *isInside ? made : extent;
}

bool ProgramSizes::inferSlice(OperatorOp op, const SliceBounds &slice) {
  auto known = getSizes(op.getArgs()[0]);
  if (!known || slice.step != 1 || slice.dim >= int64_t(known->size()))
    return false;
  AffineExpr &extent = (*known)[size_t(slice.dim)];
  AffineExpr start = clampBound(slice.start, getAffineConstantExpr(0, context),
                                extent, op.getLoc());
  AffineExpr end =
      start ? clampBound(slice.end, extent, extent, op.getLoc()) : AffineExpr();
  std::optional<bool> isEmpty =
      end ? decide(SizeFact::Below, end, start, op.getLoc()) : std::nullopt;
  if (!isEmpty)
    return false;
  extent = *isEmpty ? getAffineConstantExpr(0, context) : simplify(end - start);
  sizes[op.getResult(0)] = std::move(*known);
  return true;
}

bool ProgramSizes::infer(OperatorOp op) {
  if (op.getNumResults() == 0 || failed.contains(op) || running.contains(op))
    return false;
  // Bounds that are computed of sizes.
  auto isComputed = [](Value bound) {
    bound = lookThroughCasts(bound);
    return bound.getType().isInteger(64) && !getConstantInt(bound);
  };
  TSTensorType sliced =
      op.getArgs().empty() ? TSTensorType() : getTensorType(op.getArgs()[0]);
  std::optional<SliceBounds> slice =
      sliced && sliced.hasRank()
          ? getSliceBounds(op, int64_t(sliced.getShape().size()))
          : std::nullopt;
  if (slice && (isComputed(slice->start) || isComputed(slice->end)))
    return inferSlice(op, *slice);
  Inference inference(op);
  if (mayBeInferred(op) || !inference.run()) {
    failed.insert(op);
    return false;
  }
  running.insert(op);
  auto end = llvm::make_scope_exit([&] { running.erase(op); });
  auto translate = [&](Size size) {
    AffineExpr made;
    if (std::optional<int64_t> constant = getConstant(size))
      return getAffineConstantExpr(*constant, context);
    withCode(op, inference, size, [&](Value value) { made = getInteger(value); });
    return made;
  };
  for (const Condition &condition : inference.getOpenConditions()) {
    AffineExpr lhs = translate(condition.lhs), rhs = translate(condition.rhs);
    if (!lhs || !rhs)
      continue;
    // A size of at least 2 is not stretched.
    if (condition.kind == Condition::Broadcastable &&
        (getHint(lhs) == 1 || getHint(rhs) == 1))
      continue;
    SizeFact::Kind kind = condition.kind == Condition::AtLeast
                              ? SizeFact::AtLeast
                              : SizeFact::Equal;
    if (require(kind, lhs, rhs, op.getLoc()))
      continue;
    failed.insert(op);
    return false;
  }
  for (auto [result, info] :
       llvm::zip(op.getResults(), inference.getResults())) {
    SmallVector<AffineExpr> made;
    for (Size size : info.sizes) {
      AffineExpr expression = translate(size);
      if (!expression) {
        failed.insert(op);
        return false;
      }
      made.push_back(simplify(expression));
    }
    sizes[result] = std::move(made);
  }
  return true;
}

void ProgramSizes::ask(OperatorOp op) {
  auto isOpen = [](Value value) {
    auto type = dyn_cast<TSTensorType>(lookThroughCasts(value).getType());
    return type && type.hasRank() && !type.hasStaticShape();
  };
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<TSTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (op.getNumResults() != 0 && llvm::all_of(op.getResultTypes(), isKnown) &&
      llvm::any_of(op.getArgs(), isOpen))
    (void)infer(op);
}

void ProgramSizes::inferStack(Value tensor) {
  Value list = lookThroughCasts(tensor.getDefiningOp()->getOperand(0));
  if (!list.getDefiningOp<ListConstructOp>())
    return;
  for (Operation *user : list.getUsers()) {
    std::optional<SliceLoop> parts = matchSliceLoop(user->getParentOp());
    auto output = dyn_cast<OperatorOp>(user);
    if (!parts || !llvm::is_contained(parts->outputs, output))
      continue;
    auto sliced = getSizes(parts->slices.front().getArgs()[0]);
    auto turn = getSizes(output.getArgs()[1]);
    if (!sliced || sliced->empty() || !turn)
      return;
    turn->insert(turn->begin(), sliced->front());
    sizes[tensor] = std::move(*turn);
  }
}

std::optional<SmallVector<AffineExpr>> ProgramSizes::getSizes(Value tensor) {
  tensor = lookThroughCasts(tensor);
  auto type = dyn_cast<TSTensorType>(tensor.getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  SmallVector<AffineExpr> result;
  if (type.hasStaticShape()) {
    for (int64_t size : type.getShape())
      result.push_back(getAffineConstantExpr(size, context));
    return result;
  }
  if (auto argument = dyn_cast<BlockArgument>(tensor);
      argument && argument.getOwner()->getParentOp() == function) {
    auto shape = argument.getOwner()->getParentOp() == function
                     ? function.getArgAttrOfType<AffineMapAttr>(
                           argument.getArgNumber(), "ts.shape")
                     : AffineMapAttr();
    if (!shape)
      return std::nullopt;
    for (AffineExpr size : shape.getValue().getResults())
      result.push_back(simplify(size));
    return result;
  }
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    Operation *loop = argument.getOwner()->getParentOp();
    unsigned first = isa<ForOp>(loop) ? 1 : 0;
    if (!isGraphControlFlow(loop) || argument.getArgNumber() < first)
      return std::nullopt;
    return getSizes(getGivenValues(loop)[argument.getArgNumber() - first]);
  }
  if (auto branch = tensor.getDefiningOp<IfOp>()) {
    unsigned index = cast<OpResult>(tensor).getResultNumber();
    return getSizes(branch.getThenBlock()->getTerminator()->getOperand(index));
  }
  if (isa_and_nonnull<WhileOp, ForOp>(tensor.getDefiningOp()))
    return getSizes(getGivenValues(tensor.getDefiningOp())
                        [cast<OpResult>(tensor).getResultNumber()]);
  if (!sizes.count(tensor) && isSliceLoopPart(tensor.getDefiningOp()))
    inferStack(tensor);
  if (!sizes.count(tensor)) {
    auto op = tensor.getDefiningOp<OperatorOp>();
    if (!op || !infer(op))
      return std::nullopt;
  }
  for (AffineExpr size : sizes[tensor])
    result.push_back(simplify(size));
  return result;
}
