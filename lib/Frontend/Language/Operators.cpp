//===- Operators.cpp - Operators ------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits unary, binary and comparison operators through their overloads or the
// magic methods of classes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

namespace {
/// An operator of the language: its operator name and its magic method.
struct OperatorNames {
  llvm::StringLiteral op;
  llvm::StringLiteral magic;
};
} // namespace

static OperatorNames namesOf(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Add:
    return {"aten::add", "__add__"};
  case BinaryOperator::Sub:
    return {"aten::sub", "__sub__"};
  case BinaryOperator::Mult:
    return {"aten::mul", "__mul__"};
  case BinaryOperator::MatMult:
    return {"aten::matmul", ""};
  case BinaryOperator::Div:
    return {"aten::div", "__truediv__"};
  case BinaryOperator::FloorDiv:
    return {"aten::floordiv", ""};
  case BinaryOperator::Mod:
    return {"aten::remainder", "__mod__"};
  case BinaryOperator::Pow:
    return {"aten::pow", "__pow__"};
  case BinaryOperator::LShift:
    return {"aten::__lshift__", "__lshift__"};
  case BinaryOperator::RShift:
    return {"aten::__rshift__", "__rshift__"};
  case BinaryOperator::BitAnd:
    return {"aten::__and__", "__and__"};
  case BinaryOperator::BitOr:
    return {"aten::__or__", "__or__"};
  case BinaryOperator::BitXor:
    return {"aten::__xor__", "__xor__"};
  }
  return {"", ""};
}

static OperatorNames namesOf(CompareOperator op) {
  switch (op) {
  case CompareOperator::Eq:
    return {"aten::eq", "__eq__"};
  case CompareOperator::NotEq:
    return {"aten::ne", "__ne__"};
  case CompareOperator::Lt:
    return {"aten::lt", "__lt__"};
  case CompareOperator::LtE:
    return {"aten::le", "__le__"};
  case CompareOperator::Gt:
    return {"aten::gt", "__gt__"};
  case CompareOperator::GtE:
    return {"aten::ge", "__ge__"};
  case CompareOperator::In:
  case CompareOperator::NotIn:
    return {"aten::__contains__", "__contains__"};
  case CompareOperator::Is:
    return {"aten::__is__", ""};
  case CompareOperator::IsNot:
    return {"aten::__isnot__", ""};
  }
  return {"", ""};
}

llvm::StringRef torchscript::getOperatorName(BinaryOperator op) {
  return namesOf(op).op;
}

TypedValue FunctionEmitter::emitUnary(const UnaryExpr *expr) {
  SourceRange range = rangeOf(expr);
  TypedValue operand = emitExpr(expr->operand);
  if (!operand)
    return {};
  bool minus = expr->op == UnaryOperator::Minus;
  // A negated number is a constant, too: `t[-1]`.
  if (minus && operand.type->isInt())
    if (std::optional<int64_t> value = asConstantInt(operand.value))
      return constantInt(range, int64_t(-uint64_t(*value)));
  if (minus && operand.type->isFloat())
    if (auto op = operand.value.getDefiningOp<mlir::arith::ConstantOp>())
      return constantFloat(
          range,
          -llvm::cast<mlir::FloatAttr>(op.getValue()).getValueAsDouble());
  return callMagic(range, minus ? "__neg__" : "__invert__",
                   minus ? "aten::neg" : "aten::bitwise_not",
                   {{"", rangeOf(expr->operand), operand}});
}

TypedValue
FunctionEmitter::emitBinaryOperator(SourceRange range, BinaryOperator op,
                                    SourceRange lhsRange, TypedValue lhs,
                                    SourceRange rhsRange, TypedValue rhs) {
  const auto *leftTuple = llvm::dyn_cast<TupleType>(lhs.type);
  const auto *rightTuple = llvm::dyn_cast<TupleType>(rhs.type);
  if (op == BinaryOperator::Add && leftTuple && rightTuple) {
    llvm::SmallVector<TypedValue> elements;
    for (size_t i = 0; i < leftTuple->size(); ++i)
      elements.push_back(tupleElement(range, lhs, i));
    for (size_t i = 0; i < rightTuple->size(); ++i)
      elements.push_back(tupleElement(range, rhs, i));
    return makeTuple(range, elements);
  }
  // The operator itself takes a tuple apart.
  if (op == BinaryOperator::Mod && lhs.type->isString())
    return callOperator(range, "aten::percentFormat", {lhs, rhs});
  OperatorNames names = namesOf(op);
  return callMagic(range, names.magic, names.op,
                   {{"", lhsRange, lhs}, {"", rhsRange, rhs}});
}

TypedValue FunctionEmitter::emitBinary(const BinaryExpr *expr) {
  TypedValue lhs = emitExpr(expr->lhs);
  if (!lhs)
    return {};
  TypedValue rhs = emitExpr(expr->rhs);
  if (!rhs)
    return {};
  return emitBinaryOperator(rangeOf(expr), expr->op, rangeOf(expr->lhs), lhs,
                            rangeOf(expr->rhs), rhs);
}

TypedValue FunctionEmitter::emitComparison(SourceRange range,
                                           CompareOperator op,
                                           SourceRange lhsRange, TypedValue lhs,
                                           SourceRange rhsRange,
                                           TypedValue rhs) {
  OperatorNames names = namesOf(op);
  bool contains = op == CompareOperator::In || op == CompareOperator::NotIn;
  llvm::SmallVector<ActualArgument, 2> arguments{{"", lhsRange, lhs},
                                                 {"", rhsRange, rhs}};
  if (contains)
    std::swap(arguments[0], arguments[1]);
  // Enums of different classes compare like members of one.
  if (lhs.type->is(TypeKind::Enum) && rhs.type->is(TypeKind::Enum) &&
      lhs.type != rhs.type &&
      (op == CompareOperator::Eq || op == CompareOperator::NotEq))
    return constantBool(range, op == CompareOperator::NotEq);
  TypedValue result = callMagic(range, names.magic, names.op, arguments);
  if (!result || op != CompareOperator::NotIn)
    return result;
  mlir::Value asBool = toBool(range, result);
  if (!asBool)
    return {};
  return emitOp(range, "aten::__not__",
                TypedValue(asBool, TypeContext::getBool()),
                TypeContext::getBool());
}

TypedValue FunctionEmitter::callMagic(SourceRange range, llvm::StringRef magic,
                                      llvm::StringRef op,
                                      llvm::ArrayRef<ActualArgument> args) {
  CallSite site{range, range};
  ActualArguments arguments;
  arguments.positional.append(args.begin(), args.end());
  if (!magic.empty() && !args.empty() &&
      (args[0].value.type->is(TypeKind::Class) ||
       args[0].value.type->is(TypeKind::Interface))) {
    Meaning *method = makeValue(args[0].value)->attribute(*this, range, magic);
    if (!method)
      return {};
    arguments.positional.erase(arguments.positional.begin());
    Meaning *result = method->call(*this, site, arguments);
    return result ? result->asValue(*this, range) : TypedValue();
  }
  return callOperator(site, op, arguments);
}
