//===- Contractions.h - Parameters of convolution and pooling ---*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The several overloads of convolutions and poolings, read into one form that
// the shape rules and the conversions share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_CONTRACTIONS_H
#define TORCHSCRIPT_ANALYSIS_CONTRACTIONS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// A two-dimensional convolution of static shapes, not transposed:
/// input [N, C, H, W], weight [F, C / groups, KH, KW], bias [F] or null.
struct Convolution2D {
  Value input, weight, bias;
  TSTensorType inputType, weightType, resultType;
  SmallVector<int64_t, 2> stride, dilation;
  /// Padding before and after each dimension; they differ only for "same".
  SmallVector<int64_t, 2> padLow, padHigh;
  int64_t groups = 1;
};

/// A two-dimensional pooling of static shapes: input [N, C, H, W].
struct Pooling2D {
  Value input;
  TSTensorType inputType, resultType;
  SmallVector<int64_t, 2> kernel, stride, dilation, padLow, padHigh;
  bool isMax = false;
  /// Average only: whether padded elements count in the divisor.
  bool countPadding = true;
};

/// Reads conv2d, convolution and _convolution; nothing when some parameter is
/// not constant or the operator would raise.
std::optional<Convolution2D> getConvolution2D(OperatorOp op);

/// Reads max_pool2d, avg_pool2d and adaptive_avg_pool2d (when its windows are
/// all of one size); nothing as above.
std::optional<Pooling2D> getPooling2D(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_CONTRACTIONS_H
