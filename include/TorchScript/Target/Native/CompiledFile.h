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

/// Memory that compiled code reads weights from, and the name of it there.
struct EmbeddedStorage {
  std::string name, symbol;
  llvm::StringRef bytes;
};

/// Weights as library calls read them (tsrt_library_pack).
struct PackedImage {
  /// The variable that the code has for it.
  std::string name;
  std::string bytes;
};

/// Data that a module declares and that its file has, too. The bytes belong to
/// others.
struct EmbeddedData {
  std::string symbol;
  llvm::StringRef bytes;
  bool isConstant;
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

/// Declares the weights, and defines the function by which the code of the
/// module finds them. The answer is what its file has to have.
std::vector<EmbeddedData>
embedStorages(llvm::Module &module,
              const std::vector<EmbeddedStorage> &storages);

/// Packed weights that the code of the module reads.
std::vector<EmbeddedData> embedImages(llvm::Module &module,
                                      const std::vector<PackedImage> &images);

/// Makes everything but the functions and variables `exported` invisible, so
/// that what is not used goes away.
void hideAllBut(llvm::Module &module, const std::vector<std::string> &exported);

/// Writes an optimised module and its data to a file, which the caller keeps.
/// Errors name the file by the name that it will have.
llvm::Error writeCompiledFile(llvm::Module &module,
                              llvm::TargetMachine &machine, OutputKind kind,
                              std::vector<EmbeddedData> data,
                              const PendingFile &file, const LinkOptions &link);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_NATIVE_COMPILEDFILE_H
