//===- TensorSignature.h - What a function is specialized for ---*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dtypes and sizes of the tensors among the arguments of a call, as text:
// `f32[1,3];-;i64[]` has a tensor, something of which nothing is said, and a
// tensor without dimensions. A size may be `?`, which is any, or the name of a
// symbol: sizes with one name are equal. `n>=2` says the least the size can be.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_TYPES_TENSORSIGNATURE_H
#define TORCHSCRIPT_BASE_TYPES_TENSORSIGNATURE_H

#include "TorchScript/Base/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

/// A size of a signature that is not a number.
inline constexpr int64_t kUnknownSize = -1;

/// What is said of an unknown size: its name, empty for `?`, and the least it
/// can be.
struct SizeSymbol {
  std::string name;
  int64_t min = 0;
};

/// dtype and sizes of a tensor; or a list of tensors, which `elements` are.
struct TensorShape {
  DType dtype = DType::Float32;
  /// kUnknownSize where the size is no number.
  llvm::SmallVector<int64_t> sizes;
  /// By dimension, of those that are kUnknownSize.
  std::map<unsigned, SizeSymbol> symbols;
  /// Whether the elements lie in memory otherwise than in the order of their
  /// indices without gaps: `f32[2,3]@strided`.
  bool strided = false;
  /// Set for a list of tensors.
  std::optional<std::vector<TensorShape>> elements;

  bool isStatic() const { return symbols.empty(); }
};

/// One entry for each argument; empty where nothing is said.
using TensorSignature = std::vector<std::optional<TensorShape>>;

/// The text of a signature; empty when nothing is said of any argument. A list
/// is its elements in parentheses: `f32[2,3];(f32[4],f32[5]);-`.
std::string spellSignature(const TensorSignature &signature);

/// Reads such a text; the error shows the place that is not understood.
llvm::Expected<TensorSignature> parseTensorSignature(llvm::StringRef text);

/// Reads `[2,n,?]` behind the dtype `name` and takes it off `rest`. False when
/// that is not understood: then `expected` says what should be at `rest`.
bool consumeTensorShape(llvm::StringRef name, llvm::StringRef &rest,
                        TensorShape &shape, std::string &expected);

/// "in the signature 'TEXT': expected WHAT at 'REST'".
llvm::Error makeSignatureError(llvm::StringRef text,
                               const llvm::Twine &expected,
                               llvm::StringRef rest);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_TYPES_TENSORSIGNATURE_H
