//===- Makers.cpp - What makes packed weights and quantized tensors -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says which operator makes a value again of values that hosts can read.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Packed.h"
#include "tsrt_eager.h"

using namespace tsrt;

namespace {

/// The arguments of a call, which the caller gets.
class Arguments {
public:
  Arguments(tsrt_value *values, int32_t capacity)
      : values(values), capacity(capacity) {}
  template <class T>
  Arguments &add(T value) {
    if (count < capacity)
      Ret<T>::put(std::move(value), values + count++);
    return *this;
  }
  Arguments &addTensor(const Tensor &t) {
    if (count < capacity) {
      tsrt_value value = valueOf(t);
      tsrt_value_retain(&value);
      values[count++] = value;
    }
    return *this;
  }
  int32_t count = 0;

private:
  tsrt_value *values;
  int32_t capacity;
};

Tensor floatsOf(const std::vector<double> &numbers, int dtype) {
  Tensor t = empty({int64_t(numbers.size())}, dtype);
  for (size_t i = 0; t && i < numbers.size(); ++i)
    storeScalar(t.data<char>() + int64_t(i) * t.itemsize(), dtype, numbers[i]);
  return t;
}

const char *describeTensor(const Tensor &t, Arguments &arguments) {
  const Quantizer *by = quantizerOf(t);
  if (!by)
    return nullptr;
  arguments.addTensor(integersOf(t));
  if (by->isPerTensor()) {
    arguments.add(by->scale).add(by->zeroPoint);
    return "aten::_make_per_tensor_quantized_tensor";
  }
  bool isFloat = by->scheme == Quantizer::PerChannelAffineFloat;
  arguments.addTensor(floatsOf(by->scales, isFloat ? TSRT_F32 : TSRT_F64))
      .addTensor(floatsOf(by->zeroPoints, isFloat ? TSRT_F32 : TSRT_I64))
      .add(by->axis);
  return "aten::_make_per_channel_quantized_tensor";
}

const char *describeConvolution(const ConvParams &params,
                                Arguments &arguments) {
  arguments.addTensor(params.weight).addTensor(params.bias);
  arguments.add(params.stride).add(params.padding);
  if (params.isTransposed)
    arguments.add(params.outputPadding);
  arguments.add(params.dilation).add(params.groups);
  bool isPlane = params.stride.size() == 2;
  if (params.isTransposed)
    return isPlane ? "quantized::conv_transpose2d_prepack"
                   : "quantized::conv_transpose3d_prepack";
  return isPlane ? "quantized::conv2d_prepack" : "quantized::conv3d_prepack";
}

const char *describeCapsule(const CapsuleContents *contents,
                            Arguments &arguments) {
  if (auto *linear = dynamic_cast<const LinearParams *>(contents)) {
    arguments.addTensor(linear->weight).addTensor(linear->bias);
    return linear->isHalf ? "quantized::linear_prepack_fp16"
                          : "quantized::linear_prepack";
  }
  if (auto *convolution = dynamic_cast<const ConvParams *>(contents))
    return describeConvolution(*convolution, arguments);
  if (auto *table = dynamic_cast<const EmbeddingParams *>(contents)) {
    arguments.addTensor(table->weight);
    return "quantized::embedding_bag_prepack";
  }
  if (auto *cell = dynamic_cast<const CellParams *>(contents)) {
    arguments.add(cell->input).add(cell->hidden);
    auto *input = static_cast<const LinearParams *>(cell->input->contents);
    if (input->isHalf)
      return "quantized::make_quantized_cell_params_fp16";
    arguments.addTensor(cell->inputBias).addTensor(cell->hiddenBias);
    arguments.add(cell->reduceRange);
    return "quantized::make_quantized_cell_params_dynamic";
  }
  return nullptr;
}

} // namespace

extern "C" const char *tsrt_value_maker(const tsrt_value *value,
                                        tsrt_value *arguments,
                                        int32_t capacity, int32_t *count) {
  Arguments made(arguments, capacity);
  const char *maker = nullptr;
  switch (value->type ? value->type->kind : TSRT_NONE) {
  case TSRT_TENSOR:
    maker = describeTensor(
        Tensor::borrow(static_cast<tsrt_tensor *>(value->u.p)), made);
    break;
  case TSRT_CAPSULE:
    maker = describeCapsule(static_cast<Capsule *>(value->u.p)->contents, made);
    break;
  default:
    break;
  }
  *count = made.count;
  return maker;
}
