//===- TensorPipeline.cpp - The compiled tensor tier ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes from tensor operators to compiled kernels.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/TensorPipeline.h"

#include "TorchScript/Conversion/LinalgPasses.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void ts::buildRefinementRound(OpPassManager &manager) {
  manager.addPass(ts::createTSRefineTypes());
  manager.addPass(ts::createTSScalarizeContainers());
  manager.addNestedPass<func::FuncOp>(ts::createTSInferTypes());
  manager.addPass(ts::createTSDecompose());
  manager.addNestedPass<func::FuncOp>(ts::createTSInferTypes());
  manager.addPass(ts::createConvertTSToArith());
  manager.addPass(ts::createTSCanonicalize());
  manager.addPass(createCSEPass());
}

void ts::buildTensorToLinalgPipeline(OpPassManager &manager) {
  buildRefinementRound(manager);
  manager.addNestedPass<func::FuncOp>(ts::createTSPromoteTensors());
  manager.addNestedPass<func::FuncOp>(ts::createTSPromoteSlots());
  buildRefinementRound(manager);
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(ts::createTSToValue());
  functions.addPass(ts::createConvertTSToLinalg());
  functions.addPass(ts::createTSValueToObjects());
  // Of a module at once: a run on a function costs as much as a small function.
  manager.addPass(ts::createTSCanonicalize());
  manager.addPass(createCSEPass());
}

/// Linalg on tensors to calls and loops on buffers, per kernel.
static void addBufferPasses(OpPassManager &kernels) {
  OpPassManager &tensors = kernels.nest<func::FuncOp>();
  tensors.addPass(ts::createConvertLinalgToOneDNN());
  tensors.addPass(createLinalgElementwiseOpFusionPass());
  // No CSE here: two tensor.empty are two buffers.
  tensors.addPass(ts::createTSCanonicalize());
  kernels.addPass(bufferization::createEmptyTensorEliminationPass());
  // Copies become loops: memref.copy of strided buffers would need a library.
  bufferization::OneShotBufferizationOptions options;
  options.memCpyFn = [](OpBuilder &builder, Location loc, Value from,
                        Value to) {
    builder.create<linalg::CopyOp>(loc, from, to);
    return success();
  };
  kernels.addPass(bufferization::createOneShotBufferizePass(options));
  OpPassManager &buffers = kernels.nest<func::FuncOp>();
  buffers.addPass(ts::createTSCanonicalize());
  buffers.addPass(createCSEPass());
  buffers.addPass(ts::createTSPackLibraryOperands());
  buffers.addPass(createConvertLinalgToLoopsPass());
  kernels.addPass(ts::createTSPlanBuffers());
  // Before addresses are taken: its patterns see through memref.view, which
  // moves the aligned pointer.
  kernels.addNestedPass<func::FuncOp>(
      memref::createExpandStridedMetadataPass());
  kernels.addPass(ts::createTSLowerLibraryCalls());
}

/// Loops on buffers to the LLVM dialect; buffers are passed as bare pointers.
static void addLLVMPasses(OpPassManager &kernels) {
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createConvertSCFToCFPass());
  kernels.addNestedPass<func::FuncOp>(ts::createTSExpandMath());
  kernels.addPass(createConvertMathToLibmPass());
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functionOptions;
  functionOptions.useBarePtrCallConv = true;
  kernels.addPass(createConvertFuncToLLVMPass(functionOptions));
  kernels.addPass(createConvertIndexToLLVMPass());
  kernels.addPass(createArithToLLVMConversionPass());
  kernels.addPass(createConvertControlFlowToLLVMPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

void ts::buildKernelPipeline(OpPassManager &manager) {
  manager.addPass(ts::createTSOutlineKernels());
  OpPassManager &kernels = manager.nest<ModuleOp>();
  addBufferPasses(kernels);
  addLLVMPasses(kernels);
  manager.addPass(ts::createTSQualifySymbols());
  manager.addPass(ts::createTSFlattenKernels());
}

void ts::registerTensorPipelineDialects(DialectRegistry &registry) {
  func::registerInlinerExtension(registry);
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tsrt::registerKernelBufferization(registry);
}

void ts::registerTensorPipelines() {
  PassPipelineRegistration<>("ts-refine",
                             "From ssa form: one round of what makes dtypes "
                             "and sizes of tensors known",
                             buildRefinementRound);
  PassPipelineRegistration<>(
      "ts-tensor-to-linalg",
      "Tensor operators of known shapes to linalg on tensors",
      buildTensorToLinalgPipeline);
  PassPipelineRegistration<>("ts-compile-kernels",
                             "linalg on tensors to kernels of the LLVM dialect",
                             buildKernelPipeline);
}
