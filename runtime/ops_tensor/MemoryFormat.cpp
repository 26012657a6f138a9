//===- MemoryFormat.cpp - Orders of dimensions in memory ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/MemoryFormat.h"

#include "tensor/Copy.h"
#include "tensor/Quantizer.h"

#include <algorithm>

using namespace tsrt;

std::optional<int64_t> tsrt::getFormatRank(int64_t format) {
  if (format == 2 || format == 3)
    return format + 2;
  return std::nullopt;
}

bool tsrt::takesFormat(int64_t rank, int64_t format) {
  std::optional<int64_t> wanted = getFormatRank(format);
  if (!wanted || *wanted == rank)
    return true;
  bail("required rank %lld tensor to use channels_last%s format",
       static_cast<long long>(*wanted), format == 3 ? "_3d" : "");
  return false;
}

Dims tsrt::formatStrides(const Dims &sizes, int64_t format) {
  size_t rank = sizes.size();
  if (getFormatRank(format) != int64_t(rank))
    return contiguousStrides(sizes);
  Dims strides(rank);
  strides[1] = 1;
  int64_t step = sizes[1];
  for (size_t d = rank; d-- > 2;) {
    strides[d] = step;
    step *= sizes[d];
  }
  strides[0] = step;
  return strides;
}

int64_t tsrt::suggestedFormat(const Tensor &t) {
  if (!t || (t.dim() != 4 && t.dim() != 5))
    return 0;
  const Dims &strides = t.strides();
  int64_t least = 0;
  // From the innermost dimension of the format on.
  for (int64_t i = 0; i < t.dim(); ++i) {
    int64_t d = i == 0 ? 1 : i == t.dim() - 1 ? 0 : t.dim() - i;
    if (i == 0 && strides[1] == 0)
      return 0;
    if (t.size(d) == 0 || strides[size_t(d)] < least)
      return 0;
    // Of one channel in one place both orders are true: row-major then.
    if (d == 0 && least == strides[1])
      return 0;
    least = strides[size_t(d)] * std::max<int64_t>(t.size(d), 1);
  }
  return t.dim() - 2;
}

int64_t tsrt::suggestedFormat(TensorRange tensors) {
  std::optional<int64_t> format;
  for (const Tensor &t : tensors) {
    int64_t wanted = suggestedFormat(t);
    if (!wanted || wanted != format.value_or(wanted))
      return 0;
    format = wanted;
  }
  return format.value_or(0);
}

Tensor tsrt::inStrides(const Tensor &t, const Dims &strides) {
  if (!t || strides == t.strides())
    return t;
  if (quantizerOf(t))
    return asQuantizedLike(inStrides(integersOf(t), strides), t);
  Tensor out = emptyStrided(t.sizes(), strides, t.dtype());
  copyInPlace(out, t);
  return out;
}

Tensor tsrt::inFormat(const Tensor &t, int64_t format) {
  return t ? inStrides(t, formatStrides(t.sizes(), format)) : t;
}
