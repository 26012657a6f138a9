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

#include "ControlFlowOperators.h"

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

/// What is written down as it is.
static Meaning *emitLiteral(FunctionEmitter &e, Expr *expr) {
  SourceRange range = rangeOf(expr);
  switch (expr->getKind()) {
  case Expr::Kind::Integer: {
    auto *literal = llvm::cast<IntegerLiteral>(expr);
    if (!literal->fitsInt64()) {
      e.error(range, "Integral constant out of range (must fit in a signed 64 "
                     "bit integer)");
      return nullptr;
    }
    return e.wrapped(e.constantInt(range, int64_t(literal->value)));
  }
  case Expr::Kind::Float:
    return e.wrapped(
        e.constantFloat(range, llvm::cast<FloatLiteral>(expr)->value));
  case Expr::Kind::Imaginary:
    return e.wrapped(
        e.constantComplex(range, 0, llvm::cast<ImaginaryLiteral>(expr)->value));
  case Expr::Kind::String:
    return e.wrapped(
        e.constantString(range, llvm::cast<StringLiteral>(expr)->value));
  case Expr::Kind::Boolean:
    return e.wrapped(
        e.constantBool(range, llvm::cast<BooleanLiteral>(expr)->value));
  case Expr::Kind::None:
    return e.wrapped(e.constantNone(range));
  case Expr::Kind::Bytes:
    e.error(range, "Unknown Constant expression type");
    return nullptr;
  case Expr::Kind::Ellipsis:
    e.error(range, "Cannot emit expr for: (dots)");
    return nullptr;
  default:
    return nullptr;
  }
}

/// A name; `...` has one, too.
static Meaning *emitName(FunctionEmitter &e, const NameExpr *name) {
  SourceRange range = rangeOf(name);
  if (name->name == "Ellipsis" && !e.getEnvironment().find(name->name)) {
    e.error(range, "Cannot emit expr for: (dots)");
    return nullptr;
  }
  return e.lookupName(range, name->name);
}

/// A comparison of two values.
static Meaning *emitCompare(FunctionEmitter &e, const CompareExpr *compare) {
  TypedValue lhs = e.emitExpr(compare->operands[0]);
  if (!lhs)
    return nullptr;
  TypedValue rhs = e.emitExpr(compare->operands[1]);
  if (!rhs)
    return nullptr;
  return e.wrapped(e.emitComparison(rangeOf(compare), compare->operators[0],
                                    rangeOf(compare->operands[0]), lhs,
                                    rangeOf(compare->operands[1]), rhs));
}

/// Whether a comparison is a chain, or one of identity: a condition.
static bool isConditional(const CompareExpr *compare) {
  CompareOperator op = compare->operators[0];
  return compare->operators.size() > 1 || op == CompareOperator::Is ||
         op == CompareOperator::IsNot;
}

Meaning *FunctionEmitter::emitMeaning(Expr *expr, const Type *hint) {
  SourceRange range = rangeOf(expr);
  auto condition = [&]() -> Meaning * {
    Condition result = emitCondition(expr);
    return result ? makeValue({result.value, TypeContext::getBool()}) : nullptr;
  };
  switch (expr->getKind()) {
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
  case Expr::Kind::String:
  case Expr::Kind::Boolean:
  case Expr::Kind::None:
  case Expr::Kind::Bytes:
  case Expr::Kind::Ellipsis:
    return emitLiteral(*this, expr);
  case Expr::Kind::FString:
    return wrapped(emitFString(llvm::cast<FStringExpr>(expr)));
  case Expr::Kind::Name:
    return emitName(*this, llvm::cast<NameExpr>(expr));
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
    return wrapped(emitUnary(unary));
  }
  case Expr::Kind::Binary:
    return wrapped(emitBinary(llvm::cast<BinaryExpr>(expr)));
  case Expr::Kind::Bool:
    return condition();
  case Expr::Kind::Compare: {
    auto *compare = llvm::cast<CompareExpr>(expr);
    return isConditional(compare) ? condition() : emitCompare(*this, compare);
  }
  case Expr::Kind::Conditional:
    return wrapped(emitConditional(llvm::cast<ConditionalExpr>(expr), hint));
  case Expr::Kind::List:
    return wrapped(emitListDisplay(llvm::cast<ListExpr>(expr), hint));
  case Expr::Kind::Tuple:
    return wrapped(
        emitTupleDisplay(range, llvm::cast<TupleExpr>(expr)->elements, hint));
  case Expr::Kind::Dict:
    return wrapped(emitDictDisplay(llvm::cast<DictExpr>(expr), hint));
  case Expr::Kind::ListComprehension:
  case Expr::Kind::Generator:
    return wrapped(
        emitListComprehension(llvm::cast<ComprehensionExpr>(expr), hint));
  case Expr::Kind::DictComprehension:
    return wrapped(
        emitDictComprehension(llvm::cast<ComprehensionExpr>(expr), hint));
  case Expr::Kind::Starred:
    error(range, "Unexpected starred expansion. File a bug report");
    return nullptr;
  case Expr::Kind::Lambda:
    return makeLambda(*this, llvm::cast<LambdaExpr>(expr));
  case Expr::Kind::Slice:
  case Expr::Kind::Named:
  case Expr::Kind::Set:
  case Expr::Kind::SetComprehension:
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
