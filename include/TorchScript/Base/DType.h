//===- DType.h - Element types as archives spell them -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element types of tensors: numbers, sizes, and the spellings of TorchScript,
// of pickled storage classes and of npy files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_DTYPE_H
#define TORCHSCRIPT_BASE_DTYPE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace torchscript {

/// Element types; the values are TorchScript's dtype numbers.
enum class DType : uint8_t {
  UInt8 = 0,
  Int8 = 1,
  Int16 = 2,
  Int32 = 3,
  Int64 = 4,
  Float16 = 5,
  Float32 = 6,
  Float64 = 7,
  Complex32 = 8,
  Complex64 = 9,
  Complex128 = 10,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  QUInt4x2 = 16,
  QUInt2x4 = 17,
  Float8E5M2 = 23,
  Float8E4M3FN = 24,
  Float8E5M2FNUZ = 25,
  Float8E4M3FNUZ = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
};

/// Bytes of one element; of two or four packed elements for the 4-bit and
/// 2-bit types.
unsigned getItemSize(DType dtype);
/// TorchScript's spelling: `float32`.
llvm::StringRef getDTypeName(DType dtype);
/// The dtype of that spelling.
std::optional<DType> parseDTypeName(llvm::StringRef name);
/// The dtype of a pickled storage class without its suffix: `Float`, `QInt8`.
std::optional<DType> parseStorageKind(llvm::StringRef kind);
/// True for the quantized types.
bool isQuantized(DType dtype);
/// The `descr` of npy files: `<f4`. bfloat16 and complex32, which numpy does
/// not have, are `<V2` and `<V4`; empty for types that npy files cannot hold.
llvm::StringRef getNpyDescr(DType dtype);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_DTYPE_H
