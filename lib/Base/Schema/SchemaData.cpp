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

// The build sets TS_SCHEMAS_FILE, TS_BUILTINS_FILE and TS_NAMES_FILE.
__asm__(".pushsection .rodata\n"
        "torchscript_schemas_begin:\n"
        ".incbin \"" TS_SCHEMAS_FILE "\"\n"
        "torchscript_schemas_end:\n"
        "torchscript_newer_begin:\n"
        ".incbin \"" TS_NEWER_FILE "\"\n"
        "torchscript_newer_end:\n"
        "torchscript_builtins_begin:\n"
        ".incbin \"" TS_BUILTINS_FILE "\"\n"
        "torchscript_builtins_end:\n"
        "torchscript_names_begin:\n"
        ".incbin \"" TS_NAMES_FILE "\"\n"
        "torchscript_names_end:\n"
        ".popsection\n");

extern "C" {
extern const char torchscript_schemas_begin[];
extern const char torchscript_schemas_end[];
extern const char torchscript_newer_begin[];
extern const char torchscript_newer_end[];
extern const char torchscript_builtins_begin[];
extern const char torchscript_builtins_end[];
extern const char torchscript_names_begin[];
extern const char torchscript_names_end[];
}

llvm::StringRef torchscript::getSchemaText() {
  return llvm::StringRef(torchscript_schemas_begin,
                         torchscript_schemas_end - torchscript_schemas_begin);
}

llvm::StringRef torchscript::getNewerSchemaText() {
  return llvm::StringRef(torchscript_newer_begin,
                         torchscript_newer_end - torchscript_newer_begin);
}

llvm::StringRef torchscript::getBuiltinText() {
  return llvm::StringRef(torchscript_builtins_begin,
                         torchscript_builtins_end - torchscript_builtins_begin);
}

llvm::StringRef torchscript::getNameText() {
  return llvm::StringRef(torchscript_names_begin,
                         torchscript_names_end - torchscript_names_begin);
}

llvm::StringRef torchscript::skipComment(llvm::StringRef text) {
  while (text.starts_with("#"))
    text = text.split('\n').second;
  return text;
}

llvm::StringRef torchscript::lowerBoundLine(
    llvm::StringRef lines, llvm::StringRef name,
    llvm::function_ref<llvm::StringRef(llvm::StringRef)> nameOf) {
  size_t low = 0, high = lines.size(); // both at starts of lines
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    size_t newline = lines.rfind('\n', middle); // before the middle
    size_t start =
        newline == llvm::StringRef::npos || newline < low ? low : newline + 1;
    size_t end = lines.find('\n', start) + 1;
    if (nameOf(lines.slice(start, end - 1)) < name)
      low = end;
    else
      high = start;
  }
  return lines.substr(low);
}
