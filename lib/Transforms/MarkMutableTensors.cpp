//===- MarkMutableTensors.cpp - ts-mark-mutable-tensors -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says of a module whether its tensor literals may be written to.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Analysis/TensorAliases.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSMARKMUTABLETENSORS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

void ts::markMutableTensors(ModuleOp module) {
  if (llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) {
        return TensorAliases(function).writesExternal();
      }))
    module->setAttr(kMutableTensorsAttr, UnitAttr::get(module.getContext()));
}

namespace {
struct MarkMutableTensors
    : public ts::impl::TSMarkMutableTensorsBase<MarkMutableTensors> {
  void runOnOperation() override {
    ts::markMutableTensors(getOperation());
    if (getOperation()->hasAttr(ts::kMutableTensorsAttr))
      ++numMarked;
  }
};
} // namespace
