//===- CompiledFile.h - Machine code in files ---------------------*- C++ -*-
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Object files, libraries, assembly and LLVM IR from a module of LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_NATIVE_COMPILEDFILE_H
#define TORCHSCRIPT_TARGET_NATIVE_COMPILEDFILE_H

#include "TorchScript/Target/Native/NativeCode.h"

#include <string>
#include <vector>

namespace torchscript {
class PendingFile;

/// Kinds of output.
enum class OutputKind { SharedObject, Object, StaticLibrary, LLVMIR, Assembly };

/// Memory that compiled code reads weights from.
struct EmbeddedStorage {
  std::string name;
  llvm::StringRef bytes;
};

/// Weights as library calls read them (tsrt_library_pack).
struct PackedImage {
  /// The variable that the code has for it.
  std::string name;
  std::string bytes;
};

/// Where the runtime library is.
struct LinkOptions {
  /// Directory of libtsrt.so.
  std::string runtimeDirectory;
  /// Directories in which the loader looks for it.
  std::vector<std::string> rpaths;
  /// Name other programs link with (DT_SONAME).
  std::string soname;
};

/// Puts the weights into the module, and defines the function by which its code
/// finds them.
void embedStorages(llvm::Module &module,
                   const std::vector<EmbeddedStorage> &storages);

/// Gives the variables of packed weights their contents, which are taken.
void embedImages(llvm::Module &module, std::vector<PackedImage> images);

/// Makes everything but the functions and variables `exported` invisible, so
/// that what is not used goes away.
void hideAllBut(llvm::Module &module, const std::vector<std::string> &exported);

/// Writes an optimised module to a file, which the caller keeps. Errors name
/// the file by the name that it will have.
llvm::Error writeCompiledFile(llvm::Module &module,
                              llvm::TargetMachine &machine, OutputKind kind,
                              const PendingFile &file, const LinkOptions &link);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_NATIVE_COMPILEDFILE_H
