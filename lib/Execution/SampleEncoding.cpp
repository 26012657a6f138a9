//===- SampleEncoding.cpp - The other encoding of recorded calls -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data of the archive samples: items instead of v, hexadecimal floats, tensors
// in base64.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/TensorData.h"

#include "llvm/Support/Base64.h"

using namespace torchscript;

static json fromHexFloat(const json &text) {
  return encodeFloat(decodeFloat(text));
}

/// Elements of a little-endian buffer, by way of a runtime tensor.
static json fromBase64Tensor(const json &data) {
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(data.value("b64", ""), bytes)) {
    llvm::consumeError(std::move(error));
    return data;
  }
  int32_t dtype = getDtypeByName(data.value("dtype", ""));
  if (dtype < 0)
    return data;
  std::vector<int64_t> sizes;
  int64_t count = 1;
  for (const json &size : data.at("shape")) {
    sizes.push_back(size.get<int64_t>());
    count *= sizes.back();
  }
  if (count * tsrt_dtype_size(dtype) != int64_t(bytes.size()))
    return data;
  tsrt_tensor *tensor =
      tsrt_tensor_from_memory(dtype, int32_t(sizes.size()), sizes.data(),
                              nullptr, bytes.data(), nullptr, nullptr);
  json result = encodeTensor(tensor);
  tsrt_release(tensor);
  return result;
}

json torchscript::fromSampleEncoding(const json &data) {
  if (!data.is_object())
    return data;
  const std::string tag = data.value("t", "");
  if (tag == "none")
    return {{"t", "None"}};
  if (tag == "float")
    return {{"t", "float"}, {"v", fromHexFloat(data.at("v"))}};
  if (tag == "complex")
    return {{"t", "complex"},
            {"v", {fromHexFloat(data.at("re")), fromHexFloat(data.at("im"))}}};
  if (tag == "tensor" && data.contains("b64"))
    return fromBase64Tensor(data);
  if (tag == "list" || tag == "tuple") {
    json items = json::array();
    for (const json &item : data.at("items"))
      items.push_back(fromSampleEncoding(item));
    return {{"t", tag}, {"v", items}};
  }
  if (tag == "dict") {
    json entries = json::array();
    for (const json &entry : data.at("items"))
      entries.push_back(json::array(
          {fromSampleEncoding(entry.at(0)), fromSampleEncoding(entry.at(1))}));
    return {{"t", "dict"}, {"v", entries}};
  }
  if (tag == "namedtuple") {
    json fields = json::array();
    for (size_t i = 0; i < data.at("fields").size(); ++i)
      fields.push_back(json::array(
          {data["fields"][i], fromSampleEncoding(data.at("items").at(i))}));
    return {
        {"t", "namedtuple"}, {"class", data.at("name")}, {"fields", fields}};
  }
  return data;
}
