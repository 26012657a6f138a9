//===- LowerModule.cpp - From source form to LLVM ---------------------------
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the phases and collects what they report.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/LowerModule.h"

#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Pipelines/TensorPipeline.h"

#include "mlir/Pass/PassManager.h"

using namespace torchscript;
using namespace mlir;

std::string torchscript::spellDiagnostic(mlir::Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto range = ts::decodeLocation(diagnostic.getLocation()))
    os << range->file << ":" << range->line << ":" << range->column << ": ";
  os << diagnostic;
  return text;
}

/// Lists the operators that will be runtime calls, with their places.
static void reportResidue(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](ts::OperatorOp op) {
    ++count;
    if (auto range = ts::decodeLocation(op.getLoc()))
      llvm::errs() << range->file << ":" << range->line << ":" << range->column
                   << ": ";
    llvm::errs() << op.getName() << " runs in the runtime\n";
  });
  llvm::errs() << count << " operator(s) run in the runtime\n";
}

/// The IR, without the texts it was made from.
static void printPhase(ModuleOp module, const char *name) {
  Attribute sources = module->removeAttr(ts::TSDialect::kSourcesAttr);
  llvm::errs() << "// ----- after: " << name << " -----\n";
  module.print(llvm::errs());
  llvm::errs() << "\n";
  if (sources)
    module->setAttr(ts::TSDialect::kSourcesAttr, sources);
}

std::string torchscript::lowerModule(ModuleOp module,
                                     const LoweringHooks &hooks) {
  std::string failure;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        if (!failure.empty())
          failure += "\n";
        failure += spellDiagnostic(diagnostic);
        return success();
      });
  struct Phase {
    const char *name;
    void (*build)(OpPassManager &);
  };
  constexpr Phase phases[] = {{"lower to linalg", ts::buildToLinalg},
                              {"compile kernels", ts::buildKernelPipeline},
                              {"lower to runtime calls", ts::buildToTSRuntime},
                              {"lower to LLVM", ts::buildToLLVM}};
  for (const Phase &phase : phases) {
    if (hooks.onPhase)
      hooks.onPhase(phase.name);
    PassManager pm(module.getContext());
    phase.build(pm);
    bool done = succeeded(pm.run(module));
    if (done && hooks.reportResidue && phase.build == ts::buildToLinalg)
      reportResidue(module);
    if (hooks.printPhases)
      printPhase(module, phase.name);
    if (!done && failure.empty())
      failure = std::string("the phase '") + phase.name + "' failed";
    if (!done)
      return failure;
  }
  return "";
}
