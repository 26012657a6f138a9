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

#ifndef TORCHSCRIPT_TARGET_TORCHSCRIPT_H
#define TORCHSCRIPT_TARGET_TORCHSCRIPT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/raw_ostream.h"

namespace torchscript {

/// Writes the functions of a module in source form, with the enum and
/// NamedTuple classes they use, as one Python file. Variables keep their names
/// where these are free; values used once are written in place. What cannot be
/// expressed is reported, at its location, for the whole module; then nothing
/// is written and the result is failure.
llvm::LogicalResult exportTorchScript(mlir::ModuleOp module,
                                      llvm::raw_ostream &os);

/// Registers `--export-torchscript` with the translation registry of MLIR.
void registerExportTorchScript();

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_TORCHSCRIPT_H
