//===- TypeParser.h - Types from their spellings ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses type strings (archive type tags, annotations in quotes) and one-line
// operator schemas.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_TYPES_TYPEPARSER_H
#define TORCHSCRIPT_BASE_TYPES_TYPEPARSER_H

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace torchscript {

/// Resolves a dotted name that is no builtin type; null when unknown.
using TypeNameResolver = llvm::function_ref<const Type *(llvm::StringRef name)>;

/// Parses a type in the spelling of Type::spelling(): `List[Tuple[int, str]]`,
/// `Dict[str, Tensor]`, `Optional[Tensor]`, `__torch__.foo.Bar`. Also accepts
/// `torch.Tensor`, `typing.List[...]` and `list[...]`. Null on malformed input,
/// with a message in `error`. Nesting is limited to 64 levels.
const Type *parseType(TypeContext &context, llvm::StringRef text,
                      TypeNameResolver resolve, std::string *error = nullptr);

/// The builtin type a plain name stands for in annotations (`int`, `Tensor`,
/// `number`, `Device`, `Any`, `NoneType`, ...), or null.
const Type *lookupBuiltinType(llvm::StringRef name);

/// Parses a schema in the spelling of FunctionSchema::spelling(). Returns
/// nothing on malformed input, with a message in `error`.
std::optional<FunctionSchema> parseSchema(TypeContext &context,
                                          llvm::StringRef text,
                                          std::string *error = nullptr);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_TYPES_TYPEPARSER_H
