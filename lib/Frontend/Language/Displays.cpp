//===- Displays.cpp - List, tuple and dict displays -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits displays with the rules for their element types (TS-EXPR-001 to 007,
// TS-SUB-012, 013, TS-CONV-008).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/DictKeys.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

bool FunctionEmitter::emitElements(llvm::ArrayRef<Expr *> exprs,
                                   llvm::SmallVectorImpl<TypedValue> &values,
                                   const Type *elementHint) {
  for (Expr *expr : exprs) {
    auto *starred = llvm::dyn_cast<StarredExpr>(expr);
    if (!starred) {
      TypedValue value = emitExpr(expr, elementHint);
      if (!value)
        return false;
      values.push_back(value);
      continue;
    }
    Meaning *spliced = emitMeaning(starred->value);
    llvm::SmallVector<Meaning *> elements;
    if (!spliced || !spliced->asElements(*this, rangeOf(starred), elements))
      return false;
    for (Meaning *element : elements) {
      values.push_back(element->asValue(*this, rangeOf(starred)));
      if (!values.back())
        return false;
    }
  }
  return true;
}

/// The list or dict type a hint stands for: itself, or the only one of its kind
/// within an Optional or Union.
static const Type *refineHint(const Type *hint, TypeKind kind) {
  const Type *found = nullptr;
  for (const Type *alternative : getAlternatives(hint)) {
    if (!alternative->is(kind))
      continue;
    if (found)
      return nullptr;
    found = alternative;
  }
  return found;
}

/// Several lists (or dicts) of a union: the one whose elements fit.
static const Type *chooseListHint(const Type *hint, const Type *element) {
  for (const Type *alternative : getAlternatives(hint))
    if (const auto *list = llvm::dyn_cast<ListType>(alternative))
      if (isSubtypeOf(element, list->getElement()))
        return list;
  return nullptr;
}

TypedValue FunctionEmitter::listOf(SourceRange range,
                                   llvm::ArrayRef<TypedValue> elements,
                                   const Type *hint) {
  if (hint && hint->isAny())
    hint = nullptr;
  const Type *refined = hint ? refineHint(hint, TypeKind::List) : nullptr;
  llvm::SmallVector<const Type *> types;
  for (const TypedValue &element : elements)
    types.push_back(element.type);
  const Type *elementHint =
      refined ? llvm::cast<ListType>(refined)->getElement() : nullptr;
  const Type *unified = types.empty()
                            ? nullptr
                            : unifyAll(getTypes(), types, nullptr,
                                       /*defaultToUnion=*/true, elementHint);
  if (hint && !refined && unified)
    if ((refined = chooseListHint(hint, unified)))
      elementHint = llvm::cast<ListType>(refined)->getElement();
  if (hint && !refined) {
    error(range,
          "Expected an annotation of type List but got " + hint->spelling());
    return {};
  }
  if (elementHint) {
    if (unified && !isSubtypeOf(unified, elementHint)) {
      bool inferred = llvm::all_of(
          elements, [](const TypedValue &value) { return value.inferred; });
      error(range, "List type annotation `" + refined->spelling() +
                       "` did not match the types of the given list elements, "
                       "which were unified to " +
                       TypedValue({}, unified, inferred).spelling());
      return {};
    }
    return makeList(range, elements, elementHint);
  }
  if (!unified) {
    TypedValue empty = makeList(range, {}, TypeContext::getTensor());
    emptyListLiterals.insert(empty.value);
    return empty;
  }
  return makeList(range, elements, unified);
}

TypedValue FunctionEmitter::emitListDisplay(const ListExpr *expr,
                                            const Type *hint) {
  llvm::SmallVector<TypedValue> elements;
  if (!emitElements(expr->elements, elements))
    return {};
  return listOf(rangeOf(expr), elements, hint);
}

TypedValue FunctionEmitter::emitTupleDisplay(SourceRange range,
                                             llvm::ArrayRef<Expr *> exprs,
                                             const Type *) {
  llvm::SmallVector<TypedValue> elements;
  if (!emitElements(exprs, elements))
    return {};
  return makeTuple(range, elements);
}

TypedValue FunctionEmitter::dictOf(SourceRange range,
                                   llvm::ArrayRef<TypedValue> keys,
                                   llvm::ArrayRef<TypedValue> values,
                                   const Type *hint,
                                   llvm::ArrayRef<SourceRange> keyRanges) {
  if (hint && hint->isAny())
    hint = nullptr;
  const Type *refined = hint ? refineHint(hint, TypeKind::Dict) : nullptr;
  if (hint && !refined) {
    error(range,
          "Expected an annotation of type Dict but got " + hint->spelling());
    return {};
  }
  const auto *dict = llvm::cast_or_null<DictType>(refined);
  const Type *keyType = TypeContext::getString();
  const Type *valueType = TypeContext::getTensor();
  if (!keys.empty()) {
    keyType = keys[0].type;
    for (auto [i, key] : llvm::enumerate(keys))
      if (key.type != keyType) {
        error(i < keyRanges.size() ? keyRanges[i] : range,
              "Dict keys must contain only a single type. Expected: " +
                  keyType->spelling() + " but found " + key.spelling() +
                  " instead");
        return {};
      }
    llvm::SmallVector<const Type *> types;
    for (const TypedValue &value : values)
      types.push_back(value.type);
    valueType = unifyAll(getTypes(), types, nullptr, /*defaultToUnion=*/true,
                         dict ? dict->getValue() : nullptr);
    if (dict && !isSubtypeOf(keyType, dict->getKey())) {
      error(range, "Type annotation was inferred to be `" + dict->spelling() +
                       "`, but the type of keys given by the dict literal is " +
                       keyType->spelling());
      return {};
    }
    if (dict && !isSubtypeOf(valueType, dict->getValue())) {
      error(range,
            "Type annotation was inferred to be `" + dict->spelling() +
                "`, but the type of values given by the dict literal is " +
                valueType->spelling());
      return {};
    }
  }
  if (!dict) {
    if (!isValidDictKey(keyType)) {
      error(range, describeInvalidDictKey(keyType));
      return {};
    }
    dict = getTypes().getDict(keyType, valueType);
  }
  llvm::SmallVector<mlir::Value> keyValues, valueValues;
  for (const TypedValue &key : keys)
    keyValues.push_back(derefine(range, key, dict->getKey()));
  for (const TypedValue &value : values)
    valueValues.push_back(derefine(range, value, dict->getValue()));
  return {builder.create<ts::DictConstructOp>(loc(range), lower(dict),
                                              keyValues, valueValues),
          dict};
}

TypedValue FunctionEmitter::emitDictDisplay(const DictExpr *expr,
                                            const Type *hint) {
  llvm::SmallVector<TypedValue> keys, values;
  llvm::SmallVector<SourceRange> keyRanges;
  for (const DictEntry &entry : expr->entries) {
    if (!entry.key) {
      error(rangeOf(expr), "Dict expansion (e.g. `{**dict}`) is not supported");
      return {};
    }
    keyRanges.push_back(rangeOf(entry.key));
    keys.push_back(emitExpr(entry.key));
    if (!keys.back())
      return {};
    values.push_back(emitExpr(entry.value));
    if (!values.back())
      return {};
  }
  return dictOf(rangeOf(expr), keys, values, hint, keyRanges);
}
