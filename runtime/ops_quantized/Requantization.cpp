//===- Requantization.cpp - From sums of products to integers -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bias in units of the products' scale and one factor per row, as PyTorch's
// CPU engines compute.
//
//===----------------------------------------------------------------------===//

#include "core/ForEachISA.h"
#include "ops_quantized/Packed.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

Requantization::Requantization(const std::vector<double> &rowScales,
                               const Tensor &biasTensor, double inputScale,
                               double scale, int64_t zeroPoint, int dtype,
                               bool relu)
    : bounds{float(relu ? std::max(zeroPoint, smallestQuantum(dtype))
                        : smallestQuantum(dtype)),
             float(largestQuantum(dtype)), float(zeroPoint)} {
  // In single precision by way of inverse scales, as the engines do.
  auto invert = [](double number) { return float(1.0 / number); };
  std::vector<float> values = elementsAs<float>(biasTensor);
  bias.assign(rowScales.size(), 0);
  for (size_t i = 0; i < rowScales.size(); ++i) {
    double product = inputScale * rowScales[i];
    factors.push_back(invert(scale) /
                      (invert(inputScale) * invert(rowScales[i])));
    if (i < values.size())
      bias[i] = values[i] / float(product);
  }
}

/// NaN becomes the lower bound.
static inline __attribute__((always_inline)) uint8_t
requantize(int32_t sum, float bias, float factor, const RequantizationBounds &by) {
  // The product is rounded to single precision before the zero point is added.
#pragma clang fp contract(off)
  float scaled = (float(sum) + bias) * factor;
  scaled = std::nearbyint(scaled + by.zeroPoint);
  scaled = scaled > by.low ? scaled : by.low;
  scaled = scaled < by.high ? scaled : by.high;
  return uint8_t(int32_t(scaled));
}

TSRT_FOR_EACH_ISA
static void requantizeRow(const int32_t *__restrict sums, int64_t count,
                          float bias, float factor,
                          RequantizationBounds by,
                          uint8_t *__restrict out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = requantize(sums[i], bias, factor, by);
}

TSRT_FOR_EACH_ISA
static void requantizeRows(const int32_t *__restrict sums, int64_t count,
                           const float *__restrict bias,
                           const float *__restrict factors,
                           RequantizationBounds by,
                           uint8_t *__restrict out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = requantize(sums[i], bias[i], factors[i], by);
}

void Requantization::applyToRow(const int32_t *sums, int64_t count, size_t row,
                                uint8_t *out) const {
  requantizeRow(sums, count, bias[row], factors[row], bounds, out);
}

void Requantization::applyToRows(const int32_t *sums, int64_t count,
                                 size_t first, uint8_t *out) const {
  requantizeRows(sums, count, bias.data() + first, factors.data() + first,
                 bounds, out);
}
