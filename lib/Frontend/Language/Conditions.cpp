//===- Conditions.cpp - Conditions ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits conditions with what they tell about variables and whether they are
// known at compile time (section 12 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

mlir::Value FunctionEmitter::toBool(SourceRange range, TypedValue value) {
  if (value.type->isBool())
    return value.value;
  if (value.type->is(TypeKind::Class)) {
    const auto *type = llvm::cast<ClassType>(value.type);
    if (type->findMethod("__bool__")) {
      TypedValue result =
          callMagic(range, "__bool__", "aten::Bool", {{"", range, value}});
      if (result && !result.type->isBool()) {
        error(range, "expected a bool expression for condition but found " +
                         result.spelling());
        return {};
      }
      return result ? result.value : mlir::Value();
    }
  } else if (value.type->isTensor() || value.type->isInt() ||
             value.type->isFloat() || value.type->isString() ||
             value.type->is(TypeKind::List) || value.type->is(TypeKind::Dict) ||
             value.type->isNumber()) {
    TypedValue result;
    // Containers and strings are true when they are not empty.
    if (value.type->isString() || value.type->is(TypeKind::List) ||
        value.type->is(TypeKind::Dict)) {
      TypedValue length = callOperator(range, "aten::len", {value});
      if (!length)
        return {};
      result = callOperator(range, "aten::Bool", {length});
    } else {
      result = callOperator(range, "aten::Bool", {value});
    }
    return result ? result.value : mlir::Value();
  }
  error(range, "Could not cast value of type " + value.spelling() + " to bool");
  return {};
}

Condition
FunctionEmitter::emitShortCircuit(SourceRange range, BoolOperator op,
                                  llvm::function_ref<Condition()> first,
                                  llvm::function_ref<Condition()> second) {
  bool isOr = op == BoolOperator::Or;
  Condition lhs = first();
  if (!lhs)
    return {};
  Condition rhs;
  auto decided = [&] { return constantBool(range, isOr); };
  auto goOn = [&]() -> TypedValue {
    rhs = second();
    return rhs ? TypedValue(rhs.value, TypeContext::getBool()) : TypedValue();
  };
  TypedValue value = isOr ? emitChoice(range, lhs, decided, goOn)
                          : emitChoice(range, lhs, goOn, decided);
  if (!value)
    return {};
  Condition result;
  result.value = value.value;
  result.refinements = isOr ? Refinements::disjunction(
                                  lhs.refinements, rhs.refinements, getTypes())
                            : Refinements::conjunction(
                                  lhs.refinements, rhs.refinements, getTypes());
  // One side that decides is enough; else both must be known.
  if ((lhs.known && *lhs.known == isOr) || (rhs.known && *rhs.known == isOr))
    result.known = isOr;
  else if (lhs.known && rhs.known)
    result.known = !isOr;
  return result;
}

Condition FunctionEmitter::emitBoolOperation(const BoolExpr *expr,
                                             size_t count) {
  if (count == 1)
    return emitCondition(expr->values[0]);
  SourceRange range =
      rangeOf(expr->values[0]).merge(rangeOf(expr->values[count - 1]));
  return emitShortCircuit(
      range, expr->op, [&] { return emitBoolOperation(expr, count - 1); },
      [&] { return emitCondition(expr->values[count - 1]); });
}

/// The range of the first `count` operators of a chain.
static SourceRange chainRange(const CompareExpr *expr, size_t first,
                              size_t last) {
  return rangeOf(expr->operands[first]).merge(rangeOf(expr->operands[last]));
}

Condition FunctionEmitter::emitCompareCondition(const CompareExpr *expr,
                                                size_t count) {
  auto one = [&](size_t i) -> Condition {
    CompareOperator op = expr->operators[i];
    SourceRange range = chainRange(expr, i, i + 1);
    Expr *lhs = expr->operands[i], *rhs = expr->operands[i + 1];
    if (op == CompareOperator::Is || op == CompareOperator::IsNot)
      return emitIsNone(range, lhs, rhs, op == CompareOperator::IsNot);
    TypedValue left = emitExpr(lhs);
    if (!left)
      return {};
    TypedValue right = emitExpr(rhs);
    if (!right)
      return {};
    TypedValue result =
        emitComparison(range, op, rangeOf(lhs), left, rangeOf(rhs), right);
    if (!result)
      return {};
    Condition condition;
    condition.value = toBool(range, result);
    condition.known =
        asConstantBool(condition.value ? condition.value : result.value);
    return condition;
  };
  if (count == 1)
    return one(0);
  // The operands in the middle are evaluated again (TS-EXPR-038).
  return emitShortCircuit(
      chainRange(expr, 0, count), BoolOperator::And,
      [&] { return emitCompareCondition(expr, count - 1); },
      [&] { return one(count - 1); });
}

/// The name of a plain variable, or empty.
static llvm::StringRef variableName(const Expr *expr) {
  const auto *name = llvm::dyn_cast<NameExpr>(expr);
  return name ? name->name : llvm::StringRef();
}

Condition FunctionEmitter::emitIsNone(SourceRange range, Expr *lhs, Expr *rhs,
                                      bool negated) {
  TypedValue left = emitExpr(lhs);
  if (!left)
    return {};
  TypedValue right = emitExpr(rhs);
  if (!right)
    return {};
  bool leftAlways = left.type->isNone(), rightAlways = right.type->isNone();
  bool leftNever = !canBeNone(left.type), rightNever = !canBeNone(right.type);
  Condition result;
  if (leftAlways && rightAlways)
    result.known = !negated;
  else if ((leftAlways && rightNever) || (leftNever && rightAlways))
    result.known = negated;
  if (result.known) {
    result.value = constantBool(range, *result.known).value;
    return result;
  }
  if (leftAlways || rightAlways) {
    TypedValue tested = leftAlways ? right : left;
    result.value = builder.create<ts::IsNoneOp>(loc(range), tested.value);
    if (negated) {
      TypedValue inverted =
          emitOp(range, "aten::__not__",
                 TypedValue(result.value, TypeContext::getBool()),
                 TypeContext::getBool());
      result.value = inverted.value;
    }
    llvm::StringRef name = variableName(leftAlways ? rhs : lhs);
    if (!name.empty()) {
      Refinement refinement{name.str(), withoutNone(getTypes(), tested.type)};
      (negated ? result.refinements.whenTrue : result.refinements.whenFalse)
          .push_back(refinement);
    }
    return result;
  }
  TypedValue value = callOperator(
      range, negated ? "aten::__isnot__" : "aten::__is__", {left, right});
  if (!value)
    return {};
  result.value = value.value;
  return result;
}

Condition FunctionEmitter::emitCondition(Expr *expr) {
  SourceRange range = rangeOf(expr);
  if (auto *unary = llvm::dyn_cast<UnaryExpr>(expr);
      unary && unary->op == UnaryOperator::Not) {
    Condition inner = emitCondition(unary->operand);
    if (!inner)
      return {};
    Condition result;
    result.value = emitOp(range, "aten::__not__",
                          TypedValue(inner.value, TypeContext::getBool()),
                          TypeContext::getBool())
                       .value;
    result.refinements = inner.refinements.negated();
    if (inner.known)
      result.known = !*inner.known;
    return result;
  }
  if (auto *boolean = llvm::dyn_cast<BoolExpr>(expr))
    return emitBoolOperation(boolean, boolean->values.size());
  if (auto *compare = llvm::dyn_cast<CompareExpr>(expr))
    return emitCompareCondition(compare, compare->operators.size());
  if (auto *call = llvm::dyn_cast<CallExpr>(expr)) {
    if (auto *form = llvm::dyn_cast_or_null<SpecialFormMeaning>(
            peekCallee(call->callee))) {
      switch (form->form) {
      case SpecialForm::IsInstance:
      case SpecialForm::HasAttr: {
        bool isInstance = form->form == SpecialForm::IsInstance;
        if (call->arguments.size() != 2 || !call->keywords.empty()) {
          error(range, llvm::Twine(isInstance ? "isinstance" : "hasattr") +
                           " expected exactly 2 arguments but found " +
                           llvm::Twine(call->arguments.size()));
          return {};
        }
        return isInstance
                   ? emitIsInstance(range, call->arguments[0],
                                    call->arguments[1])
                   : emitHasAttr(range, call->arguments[0], call->arguments[1]);
      }
      case SpecialForm::IsScripting:
      case SpecialForm::HasTorchFunction: {
        Condition result;
        result.known = form->form == SpecialForm::IsScripting;
        result.value = constantBool(range, *result.known).value;
        return result;
      }
      default:
        break;
      }
    }
  }
  TypedValue value = emitExpr(expr);
  if (!value)
    return {};
  Condition result;
  result.value = toBool(range, value);
  if (!result.value)
    return {};
  result.known = asConstantBool(result.value);
  return result;
}

TypedValue
FunctionEmitter::emitChoice(SourceRange range, const Condition &condition,
                            llvm::function_ref<TypedValue()> thenValue,
                            llvm::function_ref<TypedValue()> elseValue) {
  // The result type is known only after both arms: emit them into blocks first.
  std::unique_ptr<mlir::Block> blocks[2];
  TypedValue values[2];
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    for (int i : {0, 1}) {
      blocks[i] = std::make_unique<mlir::Block>();
      builder.setInsertionPointToEnd(blocks[i].get());
      env.push();
      refine(range, i == 0 ? condition.refinements.whenTrue
                           : condition.refinements.whenFalse);
      values[i] = i == 0 ? thenValue() : elseValue();
      env.pop();
      if (!values[i])
        return {};
    }
  }
  const Type *type = unify(getTypes(), values[0].type, values[1].type);
  if (!type) {
    error(range, "if-expression's true branch has type " +
                     values[0].spelling() + " but false branch has type " +
                     values[1].spelling());
    return {};
  }
  auto op = builder.create<ts::IfOp>(loc(range), mlir::TypeRange(lower(type)),
                                     condition.value, /*withElse=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  for (int i : {0, 1}) {
    mlir::Block *target = i == 0 ? op.getThenBlock() : op.getElseBlock();
    target->getOperations().splice(target->end(), blocks[i]->getOperations());
    builder.setInsertionPointToEnd(target);
    builder.create<ts::YieldOp>(
        loc(range), mlir::ValueRange(derefine(range, values[i], type)));
  }
  return {op->getResult(0), type,
          type->isTensor() && values[0].inferred && values[1].inferred};
}
