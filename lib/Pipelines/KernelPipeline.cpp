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

#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Codegen/PackConstants.h"
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

/// Schedules the kernels of a module for the processor; their weights are
/// packed by `packing` where it is not null.
static void addSchedule(OpPassManager &kernels,
                        const ts::ConstantPacking *packing = nullptr) {
  {
    OpPassManager &tensors = kernels.nest<func::FuncOp>();
    tensors.addPass(ts::createConvertLinalgToOneDNN());
    tensors.addPass(ts::createTSPropagateLayouts());
    tensors.addPass(ts::createTSChooseAlgorithms());
  }
  if (packing)
    kernels.addPass(ts::createTSPackConstants(*packing));
  OpPassManager &tensors = kernels.nest<func::FuncOp>();
  // What a loop computes anew each time: transposed weights, for example.
  tensors.addPass(createLoopInvariantCodeMotionPass());
  tensors.addPass(ts::createTSConcatenateInPlace());
  tensors.addPass(ts::createTSClampWindows());
  tensors.addPass(ts::createTSGeneralizeElementwise());
  tensors.addPass(ts::createTSFuseElementwise());
  tensors.addPass(ts::createTSTileAndFuse());
  // No CSE here: two tensor.empty are two buffers.
  tensors.addPass(ts::createTSCanonicalize());
}

void ts::buildScheduleKernels(OpPassManager &manager) {
  addSchedule(manager.nest<ModuleOp>());
}

/// Kernels of a module on tensors to kernels on buffers, whose first elements
/// are aligned to so many bytes.
static void addBufferization(OpPassManager &kernels, unsigned alignment = 64) {
  kernels.addPass(bufferization::createEmptyTensorEliminationPass());
  // Copies become loops: memref.copy of strided buffers would need a library.
  bufferization::OneShotBufferizationOptions options;
  options.bufferAlignment = alignment;
  options.memCpyFn = [](OpBuilder &builder, Location loc, Value from,
                        Value to) {
    builder.create<linalg::CopyOp>(loc, from, to);
    return success();
  };
  kernels.addPass(bufferization::createOneShotBufferizePass(options));
  OpPassManager &buffers = kernels.nest<func::FuncOp>();
  // Before sizes are read from shapes.
  buffers.addPass(ts::createTSResolveReshapes());
  // What is copied to its own place is seen when places are equal values.
  buffers.addPass(createCSEPass());
  buffers.addPass(ts::createTSCanonicalize());
}

void ts::buildBufferizeKernels(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<ModuleOp>();
  addBufferization(kernels);
  kernels.addNestedPass<func::FuncOp>(ts::createTSPackLibraryOperands());
}

/// Loops on buffers to the LLVM dialect; buffers are passed as bare pointers.
static void addLLVMPasses(OpPassManager &kernels) {
  kernels.addPass(createLowerAffinePass());
  kernels.addNestedPass<func::FuncOp>(ts::createTSExpandMath());
  kernels.addPass(createConvertSCFToCFPass());
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

/// Kernels of a module on buffers to functions of the LLVM dialect.
static void addEmission(OpPassManager &kernels) {
  kernels.addPass(ts::createTSSplitLoops());
  kernels.addPass(ts::createTSShareLoops());
  // All versions of a kernel have the same plan.
  kernels.addPass(ts::createTSPlanBuffers());
  kernels.addPass(ts::createTSVersionKernels());
  kernels.addNestedPass<func::FuncOp>(ts::createTSVectorizeLoops());
  kernels.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // Before addresses are taken: its patterns see through memref.view, which
  // moves the aligned pointer.
  kernels.addNestedPass<func::FuncOp>(
      memref::createExpandStridedMetadataPass());
  kernels.addPass(ts::createTSLowerLibraryCalls());
  addLLVMPasses(kernels);
}

/// Puts compiled kernels beside their callers.
static void addFlattening(OpPassManager &manager) {
  manager.addPass(ts::createTSQualifySymbols());
  manager.addPass(ts::createTSFlattenKernels());
}

void ts::buildEmitKernels(OpPassManager &manager) {
  addEmission(manager.nest<ModuleOp>());
  addFlattening(manager);
}

void ts::buildPackedKernelPipeline(OpPassManager &manager,
                                   const ConstantPacking &packing) {
  buildFormKernels(manager);
  addSchedule(manager.nest<ModuleOp>(), &packing);
  buildBufferizeKernels(manager);
  buildEmitKernels(manager);
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

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Kernels of a module on tensors to kernels on buffers, as devices like them.
static void addDeviceSchedule(OpPassManager &kernels) {
  OpPassManager &tensors = kernels.nest<func::FuncOp>();
  tensors.addPass(ts::createTSPrepareConstants());
  tensors.addPass(createLoopInvariantCodeMotionPass());
  tensors.addPass(ts::createTSGeneralizeElementwise());
  tensors.addPass(ts::createTSNarrowProducts());
  tensors.addPass(ts::createTSFuseElementwise());
  tensors.addPass(ts::createTSCanonicalize());
  // Folding makes constants of tensors, too.
  tensors.addPass(ts::createTSPrepareConstants());
  // Drivers that know no pointers into buffers want parts of them so aligned.
  addBufferization(kernels, /*alignment=*/256);
}

/// Kernels of a module on buffers to launches of functions of a gpu.module.
static void addLaunches(OpPassManager &kernels) {
  OpPassManager &functions = kernels.nest<func::FuncOp>();
  functions.addPass(ts::createTSMapToLaunches());
  functions.addPass(ts::createTSExpandMath());
  functions.addPass(createLowerAffinePass());
  functions.addPass(ts::createTSCanonicalize());
  functions.addPass(createCSEPass());
  kernels.addPass(ts::createTSOutlineLaunches());
  kernels.addNestedPass<gpu::GPUModuleOp>(createCanonicalizerPass());
}

/// Launches to calls of the runtime, device code to images, and host code to
/// the LLVM dialect.
static void addImages(OpPassManager &kernels) {
  kernels.addPass(ts::createTSPlanBuffers());
  // Before addresses are taken, as for the processor.
  kernels.addNestedPass<func::FuncOp>(
      memref::createExpandStridedMetadataPass());
  kernels.addPass(ts::createTSLowerLaunches());
  kernels.addPass(ts::createTSSerializeKernels());
  addLLVMPasses(kernels);
}

void ts::buildScheduleDeviceKernels(OpPassManager &manager) {
  OpPassManager kernels(ModuleOp::getOperationName());
  addDeviceSchedule(kernels);
  manager.addPass(createTSOnModule(kDeviceKernelModule, std::move(kernels)));
}

void ts::buildLaunchDeviceKernels(OpPassManager &manager) {
  OpPassManager kernels(ModuleOp::getOperationName());
  addLaunches(kernels);
  manager.addPass(createTSOnModule(kDeviceKernelModule, std::move(kernels)));
}

void ts::buildEmitDeviceKernels(OpPassManager &manager) {
  OpPassManager kernels(ModuleOp::getOperationName());
  addImages(kernels);
  manager.addPass(createTSOnModule(kDeviceKernelModule, std::move(kernels)));
}

/// The phases for devices, and for the kernels that stay on the processor.
static void addDevicePhases(OpPassManager &manager, bool isProfiled) {
  ts::buildFormKernels(manager);
  manager.addPass(ts::createTSSplitKernels());
  OpPassManager kernels(ModuleOp::getOperationName());
  addSchedule(kernels);
  addBufferization(kernels);
  kernels.addNestedPass<func::FuncOp>(ts::createTSPackLibraryOperands());
  if (isProfiled)
    kernels.addPass(ts::createTSProfileKernels());
  addEmission(kernels);
  manager.addPass(ts::createTSOnModule(ts::kKernelModule, std::move(kernels)));
  ts::buildScheduleDeviceKernels(manager);
  ts::buildLaunchDeviceKernels(manager);
  ts::buildEmitDeviceKernels(manager);
  addFlattening(manager);
}

void ts::buildDeviceKernelPipeline(OpPassManager &manager) {
  addDevicePhases(manager, /*isProfiled=*/false);
}

void ts::buildProfiledDeviceKernelPipeline(OpPassManager &manager) {
  addDevicePhases(manager, /*isProfiled=*/true);
}

namespace {
/// The options of torchscript-to-gpu.
struct DeviceOptions : public PassPipelineOptions<DeviceOptions> {
  ListOption<std::string> targets{
      *this, "target",
      llvm::cl::desc("spirv, nvvm[:CHIP], rocdl[:CHIP]; each gives an image")};
  Option<std::string> chip{
      *this, "chip", llvm::cl::desc("the chip of a target that names none")};
};
} // namespace

static void buildToGPU(OpPassManager &manager, const DeviceOptions &options) {
  ts::TSSetDeviceOptions device;
  std::vector<std::string> targets(options.targets.begin(),
                                   options.targets.end());
  device.targets = targets;
  device.chip = options.chip;
  manager.addPass(ts::createTSSetDevice(device));
  ts::buildDeviceKernelPipeline(manager);
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
  PassPipelineRegistration<>(
      "ts-schedule-device-kernels",
      "Kernels for devices on tensors to kernels on buffers",
      buildScheduleDeviceKernels);
  PassPipelineRegistration<>("ts-launch-device-kernels",
                             "Kernels for devices on buffers to launches",
                             buildLaunchDeviceKernels);
  PassPipelineRegistration<>("ts-emit-device-kernels",
                             "Launches to calls of the runtime and images",
                             buildEmitDeviceKernels);
  PassPipelineRegistration<DeviceOptions>(
      "torchscript-to-gpu",
      "linalg on tensors to kernels for devices, in images beside their host "
      "code, and for the processor",
      buildToGPU);
  PassPipelineRegistration<>("ts-compile-kernels",
                             "linalg on tensors to kernels of the LLVM dialect",
                             buildKernelPipeline);
}
