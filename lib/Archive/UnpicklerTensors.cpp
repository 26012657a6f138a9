//===- UnpicklerTensors.cpp - Tensors of the pickle reader ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilds strided, quantized and sparse tensors and checks that they lie
// inside their storages.
//
//===----------------------------------------------------------------------===//

#include "Unpickler.h"

#include "llvm/Support/MathExtras.h"

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

Error Unpickler::readInts(const ArchiveValue *value, StringRef what,
                          llvm::SmallVectorImpl<int64_t> &out) const {
  const std::vector<const ArchiveValue *> *elements = nullptr;
  if (const auto *tuple = llvm::dyn_cast<ArchiveTuple>(value))
    elements = &tuple->elements;
  else if (const auto *list = llvm::dyn_cast<ArchiveList>(value))
    elements = &list->elements;
  if (!elements)
    return failure("a tensor's " + what + " is " +
                   describeKind(value->getKind()) + "; a tuple is expected");
  if (elements->size() > context.limits.maxTensorRank)
    return failure("a tensor of " + Twine(elements->size()) +
                   " dimensions; the limit is " +
                   Twine(context.limits.maxTensorRank));
  for (const ArchiveValue *element : *elements) {
    const auto *number = llvm::dyn_cast<ArchiveInt>(element);
    if (!number)
      return failure("a tensor's " + what + " has " +
                     describeKind(element->getKind()) +
                     " in it; ints are expected");
    out.push_back(number->value);
  }
  return Error::success();
}

/// Computes the lowest and the highest element of a non-empty tensor, relative
/// to the storage. False on overflow.
static bool getExtent(const ArchiveTensor &tensor, int64_t &low,
                      int64_t &high) {
  low = high = tensor.storageOffset;
  for (auto [size, stride] : llvm::zip_equal(tensor.sizes, tensor.strides)) {
    int64_t reach;
    int64_t &bound = stride < 0 ? low : high;
    if (llvm::MulOverflow(size - 1, stride, reach) ||
        llvm::AddOverflow(bound, reach, bound))
      return false;
  }
  return true;
}

Error Unpickler::checkGeometry(const ArchiveTensor &tensor) const {
  if (tensor.sizes.size() != tensor.strides.size())
    return failure("a tensor with " + Twine(tensor.sizes.size()) +
                   " sizes and " + Twine(tensor.strides.size()) + " strides");
  if (tensor.storageOffset < 0)
    return failure("a tensor with the storage offset " +
                   Twine(tensor.storageOffset));
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : tensor.sizes) {
    if (size < 0)
      return failure("a tensor with the size " + Twine(size));
    empty |= size == 0;
    if (llvm::MulOverflow(count, std::max<int64_t>(size, 1), count))
      return failure("a tensor with more elements than a 64-bit number "
                     "can count");
  }
  if (empty)
    return Error::success();

  const ArchiveStorage &storage = *tensor.storage;
  int64_t low, high;
  if (getExtent(tensor, low, high) && low >= 0 &&
      uint64_t(high) < storage.numel)
    return Error::success();
  std::string message =
      ("a tensor reaches outside its storage '" + Twine(storage.recordName) +
       "' of " + Twine(storage.numel) + " " + getDTypeName(storage.dtype))
          .str();
  // A view with another dtype is saved with the dtype of the first tensor on
  // the storage. It then reaches too far, but fits smaller elements.
  uint64_t available = storage.numel * getItemSize(storage.dtype);
  if (getExtent(tensor, low, high) && low >= 0 && uint64_t(high) < available &&
      getItemSize(storage.dtype) > 1)
    message += "; it would fit smaller elements: probably it was a view with "
               "another dtype, which PyTorch saves with the dtype of the "
               "first tensor on the storage; clone it before saving";
  return failure(message);
}

Error Unpickler::readGeometry(ArchiveTensor &tensor,
                              const ArchiveValue *storage,
                              const ArchiveValue *offset,
                              const ArchiveValue *sizes,
                              const ArchiveValue *strides) {
  tensor.storage = llvm::dyn_cast<ArchiveStorage>(storage);
  if (!tensor.storage)
    return failure("a tensor on " + describeKind(storage->getKind()) +
                   "; a storage is expected");
  tensor.dtype = tensor.storage->dtype;
  const auto *number = llvm::dyn_cast<ArchiveInt>(offset);
  if (!number)
    return failure("a tensor's storage offset is " +
                   describeKind(offset->getKind()) + "; an int is expected");
  tensor.storageOffset = number->value;
  if (Error error = readInts(sizes, "size", tensor.sizes))
    return error;
  if (Error error = readInts(strides, "stride", tensor.strides))
    return error;
  return checkGeometry(tensor);
}

/// Reads a requires_grad flag.
static bool readFlag(const ArchiveValue *value) {
  const auto *flag = llvm::dyn_cast<ArchiveBool>(value);
  return flag && flag->value;
}

Error Unpickler::readMathBits(ArchiveTensor &tensor, const ArchiveValue *bits) {
  const auto *dict = llvm::dyn_cast<ArchiveDict>(bits);
  if (!dict)
    return failure("a tensor's conjugation and negation bits are " +
                   describeKind(bits->getKind()) + "; a dict is expected");
  for (auto [key, value] : dict->entries) {
    const auto *name = llvm::dyn_cast<ArchiveString>(key);
    const auto *flag = llvm::dyn_cast<ArchiveBool>(value);
    if (name && flag && name->value == "conj")
      tensor.conjugate = flag->value;
    else if (name && flag && name->value == "neg")
      tensor.negative = flag->value;
    else
      return failure("a tensor with an unknown bit");
  }
  return Error::success();
}

Expected<ArchiveValue *> Unpickler::rebuildTensor(ArchiveTuple &arguments) {
  // (storage, offset, size, stride, requires_grad, hooks [, bits])
  const auto &elements = arguments.elements;
  if (elements.size() != 6 && elements.size() != 7)
    return failure("_rebuild_tensor_v2 is called with " +
                   Twine(elements.size()) + " arguments");
  auto *tensor = graph.create<ArchiveTensor>(opcodeOffset);
  if (Error error = readGeometry(*tensor, elements[0], elements[1], elements[2],
                                 elements[3]))
    return std::move(error);
  tensor->requiresGrad = readFlag(elements[4]);
  if (elements.size() == 7)
    if (Error error = readMathBits(*tensor, elements[6]))
      return std::move(error);
  if (isQuantized(tensor->dtype))
    return failure("a quantized storage in a tensor without quantizer");
  return tensor;
}

Expected<ArchiveValue *> Unpickler::rebuildQuantized(ArchiveTuple &arguments) {
  // (storage, offset, size, stride, qparams, requires_grad, hooks)
  const auto &elements = arguments.elements;
  if (elements.size() != 7)
    return failure("_rebuild_qtensor is called with " + Twine(elements.size()) +
                   " arguments");
  auto *tensor = graph.create<ArchiveTensor>(opcodeOffset);
  if (Error error = readGeometry(*tensor, elements[0], elements[1], elements[2],
                                 elements[3]))
    return std::move(error);
  if (!isQuantized(tensor->dtype))
    return failure("a quantized tensor of dtype " +
                   getDTypeName(tensor->dtype));
  if (Error error = readQuantizer(*tensor, elements[4]))
    return std::move(error);
  tensor->requiresGrad = readFlag(elements[5]);
  return tensor;
}

Error Unpickler::readQuantizer(ArchiveTensor &tensor,
                               const ArchiveValue *params) {
  const auto *tuple = llvm::dyn_cast<ArchiveTuple>(params);
  const auto *scheme = tuple && !tuple->elements.empty()
                           ? llvm::dyn_cast<ArchiveGlobal>(tuple->elements[0])
                           : nullptr;
  if (!scheme || scheme->module != "torch")
    return failure("a quantized tensor without quantization scheme");
  const auto &elements = tuple->elements;
  ArchiveQuantizer &quantizer = tensor.quantizer.emplace();
  if (scheme->name == "per_tensor_affine" ||
      scheme->name == "per_tensor_symmetric") {
    const auto *scale = elements.size() == 3
                            ? llvm::dyn_cast<ArchiveFloat>(elements[1])
                            : nullptr;
    const auto *zeroPoint = elements.size() == 3
                                ? llvm::dyn_cast<ArchiveInt>(elements[2])
                                : nullptr;
    if (!scale || !zeroPoint)
      return failure("a quantizer without scale and zero point");
    quantizer.scale = scale->value;
    quantizer.zeroPoint = zeroPoint->value;
    return Error::success();
  }
  if (scheme->name == "per_channel_affine" ||
      scheme->name == "per_channel_symmetric")
    quantizer.scheme = ArchiveQuantizer::Scheme::PerChannelAffine;
  else if (scheme->name == "per_channel_affine_float_qparams")
    quantizer.scheme = ArchiveQuantizer::Scheme::PerChannelFloat;
  else
    return failure("unknown quantization scheme '" + scheme->name + "'");
  if (elements.size() != 4)
    return failure("a quantizer without scales, zero points and axis");
  quantizer.scales = llvm::dyn_cast<ArchiveTensor>(elements[1]);
  quantizer.zeroPoints = llvm::dyn_cast<ArchiveTensor>(elements[2]);
  const auto *axis = llvm::dyn_cast<ArchiveInt>(elements[3]);
  if (!quantizer.scales || !quantizer.zeroPoints || !axis)
    return failure("a quantizer without scales, zero points and axis");
  quantizer.axis = axis->value;
  if (axis->value < 0 || uint64_t(axis->value) >= tensor.sizes.size())
    return failure("a quantizer with the axis " + Twine(axis->value) +
                   " on a tensor of " + Twine(tensor.sizes.size()) +
                   " dimensions");
  for (const ArchiveTensor *part : {quantizer.scales, quantizer.zeroPoints})
    if (part->layout != ArchiveTensor::Layout::Strided ||
        part->sizes.size() != 1 || part->sizes[0] != tensor.sizes[axis->value])
      return failure("a quantizer whose scales or zero points do not fit the "
                     "tensor");
  return Error::success();
}

Expected<ArchiveValue *> Unpickler::rebuildSparse(ArchiveTuple &arguments) {
  // COO: (1, size, requires_grad, indices, values, hooks)
  // CSR: (2, size, requires_grad, rows, columns, values, hooks)
  const auto &elements = arguments.elements;
  const auto *layout =
      elements.empty() ? nullptr : llvm::dyn_cast<ArchiveInt>(elements[0]);
  if (!layout || (layout->value != 1 && layout->value != 2))
    return failure("a sparse tensor of an unknown layout");
  bool isCsr = layout->value == 2;
  size_t numParts = isCsr ? 3 : 2;
  if (elements.size() != numParts + 4)
    return failure("_rebuild_sparse_tensor is called with " +
                   Twine(elements.size()) + " arguments");
  auto *tensor = graph.create<ArchiveTensor>(opcodeOffset);
  tensor->layout = isCsr ? ArchiveTensor::Layout::SparseCsr
                         : ArchiveTensor::Layout::SparseCoo;
  if (Error error = readInts(elements[1], "size", tensor->sizes))
    return std::move(error);
  int64_t count = 1;
  for (int64_t size : tensor->sizes)
    if (size < 0 || llvm::MulOverflow(count, std::max<int64_t>(size, 1), count))
      return failure("a sparse tensor with the size " + Twine(size));
  tensor->requiresGrad = readFlag(elements[2]);
  for (size_t i = 3; i < 3 + numParts; ++i) {
    const auto *part = llvm::dyn_cast<ArchiveTensor>(elements[i]);
    if (!part || part->layout != ArchiveTensor::Layout::Strided)
      return failure("a part of a sparse tensor is not a strided tensor");
    if (i + 1 < 3 + numParts && part->dtype != DType::Int64 &&
        part->dtype != DType::Int32)
      return failure("indices of a sparse tensor are " +
                     getDTypeName(part->dtype) + "; int64 is expected");
    tensor->parts.push_back(part);
  }
  tensor->dtype = tensor->parts.back()->dtype;

  // Shapes of the parts; the indices themselves are checked where they are
  // used.
  auto rank = int64_t(tensor->sizes.size());
  auto sizesOf = [&](size_t i) -> llvm::ArrayRef<int64_t> {
    return tensor->parts[i]->sizes;
  };
  bool fits;
  if (isCsr)
    fits = rank >= 2 && sizesOf(0).size() == 1 && sizesOf(1).size() == 1 &&
           sizesOf(2).size() >= 1 && sizesOf(0)[0] - 1 == tensor->sizes[0] &&
           sizesOf(1)[0] == sizesOf(2)[0];
  else
    fits = sizesOf(0).size() == 2 && sizesOf(1).size() >= 1 &&
           sizesOf(0)[0] <= rank && sizesOf(0)[1] == sizesOf(1)[0];
  if (!fits)
    return failure("the parts of a sparse tensor do not fit its size");
  return tensor;
}
