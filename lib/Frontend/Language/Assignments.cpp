//===- Assignments.cpp - Assignments --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits assignments to names, patterns, attributes and subscripts (section 10.1
// of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

std::optional<unsigned>
FunctionEmitter::checkPattern(llvm::ArrayRef<Expr *> targets,
                              SourceRange range) {
  unsigned plain = 0, starred = 0;
  for (Expr *target : targets) {
    if (llvm::isa<NameExpr, SubscriptExpr, AttributeExpr, TupleExpr>(target)) {
      ++plain;
    } else if (llvm::isa<StarredExpr>(target)) {
      ++starred;
    } else {
      error(rangeOf(target), "Assignment must be a variable, subscript, or "
                             "starred expression");
      return std::nullopt;
    }
  }
  if (starred > 1) {
    error(range, "Only one starred expression is allowed on the lhs");
    return std::nullopt;
  }
  if (starred > 0 && plain == 0) {
    error(range, "A Starred expression may only appear on the lhs within the "
                 "presence of another non-starred expression");
    return std::nullopt;
  }
  return starred;
}

bool FunctionEmitter::assignTuple(const TupleExpr *target, Meaning *value,
                                  SourceRange valueRange,
                                  SourceRange statement) {
  std::optional<unsigned> starred =
      checkPattern(target->elements, rangeOf(target));
  if (!starred)
    return false;
  size_t numPlain = target->elements.size() - *starred;
  llvm::SmallVector<Meaning *> elements;
  if (!value->asElements(*this, valueRange, elements,
                         *starred ? std::optional<size_t>() : numPlain))
    return false;
  if (elements.size() < numPlain) {
    error(rangeOf(target), "need " + llvm::Twine(*starred ? "at least " : "") +
                               llvm::Twine(numPlain) +
                               " values to unpack but found only " +
                               llvm::Twine(elements.size()));
    return false;
  }
  if (elements.size() > numPlain && !*starred) {
    error(rangeOf(target), "too many values to unpack: need " +
                               llvm::Twine(numPlain) + " but found " +
                               llvm::Twine(elements.size()));
    return false;
  }
  size_t next = 0;
  for (Expr *expr : target->elements) {
    if (auto *star = llvm::dyn_cast<StarredExpr>(expr)) {
      size_t taken = elements.size() - numPlain;
      llvm::SmallVector<TypedValue> rest;
      for (size_t i = 0; i < taken; ++i) {
        rest.push_back(elements[next + i]->asValue(*this, valueRange));
        if (!rest.back())
          return false;
      }
      next += taken;
      if (!assignTarget(star->value, makeValue(makeTuple(valueRange, rest)),
                        valueRange, statement))
        return false;
      continue;
    }
    if (!assignTarget(expr, elements[next++], valueRange, statement))
      return false;
  }
  return true;
}

bool FunctionEmitter::assignTarget(Expr *target, Meaning *value,
                                   SourceRange valueRange,
                                   SourceRange statement) {
  SourceRange range = rangeOf(target);
  if (auto *name = llvm::dyn_cast<NameExpr>(target))
    return assignName(range, name->name, value);
  // In a pattern, errors are at the values, not at the statement.
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(target))
    return assignTuple(tuple, value, valueRange, valueRange);
  if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(target)) {
    TypedValue simple = value->asValue(*this, valueRange);
    return simple && assignSubscript(subscript, simple, valueRange, statement);
  }
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(target)) {
    TypedValue simple = value->asValue(*this, valueRange);
    return simple && assignAttribute(attribute, simple, statement);
  }
  error(range, "unexpected expression on left-hand side of assignment");
  return false;
}

bool FunctionEmitter::emitAssign(const AssignStmt *statement) {
  // With one target the pattern gets the meaning itself, so that functions and
  // static tuples can be bound.
  SourceRange valueRange = rangeOf(statement->value);
  Meaning *value = emitMeaning(statement->value);
  if (!value)
    return false;
  if (statement->targets.size() > 1) {
    TypedValue simple = value->asValue(*this, valueRange);
    if (!simple)
      return false;
    value = makeValue(simple);
  }
  for (Expr *target : statement->targets) {
    if (llvm::isa<StarredExpr>(target)) {
      checkPattern(target, rangeOf(target));
      return false;
    }
    if (!assignTarget(target, value, valueRange, rangeOf(statement)))
      return false;
  }
  return true;
}

bool FunctionEmitter::emitAnnAssign(const AnnAssignStmt *statement) {
  const Type *type = parseType(statement->annotation);
  if (!type)
    return false;
  TypedValue value = emitExpr(statement->value, type);
  if (!value)
    return false;
  if (auto *name = llvm::dyn_cast<NameExpr>(statement->target))
    return assignName(rangeOf(name), name->name, makeValue(value), type);
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(statement->target))
    return assignAttribute(attribute, value, rangeOf(statement));
  error(rangeOf(statement->target),
        "Expected a variable on the left-hand side of an annotated assignment");
  return false;
}

bool FunctionEmitter::assignAttribute(const AttributeExpr *target,
                                      TypedValue value, SourceRange statement) {
  Meaning *object = emitMeaning(target->value);
  return object && object->setAttribute(*this, statement, target->name, value);
}

/// The items of a subscript.
static llvm::SmallVector<Expr *> subscriptItems(const SubscriptExpr *expr) {
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(expr->index))
    return llvm::SmallVector<Expr *>(tuple->elements);
  return {expr->index};
}

bool FunctionEmitter::assignSubscript(const SubscriptExpr *target,
                                      TypedValue value, SourceRange valueRange,
                                      SourceRange statement) {
  TypedValue container = emitExpr(target->value);
  if (!container)
    return false;
  llvm::SmallVector<Expr *> items = subscriptItems(target);
  if (container.type->isTensor())
    return assignTensor(statement, rangeOf(target), container, items, value,
                        valueRange);
  if (items.size() != 1 || llvm::isa<SliceExpr>(items[0])) {
    auto *slice = llvm::dyn_cast<SliceExpr>(items[0]);
    error(slice ? rangeOfSlice(target, slice) : rangeOf(target->index),
          "Sliced expression not yet supported for subscripted assignment. "
          "File a bug if you want this");
    return false;
  }
  if (llvm::isa<TupleType>(container.type)) {
    error(rangeOf(target),
          container.spelling() + " does not support subscripted assignment");
    return false;
  }
  TypedValue index = emitExpr(items[0]);
  if (!index)
    return false;
  return bool(callMagic(statement, "__setitem__", "aten::_set_item",
                        {{"", rangeOf(target->value), container},
                         {"", rangeOf(items[0]), index},
                         {"", valueRange, value}}));
}
