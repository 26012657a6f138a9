//===- ConvolutionGeometry.h - Which elements a convolution sees *- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of a call of a quantized convolution.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_CONVOLUTIONGEOMETRY_H
#define TSRT_OPS_QUANTIZED_CONVOLUTIONGEOMETRY_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace tsrt {

/// A convolution over three dimensions; those that a layer lacks have size 1.
struct ConvolutionGeometry {
  std::array<int64_t, 3> in, out, kernel, stride, padding, dilation;
  int64_t batch, channels, results, groups;
  bool isTransposed;

  int64_t inArea() const { return in[0] * in[1] * in[2]; }
  int64_t outArea() const { return out[0] * out[1] * out[2]; }
  int64_t kernelArea() const { return kernel[0] * kernel[1] * kernel[2]; }
  /// Elements of a patch within one group.
  int64_t patch() const { return channels / groups * kernelArea(); }

  /// Where element `k` of the kernel looks for position `o` of the result in
  /// dimension `d`; negative: nowhere.
  int64_t source(size_t d, int64_t o, int64_t k) const {
    int64_t at;
    if (!isTransposed) {
      at = o * stride[d] - padding[d] + k * dilation[d];
    } else {
      at = o + padding[d] - k * dilation[d];
      if (at < 0 || at % stride[d])
        return -1;
      at /= stride[d];
    }
    return at < in[d] ? at : -1;
  }
};

} // namespace tsrt

#endif // TSRT_OPS_QUANTIZED_CONVOLUTIONGEOMETRY_H
