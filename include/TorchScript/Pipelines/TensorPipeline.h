//===- TensorPipeline.h - The compiled tensor tier --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two phases tensor operators go through: to linalg on tensors, and from
// there to LLVM functions on buffers.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_TENSORPIPELINE_H
#define TORCHSCRIPT_PIPELINES_TENSORPIPELINE_H

namespace mlir {
class DialectRegistry;
class OpPassManager;

namespace ts {

/// One round of what makes the types of tensors known, on ssa form: types of
/// values and containers, sizes and dtypes, decomposition, and the arithmetic
/// on sizes. Sizes answer questions, answers decide conditions, and what they
/// decide has sizes again: rounds may be repeated until nothing changes
/// (--ts-refine).
void buildRefinementRound(OpPassManager &manager);

/// ssa form → linalg on tensors between ts.tensor.value and ts.tensor.ref, in
/// every function of the module. Operators of unknown shape stay.
void buildTensorToLinalgPipeline(OpPassManager &manager);

/// Outlines the linalg operations into kernels and compiles those to functions
/// of the LLVM dialect, called by tsrt.kernel_call.
void buildKernelPipeline(OpPassManager &manager);

/// Adds the dialects and interfaces the kernel pipeline needs.
void registerTensorPipelineDialects(DialectRegistry &registry);

/// Makes `ts-tensor-to-linalg` and `ts-compile-kernels` known to ts-opt.
void registerTensorPipelines();

} // namespace ts
} // namespace mlir

#endif // TORCHSCRIPT_PIPELINES_TENSORPIPELINE_H
