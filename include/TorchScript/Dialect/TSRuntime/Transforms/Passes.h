//===- Passes.h - Passes on tsrt -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors and ownership made explicit: the passes below control flow.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_PASSES_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_PASSES_H

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Support/PassStatistic.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::tsrt {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h.inc"

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_PASSES_H
