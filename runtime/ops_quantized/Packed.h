//===- Packed.h - Weights of quantized layers -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects that quantized layers keep their weights in. Programs see them
// as objects of torch.classes.quantized and torch.classes.rnn.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_PACKED_H
#define TSRT_OPS_QUANTIZED_PACKED_H

#include "core/Capsule.h"
#include "ops_quantized/Quantized.h"
#include "ops_quantized/RequantizationBounds.h"

#include <vector>

namespace tsrt {

/// A matrix of integers without their zero points, for products with other such
/// matrices; with the scale of each row. Rows are `step` integers apart, an
/// even number: the one behind an odd number of columns is 0.
struct PackedRows {
  std::vector<int16_t> integers;
  std::vector<double> scales;
  int64_t rows = 0, columns = 0, step = 0;
};
/// The rows of a tensor whose first dimension counts them. Per tensor or with
/// a scale for each row; notes an error for other quantizers.
PackedRows packRows(const Tensor &quantized, const char *what);

/// Integers of a tensor less its zero point, in order.
std::vector<int16_t> shiftedIntegers(const Tensor &quantized);

/// What makes a sum of products the integer of a result: (sum + bias) times a
/// factor in single precision, plus the zero point, rounded to even, between
/// the bounds. So does PyTorch's engine `onednn`; FBGEMM adds the zero point
/// behind the rounding, and QNNPACK rounds the bias first.
struct Requantization {
  std::vector<float> bias, factors;
  RequantizationBounds bounds;

  /// For sums with an operand of scale `inputScale` by the rows' scales.
  Requantization(const std::vector<double> &rowScales, const Tensor &bias,
                 double inputScale, double scale, int64_t zeroPoint, int dtype,
                 bool relu);
  /// `count` sums of one row to bytes.
  void applyToRow(const int32_t *sums, int64_t count, size_t row,
                  uint8_t *out) const;
  /// One sum of each of the rows from `first` on.
  void applyToRows(const int32_t *sums, int64_t count, size_t first,
                   uint8_t *out) const;
};

/// The weights of a product of bytes: panels of 64 channels of the result,
/// [group of four bytes][channel][4], and the sum of each channel's weights.
struct BytePanels {
  Tensor weights; ///< of int8, in one dimension: lies at whole cache lines
  std::vector<int32_t> sums;
};

/// torch.classes.quantized.LinearPackedParamsBase
struct LinearParams : CapsuleContents {
  static constexpr const char *name =
      "__torch__.torch.classes.quantized.LinearPackedParamsBase";
  static const tsrt_type type;

  Tensor weight; ///< quantized; of halves' precision in floats when isHalf
  Tensor bias;
  PackedRows rows;
  /// The integers of the rows as `packPanels` orders them, in panels of as many
  /// rows as the processor's kernel takes together.
  std::vector<int16_t> panels;
  BytePanels bytePanels;
  bool isHalf = false;

  void packPanels();

  /// Quantized result of a quantized operand.
  Tensor apply(const Tensor &x, double scale, int64_t zeroPoint,
               bool relu) const;
  /// Floats to floats, by way of an operand that is quantized for its range.
  Tensor applyDynamic(const Tensor &x, bool reduceRange) const;
};

/// torch.classes.quantized.Conv2dPackedParamsBase and Conv3dPackedParamsBase.
/// Layers of one dimension are kept as two, the first of size 1.
struct ConvParams : CapsuleContents {
  Tensor weight, bias;
  /// One entry for each dimension.
  Dims stride, padding, outputPadding, dilation;
  int64_t groups = 1;
  bool isTransposed = false;
  PackedRows rows;
  BytePanels panels;

  Tensor apply(const Tensor &x, double scale, int64_t zeroPoint,
               bool relu) const;
  Tensor applyDynamic(const Tensor &x, bool reduceRange) const;
};
struct Conv2dParams : ConvParams {
  static constexpr const char *name =
      "__torch__.torch.classes.quantized.Conv2dPackedParamsBase";
  static const tsrt_type type;
};
struct Conv3dParams : ConvParams {
  static constexpr const char *name =
      "__torch__.torch.classes.quantized.Conv3dPackedParamsBase";
  static const tsrt_type type;
};

/// torch.classes.quantized.EmbeddingPackedParamsBase: rows of 8-bit integers,
/// each with a scale and a zero point of its own.
struct EmbeddingParams : CapsuleContents {
  static constexpr const char *name =
      "__torch__.torch.classes.quantized.EmbeddingPackedParamsBase";
  static const tsrt_type type;

  Tensor weight;
};

/// torch.classes.rnn.CellParamsBase: the weights of one direction of a layer.
struct CellParams : CapsuleContents {
  static constexpr const char *name =
      "__torch__.torch.classes.rnn.CellParamsBase";
  static const tsrt_type type;

  Ref<Capsule> input, hidden; ///< of class LinearParams
  Tensor inputBias, hiddenBias;
  bool reduceRange = false;

  Tensor applyInput(const Tensor &x) const;
  Tensor applyHidden(const Tensor &h) const;
};

} // namespace tsrt

#endif // TSRT_OPS_QUANTIZED_PACKED_H
