//===- TypeLowering.cpp - Static types as types of the dialect ------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps the static types of the front end to MLIR types, and constants to
// attributes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
namespace ts = mlir::ts;

static mlir::Type lowerTuple(const TupleType *tuple,
                             mlir::MLIRContext *context) {
  llvm::SmallVector<mlir::Type> elements;
  for (const Type *element : tuple->getElements())
    elements.push_back(lowerType(element, context));
  const auto *named = llvm::dyn_cast<NamedTupleType>(tuple);
  if (!named || named->getName().empty())
    return ts::TSTupleType::get(context, elements);
  llvm::SmallVector<mlir::StringAttr> fields;
  for (const std::string &field : named->getFieldNames())
    fields.push_back(mlir::StringAttr::get(context, field));
  return ts::TSTupleType::get(context, elements,
                              mlir::StringAttr::get(context, named->getName()),
                              fields);
}

/// A union of these members, which are in order but for a None at the end.
static mlir::Type lowerUnion(llvm::SmallVector<const Type *, 4> members,
                             mlir::MLIRContext *context) {
  if (members.back()->isNone()) {
    auto *place = llvm::find_if(members, [](const Type *type) {
      return type->getKind() >= TypeKind::None;
    });
    std::rotate(place, members.end() - 1, members.end());
  }
  llvm::SmallVector<mlir::Type> lowered;
  for (const Type *member : members)
    lowered.push_back(lowerType(member, context));
  return ts::UnionType::get(context, lowered);
}

mlir::Type torchscript::lowerType(const Type *type,
                                  mlir::MLIRContext *context) {
  switch (type->getKind()) {
  case TypeKind::Int:
  case TypeKind::ScalarType:
  case TypeKind::Layout:
  case TypeKind::MemoryFormat:
  case TypeKind::QScheme:
  case TypeKind::SymInt:
    return mlir::IntegerType::get(context, 64);
  case TypeKind::Float:
    return mlir::Float64Type::get(context);
  case TypeKind::Complex:
    return mlir::ComplexType::get(mlir::Float64Type::get(context));
  case TypeKind::Bool:
    return mlir::IntegerType::get(context, 1);
  case TypeKind::None:
    return ts::TSNoneType::get(context);
  case TypeKind::String:
    return ts::StrType::get(context);
  case TypeKind::Number:
    return ts::ScalarType::get(context);
  case TypeKind::Tensor:
    return ts::TSTensorType::get(context);
  case TypeKind::List:
    return ts::ListType::get(
        lowerType(llvm::cast<ListType>(type)->getElement(), context));
  case TypeKind::Dict: {
    const auto *dict = llvm::cast<DictType>(type);
    return ts::DictType::get(lowerType(dict->getKey(), context),
                             lowerType(dict->getValue(), context));
  }
  case TypeKind::Tuple:
  case TypeKind::NamedTuple:
    return lowerTuple(llvm::cast<TupleType>(type), context);
  case TypeKind::Optional: {
    const Type *element = llvm::cast<OptionalType>(type)->getElement();
    if (element->is(TypeKind::Union))
      return lowerUnion(getAlternatives(type), context);
    mlir::Type lowered = lowerType(element, context);
    if (llvm::isa<ts::AnyType>(lowered))
      return lowered;
    return ts::OptionalType::get(lowered);
  }
  case TypeKind::Union:
    return lowerUnion(getAlternatives(type), context);
  case TypeKind::Device:
    return ts::DeviceType::get(context);
  case TypeKind::Stream:
    return ts::StreamType::get(context);
  case TypeKind::Generator:
    return ts::GeneratorType::get(context);
  case TypeKind::Class:
    return ts::ObjectType::get(context,
                               llvm::cast<NominalType>(type)->getName());
  case TypeKind::Interface:
    return ts::InterfaceType::get(context,
                                  llvm::cast<NominalType>(type)->getName());
  case TypeKind::Enum:
    return ts::EnumType::get(context, llvm::cast<NominalType>(type)->getName());
  case TypeKind::Capsule:
    return ts::CapsuleType::get(
        context, mlir::StringAttr::get(
                     context, llvm::cast<NominalType>(type)->getName()));
  case TypeKind::Future:
    return ts::FutureType::get(
        lowerType(llvm::cast<WrapperType>(type)->getElement(), context));
  case TypeKind::Await:
    return ts::AwaitType::get(
        lowerType(llvm::cast<WrapperType>(type)->getElement(), context));
  case TypeKind::RRef:
    return ts::RRefType::get(
        lowerType(llvm::cast<WrapperType>(type)->getElement(), context));
  case TypeKind::AnyList:
    return ts::AnyListType::get(context);
  case TypeKind::AnyTuple:
    return ts::AnyTupleType::get(context);
  case TypeKind::Any:
  case TypeKind::AnyEnum:
  case TypeKind::AnyClass:
  case TypeKind::Storage:
  case TypeKind::Quantizer:
  case TypeKind::Variable:
  case TypeKind::Function:
  case TypeKind::PyObject:
    break;
  }
  return ts::AnyType::get(context);
}

const Type *torchscript::typeOfConstant(const Constant &constant,
                                        TypeContext &types) {
  switch (constant.getKind()) {
  case Constant::Kind::Unset:
    return nullptr;
  case Constant::Kind::None:
    return TypeContext::getNone();
  case Constant::Kind::Bool:
    return TypeContext::getBool();
  case Constant::Kind::Int:
    return TypeContext::getInt();
  case Constant::Kind::Float:
    return TypeContext::getFloat();
  case Constant::Kind::Complex:
    return TypeContext::getComplex();
  case Constant::Kind::String:
    return TypeContext::getString();
  case Constant::Kind::Device:
    return TypeContext::getDevice();
  case Constant::Kind::EnumMember:
  case Constant::Kind::External:
    return constant.getType();
  case Constant::Kind::List:
  case Constant::Kind::Tuple:
    break;
  }
  llvm::SmallVector<const Type *> elements;
  for (const Constant &element : constant.getElements()) {
    elements.push_back(typeOfConstant(element, types));
    if (!elements.back())
      return nullptr;
  }
  if (constant.getKind() == Constant::Kind::Tuple)
    return types.getTuple(elements);
  if (elements.empty())
    return types.getList(TypeContext::getTensor());
  const Type *element = unifyAll(types, elements);
  return element ? types.getList(element) : nullptr;
}

/// Strips what a constant of a narrower type is given as.
static const Type *alternativeFor(const Constant &constant, const Type *type) {
  for (const Type *alternative : getAlternatives(type)) {
    switch (constant.getKind()) {
    case Constant::Kind::None:
      if (alternative->isNone())
        return alternative;
      break;
    case Constant::Kind::Int:
      if (alternative->isInt())
        return alternative;
      break;
    case Constant::Kind::Float:
      if (alternative->isFloat())
        return alternative;
      break;
    case Constant::Kind::List:
      if (alternative->is(TypeKind::List))
        return alternative;
      break;
    case Constant::Kind::Tuple:
      if (llvm::isa<TupleType>(alternative))
        return alternative;
      break;
    default:
      break;
    }
  }
  return type;
}

static mlir::Attribute lowerElements(const Constant &constant, const Type *type,
                                     mlir::MLIRContext *context) {
  llvm::ArrayRef<Constant> elements = constant.getElements();
  llvm::SmallVector<mlir::Attribute> attributes;
  const auto *tuple = llvm::dyn_cast_or_null<TupleType>(type);
  const auto *list = llvm::dyn_cast_or_null<ListType>(type);
  if ((!tuple && !list) || (tuple && tuple->size() != elements.size()))
    return {};
  for (size_t i = 0; i < elements.size(); ++i) {
    attributes.push_back(lowerConstant(
        elements[i], tuple ? tuple->getElements()[i] : list->getElement(),
        context));
    if (!attributes.back())
      return {};
  }
  auto array = mlir::ArrayAttr::get(context, attributes);
  if (tuple)
    return ts::TupleAttr::get(
        context, llvm::cast<ts::TSTupleType>(lowerType(type, context)), array);
  return ts::ListAttr::get(
      context, llvm::cast<ts::ListType>(lowerType(type, context)), array);
}

mlir::Attribute torchscript::lowerConstant(const Constant &constant,
                                           const Type *type,
                                           mlir::MLIRContext *context) {
  mlir::Builder builder(context);
  type = alternativeFor(constant, type);
  switch (constant.getKind()) {
  case Constant::Kind::None:
    return ts::NoneAttr::get(context);
  case Constant::Kind::Bool:
    return builder.getBoolAttr(constant.getBool());
  case Constant::Kind::Int:
    if (type && type->isFloat())
      return builder.getF64FloatAttr(double(constant.getInt()));
    return builder.getI64IntegerAttr(constant.getInt());
  case Constant::Kind::Float:
    return builder.getF64FloatAttr(constant.getFloat());
  case Constant::Kind::Complex:
    return ts::ComplexAttr::get(context, constant.getReal(),
                                constant.getImag());
  case Constant::Kind::String:
    return builder.getStringAttr(constant.getString());
  case Constant::Kind::Device: {
    auto [kind, index] = constant.getString().split(':');
    int number = -1;
    if (!index.empty() && index.getAsInteger(10, number))
      number = -1;
    return ts::DeviceAttr::get(context, builder.getStringAttr(kind), number);
  }
  case Constant::Kind::EnumMember: {
    const auto *enumType = llvm::cast<EnumType>(constant.getType());
    return ts::MemberAttr::get(
        context, mlir::FlatSymbolRefAttr::get(context, enumType->getName()),
        builder.getStringAttr(enumType->getMembers()[constant.getInt()].name));
  }
  case Constant::Kind::List:
  case Constant::Kind::Tuple:
    return lowerElements(constant, type, context);
  case Constant::Kind::Unset:
  case Constant::Kind::External:
    break;
  }
  return {};
}
