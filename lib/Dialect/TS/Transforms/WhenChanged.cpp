//===- WhenChanged.cpp - ts-when-changed ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a pipeline, and another where that changed something.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Support/NestedPipeline.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSWHENCHANGED
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

namespace {
struct WhenChanged : public ts::impl::TSWhenChangedBase<WhenChanged> {
  WhenChanged(OpPassManager cause, OpPassManager consequence)
      : first(std::move(cause)), second(std::move(consequence)) {
    if (first.empty() || second.empty())
      return;
    pipeline = ts::spellPipeline(first);
    then = ts::spellPipeline(second);
  }
  WhenChanged(const WhenChanged &other)
      : TSWhenChangedBase(other), first(other.first), second(other.second) {}

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(TSWhenChangedBase::initializeOptions(text, errorHandler)) ||
        failed(ts::parsePipeline("pipeline", pipeline, first, errorHandler)))
      return failure();
    return ts::parsePipeline("then", then, second, errorHandler);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    TSWhenChangedBase::getDependentDialects(registry);
    first.getDependentDialects(registry);
    second.getDependentDialects(registry);
  }

  void runOnOperation() override {
    OperationFingerPrint before(getOperation());
    if (failed(runPipeline(first, getOperation())))
      return signalPassFailure();
    if (before == OperationFingerPrint(getOperation())) {
      ++numUnchanged;
      return;
    }
    ++numChanged;
    if (failed(runPipeline(second, getOperation())))
      signalPassFailure();
  }

private:
  OpPassManager first, second;
};
} // namespace

std::unique_ptr<Pass> ts::createTSWhenChanged(OpPassManager pipeline,
                                              OpPassManager then) {
  return std::make_unique<WhenChanged>(std::move(pipeline), std::move(then));
}
