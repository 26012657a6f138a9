//===- Images.h - Device code as bytes --------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each form of device code is made by.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_IMAGES_H
#define TORCHSCRIPT_CODEGEN_GPU_IMAGES_H

#include "TorchScript/Codegen/DeviceTarget.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include <string>

namespace mlir::ts {

/// Runs a pipeline on a module inside of the pass's operation.
using RunPipelineFn =
    llvm::function_ref<LogicalResult(OpPassManager &, Operation *)>;

/// Threads that can read each other's registers: those of a block whose numbers
/// are equal when divided by this. AMD's chips have groups of 64, too.
inline constexpr int64_t kExchangeWidth = 32;

/// Expands the gpu.all_reduce of a kernel: by exchanges of registers, or by a
/// tree in memory of the block. Reports blocks that have no size for that.
LogicalResult expandTotals(gpu::GPUFuncOp kernel, bool hasExchanges);

/// Lets the matrix units of the target's chip compute the products by tiles of a
/// kernel, where it has units for their elements and tiles are large enough.
void useTensorCores(gpu::GPUFuncOp kernel, const DeviceTarget &target);

/// SPIR-V for OpenCL of the flat kernels of `code`, which is a copy that this
/// may change, alone in `module`. Reports what has no form.
FailureOr<std::string> makeSPIRV(ModuleOp module, gpu::GPUModuleOp code,
                                 RunPipelineFn run);

/// The same as PTX text with a null byte behind it, or as a code object.
FailureOr<std::string> makeMachineCode(ModuleOp module, gpu::GPUModuleOp code,
                                       const DeviceTarget &target,
                                       RunPipelineFn run);

/// Makes functions of the LLVM dialect's memory and the chip's registers of the
/// kernels of `code` and puts them into `module`; the first step of
/// makeMachineCode().
LogicalResult lowerToChip(ModuleOp module, gpu::GPUModuleOp code,
                          const DeviceTarget &target);

/// Text or code object of a module in the LLVM dialect.
FailureOr<std::string> compileForChip(ModuleOp module,
                                      const DeviceTarget &target);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_IMAGES_H
