//===- TypeSpelling.cpp - Spelling of types -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints types as messages and as schemas spell them.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/Type.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace torchscript;

/// The name of a type without parts; the same in both spellings but for number.
static llvm::StringRef leafName(TypeKind kind) {
  switch (kind) {
  case TypeKind::Any:
    return "Any";
  case TypeKind::AnyEnum:
    return "AnyEnumType";
  case TypeKind::Tensor:
    return "Tensor";
  case TypeKind::Storage:
    return "Storage";
  case TypeKind::Number:
    return "number";
  case TypeKind::Float:
    return "float";
  case TypeKind::Complex:
    return "complex";
  case TypeKind::Int:
    return "int";
  case TypeKind::None:
    return "NoneType";
  case TypeKind::String:
    return "str";
  case TypeKind::Generator:
    return "Generator";
  case TypeKind::Quantizer:
    return "Quantizer";
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Device:
    return "Device";
  case TypeKind::Stream:
    return "Stream";
  case TypeKind::PyObject:
    return "PyObject";
  case TypeKind::QScheme:
    return "QScheme";
  case TypeKind::ScalarType:
    return "ScalarType";
  case TypeKind::Layout:
    return "Layout";
  case TypeKind::MemoryFormat:
    return "MemoryFormat";
  case TypeKind::AnyList:
    return "list";
  case TypeKind::AnyTuple:
    return "tuple";
  case TypeKind::AnyClass:
    return "AnyClassType";
  case TypeKind::SymInt:
    return "SymInt";
  case TypeKind::Capsule:
    return "Capsule";
  case TypeKind::Future:
    return "Future";
  case TypeKind::Await:
    return "Await";
  case TypeKind::RRef:
    return "RRef";
  default:
    return "";
  }
}

/// Applies `spell` to the types and joins the results with commas.
template <typename Spell>
static std::string spellAll(llvm::ArrayRef<const Type *> types, Spell spell) {
  std::vector<std::string> parts;
  for (const Type *type : types)
    parts.push_back(spell(type));
  return llvm::join(parts, ", ");
}

/// The members of a union with int, float and complex shown as number, last.
static llvm::SmallVector<const Type *>
getShownMembers(const UnionType *unionType) {
  llvm::SmallVector<const Type *> shown, numbers;
  for (const Type *member : unionType->getMembers())
    (member->isNumeric() ? numbers : shown).push_back(member);
  if (numbers.size() < 3)
    return llvm::SmallVector<const Type *>(unionType->getMembers());
  shown.push_back(TypeContext::getNumber());
  return shown;
}

std::string Type::annotationSpelling() const {
  auto spellParts = [&](llvm::ArrayRef<const Type *> parts) {
    return spellAll(parts,
                    [](const Type *t) { return t->annotationSpelling(); });
  };
  switch (kind) {
  case TypeKind::Tuple:
    return "Tuple[" + (contained.empty() ? "()" : spellParts(contained)) + "]";
  case TypeKind::NamedTuple: {
    llvm::StringRef name = llvm::cast<NamedTupleType>(this)->getName();
    if (!name.empty())
      return name.str();
    return "Tuple[" + (contained.empty() ? "()" : spellParts(contained)) + "]";
  }
  case TypeKind::List:
    return "List[" + spellParts(contained) + "]";
  case TypeKind::Dict:
    return "Dict[" + spellParts(contained) + "]";
  case TypeKind::Optional:
    return "Optional[" + spellParts(contained) + "]";
  case TypeKind::Union:
    return "Union[" + spellParts(getShownMembers(llvm::cast<UnionType>(this))) +
           "]";
  case TypeKind::Future:
  case TypeKind::Await:
  case TypeKind::RRef:
    return (leafName(kind) + "[" + spellParts(contained) + "]").str();
  case TypeKind::Variable:
    return llvm::cast<VariableType>(this)->getName().str();
  case TypeKind::Class:
  case TypeKind::Interface:
  case TypeKind::Enum:
    return llvm::cast<NominalType>(this)->getName().str();
  case TypeKind::Capsule: {
    auto *capsule = llvm::dyn_cast<CapsuleType>(this);
    return capsule ? capsule->getName().str() : leafName(kind).str();
  }
  case TypeKind::Function:
    return "Function";
  default:
    return leafName(kind).str();
  }
}

std::string Type::spelling() const {
  return is(TypeKind::Enum) ? schemaSpelling() : annotationSpelling();
}

std::string Type::schemaSpelling() const {
  auto spellParts = [&](llvm::ArrayRef<const Type *> parts) {
    return spellAll(parts, [](const Type *t) { return t->schemaSpelling(); });
  };
  switch (kind) {
  case TypeKind::Number:
    return "Scalar";
  case TypeKind::Tuple:
    return "(" + spellParts(contained) + ")";
  case TypeKind::NamedTuple: {
    llvm::StringRef name = llvm::cast<NamedTupleType>(this)->getName();
    return name.empty() ? "(" + spellParts(contained) + ")" : name.str();
  }
  case TypeKind::List:
    return spellParts(contained) + "[]";
  case TypeKind::Dict:
    return "Dict(" + spellParts(contained) + ")";
  case TypeKind::Optional:
    return spellParts(contained) + "?";
  case TypeKind::Union:
    return "Union(" + spellParts(getShownMembers(llvm::cast<UnionType>(this))) +
           ")";
  case TypeKind::Future:
  case TypeKind::Await:
  case TypeKind::RRef:
    return (leafName(kind) + "(" + spellParts(contained) + ")").str();
  case TypeKind::Interface:
    return ("InterfaceType<" + llvm::cast<NominalType>(this)->getShortName() +
            ">")
        .str();
  case TypeKind::Enum:
    return ("Enum<" + llvm::cast<NominalType>(this)->getName() + ">").str();
  default:
    return annotationSpelling();
  }
}
