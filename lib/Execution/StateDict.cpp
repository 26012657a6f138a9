//===- StateDict.cpp - Files of weights -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads state dicts: files of torch.save, and safetensors.
//
//===----------------------------------------------------------------------===//

#include "StateDict.h"

#include "TorchScript/Archive/TorchSave.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

using Tensors = std::vector<NamedTensor>;

static llvm::Error fail(StringRef path, const Twine &what) {
  return llvm::createStringError("%s", (path + ": " + what).str().c_str());
}

static HostValue own(tsrt_tensor *tensor) {
  tsrt_value value{};
  value.type = &tsrt_type_tensor;
  value.u.p = tensor;
  return HostValue(value);
}

/// A tensor of its own with the elements at `data`, which lie in the file.
static HostValue copyTensor(DType dtype, llvm::ArrayRef<int64_t> sizes,
                            llvm::ArrayRef<int64_t> strides, StringRef data) {
  HostValue view = own(tsrt_tensor_from_memory(
      int32_t(dtype), int32_t(sizes.size()), sizes.data(),
      strides.empty() ? nullptr : strides.data(),
      const_cast<char *>(data.data()), nullptr, nullptr));
  HostValue dense = own(
      tsrt_tensor_contiguous(static_cast<tsrt_tensor *>(view.get().u.p)));
  auto *from = static_cast<tsrt_tensor *>(dense.get().u.p);
  HostValue copy = own(tsrt_tensor_empty(int32_t(dtype), int32_t(sizes.size()),
                                         sizes.data()));
  auto *to = static_cast<tsrt_tensor *>(copy.get().u.p);
  std::memcpy(tsrt_tensor_data(to), tsrt_tensor_data(from),
              size_t(tsrt_tensor_numel(to)) * getItemSize(dtype));
  return copy;
}

//===----------------------------------------------------------------------===//
// Safetensors
//===----------------------------------------------------------------------===//

static std::optional<DType> parseSafeDType(StringRef name) {
  return llvm::StringSwitch<std::optional<DType>>(name)
      .Case("F64", DType::Float64)
      .Case("F32", DType::Float32)
      .Case("F16", DType::Float16)
      .Case("BF16", DType::BFloat16)
      .Case("I64", DType::Int64)
      .Case("I32", DType::Int32)
      .Case("I16", DType::Int16)
      .Case("I8", DType::Int8)
      .Case("U8", DType::UInt8)
      .Case("BOOL", DType::Bool)
      .Default(std::nullopt);
}

/// One entry of the header.
static llvm::Error readSafeTensor(StringRef path, StringRef name,
                                  const llvm::json::Object &entry,
                                  StringRef elements, Tensors &out) {
  auto problem = [&](const Twine &what) {
    return fail(path, "tensor '" + name + "': " + what);
  };
  auto dtypeName = entry.getString("dtype");
  auto dtype = dtypeName ? parseSafeDType(*dtypeName) : std::nullopt;
  if (!dtype)
    return problem("its dtype is missing or not known");
  const llvm::json::Array *shape = entry.getArray("shape");
  const llvm::json::Array *offsets = entry.getArray("data_offsets");
  if (!shape || !offsets || offsets->size() != 2 ||
      shape->size() > TSRT_MAX_RANK)
    return problem("'shape' or 'data_offsets' is missing or wrong");
  std::vector<int64_t> sizes;
  uint64_t bytes = getItemSize(*dtype);
  for (const llvm::json::Value &size : *shape) {
    auto number = size.getAsInteger();
    bool overflows = false;
    if (!number || *number < 0)
      return problem("its shape has a size that is no number");
    sizes.push_back(*number);
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, uint64_t(*number),
                                               &overflows);
    if (overflows)
      return problem("its shape is too large");
  }
  auto begin = (*offsets)[0].getAsInteger(), end = (*offsets)[1].getAsInteger();
  if (!begin || !end || *begin < 0 || *end < *begin ||
      uint64_t(*end) > elements.size())
    return problem("its elements are not in the file");
  if (uint64_t(*end - *begin) != bytes)
    return problem("has " + Twine(*end - *begin) + " bytes, but its shape needs " +
                   Twine(bytes));
  out.emplace_back(name.str(),
                   copyTensor(*dtype, sizes, {},
                              elements.substr(size_t(*begin), size_t(bytes))));
  return llvm::Error::success();
}

static llvm::Error readSafeTensors(StringRef path, StringRef bytes,
                                   Tensors &out) {
  if (bytes.size() < 8)
    return fail(path, "is too short for a safetensors file");
  uint64_t size = llvm::support::endian::read64le(bytes.data());
  if (size > bytes.size() - 8)
    return fail(path, "its header of " + Twine(size) +
                          " bytes does not fit in the file");
  auto header = llvm::json::parse(bytes.substr(8, size));
  if (!header)
    return fail(path, "its header is not JSON: " +
                          llvm::toString(header.takeError()));
  const llvm::json::Object *entries = header->getAsObject();
  if (!entries)
    return fail(path, "its header is not a JSON object");
  for (const auto &[key, value] : *entries) {
    if (key == "__metadata__")
      continue;
    const llvm::json::Object *entry = value.getAsObject();
    if (!entry)
      return fail(path, "tensor '" + StringRef(key) + "' is not an object");
    if (llvm::Error error = readSafeTensor(path, key, *entry,
                                           bytes.substr(8 + size), out))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Files of torch.save
//===----------------------------------------------------------------------===//

static llvm::Error readZip(StringRef path, llvm::MemoryBufferRef buffer,
                           Tensors &out) {
  auto file = TorchSaveFile::open(buffer);
  if (!file)
    return file.takeError();
  const ArchiveValue &value = (*file)->getValue();
  const auto *dict = llvm::dyn_cast<ArchiveDict>(&value);
  if (!dict)
    return fail(path, "holds " + describeKind(value.getKind()) +
                          "; a state dict is expected");
  for (auto [key, item] : dict->entries) {
    const auto *name = llvm::dyn_cast<ArchiveString>(key);
    const auto *tensor = llvm::dyn_cast<ArchiveTensor>(item);
    if (!name || !tensor)
      return fail(path, "is no state dict: names with tensors are expected");
    auto bytes = (*file)->readStorage(*tensor, name->value);
    if (!bytes)
      return bytes.takeError();
    out.emplace_back(name->value,
                     copyTensor(tensor->dtype, tensor->sizes, tensor->strides,
                                bytes->drop_front(size_t(tensor->storageOffset) *
                                                  getItemSize(tensor->dtype))));
  }
  return llvm::Error::success();
}

llvm::Expected<Tensors> torchscript::readStateDict(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return fail(path, buffer.getError().message());
  Tensors tensors;
  llvm::MemoryBufferRef bytes = (*buffer)->getMemBufferRef();
  bool isZip = bytes.getBuffer().starts_with("PK");
  if (llvm::Error error =
          isZip ? readZip(path, bytes, tensors)
                : readSafeTensors(path, bytes.getBuffer(), tensors))
    return std::move(error);
  return std::move(tensors);
}
