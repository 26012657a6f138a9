//===- KernelVectors.h - Vectors of kernels ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For files that are compiled for an instruction set of their own. They define
// TSRT_WIDTH, the floats of a vector. Nothing here is visible to other files,
// nor is an inline function of theirs used: the linker may take any of the
// copies.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_KERNELVECTORS_H
#define TSRT_COMPILED_KERNELVECTORS_H

#include <cstdint>
#include <immintrin.h>

#define TSRT_INLINE inline __attribute__((always_inline))

namespace {

constexpr int kWidth = TSRT_WIDTH;
typedef float Vector __attribute__((vector_size(kWidth * sizeof(float))));
typedef float Loose __attribute__((vector_size(kWidth * sizeof(float)),
                                   aligned(sizeof(float)), may_alias));
typedef int32_t Words __attribute__((vector_size(kWidth * sizeof(int32_t))));

TSRT_INLINE Vector load(const float *p) {
  return *reinterpret_cast<const Loose *>(p);
}
TSRT_INLINE void store(float *p, Vector x) {
  *reinterpret_cast<Loose *>(p) = x;
}
TSRT_INLINE Vector splat(float x) { return x - Vector{}; }
TSRT_INLINE int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

/// Weights that are read next come from far away, and take as long as what is
/// computed with them: each step of a loop asks for some bytes of them, so that
/// they are in the second cache in time. Fetching never fails, whatever is
/// there.
class Ahead {
public:
  Ahead() = default;
  /// The share `index` of `shares` of `count` elements, in `steps` steps.
  TSRT_INLINE Ahead(const float *from, int64_t count, int64_t steps,
                    int64_t index, int64_t shares)
      : next(reinterpret_cast<const char *>(from)),
        bytes(count * int64_t(sizeof(float)) / (steps * shares)) {
    next += index * steps * bytes;
  }
  TSRT_INLINE void fetch() {
    __builtin_prefetch(next, 0, 2);
#pragma clang loop unroll(disable) vectorize(disable)
    for (int64_t i = kLine; i < bytes; i += kLine)
      __builtin_prefetch(next + i, 0, 2);
    next += bytes;
  }

private:
  static constexpr int64_t kLine = 64;
  const char *next = nullptr;
  int64_t bytes = 0;
};

/// The first `lanes` elements, which are fewer than a vector; zeros behind
/// them. Memory behind them is neither read nor written.
#if TSRT_WIDTH == 16
TSRT_INLINE Vector loadFirst(const float *p, int64_t lanes) {
  return _mm512_maskz_loadu_ps(__mmask16((1u << lanes) - 1), p);
}
TSRT_INLINE void storeFirst(float *p, int64_t lanes, Vector x) {
  _mm512_mask_storeu_ps(p, __mmask16((1u << lanes) - 1), x);
}
#else
TSRT_INLINE __m256i getMask(int64_t lanes) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(int(lanes)),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
TSRT_INLINE Vector loadFirst(const float *p, int64_t lanes) {
  return _mm256_maskload_ps(p, getMask(lanes));
}
TSRT_INLINE void storeFirst(float *p, int64_t lanes, Vector x) {
  _mm256_maskstore_ps(p, getMask(lanes), x);
}
#endif

#if TSRT_WIDTH == 16
#define TSRT_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define TSRT_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#else
#define TSRT_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define TSRT_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#endif

/// As many vectors as one has elements, as their columns.
TSRT_INLINE void transpose(Vector (&rows)[kWidth]) {
#pragma unroll
  for (int step = 1; step < kWidth; step *= 2) {
    Vector next[kWidth];
#pragma unroll
    for (int i = 0; i < kWidth / 2; ++i) {
      Vector first = rows[i], second = rows[i + kWidth / 2];
      next[2 * i] = __builtin_shufflevector(first, second, TSRT_LOW);
      next[2 * i + 1] = __builtin_shufflevector(first, second, TSRT_HIGH);
    }
#pragma unroll
    for (int i = 0; i < kWidth; ++i)
      rows[i] = next[i];
  }
}

#if TSRT_WIDTH == 16
/// x / (1 + e^-x), at most 3 units in the last place from the exact result
/// where that is a normal number. e^-x = 2^n e^-r with a minimax polynomial for
/// |r| <= ln 2 / 2; 2^n may be infinity.
TSRT_INLINE Vector silu(Vector x) {
  // Where x is NaN, the second operand is given.
  Vector y = _mm512_min_ps(splat(88.0f), x);
  Vector n = _mm512_roundscale_ps(y * -1.44269504f, _MM_FROUND_TO_NEAREST_INT |
                                                        _MM_FROUND_NO_EXC);
  Vector r = (y + n * 0.693147182f) - n * 1.90465421e-9f;
  Vector p = r * 0.00138145401f - 0.00836874521f;
  p = p * r + 0.0416683908f;
  p = p * r - 0.166665204f;
  p = p * r + 0.499999934f;
  p = p * r - 1.0f;
  // e^-r = 1 + p r: the smaller parts are added first.
  Vector scale = _mm512_scalef_ps(splat(1.0f), n);
  Vector rest = Vector(_mm512_scalef_ps(p * r, n)) + 1.0f;
  return x / (rest + scale);
}
#else
/// x / (1 + e^-x): the arithmetic of quickSigmoid in FloatMath.h.
TSRT_INLINE Vector silu(Vector x) {
  const Vector low = splat(-89.0f), high = splat(20.0f);
  Vector y = -(x > high ? high : x);
  y = y > -low ? -low : y;
  const Vector toInteger = splat(0x1.8p23f);
  Vector shifted = y * 1.44269504f + toInteger, n = shifted - toInteger;
  Vector r = (y - n * 0.693359375f) - n * -2.12194440e-4f;
  Vector p = splat(0.000199144312138f);
  p = p * r + 0.00139411080857f;
  p = p * r + 0.00833327260714f;
  p = p * r + 0.0416663534834f;
  p = p * r + 0.166666668187f;
  p = p * r + 0.500000004666f;
  // Half of 1 + e^y: 2^128 is no float. The smaller parts are added first.
  Vector scale = (Vector)(((Words)shifted + (127 - 1)) << 23);
  Vector rest = r * r * p + r;
  Vector result = (x * 0.5f) / ((scale * rest + 0.5f) + scale);
  // -0 where e^-x is more than any float, and not for NaN.
  return x < low ? x * 0.0f : result;
}
#endif

/// Activations of Activation.h by their numbers. NaN stays.
template <int Activation>
TSRT_INLINE Vector activate(Vector x, float lower, float upper) {
  const Vector zero{};
  if constexpr (Activation == 1) {
    return x < zero ? zero : x;
  } else if constexpr (Activation == 2) {
    x = x < lower + zero ? lower + zero : x;
    return x > upper + zero ? upper + zero : x;
  } else if constexpr (Activation == 3) {
    const Vector six = splat(6.0f);
    Vector inner = x + 3.0f;
    inner = inner < zero ? zero : inner;
    inner = inner > six ? six : inner;
    return x * inner / six;
  } else if constexpr (Activation == 4) {
    return silu(x);
  } else {
    return x;
  }
}

/// A number as a type.
template <int N>
struct Constant {
  static constexpr int value = N;
};

/// Calls `function` with the number of the activation as a constant.
template <class Function>
TSRT_INLINE void withActivation(int activation, const Function &function) {
  switch (activation) {
  case 1:
    return function(Constant<1>());
  case 2:
    return function(Constant<2>());
  case 3:
    return function(Constant<3>());
  case 4:
    return function(Constant<4>());
  default:
    return function(Constant<0>());
  }
}

} // namespace

#endif // TSRT_COMPILED_KERNELVECTORS_H
