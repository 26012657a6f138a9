//===- RunInputs.cpp - Inputs and outputs of ts-run -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads arguments and expected values, writes results.
//
//===----------------------------------------------------------------------===//

#include "RunInputs.h"

#include "TorchScript/Driver/Png.h"
#include "llvm/Support/MemoryBuffer.h"

#include "TorchScript/Archive/Npy.h"
#include "TorchScript/Execution/Literals.h"
#include "TorchScript/Execution/TensorData.h"

#include <cmath>
#include <cstring>

using namespace torchscript;

/// A runtime tensor with a copy of the array's elements.
static llvm::Expected<HostValue> makeTensor(const NpyArray &array) {
  int32_t dtype = int32_t(array.dtype);
  if (!tsrt_dtype_name(dtype))
    return llvm::createStringError("not supported yet: tensors of dtype '%s'",
                                   getDTypeName(array.dtype).str().c_str());
  tsrt_tensor *tensor =
      tsrt_tensor_empty(dtype, int32_t(array.shape.size()), array.shape.data());
  if (!array.data.empty())
    std::memcpy(tsrt_tensor_data(tensor), array.data.data(), array.data.size());
  tsrt_value value{};
  value.type = &tsrt_type_tensor;
  value.u.p = tensor;
  return HostValue(value);
}

/// A PNG file as a uint8 tensor [channels, height, width].
static llvm::Expected<HostValue> readPicture(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "%s: %s",
                                   path.str().c_str(),
                                   buffer.getError().message().c_str());
  auto picture = readPng((*buffer)->getBuffer(), path);
  if (!picture)
    return picture.takeError();
  tsrt_tensor *tensor = tsrt_tensor_empty(TSRT_U8, 3, picture->sizes.data());
  std::memcpy(tsrt_tensor_data(tensor), picture->data.data(),
              picture->data.size());
  tsrt_value value{};
  value.type = &tsrt_type_tensor;
  value.u.p = tensor;
  return HostValue(value);
}

/// True for names an unnamed array has in an .npz file.
static bool isPositionalName(llvm::StringRef name) {
  unsigned index;
  return name.consume_front("arr_") && !name.getAsInteger(10, index);
}

llvm::Error torchscript::readInput(llvm::StringRef text, RunInputs &inputs) {
  llvm::StringRef name;
  if (auto [head, rest] = text.split('=');
      !rest.empty() && !head.empty() &&
      (llvm::isAlpha(head.front()) || head.front() == '_') &&
      llvm::all_of(head, [](char c) { return llvm::isAlnum(c) || c == '_'; })) {
    name = head;
    text = rest;
  }
  auto add = [&](llvm::StringRef as, json data) {
    if (as.empty())
      inputs.positional.push_back(std::move(data));
    else
      inputs.named.emplace_back(as.str(), std::move(data));
  };
  // What stands for a tensor that was read.
  auto keep = [&](llvm::Expected<HostValue> tensor) -> llvm::Expected<json> {
    if (!tensor)
      return tensor.takeError();
    inputs.tensors.push_back(std::move(*tensor));
    return json{{"t", "handle"}, {"v", inputs.tensors.size() - 1}};
  };
  if (text.ends_with(".npz")) {
    auto arrays = readNpzFile(text);
    if (!arrays)
      return arrays.takeError();
    for (auto &[key, array] : *arrays) {
      auto data = keep(makeTensor(array));
      if (!data)
        return data.takeError();
      add(isPositionalName(key) ? "" : key, std::move(*data));
    }
    return llvm::Error::success();
  }
  auto readTensor = [&](llvm::StringRef path) -> llvm::Expected<json> {
    if (path.ends_with(".png"))
      return keep(readPicture(path));
    auto array = readNpyFile(path);
    return array ? keep(makeTensor(*array)) : array.takeError();
  };
  auto data = parseLiteral(text, readTensor);
  if (!data)
    return data.takeError();
  add(name, std::move(*data));
  return llvm::Error::success();
}

/// Adds the tensors of `value` below `name`; containers are walked through
/// their native elements.
static void collect(const tsrt_value &value, const std::string &name,
                    std::vector<std::pair<std::string, HostValue>> &out) {
  if (!value.type)
    return;
  auto visit = [&](const tsrt_type *type, const void *place,
                   const std::string &part) {
    tsrt_value boxed{};
    tsrt_box_value(type, place, &boxed);
    HostValue owner(boxed);
    collect(owner.get(), name + "." + part, out);
  };
  if (value.type->kind == TSRT_TENSOR) {
    tsrt_value_retain(&value);
    out.emplace_back(name, HostValue(value));
  } else if (value.type->kind == TSRT_LIST) {
    const auto *list = static_cast<const tsrt_list *>(value.u.p);
    const tsrt_type *element = list->header.type->elements[0];
    for (int64_t i = 0; i < list->size; ++i)
      visit(element, static_cast<const char *>(list->data) + i * element->size,
            std::to_string(i));
  } else if (value.type->kind == TSRT_DICT) {
    const auto *dict = static_cast<const tsrt_dict *>(value.u.p);
    for (int64_t i = 0; i < tsrt_dict_size(dict); ++i) {
      const void *key, *element;
      tsrt_dict_entry(dict, i, &key, &element);
      tsrt_value boxed{};
      tsrt_box_value(value.type->elements[0], key, &boxed);
      visit(value.type->elements[1], element, HostValue(boxed).str());
    }
  } else if (value.type->kind == TSRT_TUPLE) {
    const auto *box = static_cast<const tsrt_box *>(value.u.p);
    for (uint32_t i = 0; i < value.type->num_elements; ++i)
      visit(value.type->elements[i], box->data + value.type->offsets[i],
            value.type->element_names ? value.type->element_names[i]
                                      : std::to_string(i));
  }
}

std::vector<std::pair<std::string, HostValue>>
torchscript::collectTensors(const HostValue &value) {
  std::vector<std::pair<std::string, HostValue>> tensors;
  collect(value.get(), "result", tensors);
  return tensors;
}

llvm::Error torchscript::saveOutput(llvm::StringRef path,
                                    const HostValue &value) {
  auto tensors = collectTensors(value);
  if (tensors.empty())
    return llvm::createStringError("the result holds no tensor to save");
  std::vector<HostValue> contiguous;
  std::vector<std::pair<std::string, NpyArrayRef>> arrays;
  for (auto &[name, tensor] : tensors) {
    tsrt_value copy{};
    copy.type = &tsrt_type_tensor;
    copy.u.p = tsrt_tensor_contiguous(
        static_cast<const tsrt_tensor *>(tensor.get().u.p));
    contiguous.emplace_back(copy);
    const auto *object = static_cast<const tsrt_tensor *>(copy.u.p);
    arrays.emplace_back(
        name, NpyArrayRef(
                  DType(tsrt_tensor_dtype(object)),
                  {tsrt_tensor_sizes(object), size_t(tsrt_tensor_rank(object))},
                  {static_cast<const char *>(tsrt_tensor_data(object)),
                   size_t(tsrt_tensor_numel(object) *
                          tsrt_dtype_size(tsrt_tensor_dtype(object)))}));
  }
  return writeNpzFile(path, arrays);
}

llvm::Expected<bool> torchscript::compareWithFile(llvm::StringRef path,
                                                  const HostValue &value,
                                                  double rtol, double atol) {
  std::vector<std::pair<std::string, NpyArray>> arrays;
  if (path.ends_with(".npy")) {
    auto array = readNpyFile(path);
    if (!array)
      return array.takeError();
    arrays.emplace_back("result", std::move(*array));
  } else {
    auto read = readNpzFile(path);
    if (!read)
      return read.takeError();
    arrays = std::move(*read);
  }
  auto tensors = collectTensors(value);
  if (tensors.size() != arrays.size())
    return llvm::createStringError("the result has %zu tensors, %s has %zu",
                                   tensors.size(), path.str().c_str(),
                                   arrays.size());
  Tolerance tolerance{rtol, atol, rtol};
  bool same = true;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const NpyArray *expected = &arrays[i].second;
    for (auto &[name, array] : arrays)
      if (name == tensors[i].first)
        expected = &array;
    auto wanted = makeTensor(*expected);
    if (!wanted)
      return wanted.takeError();
    std::string difference = compareValues(encodeValue(wanted->get()),
                                           encodeValue(tensors[i].second.get()),
                                           tolerance, tensors[i].first);
    llvm::outs() << (difference.empty() ? tensors[i].first + ": equal"
                                        : difference)
                 << "\n";
    same &= difference.empty();
  }
  return same;
}
