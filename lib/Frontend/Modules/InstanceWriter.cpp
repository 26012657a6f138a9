//===- InstanceWriter.cpp - Instances as ts.object ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes modules, objects and the values of their attributes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Modules/InstanceWriter.h"
#include "MadeInstances.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"

#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "llvm/ADT/MapVector.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;
using llvm::Twine;
namespace ts = mlir::ts;
using Kind = InstanceValue::Kind;

InstanceTypes::~InstanceTypes() = default;

mlir::Attribute InstanceWriter::mismatch(const InstanceValue &value,
                                         const Type *type, StringRef name) {
  types.mismatch(value, type, name);
  return {};
}

static bool mayBe(const InstanceValue &value, const Type *type);

/// Whether a value is of this type, which is no Optional and no Union.
static bool isOfType(const InstanceValue &value, const Type *type) {
  switch (value.kind) {
  case Kind::None:
    return canBeNone(type);
  case Kind::Bool:
    return type->isBool();
  case Kind::Int:
    return isSubtypeOf(TypeContext::getInt(), type) ||
           type->is(TypeKind::ScalarType) || type->is(TypeKind::Layout) ||
           type->is(TypeKind::MemoryFormat);
  case Kind::Float:
    return isSubtypeOf(TypeContext::getFloat(), type);
  case Kind::Complex:
    return isSubtypeOf(TypeContext::getComplex(), type);
  case Kind::String:
    return type->isString();
  case Kind::Device:
    return type->isDevice();
  case Kind::Tensor:
    return type->isTensor();
  case Kind::List:
  case Kind::Dict:
    return type->is(value.kind == Kind::List ? TypeKind::List
                                             : TypeKind::Dict) &&
           (value.typeTag.empty() || value.typeTag == type->spelling());
  case Kind::Tuple:
  case Kind::NamedTuple: {
    const auto *tuple = dyn_cast<TupleType>(type);
    if (!tuple || tuple->size() != value.elements.size())
      return false;
    for (auto [element, elementType] :
         llvm::zip(value.elements, tuple->getElements()))
      if (!mayBe(*element, elementType))
        return false;
    return true;
  }
  case Kind::Enum:
    return type->is(TypeKind::Enum) &&
           cast<EnumType>(type)->getMemberIndex(value.member) >= 0;
  case Kind::Object:
  case Kind::Module: {
    if (const auto *capsule = dyn_cast<CapsuleType>(type))
      return capsule->getName() == value.typeTag;
    // Where the source says which class it is.
    const auto *nominal = dyn_cast<NominalType>(type);
    return nominal &&
           (type->is(TypeKind::Interface) ||
            (type->is(TypeKind::Class) &&
             (value.typeTag.empty() || nominal->getName() == value.typeTag)));
  }
  case Kind::Function:
  case Kind::Class:
  case Kind::Namespace:
  case Kind::Other:
    break;
  }
  return false;
}

/// Whether the host converts the value: ints to float, numbers to complex,
/// bools to int, tuples to lists and lists to tuples.
static bool converts(const InstanceValue &value, const Type *type) {
  switch (value.kind) {
  case Kind::Bool:
    return type->isInt() || type->isFloat() || type->isComplex();
  case Kind::Int:
    return type->isFloat() || type->isComplex() || type->isBool();
  case Kind::Float:
    return type->isComplex();
  case Kind::String:
    return type->isDevice();
  case Kind::List: {
    const auto *tuple = dyn_cast<TupleType>(type);
    return tuple && tuple->size() == value.elements.size();
  }
  case Kind::Tuple:
    return type->is(TypeKind::List);
  default:
    return false;
  }
}

/// Whether a value may stand where this type is declared, converted or not.
static bool mayBe(const InstanceValue &value, const Type *type) {
  return type->is(TypeKind::Any) ||
         llvm::any_of(getAlternatives(type), [&](const Type *alternative) {
           return isOfType(value, alternative) || converts(value, alternative);
         });
}

mlir::Attribute InstanceWriter::getValue(const InstanceValue &value,
                                         const Type *type, StringRef name) {
  if (!value.problem.empty()) {
    types.fail(name, value.problem);
    return {};
  }
  if (type->is(TypeKind::Any)) {
    const Type *own = types.getOwnType(value);
    return own ? getExact(value, own, name) : mismatch(value, type, name);
  }
  auto alternatives = getAlternatives(type);
  for (const Type *alternative : alternatives)
    if (isOfType(value, alternative))
      return getExact(value, alternative, name);
  for (const Type *alternative : alternatives)
    if (converts(value, alternative))
      return getExact(value, alternative, name);
  // Type tags may differ in spelling from the declaration, which counts.
  if (type->is(value.kind == Kind::List ? TypeKind::List : TypeKind::Dict) &&
      (value.kind == Kind::List || value.kind == Kind::Dict))
    return getExact(value, type, name);
  return mismatch(value, type, name);
}

mlir::Attribute InstanceWriter::getExact(const InstanceValue &value,
                                         const Type *type, StringRef name) {
  mlir::Builder builder(context);
  bool isIntegral = value.kind == Kind::Bool || value.kind == Kind::Int;
  double real = isIntegral ? double(value.integer) : value.real;
  if (type->isNone())
    return ts::NoneAttr::get(context);
  if (type->isBool())
    return builder.getBoolAttr(value.integer != 0);
  if (type->isFloat())
    return builder.getF64FloatAttr(real);
  if (type->isComplex())
    return ts::ComplexAttr::get(context, real, value.imaginary);
  if (isIntegral)
    return builder.getI64IntegerAttr(value.integer);
  if (value.kind == Kind::Float)
    return builder.getF64FloatAttr(real);
  if (value.kind == Kind::Complex)
    return ts::ComplexAttr::get(context, real, value.imaginary);
  if (type->isString())
    return builder.getStringAttr(value.text);
  if (type->isDevice())
    return lowerConstant(Constant::device(value.text), type, context);
  if (type->isTensor())
    return getTensor(value, name);
  if (const auto *members = dyn_cast<EnumType>(type))
    return lowerConstant(
        Constant::enumMember(members, members->getMemberIndex(value.member)),
        type, context);
  if (const auto *dict = dyn_cast<DictType>(type))
    return getDict(value, dict, name);
  if (type->is(TypeKind::Capsule))
    return getMadeInstance(*this, value, lowerType(type, context), name);
  if (value.kind == Kind::Module || value.kind == Kind::Object)
    return getObject(value, type, name);
  return getSequence(value, type, name);
}

bool InstanceWriter::isFirst(const InstanceValue &container, StringRef name) {
  if (containers.insert(&container).second)
    return true;
  types.fail(name, Twine("not supported yet: a ") +
                       (container.kind == Kind::Dict ? "dict" : "list") +
                       (types.sharesContainers() ? " that two attributes share"
                                                 : " that contains itself"));
  return false;
}

mlir::Attribute InstanceWriter::getSequence(const InstanceValue &value,
                                            const Type *type, StringRef name) {
  const auto *list = dyn_cast<ListType>(type);
  const auto *tuple = dyn_cast<TupleType>(type);
  if (!list && !tuple)
    return mismatch(value, type, name);
  if (value.kind == Kind::List && !isFirst(value, name))
    return {};
  llvm::SmallVector<mlir::Attribute> elements;
  for (auto [index, element] : llvm::enumerate(value.elements)) {
    elements.push_back(getValue(
        *element, list ? list->getElement() : tuple->getElements()[index],
        (name + "." + Twine(index)).str()));
    if (!elements.back())
      return {};
  }
  endContainer(value);
  mlir::Type lowered = lowerType(type, context);
  auto all = mlir::ArrayAttr::get(context, elements);
  if (list)
    return ts::ListAttr::get(context, cast<ts::ListType>(lowered), all);
  return ts::TupleAttr::get(context, cast<ts::TSTupleType>(lowered), all);
}

mlir::Attribute InstanceWriter::getDict(const InstanceValue &dict,
                                        const DictType *type, StringRef name) {
  if (!isFirst(dict, name))
    return {};
  // A repeated key overwrites the value and keeps its place.
  llvm::MapVector<mlir::Attribute, mlir::Attribute> entries;
  for (auto [index, key, value] : llvm::enumerate(dict.keys, dict.elements)) {
    mlir::Attribute written = getValue(*key, type->getKey(), name);
    mlir::Attribute element =
        getValue(*value, type->getValue(), (name + "." + Twine(index)).str());
    if (!written || !element)
      return {};
    entries[written] = element;
  }
  endContainer(dict);
  llvm::SmallVector<mlir::Attribute> keys, values;
  for (auto &[key, value] : entries) {
    keys.push_back(key);
    values.push_back(value);
  }
  return ts::DictAttr::get(context,
                           cast<ts::DictType>(lowerType(type, context)),
                           mlir::ArrayAttr::get(context, keys),
                           mlir::ArrayAttr::get(context, values));
}

mlir::Attribute InstanceWriter::getTensor(const InstanceValue &given,
                                          StringRef name) {
  const InstanceValue &tensor = types.getFirst(given);
  if (!tensor.problem.empty()) {
    types.fail(name, tensor.problem);
    return {};
  }
  if (tensor.state)
    return getMadeInstance(*this, tensor, ts::TSTensorType::get(context), name);
  mlir::Type dtype = ts::getElementType(context, tensor.dtype);
  if (!dtype) {
    types.fail(name, "not supported yet: tensors of dtype " +
                         getDTypeName(tensor.dtype));
    return {};
  }
  return ts::TensorRefAttr::get(
      context, mlir::StringAttr::get(context, tensor.storage), dtype,
      tensor.sizes, tensor.strides, tensor.offset, tensor.requiresGrad);
}

/// The member of that name, whatever its kind; null for none.
static const InstanceValue *findMember(const InstanceValue &instance,
                                       StringRef name) {
  for (const auto *members : {&instance.parameters, &instance.buffers,
                              &instance.submodules, &instance.attributes})
    for (const InstanceMember &member : *members)
      if (member.name == name)
        return member.value;
  return nullptr;
}

mlir::FlatSymbolRefAttr InstanceWriter::getObject(const InstanceValue &instance,
                                                  const Type *declared,
                                                  StringRef name) {
  auto it = objects.find(&instance);
  if (it != objects.end())
    return it->second;
  objects[&instance] = {};
  if (!instance.problem.empty()) {
    types.fail(name, instance.problem);
    return {};
  }
  const ClassType *type = types.getClass(instance, declared, name);
  if (!type)
    return {};
  // Known before its attributes are written: objects may refer to each other.
  std::string symbol = unit.uniqueSymbol(name);
  auto reference = mlir::FlatSymbolRefAttr::get(context, symbol);
  objects[&instance] = reference;
  mlir::NamedAttrList fields;
  bool isComplete = true;
  FunctionEntry *restorer = types.getRestorer(type);
  mlir::Attribute state;
  if (restorer) {
    const Type *stateType = restorer->schema.arguments[1].type;
    if (instance.state)
      state = getValue(*instance.state, stateType, (name + ".state").str());
    else
      types.fail(name, "'__setstate__' of its class has no state");
    if (!state)
      return objects[&instance] = {};
  }
  for (const ClassAttribute &attribute : type->getAttributes()) {
    if (restorer ||
        (attribute.kind == AttributeKind::Constant && attribute.value))
      continue;
    std::string path = (name + "." + attribute.name).str();
    const InstanceValue *value = findMember(instance, attribute.name);
    mlir::Attribute field;
    if (value)
      field = getValue(*value, attribute.type, path);
    else if (instance.kind == Kind::Module && attribute.name == "training")
      field = mlir::BoolAttr::get(context, instance.training);
    else
      types.fail(path, "declared by class '" + type->getName() +
                           "', but it has no value");
    if (field)
      fields.append(attribute.name, field);
    isComplete &= bool(field);
    if (!isComplete && !types.keepsIncomplete())
      return objects[&instance] = {};
  }
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  auto object = builder.create<ts::ObjectOp>(
      types.getLocation(type), builder.getStringAttr(symbol),
      mlir::StringAttr(), mlir::TypeAttr::get(lowerType(type, context)),
      fields.getDictionary(context));
  if (!instance.unsaved.empty()) {
    llvm::SmallVector<llvm::StringRef> names(instance.unsaved.begin(),
                                             instance.unsaved.end());
    object->setAttr("ts.not_persistent", builder.getStrArrayAttr(names));
  }
  if (restorer) {
    object->setAttr("ts.restorer",
                    mlir::FlatSymbolRefAttr::get(context, restorer->symbol));
    object->setAttr("ts.state", state);
  }
  return reference;
}
