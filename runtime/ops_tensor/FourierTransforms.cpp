//===- FourierTransforms.cpp - Transforms of tensors ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transforms are those of pocketfft: mixed radices, Bluestein's method for
// large prime factors, and several rows at a time in vectors. Plans are kept.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/FourierTransforms.h"

#include "core/Parallel.h"
#include "tensor/Views.h"

// Rows are split between threads here, on the runtime's pool.
#define POCKETFFT_NO_MULTITHREADING
#include <pocketfft_hdronly.h>

using namespace tsrt;

namespace {

pocketfft::shape_t shapeOf(const Tensor &t) {
  return pocketfft::shape_t(t.sizes().begin(), t.sizes().end());
}
pocketfft::stride_t stridesOf(const Tensor &t) {
  pocketfft::stride_t strides;
  for (int64_t s : t.strides())
    strides.push_back(s * t.itemsize());
  return strides;
}

/// Calls body(part of in, part of out) for parts that threads work on: slices
/// of the longest dimension that is not transformed.
template <class F>
void forParts(const Tensor &in, const Tensor &out, const Dims &dims, F body) {
  if (failed() || !out || !out.numel())
    return;
  int64_t split = -1;
  for (int64_t d = 0; d < in.dim(); ++d)
    if (!dims.contains(d) && (split < 0 || in.size(d) > in.size(split)))
      split = d;
  if (split < 0)
    return body(in, out);
  constexpr int64_t grain = 32768; // elements of a part
  int64_t n = in.size(split);
  parallelFor(n, std::max<int64_t>(1, grain * n / out.numel()),
              [&](int64_t begin, int64_t end) {
                body(narrow(in, split, begin, end - begin),
                     narrow(out, split, begin, end - begin));
              });
}

/// Calls body(float or double) by the precision of `t`.
template <class F>
void withPrecision(const Tensor &t, F body) {
  if (toRealDType(t.dtype()) == TSRT_F64)
    body(double());
  else
    body(float());
}

} // namespace

void tsrt::transformComplex(const Tensor &in, const Tensor &out,
                            const Dims &dims, bool forward, double factor) {
  withPrecision(in, [&](auto tag) {
    using T = decltype(tag);
    forParts(in, out, dims, [&](const Tensor &from, const Tensor &to) {
      pocketfft::c2c(shapeOf(from), stridesOf(from), stridesOf(to),
                     {dims.begin(), dims.end()}, forward,
                     from.data<std::complex<T>>(), to.data<std::complex<T>>(),
                     T(factor));
    });
  });
}

void tsrt::transformReal(const Tensor &in, const Tensor &out, const Dims &dims,
                         bool forward, double factor) {
  withPrecision(in, [&](auto tag) {
    using T = decltype(tag);
    forParts(in, out, dims, [&](const Tensor &from, const Tensor &to) {
      pocketfft::r2c(shapeOf(from), stridesOf(from), stridesOf(to),
                     {dims.begin(), dims.end()}, forward, from.data<T>(),
                     to.data<std::complex<T>>(), T(factor));
    });
  });
}

void tsrt::transformToReal(const Tensor &in, const Tensor &out,
                           const Dims &dims, bool forward, double factor) {
  withPrecision(in, [&](auto tag) {
    using T = decltype(tag);
    forParts(in, out, dims, [&](const Tensor &from, const Tensor &to) {
      pocketfft::c2r(shapeOf(to), stridesOf(from), stridesOf(to),
                     {dims.begin(), dims.end()}, forward,
                     from.data<std::complex<T>>(), to.data<T>(), T(factor));
    });
  });
}
