//===- KernelOps.h - Bufferization of library calls -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers how tsrt.library_call takes part in one-shot bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_KERNELOPS_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_KERNELOPS_H

namespace mlir {
class DialectRegistry;

namespace tsrt {
/// Adds the bufferization interface of tsrt.library_call to the registry.
void registerKernelBufferization(DialectRegistry &registry);
} // namespace tsrt
} // namespace mlir

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_KERNELOPS_H
