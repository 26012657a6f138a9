//===- Schedule.cpp - A user's schedule of kernels ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a sequence of the transform dialect on the kernels of a module.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSCHEDULE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct TSSchedule : public ts::impl::TSScheduleBase<TSSchedule> {
  using TSScheduleBase::TSScheduleBase;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  /// What the file holds; shared by the copies of the pass.
  std::shared_ptr<OwningOpRef<ModuleOp>> sequences;
};

} // namespace

LogicalResult TSSchedule::initialize(MLIRContext *context) {
  if (file.empty())
    return emitError(UnknownLoc::get(context))
           << "ts-schedule needs file=FILE, with a sequence "
              "@__transform_main of the transform dialect";
  sequences = std::make_shared<OwningOpRef<ModuleOp>>();
  return transform::detail::parseTransformModuleFromFile(context, file,
                                                         *sequences);
}

void TSSchedule::runOnOperation() {
  ModuleOp module = getOperation();
  // Kernels are in a module of their own.
  SmallVector<ModuleOp> payloads(module.getBody()->getOps<ModuleOp>());
  if (payloads.empty())
    payloads.push_back(module);
  for (ModuleOp payload : payloads) {
    transform::TransformOpInterface main =
        transform::detail::findTransformEntryPoint(payload, **sequences);
    if (!main || failed(transform::applyTransformNamedSequence(
                     payload, main, **sequences,
                     transform::TransformOptions().enableExpensiveChecks())))
      return signalPassFailure();
    ++numModules;
  }
}
