//===- ExportProgram.h - Lifted functions as programs -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_EXPORTEDPROGRAM_EXPORTPROGRAM_H
#define TORCHSCRIPT_TARGET_EXPORTEDPROGRAM_EXPORTPROGRAM_H

#include "TorchScript/Archive/ExportedProgram.h"

#include "mlir/IR/BuiltinOps.h"

namespace torchscript {

/// A program, and where its tensors lie.
struct ExportedModule {
  exported::Program program;
  /// Parameters, buffers and constants by path; storages are those of the
  /// `#ts.tensor_ref`s, or in `contents`.
  std::map<std::string, exported::Payload> tensors;
  /// The bytes of storages that stand in the program itself.
  std::map<std::string, std::string, std::less<>> contents;
};

/// The program that the only exported program of a module is (see
/// ExportedPrograms.h), with the names that ts-lift-program gave. What cannot
/// be said in a program is an error at its place, all of them at once; then
/// there is no result.
std::optional<ExportedModule> exportProgram(mlir::ModuleOp module);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_EXPORTEDPROGRAM_EXPORTPROGRAM_H
