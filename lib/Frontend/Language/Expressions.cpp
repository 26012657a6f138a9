//===- Expressions.cpp - Expressions --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatches expressions and emits literals, conditional expressions and
// f-strings (section 7 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

TypedValue FunctionEmitter::emitExpr(Expr *expr, const Type *hint) {
  Meaning *meaning = emitMeaning(expr, hint);
  if (!meaning)
    return {};
  TypedValue value = meaning->asValue(*this, rangeOf(expr));
  if (value && hint && hint->isAny() && !value.type->isAny())
    return derefined(rangeOf(expr), value, hint);
  return value;
}

Meaning *FunctionEmitter::emitMeaning(Expr *expr, const Type *hint) {
  SourceRange range = rangeOf(expr);
  auto wrap = [&](TypedValue value) -> Meaning * {
    return value ? makeValue(value) : nullptr;
  };
  auto condition = [&]() -> Meaning * {
    Condition result = emitCondition(expr);
    return result ? makeValue({result.value, TypeContext::getBool()}) : nullptr;
  };
  switch (expr->getKind()) {
  case Expr::Kind::Integer: {
    auto *literal = llvm::cast<IntegerLiteral>(expr);
    if (!literal->fitsInt64()) {
      error(range, "Integral constant out of range (must fit in a signed 64 "
                   "bit integer)");
      return nullptr;
    }
    return wrap(constantInt(range, int64_t(literal->value)));
  }
  case Expr::Kind::Float:
    return wrap(constantFloat(range, llvm::cast<FloatLiteral>(expr)->value));
  case Expr::Kind::Imaginary:
    return wrap(
        constantComplex(range, 0, llvm::cast<ImaginaryLiteral>(expr)->value));
  case Expr::Kind::String:
    return wrap(constantString(range, llvm::cast<StringLiteral>(expr)->value));
  case Expr::Kind::Boolean:
    return wrap(constantBool(range, llvm::cast<BooleanLiteral>(expr)->value));
  case Expr::Kind::None:
    return wrap(constantNone(range));
  case Expr::Kind::Bytes:
    error(range, "Unknown Constant expression type");
    return nullptr;
  case Expr::Kind::Ellipsis:
    error(range, "Cannot emit expr for: (dots)");
    return nullptr;
  case Expr::Kind::FString:
    return wrap(emitFString(llvm::cast<FStringExpr>(expr)));
  case Expr::Kind::Name: {
    auto *name = llvm::cast<NameExpr>(expr);
    if (name->name == "Ellipsis" && !env.find(name->name)) {
      error(range, "Cannot emit expr for: (dots)");
      return nullptr;
    }
    return lookupName(range, name->name);
  }
  case Expr::Kind::Attribute:
    return emitAttribute(llvm::cast<AttributeExpr>(expr));
  case Expr::Kind::Subscript:
    return emitSubscript(llvm::cast<SubscriptExpr>(expr), hint);
  case Expr::Kind::Call:
    return emitCall(llvm::cast<CallExpr>(expr), hint);
  case Expr::Kind::Unary: {
    auto *unary = llvm::cast<UnaryExpr>(expr);
    if (unary->op == UnaryOperator::Not)
      return condition();
    return wrap(emitUnary(unary));
  }
  case Expr::Kind::Binary:
    return wrap(emitBinary(llvm::cast<BinaryExpr>(expr)));
  case Expr::Kind::Bool:
    return condition();
  case Expr::Kind::Compare: {
    auto *compare = llvm::cast<CompareExpr>(expr);
    CompareOperator op = compare->operators[0];
    if (compare->operators.size() > 1 || op == CompareOperator::Is ||
        op == CompareOperator::IsNot)
      return condition();
    TypedValue lhs = emitExpr(compare->operands[0]);
    if (!lhs)
      return nullptr;
    TypedValue rhs = emitExpr(compare->operands[1]);
    if (!rhs)
      return nullptr;
    return wrap(emitComparison(range, op, rangeOf(compare->operands[0]), lhs,
                               rangeOf(compare->operands[1]), rhs));
  }
  case Expr::Kind::Conditional:
    return wrap(emitConditional(llvm::cast<ConditionalExpr>(expr), hint));
  case Expr::Kind::List:
    return wrap(emitListDisplay(llvm::cast<ListExpr>(expr), hint));
  case Expr::Kind::Tuple:
    return wrap(
        emitTupleDisplay(range, llvm::cast<TupleExpr>(expr)->elements, hint));
  case Expr::Kind::Dict:
    return wrap(emitDictDisplay(llvm::cast<DictExpr>(expr), hint));
  case Expr::Kind::ListComprehension:
  case Expr::Kind::Generator:
    return wrap(
        emitListComprehension(llvm::cast<ComprehensionExpr>(expr), hint));
  case Expr::Kind::DictComprehension:
    return wrap(
        emitDictComprehension(llvm::cast<ComprehensionExpr>(expr), hint));
  case Expr::Kind::Starred:
    error(range, "Unexpected starred expansion. File a bug report");
    return nullptr;
  case Expr::Kind::Slice:
  case Expr::Kind::Named:
  case Expr::Kind::Set:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::Lambda:
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
  case Expr::Kind::Await:
    break;
  }
  // The syntax check refuses these; it has a message for each.
  notSupported(range, "this expression");
  return nullptr;
}

TypedValue FunctionEmitter::emitConditional(const ConditionalExpr *expr,
                                            const Type *hint) {
  Condition condition = emitCondition(expr->condition);
  if (!condition)
    return {};
  if (condition.known) {
    env.push();
    refine(rangeOf(expr), *condition.known ? condition.refinements.whenTrue
                                           : condition.refinements.whenFalse);
    TypedValue value =
        emitExpr(*condition.known ? expr->thenValue : expr->elseValue, hint);
    env.pop();
    return value;
  }
  return emitChoice(
      rangeOf(expr), condition, [&] { return emitExpr(expr->thenValue, hint); },
      [&] { return emitExpr(expr->elseValue, hint); });
}

TypedValue FunctionEmitter::emitFString(const FStringExpr *expr) {
  // Only the place where the text begins is marked.
  SourceRange range = expr->getRange();
  range.end = range.begin + 1;
  std::string format;
  llvm::SmallVector<TypedValue> arguments;
  for (const FStringPart &part : expr->parts) {
    if (!part.value) {
      format += part.text;
      continue;
    }
    format += "{}";
    arguments.push_back(emitExpr(part.value));
    if (!arguments.back())
      return {};
  }
  arguments.insert(arguments.begin(), constantString(range, format));
  return callOperator(range, "aten::format", arguments);
}
