//===- ContainerHints.cpp - Container types that hints allow --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the lists and dicts of unions, and the one that holds some contents.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/ContainerHints.h"

using namespace torchscript;

ContainerHint::ContainerHint(const Type *type, TypeKind kind)
    : expected(type && type->isAny() ? nullptr : type), kind(kind) {
  if (expected)
    for (const Type *alternative : getAlternatives(expected))
      if (alternative->is(kind))
        candidates.push_back(alternative);
}

const ListType *ContainerHint::choose(const Type *element) const {
  const ListType *widest = nullptr;
  for (const Type *candidate : candidates) {
    const auto *list = llvm::cast<ListType>(candidate);
    if (isSubtypeOf(element, list->getElement()) &&
        (!widest || isSubtypeOf(widest->getElement(), list->getElement())))
      widest = list;
  }
  return widest;
}

const DictType *ContainerHint::choose(const Type *key,
                                      const Type *value) const {
  const DictType *widest = nullptr;
  for (const Type *candidate : candidates) {
    const auto *dict = llvm::cast<DictType>(candidate);
    if (isSubtypeOf(key, dict->getKey()) &&
        isSubtypeOf(value, dict->getValue()) &&
        (!widest || isSubtypeOf(widest->getValue(), dict->getValue())))
      widest = dict;
  }
  return widest;
}

std::string ContainerHint::describeMismatch() const {
  if (llvm::isa<UnionType>(expected))
    return ("Expected an Union type annotation with an inner " + getName() +
            " type, but got " + expected->spelling())
        .str();
  return ("Expected an annotation of type " + getName() + " but got " +
          expected->spelling())
      .str();
}

std::string ContainerHint::describeEmpty() const {
  return "Cannot assign an empty " + getName().lower() +
         " to a variable annotated to be type " + expected->spelling() +
         " because there are multiple possible " + getName().str() +
         " type candidates in the Union annotation";
}

std::string ContainerHint::listCandidates() const {
  std::string text =
      "Union type annotation `" + expected->spelling() + "` can hold ";
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (i > 0 && candidates.size() > 2)
      text += ", ";
    if (i > 0 && i + 1 == candidates.size())
      text += " or ";
    text += candidates[i]->spelling();
  }
  return text + ", but none of those ";
}

std::string ContainerHint::describeMisfit(llvm::StringRef element) const {
  return listCandidates() +
         "types match the types of the given list elements, which were "
         "unified to " +
         element.str();
}

std::string ContainerHint::describeMisfit(const Type *key,
                                          const Type *value) const {
  return listCandidates() +
         "dict types can hold the types of the given keys and values, which "
         "were unified to Dict[" +
         key->spelling() + ", " + value->spelling();
}
