//===- TensorPipeline.cpp - The compiled tensor tier ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes from tensor operators to linalg on tensors.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/TensorPipeline.h"

#include "TorchScript/Conversion/LinalgPasses.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void ts::buildRefinementRound(OpPassManager &manager) {
  manager.addPass(ts::createTSRefineTypes());
  manager.addPass(ts::createTSScalarizeContainers());
  manager.addNestedPass<func::FuncOp>(ts::createTSInferTypes());
  manager.addPass(ts::createTSDecompose());
  // Sizes that are computed of constants are constants for what follows.
  manager.addPass(ts::createConvertTSToArith());
  manager.addNestedPass<func::FuncOp>(ts::createTSInferTypes());
  manager.addPass(ts::createConvertTSToArith());
  manager.addPass(ts::createTSCanonicalize());
  manager.addPass(createCSEPass());
}

void ts::buildTensorToLinalgPipeline(OpPassManager &manager) {
  buildRefinementRound(manager);
  OpPassManager promote(ModuleOp::getOperationName());
  promote.addNestedPass<func::FuncOp>(ts::createTSPromoteTensors());
  promote.addNestedPass<func::FuncOp>(ts::createTSPromoteSlots());
  OpPassManager refine(ModuleOp::getOperationName());
  buildRefinementRound(refine);
  manager.addPass(
      ts::createTSWhenChanged(std::move(promote), std::move(refine)));
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(ts::createTSToValue());
  functions.addPass(ts::createTSGuardKernels());
  functions.addPass(ts::createConvertTSToLinalg());
  functions.addPass(ts::createTSResolveSizes());
  functions.addPass(ts::createTSValueToObjects());
  // Of a module at once: a run on a function costs as much as a small function.
  manager.addPass(ts::createTSCanonicalize());
  manager.addPass(createCSEPass());
}

void ts::registerTensorPipelines() {
  PassPipelineRegistration<>("ts-refine",
                             "From ssa form: one round of what makes dtypes "
                             "and sizes of tensors known",
                             buildRefinementRound);
  PassPipelineRegistration<>(
      "ts-tensor-to-linalg",
      "Tensor operators of known dtypes and ranks to linalg on tensors",
      buildTensorToLinalgPipeline);
}
