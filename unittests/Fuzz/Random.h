//===- Random.h - Choices by a seed --------------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small helpers over a random number generator, the same on every platform.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_FUZZ_RANDOM_H
#define TORCHSCRIPT_UNITTESTS_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <random>

namespace tsfuzz {

/// Choices that depend on nothing but the seed.
class Random {
public:
  explicit Random(uint64_t seed) : engine(uint32_t(seed * 2654435761u + 97)) {}

  /// A number from 0 to `n` - 1; 0 when `n` is 0.
  size_t below(size_t n) { return n ? engine() % n : 0; }
  /// True once in `n` times on average.
  bool oneIn(size_t n) { return below(n) == 0; }
  /// An element of a range that is not empty.
  template <typename Range>
  decltype(auto) pick(Range &&range) {
    return range[below(range.size())];
  }
  template <typename T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

private:
  std::mt19937 engine;
};

} // namespace tsfuzz

#endif // TORCHSCRIPT_UNITTESTS_FUZZ_RANDOM_H
