//===- LowerModule.h - From source form to LLVM --------------------*- C++ -*-
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases every program goes through before it is machine code, in the
// process or in a file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_LOWERMODULE_H
#define TORCHSCRIPT_PIPELINES_LOWERMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>

namespace torchscript {

/// What is told about the phases.
struct LoweringHooks {
  /// Called before each phase with its name.
  std::function<void(llvm::StringRef phase)> onPhase;
  /// Print the IR after each phase to standard error.
  bool printPhases = false;
  /// List the operators that stay runtime calls on standard error.
  bool reportResidue = false;
};

/// Lowers a module in source, ssa or value form to the LLVM dialect. On failure
/// the result says why; empty on success.
std::string lowerModule(mlir::ModuleOp module, const LoweringHooks &hooks);

/// Text of a diagnostic: place and message.
std::string spellDiagnostic(mlir::Diagnostic &diagnostic);

} // namespace torchscript

#endif // TORCHSCRIPT_PIPELINES_LOWERMODULE_H
