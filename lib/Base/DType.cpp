//===- DType.cpp - Element types as archives spell them -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of element types.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/DType.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace torchscript;
using llvm::StringRef;

namespace {
struct Row {
  DType dtype;
  unsigned itemSize;
  StringRef name, storageKind, npyDescr, brief;
  char letter;
};
} // namespace

static const Row rows[] = {
#define TSRT_DTYPE(id, number, size, name, kind, cpp, npy, brief, letter)      \
  {DType::id, size, name, kind, npy, brief, letter},
#include "tsrt_dtypes.def"
#undef TSRT_DTYPE
};

/// The row that `matches`, as a dtype.
template <typename Predicate>
static std::optional<DType> findRow(Predicate matches) {
  for (const Row &row : rows)
    if (matches(row))
      return row.dtype;
  return std::nullopt;
}

static const Row &getRow(DType dtype) {
  for (const Row &row : rows)
    if (row.dtype == dtype)
      return row;
  llvm_unreachable("dtype without a row");
}

unsigned torchscript::getItemSize(DType dtype) {
  return getRow(dtype).itemSize;
}

StringRef torchscript::getDTypeName(DType dtype) { return getRow(dtype).name; }

StringRef torchscript::getNpyDescr(DType dtype) {
  return getRow(dtype).npyDescr;
}

StringRef torchscript::getBriefName(DType dtype) { return getRow(dtype).brief; }

char torchscript::getLetter(DType dtype) { return getRow(dtype).letter; }

std::optional<DType> torchscript::getDType(int64_t number) {
  return findRow([&](const Row &row) { return int64_t(row.dtype) == number; });
}

std::optional<DType> torchscript::parseDTypeName(StringRef name) {
  return findRow([&](const Row &row) { return row.name == name; });
}

std::optional<DType> torchscript::parseBriefName(StringRef name) {
  auto word = llvm::StringSwitch<std::optional<DType>>(name)
                  .Case("half", DType::Float16)
                  .Case("float", DType::Float32)
                  .Case("double", DType::Float64)
                  .Case("s8", DType::Int8)
                  .Cases("int", "long", DType::Int64)
                  .Case("ui8", DType::UInt8)
                  .Case("b", DType::Bool)
                  .Default(std::nullopt);
  if (word)
    return word;
  return findRow(
      [&](const Row &row) { return !row.brief.empty() && row.brief == name; });
}

std::optional<DType> torchscript::parseStorageKind(StringRef kind) {
  return findRow([&](const Row &row) { return row.storageKind == kind; });
}

bool torchscript::isQuantized(DType dtype) {
  switch (dtype) {
  case DType::QInt8:
  case DType::QUInt8:
  case DType::QInt32:
  case DType::QUInt4x2:
  case DType::QUInt2x4:
    return true;
  default:
    return false;
  }
}
