//===- TensorBytes.cpp - Memory of archived tensors -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hands out storages and copies tensors into C order.
//
//===----------------------------------------------------------------------===//

#include "AlignedMemory.h"
#include "TorchScript/Archive/TorchScriptArchive.h"

#include "llvm/Support/MathExtras.h"

using namespace torchscript;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

Expected<StringRef>
TorchScriptArchive::readStorage(const ArchiveStorage &storage) {
  uint64_t needed = storage.numel * getItemSize(storage.dtype);
  if (needed == 0)
    return StringRef();
  Expected<StringRef> bytes = readRecord(storage.recordName);
  if (!bytes)
    return bytes.takeError();
  // Checked when the pickle was read, against the size in the directory.
  if (bytes->size() < needed)
    return failure(storage.recordName, Twine(bytes->size()) + " bytes; " +
                                           Twine(needed) + " are needed");
  return *bytes;
}

Expected<llvm::MutableArrayRef<char>>
TorchScriptArchive::getTensorMemory(StringRef record) {
  Expected<StringRef> bytes = readRecord(record);
  if (!bytes)
    return bytes.takeError();
  // The buffer and the inflated copies are private and writable.
  return alignMemory(*bytes, alignedCopies[record]);
}

/// Copies the elements of a strided tensor in C order. All elements lie inside
/// `source`.
static void copyStrided(const ArchiveTensor &tensor, const char *source,
                        unsigned itemSize, char *target) {
  size_t rank = tensor.sizes.size();
  llvm::SmallVector<int64_t, 4> index(rank, 0);
  int64_t position = tensor.storageOffset;
  for (int64_t left = tensor.getNumElements(); left > 0; --left) {
    memcpy(target, source + position * itemSize, itemSize);
    target += itemSize;
    for (size_t dim = rank; dim-- > 0;) {
      position += tensor.strides[dim];
      if (++index[dim] < tensor.sizes[dim])
        break;
      position -= tensor.strides[dim] * tensor.sizes[dim];
      index[dim] = 0;
    }
  }
}

/// Flips the sign bit of the numbers at `stride` bytes from each other; a
/// number's sign is in its last byte.
static void flipSigns(std::vector<char> &bytes, unsigned size, unsigned stride,
                      unsigned start) {
  for (size_t i = start; i + size <= bytes.size(); i += stride)
    bytes[i + size - 1] ^= char(0x80);
}

Expected<std::vector<char>>
TorchScriptArchive::readTensor(const ArchiveTensor &tensor) {
  if (tensor.layout != ArchiveTensor::Layout::Strided)
    return failure("data.pkl", "a sparse tensor has no elements in C order");
  unsigned itemSize = getItemSize(tensor.dtype);
  int64_t count = tensor.getNumElements();
  uint64_t size;
  if (llvm::MulOverflow<int64_t>(count, itemSize,
                                 reinterpret_cast<int64_t &>(size)) ||
      size > options.limits.maxTensorCopy)
    return failure(tensor.storage->recordName, "a tensor of " + Twine(count) +
                                                   " elements is too large "
                                                   "to be copied");
  std::vector<char> result(size);
  if (count == 0)
    return std::move(result);
  Expected<StringRef> bytes = readStorage(*tensor.storage);
  if (!bytes)
    return bytes.takeError();
  if (tensor.isContiguous())
    memcpy(result.data(), bytes->data() + tensor.storageOffset * itemSize,
           size);
  else
    copyStrided(tensor, bytes->data(), itemSize, result.data());

  bool isComplex = tensor.dtype == DType::Complex32 ||
                   tensor.dtype == DType::Complex64 ||
                   tensor.dtype == DType::Complex128;
  bool isFloat =
      tensor.dtype == DType::Float16 || tensor.dtype == DType::BFloat16 ||
      tensor.dtype == DType::Float32 || tensor.dtype == DType::Float64;
  unsigned part = isComplex ? itemSize / 2 : itemSize;
  if ((tensor.conjugate && !isComplex) ||
      (tensor.negative && !isComplex && !isFloat))
    return failure(tensor.storage->recordName,
                   "a tensor of " + getDTypeName(tensor.dtype) +
                       " cannot be conjugated or negated");
  if (tensor.conjugate)
    flipSigns(result, part, itemSize, part);
  if (tensor.negative)
    flipSigns(result, part, part, 0);
  return std::move(result);
}
