//===- ArchiveExtensions.cpp - Packed weights and quantizers --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects of compiled extensions and quantized tensors as the operator that
// makes them and its arguments. The states of packed weights have had several
// forms.
//
//===----------------------------------------------------------------------===//

#include "ArchiveSource.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using Kind = InstanceValue::Kind;
using Values = llvm::ArrayRef<const ArchiveValue *>;

InstanceValue &ArchiveSource::add(const ArchiveValue &origin,
                                  Kind kind) const {
  InstanceValue &value = values.emplace_back();
  origins[&value] = &origin;
  value.kind = kind;
  return value;
}

const InstanceValue *
ArchiveSource::makeList(const ArchiveValue &origin,
                        llvm::ArrayRef<int64_t> numbers) const {
  InstanceValue &list = add(origin, Kind::List);
  for (int64_t number : numbers) {
    InstanceValue &element = add(origin, Kind::Int);
    element.integer = number;
    list.elements.push_back(&element);
  }
  return &list;
}

const InstanceValue *
ArchiveSource::makeCall(const ArchiveValue &origin, StringRef maker,
                        llvm::ArrayRef<const InstanceValue *> arguments) const {
  InstanceValue &call = add(origin, Kind::Tuple);
  InstanceValue &name = add(origin, Kind::String);
  name.text = maker.str();
  call.elements.push_back(&name);
  call.elements.insert(call.elements.end(), arguments.begin(),
                       arguments.end());
  return &call;
}

const InstanceValue *
ArchiveSource::readQuantized(const ArchiveTensor &tensor) const {
  const ArchiveQuantizer &quantizer = *tensor.quantizer;
  DType integers = tensor.dtype == DType::QInt8    ? DType::Int8
                   : tensor.dtype == DType::QUInt8 ? DType::UInt8
                   : tensor.dtype == DType::QInt32 ? DType::Int32
                                                   : tensor.dtype;
  if (integers == tensor.dtype)
    return nullptr;
  InstanceValue &bytes = add(tensor, Kind::Tensor);
  bytes.dtype = integers;
  bytes.sizes.assign(tensor.sizes.begin(), tensor.sizes.end());
  bytes.strides.assign(tensor.strides.begin(), tensor.strides.end());
  bytes.offset = tensor.storageOffset;
  bytes.storage = tensor.storage->recordName;
  if (quantizer.scheme == ArchiveQuantizer::Scheme::PerTensorAffine) {
    InstanceValue &scale = add(tensor, Kind::Float);
    scale.real = quantizer.scale;
    InstanceValue &zeroPoint = add(tensor, Kind::Int);
    zeroPoint.integer = quantizer.zeroPoint;
    return makeCall(tensor, "aten::_make_per_tensor_quantized_tensor",
                    {&bytes, &scale, &zeroPoint});
  }
  InstanceValue &axis = add(tensor, Kind::Int);
  axis.integer = quantizer.axis;
  return makeCall(
      tensor, "aten::_make_per_channel_quantized_tensor",
      {&bytes, get(*quantizer.scales), get(*quantizer.zeroPoints), &axis});
}

/// The elements of a tuple or list; nothing for others.
static Values getElements(const ArchiveValue *value) {
  if (const auto *tuple = llvm::dyn_cast_or_null<ArchiveTuple>(value))
    return tuple->elements;
  if (const auto *list = llvm::dyn_cast_or_null<ArchiveList>(value))
    return list->elements;
  return {};
}

bool ArchiveSource::readNumbers(const ArchiveTensor &tensor,
                                llvm::SmallVectorImpl<int64_t> &out) const {
  if (tensor.layout != ArchiveTensor::Layout::Strided ||
      (tensor.dtype != DType::Int64 && tensor.dtype != DType::Int16))
    return false;
  auto bytes = archive.readTensor(tensor);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return false;
  }
  bool isShort = tensor.dtype == DType::Int16;
  size_t size = isShort ? 2 : 8;
  for (size_t at = 0; at + size <= bytes->size(); at += size) {
    int16_t narrow = 0;
    int64_t wide = 0;
    std::memcpy(isShort ? static_cast<void *>(&narrow) : &wide,
                bytes->data() + at, size);
    out.push_back(isShort ? narrow : wide);
  }
  return true;
}

/// What a convolution's packed weights are, in whatever form they were saved.
struct ArchiveSource::PackedConvolution {
  const ArchiveValue *weight = nullptr, *bias = nullptr;
  /// The number of dimensions; for each the stride, then the padding, the
  /// dilation and the output padding; groups; 1 for a transposed one.
  llvm::SmallVector<int64_t, 12> numbers;
};

bool ArchiveSource::readConvolution(Values state,
                                    PackedConvolution &out) const {
  if (state.size() != 3 && state.size() != 6)
    return false;
  if (state.size() == 6) {
    // Weight, bias; stride, padding, dilation as lists of tensors; groups.
    out.weight = state[0];
    out.bias = state[1];
    out.numbers.push_back(int64_t(getElements(state[2]).size()));
    for (const ArchiveValue *list : state.slice(2, 3))
      for (const ArchiveValue *number : getElements(list))
        if (!isa<ArchiveTensor>(number) ||
            !readNumbers(cast<ArchiveTensor>(*number), out.numbers))
          return false;
    out.numbers.append(size_t(out.numbers[0]), 0);
    if (!isa<ArchiveTensor>(state[5]) ||
        !readNumbers(cast<ArchiveTensor>(*state[5]), out.numbers))
      return false;
    out.numbers.push_back(0);
  } else if (isa<ArchiveString>(state[0])) {
    // "2", [numbers, weight], [bias]
    Values given = getElements(state[1]), optional = getElements(state[2]);
    if (given.size() != 2 || optional.size() != 1 ||
        !isa<ArchiveTensor>(given[0]) ||
        !readNumbers(cast<ArchiveTensor>(*given[0]), out.numbers))
      return false;
    out.weight = given[1];
    out.bias = optional[0];
  } else {
    // 3, numbers, [None, weight, bias]
    for (const ArchiveValue *number : getElements(state[1])) {
      if (!isa<ArchiveInt>(number))
        return false;
      out.numbers.push_back(cast<ArchiveInt>(number)->value);
    }
    Values tensors = getElements(state[2]);
    if (tensors.size() != 3)
      return false;
    out.weight = tensors[1];
    out.bias = tensors[2];
  }
  int64_t dims = out.numbers.empty() ? 0 : out.numbers[0];
  return (dims == 2 || dims == 3) && int64_t(out.numbers.size()) == 4 * dims + 3 &&
         isa<ArchiveTensor>(out.weight) &&
         isa<ArchiveTensor, ArchiveNone>(out.bias);
}

const InstanceValue *
ArchiveSource::readConvolution(const ArchiveObject &object) const {
  PackedConvolution packed;
  if (!readConvolution(getElements(object.state), packed))
    return nullptr;
  int64_t dims = packed.numbers[0];
  bool isTransposed = packed.numbers.back() != 0;
  llvm::SmallVector<const InstanceValue *> arguments = {get(*packed.weight),
                                                        get(*packed.bias)};
  // stride, padding, dilation, output padding
  auto part = [&](int64_t i) {
    return makeList(object, llvm::ArrayRef(packed.numbers)
                                .slice(size_t(1 + i * dims), size_t(dims)));
  };
  arguments.push_back(part(0));
  arguments.push_back(part(1));
  if (isTransposed)
    arguments.push_back(part(3));
  arguments.push_back(part(2));
  InstanceValue &groups = add(object, Kind::Int);
  groups.integer = packed.numbers[packed.numbers.size() - 2];
  arguments.push_back(&groups);
  std::string maker = std::string("quantized::conv") +
                      (isTransposed ? "_transpose" : "") +
                      std::to_string(dims) + "d_prepack";
  return makeCall(object, maker, arguments);
}

const InstanceValue *ArchiveSource::readCell(const ArchiveObject &object) const {
  // kind, tensors, floats, ints, packed weights
  Values state = getElements(object.state);
  const auto *kind =
      state.size() == 5 ? dyn_cast<ArchiveString>(state[0]) : nullptr;
  Values weights = kind ? getElements(state[4]) : Values();
  if (weights.size() != 2)
    return nullptr;
  if (kind->value == "quantized_fp16")
    return makeCall(object, "quantized::make_quantized_cell_params_fp16",
                    {get(*weights[0]), get(*weights[1])});
  Values biases = getElements(state[1]), numbers = getElements(state[3]);
  if (kind->value != "quantized_dynamic" || biases.size() != 2)
    return nullptr;
  InstanceValue &reduceRange = add(object, Kind::Bool);
  reduceRange.integer = !numbers.empty() && isa<ArchiveInt>(numbers[0]) &&
                        cast<ArchiveInt>(numbers[0])->value != 0;
  return makeCall(object, "quantized::make_quantized_cell_params_dynamic",
                  {get(*weights[0]), get(*weights[1]), get(*biases[0]),
                   get(*biases[1]), &reduceRange});
}

void ArchiveSource::readExtension(const ArchiveObject &object,
                                  InstanceValue &value) const {
  StringRef name = object.className;
  name.consume_front("__torch__.torch.classes.");
  Values state = getElements(object.state);
  if (name == "quantized.LinearPackedParamsBase" && state.size() == 2 &&
      isa<ArchiveTensor>(state[0])) {
    bool isHalf = !cast<ArchiveTensor>(state[0])->quantizer;
    value.state = makeCall(object,
                           isHalf ? "quantized::linear_prepack_fp16"
                                  : "quantized::linear_prepack",
                           {get(*state[0]), get(*state[1])});
  } else if (name == "quantized.Conv2dPackedParamsBase" ||
             name == "quantized.Conv3dPackedParamsBase") {
    value.state = readConvolution(object);
  } else if (name == "quantized.EmbeddingPackedParamsBase" &&
             state.size() == 4 && getElements(state[1]).size() == 1) {
    // version, [weight], floats, [bits]
    value.state = makeCall(object, "quantized::embedding_bag_prepack",
                           {get(*getElements(state[1])[0])});
  } else if (name == "rnn.CellParamsBase") {
    value.state = readCell(object);
  }
  if (!value.state)
    value.problem = "not supported yet: objects of the extension class '" +
                    object.className + "' in this form";
}
