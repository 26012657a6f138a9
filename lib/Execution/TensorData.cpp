//===- TensorData.cpp - Tensors as data -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of tensors from and to JSON.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/TensorData.h"

#include "TorchScript/Base/DType.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <cstring>

using namespace torchscript;

double torchscript::decodeFloat(const json &data) {
  if (data.is_number())
    return data.get<double>();
  if (data.is_boolean())
    return data.get<bool>();
  if (data.is_string())
    return std::strtod(data.get<std::string>().c_str(), nullptr);
  return std::nan("");
}

json torchscript::encodeFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}

int32_t torchscript::getDtypeByName(const std::string &name) {
  std::optional<DType> dtype = parseDTypeName(name);
  return dtype && int32_t(*dtype) <= TSRT_BF16 && !isQuantized(*dtype)
             ? int32_t(*dtype)
             : -1;
}

/// Number of complex parts and bytes of each, of the dtypes that are floats.
static bool isComplexDtype(int32_t dtype) {
  return dtype >= TSRT_C32 && dtype <= TSRT_C128;
}

static const llvm::fltSemantics *getNarrowFloat(int32_t dtype) {
  switch (dtype) {
  case TSRT_F16:
  case TSRT_C32:
    return &llvm::APFloat::IEEEhalf();
  case TSRT_BF16:
    return &llvm::APFloat::BFloat();
  default:
    return nullptr;
  }
}

/// Writes one real number as an element, or part of one, of `dtype`.
static void writeReal(int32_t dtype, double value, char *place) {
  if (const llvm::fltSemantics *narrow = getNarrowFloat(dtype)) {
    llvm::APFloat rounded(value);
    bool lossy;
    rounded.convert(*narrow, llvm::APFloat::rmNearestTiesToEven, &lossy);
    uint16_t bits = uint16_t(rounded.bitcastToAPInt().getZExtValue());
    std::memcpy(place, &bits, 2);
  } else if (dtype == TSRT_F64 || dtype == TSRT_C128) {
    std::memcpy(place, &value, 8);
  } else {
    float rounded = float(value);
    std::memcpy(place, &rounded, 4);
  }
}

static double readReal(int32_t dtype, const char *place) {
  if (const llvm::fltSemantics *narrow = getNarrowFloat(dtype)) {
    uint16_t bits;
    std::memcpy(&bits, place, 2);
    llvm::APFloat value(*narrow, llvm::APInt(16, bits));
    bool lossy;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &lossy);
    return value.convertToDouble();
  }
  if (dtype == TSRT_F64 || dtype == TSRT_C128) {
    double value;
    std::memcpy(&value, place, 8);
    return value;
  }
  float value;
  std::memcpy(&value, place, 4);
  return value;
}

static void writeElement(int32_t dtype, const json &data, char *place) {
  int32_t size = tsrt_dtype_size(dtype);
  if (isComplexDtype(dtype)) {
    bool isPair = data.is_array() && data.size() == 2;
    writeReal(dtype, decodeFloat(isPair ? data[0] : data), place);
    writeReal(dtype, isPair ? decodeFloat(data[1]) : 0.0, place + size / 2);
    return;
  }
  if (dtype == TSRT_F16 || dtype == TSRT_F32 || dtype == TSRT_F64 ||
      dtype == TSRT_BF16) {
    writeReal(dtype, decodeFloat(data), place);
    return;
  }
  int64_t value = data.is_boolean()          ? int64_t(data.get<bool>())
                  : data.is_number_integer() ? data.get<int64_t>()
                                             : int64_t(decodeFloat(data));
  std::memcpy(place, &value, size_t(size)); // little endian
}

static void markRequiresGrad(tsrt_tensor *tensor) {
  tsrt_value arguments[2] = {};
  arguments[0].type = &tsrt_type_tensor;
  arguments[0].u.p = tensor;
  arguments[1].type = &tsrt_type_bool;
  arguments[1].u.i = 1;
  tsrt_value result{};
  // It fails for ints, which the host has none of either.
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve("aten::requires_grad_"),
                                       arguments, 2, &result, 1))
    tsrt_error_release(error);
  tsrt_value_release(&result);
}

llvm::Expected<tsrt_tensor *> torchscript::decodeTensor(const json &data) {
  int32_t dtype = getDtypeByName(data.value("dtype", ""));
  if (dtype < 0)
    return llvm::createStringError("not supported yet: a tensor of dtype '%s'",
                                   data.value("dtype", "").c_str());
  std::vector<int64_t> sizes;
  int64_t count = 1;
  for (const json &size : data.at("shape")) {
    sizes.push_back(size.get<int64_t>());
    if (sizes.back() < 0 || sizes.size() > TSRT_MAX_RANK)
      return llvm::createStringError("the shape of a tensor is invalid");
    count *= sizes.back();
  }
  const json &elements = data.at("data");
  if (!elements.is_array() || int64_t(elements.size()) != count)
    return llvm::createStringError(
        "a tensor of %lld elements is given %zu values",
        static_cast<long long>(count), elements.size());
  tsrt_tensor *tensor =
      tsrt_tensor_empty(dtype, int32_t(sizes.size()), sizes.data());
  char *place = static_cast<char *>(tsrt_tensor_data(tensor));
  for (const json &element : elements) {
    writeElement(dtype, element, place);
    place += tsrt_dtype_size(dtype);
  }
  if (data.value("requires_grad", false))
    markRequiresGrad(tensor);
  return tensor;
}

static json readElement(int32_t dtype, const char *place) {
  int32_t size = tsrt_dtype_size(dtype);
  // Of quantized tensors their integers.
  if (isQuantized(DType(dtype)))
    dtype = DType(dtype) == DType::QInt8    ? TSRT_I8
            : DType(dtype) == DType::QUInt8 ? TSRT_U8
                                            : TSRT_I32;
  if (isComplexDtype(dtype))
    return json::array({encodeFloat(readReal(dtype, place)),
                        encodeFloat(readReal(dtype, place + size / 2))});
  switch (dtype) {
  case TSRT_F16:
  case TSRT_F32:
  case TSRT_F64:
  case TSRT_BF16:
    return encodeFloat(readReal(dtype, place));
  case TSRT_B8:
    return *place != 0;
  case TSRT_U8:
    return int64_t(uint8_t(*place));
  case TSRT_I8:
    return int64_t(int8_t(*place));
  case TSRT_I16: {
    int16_t value;
    std::memcpy(&value, place, 2);
    return int64_t(value);
  }
  case TSRT_I32: {
    int32_t value;
    std::memcpy(&value, place, 4);
    return int64_t(value);
  }
  default: {
    int64_t value;
    std::memcpy(&value, place, 8);
    return value;
  }
  }
}

json torchscript::encodeTensor(const tsrt_tensor *tensor) {
  int32_t dtype = tsrt_tensor_dtype(tensor);
  json shape = json::array(), elements = json::array();
  for (int32_t i = 0; i < tsrt_tensor_rank(tensor); ++i)
    shape.push_back(tsrt_tensor_sizes(tensor)[i]);
  tsrt_tensor *rowMajor = tsrt_tensor_contiguous(tensor);
  const char *place = static_cast<const char *>(tsrt_tensor_data(rowMajor));
  for (int64_t i = 0, e = tsrt_tensor_numel(tensor); i < e; ++i)
    elements.push_back(readElement(dtype, place + i * tsrt_dtype_size(dtype)));
  tsrt_release(rowMajor);
  const char *name = tsrt_dtype_name(dtype);
  return {{"t", "tensor"},
          {"dtype", name ? name : "?"},
          {"shape", shape},
          {"data", elements}};
}
