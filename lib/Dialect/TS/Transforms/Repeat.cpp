//===- Repeat.cpp - ts-repeat ---------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a pipeline until it changes nothing.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Support/NestedPipeline.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSREPEAT
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

namespace {
struct Repeat : public ts::impl::TSRepeatBase<Repeat> {
  Repeat(OpPassManager inner, unsigned bound) : manager(std::move(inner)) {
    if (!manager.empty())
      pipeline = ts::spellPipeline(manager);
    maxIterations = bound;
  }
  Repeat(const Repeat &other) : TSRepeatBase(other), manager(other.manager) {}

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(TSRepeatBase::initializeOptions(text, errorHandler)))
      return failure();
    return ts::parsePipeline("pipeline", pipeline, manager, errorHandler);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    TSRepeatBase::getDependentDialects(registry);
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    OperationFingerPrint before(getOperation());
    for (unsigned i = 0; i < maxIterations; ++i) {
      if (failed(runPipeline(manager, getOperation())))
        return signalPassFailure();
      ++numIterations;
      OperationFingerPrint after(getOperation());
      if (before == after) {
        ++numStable;
        return;
      }
      before = after;
    }
    ++numCut;
  }

private:
  OpPassManager manager;
};
} // namespace

std::unique_ptr<Pass> ts::createTSRepeat(OpPassManager pipeline,
                                         unsigned maxIterations) {
  return std::make_unique<Repeat>(std::move(pipeline), maxIterations);
}
