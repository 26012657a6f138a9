//===- Quantizer.h - Tensors of integers that stand for numbers -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantized tensor is a tensor of int8, uint8 or int32 (as qint8, quint8,
// qint32) with a quantizer: number = scale * (integer - zero point), with one
// scale for all elements or one for each index of a dimension. The quantizer
// belongs to the storage of the elements, so views have that of their base.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_QUANTIZER_H
#define TSRT_TENSOR_QUANTIZER_H

#include "tensor/Tensor.h"

#include <atomic>
#include <vector>

namespace tsrt {

/// The quantized dtypes, which few kernels know: integers of 8 and 32 bits.
inline constexpr int TSRT_QI8 = 12, TSRT_QU8 = 13, TSRT_QI32 = 14;
inline bool isQuantized(int dtype) {
  return dtype >= TSRT_QI8 && dtype <= TSRT_QI32;
}

/// Immutable; shared by the storages that have it.
struct Quantizer {
  /// PyTorch's numbers.
  enum Scheme {
    PerTensorAffine = 0,
    PerChannelAffine = 1,
    PerChannelAffineFloat = 4
  };
  Scheme scheme = PerTensorAffine;
  /// Per tensor.
  double scale = 1;
  int64_t zeroPoint = 0;
  /// Per channel: one for each index of dimension `axis`. Zero points are
  /// whole but for PerChannelAffineFloat.
  std::vector<double> scales, zeroPoints;
  int64_t axis = 0;

  bool isPerTensor() const { return scheme == PerTensorAffine; }
  void retain() const;
  void drop() const;

private:
  mutable std::atomic<int64_t> refs{0};
};

/// Whether a program has made a quantized tensor: nobody looks for one before.
extern std::atomic<bool> haveQuantized;

/// The quantizer of a tensor of a quantized dtype; null for other tensors.
const Quantizer *quantizerOf(const tsrt_tensor *t);
inline const Quantizer *quantizerOf(const Tensor &t) {
  return quantizerOf(t.get());
}
/// Gives a quantized tensor, and the views of its memory, another quantizer,
/// which is retained.
void setQuantizer(const Tensor &t, const Quantizer *quantizer);
/// The dtype whose integers a quantized dtype has, and the reverse; others
/// stay.
int integerDType(int dtype);
int quantizedDType(int dtype);
/// "per_tensor_affine", ...
const char *schemeName(int scheme);

/// The integers of a quantized tensor, as a view of its memory.
Tensor integersOf(const Tensor &quantized);
/// A view of a tensor of integers as a quantized one. Takes the quantizer.
Tensor asQuantized(const Tensor &integers, Quantizer *quantizer);
/// The same with the quantizer of another tensor.
Tensor asQuantizedLike(const Tensor &integers, const Tensor &quantized);

/// The bounds of the integers of a quantized dtype.
int64_t smallestQuantum(int dtype);
int64_t largestQuantum(int dtype);

/// Tensor of floats -> quantized tensor, rounded to the nearest, ties to even,
/// in single precision as PyTorch does. Notes an error for other dtypes, and
/// for zero points that the dtype cannot hold.
Tensor quantize(const Tensor &t, double scale, int64_t zeroPoint, int dtype);
Tensor quantizeChannels(const Tensor &t, std::vector<double> scales,
                        std::vector<double> zeroPoints, int64_t axis,
                        bool areFloat, int dtype);
/// The sum of quantized tensors of bytes with one scale each, with another one,
/// as `quantize` of the sum of their numbers; no less than zero with `relu`.
/// Undefined where the shapes, or the orders in memory, are not the same.
Tensor addBytes(const Tensor &a, const Tensor &b, double scale,
                int64_t zeroPoint, bool relu);
/// Quantized tensor -> floats; other tensors as floats.
Tensor dequantize(const Tensor &t);

} // namespace tsrt

#endif // TSRT_TENSOR_QUANTIZER_H
