//===- Comprehensions.cpp - Comprehensions --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits list and dict comprehensions as loops (TS-EXPR-045 to 051).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/ContainerHints.h"
#include "TorchScript/Frontend/Language/DictKeys.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

bool FunctionEmitter::emitComprehensionLoop(const ComprehensionExpr *expr,
                                            llvm::function_ref<bool()> body) {
  const ComprehensionClause &clause = expr->clauses[0];
  SourceRange range = rangeOf(expr);
  Meaning *over = emitMeaning(clause.iterable);
  Meaning *iterable = over ? over->iterable(*this, range) : nullptr;
  if (!iterable)
    return false;
  // The targets do not leak and may hide outer variables, but what is no value
  // may not.
  auto *target = llvm::dyn_cast<NameExpr>(clause.target);
  bool hides = target && env.find(target->name);
  env.push();
  env.current().hidesOuter = true;
  bool ok = emitForOver(range, iterable, [&](Meaning *element) {
    if (hides && !llvm::isa<ValueMeaning>(element)) {
      cannotReassign(rangeOf(target), target->name, *element);
      return false;
    }
    return assignTarget(clause.target, element, range,
                        rangeOf(clause.target)) &&
           body();
  });
  env.pop();
  return ok;
}

TypedValue FunctionEmitter::emitListComprehension(const ComprehensionExpr *expr,
                                                  const Type *expected) {
  SourceRange range = rangeOf(expr);
  ContainerHint hint(expected, TypeKind::List);
  const Type *hinted = hint.getType();
  if (!hint.isEmpty() && !hinted && !hint.isOpen()) {
    error(range, hint.describeMismatch());
    return {};
  }
  // Without a hint the first element decides, also between several.
  const Type *elementType =
      hinted ? llvm::cast<ListType>(hinted)->getElement() : nullptr;
  TypedValue list =
      makeList(range, {}, elementType ? elementType : TypeContext::getTensor());
  bool ok = emitComprehensionLoop(expr, [&] {
    TypedValue element = emitExpr(expr->element);
    if (!element)
      return false;
    if (hint.isOpen() && !hinted && !(hinted = hint.choose(element.type))) {
      error(range, hint.describeMisfit(element.spelling()));
      return false;
    }
    if (!elementType) {
      elementType =
          hinted ? llvm::cast<ListType>(hinted)->getElement() : element.type;
      list.type = getTypes().getList(elementType);
      list.value.setType(lower(list.type));
    }
    const Type *unified = unify(getTypes(), elementType, element.type,
                                /*defaultToUnion=*/true);
    if (unified != elementType) {
      error(range, "List type annotation `" +
                       (hinted ? hinted : list.type)->spelling() +
                       "` did not match the types of the given list elements, "
                       "which were unified to " +
                       (hinted ? element.type : unified)->spelling());
      return false;
    }
    element = derefined(range, element, elementType);
    return bool(emitOp(range, "aten::append.t", {list, element}, list.type));
  });
  return ok ? list : TypedValue();
}

TypedValue FunctionEmitter::emitDictComprehension(const ComprehensionExpr *expr,
                                                  const Type *expected) {
  SourceRange range = rangeOf(expr);
  ContainerHint hint(expected, TypeKind::Dict);
  const auto *dict = llvm::cast_or_null<DictType>(hint.getType());
  if (!hint.isEmpty() && !dict && !hint.isOpen()) {
    error(range, hint.describeMismatch());
    return {};
  }
  TypedValue result = dictOf(range, {}, {}, dict);
  if (!result)
    return {};
  bool ok = emitComprehensionLoop(expr, [&] {
    TypedValue key = emitExpr(expr->key);
    if (!key)
      return false;
    TypedValue value = emitExpr(expr->element);
    if (!value)
      return false;
    if (!dict) {
      if (!isValidDictKey(key.type)) {
        error(range, describeInvalidDictKey(key.type));
        return false;
      }
      dict = hint.isOpen() ? hint.choose(key.type, value.type)
                           : getTypes().getDict(key.type, value.type);
      if (!dict) {
        error(range, hint.describeMisfit(key.type, value.type));
        return false;
      }
      result.type = dict;
      result.value.setType(lower(dict));
    }
    if (!isSubtypeOf(key.type, dict->getKey())) {
      error(range, "Dicts may only contain homogeneous keys. Expected dict "
                   "comprehension to generate type " +
                       dict->getKey()->spelling() + ", but got " +
                       key.spelling());
      return false;
    }
    if (!isSubtypeOf(value.type, dict->getValue())) {
      error(range, "Dict type annotation `" + dict->spelling() +
                       "` did not match the type of an actual value type `" +
                       value.spelling() + "`");
      return false;
    }
    key = derefined(range, key, dict->getKey());
    value = derefined(range, value, dict->getValue());
    return bool(callOperator(range, "aten::_set_item", {result, key, value}));
  });
  return ok ? result : TypedValue();
}
