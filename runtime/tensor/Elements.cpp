//===- Elements.cpp - Access to one element of a tensor -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `float(x[i, j])` and `x[i, j] = value` come to in the common case: no
// views, no tensor for the number. In the others nothing happens.
//
//===----------------------------------------------------------------------===//

#include "tensor/Tensor.h"

#include <cmath>
#include <limits>

using namespace tsrt;

namespace {

/// The address of an element; null when there is none at these indices.
char *findElement(const tsrt_tensor *t, int32_t n, const int64_t *indices) {
  if (int64_t(t->sizes.size()) != n)
    return nullptr;
  int64_t place = t->offset;
  for (int32_t i = 0; i < n; ++i) {
    int64_t size = t->sizes[i];
    int64_t index = indices[i] < 0 ? indices[i] + size : indices[i];
    if (uint64_t(index) >= uint64_t(size))
      return nullptr;
    place += index * t->strides[i];
  }
  auto *data = static_cast<char *>(t->storage->data);
  return data ? data + place * dtypeSize(t->dtype) : nullptr;
}

template <class T>
T readAs(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

template <class T>
uint8_t write(char *element, T value) {
  std::memcpy(element, &value, sizeof(T));
  return 1;
}

/// A float as an integer, as Scalar::toInt() converts it.
template <class T>
T numberAs(double value) {
  if constexpr (std::is_same_v<T, int64_t>)
    return doubleToInt(value);
  else if constexpr (std::is_same_v<T, uint8_t>)
    return value != 0;
  else
    return value;
}

template <class T>
uint8_t load(const tsrt_tensor *t, int32_t n, const int64_t *indices, T *out) {
  *out = T(0);
  const char *element = findElement(t, n, indices);
  if (!element)
    return 0;
  switch (t->dtype) {
  case TSRT_F32:
    *out = numberAs<T>(readAs<float>(element));
    return 1;
  case TSRT_F64:
    *out = numberAs<T>(readAs<double>(element));
    return 1;
  case TSRT_I64:
    if constexpr (std::is_same_v<T, uint8_t>)
      *out = readAs<int64_t>(element) != 0;
    else
      *out = T(readAs<int64_t>(element));
    return 1;
  default:
    break;
  }
  Scalar value = loadScalar(element, t->dtype);
  if (value.isComplex())
    return 0;
  if constexpr (std::is_same_v<T, uint8_t>)
    *out = value.toBool();
  else if constexpr (std::is_same_v<T, int64_t>)
    *out = value.toInt();
  else
    *out = value.toDouble();
  return 1;
}

} // namespace

uint8_t tsrt_element_load_bool(const tsrt_tensor *t, int32_t n,
                               const int64_t *indices, uint8_t *out) {
  return load(t, n, indices, out);
}
uint8_t tsrt_element_load_int(const tsrt_tensor *t, int32_t n,
                              const int64_t *indices, int64_t *out) {
  return load(t, n, indices, out);
}
uint8_t tsrt_element_load_float(const tsrt_tensor *t, int32_t n,
                                const int64_t *indices, double *out) {
  return load(t, n, indices, out);
}

uint8_t tsrt_element_store_bool(const tsrt_tensor *t, int32_t n,
                                const int64_t *indices, const uint8_t *value) {
  bool fits = t->dtype == TSRT_B8 && !t->requiresGrad;
  char *element = fits ? findElement(t, n, indices) : nullptr;
  return element ? write(element, uint8_t(*value != 0)) : 0;
}

uint8_t tsrt_element_store_int(const tsrt_tensor *t, int32_t n,
                               const int64_t *indices, const int64_t *value) {
  bool fits =
      (t->dtype == TSRT_I64 || t->dtype == TSRT_F32 || t->dtype == TSRT_F64) &&
      !t->requiresGrad;
  char *element = fits ? findElement(t, n, indices) : nullptr;
  if (!element)
    return 0;
  return t->dtype == TSRT_I64   ? write(element, *value)
         : t->dtype == TSRT_F32 ? write(element, float(*value))
                                : write(element, double(*value));
}

uint8_t tsrt_element_store_float(const tsrt_tensor *t, int32_t n,
                                 const int64_t *indices, const double *value) {
  bool fits =
      (t->dtype == TSRT_F32 || t->dtype == TSRT_F64) && !t->requiresGrad;
  // The number is a tensor of the default dtype on its way to the element, and
  // must fit there.
  if (std::abs(*value) > std::numeric_limits<float>::max() &&
      !std::isinf(*value))
    fits = false;
  char *element = fits ? findElement(t, n, indices) : nullptr;
  if (!element)
    return 0;
  float single = float(*value);
  return t->dtype == TSRT_F32 ? write(element, single)
                              : write(element, double(single));
}
