//===- WireDecode.cpp - Bytes to values -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing of what arrives is trusted: sizes are compared with the bytes there
// are, types with those that are expected, and the types that a process makes
// because of messages are counted.
//
//===----------------------------------------------------------------------===//

#include "core/Dict.h"
#include "core/Types.h"
#include "rpc/Remote.h"
#include "rpc/WireTags.h"
#include "rpc/WireValues.h"
#include "tensor/Tensor.h"

#include <mutex>
#include <set>

using namespace tsrt;
using namespace tsrt::rpc;

/// How many types a process makes because of messages: they are never freed.
static constexpr size_t kMaxForeignTypes = 10000;
/// Code may assume that elements begin at multiples of it.
static constexpr uintptr_t kTensorAlignment = 64;
/// How many types a message may name.
static constexpr size_t kMaxTypes = 100000;
/// Of how many parts a type of a message may consist.
static constexpr uint64_t kMaxTypeWeight = 2000;

Decoder::~Decoder() {
  for (void *object : objects)
    tsrt_release(object);
}

bool Decoder::fail(std::string text) {
  if (problem.empty())
    problem = std::move(text);
  return false;
}

/// True when there is room for a type that no program of this process names.
static bool countForeign(const tsrt_type *type, bool isAsked) {
  static std::mutex mutex;
  static auto *seen = new std::set<const tsrt_type *>;
  std::lock_guard<std::mutex> lock(mutex);
  if (isAsked)
    return seen->size() < kMaxForeignTypes;
  seen->insert(type);
  return true;
}

/// A type and all that it consists of.
static void collect(const tsrt_type *type,
                    std::vector<const tsrt_type *> &known) {
  for (const tsrt_type *other : known)
    if (other == type)
      return;
  // The parts of classes are not sent.
  if (type->kind == TSRT_OBJECT || type->kind == TSRT_ENUM)
    return;
  known.push_back(type);
  for (uint32_t i = 0; i < type->num_elements; ++i)
    collect(type->elements[i], known);
}

static const tsrt_type *leaf(int32_t kind) {
  switch (kind) {
  case TSRT_NONE:
    return &tsrt_type_none;
  case TSRT_BOOL:
    return &tsrt_type_bool;
  case TSRT_INT:
    return &tsrt_type_int;
  case TSRT_FLOAT:
    return &tsrt_type_float;
  case TSRT_COMPLEX:
    return &tsrt_type_complex;
  case TSRT_STR:
    return &tsrt_type_str;
  case TSRT_TENSOR:
    return &tsrt_type_tensor;
  case TSRT_ANY:
    return &tsrt_type_any;
  case TSRT_SCALAR:
    return &tsrt_type_scalar;
  case TSRT_DEVICE:
    return &tsrt_type_device;
  default:
    return nullptr;
  }
}

/// Whether `type` consists of exactly these parts.
static bool isMadeOf(const tsrt_type *type, int32_t kind, bool isNamed,
                     std::string_view name,
                     const std::vector<const tsrt_type *> &elements,
                     const std::vector<std::string> &names) {
  if (type->kind != kind || type->num_elements != elements.size())
    return false;
  if (kind == TSRT_TUPLE) {
    if (isNamed != (type->element_names != nullptr) ||
        (isNamed && name != type->name))
      return false;
    for (size_t i = 0; isNamed && i < names.size(); ++i)
      if (names[i] != type->element_names[i])
        return false;
  }
  for (size_t i = 0; i < elements.size(); ++i)
    if (!tsrt_type_equal(type->elements[i], elements[i]))
      return false;
  return true;
}

const tsrt_type *Decoder::makeType(uint8_t kind) {
  bool isNamed = kind == TSRT_TUPLE && reader.byte() == 1;
  std::string name(isNamed ? reader.text() : std::string_view());
  auto count = reader.number<uint32_t>();
  // Each takes four bytes.
  if (reader.failed || count > reader.left() / 4)
    return nullptr;
  bool fits = kind == TSRT_TUPLE || kind == TSRT_UNION ||
              count == (kind == TSRT_DICT ? 2u : 1u);
  if (!fits)
    return nullptr;
  std::vector<const tsrt_type *> elements;
  std::vector<std::string> names;
  // A chain of types, each with the last one twice, would have no end.
  uint64_t weight = 1;
  for (uint32_t i = 0; i < count; ++i) {
    const tsrt_type *element = readType();
    if (!element)
      return nullptr;
    elements.push_back(element);
    weight += weights[element] + 1;
    if (isNamed)
      names.emplace_back(reader.text());
  }
  for (const std::string &text : names)
    if (text.find('\0') != std::string::npos)
      return nullptr;
  if (reader.failed || name.find('\0') != std::string::npos ||
      weight > kMaxTypeWeight)
    return nullptr;
  auto finish = [&](const tsrt_type *type) {
    weights[type] = std::max(weights[type], weight);
    return type;
  };
  for (const tsrt_type *type : known)
    if (isMadeOf(type, kind, isNamed, name, elements, names))
      return finish(type);
  if (kind == TSRT_UNION || !countForeign(nullptr, /*isAsked=*/true))
    return nullptr;
  // A key must be one that dicts can have.
  if (kind == TSRT_DICT) {
    int32_t key = elements[0]->kind;
    if (key != TSRT_INT && key != TSRT_STR && key != TSRT_BOOL &&
        key != TSRT_FLOAT && key != TSRT_COMPLEX && key != TSRT_TENSOR)
      return nullptr;
  }
  std::vector<const char *> namePointers;
  for (const std::string &text : names)
    namePointers.push_back(text.c_str());
  const tsrt_type *made =
      kind == TSRT_LIST       ? tsrt_type_list(elements[0])
      : kind == TSRT_DICT     ? tsrt_type_dict(elements[0], elements[1])
      : kind == TSRT_OPTIONAL ? tsrt_type_optional(elements[0])
      : kind == TSRT_RREF
          ? remoteType(elements[0])
          : tsrt_type_tuple(isNamed ? name.c_str() : nullptr, count,
                            elements.data(),
                            isNamed ? namePointers.data() : nullptr);
  countForeign(made, /*isAsked=*/false);
  return finish(made);
}

const tsrt_type *Decoder::readType() {
  auto index = reader.number<uint32_t>();
  return index < types.size() ? types[index] : nullptr;
}

bool Decoder::readTypes(const std::vector<const tsrt_type *> &expected) {
  for (const tsrt_type *type : expected)
    collect(type, known);
  auto count = reader.number<uint32_t>();
  if (count > kMaxTypes || count > reader.left())
    return fail("a message names more types than it has bytes for");
  for (uint32_t i = 0; i < count; ++i) {
    uint8_t kind = reader.byte();
    const tsrt_type *type = leaf(kind);
    bool isMade = kind == TSRT_LIST || kind == TSRT_DICT ||
                  kind == TSRT_OPTIONAL || kind == TSRT_TUPLE ||
                  kind == TSRT_UNION || kind == TSRT_RREF;
    if (!type && isMade)
      type = makeType(kind);
    if (!type || reader.failed)
      return fail("a message names a type that cannot be received");
    types.push_back(type);
  }
  return true;
}

bool Decoder::readList(tsrt_value &value, unsigned depth) {
  const tsrt_type *element = readType();
  auto count = reader.number<uint64_t>();
  if (!element || reader.failed)
    return fail("a list has no type");
  bool plain = isPlain(element->kind);
  // An element takes at least a byte.
  if (count > reader.left() / (plain ? element->size : 1))
    return fail("a list is longer than its message");
  ListRef list =
      ListRef::adopt(tsrt_list_new(tsrt_type_list(element), int64_t(count)));
  size_t place = objects.size();
  objects.push_back(nullptr);
  if (plain) {
    std::string_view bytes = reader.raw(size_t(count) * element->size);
    if (count)
      std::memcpy(list->data, bytes.data(), bytes.size());
    if (element->kind == TSRT_BOOL)
      for (uint64_t i = 0; i < count; ++i)
        static_cast<uint8_t *>(list->data)[i] &= 1;
    list->size = int64_t(count);
  } else {
    for (uint64_t i = 0; i < count; ++i) {
      tsrt_value item = noneValue();
      if (!readValue(item, depth + 1))
        return false;
      Value owned = Value::adopt(item);
      void *slot = tsrt_list_grow(list.get());
      if (tsrt_error *error = tsrt_unbox_value(&item, element, slot)) {
        tsrt_error_release(error);
        return fail("an element of a list has another type than the list");
      }
      ++list->size;
    }
  }
  tsrt_retain(list.get());
  objects[place] = list.get();
  value = objectValue(list.take());
  return true;
}

bool Decoder::readDict(tsrt_value &value, unsigned depth) {
  const tsrt_type *key = readType();
  const tsrt_type *held = readType();
  auto count = reader.number<uint64_t>();
  if (!key || !held || reader.failed || count > reader.left() / 2)
    return fail("a dict is longer than its message");
  if (leaf(key->kind) == nullptr || key->kind == TSRT_ANY ||
      key->kind == TSRT_NONE || key->kind == TSRT_SCALAR ||
      key->kind == TSRT_DEVICE)
    return fail("a dict has keys of a type that has no order");
  DictRef dict = DictRef::adopt(tsrt_dict_new(tsrt_type_dict(key, held)));
  size_t place = objects.size();
  objects.push_back(nullptr);
  for (uint64_t i = 0; i < count; ++i) {
    Value pair[2];
    const tsrt_type *types[2] = {key, held};
    std::vector<uint64_t> native[2];
    for (int j = 0; j < 2; ++j) {
      tsrt_value item = noneValue();
      if (!readValue(item, depth + 1))
        return false;
      pair[j] = Value::adopt(item);
      native[j].resize(types[j]->size / 8 + 2);
    }
    tsrt_error *error = tsrt_unbox_value(&pair[0], key, native[0].data());
    if (!error) {
      error = tsrt_unbox_value(&pair[1], held, native[1].data());
      if (!error) {
        error = tsrt_dict_set(dict.get(), native[0].data(), native[1].data());
        tsrt_native_release(held, native[1].data());
      }
      tsrt_native_release(key, native[0].data());
    }
    if (error) {
      tsrt_error_release(error);
      return fail("an entry of a dict has another type than the dict");
    }
  }
  tsrt_retain(dict.get());
  objects[place] = dict.get();
  value = objectValue(dict.take());
  return true;
}

bool Decoder::readTuple(tsrt_value &value, unsigned depth) {
  const tsrt_type *type = readType();
  if (!type || type->kind != TSRT_TUPLE)
    return fail("a tuple has no type");
  std::vector<uint64_t> native(type->size / 8 + 2);
  char *data = reinterpret_cast<char *>(native.data());
  bool isRight = true;
  for (uint32_t i = 0; i < type->num_elements && isRight; ++i) {
    tsrt_value item = noneValue();
    isRight = readValue(item, depth + 1);
    if (!isRight)
      break;
    Value owned = Value::adopt(item);
    tsrt_error *error = nullptr;
    error = tsrt_unbox_value(&item, type->elements[i], data + type->offsets[i]);
    isRight = !error;
    tsrt_error_release(error);
    if (!isRight)
      fail("a field of a tuple has another type than the tuple");
  }
  // What was not read is zero, which is nothing to release.
  if (isRight)
    tsrt_box_value(type, data, &value);
  tsrt_native_release(type, data);
  return isRight;
}

tsrt_tensor *Decoder::adoptPayload(const std::vector<int64_t> &sizes,
                                   const std::vector<int64_t> &strides,
                                   int dtype, size_t bytes) {
  size_t offset = payload;
  const Piece *piece = bytes ? message.find(offset, bytes) : nullptr;
  // Not a small tensor that would keep a long message.
  if (!piece || !piece->isPrivate || bytes < piece->size / 2 ||
      reinterpret_cast<uintptr_t>(piece->data + offset) % kTensorAlignment)
    return nullptr;
  auto *owner = new std::shared_ptr<const void>(piece->owner);
  auto release = [](void *kept) {
    delete static_cast<std::shared_ptr<const void> *>(kept);
  };
  tsrt_tensor *tensor = tsrt_tensor_from_memory(
      dtype, int32_t(sizes.size()), sizes.data(), strides.data(),
      const_cast<char *>(piece->data + offset), release, owner);
  if (!tensor) {
    tsrt_error_release(takeNoted());
    delete owner;
  }
  return tensor;
}

bool Decoder::readTensor(tsrt_value &value) {
  int dtype = reader.byte();
  bool requiresGrad = reader.byte() == 1;
  size_t rank = reader.byte();
  if (reader.failed || !isValidDType(dtype) || rank > TSRT_MAX_RANK ||
      (requiresGrad && !isFloating(dtype) && !isComplex(dtype)))
    return fail("a tensor has an unknown dtype or too many dimensions");
  std::vector<int64_t> sizes(rank), strides(rank);
  int64_t numel = 1, span = 1;
  bool isRight = true;
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = reader.number<int64_t>();
    strides[i] = reader.number<int64_t>();
    isRight &= sizes[i] >= 0 && strides[i] >= 0;
    isRight &= !__builtin_mul_overflow(numel, sizes[i], &numel);
    int64_t reach = 0;
    isRight &= !__builtin_mul_overflow(sizes[i] - (sizes[i] > 0), strides[i],
                                       &reach) &&
               !__builtin_add_overflow(span, reach, &span);
  }
  auto bytes = reader.number<uint64_t>();
  if (numel == 0)
    span = 0;
  int64_t expected = 0;
  isRight &=
      !__builtin_mul_overflow(span, int64_t(dtypeSize(dtype)), &expected) &&
      numel < int64_t(1) << 48;
  if (!isRight || reader.failed || uint64_t(expected) != bytes ||
      payload > message.size() || bytes > message.size() - payload)
    return fail("a tensor's sizes do not agree with its bytes");
  Tensor tensor(
      TensorRef::adopt(adoptPayload(sizes, strides, dtype, size_t(bytes))));
  if (!tensor) {
    tensor = emptyStrided(Dims(sizes), Dims(strides), dtype);
    if (!tensor || (bytes && !tensor.data())) {
      tsrt_error_release(takeNoted());
      return fail("there is no memory for a tensor of " +
                  std::to_string(bytes) + " bytes");
    }
    if (bytes)
      message.copy(payload, size_t(bytes), tensor.data());
  }
  payload += size_t(bytes);
  tensor.get()->requiresGrad = requiresGrad;
  tsrt_retain(tensor.get());
  objects.push_back(tensor.get());
  value = objectValue(tensor.take());
  return true;
}

bool Decoder::readReference(tsrt_value &value) {
  const tsrt_type *element = readType();
  Handed handed;
  for (GlobalId *id : {&handed.reference, &handed.user, &handed.parent}) {
    id->worker = reader.number<uint32_t>();
    id->number = reader.number<uint64_t>();
  }
  handed.owner = reader.number<uint32_t>();
  handed.from = reader.number<uint32_t>();
  if (!element || reader.failed)
    return fail("a message ends in an RRef");
  if (!references)
    return fail("an RRef is sent between members of a group only");
  void *remote = references->takeOver(handed, remoteType(element), problem);
  if (!remote)
    return fail("an RRef cannot be received");
  tsrt_retain(remote);
  objects.push_back(remote);
  value = objectValue(remote);
  return true;
}

bool Decoder::readSame(tsrt_value &value) {
  auto place = reader.number<uint32_t>();
  if (reader.failed || place >= objects.size())
    return fail("a message refers to an object that it does not have");
  if (!objects[place])
    return fail("a value that contains itself cannot be sent to a worker");
  tsrt_retain(objects[place]);
  value = objectValue(objects[place]);
  return true;
}

bool Decoder::readValue(tsrt_value &value, unsigned depth) {
  if (depth > kMaxDepth)
    return fail("a value is nested too deeply");
  value = noneValue();
  uint8_t tag = reader.byte();
  if (reader.failed)
    return fail("a message ends in a value");
  switch (tag) {
  case TagNone:
    return true;
  case TagFalse:
  case TagTrue:
    value = boolValue(tag == TagTrue);
    return true;
  case TagInt:
    value = intValue(reader.number<int64_t>());
    break;
  case TagDevice:
    value = intValue(reader.number<int64_t>());
    value.type = &tsrt_type_device;
    if (value.u.i < 0 || value.u.i >= 1 << 24)
      return fail("a device is unknown");
    break;
  case TagFloat:
    value = floatValue(reader.number<double>());
    break;
  case TagComplex: {
    auto real = reader.number<double>();
    value = complexValue({real, reader.number<double>()});
    break;
  }
  case TagStr: {
    std::string_view text = reader.text();
    if (!reader.failed)
      value = objectValue(makeStr(text).take());
    break;
  }
  case TagTensor:
    return readTensor(value);
  case TagList:
    return readList(value, depth);
  case TagDict:
    return readDict(value, depth);
  case TagTuple:
    return readTuple(value, depth);
  case TagReference:
    return readReference(value);
  case TagSame:
    return readSame(value);
  case TagKept: {
    auto place = reader.number<uint32_t>();
    if (!isLocal || reader.failed || place >= kept.size())
      return fail("a message has a value of unknown kind");
    tsrt_retain(kept[place]);
    tsrt_retain(kept[place]);
    objects.push_back(kept[place]);
    value = objectValue(kept[place]);
    return true;
  }
  default:
    return fail("a message has a value of unknown kind " + std::to_string(tag));
  }
  return !reader.failed || fail("a message ends in a value");
}

bool Decoder::read(Value &value) {
  tsrt_value raw = noneValue();
  if (!readValue(raw, 0))
    return false;
  value = Value::adopt(raw);
  return true;
}

bool Decoder::atEnd() {
  return reader.left() == 0 && payload == message.size()
             ? true
             : fail("a message is longer than what it says");
}
