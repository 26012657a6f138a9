//===- Copy.cpp - Conversion, copies and fills ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Copy.h"

#include "device/Memory.h"

#include "tensor/Iterator.h"
#include "tensor/Quantizer.h"

#include <algorithm>

using namespace tsrt;

void tsrt::fillInPlace(const Tensor &t, Scalar value) {
  if (!t || !t.numel())
    return;
  char pattern[16];
  storeScalar(pattern, t.dtype(), value);
  int64_t size = t.itemsize();
  forEachRun(t.sizes(), {Operand(t, t.sizes())},
             [&](char *const *data, const int64_t *strides, int64_t n) {
               char *p = data[0];
               if (size == 4 && strides[0] == 4) {
                 uint32_t v;
                 std::memcpy(&v, pattern, 4);
                 std::fill_n(reinterpret_cast<uint32_t *>(p), n, v);
                 return;
               }
               for (int64_t i = 0; i < n; ++i, p += strides[0])
                 std::memcpy(p, pattern, size);
             });
}

/// Do two tensors view the same storage?
static bool shareStorage(const Tensor &a, const Tensor &b) {
  return a.get()->storage == b.get()->storage;
}

void tsrt::copyInPlace(const Tensor &target, const Tensor &source) {
  if (!target || !source || failed())
    return;
  if (!isExpandable(source.sizes(), target.sizes())) {
    Dims shape = broadcastShapes(target.sizes(), source.sizes());
    if (!failed())
      bail("output with shape %s doesn't match the broadcast shape %s",
           target.sizes().str().c_str(), shape.str().c_str());
    return;
  }
  if (target.is(source))
    return;
  if (target.isOnDevice() || source.isOnDevice())
    return copyWithDevices(target, source);
  Tensor from = source;
  if (shareStorage(target, source) && source.numel() > 1)
    from = cloneOf(source);
  int to = target.dtype(), dtype = from.dtype();
  constexpr int64_t smallCopy = 1 << 16;
  if (to == dtype && target.numel() <= smallCopy &&
      target.numel() == from.numel() && target.isContiguous() &&
      from.isContiguous()) {
    if (target.numel())
      std::memcpy(target.data(), from.data(),
                  size_t(target.numel() * target.itemsize()));
    return;
  }
  int64_t size = target.itemsize();
  Compute compute = computeType(dtype);
  forEachRun(
      target.sizes(),
      {Operand(target, target.sizes()), Operand(from, target.sizes())},
      [&](char *const *data, const int64_t *strides, int64_t n) {
        char *out = data[0], *in = data[1];
        if (to == dtype) {
          if (strides[0] == size && strides[1] == size)
            std::memcpy(out, in, n * size);
          else if (size == 4)
            for (int64_t i = 0; i < n; ++i)
              std::memcpy(out + i * strides[0], in + i * strides[1], 4);
          else
            for (int64_t i = 0; i < n; ++i)
              std::memcpy(out + i * strides[0], in + i * strides[1], size);
          return;
        }
        if (isNative(dtype) && strides[1] == from.itemsize()) {
          storeElements(compute, in, to, out, strides[0], n);
          return;
        }
        alignas(16) char buffer[4096];
        int64_t chunk = int64_t(sizeof(buffer)) / computeSize(compute);
        for (int64_t i = 0; i < n; i += chunk) {
          int64_t m = std::min(chunk, n - i);
          loadElements(compute, buffer, dtype, in + i * strides[1], strides[1],
                       m);
          storeElements(compute, buffer, to, out + i * strides[0], strides[0],
                        m);
        }
      },
      /*parallel=*/true);
}

Tensor tsrt::toDType(const Tensor &t, int dtype) {
  if (t.dtype() == dtype || !t)
    return t;
  Tensor out = emptyStrided(t.sizes(), preservedStrides(t), dtype);
  copyInPlace(out, t);
  return out;
}

Tensor tsrt::contiguous(const Tensor &t) { return contiguousAs(t, t.dtype()); }

Tensor tsrt::contiguousAs(const Tensor &t, int dtype) {
  if (!t || (t.dtype() == dtype && t.isContiguous()))
    return t;
  if (quantizerOf(t))
    return asQuantizedLike(contiguous(integersOf(t)), t);
  Tensor out =
      emptyOn(acceleratorOf(t), t.sizes(), contiguousStrides(t.sizes()), dtype);
  copyInPlace(out, t);
  return out;
}

Tensor tsrt::cloneOf(const Tensor &t) {
  if (!t)
    return {};
  if (quantizerOf(t))
    return asQuantizedLike(cloneOf(integersOf(t)), t);
  Tensor out = emptyStrided(t.sizes(), preservedStrides(t), t.dtype());
  copyInPlace(out, t);
  return out;
}
