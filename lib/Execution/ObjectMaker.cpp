//===- ArchiveObjects.cpp - The saved object of an archive -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes runtime objects from the initial values in the IR.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/ObjectMaker.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/MadeValues.h"
#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Execution/TensorData.h"
#include "tsrt_eager.h"

using namespace torchscript;
using namespace mlir;

static HostValue makeBoxed(const tsrt_type *type, int64_t payload) {
  tsrt_value value{};
  value.type = type;
  value.u.i = payload;
  return HostValue(value);
}

static HostValue makePointer(const tsrt_type *type, void *object) {
  tsrt_value value{};
  value.type = type;
  value.u.p = object;
  return HostValue(value);
}

llvm::Expected<const HostValue *>
ObjectMaker::getObject(llvm::StringRef symbol) {
  auto found = objects.find(symbol);
  if (found != objects.end())
    return &found->second;
  auto declaration = module.lookupSymbol<ts::ObjectOp>(symbol);
  if (!declaration)
    return llvm::createStringError("no object '%s'", symbol.str().c_str());
  const tsrt_type *type = types.get(declaration.getObjectType());
  if (!type)
    return llvm::createStringError(
        "not supported yet: the class of '%s', which is not declared or has "
        "attributes of other types",
        symbol.str().c_str());
  auto declared =
      module.lookupSymbol<ts::ClassOp>(declaration.getObjectType().getName());
  tsrt_object *object = tsrt_object_new(type);
  // Known before its fields are made: objects may refer to each other.
  // Entries stay where they are while others are added.
  const HostValue *made =
      &objects.try_emplace(symbol, makePointer(type, object)).first->second;
  if (declaration->hasAttr("ts.restorer")) {
    if (llvm::Error error = restore(declaration, *made))
      return std::move(error);
    return made;
  }
  uint32_t index = 0;
  for (auto attribute : declared.getBody().getOps<ts::AttrOp>()) {
    Attribute data = declaration.getFields().get(attribute.getName());
    if (!data)
      data = attribute.getInitAttr();
    void *place = reinterpret_cast<char *>(object) + type->offsets[index++];
    if (!data && isa<ts::OptionalType, ts::TSNoneType>(attribute.getType()))
      continue;
    if (!data)
      return llvm::createStringError(
          "not supported yet: the value of attribute '%s' of '%s'",
          attribute.getName().str().c_str(), symbol.str().c_str());
    if (llvm::Error error = storeAttribute(data, attribute.getType(), place))
      return std::move(error);
  }
  return made;
}

llvm::Error ObjectMaker::restore(ts::ObjectOp declaration,
                                 const HostValue &object) {
  auto symbol = declaration->getAttrOfType<FlatSymbolRefAttr>("ts.restorer");
  auto function = symbol ? module.lookupSymbol<func::FuncOp>(symbol.getValue())
                         : func::FuncOp();
  Attribute data = declaration->getAttr("ts.state");
  if (!restorer || !data || !function || function.getNumArguments() != 2)
    return llvm::createStringError(
        "object '%s' cannot be restored from its state",
        declaration.getSymName().str().c_str());
  auto state = makeAttribute(data, function.getArgumentTypes()[1]);
  if (!state)
    return state.takeError();
  return restorer(symbol.getValue(), object, *state);
}

llvm::Error ObjectMaker::storeAttribute(Attribute data, Type type,
                                        void *place) {
  llvm::Expected<HostValue> value = makeAttribute(data, type);
  if (!value)
    return value.takeError();
  if (tsrt_error *error =
          tsrt_unbox_value(&value->get(), types.get(type), place)) {
    std::string message = tsrt_error_message(error);
    tsrt_error_release(error);
    return llvm::createStringError("%s", message.c_str());
  }
  return llvm::Error::success();
}

llvm::Expected<HostValue>
ObjectMaker::loadTensor(llvm::StringRef storage, int32_t dtype,
                        llvm::ArrayRef<int64_t> sizes,
                        llvm::ArrayRef<int64_t> strides, int64_t offset) {
  if (const HostValue *known = shared ? shared(storage) : nullptr) {
    loadedShared.try_emplace(storage,
                             SharedTensor{dtype, sizes.vec(), strides.vec()});
    return known->share();
  }
  if (!tensors)
    return llvm::createStringError("tensor '%s' is in no archive or state",
                                   storage.str().c_str());
  auto found = storages.find(storage);
  if (found == storages.end()) {
    auto bytes = tensors(storage);
    if (!bytes)
      return bytes.takeError();
    found = storages.try_emplace(storage, *bytes).first;
  }
  llvm::StringRef bytes = found->second;
  int64_t itemSize = tsrt_dtype_size(dtype);
  // The last element that is reached must lie in the record.
  int64_t last = offset, count = 1;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    last += size > 0 ? (size - 1) * stride : 0;
    count *= size;
  }
  if (count > 0 && (offset < 0 || last < 0 ||
                    uint64_t(last + 1) > bytes.size() / uint64_t(itemSize)))
    return llvm::createStringError("tensor '%s' reaches beyond its storage",
                                   storage.str().c_str());
  // The bytes stay where they are; writing to those of an archive changes a
  // private page.
  char *data = const_cast<char *>(bytes.data()) + offset * itemSize;
  return makePointer(&tsrt_type_tensor,
                     tsrt_tensor_from_memory(dtype, int32_t(sizes.size()),
                                             sizes.data(), strides.data(), data,
                                             nullptr, nullptr));
}

bool ObjectMaker::areSharedTensorsUnchanged() const {
  for (const auto &entry : loadedShared) {
    const HostValue *known = shared(entry.getKey());
    auto *tensor = static_cast<tsrt_tensor *>(known->get().u.p);
    const SharedTensor &was = entry.getValue();
    size_t rank = size_t(tsrt_tensor_rank(tensor));
    if (tsrt_tensor_dtype(tensor) != was.dtype ||
        llvm::ArrayRef(tsrt_tensor_sizes(tensor), rank) !=
            llvm::ArrayRef(was.sizes) ||
        llvm::ArrayRef(tsrt_tensor_strides(tensor), rank) !=
            llvm::ArrayRef(was.strides))
      return false;
  }
  return true;
}

std::vector<std::pair<std::string, const void *>>
ObjectMaker::getAddresses() const {
  std::vector<std::pair<std::string, const void *>> addresses;
  for (const auto &entry : objects)
    addresses.push_back({entry.getKey().str(), entry.second.get().u.p});
  return addresses;
}

void ObjectMaker::keepProblem(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  if (problem.empty())
    problem = std::move(text);
}

llvm::Error ObjectMaker::takeProblem() {
  if (problem.empty())
    return llvm::Error::success();
  return llvm::createStringError("%s", std::exchange(problem, "").c_str());
}

/// The JSON of scalars and strings, which makeValue converts as needed.
static json describeScalar(Attribute data) {
  if (auto boolean = dyn_cast<BoolAttr>(data))
    return {{"t", "bool"}, {"v", boolean.getValue()}};
  if (auto integer = dyn_cast<IntegerAttr>(data))
    return {{"t", "int"}, {"v", integer.getInt()}};
  if (auto text = dyn_cast<StringAttr>(data))
    return {{"t", "str"}, {"v", text.str()}};
  if (auto device = dyn_cast<ts::DeviceAttr>(data)) {
    std::string name = device.getKind().str();
    if (device.getIndex() >= 0)
      name += ":" + std::to_string(device.getIndex());
    return {{"t", "device"}, {"v", name}};
  }
  if (auto member = dyn_cast<ts::MemberAttr>(data))
    return {{"t", "enum"}, {"name", member.getMember().str()}};
  if (isa<ts::NoneAttr>(data))
    return {{"t", "None"}};
  return {};
}

/// A small tensor whose elements are in the IR.
static HostValue makeDense(DenseElementsAttr data) {
  auto type = cast<ShapedType>(data.getType());
  int32_t dtype = int32_t(*ts::getDType(type.getElementType()));
  tsrt_tensor *tensor =
      tsrt_tensor_empty(dtype, int32_t(type.getRank()), type.getShape().data());
  char *place = static_cast<char *>(tsrt_tensor_data(tensor));
  if (type.getElementType().isInteger(1)) {
    for (bool element : data.getValues<bool>())
      *place++ = element;
  } else if (ArrayRef<char> raw = data.getRawData(); !raw.empty()) {
    int64_t copies = data.isSplat() ? data.getNumElements() : 1;
    for (int64_t i = 0; i < copies; ++i, place += raw.size())
      std::memcpy(place, raw.data(), raw.size());
  }
  return makePointer(&tsrt_type_tensor, tensor);
}

llvm::Expected<HostValue> ObjectMaker::makeByOperator(const ts::MadeValue &data) {
  std::vector<HostValue> owners;
  std::vector<tsrt_value> arguments;
  for (Attribute argument : data.arguments) {
    Type type = ts::getOwnType(argument);
    if (!type)
      return llvm::createStringError("not supported yet: an argument of '%s'",
                                     data.name.str().c_str());
    auto value = makeAttribute(argument, type);
    if (!value)
      return value.takeError();
    owners.push_back(std::move(*value));
    arguments.push_back(owners.back().get());
  }
  tsrt_value result{};
  tsrt_error *error =
      tsrt_op_call(tsrt_op_resolve(data.name.str().c_str()), arguments.data(),
                   int32_t(arguments.size()), &result, 1);
  if (!error)
    return HostValue(result);
  std::string message = tsrt_error_message(error);
  tsrt_error_release(error);
  return llvm::createStringError("a value made by '" + data.name +
                                 "': " + message);
}

/// Memory for a native value of a type, all zeros.
static std::vector<std::max_align_t> makeMemory(const tsrt_type *type) {
  return std::vector<std::max_align_t>(
      type->size / sizeof(std::max_align_t) + 1, std::max_align_t{});
}

llvm::Expected<HostValue> ObjectMaker::makeList(ts::ListAttr data,
                                                const tsrt_type *descriptor) {
  Type element = data.getListType().getElementType();
  tsrt_list *made =
      tsrt_list_new(descriptor, int64_t(data.getElements().size()));
  HostValue result = makePointer(descriptor, made);
  for (Attribute item : data.getElements()) {
    if (llvm::Error error = storeAttribute(item, element, tsrt_list_grow(made)))
      return std::move(error);
    ++made->size;
  }
  return std::move(result);
}

llvm::Expected<HostValue> ObjectMaker::makeTuple(ts::TupleAttr data,
                                                 const tsrt_type *descriptor) {
  auto memory = makeMemory(descriptor);
  char *base = reinterpret_cast<char *>(memory.data());
  llvm::Error failure = llvm::Error::success();
  for (auto [i, item] : llvm::enumerate(data.getElements()))
    if (!failure)
      failure = storeAttribute(item, data.getTupleType().getElements()[i],
                               base + descriptor->offsets[i]);
  tsrt_value boxed{};
  tsrt_box_value(descriptor, base, &boxed);
  tsrt_native_release(descriptor, base);
  HostValue result(boxed);
  if (failure)
    return std::move(failure);
  return std::move(result);
}

llvm::Expected<HostValue> ObjectMaker::makeDict(ts::DictAttr data,
                                                const tsrt_type *descriptor) {
  tsrt_dict *made = tsrt_dict_new(descriptor);
  HostValue result = makePointer(descriptor, made);
  Type partTypes[] = {data.getDictType().getKeyType(),
                      data.getDictType().getValueType()};
  for (auto [key, value] : llvm::zip_equal(data.getKeys(), data.getValues())) {
    Attribute parts[] = {key, value};
    std::vector<std::max_align_t> memory[2];
    llvm::Error failure = llvm::Error::success();
    for (int i = 0; i < 2; ++i) {
      memory[i] = makeMemory(descriptor->elements[i]);
      if (!failure)
        failure = storeAttribute(parts[i], partTypes[i], memory[i].data());
    }
    if (!failure)
      if (tsrt_error *error =
              tsrt_dict_set(made, memory[0].data(), memory[1].data()))
        tsrt_error_release(error);
    for (int i = 0; i < 2; ++i)
      tsrt_native_release(descriptor->elements[i], memory[i].data());
    if (failure)
      return std::move(failure);
  }
  return std::move(result);
}

llvm::Expected<HostValue> ObjectMaker::makeAttribute(Attribute data,
                                                     Type type) {
  const tsrt_type *descriptor = types.get(type);
  if (!descriptor)
    return llvm::createStringError("not supported yet: an attribute of this "
                                   "type");
  if (isa<ts::NoneAttr>(data) && isa<ts::TSTensorType>(type))
    return makePointer(&tsrt_type_tensor, tsrt_tensor_undefined());
  if (isa<ts::NoneAttr>(data))
    return makeBoxed(&tsrt_type_none, 0);
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    return makeAttribute(data, optional.getElementType());
  if (auto made = ts::MadeValue::from(data))
    return makeByOperator(*made);
  if (auto reference = dyn_cast<ts::TensorRefAttr>(data))
    return loadTensor(reference.getStorage().getValue(),
                      int32_t(*ts::getDType(reference.getDtype())),
                      reference.getSizes(), reference.getStrides(),
                      reference.getOffset());
  if (auto dense = dyn_cast<DenseElementsAttr>(data))
    return makeDense(dense);
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(data)) {
    auto object = getObject(symbol.getValue());
    if (!object)
      return object.takeError();
    return (*object)->share();
  }
  if (auto real = dyn_cast<FloatAttr>(data)) {
    tsrt_value value{};
    value.type = &tsrt_type_float;
    value.u.f = real.getValueAsDouble();
    return HostValue(value);
  }
  if (auto complex = dyn_cast<ts::ComplexAttr>(data)) {
    tsrt_value value{};
    value.type = &tsrt_type_complex;
    value.u.c[0] = complex.getReal().getValueAsDouble();
    value.u.c[1] = complex.getImag().getValueAsDouble();
    return HostValue(value);
  }
  if (auto list = dyn_cast<ts::ListAttr>(data))
    return makeList(list, descriptor);
  if (auto tuple = dyn_cast<ts::TupleAttr>(data))
    return makeTuple(tuple, descriptor);
  if (auto dict = dyn_cast<ts::DictAttr>(data))
    return makeDict(dict, descriptor);
  json scalar = describeScalar(data);
  if (scalar.is_null())
    return llvm::createStringError(
        "not supported yet: the initial value of an attribute of type '%s'",
        descriptor->name);
  return makeValue(scalar, descriptor);
}
