//===- ByteKernelVNNI.cpp - Convolutions of bytes for VNNI ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of some neighbours and up to 64 channels stay in registers; they
// become bytes there, too.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/ByteKernel.h"

#include <immintrin.h>

using namespace tsrt::bytes;

// A sum and a product are not one instruction with one rounding.
#pragma clang fp contract(off)

namespace {

/// Sums of `R` neighbours from number `first` on as bytes.
template <int V, int R>
void storeBytes(const Row &row, int64_t first, const __mmask16 (&masks)[V],
                const __m512i (&sums)[R][V]) {
  const __m512 low = _mm512_set1_ps(row.bounds.low);
  const __m512 high = _mm512_set1_ps(row.bounds.high);
  const __m512 zeroPoint = _mm512_set1_ps(row.bounds.zeroPoint);
#pragma unroll
  for (int v = 0; v < V; ++v) {
    __m512 bias = _mm512_maskz_loadu_ps(masks[v], row.bias + v * kWidth);
    __m512 factor = _mm512_maskz_loadu_ps(masks[v], row.factors + v * kWidth);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      __m512 scaled = _mm512_mul_ps(
          _mm512_add_ps(_mm512_cvtepi32_ps(sums[r][v]), bias), factor);
      scaled =
          _mm512_roundscale_ps(_mm512_add_ps(scaled, zeroPoint),
                               _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
      // NaN becomes the lower bound: the second operand is the result then.
      scaled = _mm512_min_ps(_mm512_max_ps(scaled, low), high);
      __m512i whole = _mm512_cvttps_epi32(scaled);
      _mm_mask_storeu_epi8(row.out + (first + r) * row.outSpacing + v * kWidth,
                           masks[v], _mm512_cvtepi32_epi8(whole));
    }
  }
}

/// The same as floats.
template <int V, int R>
void storeFloats(const Row &row, int64_t first, const __mmask16 (&masks)[V],
                 const __m512i (&sums)[R][V]) {
#pragma unroll
  for (int v = 0; v < V; ++v) {
    __m512 bias = _mm512_maskz_loadu_ps(masks[v], row.bias + v * kWidth);
    __m512 factor = _mm512_maskz_loadu_ps(masks[v], row.factors + v * kWidth);
#pragma unroll
    for (int r = 0; r < R; ++r)
      _mm512_mask_storeu_ps(
          row.floats + (first + r) * row.outSpacing + v * kWidth, masks[v],
          _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums[r][v]), factor),
                        bias));
  }
}

/// `R` neighbours from number `first` on, for V vectors of channels.
template <int V, int R>
void computeTile(const Row &row, int64_t first) {
  __m512i sums[R][V];
  __mmask16 masks[V];
#pragma unroll
  for (int v = 0; v < V; ++v) {
    int64_t left = row.channels - v * kWidth;
    masks[v] = left >= kWidth ? 0xffff : __mmask16((1u << left) - 1);
    __m512i start = _mm512_maskz_loadu_epi32(masks[v], row.start + v * kWidth);
#pragma unroll
    for (int r = 0; r < R; ++r)
      sums[r][v] = start;
  }
  // Three neighbours from each pointer: p, p + d and p + 2 * d are addresses.
  constexpr int groups = (R + 2) / 3;
  const uint8_t *from[groups];
  for (int i = 0; i < groups; ++i)
    from[i] = row.image + (first + i * 3) * row.spacing;
  const int8_t *weights = row.weights;
  for (int64_t s = 0; s < row.numSteps; ++s, weights += V * 64) {
    int64_t step = row.steps[s];
    __m512i w[V];
#pragma unroll
    for (int v = 0; v < V; ++v)
      w[v] = _mm512_loadu_si512(weights + v * 64);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      int32_t four;
      __builtin_memcpy(&four, from[r / 3] + step + r % 3 * row.spacing,
                       sizeof four);
      __m512i x = _mm512_set1_epi32(four);
#pragma unroll
      for (int v = 0; v < V; ++v)
        sums[r][v] = _mm512_dpbusd_epi32(sums[r][v], x, w[v]);
    }
  }
  row.floats ? storeFloats<V, R>(row, first, masks, sums)
             : storeBytes<V, R>(row, first, masks, sums);
}

/// The tile of `count` neighbours.
template <int V, int R>
void computeRest(const Row &row, int64_t first, int64_t count) {
  if constexpr (R > 1)
    if (count < R)
      return computeRest<V, R - 1>(row, first, count);
  computeTile<V, R>(row, first);
}

template <int V, int R>
void computeRow(const Row &row) {
  // Tiles are about equally long.
  int64_t tiles = (row.count + R - 1) / R;
  for (int64_t i = 0; i < tiles; ++i) {
    int64_t first = i * row.count / tiles, next = (i + 1) * row.count / tiles;
    computeRest<V, R>(row, first, next - first);
  }
}

} // namespace

void tsrt::bytes::convolveRowVNNI(const Row &row) {
  switch ((row.channels + kWidth - 1) / kWidth) {
  case 1:
    return computeRow<1, 12>(row);
  case 2:
    return computeRow<2, 12>(row);
  case 3:
    return computeRow<3, 8>(row);
  default:
    return computeRow<4, 6>(row);
  }
}
