//===- Bf16x3Kernels.h - Products of floats in two halves -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float is the sum of two of bfloat16, high and low, but for 2^-17 of it. A
// product is high * high + high * low + low * high, summed up in floats: three
// products of matrices, for which some processors have instructions on tiles of
// 16 rows. Errors are about those of products of floats, over the largest
// result (docs/accuracy.md).
//
// Rows of x that are not finite, or all of whose elements are so large or small
// that their products are no floats of full precision, are summed up in floats.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_BF16X3KERNELS_H
#define TSRT_COMPILED_BF16X3KERNELS_H

#include "DenseKernels.h"

#include <cstddef>

namespace tsrt::dense {

/// Rows and columns of a tile, and the depth of one instruction.
constexpr int64_t kTileRows = 16, kTileColumns = 16, kTileDepth = 32;

struct Bf16x3Kernels {
  /// Columns of weights that are multiplied together.
  int64_t panel;
  /// The largest depth of a part, whose rows stay in the second cache.
  int64_t deepest;
  /// Whether products of these weights have the errors above: they are finite,
  /// and the largest is neither very large nor very small.
  bool (*takesWeights)(const Product &product, const PlainWeights &weights);
  /// Panels [begin, end) in the order in which `multiply` reads them; `packed`
  /// has getBf16x3Bytes().
  void (*packWeights)(const Product &product, const PlainWeights &weights,
                      int64_t begin, int64_t end, void *packed);
  /// Tiles [begin, end) of the rows at `x` become halves, for the part of the
  /// depth that begins at `k`, which is a multiple of getBf16x3Depth(). Parts
  /// of a tile follow one another. `halves` has getBf16x3Halves() and is
  /// 64-byte aligned, as `packed` is; `exact` is a byte for each row, the same
  /// for all parts: whether it is not for halves.
  void (*split)(const Product &product, const float *x, int64_t rows, int64_t k,
                int64_t begin, int64_t end, void *halves, char *exact);
  /// What a part adds to these rows, all of which are split, for the panels
  /// [begin, end), of which parts follow one another; the last part is followed
  /// by the epilogue.
  void (*multiply)(const Product &product, const Epilogue &epilogue,
                   const float *x, int64_t rows, int64_t k, const void *packed,
                   int64_t begin, int64_t end, const void *halves,
                   const char *exact, float *y);
};

static constexpr int64_t roundUp(int64_t n, int64_t unit) {
  return (n + unit - 1) / unit * unit;
}

/// The memory of packed weights: as much as of floats in whole tiles.
static constexpr size_t getBf16x3Bytes(const Product &p) {
  return size_t(roundUp(p.c, kTileDepth) * roundUp(p.f, kTileColumns)) *
         sizeof(float);
}

/// The depth of a part, in whole tiles; parts are about equal.
static constexpr int64_t getBf16x3Depth(const Bf16x3Kernels &kernels,
                                        int64_t c) {
  int64_t parts = (c + kernels.deepest - 1) / kernels.deepest;
  return roundUp((c + parts - 1) / parts, kTileDepth);
}

/// The bytes of halves of rows, for a part of the depth or, in whole parts, all
/// of it.
static constexpr size_t getBf16x3Halves(int64_t rows, int64_t depth) {
  return size_t(roundUp(rows, 2 * kTileRows) * roundUp(depth, kTileDepth)) *
         sizeof(float);
}

/// For AMX with bfloat16 and AVX-512.
extern const Bf16x3Kernels kAMXKernels;

} // namespace tsrt::dense

#endif // TSRT_COMPILED_BF16X3KERNELS_H
