//===- ExportProgram.cpp - Functions as exported programs -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that make exported programs.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/ExportProgram.h"

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "TorchScript/Pipelines/Language/LanguagePipelines.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void ts::buildExportProgram(OpPassManager &pm, const Specialization &options) {
  buildToSSA(pm);
  if (!options.object.empty())
    buildBindObject(pm, options.object, options.methods);
  pm.addPass(createTSInline());
  TSFlattenInputsOptions inputs;
  inputs.entry = options.getSymbol();
  pm.addPass(createTSFlattenInputs(inputs));
  // Operators stay what the program called: nothing is decomposed, and equal
  // calls are not merged.
  OpPassManager round(ModuleOp::getOperationName());
  round.addPass(createTSRefineTypes());
  round.addPass(createTSScalarizeContainers());
  round.addNestedPass<func::FuncOp>(createTSInferTypes());
  round.addPass(createConvertTSToArith());
  round.addPass(createTSCanonicalize());
  pm.addPass(createTSRepeat(std::move(round), options.maxRounds));
  TSLiftProgramOptions lift;
  lift.entry = options.getSymbol();
  lift.object = options.object;
  pm.addPass(createTSLiftProgram(lift));
}

namespace {
/// The options of torchscript-to-exported-program.
struct ExportOptions : public PassPipelineOptions<ExportOptions> {
  Option<std::string> entry{
      *this, "entry",
      llvm::cl::desc("symbol of the function; with object, name of a method")};
  Option<std::string> object{
      *this, "object",
      llvm::cl::desc("symbol of the ts.object the method is called on")};
};
} // namespace

void ts::registerExportPipelines() {
  PassPipelineRegistration<ExportOptions>(
      "torchscript-to-exported-program",
      "From source or ssa form: a function with examples as exported program",
      [](OpPassManager &pm, const ExportOptions &options) {
        Specialization specialization;
        specialization.entry = options.entry;
        specialization.object = options.object;
        if (!specialization.object.empty())
          specialization.methods = {specialization.entry};
        buildExportProgram(pm, specialization);
      });
}
