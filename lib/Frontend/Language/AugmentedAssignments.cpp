//===- AugmentedAssignments.cpp - Augmented assignments -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits `x op= e`: in place on tensors and lists, a plain operator otherwise
// (section 10.2 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// The operator of `op=` on a type.
static llvm::StringRef augmentedOperator(BinaryOperator op, const Type *type) {
  bool inPlace = type->isTensor() || type->is(TypeKind::List);
  switch (op) {
  case BinaryOperator::Add:
    return inPlace ? "aten::add_" : "aten::add";
  case BinaryOperator::Sub:
    return inPlace ? "aten::sub_" : "aten::sub";
  case BinaryOperator::Mult:
    return inPlace ? "aten::mul_" : "aten::mul";
  case BinaryOperator::Div:
    return inPlace ? "aten::div_" : "aten::div";
  // C's remainder, unlike `%` (TS-STMT-017).
  case BinaryOperator::Mod:
    return inPlace ? "aten::fmod_" : "aten::fmod";
  case BinaryOperator::BitAnd:
    return inPlace ? "aten::bitwise_and" : "aten::__and__";
  case BinaryOperator::BitOr:
    return inPlace ? "aten::bitwise_or" : "aten::__or__";
  case BinaryOperator::BitXor:
    return inPlace ? "aten::bitwise_xor" : "aten::__xor__";
  case BinaryOperator::LShift:
    return "aten::__lshift__";
  case BinaryOperator::RShift:
    return inPlace ? "aten::__irshift__" : "aten::__rshift__";
  case BinaryOperator::Pow:
    return "aten::pow";
  case BinaryOperator::FloorDiv:
  case BinaryOperator::MatMult:
    break;
  }
  return "";
}

/// The magic method of an operator without underscores: `add`. Empty for those
/// that objects do not have (TS-CLS-017).
static llvm::StringRef magicStem(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Add:
    return "add";
  case BinaryOperator::Sub:
    return "sub";
  case BinaryOperator::Mult:
    return "mul";
  case BinaryOperator::Div:
    return "truediv";
  case BinaryOperator::Mod:
    return "mod";
  default:
    return "";
  }
}

/// How the message about an operator that objects do not have names it.
static llvm::StringRef spellRefused(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::BitAnd:
    return "&";
  case BinaryOperator::BitOr:
    return "|";
  case BinaryOperator::BitXor:
    return "^";
  case BinaryOperator::LShift:
    return "<<";
  case BinaryOperator::RShift:
    return ">>";
  default:
    return "pow operator";
  }
}

TypedValue FunctionEmitter::emitAugmented(const AugAssignStmt *statement,
                                          TypedValue current,
                                          const Type *operatorType) {
  SourceRange range = rangeOf(statement);
  TypedValue operand = emitExpr(statement->value);
  if (!operand)
    return {};
  ActualArgument rhs{"", rangeOf(statement->value), operand};
  if (const auto *type = llvm::dyn_cast<ClassType>(current.type)) {
    std::string stem = magicStem(statement->op).str();
    if (stem.empty()) {
      error(range,
            "Unknown augmented assignment: " + spellRefused(statement->op));
      return {};
    }
    std::string inPlace = "__i" + stem + "__", plain = "__" + stem + "__";
    std::string magic = type->findMethod(inPlace) ? inPlace : plain;
    if (!type->findMethod(magic)) {
      error(range, "Cannot emit inplace op on " + current.spelling() +
                       " since it does not define an " + inPlace + " or " +
                       plain + " method");
      return {};
    }
    return callMagic(range, magic, "",
                     {{"", rangeOf(statement->target), current}, rhs});
  }
  // Unlike `a + b`, a homogeneous tuple becomes a list (TS-STMT-020).
  llvm::StringRef op = augmentedOperator(
      statement->op, operatorType ? operatorType : current.type);
  ActualArguments arguments;
  arguments.positional = {{"", rangeOf(statement->target), current}, rhs};
  return callOperator({range, range}, op, arguments);
}

bool FunctionEmitter::emitAugmentedSubscript(const AugAssignStmt *statement,
                                             const SubscriptExpr *target) {
  SourceRange range = rangeOf(statement);
  TypedValue container = emitExpr(target->value);
  if (!container)
    return false;
  llvm::SmallVector<Expr *> items{target->index};
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(target->index))
    items.assign(tuple->elements.begin(), tuple->elements.end());
  if (container.type->isTensor()) {
    TypedValue view;
    llvm::SmallVector<TypedValue> indexTensors;
    if (!emitTensorIndices(rangeOf(target), container, items, view,
                           indexTensors))
      return false;
    if (indexTensors.empty())
      return bool(emitAugmented(statement, view));
    TypedValue indices = makeList(
        range, indexTensors, getTypes().getOptional(TypeContext::getTensor()));
    TypedValue selected = callOperator(range, "aten::index", {view, indices});
    TypedValue result =
        selected ? emitAugmented(statement, selected) : TypedValue();
    return result &&
           callOperator(range, "aten::index_put_", {view, indices, result});
  }
  if (items.size() != 1 || llvm::isa<SliceExpr>(items[0])) {
    auto *slice = llvm::dyn_cast<SliceExpr>(items[0]);
    error(slice ? rangeOfSlice(target, slice) : rangeOf(target->index),
          "Sliced expression not yet supported for subscripted augmented "
          "assignment. File a bug if you want this");
    return false;
  }
  if (!container.type->is(TypeKind::List) &&
      !container.type->is(TypeKind::Dict)) {
    error(rangeOf(target),
          container.spelling() + " does not support augmented assignment.");
    return false;
  }
  TypedValue index = emitExpr(items[0]);
  if (!index)
    return false;
  ActualArgument self{"", rangeOf(target->value), container};
  ActualArgument at{"", rangeOf(items[0]), index};
  TypedValue value =
      callOperator(range, "aten::__getitem__", {container, index});
  // In a dict the type of the keys decides whether the value is changed in
  // place.
  const auto *dict = llvm::dyn_cast<DictType>(container.type);
  TypedValue result =
      value ? emitAugmented(statement, value, dict ? dict->getKey() : nullptr)
            : TypedValue();
  return result && callMagic(range, "__setitem__", "aten::_set_item",
                             {self, at, {"", range, result}});
}

bool FunctionEmitter::emitAugAssign(const AugAssignStmt *statement) {
  SourceRange range = rangeOf(statement);
  if (auto *name = llvm::dyn_cast<NameExpr>(statement->target)) {
    TypedValue current = emitExpr(statement->target);
    if (!current)
      return false;
    TypedValue result = emitAugmented(statement, current);
    return result && assignName(rangeOf(name), name->name, makeValue(result));
  }
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(statement->target)) {
    Meaning *object = emitMeaning(attribute->value);
    if (!object)
      return false;
    Meaning *member =
        object->attribute(*this, rangeOf(attribute), attribute->name);
    TypedValue current =
        member ? member->asValue(*this, rangeOf(attribute)) : TypedValue();
    if (!current)
      return false;
    TypedValue result = emitAugmented(statement, current);
    return result &&
           object->setAttribute(*this, range, attribute->name, result);
  }
  if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(statement->target))
    return emitAugmentedSubscript(statement, subscript);
  error(range, "unexpected expression on left-hand side of augmented "
               "assignment");
  return false;
}
