//===- WireEncode.cpp - Values to bytes -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/Dict.h"
#include "core/Types.h"
#include "rpc/WireTags.h"
#include "rpc/WireValues.h"
#include "tensor/Copy.h"
#include "tsrt_program.h"

using namespace tsrt;
using namespace tsrt::rpc;

/// Tensors of at most so many bytes are copied behind each other.
static constexpr size_t kSmallTensor = 4096;
/// A view of a storage that is smaller is sent with its strides, and of a
/// larger one when it shows more than half of it.
static constexpr size_t kLargeStorage = 8192;

bool Encoder::refuse(const tsrt_type *type) {
  if (problem.empty())
    problem = std::string("a value of type '") + type->name +
              "' cannot be sent to a worker";
  return false;
}

int64_t Encoder::typeIndex(const tsrt_type *type, unsigned depth) {
  if (auto found = typeIndices.find(type); found != typeIndices.end())
    return found->second;
  Writer own;
  own.byte(uint8_t(type->kind));
  switch (type->kind) {
  case TSRT_NONE:
  case TSRT_BOOL:
  case TSRT_INT:
  case TSRT_FLOAT:
  case TSRT_COMPLEX:
  case TSRT_STR:
  case TSRT_TENSOR:
  case TSRT_ANY:
  case TSRT_SCALAR:
  case TSRT_DEVICE:
    break;
  case TSRT_LIST:
  case TSRT_DICT:
  case TSRT_OPTIONAL:
  case TSRT_RREF:
  case TSRT_UNION:
  case TSRT_TUPLE: {
    if (depth > kMaxDepth) {
      problem = "a type is nested too deeply to be sent to a worker";
      return -1;
    }
    bool isNamed = type->kind == TSRT_TUPLE && type->element_names;
    if (type->kind == TSRT_TUPLE) {
      own.byte(isNamed);
      if (isNamed)
        own.text(type->name);
    }
    own.number(type->num_elements);
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      int64_t element = typeIndex(type->elements[i], depth + 1);
      if (element < 0)
        return -1;
      own.number(uint32_t(element));
      if (isNamed)
        own.text(type->element_names[i]);
    }
    break;
  }
  default:
    refuse(type);
    return -1;
  }
  typeBytes.bytes += own.bytes;
  types.push_back(type);
  return typeIndices[type] = int64_t(types.size()) - 1;
}

bool Encoder::writeAgain(void *object) {
  auto [place, isNew] = objects.try_emplace(object, uint32_t(objects.size()));
  if (isNew)
    return false;
  values.byte(TagSame);
  values.number(place->second);
  return true;
}

bool Encoder::writeNative(const tsrt_type *type, const void *data,
                          unsigned depth) {
  return writeValue(Value::box(type, data).get(), depth);
}

bool Encoder::writeList(const tsrt_value &value, unsigned depth) {
  auto *list = static_cast<tsrt_list *>(value.u.p);
  const tsrt_type *element = list->header.type->elements[0];
  int64_t index = typeIndex(element);
  if (index < 0)
    return false;
  values.byte(TagList);
  values.number(uint32_t(index));
  values.number(uint64_t(list->size));
  if (isPlain(element->kind)) {
    values.raw(list->data, size_t(list->size) * element->size);
    return true;
  }
  for (int64_t i = 0; i < list->size; ++i)
    if (!writeNative(element,
                     static_cast<char *>(list->data) + i * element->size,
                     depth + 1))
      return false;
  return true;
}

bool Encoder::writeDict(const tsrt_value &value, unsigned depth) {
  auto *dict = static_cast<tsrt_dict *>(value.u.p);
  const tsrt_type *type = static_cast<tsrt_header *>(value.u.p)->type;
  int64_t key = typeIndex(type->elements[0]);
  int64_t held = key < 0 ? -1 : typeIndex(type->elements[1]);
  if (held < 0)
    return false;
  values.byte(TagDict);
  values.number(uint32_t(key));
  values.number(uint32_t(held));
  int64_t size = tsrt_dict_size(dict);
  values.number(uint64_t(size));
  for (int64_t i = 0; i < size; ++i) {
    const void *keyData, *heldData;
    tsrt_dict_entry(dict, i, &keyData, &heldData);
    if (!writeNative(type->elements[0], keyData, depth + 1) ||
        !writeNative(type->elements[1], heldData, depth + 1))
      return false;
  }
  return true;
}

/// How many elements of the storage a view reaches over.
static int64_t spanOf(const Tensor &tensor) {
  int64_t span = 1;
  for (int64_t i = 0; i < tensor.dim(); ++i) {
    if (tensor.size(i) == 0)
      return 0;
    span += (tensor.size(i) - 1) * tensor.stride(i);
  }
  return span;
}

bool Encoder::writeTensor(tsrt_tensor *object) {
  if (!tsrt_tensor_is_defined(object)) {
    problem = "a tensor that is not defined cannot be sent to a worker";
    return false;
  }
  Tensor tensor = Tensor::borrow(object);
  if (!isValidDType(tensor.dtype())) {
    problem = std::string("a tensor of dtype ") +
              tsrt_dtype_name(tensor.dtype()) + " cannot be sent to a worker";
    return false;
  }
  bool requiresGrad = object->requiresGrad;
  size_t useful = size_t(tensor.numel() * tensor.itemsize());
  if (object->storage && object->storage->bytes >= kLargeStorage &&
      useful * 2 <= object->storage->bytes)
    tensor = contiguous(tensor);
  int64_t span = spanOf(tensor);
  size_t bytes = size_t(span * tensor.itemsize());
  values.byte(TagTensor);
  values.byte(uint8_t(tensor.dtype()));
  values.byte(requiresGrad);
  values.byte(uint8_t(tensor.dim()));
  for (int64_t i = 0; i < tensor.dim(); ++i) {
    values.number(tensor.size(i));
    values.number(tensor.stride(i));
  }
  values.number(uint64_t(bytes));
  if (!bytes)
    return true;
  if (bytes <= kSmallTensor) {
    small.append(tensor.data<char>(), bytes);
    return true;
  }
  flushSmall();
  std::shared_ptr<const void> owner(new Tensor(tensor), [](const void *kept) {
    delete static_cast<const Tensor *>(kept);
  });
  payloads.push_back({tensor.data<char>(), bytes, std::move(owner)});
  return true;
}

void Encoder::flushSmall() {
  if (small.empty())
    return;
  auto kept = std::make_shared<const std::string>(std::move(small));
  payloads.push_back({kept->data(), kept->size(), kept});
  small.clear();
}

bool Encoder::writeReference(const tsrt_value &value) {
  const tsrt_type *type = static_cast<tsrt_header *>(value.u.p)->type;
  int64_t index = typeIndex(type->elements[0]);
  if (index < 0)
    return false;
  if (keeps) {
    values.byte(TagKept);
    values.number(uint32_t(kept.size()));
    kept.push_back(value.u.p);
    return true;
  }
  Handed handed;
  problem = references ? references->handOn(value.u.p, handed)
                       : "an RRef is sent between members of a group only";
  if (!problem.empty())
    return false;
  values.byte(TagReference);
  values.number(uint32_t(index));
  for (const GlobalId &id : {handed.reference, handed.user, handed.parent}) {
    values.number(id.worker);
    values.number(id.number);
  }
  values.number(handed.owner);
  values.number(handed.from);
  return true;
}

bool Encoder::writeValue(const tsrt_value &value, unsigned depth) {
  if (depth > kMaxDepth) {
    problem = "a value is nested too deeply to be sent to a worker";
    return false;
  }
  switch (kindOf(value)) {
  case TSRT_NONE:
    values.byte(TagNone);
    return true;
  case TSRT_BOOL:
    values.byte(value.u.i ? TagTrue : TagFalse);
    return true;
  case TSRT_INT:
  case TSRT_DEVICE:
    values.byte(kindOf(value) == TSRT_INT ? TagInt : TagDevice);
    values.number(value.u.i);
    return true;
  case TSRT_FLOAT:
    values.byte(TagFloat);
    values.number(value.u.f);
    return true;
  case TSRT_COMPLEX:
    values.byte(TagComplex);
    values.number(value.u.c[0]);
    values.number(value.u.c[1]);
    return true;
  case TSRT_STR: {
    std::string_view text = view(static_cast<tsrt_str *>(value.u.p));
    if (text.size() > UINT32_MAX) {
      problem = "a string of more than 4 GiB cannot be sent to a worker";
      return false;
    }
    values.byte(TagStr);
    values.text(text);
    return true;
  }
  case TSRT_TENSOR:
    return writeAgain(value.u.p) ||
           writeTensor(static_cast<tsrt_tensor *>(value.u.p));
  case TSRT_LIST:
    return writeAgain(value.u.p) || writeList(value, depth);
  case TSRT_DICT:
    return writeAgain(value.u.p) || writeDict(value, depth);
  case TSRT_RREF:
    return writeAgain(value.u.p) || writeReference(value);
  case TSRT_TUPLE: {
    auto *box = static_cast<tsrt_box *>(value.u.p);
    const tsrt_type *type = box->header.type;
    int64_t index = typeIndex(type);
    if (index < 0)
      return false;
    values.byte(TagTuple);
    values.number(uint32_t(index));
    for (uint32_t i = 0; i < type->num_elements; ++i)
      if (!writeNative(type->elements[i], box->data + type->offsets[i],
                       depth + 1))
        return false;
    return true;
  }
  default:
    return refuse(value.type);
  }
}

bool Encoder::write(const tsrt_value &value) { return writeValue(value, 0); }

Message Encoder::finish(Kind kind, const std::string &prologue) {
  flushSmall();
  Writer count;
  count.number(uint32_t(types.size()));
  // A receiver in this process has the types themselves.
  std::string table = keeps ? "" : count.bytes + typeBytes.bytes;
  std::string head = prologue + table + std::move(values.bytes);
  Message message = makeMessage(kind, std::move(head));
  for (Piece &piece : payloads)
    message.append(std::move(piece));
  return message;
}

std::string tsrt::rpc::copyValues(const tsrt_value *from, size_t count,
                                  std::vector<Value> &to) {
  Encoder encoder(nullptr);
  encoder.keepReferences();
  for (size_t i = 0; i < count; ++i)
    if (!encoder.write(from[i]))
      return encoder.problem;
  std::vector<const tsrt_type *> types = encoder.getTypes();
  std::vector<void *> kept = encoder.getKept();
  Message message = encoder.finish(Kind::Call, "");
  Opened opened;
  std::string problem = open(message, opened);
  if (!problem.empty())
    return problem;
  Decoder decoder(message, opened.head, opened.payload, nullptr);
  decoder.setTypes(std::move(types), std::move(kept));
  for (size_t i = 0; i < count; ++i)
    if (!decoder.read(to.emplace_back()))
      return decoder.problem;
  return "";
}
