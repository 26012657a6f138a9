//===- MemoryFormat.cpp - Orders of dimensions in memory ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/MemoryFormat.h"

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
