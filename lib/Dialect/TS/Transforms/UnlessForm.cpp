//===- UnlessForm.cpp - ts-unless-form ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a pipeline on what is not in a form yet.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Support/NestedPipeline.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "VerifiedForms.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSUNLESSFORM
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct UnlessForm
    : public ts::PipelinePass<ts::impl::TSUnlessFormBase<UnlessForm>> {
  UnlessForm(StringRef wanted, OpPassManager inner)
      : PipelinePass(std::move(inner)) {
    form = wanted.str();
  }

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(TSUnlessFormBase::initializeOptions(text, errorHandler)))
      return failure();
    if (!parseForm(form))
      return errorHandler("no form '" + form.getValue() +
                          "'; expected source, ssa or value");
    return readPipeline(errorHandler);
  }

  void runOnOperation() override {
    VerifiedForm wanted = *parseForm(form);
    bool isOutside = getOperation()
                         ->walk([&](Operation *op) {
                           return whyNot(op, wanted).empty()
                                      ? WalkResult::advance()
                                      : WalkResult::interrupt();
                         })
                         .wasInterrupted();
    if (!isOutside) {
      ++numSkipped;
      return;
    }
    ++numRun;
    if (failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};
} // namespace

std::unique_ptr<Pass> ts::createTSUnlessForm(StringRef form,
                                             OpPassManager pipeline) {
  return std::make_unique<UnlessForm>(form, std::move(pipeline));
}
