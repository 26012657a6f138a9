//===- ArchiveInstance.cpp - The object of an archive ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes objects as ts.object and their attributes' values as attributes.
//
//===----------------------------------------------------------------------===//

#include "ArchiveInstance.h"

#include "TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using llvm::Twine;
namespace ts = mlir::ts;

ArchiveInstance::ArchiveInstance(ArchiveProgram &program)
    : program(program), unit(program.getUnit()), context(&unit.getContext()) {
  // Count how many tensors of the constants lie on each record, so that only
  // those that are alone are copied into the program.
  llvm::SmallVector<const ArchiveValue *> work(
      program.getArchive().getConstants());
  llvm::DenseSet<const ArchiveValue *> seen;
  while (!work.empty()) {
    const ArchiveValue *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (const auto *tensor = dyn_cast<ArchiveTensor>(value)) {
      if (tensor->storage)
        ++constantUses[tensor->storage->recordName];
    } else if (const auto *list = dyn_cast<ArchiveList>(value)) {
      llvm::append_range(work, list->elements);
    } else if (const auto *tuple = dyn_cast<ArchiveTuple>(value)) {
      llvm::append_range(work, tuple->elements);
    } else if (const auto *dict = dyn_cast<ArchiveDict>(value)) {
      for (auto [key, element] : dict->entries)
        work.push_back(element);
    } else if (const auto *object = dyn_cast<ArchiveObject>(value)) {
      if (object->state)
        work.push_back(object->state);
    }
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

mlir::Attribute ArchiveInstance::notSupported(const Twine &name,
                                              const Twine &what) {
  program.getDiagnostics().error({}, program.getArchive().getPath() + ": " +
                                         name + ": not supported yet: " + what);
  return {};
}

mlir::Attribute ArchiveInstance::mismatch(const ArchiveValue &value,
                                          const Type *type, const Twine &name) {
  program.getDiagnostics().error(
      {}, program.getArchive().getPath() + ": " + name + ": declared as " +
              type->spelling() + ", but its value is " +
              describeKind(value.getKind()));
  return {};
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

mlir::FlatSymbolRefAttr ArchiveInstance::getObject(const ArchiveObject &object,
                                                   const Twine &wanted) {
  auto it = objects.find(&object);
  if (it != objects.end())
    return it->second;
  std::string name = wanted.str();
  auto fail = [&](const Twine &what) {
    notSupported(name, what);
    objects[&object] = {};
    return mlir::FlatSymbolRefAttr();
  };
  if (object.isTorchbind())
    return fail("objects of the extension class '" + Twine(object.className) +
                "'");
  ArchiveClass *declared = program.findClass(object.className);
  const auto *type =
      llvm::dyn_cast_or_null<ClassType>(declared ? declared->type : nullptr);
  if (!type) {
    program.getDiagnostics().error(
        {}, program.getArchive().getPath() + ": " + name +
                ": the archive's code has no class '" + object.className + "'");
    objects[&object] = {};
    return {};
  }
  const ArchiveDict *attributes = object.getAttributes();
  if (type->findMethod("__setstate__") || (object.state && !attributes))
    return fail("objects restored by __setstate__, as of class '" +
                Twine(object.className) + "'");

  std::string symbol = unit.uniqueSymbol(name);
  auto reference = mlir::FlatSymbolRefAttr::get(context, symbol);
  objects[&object] = reference;
  llvm::StringMap<const ArchiveValue *> values;
  if (attributes)
    for (auto [key, value] : attributes->entries)
      if (const auto *text = dyn_cast<ArchiveString>(key))
        values[text->value] = value;

  mlir::NamedAttrList fields;
  for (const ClassAttribute &attribute : type->getAttributes()) {
    if (attribute.kind == AttributeKind::Constant && attribute.value)
      continue;
    std::string path = name + "." + attribute.name;
    auto value = values.find(attribute.name);
    if (value == values.end()) {
      program.getDiagnostics().error(
          {}, program.getArchive().getPath() + ": " + path +
                  ": declared by class '" + object.className +
                  "', but the archive has no value for it");
      continue;
    }
    if (mlir::Attribute field = getValue(*value->second, attribute.type, path))
      fields.append(attribute.name, field);
  }
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  mlir::Location loc =
      mlir::FileLineColLoc::get(context, program.getArchive().getPath(), 0, 0);
  builder.create<ts::ObjectOp>(loc, builder.getStringAttr(symbol),
                               mlir::StringAttr(),
                               mlir::TypeAttr::get(lowerType(type, context)),
                               fields.getDictionary(context));
  return reference;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool torchscript::fits(const ArchiveValue &value, const Type *type) {
  switch (value.getKind()) {
  case ArchiveValue::Kind::None:
    return canBeNone(type);
  case ArchiveValue::Kind::Bool:
    return type->isBool();
  case ArchiveValue::Kind::Int:
    return isSubtypeOf(TypeContext::getInt(), type) ||
           type->is(TypeKind::ScalarType) || type->is(TypeKind::Layout) ||
           type->is(TypeKind::MemoryFormat);
  case ArchiveValue::Kind::Float:
    return isSubtypeOf(TypeContext::getFloat(), type);
  case ArchiveValue::Kind::Complex:
    return isSubtypeOf(TypeContext::getComplex(), type);
  case ArchiveValue::Kind::String:
    return type->isString();
  case ArchiveValue::Kind::Device:
    return type->isDevice();
  case ArchiveValue::Kind::Tensor:
    return type->isTensor();
  case ArchiveValue::Kind::List:
    return type->is(TypeKind::List) &&
           (cast<ArchiveList>(value).typeTag.empty() ||
            cast<ArchiveList>(value).typeTag == type->spelling());
  case ArchiveValue::Kind::Dict:
    return type->is(TypeKind::Dict) &&
           (cast<ArchiveDict>(value).typeTag.empty() ||
            cast<ArchiveDict>(value).typeTag == type->spelling());
  case ArchiveValue::Kind::Tuple: {
    const auto *tuple = dyn_cast<TupleType>(type);
    const auto &elements = cast<ArchiveTuple>(value).elements;
    if (!tuple || tuple->size() != elements.size())
      return false;
    for (auto [element, elementType] :
         llvm::zip(elements, tuple->getElements())) {
      bool any = llvm::any_of(getAlternatives(elementType),
                              [element = element](const Type *alternative) {
                                return fits(*element, alternative);
                              });
      if (!any)
        return false;
    }
    return true;
  }
  case ArchiveValue::Kind::Object: {
    const auto *nominal = dyn_cast<NominalType>(type);
    return nominal &&
           (type->is(TypeKind::Interface) ||
            nominal->getName() == cast<ArchiveObject>(value).className);
  }
  case ArchiveValue::Kind::Enum: {
    const auto *members = dyn_cast<EnumType>(type);
    return members && members->getName() == cast<ArchiveEnum>(value).className;
  }
  case ArchiveValue::Kind::Storage:
  case ArchiveValue::Kind::Global:
    break;
  }
  return false;
}

/// A device as an attribute: kind and index of "cuda:1".
static mlir::Attribute getDevice(StringRef name, mlir::MLIRContext *context) {
  return lowerConstant(Constant::device(name), TypeContext::getDevice(),
                       context);
}

mlir::Attribute ArchiveInstance::getValue(const ArchiveValue &value,
                                          const Type *type, const Twine &name) {
  std::string path = name.str();
  if (type->is(TypeKind::Any)) {
    const Type *own = program.typeOf(value);
    if (!own)
      return notSupported(path, "a container whose type is unknown, as Any");
    return getValue(value, own, path);
  }
  // The first alternative the value fits: itself, T or None of an Optional, a
  // member of a Union.
  const Type *chosen = nullptr;
  for (const Type *alternative : getAlternatives(type))
    if (!chosen && fits(value, alternative))
      chosen = alternative;
  // Type tags may differ in spelling from the declaration, which counts.
  if (!chosen && (type->is(TypeKind::List) || type->is(TypeKind::Dict)) &&
      isa<ArchiveList, ArchiveDict>(value))
    chosen = type;
  if (!chosen)
    return mismatch(value, type, path);

  mlir::Builder builder(context);
  switch (value.getKind()) {
  case ArchiveValue::Kind::None:
    return ts::NoneAttr::get(context);
  case ArchiveValue::Kind::Bool:
    return builder.getBoolAttr(cast<ArchiveBool>(value).value);
  case ArchiveValue::Kind::Int:
    return builder.getI64IntegerAttr(cast<ArchiveInt>(value).value);
  case ArchiveValue::Kind::Float:
    return builder.getF64FloatAttr(cast<ArchiveFloat>(value).value);
  case ArchiveValue::Kind::Complex:
    return ts::ComplexAttr::get(context, cast<ArchiveComplex>(value).real,
                                cast<ArchiveComplex>(value).imaginary);
  case ArchiveValue::Kind::String:
    return builder.getStringAttr(cast<ArchiveString>(value).value);
  case ArchiveValue::Kind::Device:
    return getDevice(cast<ArchiveDevice>(value).name, context);
  case ArchiveValue::Kind::Tensor:
    return getTensor(cast<ArchiveTensor>(value), path);
  case ArchiveValue::Kind::Object:
    return getObject(cast<ArchiveObject>(value), path);
  case ArchiveValue::Kind::Enum:
    return getEnum(cast<ArchiveEnum>(value), cast<EnumType>(chosen), path);
  case ArchiveValue::Kind::List:
    return getList(cast<ArchiveList>(value), cast<ListType>(chosen), path);
  case ArchiveValue::Kind::Dict:
    return getDict(cast<ArchiveDict>(value), cast<DictType>(chosen), path);
  case ArchiveValue::Kind::Tuple:
    return getTuple(cast<ArchiveTuple>(value), cast<TupleType>(chosen), path);
  case ArchiveValue::Kind::Storage:
  case ArchiveValue::Kind::Global:
    break;
  }
  return mismatch(value, type, path);
}

mlir::Attribute ArchiveInstance::getList(const ArchiveList &list,
                                         const ListType *type,
                                         const Twine &name) {
  std::string path = name.str();
  if (!containers.insert(&list).second)
    return notSupported(path, "a list that two attributes share");
  llvm::SmallVector<mlir::Attribute> elements;
  for (auto [index, element] : llvm::enumerate(list.elements)) {
    elements.push_back(
        getValue(*element, type->getElement(), path + "." + Twine(index)));
    if (!elements.back())
      return {};
  }
  return ts::ListAttr::get(context,
                           cast<ts::ListType>(lowerType(type, context)),
                           mlir::ArrayAttr::get(context, elements));
}

mlir::Attribute ArchiveInstance::getDict(const ArchiveDict &dict,
                                         const DictType *type,
                                         const Twine &name) {
  std::string path = name.str();
  if (!containers.insert(&dict).second)
    return notSupported(path, "a dict that two attributes share");
  // A repeated key overwrites the value and keeps its place.
  llvm::MapVector<mlir::Attribute, mlir::Attribute> entries;
  for (auto [index, entry] : llvm::enumerate(dict.entries)) {
    mlir::Attribute key =
        getValue(*entry.first, type->getKey(), path + ".key" + Twine(index));
    mlir::Attribute value =
        getValue(*entry.second, type->getValue(), path + "." + Twine(index));
    if (!key || !value)
      return {};
    entries[key] = value;
  }
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

mlir::Attribute ArchiveInstance::getTuple(const ArchiveTuple &tuple,
                                          const TupleType *type,
                                          const Twine &name) {
  std::string path = name.str();
  llvm::SmallVector<mlir::Attribute> elements;
  for (auto [index, element] : llvm::enumerate(tuple.elements)) {
    elements.push_back(getValue(*element, type->getElements()[index],
                                path + "." + Twine(index)));
    if (!elements.back())
      return {};
  }
  return ts::TupleAttr::get(context,
                            cast<ts::TSTupleType>(lowerType(type, context)),
                            mlir::ArrayAttr::get(context, elements));
}

/// Whether a pickled value equals the value of an enum's member.
static bool equals(const ArchiveValue &value, const Constant &constant) {
  switch (constant.getKind()) {
  case Constant::Kind::Int:
    return isa<ArchiveInt>(value) &&
           cast<ArchiveInt>(value).value == constant.getInt();
  case Constant::Kind::Float:
    return isa<ArchiveFloat>(value) &&
           cast<ArchiveFloat>(value).value == constant.getFloat();
  case Constant::Kind::String:
    return isa<ArchiveString>(value) &&
           cast<ArchiveString>(value).value == constant.getString();
  default:
    return false;
  }
}

mlir::Attribute ArchiveInstance::getEnum(const ArchiveEnum &member,
                                         const EnumType *type,
                                         const Twine &name) {
  for (const EnumMember &known : type->getMembers())
    if (equals(*member.value, known.value))
      return ts::MemberAttr::get(
          context, mlir::FlatSymbolRefAttr::get(context, type->getName()),
          mlir::StringAttr::get(context, known.name));
  program.getDiagnostics().error({}, program.getArchive().getPath() + ": " +
                                         name + ": enum '" + type->getName() +
                                         "' has no member of this value");
  return {};
}
