//===- Random.h - The generator of random numbers ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generator of PyTorch's CPU kernels is the Mersenne Twister MT19937; how
// each distribution consumes its 32-bit outputs follows PyTorch, too, so that a
// seed gives the same tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_RANDOM_H
#define TSRT_OPS_TENSOR_RANDOM_H

#include "ops_tensor/Kernels.h"

#include <cmath>
#include <mutex>
#include <optional>

namespace tsrt {

/// The Mersenne Twister MT19937 (Makoto Matsumoto and Takuji Nishimura, 1998):
/// the numbers of std::mt19937, made 624 at a time.
class MersenneTwister {
public:
  explicit MersenneTwister(uint32_t seed);
  uint32_t operator()() {
    if (next == kSize)
      refill();
    return outputs[next++];
  }
  /// The numbers that are there without a refill, at least one; they count as
  /// drawn when `use` is called with how many were taken.
  const uint32_t *peek(size_t &count) {
    if (next == kSize)
      refill();
    count = kSize - next;
    return outputs + next;
  }
  void use(size_t count) { next += count; }

  static constexpr size_t kSize = 624;
  /// The numbers that the state consists of.
  const uint32_t *words() const { return state; }
  /// How many of the outputs that the state stands for are drawn; `kSize` with
  /// `isFresh()` where nothing has been drawn since the seed.
  size_t drawn() const { return next; }
  bool isFresh() const { return fresh; }
  /// Goes on from such a state; `drawn` is at most `kSize`.
  void restore(const uint32_t *words, size_t drawn, bool isFresh);

private:
  void refill();
  void temper();

  uint32_t state[kSize];
  uint32_t outputs[kSize];
  size_t next = kSize;
  bool fresh = true;
};

/// A generator with the normal number it holds back.
struct Generator {
  MersenneTwister engine{uint32_t(67280421310721ull)};
  std::optional<double> nextNormal;
  uint64_t seed = 67280421310721ull;

  uint32_t next32() { return engine(); }
  uint64_t next64() {
    uint64_t high = next32();
    return high << 32 | next32();
  }
  /// Uniform in [0, 1) with `bits` random bits, at most 24.
  float uniformFloat(int bits = 24) {
    return float(next32() & ((1u << bits) - 1)) * (1.0f / float(1u << bits));
  }
  /// Uniform in [0, 1) with 53 random bits.
  double uniformDouble() {
    return double(next64() & ((1ull << 53) - 1)) * (1.0 / double(1ull << 53));
  }
  /// One of a pair of normal numbers (Box and Muller); the other comes next.
  double normal() {
    if (nextNormal)
      return *std::exchange(nextNormal, std::nullopt);
    double u1 = uniformDouble(), u2 = uniformDouble();
    double r = std::sqrt(-2 * std::log(1 - u2)), theta = 2 * M_PI * u1;
    nextNormal = r * std::sin(theta);
    return r * std::cos(theta);
  }
};

/// The default generator of the process; locked while numbers are drawn.
Generator &defaultGenerator();
std::mutex &generatorLock();

/// The dimensions of a tensor from the slowest in memory to the fastest: the
/// order in which elements get their numbers.
Dims memoryOrder(const Tensor &t);

/// Fills a tensor, element by element in the order of its memory, with
/// f(generator): a double, float, int64_t or Scalar.
template <class F>
Tensor generate(const Tensor &t, F f) {
  std::lock_guard<std::mutex> guard(generatorLock());
  Generator &g = defaultGenerator();
  bool isRow = t.isContiguous();
  Tensor ordered = isRow ? t : permute(t, memoryOrder(t));
  Tensor dense = isRow ? t : empty(ordered.sizes(), t.dtype());
  if (!dense)
    return t;
  int64_t n = dense.numel();
  if (t.dtype() == TSRT_F32) {
    float *p = dense.data<float>();
    for (int64_t i = 0; i < n; ++i)
      p[i] = float(f(g));
  } else {
    char *p = dense.data<char>();
    for (int64_t i = 0; i < n; ++i, p += dense.itemsize())
      storeScalar(p, dense.dtype(), Scalar(f(g)));
  }
  if (!isRow)
    copyInPlace(ordered, dense);
  return t;
}

/// Uniform numbers of 24 random bits: fma(u, width, low) with u from [0, 1).
void fillUniform(Generator &generator, float *values, int64_t n, float low,
                 float width);

/// Sixteen or more uniform numbers from [0, 1) become normal numbers, in groups
/// of sixteen whose pairs stand eight apart, by PyTorch's vector code: the
/// logarithm, sine and cosine of Cephes (Stephen L. Moshier) with fused
/// products. `n` is a multiple of 16.
void makeNormal(float *values, int64_t n, float mean, float std);

/// An in-place operator on a copy.
template <auto Function>
struct OnCopy;
template <class... Args, Tensor (*Function)(const Tensor &, Args...)>
struct OnCopy<Function> {
  static Tensor run(const Tensor &t, Args... args) {
    return Function(cloneOf(t), args...);
  }
};

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_RANDOM_H
