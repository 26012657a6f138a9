//===- ArchiveConstants.cpp - The constants table -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits entries of the constants table where the code names them.
//
//===----------------------------------------------------------------------===//

#include "ArchiveInstance.h"

#include "TorchScript/Dialect/TS/IR/MadeValues.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
using llvm::cast;
using llvm::Twine;
namespace ts = mlir::ts;

const Type *ArchiveProgram::typeOf(const ArchiveValue &value) {
  TypeContext &types = unit.getTypes();
  std::string ignored;
  switch (value.getKind()) {
  case ArchiveValue::Kind::None:
    return TypeContext::getNone();
  case ArchiveValue::Kind::Bool:
    return TypeContext::getBool();
  case ArchiveValue::Kind::Int:
    return TypeContext::getInt();
  case ArchiveValue::Kind::Float:
    return TypeContext::getFloat();
  case ArchiveValue::Kind::Complex:
    return TypeContext::getComplex();
  case ArchiveValue::Kind::String:
    return TypeContext::getString();
  case ArchiveValue::Kind::Device:
    return TypeContext::getDevice();
  case ArchiveValue::Kind::Tensor:
    return TypeContext::getTensor();
  case ArchiveValue::Kind::Object:
    return lookupType(cast<ArchiveObject>(value).className);
  case ArchiveValue::Kind::Enum:
    return lookupType(cast<ArchiveEnum>(value).className);
  case ArchiveValue::Kind::List:
    return parseType(cast<ArchiveList>(value).typeTag, ignored);
  case ArchiveValue::Kind::Dict:
    return parseType(cast<ArchiveDict>(value).typeTag, ignored);
  case ArchiveValue::Kind::Tuple: {
    llvm::SmallVector<const Type *> elements;
    for (const ArchiveValue *element : cast<ArchiveTuple>(value).elements) {
      elements.push_back(typeOf(*element));
      if (!elements.back())
        return nullptr;
    }
    return types.getTuple(elements);
  }
  case ArchiveValue::Kind::Storage:
  case ArchiveValue::Kind::Global:
    break;
  }
  return nullptr;
}

/// Emits what makes the value of an attribute; null for what cannot be an
/// argument of an operator that makes values.
static mlir::Value emitMade(FunctionEmitter &emitter, SourceRange range,
                            mlir::Attribute attribute) {
  if (auto made = ts::MadeValue::from(attribute)) {
    llvm::SmallVector<mlir::Value> arguments;
    for (mlir::Attribute argument : made->arguments) {
      arguments.push_back(emitMade(emitter, range, argument));
      if (!arguments.back())
        return {};
    }
    auto op = emitter.getBuilder().create<ts::OperatorOp>(
        emitter.loc(range), mlir::TypeRange(made->type), made->name, arguments);
    return op.getResult(0);
  }
  if (auto flag = llvm::dyn_cast<mlir::BoolAttr>(attribute))
    return emitter.constantBool(range, flag.getValue()).value;
  if (auto number = llvm::dyn_cast<mlir::IntegerAttr>(attribute))
    return emitter.constantInt(range, number.getInt()).value;
  if (auto number = llvm::dyn_cast<mlir::FloatAttr>(attribute))
    return emitter.constantFloat(range, number.getValueAsDouble()).value;
  if (llvm::isa<ts::NoneAttr>(attribute))
    return emitter.constantNone(range).value;
  if (auto list = llvm::dyn_cast<ts::ListAttr>(attribute)) {
    llvm::SmallVector<TypedValue> elements;
    for (mlir::Attribute element : list.getElements()) {
      auto number = llvm::dyn_cast<mlir::IntegerAttr>(element);
      if (!number)
        return {};
      elements.push_back(emitter.constantInt(range, number.getInt()));
    }
    return emitter.makeList(range, elements, TypeContext::getInt()).value;
  }
  if (!llvm::isa<ts::TensorRefAttr, mlir::DenseElementsAttr>(attribute))
    return {};
  return emitter.getBuilder().create<ts::TensorLiteralOp>(
      emitter.loc(range), emitter.lower(TypeContext::getTensor()), attribute);
}

TypedValue ArchiveProgram::emitConstant(FunctionEmitter &emitter,
                                        SourceRange range, uint64_t index) {
  const ArchiveValue &value = *archive.getConstants()[index];
  const Type *type = typeOf(value);
  if (!type) {
    emitter.notSupported(range, "constant " + Twine(index) +
                                    ", whose type the archive does not say");
    return {};
  }
  return emitValue(emitter, range, value, type);
}

TypedValue ArchiveProgram::emitValue(FunctionEmitter &emitter,
                                     SourceRange range,
                                     const ArchiveValue &value,
                                     const Type *type) {
  auto derefined = [&](const ArchiveValue *element, const Type *elementType) {
    TypedValue made = emitValue(emitter, range, *element, elementType);
    return made ? emitter.derefined(range, made, elementType) : made;
  };
  auto unsupported = [&]() {
    // Why was reported at the archive as a whole; here is where it is needed.
    emitter.notSupported(range, "this constant");
    return TypedValue();
  };
  switch (value.getKind()) {
  case ArchiveValue::Kind::None:
    return emitter.constantNone(range);
  case ArchiveValue::Kind::Bool:
    return emitter.constantBool(range, cast<ArchiveBool>(value).value);
  case ArchiveValue::Kind::Int:
    return emitter.constantInt(range, cast<ArchiveInt>(value).value);
  case ArchiveValue::Kind::Float:
    return emitter.constantFloat(range, cast<ArchiveFloat>(value).value);
  case ArchiveValue::Kind::Complex:
    return emitter.constantComplex(range, cast<ArchiveComplex>(value).real,
                                   cast<ArchiveComplex>(value).imaginary);
  case ArchiveValue::Kind::String:
    return emitter.constantString(range, cast<ArchiveString>(value).value);
  case ArchiveValue::Kind::Device:
    return emitter.constant(range,
                            Constant::device(cast<ArchiveDevice>(value).name));
  case ArchiveValue::Kind::Tensor: {
    mlir::Attribute attribute =
        instance->getConstantTensor(cast<ArchiveTensor>(value), "a constant");
    if (!attribute)
      return unsupported();
    if (ts::MadeValue::from(attribute)) {
      mlir::Value made = emitMade(emitter, range, attribute);
      return made ? TypedValue{made, TypeContext::getTensor()} : unsupported();
    }
    auto op = emitter.getBuilder().create<ts::TensorLiteralOp>(
        emitter.loc(range), emitter.lower(TypeContext::getTensor()), attribute);
    return {op, TypeContext::getTensor()};
  }
  case ArchiveValue::Kind::Object: {
    if (cast<ArchiveObject>(value).isTorchbind()) {
      mlir::Attribute attribute =
          instance->getValue(value, typeOf(value), "a constant");
      mlir::Value made =
          attribute ? emitMade(emitter, range, attribute) : mlir::Value();
      return made ? TypedValue{made, typeOf(value)} : unsupported();
    }
    mlir::FlatSymbolRefAttr symbol =
        instance->getObject(cast<ArchiveObject>(value), "constant");
    const Type *own = typeOf(value);
    if (!symbol || !own)
      return unsupported();
    auto op = emitter.getBuilder().create<ts::ObjectRefOp>(
        emitter.loc(range), emitter.lower(own), symbol);
    return {op, own};
  }
  case ArchiveValue::Kind::Enum: {
    const auto *own = llvm::dyn_cast_or_null<EnumType>(typeOf(value));
    auto member = llvm::dyn_cast_or_null<ts::MemberAttr>(
        own ? instance->getValue(value, own, "a constant") : mlir::Attribute());
    if (!member)
      return unsupported();
    return emitter.constant(
        range, Constant::enumMember(
                   own, own->getMemberIndex(member.getMember().getValue())));
  }
  case ArchiveValue::Kind::List: {
    const auto *list = llvm::dyn_cast<ListType>(type);
    if (!list)
      return unsupported();
    llvm::SmallVector<TypedValue> elements;
    for (const ArchiveValue *element : cast<ArchiveList>(value).elements)
      if (!(elements.emplace_back(derefined(element, list->getElement()))))
        return {};
    return emitter.makeList(range, elements, list->getElement());
  }
  case ArchiveValue::Kind::Tuple: {
    const auto *tuple = llvm::dyn_cast<TupleType>(type);
    const auto &values = cast<ArchiveTuple>(value).elements;
    if (!tuple || tuple->size() != values.size())
      return unsupported();
    llvm::SmallVector<TypedValue> elements;
    for (auto [element, elementType] : llvm::zip(values, tuple->getElements()))
      if (!(elements.emplace_back(derefined(element, elementType))))
        return {};
    return emitter.makeTuple(range, elements, tuple);
  }
  case ArchiveValue::Kind::Dict: {
    const auto *dict = llvm::dyn_cast<DictType>(type);
    if (!dict)
      return unsupported();
    llvm::SmallVector<TypedValue> keys, values;
    for (auto [key, element] : cast<ArchiveDict>(value).entries)
      if (!(keys.emplace_back(derefined(key, dict->getKey()))) ||
          !(values.emplace_back(derefined(element, dict->getValue()))))
        return {};
    return emitter.dictOf(range, keys, values, dict);
  }
  case ArchiveValue::Kind::Storage:
  case ArchiveValue::Kind::Global:
    break;
  }
  return unsupported();
}
