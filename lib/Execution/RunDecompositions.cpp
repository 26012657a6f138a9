//===- RunDecompositions.cpp - Levels of exported programs ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the programs of files to other levels.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/RunDecompositions.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Execution/Failure.h"
#include "TorchScript/Frontend/ExportedProgram/ProgramImporter.h"
#include "TorchScript/Pipelines/LowerModule.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace torchscript;
using namespace mlir;

llvm::Expected<ExportedModule>
torchscript::runDecompositions(const ExportedProgramFile &file,
                               const ProgramLevel &level) {
  DialectRegistry registry;
  registry.insert<ts::TSDialect, func::FuncDialect, arith::ArithDialect,
                  complex::ComplexDialect, tensor::TensorDialect>();
  MLIRContext context(registry);
  auto module = importExportedProgram(file, context);
  if (!module)
    return module.takeError();
  std::string problems;
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      problems += (problems.empty() ? "" : "\n") + spellDiagnostic(diagnostic);
    return success();
  });
  bool isFine = succeeded(ts::runPipeline(**module, [&](OpPassManager &pm) {
    ts::buildRunDecompositions(pm, level);
  }));
  // What the importer makes of assertions.
  if (isFine)
    (**module)->walk([&](Operation *op) {
      if (op->getNumRegions() == 0 || ts::isGraphControlFlow(op) ||
          isa<ModuleOp, func::FuncOp>(op))
        return;
      op->emitError("programs with assertions cannot be brought to another "
                    "level");
      isFine = false;
    });
  std::optional<ExportedModule> made;
  if (isFine)
    made = exportProgram(**module);
  if (!made)
    return llvm::make_error<llvm::StringError>(
        problems.empty() ? "the decompositions cannot be applied" : problems,
        llvm::inconvertibleErrorCode());
  // Numbers that only data say are counted anew.
  for (auto &[symbol, range] : file.getProgram().ranges)
    if (!llvm::StringRef(symbol).starts_with("u"))
      made->program.ranges[symbol] = range;
  return std::move(*made);
}
