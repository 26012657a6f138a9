//===- ObjectReader.cpp - Runtime objects as ts.object --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of the runtime as attributes of the IR.
//
//===----------------------------------------------------------------------===//

#include "ObjectReader.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/MadeValues.h"
#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "tsrt_eager.h"

using namespace torchscript;
using namespace mlir;

llvm::Error ObjectReader::read(llvm::StringRef symbol) {
  auto root = objects.getObject(symbol);
  if (!root)
    return root.takeError();
  for (auto &[name, address] : objects.getAddresses())
    symbols[address] = name;
  llvm::DenseSet<const void *> seen;
  pending.push_back({symbol.str(), (*root)->get().u.p});
  while (!pending.empty()) {
    auto [name, address] = pending.pop_back_val();
    if (!seen.insert(address).second)
      continue;
    auto object = module.lookupSymbol<ts::ObjectOp>(name);
    if (!object)
      return llvm::createStringError("no object '%s'", name.c_str());
    if (llvm::Error error = readFields(object, address))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error ObjectReader::readFields(ts::ObjectOp object, const void *from) {
  // What a function restores has no values of its own.
  if (object->hasAttr("ts.restorer"))
    return llvm::Error::success();
  const tsrt_type *type =
      static_cast<const tsrt_object *>(from)->header.type;
  auto declared =
      module.lookupSymbol<ts::ClassOp>(object.getObjectType().getName());
  NamedAttrList fields(object.getFields());
  uint32_t index = 0;
  for (auto attribute : declared.getBody().getOps<ts::AttrOp>()) {
    uint32_t i = index++;
    if (attribute.getKind() == ts::FieldKind::Constant)
      continue;
    auto value = readPlace(type->elements[i],
                           static_cast<const char *>(from) + type->offsets[i],
                           attribute.getType());
    if (!value)
      return llvm::createStringError(
          "attribute '%s' of '%s' cannot be written: %s",
          attribute.getName().str().c_str(), object.getSymName().str().c_str(),
          llvm::toString(value.takeError()).c_str());
    fields.set(attribute.getName(), *value);
  }
  object.setFieldsAttr(fields.getDictionary(object.getContext()));
  return llvm::Error::success();
}

llvm::Expected<Attribute> ObjectReader::readPlace(const tsrt_type *type,
                                                  const void *place,
                                                  Type declared) {
  tsrt_value boxed{};
  tsrt_box_value(type, place, &boxed);
  HostValue owner(boxed);
  return readValue(boxed, declared);
}

static llvm::Error refuse(const tsrt_value &value) {
  return llvm::createStringError("a value of type '%s'",
                                 value.type ? value.type->name : "None");
}

Attribute ObjectReader::readTensor(const tsrt_tensor *tensor) {
  const void *data = tsrt_tensor_data(tensor);
  size_t rank = size_t(tsrt_tensor_rank(tensor));
  llvm::ArrayRef<int64_t> sizes(tsrt_tensor_sizes(tensor), rank);
  llvm::ArrayRef<int64_t> strides(tsrt_tensor_strides(tensor), rank);
  int64_t reach = 1;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    reach = size == 0 || reach == 0 ? 0 : reach + (size - 1) * stride;
  int32_t dtype = tsrt_tensor_dtype(tensor);
  llvm::StringRef bytes(static_cast<const char *>(data),
                        size_t(reach) * size_t(tsrt_dtype_size(dtype)));
  std::string &key = keys[reach ? data : tensor];
  if (key.empty())
    key = "tensor" + std::to_string(keys.size());
  llvm::StringRef &known = storages[key];
  if (bytes.size() > known.size() || !known.data())
    known = reach ? bytes : llvm::StringRef("");
  MLIRContext *context = module.getContext();
  return ts::TensorRefAttr::get(
      context, StringAttr::get(context, key),
      ts::getElementType(context, DType(dtype)), sizes, strides, /*offset=*/0,
      tsrt_tensor_requires_grad(tensor));
}

/// The type of an argument of such an operator.
static Type getArgumentType(MLIRContext *context, const tsrt_value &value) {
  if (value.type && value.type->kind == TSRT_LIST)
    return ts::ListType::get(IntegerType::get(context, 64));
  if (value.type && value.type->kind == TSRT_CAPSULE)
    return ts::CapsuleType::get(context,
                                StringAttr::get(context, value.type->name));
  return NoneType::get(context);
}

llvm::Expected<Attribute> ObjectReader::readMade(const tsrt_value &value) {
  MLIRContext *context = module.getContext();
  tsrt_value arguments[9];
  int32_t count = 0;
  const char *maker = tsrt_value_maker(&value, arguments, 9, &count);
  llvm::SmallVector<Attribute> parts;
  llvm::Error failure = llvm::Error::success();
  for (const tsrt_value &argument : llvm::ArrayRef(arguments, size_t(count))) {
    kept.emplace_back(argument);
    if (failure)
      continue;
    auto part = readValue(argument, getArgumentType(context, argument));
    if (part)
      parts.push_back(*part);
    else
      failure = part.takeError();
  }
  if (failure)
    return std::move(failure);
  if (!maker)
    return refuse(value);
  Type type = value.type->kind == TSRT_CAPSULE
                  ? getArgumentType(context, value)
                  : Type(ts::TSTensorType::get(context));
  return ts::MadeValue::get(maker, parts, type);
}

llvm::Expected<Attribute> ObjectReader::readTuple(const tsrt_value &value,
                                                  ts::TSTupleType type) {
  auto *box = static_cast<const tsrt_box *>(value.u.p);
  llvm::SmallVector<Attribute> items;
  for (auto [i, element] : llvm::enumerate(type.getElements())) {
    auto item = readPlace(value.type->elements[i],
                          box->data + value.type->offsets[i], element);
    if (!item)
      return item.takeError();
    items.push_back(*item);
  }
  return ts::TupleAttr::get(module.getContext(), type,
                            ArrayAttr::get(module.getContext(), items));
}

llvm::Expected<Attribute> ObjectReader::readList(const tsrt_value &value,
                                                 ts::ListType type) {
  auto *list = static_cast<const tsrt_list *>(value.u.p);
  const tsrt_type *element = value.type->elements[0];
  llvm::SmallVector<Attribute> items;
  for (int64_t i = 0; i < list->size; ++i) {
    auto item = readPlace(element,
                          static_cast<const char *>(list->data) +
                              size_t(i) * element->size,
                          type.getElementType());
    if (!item)
      return item.takeError();
    items.push_back(*item);
  }
  return ts::ListAttr::get(module.getContext(), type,
                           ArrayAttr::get(module.getContext(), items));
}

llvm::Expected<Attribute> ObjectReader::readDict(const tsrt_value &value,
                                                 ts::DictType type) {
  auto *dict = static_cast<const tsrt_dict *>(value.u.p);
  llvm::SmallVector<Attribute> keys, values;
  for (int64_t i = 0, n = tsrt_dict_size(dict); i < n; ++i) {
    const void *keyPlace = nullptr, *valuePlace = nullptr;
    tsrt_dict_entry(dict, i, &keyPlace, &valuePlace);
    auto key = readPlace(value.type->elements[0], keyPlace, type.getKeyType());
    if (!key)
      return key.takeError();
    keys.push_back(*key);
    auto item =
        readPlace(value.type->elements[1], valuePlace, type.getValueType());
    if (!item)
      return item.takeError();
    values.push_back(*item);
  }
  MLIRContext *context = module.getContext();
  return ts::DictAttr::get(context, type, ArrayAttr::get(context, keys),
                           ArrayAttr::get(context, values));
}

llvm::Expected<Attribute> ObjectReader::readObject(const tsrt_value &value) {
  std::string &symbol = symbols[value.u.p];
  MLIRContext *context = module.getContext();
  if (symbol.empty()) {
    if (!module.lookupSymbol<ts::ClassOp>(value.type->name))
      return refuse(value);
    unsigned number = 0;
    do
      symbol = "object$" + std::to_string(number++);
    while (module.lookupSymbol(symbol));
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    builder.create<ts::ObjectOp>(
        module.getLoc(), builder.getStringAttr(symbol), StringAttr(),
        TypeAttr::get(ts::ObjectType::get(context, value.type->name)),
        builder.getDictionaryAttr({}));
  }
  pending.push_back({symbol, value.u.p});
  return FlatSymbolRefAttr::get(context, symbol);
}

/// `cpu` or `cuda:1`.
static Attribute makeDevice(MLIRContext *context, const tsrt_value &value) {
  std::string name = encodeValue(value).at("v").get<std::string>();
  auto [kind, index] = llvm::StringRef(name).split(':');
  int number = -1;
  (void)index.getAsInteger(10, number);
  return ts::DeviceAttr::get(context, StringAttr::get(context, kind), number);
}

llvm::Expected<Attribute> ObjectReader::readValue(const tsrt_value &value,
                                                  Type type) {
  MLIRContext *context = module.getContext();
  Builder builder(context);
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    type = optional.getElementType();
  switch (value.type ? value.type->kind : TSRT_NONE) {
  case TSRT_NONE:
    return ts::NoneAttr::get(context);
  case TSRT_BOOL:
    return builder.getBoolAttr(value.u.i != 0);
  case TSRT_INT:
    return builder.getI64IntegerAttr(value.u.i);
  case TSRT_FLOAT:
    return builder.getF64FloatAttr(value.u.f);
  case TSRT_COMPLEX:
    return ts::ComplexAttr::get(context, builder.getF64FloatAttr(value.u.c[0]),
                                builder.getF64FloatAttr(value.u.c[1]));
  case TSRT_STR: {
    auto *text = static_cast<tsrt_str *>(value.u.p);
    return builder.getStringAttr(
        llvm::StringRef(text->data, size_t(text->size)));
  }
  case TSRT_TENSOR: {
    auto *tensor = static_cast<tsrt_tensor *>(value.u.p);
    if (isQuantized(DType(tsrt_tensor_dtype(tensor))))
      return readMade(value);
    return readTensor(tensor);
  }
  case TSRT_CAPSULE:
    return readMade(value);
  case TSRT_DEVICE:
    return makeDevice(context, value);
  case TSRT_ENUM:
    if (auto member = dyn_cast<ts::EnumType>(type))
      return ts::MemberAttr::get(
          context, FlatSymbolRefAttr::get(context, member.getName()),
          builder.getStringAttr(value.type->element_names[value.u.i]));
    return refuse(value);
  case TSRT_OBJECT:
    return readObject(value);
  case TSRT_TUPLE:
    if (auto tuple = dyn_cast<ts::TSTupleType>(type))
      return readTuple(value, tuple);
    return refuse(value);
  case TSRT_LIST:
    if (auto list = dyn_cast<ts::ListType>(type))
      return readList(value, list);
    return refuse(value);
  case TSRT_DICT:
    if (auto dict = dyn_cast<ts::DictType>(type))
      return readDict(value, dict);
    return refuse(value);
  default:
    return refuse(value);
  }
}
