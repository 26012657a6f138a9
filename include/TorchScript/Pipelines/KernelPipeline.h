//===- KernelPipeline.h - The phases of code generation ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// linalg on tensors to LLVM functions on buffers, in four phases. Each works on
// what the one before leaves and runs alone in ts-opt.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_KERNELPIPELINE_H
#define TORCHSCRIPT_PIPELINES_KERNELPIPELINE_H

namespace mlir {
class DialectRegistry;
class OpPassManager;

namespace ts {
struct ConstantPacking;

/// Groups of linalg operations become functions on tensors in the nested module
/// `@kernels`, called by tsrt.kernel_call (--ts-form-kernels).
void buildFormKernels(OpPassManager &manager);

/// Decides on tensors how kernels compute: library calls, layouts, fusion
/// (--ts-schedule-kernels).
void buildScheduleKernels(OpPassManager &manager);

/// Tensors of kernels become buffers (--ts-bufferize-kernels).
void buildBufferizeKernels(OpPassManager &manager);

/// Buffers get their places in the workspace, linalg becomes loops, and kernels
/// become functions of the LLVM dialect in the outer module
/// (--ts-emit-kernels).
void buildEmitKernels(OpPassManager &manager);

/// All four phases (--ts-compile-kernels).
void buildKernelPipeline(OpPassManager &manager);

/// The same with weights that `packing`, which outlives the pipeline, packs.
void buildPackedKernelPipeline(OpPassManager &manager,
                               const ConstantPacking &packing);

/// The same, with kernels that say which part of them runs
/// (ts-profile-kernels).
void buildProfiledKernelPipeline(OpPassManager &manager);

/// The kernels of `@device_kernels` (ts-split-kernels) on tensors become kernels
/// on buffers (--ts-schedule-device-kernels).
void buildScheduleDeviceKernels(OpPassManager &manager);

/// What they compute becomes launches of functions of a gpu.module
/// (--ts-launch-device-kernels).
void buildLaunchDeviceKernels(OpPassManager &manager);

/// Launches become calls of the runtime in host code of the LLVM dialect, and
/// the gpu.module images (--ts-emit-device-kernels).
void buildEmitDeviceKernels(OpPassManager &manager);

/// All phases for a program with targets (`ts.device`), where kernels without a
/// form on devices are compiled for the processor (--torchscript-to-gpu).
void buildDeviceKernelPipeline(OpPassManager &manager);

/// The same with buildProfiledKernelPipeline() for the latter.
void buildProfiledDeviceKernelPipeline(OpPassManager &manager);

/// Adds the dialects and interfaces the phases need.
void registerKernelPipelineDialects(DialectRegistry &registry);

/// Makes the pipelines known to ts-opt.
void registerKernelPipelines();

} // namespace ts
} // namespace mlir

#endif // TORCHSCRIPT_PIPELINES_KERNELPIPELINE_H
