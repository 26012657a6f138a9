//===- SizeExpressions.cpp - Expressions of symbols -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeExpressions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
using namespace mlir;

bool SizeExpressions::consume(StringRef token) {
  rest = rest.ltrim();
  return rest.consume_front(token);
}

AffineExpr SizeExpressions::parse(StringRef text) {
  rest = text;
  depth = 0;
  AffineExpr result = parseSum();
  return rest.trim().empty() ? result : AffineExpr();
}

AffineExpr SizeExpressions::getSymbol(StringRef name) {
  auto it = llvm::find(symbols, name.str());
  if (it == symbols.end())
    it = symbols.insert(it, name.str());
  return getAffineSymbolExpr(it - symbols.begin(), context);
}

/// Sums and differences; null as soon as a part is.
AffineExpr SizeExpressions::parseSum() {
  AffineExpr sum = parseProduct();
  while (sum) {
    bool isPlus = consume("+");
    if (!isPlus && !consume("-"))
      break;
    AffineExpr next = parseProduct();
    if (!next)
      return {};
    sum = isPlus ? sum + next : sum - next;
  }
  return sum;
}

AffineExpr SizeExpressions::parseProduct() {
  AffineExpr product = parseFactor();
  while (product) {
    rest = rest.ltrim();
    if (rest.starts_with("**"))
      return {};
    bool isQuotient = consume("//");
    if (!isQuotient && !consume("*"))
      break;
    AffineExpr next = parseFactor();
    if (!next || (isQuotient && (!isa<AffineConstantExpr>(next) ||
                                 cast<AffineConstantExpr>(next).getValue() < 1)))
      return {};
    if (!isQuotient && !next.isSymbolicOrConstant())
      return {};
    if (!isQuotient && !isa<AffineConstantExpr>(next) &&
        !isa<AffineConstantExpr>(product))
      return {};
    product = isQuotient ? product.floorDiv(next) : product * next;
  }
  return product;
}

AffineExpr SizeExpressions::parseFactor() {
  if (++depth > 1000)
    return {};
  rest = rest.ltrim();
  if (consume("-")) {
    AffineExpr operand = parseFactor();
    return operand ? -operand : operand;
  }
  if (consume("(")) {
    AffineExpr inner = parseSum();
    return consume(")") ? inner : AffineExpr();
  }
  if (!rest.empty() && llvm::isDigit(rest.front())) {
    int64_t number;
    if (rest.consumeInteger(10, number))
      return {};
    return getAffineConstantExpr(number, context);
  }
  StringRef name = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  rest = rest.drop_front(name.size());
  if (name.empty())
    return {};
  if (rest.starts_with("("))
    return parseCall(name);
  return getSymbol(name);
}

/// `Symbol('s0', positive=True)`, `Integer(2)` and functions of expressions.
AffineExpr SizeExpressions::parseCall(StringRef name) {
  rest.consume_front("(");
  if (name == "Symbol") {
    consume("'");
    StringRef symbol =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    size_t end = rest.find(')');
    if (symbol.empty() || end == StringRef::npos)
      return {};
    rest = rest.drop_front(end + 1);
    return getSymbol(symbol);
  }
  SmallVector<AffineExpr> operands;
  do {
    operands.push_back(parseSum());
    if (!operands.back())
      return {};
  } while (consume(","));
  if (!consume(")"))
    return {};
  if (name == "Integer" && operands.size() == 1)
    return operands.front();
  bool isDivision = name == "FloorDiv" || name == "CleanDiv" || name == "Mod" ||
                    name == "PythonMod";
  if (isDivision) {
    auto divisor = operands.size() == 2
                       ? dyn_cast<AffineConstantExpr>(operands[1])
                       : AffineConstantExpr();
    if (!divisor || divisor.getValue() < 1)
      return {};
    return name.ends_with("Div") ? operands[0].floorDiv(operands[1])
                                 : operands[0] % operands[1];
  }
  if (name != "Add" && name != "Mul")
    return {};
  AffineExpr result = operands.front();
  for (AffineExpr operand : llvm::drop_begin(operands)) {
    if (name == "Mul" && !isa<AffineConstantExpr>(operand) &&
        !isa<AffineConstantExpr>(result))
      return {};
    result = name == "Add" ? result + operand : result * operand;
  }
  return result;
}
