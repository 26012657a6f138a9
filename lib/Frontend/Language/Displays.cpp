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

#include "TorchScript/Dialect/TS/IR/ValueNames.h"
#include "TorchScript/Frontend/Language/ContainerHints.h"
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

TypedValue FunctionEmitter::listOf(SourceRange range,
                                   llvm::ArrayRef<TypedValue> elements,
                                   const Type *expected) {
  ContainerHint hint(expected, TypeKind::List);
  const Type *refined = hint.getType();
  if (!hint.isEmpty() && !refined && !hint.isOpen()) {
    error(range, hint.describeMismatch());
    return {};
  }
  if (hint.isOpen() && elements.empty()) {
    error(range, hint.describeEmpty());
    return {};
  }
  llvm::SmallVector<const Type *> types;
  for (const TypedValue &element : elements)
    types.push_back(element.type);
  const Type *elementHint =
      refined ? llvm::cast<ListType>(refined)->getElement() : nullptr;
  const Type *unified = types.empty()
                            ? nullptr
                            : unifyAll(getTypes(), types, nullptr,
                                       /*defaultToUnion=*/true, elementHint);
  auto spell = [&] {
    bool inferred = llvm::all_of(
        elements, [](const TypedValue &value) { return value.inferred; });
    return TypedValue({}, unified, inferred).spelling();
  };
  if (hint.isOpen()) {
    refined = hint.choose(unified);
    if (!refined) {
      error(range, hint.describeMisfit(spell()));
      return {};
    }
    elementHint = llvm::cast<ListType>(refined)->getElement();
  }
  if (elementHint) {
    if (unified && !isSubtypeOf(unified, elementHint)) {
      error(range, "List type annotation `" + refined->spelling() +
                       "` did not match the types of the given list elements, "
                       "which were unified to " +
                       spell());
      return {};
    }
    return makeList(range, elements, elementHint);
  }
  if (!unified) {
    TypedValue empty = makeList(range, {}, TypeContext::getTensor());
    emptyListLiterals.insert(empty.value);
    empty.value.getDefiningOp()->setAttr(ts::kUnnamedAttr,
                                         builder.getUnitAttr());
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
                                   const Type *expected,
                                   llvm::ArrayRef<SourceRange> keyRanges) {
  ContainerHint hint(expected, TypeKind::Dict);
  const auto *dict = llvm::cast_or_null<DictType>(hint.getType());
  if (!hint.isEmpty() && !dict && !hint.isOpen()) {
    error(range, hint.describeMismatch());
    return {};
  }
  if (hint.isOpen() && keys.empty()) {
    error(range, hint.describeEmpty());
    return {};
  }
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
    if (hint.isOpen() && !(dict = hint.choose(keyType, valueType))) {
      error(range, hint.describeMisfit(keyType, valueType));
      return {};
    }
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
