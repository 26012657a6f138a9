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
#define TSRT_DTYPE(id, number, size, name, kind, cpp, npy, brief, letter)      \
  id = number,
#include "tsrt_dtypes.def"
#undef TSRT_DTYPE
};

/// The dtype of a number; nothing when there is none.
std::optional<DType> getDType(int64_t number);
/// Bytes of one element; of two or four packed elements for the 4-bit and
/// 2-bit types.
unsigned getItemSize(DType dtype);
/// TorchScript's spelling: `float32`.
llvm::StringRef getDTypeName(DType dtype);
/// The dtype of that spelling.
std::optional<DType> parseDTypeName(llvm::StringRef name);
/// The spelling of command lines and of the IR: `f32`; empty for dtypes that
/// have none.
llvm::StringRef getBriefName(DType dtype);
/// The dtype of a spelling of command lines: those of getBriefName, with `ui8`,
/// `s8`, `b`, and Python's words `half`, `float`, `double`, `int`, `long`.
std::optional<DType> parseBriefName(llvm::StringRef name);
/// NumPy's letter, as in the runtime's table of refused dtypes; ' ' for none.
char getLetter(DType dtype);
/// The dtype of a pickled storage class without its suffix: `Float`, `QInt8`.
std::optional<DType> parseStorageKind(llvm::StringRef kind);
/// True for the quantized types.
bool isQuantized(DType dtype);
/// The `descr` of npy files: `<f4`. bfloat16 and complex32, which numpy does
/// not have, are `<V2` and `<V4`; empty for types that npy files cannot hold.
llvm::StringRef getNpyDescr(DType dtype);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_DTYPE_H
