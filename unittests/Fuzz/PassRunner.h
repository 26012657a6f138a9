//===- PassRunner.h - Passes in child processes --------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs pipelines on modules so that a crash or a hang ends a child process and
// is reported, and the rest goes on.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_FUZZ_PASSRUNNER_H
#define TORCHSCRIPT_UNITTESTS_FUZZ_PASSRUNNER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace tsfuzz {

/// Makes module `number` in the context, the same each time; null when it is
/// not a valid module. Calls `note` with the text of what it is about to look
/// at, for reports.
using ModuleMaker = llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(
    mlir::MLIRContext &context, size_t number)>;

/// What went wrong with one module.
struct Problem {
  size_t module = 0;
  /// Empty: when the module was made or verified.
  std::string pipeline;
  /// "crash (signal 11)", "hang", "fails without a diagnostic", ...
  std::string what;
};

/// Counts of a run.
struct RunCounts {
  size_t modules = 0, valid = 0, runs = 0, succeeded = 0;
};

/// Runs each pipeline on each of the modules 0 to `count` - 1. A run is sound
/// when it fails with an error diagnostic, or succeeds and leaves, after every
/// pass, a module that the verifier accepts.
std::vector<Problem> runPasses(const std::vector<std::string> &pipelines,
                               size_t count, ModuleMaker make,
                               RunCounts &counts);

/// The text of module `number`, from a child process.
std::string printModule(size_t number, ModuleMaker make);

/// The dialects of the project and all of MLIR's.
const mlir::DialectRegistry &getDialects();

/// Adds a pass, on the module or on its functions, or a pipeline.
llvm::LogicalResult addPipeline(const std::string &pipeline,
                                mlir::OpPassManager &manager);

/// The passes and pipelines of the project, and some of MLIR's.
std::vector<std::string> findPipelines();

} // namespace tsfuzz

#endif // TORCHSCRIPT_UNITTESTS_FUZZ_PASSRUNNER_H
