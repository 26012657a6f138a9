//===- TorchScript.h - Export to TorchScript text ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes source form back as Python text that `torch.jit.script` accepts.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_TORCHSCRIPT_EXPORTTORCHSCRIPT_H
#define TORCHSCRIPT_TARGET_TORCHSCRIPT_EXPORTTORCHSCRIPT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace torchscript {

/// Writes the functions and classes of a module in source form as one Python
/// file. Parameters and variables keep their names; values used once are
/// written in place. Classes of modules have the types of attributes, not their
/// values: see exportState. What cannot be expressed is reported, at its
/// location, for the whole module; then nothing is written and the result is
/// failure.
llvm::LogicalResult exportTorchScript(mlir::ModuleOp module,
                                      llvm::raw_ostream &os);

/// The bytes of a storage outside the IR, by its key.
using StorageBytes =
    llvm::function_ref<llvm::Expected<llvm::StringRef>(llvm::StringRef key)>;

/// Writes the objects of a module as recorded state (docs/run.md), for the
/// text that `exportTorchScript` makes of the same module: each object that
/// belongs to no other is an instance of its name. Objects and storages keep
/// their identity. What has no encoding is reported; then the result is
/// failure, and what was written is to be thrown away.
llvm::LogicalResult exportState(mlir::ModuleOp module, StorageBytes storages,
                                llvm::raw_ostream &os);

/// Registers `--export-torchscript` with the translation registry of MLIR.
void registerExportTorchScript();

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_TORCHSCRIPT_EXPORTTORCHSCRIPT_H
