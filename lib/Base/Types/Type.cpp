//===- Type.cpp - Static types of the TorchScript front end ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accessors of the types, and of classes while they are being built.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/Type.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;

Type::~Type() = default;

Type::Type(TypeKind kind, llvm::ArrayRef<const Type *> contained)
    : kind(kind), contained(contained.begin(), contained.end()) {
  for (const Type *part : contained) {
    hasVariable |= part->hasVariable;
    hasNominal |= part->hasNominal;
  }
}

NamedTupleType::NamedTupleType(llvm::StringRef name,
                               llvm::ArrayRef<std::string> fields,
                               llvm::ArrayRef<const Type *> types,
                               llvm::ArrayRef<Constant> defaults)
    : TupleType(TypeKind::NamedTuple, types), name(name.str()),
      fields(fields.begin(), fields.end()),
      defaults(defaults.begin(), defaults.end()) {
  hasNominal = true;
}

VariableType::VariableType(llvm::StringRef name)
    : Type(TypeKind::Variable, {}), name(name.str()) {
  hasVariable = true;
}

NominalType::NominalType(TypeKind kind, llvm::StringRef name)
    : Type(kind, {}), name(name.str()) {
  hasNominal = kind != TypeKind::Capsule;
}

/// The part of a dotted name after the last dot.
static llvm::StringRef lastPart(llvm::StringRef name) {
  return name.substr(name.rfind('.') + 1);
}

llvm::StringRef NominalType::getShortName() const { return lastPart(name); }

llvm::StringRef NamedTupleType::getShortName() const { return lastPart(name); }

bool UnionType::hasNone() const {
  return llvm::any_of(contained, [](const Type *t) { return t->isNone(); });
}

/// The position of the element of `list` called `name`, or -1.
template <typename List>
static int indexByName(const List &list, llvm::StringRef name) {
  auto it = llvm::find_if(list, [&](const auto &e) { return e.name == name; });
  return it == list.end() ? -1 : int(it - list.begin());
}

/// The element of `list` called `name`, or null.
template <typename T>
static const T *findByName(const std::vector<T> &list, llvm::StringRef name) {
  int index = indexByName(list, name);
  return index < 0 ? nullptr : &list[index];
}

/// Appends to `list` or replaces the element of the same name.
template <typename T>
static void addByName(std::vector<T> &list, T element) {
  int index = indexByName(list, element.name);
  if (index < 0)
    list.push_back(std::move(element));
  else
    list[index] = std::move(element);
}

int NamedTupleType::getFieldIndex(llvm::StringRef field) const {
  auto it = llvm::find(fields, field);
  return it == fields.end() ? -1 : int(it - fields.begin());
}

const ClassAttribute *ClassType::findAttribute(llvm::StringRef name) const {
  return findByName(attributes, name);
}

const ClassMethod *ClassType::findMethod(llvm::StringRef name) const {
  return findByName(methods, name);
}

const ClassProperty *ClassType::findProperty(llvm::StringRef name) const {
  return findByName(properties, name);
}

int ClassType::getAttributeIndex(llvm::StringRef name) const {
  return indexByName(attributes, name);
}

void ClassType::addAttribute(ClassAttribute attribute) {
  addByName(attributes, std::move(attribute));
}

void ClassType::addMethod(ClassMethod method) {
  addByName(methods, std::move(method));
}

void ClassType::addProperty(ClassProperty property) {
  addByName(properties, std::move(property));
}

const ClassMethod *InterfaceType::findMethod(llvm::StringRef name) const {
  return findByName(methods, name);
}

void InterfaceType::addMethod(ClassMethod method) {
  addByName(methods, std::move(method));
}

int EnumType::getMemberIndex(llvm::StringRef name) const {
  return indexByName(members, name);
}

llvm::raw_ostream &torchscript::operator<<(llvm::raw_ostream &os,
                                           const Type &type) {
  return os << type.spelling();
}
