//===- NormalNumbers.cpp - Many numbers in single precision ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uniform numbers by blocks; the transformation of Box and Muller with the functions that PyTorch's kernel
// for AVX2 uses: single precision polynomials of Cephes, where each product
// that is added to something is fused. Every processor gives the same bits.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Random.h"

#include <cstring>

using namespace tsrt;

// What is fused is written so.
#ifdef __clang__
#pragma clang fp contract(off)
#endif

#define TSRT_INLINE static inline __attribute__((always_inline))

TSRT_INLINE float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
TSRT_INLINE float asFloat(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, sizeof(f));
  return f;
}
TSRT_INLINE uint32_t asBits(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, sizeof(f));
  return bits;
}

/// The natural logarithm of a positive number.
TSRT_INLINE float logarithm(float x) {
  constexpr float smallestNormal = 1.17549435e-38f;
  x = x < smallestNormal ? smallestNormal : x;
  uint32_t bits = asBits(x);
  // x = m 2^e with m in [sqrt(1/2), sqrt(2)), then m - 1.
  float e = float(int32_t(bits >> 23) - 127) + 1.0f;
  float m = asFloat((bits & 0x807fffffu) | 0x3f000000u);
  bool isSmall = m < 0.707106781186547524f;
  float twice = isSmall ? m : 0.0f;
  m = m - 1.0f;
  e = e - (isSmall ? 1.0f : 0.0f);
  m = m + twice;
  float square = m * m;
  float y = 7.0376836292e-2f;
  y = fused(y, m, -1.1514610310e-1f);
  y = fused(y, m, 1.1676998740e-1f);
  y = fused(y, m, -1.2420140846e-1f);
  y = fused(y, m, 1.4249322787e-1f);
  y = fused(y, m, -1.6668057665e-1f);
  y = fused(y, m, 2.0000714765e-1f);
  y = fused(y, m, -2.4999993993e-1f);
  y = fused(y, m, 3.3333331174e-1f);
  y = y * m;
  // log(2) in two parts.
  y = fused(y, square, e * -2.12194440e-4f);
  y = fused(-square, 0.5f, y);
  return fused(e, 0.693359375f, m + y);
}

/// The sine and cosine of a number that is not negative.
TSRT_INLINE void sineCosine(float x, float &sine, float &cosine) {
  // x minus an even multiple j of pi/4, which is given in three parts.
  int32_t j = (int32_t(x * 1.27323954473516f) + 1) & ~1;
  float y = float(j);
  x = fused(y, -0.78515625f, x);
  x = fused(y, -2.4187564849853515625e-4f, x);
  x = fused(y, -3.77489497744594108e-8f, x);
  float z = x * x;
  float c = fused(2.443315711809948e-5f, z, -1.388731625493765e-3f);
  c = fused(c, z, 4.166664568298827e-2f);
  c = c * z;
  c = fused(c, z, -(z * 0.5f));
  c = c + 1.0f;
  float s = fused(-1.9515295891e-4f, z, 8.3321608736e-3f);
  s = fused(s, z, -1.6666654611e-1f);
  s = s * z;
  s = fused(s, x, x);
  bool isOdd = (j & 2) != 0;
  sine = isOdd ? c : s;
  cosine = isOdd ? s : c;
  sine = (j & 4) != 0 ? -sine : sine;
  cosine = ((j - 2) & 4) == 0 ? -cosine : cosine;
}

TSRT_INLINE void transform(float *values, int64_t n, float mean, float std) {
  for (float *v = values; v < values + n; v += 16)
    for (int k = 0; k < 8; ++k) {
      float r = __builtin_sqrtf(-2.0f * logarithm(1.0f - v[k]));
      float s, c;
      sineCosine(6.283185307179586f * v[k + 8], s, c);
      v[k] = fused(r * c, std, mean);
      v[k + 8] = fused(r * s, std, mean);
    }
}

TSRT_INLINE void scale(const uint32_t *bits, float *values, size_t n, float low,
                       float width) {
  for (size_t i = 0; i < n; ++i)
    values[i] = fused(float(int32_t(bits[i] & 0xffffffu)) * 0x1p-24f, width, low);
}

#if defined(__x86_64__) && defined(__clang__)
#define TSRT_AVX2 __attribute__((target("avx2,fma")))
static bool hasAVX2() {
  static const bool has =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
TSRT_AVX2 static void scaleAVX2(const uint32_t *bits, float *values, size_t n,
                                float low, float width) {
  scale(bits, values, n, low, width);
}
static void toUniform(const uint32_t *bits, float *values, size_t n, float low,
                      float width) {
  if (hasAVX2())
    scaleAVX2(bits, values, n, low, width);
  else
    scale(bits, values, n, low, width);
}
TSRT_AVX2 static void
transformAVX2(float *values, int64_t n, float mean, float std) {
  transform(values, n, mean, std);
}
void tsrt::makeNormal(float *values, int64_t n, float mean, float std) {
  if (hasAVX2())
    transformAVX2(values, n, mean, std);
  else
    transform(values, n, mean, std);
}
#else
static void toUniform(const uint32_t *bits, float *values, size_t n, float low,
                      float width) {
  scale(bits, values, n, low, width);
}
void tsrt::makeNormal(float *values, int64_t n, float mean, float std) {
  transform(values, n, mean, std);
}
#endif

void tsrt::fillUniform(Generator &generator, float *values, int64_t n,
                       float low, float width) {
  while (n > 0) {
    size_t count;
    const uint32_t *bits = generator.engine.peek(count);
    count = size_t(n) < count ? size_t(n) : count;
    toUniform(bits, values, count, low, width);
    generator.engine.use(count);
    values += count;
    n -= int64_t(count);
  }
}
