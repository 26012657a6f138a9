//===- InputChecks.cpp - What exported programs ask of inputs -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputChecks.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

InputChecks::InputChecks(OpBuilder &builder, func::FuncOp program)
    : builder(builder), loc(program.getLoc()), program(program),
      symbols(program->getAttrOfType<ArrayAttr>("ts.graph_symbols")),
      bound(symbols.size()) {}

Value InputChecks::op(StringRef name, Type result, ValueRange operands) {
  return builder.create<OperatorOp>(loc, result, name, operands).getResult(0);
}

Value InputChecks::makeInt(int64_t value) {
  return builder.create<arith::ConstantOp>(loc,
                                           builder.getI64IntegerAttr(value));
}

Value InputChecks::makeText(const Twine &text) {
  return builder.create<ConstantStrOp>(loc, text.str());
}

Value InputChecks::asText(Value value) {
  return op("aten::str", StrType::get(builder.getContext()), value);
}

void InputChecks::raiseIf(Value condition, const Twine &text, Value shown,
                          const Twine &rest) {
  auto branch = builder.create<IfOp>(loc, TypeRange(), condition, false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.getThenBlock());
  Value message = makeText(text);
  Type str = message.getType();
  if (shown)
    message = op("aten::add.str", str, {message, asText(shown)});
  if (!rest.isTriviallyEmpty())
    message = op("aten::add.str", str, {message, makeText(rest)});
  builder.create<RaiseOp>(loc, "builtins.RuntimeError", message);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool InputChecks::isKnown(AffineExpr expression) const {
  bool known = true;
  expression.walk([&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      known &= bool(bound[symbol.getPosition()]);
  });
  return known;
}

std::string InputChecks::spell(AffineExpr expression) const {
  if (auto number = dyn_cast<AffineConstantExpr>(expression))
    return std::to_string(number.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return cast<SymbolRangeAttr>(symbols[symbol.getPosition()])
        .getName()
        .str();
  auto binary = cast<AffineBinaryOpExpr>(expression);
  StringRef sign = binary.getKind() == AffineExprKind::Add        ? " + "
                   : binary.getKind() == AffineExprKind::Mul      ? "*"
                   : binary.getKind() == AffineExprKind::FloorDiv ? "//"
                                                                  : " % ";
  std::string a = spell(binary.getLHS()), b = spell(binary.getRHS());
  // Numbers stand in front of what they multiply.
  if (binary.getKind() == AffineExprKind::Mul &&
      isa<AffineConstantExpr>(binary.getRHS()))
    std::swap(a, b);
  return a + sign.str() + b;
}

Value InputChecks::compute(AffineExpr expression) {
  if (auto number = dyn_cast<AffineConstantExpr>(expression))
    return makeInt(number.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return bound[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expression);
  StringRef name =
      binary.getKind() == AffineExprKind::Add        ? "aten::add.int"
      : binary.getKind() == AffineExprKind::Mul      ? "aten::mul.int"
      : binary.getKind() == AffineExprKind::FloorDiv ? "aten::floordiv.int"
                                                     : "aten::remainder.int";
  return op(name, builder.getI64Type(),
            {compute(binary.getLHS()), compute(binary.getRHS())});
}

namespace {
/// scale * symbol + offset
struct Linear {
  unsigned symbol;
  int64_t scale, offset;
};
} // namespace

/// The expression as a linear one of one symbol.
static std::optional<Linear> getLinear(AffineExpr expression) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return Linear{symbol.getPosition(), 1, 0};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  auto constant =
      binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
             : AffineConstantExpr();
  std::optional<Linear> inner =
      constant ? getLinear(binary.getLHS()) : std::nullopt;
  if (!inner)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    if (llvm::AddOverflow(inner->offset, constant.getValue(), inner->offset))
      return std::nullopt;
    return inner;
  }
  if (binary.getKind() != AffineExprKind::Mul || constant.getValue() <= 0 ||
      llvm::MulOverflow(inner->scale, constant.getValue(), inner->scale) ||
      llvm::MulOverflow(inner->offset, constant.getValue(), inner->offset))
    return std::nullopt;
  return inner;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void InputChecks::check(unsigned index, Value value, StringRef where) {
  if (Attribute literal = program.getArgAttr(index, "ts.literal"))
    return checkLiteral(literal, value, where);
  auto shape = program.getArgAttrOfType<AffineMapAttr>(index, "ts.shape");
  if (!shape || !isa<TSTensorType>(value.getType()))
    return;
  StringRef name =
      program.getArgAttrOfType<StringAttr>(index, "ts.name").getValue();
  ArrayRef<AffineExpr> sizes = shape.getValue().getResults();
  std::string expected;
  for (AffineExpr size : sizes)
    expected += (expected.empty() ? "" : ", ") + spell(size);
  Type i64 = builder.getI64Type(), i1 = builder.getI1Type();
  Value rank = op("aten::dim", i64, value);
  Value differs =
      op("aten::ne.int", i1, {rank, makeInt(int64_t(sizes.size()))});
  Value actual = op("aten::size", ListType::get(i64), value);
  raiseIf(differs,
          "Unexpected number of dimensions in input at " + where +
              ".shape (expected torch.Size([" + expected +
              "]), got torch.Size(",
          actual, "))");
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value found =
        op("aten::size.int", i64, {value, makeInt(int64_t(dim))});
    checkSize(size, found, dim, where, name);
  }
}

void InputChecks::raiseUnequal(Value differs, const Twine &before,
                               Value expected, Value found) {
  auto branch = builder.create<IfOp>(loc, TypeRange(), differs, false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.getThenBlock());
  Value text = makeText(before.str());
  for (Value part : {asText(expected), makeText(", but got "), asText(found)})
    text = op("aten::add.str", text.getType(), {text, part});
  builder.create<RaiseOp>(loc, "builtins.RuntimeError", text);
}

void InputChecks::checkLiteral(Attribute literal, Value value,
                               StringRef where) {
  Type i1 = builder.getI1Type(), type = value.getType();
  std::string spelled;
  StringRef name;
  Value expected;
  if (auto text = dyn_cast<StringAttr>(literal); text && isa<StrType>(type)) {
    spelled = text.str();
    expected = makeText(spelled);
    name = "aten::ne.str";
  } else if (auto flag = dyn_cast<BoolAttr>(literal);
             flag && type.isInteger(1)) {
    spelled = flag.getValue() ? "True" : "False";
    expected = builder.create<arith::ConstantOp>(loc, flag);
    name = "aten::ne.bool";
  } else if (auto number = dyn_cast<IntegerAttr>(literal);
             number && number.getType() == type && type.isInteger(64)) {
    spelled = std::to_string(number.getInt());
    expected = builder.create<arith::ConstantOp>(loc, number);
    name = "aten::ne.int";
  } else if (auto number = dyn_cast<FloatAttr>(literal);
             number && number.getType() == type && type.isF64()) {
    // The runtime spells it as Python does.
    expected = builder.create<arith::ConstantOp>(loc, number);
    raiseUnequal(op("aten::ne.float", i1, {value, expected}),
                 "Expected input at " + where + " to be equal to ", expected,
                 value);
    return;
  } else {
    return;
  }
  raiseIf(op(name, i1, {value, expected}),
          "Expected input at " + where + " to be equal to " + spelled +
              ", but got ",
          value);
}

void InputChecks::checkSize(AffineExpr expected, Value size, unsigned dim,
                            StringRef where, StringRef name) {
  Type i64 = builder.getI64Type(), i1 = builder.getI1Type();
  std::string place =
      ("Expected input at " + where + ".shape[" + Twine(dim) + "]").str();
  if (isKnown(expected)) {
    Value wanted = compute(expected);
    Value differs = op("aten::ne.int", i1, {size, wanted});
    if (isa<AffineConstantExpr>(expected)) {
      raiseIf(differs, place + " to be equal to " + spell(expected) +
                           ", but got ",
              size);
      return;
    }
    // The value that earlier inputs imply is part of the text.
    raiseUnequal(differs, place + " to be equal to ", wanted, size);
    return;
  }
  std::optional<Linear> linear = getLinear(expected);
  if (!linear)
    return;
  Value root = size;
  if (linear->scale != 1 || linear->offset != 0) {
    Value rest = op("aten::sub.int", i64, {size, makeInt(linear->offset)});
    Value scale = makeInt(linear->scale);
    Value left = op("aten::remainder.int", i64, {rest, scale});
    std::string symbol =
        spell(getAffineSymbolExpr(linear->symbol, builder.getContext()));
    raiseIf(op("aten::ne.int", i1, {left, makeInt(0)}),
            "Expected input " + name + ".shape[" + Twine(dim) + "] = ", size,
            " to be of the form " + spell(expected) + ", where " + symbol +
                " is an integer");
    root = op("aten::floordiv.int", i64, {rest, scale});
  }
  bound[linear->symbol] = root;
  // The bounds of the symbol as those of the size.
  auto range = cast<SymbolRangeAttr>(symbols[linear->symbol]);
  int64_t limits[] = {range.getMin(), range.getMax()};
  bool isBounded = limits[1] < std::numeric_limits<int64_t>::max() / 2;
  for (int64_t &limit : limits)
    if (llvm::MulOverflow(limit, linear->scale, limit) ||
        llvm::AddOverflow(limit, linear->offset, limit))
      limit = &limit == limits ? 0 : std::numeric_limits<int64_t>::max();
  // Every symbol is at least 2; the file need not be believed there.
  if (range.getMin() > 2)
    raiseIf(op("aten::lt.int", i1, {size, makeInt(limits[0])}),
            place + " to be >= " + Twine(limits[0]) + ", but got ", size);
  if (isBounded)
    raiseIf(op("aten::gt.int", i1, {size, makeInt(limits[1])}),
            place + " to be <= " + Twine(limits[1]) + ", but got ", size);
}
