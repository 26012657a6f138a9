//===- Dense.h - Products and depthwise convolutions ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our own kernels for what surrounds a library's convolutions: products with
// constant weights, whose bias, sum and activation happen in registers, and
// depthwise convolutions. Results do not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_DENSE_H
#define TSRT_COMPILED_DENSE_H

#include "Bf16x3Kernels.h"
#include "DenseKernels.h"
#include "PackedMemory.h"

namespace tsrt::dense {

/// The kernels for this processor, null when there are none;
/// ONEDNN_MAX_CPU_ISA limits them.
const Kernels *findKernels();

/// The kernels on tiles for this processor, null when there are none or the
/// system does not let this process use them; ONEDNN_MAX_CPU_ISA limits them.
const Bf16x3Kernels *findBf16x3Kernels();

/// Packed weights [c,f]. They never change, and any thread may use them.
class PackedProduct {
public:
  /// `shape.step` does not count; `image` is that of the call, or null; `tiles`
  /// are the kernels that compute it where the weights allow that, or null.
  /// Throws std::bad_alloc.
  PackedProduct(const Product &shape, const Kernels &kernels,
                const PlainWeights &weights, const void *image = nullptr,
                const Bf16x3Kernels *tiles = nullptr);

  const PackedMemory &getPacked() const { return packed; }

  /// `rows` rows of y, of which each is `step` elements behind the last.
  void run(const float *x, int64_t rows, const Epilogue &epilogue, int64_t step,
           float *y) const;

private:
  /// Packs the weights for `tiles`; false where these are not for them.
  bool packHalves(const PlainWeights &weights, const void *image);
  int64_t getPanel() const { return tiles ? tiles->panel : kernels.panel; }
  /// How many rows are computed together.
  int64_t chooseChunk(int64_t rows) const;
  void multiply(const Product &product, const Epilogue &epilogue,
                const float *x, int64_t rows, int64_t begin, int64_t end,
                float *y) const;
  /// All columns of some rows, by several threads; `shareTiles` by halves.
  void shareRowsAndColumns(const Product &product, const Epilogue &epilogue,
                           const float *x, int64_t rows, float *y) const;
  void shareTiles(const Product &product, const Epilogue &epilogue,
                  const float *x, int64_t rows, float *y) const;

  Product shape;
  const Kernels &kernels;
  /// Null: floats are multiplied.
  const Bf16x3Kernels *tiles = nullptr;
  PackedMemory packed;
};

/// The kernels for so many rows times weights [c,f] that may be computed by
/// halves; null where floats take no longer.
const Bf16x3Kernels *chooseBf16x3(int64_t rows, int64_t c, int64_t f);

/// The memory for weights [f,c] of products with one row, which `packRow`
/// packs.
size_t getRowBytes(const Kernels &kernels, int64_t f, int64_t c);
void packRow(const Kernels &kernels, int64_t f, int64_t c, const float *weights,
             float *packed);

/// y[f] = weights * x[c]; the last weights are read first when `isBackward`: of
/// those that do not fit into a cache, what was read last is still there. In
/// parallel when there are many weights.
void multiplyRow(const Kernels &kernels, int64_t f, int64_t c, const float *x,
                 const float *packed, bool isBackward, float *y);

/// A depthwise convolution with weights [c,size,size].
class DepthwiseConvolution {
public:
  /// Is there a kernel for it?
  static bool isSupported(const Depthwise &shape, bool channelsLast,
                          const Kernels &kernels);

  DepthwiseConvolution(const Depthwise &shape, bool channelsLast,
                       const Kernels &kernels)
      : shape(shape), channelsLast(channelsLast), kernels(kernels) {}

  /// Constant weights, times the scale of their channel when it is not null,
  /// in the order of `run`; `image` is that of the call, or null. Throws
  /// std::bad_alloc.
  PackedMemory pack(const float *weights, const float *scale,
                    const void *image = nullptr) const;

  /// `packed` is what `pack` made, or null.
  void run(const float *x, const float *weights, const float *packed,
           const Epilogue &epilogue, float *y) const;

private:
  Depthwise shape;
  bool channelsLast;
  const Kernels &kernels;
};

} // namespace tsrt::dense

#endif // TSRT_COMPILED_DENSE_H
