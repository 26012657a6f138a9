//===- SchemaData.h - The embedded schema text -------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the data files schemas.txt and builtins.txt inside the program.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_SCHEMA_SCHEMADATA_H
#define TORCHSCRIPT_LIB_SCHEMA_SCHEMADATA_H

#include "llvm/ADT/StringRef.h"

namespace torchscript {

/// The content of schemas.txt.
llvm::StringRef getSchemaText();

/// The content of builtins.txt.
llvm::StringRef getBuiltinText();

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_SCHEMA_SCHEMADATA_H
