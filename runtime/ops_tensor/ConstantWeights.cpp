//===- ConstantWeights.cpp - Weights that are packed once -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor itself is the place of what was made of it.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/ConstantWeights.h"

#include "compiled/Prepared.h"
#include "tensor/Constants.h"

#include <iterator>

using namespace tsrt;

namespace {
struct PackedWeights : Prepared {
  PackedWeights(const dense::Product &shape, const dense::Kernels &kernels,
                const dense::PlainWeights &weights)
      : product(shape, kernels, weights) {}
  const PackedMemory *getPacked() const override {
    return &product.getPacked();
  }
  dense::PackedProduct product;
};
} // namespace

const dense::PackedProduct *tsrt::getPackedWeights(const Tensor &weights) {
  const dense::Kernels *kernels = dense::findKernels();
  void **place = getConstantPlace(weights);
  if (!kernels || !place || weights.dtype() != TSRT_F32 || weights.dim() != 2 ||
      !weights.isContiguous() || weights.numel() == 0)
    return nullptr;
  int64_t n = weights.size(0), k = weights.size(1);
  const int64_t key[] = {weights.offset(), n, k};
  PreparedRef prepared =
      getPrepared(place, key, std::size(key), [&](const void *) {
        return std::make_unique<PackedWeights>(
            dense::Product{k, n, n, false}, *kernels,
            dense::PlainWeights{weights.data<float>(), 1, k, nullptr});
      });
  return &static_cast<PackedWeights &>(*prepared).product;
}
