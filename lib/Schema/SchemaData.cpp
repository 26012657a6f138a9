//===- SchemaData.cpp - The embedded schema text --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places the data files in the program as they are.
//
//===----------------------------------------------------------------------===//

#include "SchemaData.h"

// TS_SCHEMAS_FILE and TS_BUILTINS_FILE are set by the build.
__asm__(".pushsection .rodata\n"
        "torchscript_schemas_begin:\n"
        ".incbin \"" TS_SCHEMAS_FILE "\"\n"
        "torchscript_schemas_end:\n"
        "torchscript_builtins_begin:\n"
        ".incbin \"" TS_BUILTINS_FILE "\"\n"
        "torchscript_builtins_end:\n"
        ".popsection\n");

extern "C" {
extern const char torchscript_schemas_begin[];
extern const char torchscript_schemas_end[];
extern const char torchscript_builtins_begin[];
extern const char torchscript_builtins_end[];
}

llvm::StringRef torchscript::getSchemaText() {
  return llvm::StringRef(torchscript_schemas_begin,
                         torchscript_schemas_end - torchscript_schemas_begin);
}

llvm::StringRef torchscript::getBuiltinText() {
  return llvm::StringRef(torchscript_builtins_begin,
                         torchscript_builtins_end - torchscript_builtins_begin);
}
