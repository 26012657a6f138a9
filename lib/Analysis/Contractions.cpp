//===- Contractions.cpp - Parameters of convolution and pooling -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the overloads of convolutions and poolings.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/Contractions.h"
#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/ShapeRules.h"

using namespace mlir;
using namespace mlir::ts;

static std::optional<TSTensorType> getStatic(Value value) {
  TSTensorType type = getTensorType(value);
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return type;
}

/// The size of an output dimension, or nothing when the window does not fit.
/// With `ceil` a last window may hang over, but must begin inside the input or
/// its low padding.
static std::optional<int64_t> getOutputSize(int64_t input, int64_t kernel,
                                            int64_t stride, int64_t dilation,
                                            int64_t padLow, int64_t padHigh,
                                            bool ceil) {
  if (kernel <= 0 || stride <= 0 || dilation <= 0 || padLow < 0 || padHigh < 0)
    return std::nullopt;
  int64_t room = input + padLow + padHigh - dilation * (kernel - 1) - 1;
  if (room < 0)
    return std::nullopt;
  int64_t size = (room + (ceil ? stride - 1 : 0)) / stride + 1;
  if (ceil && (size - 1) * stride >= input + padLow)
    --size;
  return size;
}

std::optional<Convolution2D> ts::getConvolution2D(OperatorOp op) {
  StringRef base = getBaseName(op);
  bool isShort = base == "aten::conv2d";
  if (!isShort && base != "aten::convolution" && base != "aten::_convolution")
    return std::nullopt;
  if (op.getName().ends_with(".out"))
    return std::nullopt;
  OperandRange args = op.getArgs();
  Convolution2D conv;
  conv.input = lookThroughCasts(args[0]);
  conv.weight = lookThroughCasts(args[1]);
  std::optional<TSTensorType> input = getStatic(args[0]);
  std::optional<TSTensorType> weight = getStatic(args[1]);
  if (!input || !weight || input->getShape().size() != 4 ||
      weight->getShape().size() != 4 || input->getDtype() != weight->getDtype())
    return std::nullopt;
  conv.inputType = *input;
  conv.weightType = *weight;
  ArrayRef<int64_t> in = input->getShape(), kernel = weight->getShape();
  if (!isNone(args[2])) {
    conv.bias = lookThroughCasts(args[2]);
    std::optional<TSTensorType> bias = getStatic(args[2]);
    if (!bias || bias->getShape() != ArrayRef<int64_t>(kernel[0]) ||
        bias->getDtype() != input->getDtype())
      return std::nullopt;
  }
  auto stride = getSpatialParameter(args[3], 2, {1, 1});
  auto dilation = getSpatialParameter(args[5], 2, {1, 1});
  std::optional<int64_t> groups = getConstantInt(isShort ? args[6] : args[8]);
  if (!stride || !dilation || !groups || *groups <= 0)
    return std::nullopt;
  if (!isShort) {
    std::optional<bool> transposed = getConstantBool(args[6]);
    if (!transposed || *transposed)
      return std::nullopt;
  }
  conv.stride.assign(stride->begin(), stride->end());
  conv.dilation.assign(dilation->begin(), dilation->end());
  conv.groups = *groups;
  if (std::optional<StringRef> mode = getConstantStr(args[4])) {
    for (int i = 0; i < 2; ++i) {
      int64_t total =
          *mode == "same" ? conv.dilation[i] * (kernel[2 + i] - 1) : 0;
      conv.padLow.push_back(total / 2);
      conv.padHigh.push_back(total - total / 2);
    }
  } else {
    auto padding = getSpatialParameter(args[4], 2, {0, 0});
    if (!padding)
      return std::nullopt;
    conv.padLow.assign(padding->begin(), padding->end());
    conv.padHigh = conv.padLow;
  }
  if (in[1] != kernel[1] * conv.groups || kernel[0] % conv.groups != 0)
    return std::nullopt;
  SmallVector<int64_t> shape{in[0], kernel[0]};
  for (int i = 0; i < 2; ++i) {
    std::optional<int64_t> size =
        getOutputSize(in[2 + i], kernel[2 + i], conv.stride[i],
                      conv.dilation[i], conv.padLow[i], conv.padHigh[i], false);
    if (!size)
      return std::nullopt;
    shape.push_back(*size);
  }
  conv.resultType = TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                                      input->getDtype());
  return conv;
}

/// adaptive_avg_pool2d is an average pooling when every output has a window of
/// the same size: when the output size divides the input size.
static bool readAdaptive(OperatorOp op, Pooling2D &pool) {
  auto sizes = getSpatialParameter(op.getArgs()[1], 2, {});
  if (!sizes || sizes->size() != 2)
    return false;
  for (int i = 0; i < 2; ++i) {
    int64_t in = pool.inputType.getShape()[2 + i], out = (*sizes)[i];
    if (out <= 0 || in % out != 0)
      return false;
    pool.kernel.push_back(in / out);
    pool.stride.push_back(in / out);
    pool.dilation.push_back(1);
    pool.padLow.push_back(0);
  }
  return true;
}

std::optional<Pooling2D> ts::getPooling2D(OperatorOp op) {
  bool isMax = op.getName() == "aten::max_pool2d";
  bool isAverage = op.getName() == "aten::avg_pool2d";
  bool isAdaptive = op.getName() == "aten::adaptive_avg_pool2d";
  if (!isMax && !isAverage && !isAdaptive)
    return std::nullopt;
  OperandRange args = op.getArgs();
  std::optional<TSTensorType> input = getStatic(args[0]);
  if (!input || input->getShape().size() != 4 ||
      !isa<FloatType>(input->getDtype()))
    return std::nullopt;
  Pooling2D pool;
  pool.input = lookThroughCasts(args[0]);
  pool.inputType = *input;
  pool.isMax = isMax;
  bool ceil = false;
  if (isAdaptive) {
    if (!readAdaptive(op, pool))
      return std::nullopt;
  } else {
    auto kernel = getSpatialParameter(args[1], 2, {});
    if (!kernel || kernel->size() != 2)
      return std::nullopt;
    auto stride = getSpatialParameter(args[2], 2, *kernel);
    auto padding = getSpatialParameter(args[3], 2, {0, 0});
    std::optional<bool> ceilMode = getConstantBool(args[isMax ? 5 : 4]);
    auto dilation = isMax ? getSpatialParameter(args[4], 2, {1, 1})
                          : std::optional(SmallVector<int64_t>{1, 1});
    if (!stride || !padding || !ceilMode || !dilation)
      return std::nullopt;
    ceil = *ceilMode;
    for (int i = 0; i < 2; ++i)
      if ((*padding)[i] < 0 || (*padding)[i] * 2 > (*kernel)[i])
        return std::nullopt;
    if (isAverage) {
      std::optional<bool> count = getConstantBool(args[5]);
      if (!count || !isNone(args[6]))
        return std::nullopt;
      pool.countPadding = *count;
    }
    pool.kernel.assign(kernel->begin(), kernel->end());
    pool.stride.assign(stride->begin(), stride->end());
    pool.dilation.assign(dilation->begin(), dilation->end());
    pool.padLow.assign(padding->begin(), padding->end());
  }
  pool.padHigh = pool.padLow;
  ArrayRef<int64_t> in = input->getShape();
  SmallVector<int64_t> shape{in[0], in[1]};
  for (int i = 0; i < 2; ++i) {
    std::optional<int64_t> size =
        getOutputSize(in[2 + i], pool.kernel[i], pool.stride[i],
                      pool.dilation[i], pool.padLow[i], pool.padHigh[i], ceil);
    if (!size)
      return std::nullopt;
    // In ceil mode the last window may hang over: pad as far as it needs. An
    // average counts such elements never, so that case is left out.
    int64_t needed = (*size - 1) * pool.stride[i] +
                     pool.dilation[i] * (pool.kernel[i] - 1) + 1 - in[2 + i] -
                     pool.padLow[i];
    if (needed > pool.padHigh[i]) {
      if (!isMax)
        return std::nullopt;
      pool.padHigh[i] = needed;
    }
    shape.push_back(*size);
  }
  pool.resultType = TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                                      input->getDtype());
  return pool;
}
