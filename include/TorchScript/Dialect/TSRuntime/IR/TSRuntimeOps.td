//===- TSRuntimeOps.td - All operations of tsrt -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEOPS_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEOPS_TD

include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeContainerOps.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeErrorOps.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeKernelOps.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeOwnershipOps.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeTensorOps.td"

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEOPS_TD
