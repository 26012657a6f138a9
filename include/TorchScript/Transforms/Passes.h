//===- Passes.h - Passes of the compiled tensor tier ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes of Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TRANSFORMS_PASSES_H
#define TORCHSCRIPT_TRANSFORMS_PASSES_H

#include "TorchScript/Support/PassStatistic.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ts {

/// Name of the nested module kernel functions are outlined to.
inline constexpr llvm::StringLiteral kKernelModule = "kernels";
/// Function attribute: bytes of workspace a kernel needs.
inline constexpr llvm::StringLiteral kWorkspaceAttr = "ts.workspace";
/// Argument attribute of a kernel: the contents never change, so that what is
/// derived from them may be kept. The value is the literal that has them, where
/// its elements are outside the IR (TensorRefAttr), or unit.
inline constexpr llvm::StringLiteral kConstantAttr = "ts.constant";

/// Attribute of a kernel: the function that computes the sizes of its results
/// and the bytes of its workspace.
inline constexpr llvm::StringLiteral kSizesAttr = "ts.sizes";
/// What is behind a kernel's name in that function's.
inline constexpr llvm::StringLiteral kSizesSuffix = "_sizes";

/// Attribute of a `ts.op` in the decomposition of its own operator: it stays.
inline constexpr llvm::StringLiteral kKernelAttr = "ts.kernel";
/// Module attribute: tensor literals may be written to while the program runs.
inline constexpr llvm::StringLiteral kMutableTensorsAttr = "ts.mutable_tensors";

/// Sets that attribute when a function of the module may write to tensors
/// (ts-mark-mutable-tensors).
void markMutableTensors(ModuleOp module);

#define GEN_PASS_DECL
#include "TorchScript/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "TorchScript/Transforms/Passes.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_TRANSFORMS_PASSES_H
