//===- SchemaTypes.cpp - Types against those of schemas -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over both types; nothing is made, so that it costs little.
//
//===----------------------------------------------------------------------===//

#include "SchemaTypes.h"

#include "TorchScript/Dialect/TS/IR/TSTypes.h"

using namespace mlir;
using namespace mlir::ts;
using torchscript::TypeKind;

bool SchemaTypes::isTensor(Type type) const {
  if (isa<TSTensorType>(type))
    return true;
  auto value = dyn_cast<RankedTensorType>(type);
  return value && allowValues && !value.getEncoding() &&
         TSTensorType::isValidDtype(value.getElementType());
}

/// Types that the dialect does not tell apart: a value of them is an Any, or of
/// the one type that it can have.
static bool acceptsOpaque(Type type, TypeKind kind) {
  if (isa<AnyType>(type))
    return true;
  if (kind == TypeKind::AnyEnum)
    return isa<EnumType>(type);
  return kind == TypeKind::AnyClass && isa<ObjectType>(type);
}

bool SchemaTypes::acceptsLeaf(Type type, TypeKind kind) const {
  switch (kind) {
  case TypeKind::Int:
  case TypeKind::ScalarType:
  case TypeKind::Layout:
  case TypeKind::MemoryFormat:
  case TypeKind::QScheme:
  case TypeKind::SymInt:
    return type.isSignlessInteger(64);
  case TypeKind::Bool:
    return type.isSignlessInteger(1);
  case TypeKind::Float:
    return type.isF64();
  case TypeKind::Complex:
    return isa<ComplexType>(type) && isNumber(type);
  case TypeKind::Tensor:
    return isTensor(type);
  case TypeKind::None:
    return isa<TSNoneType>(type);
  case TypeKind::String:
    return isa<StrType>(type);
  case TypeKind::Number:
    return isa<ScalarType>(type);
  case TypeKind::Device:
    return isa<DeviceType>(type);
  case TypeKind::Stream:
    return isa<StreamType>(type);
  case TypeKind::Generator:
    return isa<GeneratorType>(type);
  case TypeKind::AnyList:
    return isa<AnyListType>(type);
  case TypeKind::AnyTuple:
    return isa<AnyTupleType>(type);
  default:
    return acceptsOpaque(type, kind);
  }
}

/// The name of a class, interface, enum or native class type; empty for others.
static StringRef getSymbolName(Type type) {
  if (auto object = dyn_cast<ObjectType>(type))
    return object.getName();
  if (auto interface = dyn_cast<InterfaceType>(type))
    return interface.getName();
  if (auto member = dyn_cast<EnumType>(type))
    return member.getName();
  if (auto capsule = dyn_cast<CapsuleType>(type))
    return capsule.getName().getValue();
  return "";
}

Type SchemaTypes::bind(Type type, const torchscript::Type *variable) {
  for (auto [known, value] : bound)
    if (known == variable)
      return value;
  bound.emplace_back(variable, type);
  return type;
}

/// Invariant positions: elements of containers.
bool SchemaTypes::isSame(Type type, const torchscript::Type *formal) {
  switch (formal->getKind()) {
  case TypeKind::Variable: {
    Type known = bind(type, formal);
    return known == type || (isTensor(known) && isTensor(type));
  }
  case TypeKind::Optional: {
    auto optional = dyn_cast<OptionalType>(type);
    const torchscript::Type *element = formal->getContained().front();
    return optional ? isSame(optional.getElementType(), element)
                    : isa<AnyType>(type) && element->isAny();
  }
  case TypeKind::List: {
    auto list = dyn_cast<ListType>(type);
    return list &&
           isSame(list.getElementType(), formal->getContained().front());
  }
  case TypeKind::Dict: {
    auto dict = dyn_cast<DictType>(type);
    return dict && isSame(dict.getKeyType(), formal->getContained()[0]) &&
           isSame(dict.getValueType(), formal->getContained()[1]);
  }
  case TypeKind::Tuple:
  case TypeKind::NamedTuple: {
    auto tuple = dyn_cast<TSTupleType>(type);
    return tuple && tuple.size() == formal->getContained().size() &&
           llvm::all_of(llvm::zip(tuple.getElements(), formal->getContained()),
                        [&](auto pair) {
                          return isSame(std::get<0>(pair), std::get<1>(pair));
                        });
  }
  case TypeKind::Future: {
    auto future = dyn_cast<FutureType>(type);
    return future &&
           isSame(future.getElementType(), formal->getContained().front());
  }
  case TypeKind::Await: {
    auto await = dyn_cast<AwaitType>(type);
    return await &&
           isSame(await.getElementType(), formal->getContained().front());
  }
  case TypeKind::RRef: {
    auto rref = dyn_cast<RRefType>(type);
    return rref &&
           isSame(rref.getElementType(), formal->getContained().front());
  }
  case TypeKind::Union:
    return isa<UnionType>(type);
  case TypeKind::Class:
  case TypeKind::Interface:
  case TypeKind::Enum:
  case TypeKind::Capsule:
    return getSymbolName(type) ==
           static_cast<const torchscript::NominalType *>(formal)->getName();
  default:
    return acceptsLeaf(type, formal->getKind());
  }
}

bool SchemaTypes::acceptsOperand(Type type, const torchscript::Type *formal) {
  TypeKind kind = formal->getKind();
  if (kind == TypeKind::Any)
    return isValueType(type) || isTensor(type);
  if (kind == TypeKind::Variable) {
    Type known = bind(type, formal);
    return known == type || isSubtype(type, known) ||
           (isTensor(known) && isTensor(type));
  }
  // Each member has to fit: Union[int, float] is a number.
  if (auto members = dyn_cast<UnionType>(type))
    return llvm::all_of(members.getMembers(), [&](Type member) {
      return acceptsOperand(member, formal);
    });
  if (kind == TypeKind::Optional || kind == TypeKind::Union) {
    if (kind == TypeKind::Optional && isa<TSNoneType>(type))
      return true;
    if (auto optional = dyn_cast<OptionalType>(type))
      return acceptsOperand(optional.getElementType(), formal);
    return llvm::any_of(formal->getContained(), [&](const auto *member) {
      return acceptsOperand(type, member);
    });
  }
  if (kind == TypeKind::Number && isNumber(type))
    return true;
  if (kind == TypeKind::AnyList)
    return isa<ListType, AnyListType>(type);
  if (kind == TypeKind::AnyTuple)
    return isa<TSTupleType, AnyTupleType>(type);
  return isSame(type, formal);
}

bool SchemaTypes::acceptsResult(Type type, const torchscript::Type *formal) {
  return isSame(type, formal);
}
