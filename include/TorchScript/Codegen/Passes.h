//===- Passes.h - Passes of code generation ---------------------*- C++ -*-===//
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

#ifndef TORCHSCRIPT_CODEGEN_PASSES_H
#define TORCHSCRIPT_CODEGEN_PASSES_H

#include "TorchScript/Support/PassStatistic.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Codegen/Passes.h.inc"

/// Runs the pipeline, of a module, on the nested module of that name
/// (ts-on-module).
std::unique_ptr<Pass> createTSOnModule(StringRef module,
                                       OpPassManager pipeline);
std::unique_ptr<Pass> createTSOnModule();

#define GEN_PASS_REGISTRATION
#include "TorchScript/Codegen/Passes.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_PASSES_H
