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
struct OnModule : public ts::impl::TSOnModuleBase<OnModule> {
  OnModule(StringRef name, OpPassManager inner) : manager(std::move(inner)) {
    if (!manager.empty())
      pipeline = ts::spellPipeline(manager);
    module = name.str();
  }
  OnModule(const OnModule &other)
      : TSOnModuleBase(other), manager(other.manager) {}

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(TSOnModuleBase::initializeOptions(text, errorHandler)))
      return failure();
    return ts::parsePipeline("pipeline", pipeline, manager, errorHandler);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    TSOnModuleBase::getDependentDialects(registry);
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    auto inner = getOperation().lookupSymbol<ModuleOp>(module);
    if (!inner)
      return;
    ++numRuns;
    if (failed(runPipeline(manager, inner)))
      signalPassFailure();
  }

private:
  OpPassManager manager;
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
