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

#include "InstanceWriter.h"

#include "ArchiveInstance.h"
#include "ClassDeclarations.h"
#include "TypeLowering.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;
using llvm::Twine;
namespace ts = mlir::ts;
using Kind = InstanceValue::Kind;

mlir::Attribute InstanceWriter::mismatch(const InstanceValue &value,
                                         const Type *type, StringRef name) {
  if (why.empty())
    why = ("Could not cast attribute '" + name.rsplit('.').second +
           "' to type " + type->spelling() + ": its value is of Python type '" +
           getPythonTypeName(value) + "'")
              .str();
  return {};
}

/// Whether a value may stand where this type is declared.
static bool isOfType(const InstanceValue &value, const Type *type) {
  switch (value.kind) {
  case Kind::None:
    return canBeNone(type);
  case Kind::Bool:
    return type->isBool();
  case Kind::Int:
    return type->isInt();
  case Kind::Float:
    return type->isFloat();
  case Kind::Complex:
    return type->isComplex();
  case Kind::String:
    return type->isString();
  case Kind::Device:
    return type->isDevice();
  case Kind::Tensor:
    return type->isTensor();
  case Kind::List:
    return type->is(TypeKind::List);
  case Kind::Tuple:
  case Kind::NamedTuple: {
    const auto *tuple = dyn_cast<TupleType>(type);
    return tuple && tuple->size() == value.elements.size();
  }
  case Kind::Dict:
    return type->is(TypeKind::Dict);
  case Kind::Enum:
    return type->is(TypeKind::Enum) &&
           cast<EnumType>(type)->getMemberIndex(value.member) >= 0;
  case Kind::Object:
  case Kind::Module:
    return type->is(TypeKind::Class) || type->is(TypeKind::Interface);
  case Kind::Function:
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

mlir::Attribute InstanceWriter::getValue(const InstanceValue &value,
                                         const Type *type, StringRef name) {
  if (type->is(TypeKind::Any)) {
    std::string ignored;
    const Type *own = inferType(unit, program.scope, value, ignored);
    return own ? getExact(value, own, name) : mismatch(value, type, name);
  }
  auto alternatives = getAlternatives(type);
  for (const Type *alternative : alternatives)
    if (isOfType(value, alternative))
      return getExact(value, alternative, name);
  for (const Type *alternative : alternatives)
    if (converts(value, alternative))
      return getExact(value, alternative, name);
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
  if (type->isInt())
    return builder.getI64IntegerAttr(value.integer);
  if (type->isFloat())
    return builder.getF64FloatAttr(real);
  if (type->isComplex())
    return ts::ComplexAttr::get(context, real, value.imaginary);
  if (type->isString())
    return builder.getStringAttr(value.text);
  if (type->isDevice())
    return lowerConstant(Constant::device(value.text), type, context);
  if (type->isTensor())
    return getTensor(value);
  if (const auto *members = dyn_cast<EnumType>(type))
    return lowerConstant(
        Constant::enumMember(members, members->getMemberIndex(value.member)),
        type, context);
  if (const auto *dict = dyn_cast<DictType>(type))
    return getDict(value, dict, name);
  if (value.kind == Kind::Module) {
    ts::ObjectOp module = getModule(value, name);
    return module ? mlir::FlatSymbolRefAttr::get(module.getSymNameAttr())
                  : mlir::FlatSymbolRefAttr();
  }
  if (const auto *cls = dyn_cast<ClassType>(type))
    return getObject(value, cls, name);

  const auto *list = dyn_cast<ListType>(type);
  const auto *tuple = dyn_cast<TupleType>(type);
  if (!list && !tuple)
    return mismatch(value, type, name);
  llvm::SmallVector<mlir::Attribute> elements;
  for (auto [index, element] : llvm::enumerate(value.elements)) {
    elements.push_back(getValue(
        *element, list ? list->getElement() : tuple->getElements()[index],
        (name + "." + Twine(index)).str()));
    if (!elements.back())
      return {};
  }
  mlir::Type lowered = lowerType(type, context);
  auto all = mlir::ArrayAttr::get(context, elements);
  if (list)
    return ts::ListAttr::get(context, cast<ts::ListType>(lowered), all);
  return ts::TupleAttr::get(context, cast<ts::TSTupleType>(lowered), all);
}

mlir::Attribute InstanceWriter::getDict(const InstanceValue &dict,
                                        const DictType *type, StringRef name) {
  llvm::SmallVector<mlir::Attribute> keys, values;
  for (auto [key, value] : llvm::zip(dict.keys, dict.elements)) {
    keys.push_back(getValue(*key, type->getKey(), name));
    values.push_back(getValue(*value, type->getValue(),
                              (name + "." + Twine(values.size())).str()));
    if (!keys.back() || !values.back())
      return {};
  }
  return ts::DictAttr::get(context,
                           cast<ts::DictType>(lowerType(type, context)),
                           mlir::ArrayAttr::get(context, keys),
                           mlir::ArrayAttr::get(context, values));
}

mlir::Attribute InstanceWriter::getTensor(const InstanceValue &given) {
  const InstanceValue &tensor = program.resolve(given);
  mlir::Type dtype = lowerDType(tensor.dtype, context);
  if (!dtype) {
    why = ("not supported yet: tensors of dtype " + getDTypeName(tensor.dtype))
              .str();
    return {};
  }
  return ts::TensorRefAttr::get(
      context, mlir::StringAttr::get(context, tensor.storage), dtype,
      tensor.sizes, tensor.strides, tensor.offset, tensor.requiresGrad);
}

ts::ObjectOp InstanceWriter::writeObject(const InstanceValue &instance,
                                         const ClassType *type,
                                         mlir::NamedAttrList &fields,
                                         StringRef name) {
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  auto object = builder.create<ts::ObjectOp>(
      getClassLocation(context, unit.findClass(type)->def),
      builder.getStringAttr(unit.uniqueSymbol(name)), mlir::StringAttr(),
      mlir::TypeAttr::get(lowerType(type, context)),
      fields.getDictionary(context));
  program.objects[&instance] = object;
  return object;
}

mlir::Attribute InstanceWriter::getObject(const InstanceValue &object,
                                          const ClassType *type,
                                          StringRef name) {
  auto it = program.objects.find(&object);
  if (it != program.objects.end())
    return mlir::FlatSymbolRefAttr::get(it->second.getSymNameAttr());
  mlir::NamedAttrList fields;
  for (const ClassAttribute &attribute : type->getAttributes()) {
    std::string path = (name + "." + attribute.name).str();
    const InstanceValue *value = object.findAttribute(attribute.name);
    if (!value) {
      why = path + " has no value";
      return {};
    }
    mlir::Attribute field = getValue(*value, attribute.type, path);
    if (!field)
      return {};
    fields.append(attribute.name, field);
  }
  return mlir::FlatSymbolRefAttr::get(
      writeObject(object, type, fields, name).getSymNameAttr());
}

ts::ObjectOp InstanceWriter::getModule(const InstanceValue &instance,
                                       StringRef name) {
  auto it = program.objects.find(&instance);
  if (it != program.objects.end())
    return it->second;
  ModuleEntry *module = program.described.lookup(&instance);
  if (!module)
    return {};
  auto find = [&](llvm::ArrayRef<InstanceMember> members,
                  StringRef wanted) -> const InstanceValue * {
    for (const InstanceMember &member : members)
      if (member.name == wanted)
        return member.value;
    return nullptr;
  };
  mlir::NamedAttrList fields;
  for (const ClassAttribute &attribute : module->attributes) {
    StringRef key = attribute.name;
    std::string path = (name + "." + key).str();
    const InstanceValue *value = nullptr;
    switch (attribute.kind) {
    case AttributeKind::Constant:
      continue;
    case AttributeKind::Parameter:
      value = find(instance.parameters, key);
      break;
    case AttributeKind::Buffer:
      value = find(instance.buffers, key);
      break;
    case AttributeKind::Regular:
      value = find(instance.submodules, key);
      if (!value)
        value = instance.findAttribute(key);
      break;
    }
    if (!value && key == "training") {
      fields.append(key, mlir::BoolAttr::get(context, instance.training));
      continue;
    }
    mlir::Attribute field =
        value ? getValue(*value, attribute.type, path) : mlir::Attribute();
    if (!field)
      return {};
    fields.append(key, field);
  }
  return writeObject(instance, module->entry->type, fields, name);
}
