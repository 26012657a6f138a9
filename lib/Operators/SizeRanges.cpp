//===- SizeRanges.cpp - Bounds of sizes -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of sizes without their values: least and greatest ones.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Inference.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ts;

Inference::Range Inference::getRange(const Symbol &symbol) const {
  switch (symbol.kind) {
  case Symbol::Dimension:
    return {0, std::nullopt};
  case Symbol::Integer:
    if (auto size = symbol.value.getDefiningOp<SymbolOp>())
      return {int64_t(size.getMin()), size.getMax()};
    return {};
  case Symbol::Maximum:
  case Symbol::Minimum:
  case Symbol::Broadcast: {
    Range a = getRange(symbol.lhs), b = getRange(symbol.rhs), range;
    if (a.min && b.min)
      range.min = symbol.kind == Symbol::Maximum ? std::max(*a.min, *b.min)
                                                 : std::min(*a.min, *b.min);
    else if (symbol.kind == Symbol::Maximum)
      range.min = a.min ? a.min : b.min;
    return range;
  }
  }
  llvm_unreachable("all kinds are listed");
}

Inference::Range Inference::getRange(Size size) const {
  if (std::optional<int64_t> known = getConstant(size))
    return {known, known};
  if (auto known = ranges.find(size); known != ranges.end())
    return known->second;
  Range range;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
    range = getRange(symbols[symbol.getPosition()]);
  else if (auto binary = dyn_cast<AffineBinaryOpExpr>(size))
    range = getRangeOf(binary);
  ranges[size] = range;
  return range;
}

Inference::Range Inference::getRangeOf(AffineBinaryOpExpr binary) const {
  Range a = getRange(binary.getLHS()), b = getRange(binary.getRHS());
  // Sizes are far from the ends of 64 bits, or nothing is said.
  constexpr int64_t limit = int64_t(1) << 31;
  auto isSmall = [](std::optional<int64_t> n) {
    return n && *n > -limit && *n < limit;
  };
  Range range;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    if (isSmall(a.min) && isSmall(b.min))
      range.min = *a.min + *b.min;
    if (isSmall(a.max) && isSmall(b.max))
      range.max = *a.max + *b.max;
    return range;
  case AffineExprKind::Mul:
    if (std::optional<int64_t> factor = getConstant(binary.getRHS())) {
      if (*factor < 0)
        std::swap(a.min, a.max);
      if (isSmall(a.min) && isSmall(factor))
        range.min = *a.min * *factor;
      if (isSmall(a.max) && isSmall(factor))
        range.max = *a.max * *factor;
    } else if (isSmall(a.min) && isSmall(b.min) && *a.min >= 0 && *b.min >= 0) {
      range.min = *a.min * *b.min;
    }
    return range;
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv: {
    std::optional<int64_t> divisor = getConstant(binary.getRHS());
    if (!divisor || *divisor <= 0) {
      if (a.min && *a.min >= 0)
        range.min = 0;
      return range;
    }
    bool isFloor = binary.getKind() == AffineExprKind::FloorDiv;
    auto divide = [&](std::optional<int64_t> n) -> std::optional<int64_t> {
      if (!n)
        return std::nullopt;
      return isFloor ? llvm::divideFloorSigned(*n, *divisor)
                     : llvm::divideCeilSigned(*n, *divisor);
    };
    return {divide(a.min), divide(a.max)};
  }
  case AffineExprKind::Mod:
    range.min = 0;
    return range;
  default:
    return {};
  }
}

std::optional<bool> Inference::isTrue(const Condition &condition) const {
  if (std::optional<bool> known = condition.isTrue())
    return known;
  Range difference = getRange(condition.lhs - condition.rhs);
  if (condition.kind == Condition::AtLeast) {
    if (difference.min && *difference.min >= 0)
      return true;
    if (difference.max && *difference.max < 0)
      return false;
    return std::nullopt;
  }
  if (condition.kind == Condition::Broadcastable &&
      (getRange(condition.lhs).min.value_or(0) < 2 ||
       getRange(condition.rhs).min.value_or(0) < 2))
    return std::nullopt;
  if ((difference.min && *difference.min > 0) ||
      (difference.max && *difference.max < 0))
    return false;
  return std::nullopt;
}
