//===- ArchiveExtensions.cpp - Packed weights in archives -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantized tensors, and objects of compiled extensions with the states that
// PyTorch's `__setstate__`s take.
//
//===----------------------------------------------------------------------===//

#include "ArchiveData.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
namespace ts = mlir::ts;

/// The quantized dtype of a dtype of integers; nothing for others.
static std::optional<DType> getQuantizedDType(DType integers) {
  switch (integers) {
  case DType::Int8:
    return DType::QInt8;
  case DType::UInt8:
    return DType::QUInt8;
  case DType::Int32:
    return DType::QInt32;
  default:
    return std::nullopt;
  }
}

void ArchiveData::quantized(const ts::MadeValue &data) {
  auto integers = dyn_cast<ts::TensorRefAttr>(data.arguments[0]);
  std::optional<DType> dtype =
      integers ? ts::getDType(integers.getDtype()) : std::nullopt;
  dtype = dtype ? getQuantizedDType(*dtype) : std::nullopt;
  if (!dtype)
    return fail("a quantized tensor whose integers are not in a storage");
  std::optional<Storage> storage = getStorage(integers, *dtype);
  if (!storage)
    return;
  bool perTensor = data.arguments.size() == 3;
  pickle.quantizedTensor(
      {*dtype, storage->key, storage->numel, integers.getOffset(),
       integers.getSizes(), integers.getStrides(), false},
      [&] {
        pickle.tuple(data.arguments.size(), [&] {
          auto zeroPoints = dyn_cast<ts::TensorRefAttr>(data.arguments[2]);
          bool isFloat = zeroPoints && zeroPoints.getDtype().isF32();
          pickle.scheme(perTensor ? "per_tensor_affine"
                        : isFloat ? "per_channel_affine_float_qparams"
                                  : "per_channel_affine");
          for (mlir::Attribute argument : data.arguments.drop_front())
            value(argument);
        });
      });
}

void ArchiveData::linear(const ts::MadeValue &data) {
  pickle.tuple(2, [&] {
    value(data.arguments[0]);
    value(data.arguments[1]);
  });
}

/// The numbers of a list of ints.
static llvm::SmallVector<int64_t> getNumbers(mlir::Attribute list) {
  llvm::SmallVector<int64_t> numbers;
  if (auto all = dyn_cast<ts::ListAttr>(list))
    for (mlir::Attribute element : all.getElements())
      if (auto number = dyn_cast<mlir::IntegerAttr>(element))
        numbers.push_back(number.getInt());
  return numbers;
}

void ArchiveData::convolution(const ts::MadeValue &data) {
  // weight, bias, stride, padding, [output padding,] dilation, groups
  bool isTransposed = data.arguments.size() == 7;
  size_t at = isTransposed ? 5 : 4;
  llvm::SmallVector<int64_t> stride = getNumbers(data.arguments[2]),
                             output(stride.size(), 0);
  llvm::SmallVector<int16_t> numbers = {int16_t(stride.size())};
  if (isTransposed)
    output = getNumbers(data.arguments[4]);
  for (const auto &part : {stride, getNumbers(data.arguments[3]),
                           getNumbers(data.arguments[at]), output})
    numbers.append(part.begin(), part.end());
  auto groups = dyn_cast<mlir::IntegerAttr>(data.arguments[at + 1]);
  numbers.push_back(groups ? int16_t(groups.getInt()) : 1);
  numbers.push_back(isTransposed);
  mlir::Builder builder(module.getContext());
  auto type = mlir::RankedTensorType::get({int64_t(numbers.size())},
                                          builder.getIntegerType(16));
  pickle.tuple(3, [&] {
    pickle.string("2");
    pickle.specializedList("build_tensorlist", [&] {
      dense(mlir::DenseElementsAttr::get(
          type, llvm::ArrayRef<int16_t>(numbers)));
      value(data.arguments[0]);
    });
    pickle.taggedList("List[Optional[Tensor]]",
                      [&] { value(data.arguments[1]); });
  });
}

void ArchiveData::embedding(const ts::MadeValue &data) {
  // version, weights, floats, bits of an element
  pickle.tuple(4, [&] {
    pickle.integer(1);
    pickle.specializedList("build_tensorlist",
                           [&] { value(data.arguments[0]); });
    pickle.specializedList("build_doublelist", [] {});
    pickle.specializedList("build_intlist", [&] { pickle.integer(8); });
  });
}

void ArchiveData::cell(const ts::MadeValue &data) {
  // kind, biases, floats, ints, packed weights
  bool isHalf = data.arguments.size() == 2;
  auto reduceRange = isHalf ? mlir::BoolAttr()
                            : dyn_cast<mlir::BoolAttr>(data.arguments[4]);
  pickle.tuple(5, [&] {
    pickle.string(isHalf ? "quantized_fp16" : "quantized_dynamic");
    pickle.specializedList("build_tensorlist", [&] {
      for (size_t i = 2; !isHalf && i < 4; ++i)
        value(data.arguments[i]);
    });
    pickle.specializedList("build_doublelist", [] {});
    pickle.specializedList("build_intlist", [&] {
      if (!isHalf)
        pickle.integer(reduceRange && reduceRange.getValue());
    });
    pickle.taggedList(
        "List[__torch__.torch.classes.quantized.LinearPackedParamsBase]", [&] {
          value(data.arguments[0]);
          value(data.arguments[1]);
        });
  });
}

void ArchiveData::made(const ts::MadeValue &data) {
  using Writer = void (ArchiveData::*)(const ts::MadeValue &);
  struct Form {
    Writer writer;
    size_t least;
  };
  Form form = llvm::StringSwitch<Form>(data.name)
                  .Cases("aten::_make_per_tensor_quantized_tensor",
                         "aten::_make_per_channel_quantized_tensor",
                         {&ArchiveData::quantized, 3})
                  .Cases("quantized::linear_prepack",
                         "quantized::linear_prepack_fp16",
                         {&ArchiveData::linear, 2})
                  .Cases("quantized::conv2d_prepack",
                         "quantized::conv3d_prepack",
                         {&ArchiveData::convolution, 6})
                  .Cases("quantized::conv_transpose2d_prepack",
                         "quantized::conv_transpose3d_prepack",
                         {&ArchiveData::convolution, 7})
                  .Case("quantized::embedding_bag_prepack",
                        {&ArchiveData::embedding, 1})
                  .Case("quantized::make_quantized_cell_params_dynamic",
                        {&ArchiveData::cell, 5})
                  .Case("quantized::make_quantized_cell_params_fp16",
                        {&ArchiveData::cell, 2})
                  .Default({nullptr, 0});
  if (!form.writer || data.arguments.size() < form.least)
    return fail("a value that '" + data.name + "' makes");
  auto capsule = dyn_cast<ts::CapsuleType>(data.type);
  if (!capsule)
    return (this->*form.writer)(data);
  pickle.object(capsule.getName().getValue(),
                "<made " + std::to_string(numMade++) + ">",
                [&] { (this->*form.writer)(data); });
}
