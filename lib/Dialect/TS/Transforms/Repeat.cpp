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
struct Repeat : public ts::PipelinePass<ts::impl::TSRepeatBase<Repeat>> {
  Repeat(OpPassManager inner, unsigned bound) : PipelinePass(std::move(inner)) {
    maxIterations = bound;
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
};
} // namespace

std::unique_ptr<Pass> ts::createTSRepeat(OpPassManager pipeline,
                                         unsigned maxIterations) {
  return std::make_unique<Repeat>(std::move(pipeline), maxIterations);
}
