//===- SizeConstraints.cpp - What programs need of sizes ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the facts that a program relies on with what the caller said of its
// sizes. Of sizes that were left open facts are taken over; of those that have a
// name they have to follow, or the report says what would have to be written.
//
//===----------------------------------------------------------------------===//

#include "DynamicShapes.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Execution/Failure.h"

#include <set>

using namespace torchscript;
using namespace mlir;

namespace {
/// The kinds of ts.size_facts.
enum FactKind { Equal, Differ, AtLeast, Below };

/// A sum of symbols and a number.
struct Linear {
  std::map<unsigned, int64_t> scales;
  int64_t offset = 0;
};
} // namespace

/// Nothing for what is not linear.
static std::optional<Linear> getLinear(AffineExpr expression,
                                       int64_t scale = 1) {
  Linear result;
  if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
    result.offset = scale * constant.getValue();
    return result;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression)) {
    result.scales[symbol.getPosition()] = scale;
    return result;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return factor ? getLinear(binary.getLHS(), scale * factor.getValue())
                  : std::nullopt;
  }
  if (binary.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto a = getLinear(binary.getLHS(), scale);
  auto b = getLinear(binary.getRHS(), scale);
  if (!a || !b)
    return std::nullopt;
  for (auto [symbol, factor] : b->scales)
    if ((a->scales[symbol] += factor) == 0)
      a->scales.erase(symbol);
  a->offset += b->offset;
  return a;
}

std::string DynamicShapes::spell(AffineExpr expression, bool asDims) const {
  std::vector<std::string> names;
  for (const Symbol &symbol : symbols)
    names.push_back(asDims ? (symbol.root.empty() ? symbol.name : symbol.root)
                    : symbol.source.empty() ? symbol.root
                                            : symbol.source);
  return ts::spellSize(expression, names);
}

/// `batch = L['x'].size()[0] in the specified range 3 <= batch <= 6`
std::string DynamicShapes::spellRange(unsigned index) const {
  const Symbol &symbol = symbols[index];
  std::string text = symbol.root + " = " + symbol.source + " in the specified "
                     "range";
  bool hasMin = symbol.min.value_or(0) > 2;
  if (!hasMin && !symbol.max)
    return text;
  if (hasMin)
    text += " " + std::to_string(*symbol.min) + " <=";
  text += " " + symbol.root;
  if (symbol.max)
    text += " <= " + std::to_string(*symbol.max);
  return text;
}

void DynamicShapes::specialize(unsigned index, int64_t value,
                               AffineExpr asked) {
  Symbol &symbol = symbols[index];
  equals[index] = getAffineConstantExpr(value, context);
  std::string number = std::to_string(value);
  if (symbol.kind == Kind::Dynamic)
    violations.push_back(
        {symbol.source, "Not all values of RelaxedUnspecConstraint(" +
                            symbol.source + ") are valid because " +
                            symbol.source +
                            " was inferred to be a constant (" + number +
                            ")."});
  if (symbol.kind != Kind::Named)
    return;
  otherFixes[symbol.root] = number;
  if (isa<AffineSymbolExpr>(asked)) {
    violations.push_back({symbol.root, "Not all values of " +
                                           spellRange(index) +
                                           " are valid because " + symbol.root +
                                           " was inferred to be a constant (" +
                                           number + ")."});
    return;
  }
  // Derived sizes led to it.
  bool isSaid = false;
  for (const Place &place : places) {
    auto linear = getLinear(place.size);
    if (place.spec.root != symbol.root || isa<AffineSymbolExpr>(place.size) ||
        !linear || linear->scales.size() != 1)
      continue;
    int64_t specialized =
        linear->scales.begin()->second * value + linear->offset;
    forced.push_back({symbol.root, "solving the guards generated for " +
                                       place.spec.text + " = " + place.source +
                                       " resulted in a specialized value of " +
                                       std::to_string(specialized) + "."});
    isSaid = true;
  }
  if (!isSaid)
    violations.push_back({symbol.root, "Not all values of " +
                                           spellRange(index) +
                                           " are valid because " + symbol.root +
                                           " was inferred to be a constant (" +
                                           number + ")."});
}

void DynamicShapes::bound(unsigned index, std::optional<int64_t> min,
                          std::optional<int64_t> max) {
  Symbol &symbol = symbols[index];
  bool isFine = (!min || *min <= std::max<int64_t>(symbol.min.value_or(0), 2)) &&
                (!max || (symbol.max && *symbol.max <= *max));
  if (isFine)
    return;
  if (symbol.kind == Kind::Named) {
    std::string guard;
    if (min)
      guard = std::to_string(*min) + " <= " + symbol.source;
    if (max)
      guard += (min ? " and " : "") + symbol.source +
               " <= " + std::to_string(*max);
    violations.push_back({symbol.root,
                          "Not all values of " + spellRange(index) +
                              " satisfy the generated guard " + guard + "."});
  }
  if (min)
    symbol.min = std::max(symbol.min.value_or(*min), *min);
  if (max)
    symbol.max = std::min(symbol.max.value_or(*max), *max);
  if (symbol.kind != Kind::Named)
    return;
  std::string fix = "Dim('" + symbol.root + "'";
  if (symbol.min.value_or(0) > 2)
    fix += ", min=" + std::to_string(*symbol.min);
  if (symbol.max)
    fix += ", max=" + std::to_string(*symbol.max);
  rangeFixes[symbol.root] = fix + ")";
}

void DynamicShapes::relate(AffineExpr difference) {
  std::optional<Linear> linear = getLinear(difference);
  if (!linear || linear->scales.size() != 2)
    return;
  std::pair<unsigned, int64_t> low = *linear->scales.begin(),
                               high = *linear->scales.rbegin();
  // The later one is said by the earlier, unless only the other way is whole.
  if (std::abs(high.second) != 1) {
    if (std::abs(low.second) != 1)
      return;
    std::swap(low, high);
  }
  auto [first, a] = low;
  auto [second, b] = high;
  AffineExpr said = getAffineSymbolExpr(first, context) * (-a / b) +
                    (-linear->offset / b);
  Symbol &early = symbols[first], &late = symbols[second];
  equals[second] = said;
  if (late.kind != Kind::Named || early.kind != Kind::Named)
    return;
  std::string where = "The values of " + late.root + " = " + late.source;
  bool isEqual = said == getAffineSymbolExpr(first, context);
  std::string other = early.root + " = " + early.source;
  std::string text = spell(said, true);
  violations.push_back(
      {late.root, isEqual ? where + " and " + other + " must always be equal."
                          : where + " must always be related to the values of " +
                                other + " by " + late.root + " = " + text +
                                "."});
  otherFixes[late.root] = text;
}

void DynamicShapes::divide(AffineExpr whole, int64_t divisor) {
  std::optional<Linear> linear = getLinear(whole);
  if (!linear || linear->scales.size() != 1)
    return;
  auto [index, scale] = *linear->scales.begin();
  Symbol &symbol = symbols[index];
  if (symbol.kind != Kind::Named || scale % divisor == 0)
    return;
  violations.push_back(
      {symbol.root, "Not all values of " + spellRange(index) +
                        " satisfy the generated guard " +
                        spell(whole, false) + " % " +
                        std::to_string(divisor) + " == 0."});
  if (scale != 1)
    return;
  // A new root: what the size is a multiple of.
  std::string root = "_" + symbol.root;
  int64_t rest = -linear->offset % divisor;
  std::string fix = std::to_string(divisor) + "*" + root;
  if (rest)
    fix += (rest < 0 ? " - " : " + ") + std::to_string(std::abs(rest));
  otherFixes[symbol.root] = fix;
  if (symbol.max)
    rangeFixes[root] = "Dim('" + root + "', max=" +
                       std::to_string((*symbol.max - rest) / divisor) + ")";
}

void DynamicShapes::checkFact(int64_t kind, AffineExpr lhs, AffineExpr rhs) {
  auto putIn = [&](AffineExpr expression) {
    // Symbols may stand for symbols.
    for (unsigned i = 0; i < symbols.size(); ++i)
      expression = expression.replaceSymbols(equals);
    return simplifyAffineExpr(expression, 0, symbols.size());
  };
  AffineExpr asked = lhs;
  lhs = putIn(lhs);
  rhs = putIn(rhs);
  AffineExpr difference = simplifyAffineExpr(lhs - rhs, 0, symbols.size());
  if (isa<AffineConstantExpr>(difference))
    return;
  for (AffineExpr side : {lhs, rhs}) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(side);
    auto divisor = binary && binary.getKind() == AffineExprKind::Mod
                       ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                       : AffineConstantExpr(nullptr);
    if (divisor && kind == Equal)
      return divide(binary.getLHS() - (side == lhs ? rhs : lhs),
                    divisor.getValue());
  }
  // (x // d) * d == x
  for (auto [side, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)}) {
    auto product = dyn_cast<AffineBinaryOpExpr>(side);
    auto quotient = product && product.getKind() == AffineExprKind::Mul
                        ? dyn_cast<AffineBinaryOpExpr>(product.getLHS())
                        : AffineBinaryOpExpr(nullptr);
    auto divisor = quotient && quotient.getKind() == AffineExprKind::FloorDiv
                       ? dyn_cast<AffineConstantExpr>(quotient.getRHS())
                       : AffineConstantExpr(nullptr);
    if (kind == Equal && divisor && product.getRHS() == divisor &&
        quotient.getLHS() == other)
      return divide(other, divisor.getValue());
  }
  std::optional<Linear> linear = getLinear(difference);
  if (!linear)
    return;
  if (linear->scales.size() == 2 && kind == Equal)
    return relate(difference);
  if (linear->scales.size() != 1)
    return;
  auto [index, scale] = *linear->scales.begin();
  if (kind == Equal) {
    if (linear->offset % scale == 0)
      specialize(index, -linear->offset / scale,
                 isa<AffineConstantExpr>(rhs) ? asked : lhs);
    return;
  }
  if (kind == Differ)
    return;
  // scale * s + offset >= 0, or < 0.
  if (kind == Below) {
    scale = -scale;
    linear->offset = -linear->offset - 1;
  }
  if (scale > 0)
    bound(index, -llvm::divideFloorSigned(linear->offset, scale), std::nullopt);
  else
    bound(index, std::nullopt,
          llvm::divideFloorSigned(linear->offset, -scale));
}

llvm::Error DynamicShapes::report() const {
  bool isForced = violations.empty();
  const std::vector<Violation> &wrong = isForced ? forced : violations;
  if (wrong.empty())
    return llvm::Error::success();
  std::set<std::string> names;
  for (const Violation &violation : wrong)
    names.insert(violation.name);
  std::string text = isForced ? "Specializations unexpectedly required ("
                              : "Constraints violated (";
  text += llvm::join(names, ", ") +
          ")! For more information, run with TORCH_LOGS=\"+dynamic\".\n";
  // What is asked more than once is said once.
  std::set<std::string> said;
  for (const Violation &violation : wrong)
    if (said.insert(violation.message).second)
      text += "  - " + violation.message + "\n";
  std::string fixes;
  for (auto &[root, fix] : rangeFixes)
    if (!otherFixes.count(root))
      fixes += "  " + root + " = " + fix + "\n";
  for (auto &[root, fix] : otherFixes)
    fixes += "  " + root + " = " + fix + "\n";
  if (!fixes.empty())
    text += "\nSuggested fixes:\n" + fixes;
  return llvm::make_error<Failure>(Failure::Kind::Unsupported, text);
}

/// Replaces symbols in the maps of a program by what they are.
static void substitute(func::FuncOp function, ArrayRef<AffineExpr> equals) {
  // Behind the symbols of inputs are those of data.
  unsigned count = function->getAttrOfType<ArrayAttr>("ts.graph_symbols").size();
  MLIRContext *context = function.getContext();
  auto replace = [&](AffineMapAttr attribute) {
    SmallVector<AffineExpr> results;
    for (AffineExpr size : attribute.getValue().getResults()) {
      for (size_t i = 0; i < equals.size(); ++i)
        size = size.replaceSymbols(equals);
      results.push_back(simplifyAffineExpr(size, 0, count));
    }
    return AffineMapAttr::get(AffineMap::get(0, count, results, context));
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto shape = function.getArgAttrOfType<AffineMapAttr>(i, "ts.shape"))
      function.setArgAttr(i, "ts.shape", replace(shape));
  function.walk([&](ts::OperatorOp op) {
    auto sizes = op->getAttrOfType<ArrayAttr>("ts.sizes");
    if (!sizes)
      return;
    SmallVector<Attribute> maps;
    for (Attribute map : sizes)
      maps.push_back(isa<AffineMapAttr>(map)
                         ? Attribute(replace(cast<AffineMapAttr>(map)))
                         : map);
    op->setAttr("ts.sizes", ArrayAttr::get(context, maps));
  });
}

llvm::Error DynamicShapes::solve(func::FuncOp function) {
  if (auto facts = function->getAttrOfType<ArrayAttr>("ts.size_facts"))
    for (auto fact : facts.getAsRange<ArrayAttr>()) {
      AffineMap sides = cast<AffineMapAttr>(fact[1]).getValue();
      checkFact(cast<IntegerAttr>(fact[0]).getInt(), sides.getResult(0),
                sides.getResult(1));
    }
  if (llvm::Error error = report())
    return error;
  substitute(function, equals);
  for (unsigned i = 0; i < symbols.size(); ++i)
    if (isa<AffineSymbolExpr>(equals[i]) &&
        cast<AffineSymbolExpr>(equals[i]).getPosition() == i)
      ranges[symbols[i].name] = {symbols[i].min, symbols[i].max};
  // Derived sizes have ranges of their own.
  for (const Place &place : places) {
    auto linear = getLinear(place.size);
    if (place.spec.kind != Kind::Named || isa<AffineSymbolExpr>(place.size) ||
        !linear || linear->scales.size() != 1)
      continue;
    auto [index, factor] = *linear->scales.begin();
    int64_t scale = factor;
    const Symbol &symbol = symbols[index];
    if (isa<AffineConstantExpr>(equals[index]))
      continue;
    std::vector<std::string> names;
    for (const Symbol &each : symbols)
      names.push_back(each.name);
    auto image = [&](std::optional<int64_t> value) {
      return value ? std::optional(scale * *value + linear->offset) : value;
    };
    ranges[ts::spellSize(place.size, names)] = {image(symbol.min),
                                                  image(symbol.max)};
  }
  function->removeAttr("ts.size_facts");
  function->removeAttr("ts.leaf_shapes");
  return llvm::Error::success();
}
