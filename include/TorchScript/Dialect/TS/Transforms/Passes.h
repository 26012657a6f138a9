//===- Passes.h - Passes on the ts dialect ----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_H
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"

/// Adds the passes from source form to ssa form: no slots, no exits.
void buildToSSA(OpPassManager &pm);

/// Adds the patterns of `ts-refine-types`.
void populateRefineTypesPatterns(RewritePatternSet &patterns);

/// Adds the patterns of `ts-scalarize-containers`.
void populateScalarizeContainersPatterns(RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_H
