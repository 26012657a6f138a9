//===- ExportArchive.h - Writes torch.jit.save archives ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module in source form becomes a file that `torch.jit.load` reads. Equal
// modules give equal bytes, and a file that was written here and imported is
// written again as it was.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_TORCHSCRIPTARCHIVE_EXPORTARCHIVE_H
#define TORCHSCRIPT_TARGET_TORCHSCRIPTARCHIVE_EXPORTARCHIVE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace torchscript {

/// What goes into an archive besides the module.
struct ArchiveContents {
  /// The bytes of a storage outside the IR, by its key. They are read while the
  /// file is written and have to stay until then.
  llvm::function_ref<llvm::Expected<llvm::StringRef>(llvm::StringRef key)>
      storages;
  /// The instance to save; when empty, the only one there is.
  std::string instance;
  /// The function to save a module of, instead of an instance; empty for none.
  std::string function;
  /// The user's files: names and bytes.
  std::vector<std::pair<std::string, llvm::StringRef>> extraFiles;
};

/// Writes an archive. A module without instances is saved as one whose methods
/// are the functions of the text: `forward` when there is one function, else
/// each by its name. The module is changed on the way. What cannot be written
/// is reported, at its location; then the result is failure and there is no
/// file.
llvm::LogicalResult exportArchive(mlir::ModuleOp module,
                                  const ArchiveContents &contents,
                                  llvm::StringRef path);
/// The same in memory: the bytes of the file.
std::optional<std::string> exportArchive(mlir::ModuleOp module,
                                         const ArchiveContents &contents);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_TORCHSCRIPTARCHIVE_EXPORTARCHIVE_H
