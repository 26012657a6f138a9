//===- Passes.h - Passes on the ts dialect ----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_H
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_H

#include "TorchScript/Support/PassStatistic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"

/// A pass that runs `pipeline` until it changes nothing, `maxIterations` times
/// at most (ts-repeat).
std::unique_ptr<Pass> createTSRepeat(OpPassManager pipeline = {},
                                     unsigned maxIterations = 8);

/// A pass that runs `pipeline` on what is not in a form yet (ts-unless-form).
std::unique_ptr<Pass> createTSUnlessForm(StringRef form = "ssa",
                                         OpPassManager pipeline = {});

/// A pass that runs `pipeline`, and `then` where that changed something
/// (ts-when-changed).
std::unique_ptr<Pass> createTSWhenChanged(OpPassManager pipeline = {},
                                          OpPassManager then = {});

/// Adds the patterns of `ts-refine-types`.
void populateRefineTypesPatterns(RewritePatternSet &patterns);

/// Adds the patterns of `ts-scalarize-containers`.
void populateScalarizeContainersPatterns(RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_H
