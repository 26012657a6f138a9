//===- ToSSA.cpp - From source form to ssa form ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that remove slots and exits.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void ts::buildToSSA(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createTSLowerExits());
  pm.addNestedPass<func::FuncOp>(createTSLowerWith());
  pm.addNestedPass<func::FuncOp>(createTSPromoteSlots());
  pm.addPass(ts::createTSCanonicalize());
  pm.addPass(createCSEPass());
}
