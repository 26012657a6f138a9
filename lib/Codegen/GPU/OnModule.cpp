//===- OnModule.cpp - ts-on-module ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a pipeline on one of the nested modules of kernels.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Support/NestedPipeline.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSONMODULE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct OnModule : public ts::PipelinePass<ts::impl::TSOnModuleBase<OnModule>> {
  OnModule(StringRef name, OpPassManager inner)
      : PipelinePass(std::move(inner)) {
    module = name.str();
  }

  void runOnOperation() override {
    auto inner = getOperation().lookupSymbol<ModuleOp>(module);
    if (!inner)
      return;
    ++numRuns;
    if (failed(runPipeline(manager, inner)))
      signalPassFailure();
  }
};
} // namespace

std::unique_ptr<Pass> ts::createTSOnModule(StringRef module,
                                           OpPassManager pipeline) {
  return std::make_unique<OnModule>(module, std::move(pipeline));
}

/// What ts-opt makes before it reads the options.
std::unique_ptr<Pass> ts::createTSOnModule() {
  return createTSOnModule("", OpPassManager(ModuleOp::getOperationName()));
}
