//===- FlatbufferModule.h - Modules in flatbuffer form ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.ff` files: modules that PyTorch wrote as one flatbuffer, with the sources
// of their code or with the lite interpreter's instructions alone.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_FLATBUFFERMODULE_H
#define TORCHSCRIPT_LIB_ARCHIVE_FLATBUFFERMODULE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace torchscript {

/// Whether the bytes begin as such a file does.
bool isFlatbufferModule(llvm::StringRef bytes);

/// Whether such a file says the sources of its code.
bool hasFlatbufferSources(llvm::StringRef bytes);

/// The same module as a zip archive in memory, with the same identifier. The
/// file is checked: an error names what is wrong with it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
convertFlatbufferModule(llvm::MemoryBufferRef file);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_ARCHIVE_FLATBUFFERMODULE_H
