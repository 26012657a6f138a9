//===- Literals.h - Values on the command line -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Literals and tensor shorthands as data.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_LITERALS_H
#define TORCHSCRIPT_EXECUTION_LITERALS_H

#include "TorchScript/Execution/HostValues.h"

#include <optional>

namespace torchscript {

/// A text that is no value.
class LiteralError : public llvm::ErrorInfo<LiteralError, llvm::StringError> {
public:
  explicit LiteralError(const llvm::Twine &message)
      : ErrorInfo(message, llvm::inconvertibleErrorCode()) {}
  static char ID;
};

/// Reads a file with a tensor; the result stands for it in the arguments.
using TensorReader = llvm::function_ref<llvm::Expected<json>(llvm::StringRef)>;

/// True for the names of files that hold one tensor: .npy and .png.
bool isTensorFile(llvm::StringRef text);

/// The dtype number of a short or long name (`f32`, `float32`), -1 when there
/// is none.
int32_t parseDtype(llvm::StringRef name);

/// `shape:dtype[=fill]`: the shape is `2x3` or `[2,3]`, empty for a scalar
/// tensor; the fill a number, `rand[:seed]`, `randn[:seed]` or `arange`, 0 when
/// absent. Nothing when the text is not of this form.
std::optional<llvm::Expected<json>> parseTensorShorthand(llvm::StringRef text);

/// The tensor of a number or nested lists of numbers of one length in each
/// dimension, in the encoding of literals, as torch.tensor makes it. `dtype` is
/// its number, or -1 for the one that torch.tensor infers. An error
/// (LiteralError) for other values, ragged lists and numbers that the dtype
/// does not hold.
llvm::Expected<json> makeTensorLiteral(const json &value, int32_t dtype);

/// A literal in Python's notation (`3`, `2.5`, `"s"`, `[1, 2]`, `(1, "a")`,
/// `{"k": 1}`, `None`, `True`, `1j`), `tensor([[1, 2]], dtype=i64)`, a tensor
/// shorthand or the name of a file with a tensor. The elements of containers
/// may be tensors, too.
llvm::Expected<json> parseLiteral(llvm::StringRef text,
                                  TensorReader readTensor);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_LITERALS_H
