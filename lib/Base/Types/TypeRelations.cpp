//===- TypeRelations.cpp - Subtyping and unification ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relations between types: subtyping, unification, alternatives.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Base/Types/Type.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace torchscript;

const Type *torchscript::unwrapOptional(const Type *type) {
  if (auto *optional = llvm::dyn_cast<OptionalType>(type))
    return optional->getElement();
  return type;
}

bool torchscript::canBeNone(const Type *type) {
  if (auto *unionType = llvm::dyn_cast<UnionType>(type))
    return unionType->hasNone();
  return type->isNone() || llvm::isa<OptionalType>(type);
}

const Type *torchscript::withoutNone(TypeContext &context, const Type *type) {
  if (type->isNone())
    return nullptr;
  if (auto *unionType = llvm::dyn_cast<UnionType>(type)) {
    llvm::SmallVector<const Type *> rest;
    for (const Type *member : unionType->getMembers())
      if (!member->isNone())
        rest.push_back(member);
    return context.getUnion(rest);
  }
  return unwrapOptional(type);
}

llvm::SmallVector<const Type *, 4>
torchscript::getAlternatives(const Type *type) {
  if (auto *unionType = llvm::dyn_cast<UnionType>(type))
    return llvm::SmallVector<const Type *, 4>(unionType->getMembers());
  if (auto *optional = llvm::dyn_cast<OptionalType>(type)) {
    llvm::SmallVector<const Type *, 4> types;
    if (optional->getElement()->is(TypeKind::Union))
      types = getAlternatives(optional->getElement());
    else
      types.push_back(optional->getElement());
    types.push_back(TypeContext::getNone());
    return types;
  }
  if (type->isNumber())
    return {TypeContext::getFloat(), TypeContext::getComplex(),
            TypeContext::getInt()};
  return {type};
}

const Type *torchscript::getIterationElement(const Type *type) {
  if (auto *list = llvm::dyn_cast<ListType>(type))
    return list->getElement();
  if (auto *dict = llvm::dyn_cast<DictType>(type))
    return dict->getKey();
  if (type->isString() || type->isTensor())
    return type;
  return nullptr;
}

bool torchscript::isValidDictKey(const Type *key) {
  switch (key->getKind()) {
  case TypeKind::Any:
  case TypeKind::Int:
  case TypeKind::Float:
  case TypeKind::Complex:
  case TypeKind::Bool:
  case TypeKind::String:
  case TypeKind::Tensor:
  case TypeKind::Device:
  case TypeKind::Variable:
    return true;
  default:
    return false;
  }
}

/// Appends a sentence to `why`, when given; always false.
static bool fail(std::string *why, const llvm::Twine &sentence) {
  if (why)
    *why += (sentence + "\n").str();
  return false;
}

/// Whether a class (or interface) has the methods of `interface`.
template <typename T>
static bool implements(const T *type, const InterfaceType *interface,
                       llvm::StringRef kindOfType, std::string *why) {
  for (const ClassMethod &wanted : interface->getMethods()) {
    const ClassMethod *method = type->findMethod(wanted.name);
    if (!method)
      return fail(why, llvm::Twine(kindOfType) + " '" + type->getName() +
                           "' does not have method '" + wanted.name + "' but " +
                           (kindOfType == "Class" ? "'" : "interface '") +
                           interface->getName() + "' does.");
    if (!method->schema || !wanted.schema)
      continue;
    if (!isSubtypeOf(*method->schema, *wanted.schema, /*isMethod=*/true, why))
      return fail(why, llvm::Twine("Method on ") + kindOfType.lower() + " '" +
                           type->getName() +
                           "' (1) is not compatible with interface '" +
                           interface->getName() + "' (2)\n  (1) " +
                           method->schema->spelling() + "\n  (2) " +
                           wanted.schema->spelling());
  }
  return true;
}

/// Subtyping below an interface.
static bool isSubtypeOfInterface(const Type *sub,
                                 const InterfaceType *interface,
                                 std::string *why) {
  if (auto *classType = llvm::dyn_cast<ClassType>(sub)) {
    if (classType->isModule() || !interface->isModule())
      return implements(classType, interface, "Class", why);
    return fail(why, "Class '" + classType->getName() +
                         "' is not a subtype of the module interface '" +
                         interface->getName() +
                         "' , only ScriptModule class can be subtype of "
                         "module interface.");
  }
  if (auto *other = llvm::dyn_cast<InterfaceType>(sub)) {
    if (other->isModule() || !interface->isModule())
      return implements(other, interface, "Interface", why);
    return fail(why, "Interface '" + other->getName() +
                         "' is not a subtype of the module interface '" +
                         interface->getName() + "'.");
  }
  return false;
}

/// Tuples are covariant; a named tuple is a subtype of the plain tuple
/// (TS-SUB-006, 017).
static bool isSubtypeOfTuple(const TupleType *sub, const TupleType *super) {
  if (auto *superNamed = llvm::dyn_cast<NamedTupleType>(super)) {
    auto *subNamed = llvm::dyn_cast<NamedTupleType>(sub);
    if (!subNamed || subNamed->getFieldNames() != superNamed->getFieldNames())
      return false;
  }
  return sub->size() == super->size() &&
         llvm::all_of(llvm::zip(sub->getElements(), super->getElements()),
                      [](auto pair) {
                        return isSubtypeOf(std::get<0>(pair),
                                           std::get<1>(pair));
                      });
}

bool torchscript::isSubtypeOf(const Type *sub, const Type *super,
                              std::string *why) {
  if (sub == super || super->isAny())
    return true;

  // A value of several alternatives: all of them must fit.
  if (llvm::isa<UnionType, OptionalType>(sub)) {
    if (!llvm::isa<UnionType, OptionalType>(super) && !super->isNumber())
      return false;
    return llvm::all_of(getAlternatives(sub), [&](const Type *part) {
      return isSubtypeOf(part, super, why);
    });
  }
  // An expected type of several alternatives: one must fit.
  if (llvm::isa<UnionType, OptionalType>(super))
    return llvm::any_of(getAlternatives(super), [&](const Type *part) {
      return isSubtypeOf(sub, part, why);
    });

  switch (super->getKind()) {
  case TypeKind::Number:
    return sub->isNumeric();
  case TypeKind::AnyList:
    return sub->is(TypeKind::List);
  case TypeKind::AnyTuple:
    return llvm::isa<TupleType>(sub);
  case TypeKind::AnyClass:
    return sub->is(TypeKind::Class);
  case TypeKind::AnyEnum:
    return sub->is(TypeKind::Enum);
  case TypeKind::Tuple:
  case TypeKind::NamedTuple:
    return llvm::isa<TupleType>(sub) &&
           isSubtypeOfTuple(llvm::cast<TupleType>(sub),
                            llvm::cast<TupleType>(super));
  case TypeKind::Future:
  case TypeKind::Await:
  case TypeKind::RRef:
    return sub->getKind() == super->getKind() &&
           isSubtypeOf(sub->getContained()[0], super->getContained()[0], why);
  case TypeKind::Interface:
    return isSubtypeOfInterface(sub, llvm::cast<InterfaceType>(super), why);
  default:
    return false;
  }
}

/// Unification without the fallbacks of unify().
static const Type *unifyStrictly(TypeContext &context, const Type *a,
                                 const Type *b) {
  if (isSubtypeOf(a, b))
    return b;
  if (isSubtypeOf(b, a))
    return a;
  if (a->isNone())
    return context.getOptional(b);
  if (b->isNone())
    return context.getOptional(a);
  if (!llvm::isa<OptionalType>(a) && llvm::isa<OptionalType>(b))
    std::swap(a, b);
  if (auto *optional = llvm::dyn_cast<OptionalType>(a)) {
    if (const Type *joined = unify(context, optional->getElement(), b))
      return context.getOptional(joined);
    return nullptr;
  }
  auto *tupleA = llvm::dyn_cast<TupleType>(a);
  auto *tupleB = llvm::dyn_cast<TupleType>(b);
  if (tupleA && tupleB) {
    if (tupleA->size() != tupleB->size())
      return nullptr;
    llvm::SmallVector<const Type *> elements;
    for (auto [x, y] : llvm::zip(tupleA->getElements(), tupleB->getElements()))
      if (const Type *joined = unify(context, x, y))
        elements.push_back(joined);
      else
        return nullptr;
    return context.getTuple(elements);
  }
  if (a->is(TypeKind::Future) && b->is(TypeKind::Future))
    if (const Type *joined =
            unify(context, a->getContained()[0], b->getContained()[0]))
      return context.getFuture(joined);
  return nullptr;
}

const Type *torchscript::unify(TypeContext &context, const Type *a,
                               const Type *b, bool defaultToUnion,
                               const Type *hint) {
  if (const Type *joined = unifyStrictly(context, a, b))
    return joined;
  if (hint && isSubtypeOf(a, hint) && isSubtypeOf(b, hint))
    return hint;
  return defaultToUnion ? context.getUnion({a, b}) : nullptr;
}

const Type *torchscript::unifyAll(TypeContext &context,
                                  llvm::ArrayRef<const Type *> types,
                                  std::string *why, bool defaultToUnion,
                                  const Type *hint) {
  if (types.empty()) {
    if (why)
      *why += "Cannot get unified type from empty list";
    return nullptr;
  }
  const Type *result = types[0];
  for (size_t i = 1; i < types.size(); ++i) {
    const Type *joined = unify(context, result, types[i], defaultToUnion, hint);
    if (!joined) {
      if (why)
        *why += "Could not unify type list since element " + std::to_string(i) +
                " of type " + types[i]->spelling() +
                " did not match the types before it (" + result->spelling() +
                ")";
      return nullptr;
    }
    result = joined;
  }
  return result;
}
