//===- DenseKernels.h - Products and depthwise convolutions -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For one instruction set. The sources are ProductKernels.inc and
// DepthwiseKernels.inc for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_DENSEKERNELS_H
#define TSRT_COMPILED_DENSEKERNELS_H

#include <cstdint>

namespace tsrt::dense {

/// What follows the sums; activations by their numbers in Activation.h.
struct Epilogue {
  /// Null: zeros.
  const float *bias;
  int activation;
  float lower, upper;
};

/// y[m,f] = activation(x[m,c] * weights[c,f] + bias), each row of y `step`
/// elements behind the last; rows of x are dense.
struct Product {
  int64_t c, f, step;
  /// What y holds is added before the activation.
  bool accumulate;
};

/// Weights as they come: element (c, f) at c * deep + f * wide, times scale[f]
/// where that is not null.
struct PlainWeights {
  const float *data;
  int64_t deep, wide;
  const float *scale;
};

/// A depthwise convolution of [n,h,w,c] to [n,oh,ow,c], or of [n,c,h,w] to
/// [n,c,oh,ow], with a kernel of `size` by `size` (3 or 5), a stride of 1 or 2,
/// and `top` rows and `left` columns of zeros in front.
struct Depthwise {
  int64_t n, c, h, w, oh, ow, size, stride, top, left;
  /// Elements from one pixel of the output to the next where channels are last.
  int64_t step;
};

/// Products are summed up in parts of so much depth: the weights of a panel
/// stay in the second cache, and some rows in the first.
constexpr int64_t kDeepest = 384;

struct Kernels {
  /// Floats of a vector, and columns of weights that are multiplied together.
  int64_t width, panel;
  /// Panels [begin, end) in the order in which `multiply` reads them. `packed`
  /// has place for c times f, rounded up to vectors.
  void (*packWeights)(const Product &product, const PlainWeights &weights,
                      int64_t begin, int64_t end, float *packed);
  /// Rows in the order in which `multiply` reads deep ones (more than kDeepest
  /// elements, and more than one row), for as many elements.
  void (*splitRows)(const Product &product, const float *x, int64_t rows,
                    float *parts);
  /// The rows at `x`, for the panels [begin, end). Deep rows are those of
  /// `splitRows` where `parts` is not null; else they are copied to `scratch`,
  /// which has place for kDeepest elements of each.
  void (*multiply)(const Product &product, const Epilogue &epilogue,
                   const float *x, int64_t rows, const float *packed,
                   int64_t begin, int64_t end, float *scratch,
                   const float *parts, float *y);
  /// One row, without an epilogue, the last panels first if `isBackward`.
  void (*multiplyRow)(const Product &product, const float *x,
                      const float *packed, int64_t begin, int64_t end,
                      bool isBackward, float *y);
  /// Rows [begin, end) of all n * oh; weights are [size,size,c], and there are
  /// as many channels as a vector has floats, or more.
  void (*convolvePixels)(const Depthwise &problem, const Epilogue &epilogue,
                         const float *x, const float *weights, int64_t begin,
                         int64_t end, float *y);
  /// Planes [begin, end) of all n * c, with a stride of 1; weights are
  /// [c,size,size], and `padded` has place for getPadded().
  void (*convolvePlanes)(const Depthwise &problem, const Epilogue &epilogue,
                         const float *x, const float *weights, int64_t begin,
                         int64_t end, float *padded, float *y);
};

/// Rows of outputs of a plane that are computed together.
constexpr int64_t kPlaneRows = 4;

/// The rows of a plane with zeros around it that a group of rows of outputs
/// reads, as wide as whole vectors read them.
struct Padded {
  int64_t rows, columns;
};
constexpr Padded getPadded(const Depthwise &p, int64_t width) {
  return {kPlaneRows + p.size - 1,
          (p.ow + width - 1) / width * width + p.size - 1};
}

extern const Kernels kAVX2Kernels, kAVX512Kernels;

} // namespace tsrt::dense

#endif // TSRT_COMPILED_DENSEKERNELS_H
