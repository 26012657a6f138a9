//===- TypeVariables.cpp - Binding of type variables ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the type variables of a formal to the types of actual arguments.
//
//===----------------------------------------------------------------------===//

#include "TypeVariables.h"

using namespace torchscript;

const Type *TypeBindings::lookup(const Type *variable) const {
  for (const auto &[bound, type] : bindings)
    if (bound == variable)
      return type;
  return nullptr;
}

std::string TypeBindings::spell(const Type *actual) const {
  return actual->isTensor() && isInferredTensor ? "Tensor (inferred)"
                                                : actual->spelling();
}

std::string TypeBindings::matchVariable(const VariableType *variable,
                                        const Type *actual) {
  const Type *bound = lookup(variable);
  if (!bound) {
    bindings.emplace_back(variable, actual);
    return "";
  }
  // Either may be the more general; the subtype check that follows decides.
  if (unify(context, bound, actual))
    return "";
  return "Type variable '" + variable->getName().str() +
         "' previously matched to type " + bound->spelling() +
         " is matched to type " + spell(actual);
}

std::string TypeBindings::matchList(const ListType *formal,
                                    const Type *actual) {
  if (auto *list = llvm::dyn_cast<ListType>(actual))
    return match(formal->getElement(), list->getElement());
  if (auto *tuple = llvm::dyn_cast<TupleType>(actual))
    if (const Type *element = unifyAll(context, tuple->getElements()))
      return match(formal->getElement(), element);
  return "Cannot match " + formal->spelling() + " to " + spell(actual);
}

std::string TypeBindings::matchTuple(const TupleType *formal,
                                     const Type *actual) {
  auto *tuple = llvm::dyn_cast<TupleType>(actual);
  if (!tuple)
    return "Cannot match a tuple to " + spell(actual);
  if (tuple->size() != formal->size())
    return "Cannot match tuples of mismatched size";
  for (size_t i = 0; i < formal->size(); ++i) {
    std::string reason =
        match(formal->getElements()[i], tuple->getElements()[i]);
    if (!reason.empty())
      return reason;
  }
  return "";
}

std::string TypeBindings::matchOptional(const OptionalType *formal,
                                        const Type *actual) {
  if (auto *optional = llvm::dyn_cast<OptionalType>(actual))
    return match(formal->getElement(), optional->getElement());
  // None says nothing about the element.
  return actual->isNone() ? "" : match(formal->getElement(), actual);
}

std::string TypeBindings::match(const Type *formal, const Type *actual) {
  if (!formal->containsTypeVariable())
    return "";
  if (auto *variable = llvm::dyn_cast<VariableType>(formal))
    return matchVariable(variable, actual);
  if (auto *list = llvm::dyn_cast<ListType>(formal))
    return matchList(list, actual);
  if (auto *tuple = llvm::dyn_cast<TupleType>(formal))
    return matchTuple(tuple, actual);
  if (auto *optional = llvm::dyn_cast<OptionalType>(formal))
    return matchOptional(optional, actual);

  // The rest match kind by kind and part by part.
  if (formal->getKind() == actual->getKind()) {
    for (size_t i = 0; i < formal->getContained().size(); ++i) {
      std::string reason =
          match(formal->getContained()[i], actual->getContained()[i]);
      if (!reason.empty())
        return reason;
    }
    return "";
  }
  const char *what = formal->is(TypeKind::Dict)     ? "dict"
                     : formal->is(TypeKind::Future) ? "future"
                     : formal->is(TypeKind::Await)  ? "await"
                                                    : "rref";
  return std::string("Cannot match a ") + what + " to " + spell(actual);
}

const Type *TypeBindings::replace(const Type *formal) const {
  if (!formal->containsTypeVariable())
    return formal;
  return context.substitute(formal, [&](const Type *leaf) {
    return llvm::isa<VariableType>(leaf) ? lookup(leaf) : leaf;
  });
}
