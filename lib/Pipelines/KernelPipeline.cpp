//===- KernelPipeline.cpp - From linalg to machine code's dialect ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases of code generation: form, schedule, bufferize, emit.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/KernelPipeline.h"

#include "TorchScript/Codegen/Passes.h"
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
#include "mlir/Dialect/Linalg/Transforms/TilingInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void ts::buildFormKernels(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(ts::createTSCarryValues());
  manager.addPass(ts::createTSOutlineKernels());
}

void ts::buildScheduleKernels(OpPassManager &manager) {
  OpPassManager &tensors = manager.nest<ModuleOp>().nest<func::FuncOp>();
  tensors.addPass(ts::createConvertLinalgToOneDNN());
  tensors.addPass(ts::createTSPropagateLayouts());
  tensors.addPass(ts::createTSChooseAlgorithms());
  // What a loop computes anew each time: transposed weights, for example.
  tensors.addPass(createLoopInvariantCodeMotionPass());
  tensors.addPass(ts::createTSConcatenateInPlace());
  tensors.addPass(ts::createTSGeneralizeElementwise());
  tensors.addPass(ts::createTSFuseElementwise());
  tensors.addPass(ts::createTSTileAndFuse());
  // No CSE here: two tensor.empty are two buffers.
  tensors.addPass(ts::createTSCanonicalize());
}

void ts::buildBufferizeKernels(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<ModuleOp>();
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
  // What is copied to its own place is seen when places are equal values.
  buffers.addPass(createCSEPass());
  buffers.addPass(ts::createTSCanonicalize());
  buffers.addPass(ts::createTSPackLibraryOperands());
}

/// Loops on buffers to the LLVM dialect; buffers are passed as bare pointers.
static void addLLVMPasses(OpPassManager &kernels) {
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createConvertSCFToCFPass());
  kernels.addNestedPass<func::FuncOp>(ts::createTSExpandMath());
  kernels.addPass(createConvertMathToLibmPass());
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createConvertComplexToLLVMPass());
  kernels.addPass(createConvertVectorToLLVMPass());
  kernels.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functionOptions;
  functionOptions.useBarePtrCallConv = true;
  kernels.addPass(createConvertFuncToLLVMPass(functionOptions));
  kernels.addPass(createConvertIndexToLLVMPass());
  kernels.addPass(createArithToLLVMConversionPass());
  kernels.addPass(createConvertControlFlowToLLVMPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

void ts::buildEmitKernels(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<ModuleOp>();
  kernels.addPass(ts::createTSShareLoops());
  kernels.addNestedPass<func::FuncOp>(ts::createTSVectorizeLoops());
  kernels.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  kernels.addPass(ts::createTSPlanBuffers());
  // Before addresses are taken: its patterns see through memref.view, which
  // moves the aligned pointer.
  kernels.addNestedPass<func::FuncOp>(
      memref::createExpandStridedMetadataPass());
  kernels.addPass(ts::createTSLowerLibraryCalls());
  addLLVMPasses(kernels);
  manager.addPass(ts::createTSQualifySymbols());
  manager.addPass(ts::createTSFlattenKernels());
}

void ts::buildKernelPipeline(OpPassManager &manager) {
  buildFormKernels(manager);
  buildScheduleKernels(manager);
  buildBufferizeKernels(manager);
  buildEmitKernels(manager);
}

void ts::buildProfiledKernelPipeline(OpPassManager &manager) {
  buildFormKernels(manager);
  buildScheduleKernels(manager);
  buildBufferizeKernels(manager);
  manager.nest<ModuleOp>().addPass(ts::createTSProfileKernels());
  buildEmitKernels(manager);
}

void ts::registerKernelPipelineDialects(DialectRegistry &registry) {
  func::registerInlinerExtension(registry);
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerTilingInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tsrt::registerKernelBufferization(registry);
}

void ts::registerKernelPipelines() {
  PassPipelineRegistration<>(
      "ts-form-kernels", "Groups of linalg operations to functions of @kernels",
      buildFormKernels);
  PassPipelineRegistration<>(
      "ts-schedule-kernels",
      "Kernels on tensors: library calls, layouts, fusion",
      buildScheduleKernels);
  PassPipelineRegistration<>("ts-bufferize-kernels",
                             "Kernels on tensors to kernels on buffers",
                             buildBufferizeKernels);
  PassPipelineRegistration<>("ts-emit-kernels",
                             "Kernels on buffers to functions of the LLVM "
                             "dialect beside their callers",
                             buildEmitKernels);
  PassPipelineRegistration<>("ts-compile-kernels",
                             "linalg on tensors to kernels of the LLVM dialect",
                             buildKernelPipeline);
}
