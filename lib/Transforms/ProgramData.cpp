//===- ProgramData.cpp - Sizes that only data say -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols of elements and of sizes that depend on them, and what is known of
// them: the bounds that the program checks, and other checks.
//
//===----------------------------------------------------------------------===//

#include "ProgramSizes.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/Inference.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

bool ProgramSizes::hasUnbacked(AffineExpr expression) const {
  bool found = false;
  expression.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    found |= symbol && isUnbacked(symbol.getPosition());
  });
  return found;
}

std::string ProgramSizes::spell(SizeFact::Kind kind, AffineExpr lhs,
                                AffineExpr rhs) const {
  std::vector<std::string> known;
  for (StringRef name : names)
    known.push_back(name.str());
  auto sum = dyn_cast<AffineBinaryOpExpr>(rhs);
  bool hasNumber = isa<AffineConstantExpr>(rhs) ||
                   (sum && sum.getKind() == AffineExprKind::Add &&
                    isa<AffineConstantExpr>(sum.getRHS()));
  std::string a = spellSize(lhs, known), b = spellSize(rhs, known),
              less = spellSize(simplifyAffineExpr(rhs - 1, 0, names.size()),
                               known);
  switch (kind) {
  case SizeFact::Equal:
    return "Eq(" + a + ", " + b + ")";
  case SizeFact::Differ:
    return "Ne(" + a + ", " + b + ")";
  case SizeFact::AtLeast:
    return a + " >= " + b;
  case SizeFact::Below:
    return hasNumber ? a + " <= " + less : a + " < " + b;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// The sizes of a tensor; nothing unless all are known.
static std::optional<SmallVector<int64_t>> getSizes(Value tensor) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  if (!type || !type.hasRank() || !type.hasStaticShape())
    return std::nullopt;
  return llvm::to_vector(type.getShape());
}

/// The most that there can be of what an operator counts, where the sizes of
/// the tensors are known whose elements it counts.
static std::optional<int64_t> getMostCounted(Operation *op) {
  auto counting = dyn_cast<OperatorOp>(op);
  SmallVector<Value> tensors =
      counting ? getCountedTensors(counting) : SmallVector<Value>();
  SmallVector<SmallVector<int64_t>> shapes;
  for (Value tensor : tensors)
    if (std::optional<SmallVector<int64_t>> known = getSizes(tensor))
      shapes.push_back(*known);
  if (tensors.empty() || shapes.size() != tensors.size())
    return std::nullopt;
  std::optional<SmallVector<int64_t>> sizes = broadcastShapes(
      SmallVector<ArrayRef<int64_t>>(shapes.begin(), shapes.end()));
  if (!sizes)
    return std::nullopt;
  int64_t count = 1;
  for (int64_t size : *sizes)
    if (llvm::MulOverflow(count, size, count))
      return std::nullopt;
  // As PyTorch: bounds of sizes are above what is special.
  return count > 2 ? std::optional(count) : std::nullopt;
}

AffineExpr ProgramSizes::getUnknown(Operation *op, int64_t result,
                                    int64_t dim) {
  SmallVector<int64_t> places;
  if (auto known = op->getAttrOfType<DenseI64ArrayAttr>("ts.unbacked"))
    llvm::append_range(places, known.asArrayRef());
  for (size_t i = 0; i + 2 < places.size(); i += 3)
    if (places[i] == result && places[i + 1] == dim && places[i + 2] >= 0 &&
        size_t(places[i + 2]) < names.size())
      return simplify(getAffineSymbolExpr(unsigned(places[i + 2]), context));
  unsigned position = names.size();
  std::string name = "u" + std::to_string(position - hints.size());
  names.push_back(StringAttr::get(context, name).getValue());
  Bounds &range = bounds.emplace_back();
  if (dim >= 0) {
    range = {0, getMostCounted(op)};
    sizeSymbols.insert(position);
  }
  int64_t place[] = {result, dim, int64_t(position)};
  llvm::append_range(places, place);
  op->setAttr("ts.unbacked", DenseI64ArrayAttr::get(context, places));
  return getAffineSymbolExpr(position, context);
}

void ProgramSizes::visit(OperatorOp op) {
  if (isItem(op.getName())) {
    auto type =
        dyn_cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
    if (type && type.hasDtype() && isa<IntegerType>(type.getDtype()) &&
        !type.getDtype().isInteger(1))
      getUnknown(op, 0, -1);
    return;
  }
  for (Value result : op.getResults())
    if (auto type = dyn_cast<TSTensorType>(result.getType());
        type && type.hasRank() && !type.hasStaticShape())
      getSizes(result);
}

void ProgramSizes::renumber() {
  llvm::SmallDenseSet<unsigned> seen;
  for (size_t i = hints.size(); i < names.size(); ++i)
    names[i] = "";
  for (Operation &op : function.getBody().front()) {
    auto places = op.getAttrOfType<DenseI64ArrayAttr>("ts.unbacked");
    if (!places)
      continue;
    for (size_t i = 2; i < places.asArrayRef().size(); i += 3) {
      int64_t position = places.asArrayRef()[i];
      if (position < 0 || size_t(position) >= names.size() ||
          !seen.insert(unsigned(position)).second)
        continue;
      std::string name = "u" + std::to_string(seen.size() - 1);
      names[size_t(position)] = StringAttr::get(context, name).getValue();
    }
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// What is at least 0 when `difference` is (AtLeast) or is not (Below).
static AffineExpr asOrder(SizeFact::Kind kind, AffineExpr difference) {
  return kind == SizeFact::AtLeast ? difference : -difference - 1;
}

std::optional<bool> ProgramSizes::recall(SizeFact::Kind kind,
                                         AffineExpr difference) const {
  // Whether `stated`, which is at least 0, says so of `asked`.
  auto implies = [&](AffineExpr stated, AffineExpr asked) {
    std::optional<int64_t> rest =
        getConstant(simplifyAffineExpr(asked - stated, 0, names.size()));
    return rest && *rest >= 0;
  };
  bool isOrder = kind == SizeFact::AtLeast || kind == SizeFact::Below;
  for (const SizeFact &check : checks) {
    AffineExpr known = simplify(check.lhs - check.rhs);
    bool knowsOrder =
        check.kind == SizeFact::AtLeast || check.kind == SizeFact::Below;
    if (!knowsOrder && !isOrder) {
      AffineExpr apart = simplifyAffineExpr(known - difference, 0, names.size()),
                 sum = simplifyAffineExpr(known + difference, 0, names.size());
      if (getConstant(apart) == 0 || getConstant(sum) == 0)
        return kind == check.kind;
    }
    if (!knowsOrder)
      continue;
    AffineExpr stated = asOrder(check.kind, known);
    if (isOrder) {
      AffineExpr asked = asOrder(kind, difference);
      if (implies(stated, asked))
        return true;
      if (implies(stated, -asked - 1))
        return false;
    } else if (implies(stated, difference - 1) ||
               implies(stated, -difference - 1)) {
      return kind == SizeFact::Differ;
    }
  }
  return std::nullopt;
}

bool ProgramSizes::require(SizeFact::Kind kind, AffineExpr lhs, AffineExpr rhs,
                           Location loc) {
  std::string before = undecided;
  if (std::optional<bool> holds = decide(kind, lhs, rhs, loc))
    return *holds || hasUnbacked(lhs) || hasUnbacked(rhs);
  undecided = std::move(before);
  assume(SizeFact{kind, simplify(lhs), simplify(rhs), loc});
  return true;
}

/// `3 < u0 + 1` and `-u0 >= -5` as bounds of the symbol.
static void isolate(SizeFact &fact, unsigned numSymbols) {
  AffineExpr sum = simplifyAffineExpr(fact.lhs - fact.rhs, 0, numSymbols);
  int64_t number = 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(sum);
  if (binary && binary.getKind() == AffineExprKind::Add &&
      isa<AffineConstantExpr>(binary.getRHS())) {
    number = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    sum = binary.getLHS();
  }
  auto product = dyn_cast<AffineBinaryOpExpr>(sum);
  bool isNegative = product && product.getKind() == AffineExprKind::Mul &&
                    getConstant(product.getRHS()) == -1;
  if (isNegative)
    sum = product.getLHS();
  if (!isa<AffineSymbolExpr>(sum) || number == INT64_MAX ||
      number == INT64_MIN)
    return;
  fact.lhs = sum;
  fact.rhs = getAffineConstantExpr(isNegative ? number + 1 : -number,
                                   sum.getContext());
  if (isNegative)
    fact.kind = negate(fact.kind);
}

bool ProgramSizes::assume(SizeFact fact) {
  if (!hasUnbacked(fact.lhs) && !hasUnbacked(fact.rhs))
    return decide(fact.kind, fact.lhs, fact.rhs, fact.loc).has_value();
  if (fact.kind == SizeFact::AtLeast || fact.kind == SizeFact::Below)
    isolate(fact, names.size());
  learn(fact);
  facts.pop_back();
  bool isBound = isa<AffineSymbolExpr>(fact.lhs) &&
                 isa<AffineConstantExpr>(fact.rhs) &&
                 (fact.kind == SizeFact::AtLeast || fact.kind == SizeFact::Below);
  bool isKnown = llvm::any_of(checks, [&](const SizeFact &check) {
    return check.kind == fact.kind && check.lhs == fact.lhs &&
           check.rhs == fact.rhs;
  });
  if (!isBound && !isKnown)
    checks.push_back(fact);
  return true;
}

bool ProgramSizes::assume(Value condition, bool holds) {
  Operation *made = condition.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(made);
      comparison && !comparison.getLhs().getType().isInteger(1)) {
    AffineExpr a = getInteger(comparison.getLhs()),
               b = getInteger(comparison.getRhs());
    std::optional<SizeFact> fact =
        a && b ? getFact(comparison, simplify(a), simplify(b)) : std::nullopt;
    if (!fact)
      return false;
    if (!holds)
      fact->kind = negate(fact->kind);
    return assume(*fact);
  }
  if (isa_and_nonnull<arith::XOrIOp>(made) &&
      matchPattern(made->getOperand(1), m_One()))
    return assume(made->getOperand(0), !holds);
  bool isBoth = holds ? isa_and_nonnull<arith::AndIOp>(made)
                      : isa_and_nonnull<arith::OrIOp>(made);
  return isBoth && assume(made->getOperand(0), holds) &&
         assume(made->getOperand(1), holds);
}

void ProgramSizes::readCheck(OperatorOp op) {
  if (!isSizeCheck(op.getName()))
    return;
  if (Value condition = getAssertedCondition(op)) {
    assume(condition, true);
    return;
  }
  AffineExpr size = getInteger(op.getArgs()[0]);
  if (!size || !hasUnbacked(size))
    return;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
    sizeSymbols.insert(symbol.getPosition());
  int64_t min = getConstantInt(op.getArgs()[1]).value_or(0);
  assume(SizeFact{SizeFact::AtLeast, size, getAffineConstantExpr(min, context),
                  op.getLoc()});
  std::optional<int64_t> max = getConstantInt(op.getArgs()[2]);
  if (max && *max < INT64_MAX)
    assume(SizeFact{SizeFact::Below, size,
                    getAffineConstantExpr(*max + 1, context), op.getLoc()});
}

bool ProgramSizes::mayBeInferred(OperatorOp op) {
  if (!infersSizes(op) || op.getArgs().size() < 2)
    return false;
  for (Value list : op.getArgs().drop_front()) {
    std::optional<SmallVector<Value>> elements = getListElements(list);
    for (Value element : elements ? *elements : SmallVector<Value>()) {
      AffineExpr size = getInteger(element);
      if (!size || !hasUnbacked(size))
        continue;
      AffineExpr inferred = getAffineConstantExpr(-1, context);
      if (decide(SizeFact::Equal, size, inferred, op.getLoc()) != false)
        return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

void ProgramSizes::note() {
  Builder builder(context);
  SmallVector<Attribute> symbols;
  if (auto known = function->getAttrOfType<ArrayAttr>("ts.graph_symbols"))
    symbols.assign(known.begin(), known.end());
  symbols.resize(hints.size());
  for (size_t i = hints.size(); i < names.size(); ++i)
    symbols.push_back(SymbolRangeAttr::get(
        context, builder.getStringAttr(names[i]),
        bounds[i].min.value_or(INT64_MIN), bounds[i].max.value_or(INT64_MAX)));
  if (!symbols.empty())
    function->setAttr("ts.graph_symbols", builder.getArrayAttr(symbols));
  if (!sizeSymbols.empty()) {
    SmallVector<int64_t> list(sizeSymbols.begin(), sizeSymbols.end());
    llvm::sort(list);
    function->setAttr("ts.size_symbols", builder.getDenseI64ArrayAttr(list));
  }
  auto write = [&](StringRef name, ArrayRef<SizeFact> made, bool isAdded) {
    SmallVector<Attribute> notes;
    auto known = function->getAttrOfType<ArrayAttr>(name);
    if (known && isAdded)
      llvm::append_range(notes, known);
    for (const SizeFact &fact : made) {
      AffineExpr sides[] = {fact.lhs, fact.rhs};
      auto map = AffineMap::get(0, names.size(), sides, context);
      Attribute parts[] = {builder.getI64IntegerAttr(int64_t(fact.kind)),
                           AffineMapAttr::get(map), LocationAttr(fact.loc)};
      Attribute note = builder.getArrayAttr(parts);
      if (!llvm::is_contained(notes, note))
        notes.push_back(note);
    }
    if (!notes.empty())
      function->setAttr(name, builder.getArrayAttr(notes));
  };
  write("ts.size_facts", facts, /*isAdded=*/true);
  write("ts.size_checks", checks, /*isAdded=*/false);
}
