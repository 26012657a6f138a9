//===- CodeFolding.cpp - Operators on constants in code --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch computes operators on constant numbers and strings before it prints
// a function. What would raise stays.
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>
#include <optional>

using namespace torchscript;
namespace ts = mlir::ts;
using llvm::StringRef;

namespace {
/// A constant number: a whole one, or a float.
struct Number {
  bool isWhole = true;
  int64_t whole = 0;
  double real = 0;

  static Number of(int64_t value) { return {true, value, double(value)}; }
  static Number of(double value) { return {false, 0, value}; }
};
using Result = std::optional<Number>;
} // namespace

static Result getNumber(mlir::Attribute value) {
  if (auto real = llvm::dyn_cast_or_null<mlir::FloatAttr>(value))
    return Number::of(real.getValueAsDouble());
  auto whole = llvm::dyn_cast_or_null<mlir::IntegerAttr>(value);
  if (!whole)
    return std::nullopt;
  return Number::of(whole.getType().isInteger(1)
                        ? int64_t(!whole.getValue().isZero())
                        : whole.getInt());
}

/// The operators that whole numbers have in their own arithmetic; none for
/// those that give floats, would overflow or divide by zero.
static Result foldWhole(StringRef name, int64_t a, int64_t b) {
  int64_t result;
  if (name == "add" || name == "sub" || name == "mul") {
    bool overflows = name == "add"   ? llvm::AddOverflow(a, b, result)
                     : name == "sub" ? llvm::SubOverflow(a, b, result)
                                     : llvm::MulOverflow(a, b, result);
    return overflows ? Result() : Number::of(result);
  }
  bool divides =
      b != 0 && !(a == std::numeric_limits<int64_t>::min() && b == -1);
  if (name == "floordiv" && divides)
    return Number::of(a / b - (a % b && (a < 0) != (b < 0)));
  if (name == "remainder" && divides)
    return Number::of(a % b && (a < 0) != (b < 0) ? a % b + b : a % b);
  return std::nullopt;
}

/// A comparison: 0 or 1; none for other operators.
static Result foldComparison(StringRef name, const Number &a, const Number &b) {
  auto compare = [&](auto x, auto y) {
    return llvm::StringSwitch<int>(name)
        .Case("lt", x < y)
        .Case("le", x <= y)
        .Case("gt", x > y)
        .Case("ge", x >= y)
        .Case("eq", x == y)
        .Case("ne", x != y)
        .Default(-1);
  };
  int result = a.isWhole && b.isWhole ? compare(a.whole, b.whole)
                                      : compare(a.real, b.real);
  return result < 0 ? Result() : Number::of(int64_t(result));
}

static Result foldBinary(StringRef name, const Number &a, const Number &b) {
  if (Result comparison = foldComparison(name, a, b))
    return comparison;
  if (name == "max" || name == "min")
    return (a.real < b.real) == (name == "max") ? b : a;
  if (name == "__and__" || name == "__or__")
    return Number::of(
        int64_t(name == "__and__" ? a.whole && b.whole : a.whole || b.whole));
  bool isWhole = a.isWhole && b.isWhole;
  if (isWhole && name != "div" && name != "pow")
    return foldWhole(name, a.whole, b.whole);
  if (name == "add")
    return Number::of(a.real + b.real);
  if (name == "sub")
    return Number::of(a.real - b.real);
  if (name == "mul")
    return Number::of(a.real * b.real);
  if (name == "pow" && (a.real != 0 || b.real >= 0))
    return Number::of(std::pow(a.real, b.real));
  if (b.real == 0)
    return std::nullopt;
  if (name == "div")
    return Number::of(a.real / b.real);
  if (name == "floordiv")
    return Number::of(std::floor(a.real / b.real));
  return std::nullopt;
}

static Result foldUnary(StringRef name, const Number &a) {
  if (name == "__not__")
    return Number::of(int64_t(!a.whole));
  if (name == "neg" && a.isWhole &&
      a.whole != std::numeric_limits<int64_t>::min())
    return Number::of(-a.whole);
  if (name == "neg" && !a.isWhole)
    return Number::of(-a.real);
  if (name == "Float")
    return Number::of(a.real);
  if (name == "Int" && (a.isWhole || std::fabs(a.real) < 9.2e18))
    return Number::of(a.isWhole ? a.whole : int64_t(a.real));
  if (name == "sqrt" && a.real >= 0)
    return Number::of(std::sqrt(a.real));
  if (name == "log" && a.real > 0)
    return Number::of(std::log(a.real));
  if (name == "exp")
    return Number::of(std::exp(a.real));
  if (name == "sin")
    return Number::of(std::sin(a.real));
  if (name == "cos")
    return Number::of(std::cos(a.real));
  if (name == "tanh")
    return Number::of(std::tanh(a.real));
  if ((name == "floor" || name == "ceil") && std::fabs(a.real) < 9.2e18)
    return Number::of(
        int64_t(name == "floor" ? std::floor(a.real) : std::ceil(a.real)));
  return std::nullopt;
}

/// `float("inf")` and the like.
static Result foldText(StringRef name, StringRef text) {
  double value;
  if (name != "Float" || text.trim().getAsDouble(value))
    return std::nullopt;
  return Number::of(value);
}

mlir::Attribute
torchscript::foldOperator(ts::OperatorOp op,
                          llvm::ArrayRef<mlir::Attribute> operands) {
  if (op->getNumResults() != 1)
    return {};
  return foldOperator(op.getName().split("::").second.split('.').first,
                      op->getResult(0).getType(), operands);
}

mlir::Attribute
torchscript::foldOperator(StringRef name, mlir::Type type,
                          llvm::ArrayRef<mlir::Attribute> operands) {
  if (operands.empty() || operands.size() > 2)
    return {};
  mlir::Builder builder(type.getContext());
  auto left = llvm::dyn_cast_or_null<mlir::StringAttr>(operands[0]);
  auto right = llvm::dyn_cast_or_null<mlir::StringAttr>(operands.back());
  if (left && right && operands.size() == 2)
    return name == "add"
               ? builder.getStringAttr(left.getValue() + right.getValue())
               : mlir::StringAttr();
  Result result;
  if (left && operands.size() == 1) {
    result = foldText(name, left.getValue());
  } else {
    Result a = getNumber(operands[0]), b = getNumber(operands.back());
    if (a && b)
      result =
          operands.size() == 1 ? foldUnary(name, *a) : foldBinary(name, *a, *b);
  }
  if (!result)
    return {};
  if (type.isF64())
    return builder.getF64FloatAttr(result->real);
  if (type.isInteger(1) && result->isWhole)
    return builder.getBoolAttr(result->whole != 0);
  if (type.isInteger(64) && result->isWhole)
    return builder.getI64IntegerAttr(result->whole);
  return {};
}
