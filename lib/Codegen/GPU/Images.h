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
                          DeviceKind kind);

/// Text or code object of a module in the LLVM dialect.
FailureOr<std::string> compileForChip(ModuleOp module,
                                      const DeviceTarget &target);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_IMAGES_H
