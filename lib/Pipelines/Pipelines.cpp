//===- Pipelines.cpp - Named pipelines -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which passes make up each phase.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/Pipelines.h"

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"
#include "TorchScript/Frontend/Decompositions/Passes.h"
#include "TorchScript/Pipelines/ExportProgram.h"
#include "TorchScript/Pipelines/KernelPipeline.h"
#include "TorchScript/Pipelines/Specialize.h"
#include "TorchScript/Pipelines/TensorPipeline.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void ts::buildToSCF(OpPassManager &pm) {
  pm.addPass(createConvertTSToArith());
  pm.addPass(createConvertTSToSCF());
  pm.addPass(ts::createTSCanonicalize());
  pm.addPass(createCSEPass());
}

void ts::buildToTSRuntime(OpPassManager &pm) {
  pm.addPass(createConvertTSToTSRuntime());
  pm.addPass(tsrt::createReserveLists());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(tsrt::createLowerControlFlow());
  pm.addPass(tsrt::createLowerRaise());
  pm.addNestedPass<func::FuncOp>(tsrt::createInsertRefcounts());
  pm.addNestedPass<func::FuncOp>(tsrt::createOptimizeRefcounts());
}

void ts::buildToLLVM(OpPassManager &pm) {
  pm.addPass(createConvertTSRuntimeToLLVM());
  pm.addPass(createTSExportLibrary());
}

void ts::buildToLinalg(OpPassManager &pm) {
  buildToSSA(pm);
  buildTensorToLinalgPipeline(pm);
  buildToSCF(pm);
}

void ts::buildToCPU(OpPassManager &pm) {
  buildToLinalg(pm);
  buildKernelPipeline(pm);
  buildToTSRuntime(pm);
  buildToLLVM(pm);
}

void ts::buildApplyDecompositions(OpPassManager &pm,
                                  ArrayRef<std::string> files) {
  buildToSSA(pm);
  TSAddDecompositionsOptions add;
  add.files = files;
  pm.addPass(createTSAddDecompositions(add));
  buildCompileDecompositions(pm.nest<ModuleOp>().nest<ModuleOp>());
  TSDecomposeOptions options;
  options.builtin = false;
  pm.addPass(createTSDecompose(options));
}

namespace {
/// The options of ts-apply-decompositions.
struct DecompositionOptions : public PassPipelineOptions<DecompositionOptions> {
  ListOption<std::string> files{
      *this, "files",
      llvm::cl::desc("TorchScript texts with decompositions of operators")};
};
} // namespace

void ts::registerPipelines() {
  registerLanguagePipelines();
  registerTensorPipelines();
  registerKernelPipelines();
  registerSpecializePipelines();
  registerExportPipelines();
  PassPipelineRegistration<DecompositionOptions>(
      "ts-apply-decompositions",
      "From source or ssa form: users' decompositions in place of operators",
      [](OpPassManager &pm, const DecompositionOptions &options) {
        std::vector<std::string> files(options.files.begin(),
                                       options.files.end());
        buildApplyDecompositions(pm, files);
      });
  PassPipelineRegistration<>(
      "torchscript-to-scf",
      "From ssa form: scalars to arith, structured control flow to scf",
      buildToSCF);
  PassPipelineRegistration<>(
      "torchscript-to-tsrt",
      "From scf: runtime calls, errors and reference counts", buildToTSRuntime);
  PassPipelineRegistration<>(
      "torchscript-to-llvm",
      "From tsrt: the LLVM dialect, and what libraries export", buildToLLVM);
  PassPipelineRegistration<>(
      "torchscript-to-linalg",
      "From source form: linalg, scf, arith, and ts for what stays",
      buildToLinalg);
  PassPipelineRegistration<>(
      "torchscript-to-cpu",
      "From source form: the LLVM dialect for this machine", buildToCPU);
}
