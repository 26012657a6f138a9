//===- Passes.h - Passes that read texts ----------------------------------===//
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

#ifndef TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_PASSES_H
#define TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Frontend/Decompositions/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "TorchScript/Frontend/Decompositions/Passes.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_PASSES_H
