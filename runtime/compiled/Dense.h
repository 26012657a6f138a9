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

#include "DenseKernels.h"
#include "PackedMemory.h"

namespace tsrt::dense {

/// The kernels for this processor, null when there are none;
/// ONEDNN_MAX_CPU_ISA limits them.
const Kernels *findKernels();

/// Packed weights [c,f]. They never change, and any thread may use them.
class PackedProduct {
public:
  /// `shape.step` does not count; `image` is that of the call, or null. Throws
  /// std::bad_alloc.
  PackedProduct(const Product &shape, const Kernels &kernels,
                const PlainWeights &weights, const void *image = nullptr);

  const PackedMemory &getPacked() const { return packed; }

  /// `rows` rows of y, of which each is `step` elements behind the last.
  void run(const float *x, int64_t rows, const Epilogue &epilogue, int64_t step,
           float *y) const;

private:
  Product shape;
  const Kernels &kernels;
  PackedMemory packed;
};

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
