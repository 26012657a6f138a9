//===- LanguagePipelines.cpp - Phases that know no tensors ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that remove slots, exits and calls.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/Language/LanguagePipelines.h"

#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void ts::buildToSSA(OpPassManager &pm) {
  OpPassManager module(ModuleOp::getOperationName());
  OpPassManager &functions = module.nest<func::FuncOp>();
  functions.addPass(createTSFoldLiterals());
  functions.addPass(createTSLowerExits());
  functions.addPass(createTSLowerWith());
  functions.addPass(createTSPromoteSlots());
  module.addPass(createTSKeepTupleNames());
  // Of a module at once: a run on a function costs as much as a small function.
  module.addPass(createTSCanonicalize());
  module.addPass(createCSEPass());
  pm.addPass(createTSUnlessForm("ssa", std::move(module)));
}

void ts::buildCompileDecompositions(OpPassManager &pm) {
  buildToSSA(pm);
  pm.addPass(createTSInline());
  pm.addPass(createTSCanonicalize());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createTSVerifyDecompositions());
}

void ts::buildUnliftPrograms(OpPassManager &pm) {
  pm.addPass(createTSUnliftPrograms());
}

void ts::buildUnflattenPrograms(OpPassManager &pm) {
  TSUnliftProgramsOptions options;
  options.unflatten = true;
  pm.addPass(createTSUnliftPrograms(options));
}

LogicalResult ts::runPipeline(ModuleOp module,
                              function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  build(pm);
  // After each pass it would take as long as the passes do.
  pm.enableVerifier(false);
  return success(succeeded(pm.run(module)) && succeeded(verify(module)));
}

void ts::registerLanguagePipelines() {
  PassPipelineRegistration<>("torchscript-to-ssa",
                             "Source form to ssa form: no slots, no exits",
                             buildToSSA);
  PassPipelineRegistration<>(
      "ts-compile-decompositions",
      "From source form: functions that can be put in place of operators",
      buildCompileDecompositions);
}
