//===- SchemaData.h - The embedded schema text -------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the data files schemas.txt, builtins.txt and names.txt inside the
// program.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_BASE_SCHEMA_SCHEMADATA_H
#define TORCHSCRIPT_LIB_BASE_SCHEMA_SCHEMADATA_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace torchscript {

/// The content of schemas.txt.
llvm::StringRef getSchemaText();

/// The content of newer.txt.
llvm::StringRef getNewerSchemaText();

/// The content of builtins.txt.
llvm::StringRef getBuiltinText();

/// The content of names.txt.
llvm::StringRef getNameText();

/// The text behind the comment lines it begins with.
llvm::StringRef skipComment(llvm::StringRef text);

/// Of sorted lines that each end in a newline, the first one whose name is not
/// less than `name`, with all that follow.
llvm::StringRef
lowerBoundLine(llvm::StringRef lines, llvm::StringRef name,
               llvm::function_ref<llvm::StringRef(llvm::StringRef)> nameOf);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_BASE_SCHEMA_SCHEMADATA_H
