//===- TensorPipeline.h - Tensor operators to linalg -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor operators to linalg on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_TENSORPIPELINE_H
#define TORCHSCRIPT_PIPELINES_TENSORPIPELINE_H

namespace mlir {
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

/// Makes `ts-refine` and `ts-tensor-to-linalg` known to ts-opt.
void registerTensorPipelines();

} // namespace ts
} // namespace mlir

#endif // TORCHSCRIPT_PIPELINES_TENSORPIPELINE_H
