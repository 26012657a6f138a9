//===- ArchiveText.h - The code of an archive -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts that stand in the `code` directory of a `torch.jit.save` archive.
// They have a dialect of their own: names in full below `__torch__`, builtins
// as `torch.NAME` and `ops.NS.NAME`, tensors as `CONSTANTS.cN`.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_TORCHSCRIPT_ARCHIVETEXT_H
#define TORCHSCRIPT_TARGET_TORCHSCRIPT_ARCHIVETEXT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

/// One file of code.
struct ArchiveTextFile {
  /// What the names in it begin with: `__torch__.torch.nn.modules.linear`.
  std::string path;
  std::string text;
};

/// The code of an archive and what it refers to.
struct ArchiveText {
  /// Sorted by path; in each, what is defined is sorted by name.
  std::vector<ArchiveTextFile> files;
  /// What `CONSTANTS.c0`, ... stand for: `#ts.tensor_ref`, dense elements or
  /// the symbol of a `ts.object`.
  std::vector<mlir::Attribute> constants;
  /// Format version in which all operators of the code have the meaning they
  /// have in the `ts` dialect.
  unsigned version = 3;
  /// The name of a class, enum or NamedTuple by its symbol; empty for others.
  std::function<std::string(llvm::StringRef symbol)> lookup;
  /// A type as PyTorch spells it in an archive; nothing when it cannot.
  std::function<std::optional<std::string>(mlir::Type)> spell;
};

/// Writes the functions, classes, enums, NamedTuples and interfaces of a module
/// in source form. Class attributes `ts.pre_hooks` and `ts.hooks` name methods
/// that PyTorch calls around `forward`. What cannot be expressed is reported,
/// at its location, for the whole module; then the result is nothing. The
/// functions of the module are simplified on the way (copies of variables); it
/// has to live as long as the result.
std::optional<ArchiveText> exportArchiveText(mlir::ModuleOp module);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_TORCHSCRIPT_ARCHIVETEXT_H
