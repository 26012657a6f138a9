//===- TSToTSRuntime.cpp - The ts dialect to tsrt -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements convert-ts-to-tsrt: applies the patterns, then reports what is
// left that the machine code cannot express.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/Forms.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TS/IR/RemoteCalls.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTTSTOTSRUNTIME
#include "TorchScript/Conversion/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// The operations of `ts` that convert-tsrt-to-llvm understands.
bool mayStay(Operation *op) {
  if (isa<RpcOp>(op))
    return op->hasAttr(kCheckedAttr);
  return isa<AttrOp, ClassOp, ConstantDeviceOp, ConstantEnumOp, ConstantNoneOp,
             ConstantStrOp, DerefineOp, EnumOp, ForkOp, GetAttrOp, GlobalLoadOp,
             GlobalOp, GlobalStoreOp, InterfaceOp, IsInstanceOp, IsNoneOp,
             LiteralOp, MethodOp, NewOp, ObjectOp, ObjectRefOp, BoxOp,
             SetAttrOp, SignatureOp, TensorLiteralOp, ThrowOp, TupleConstructOp,
             TupleIndexOp, TupleSliceOp, UnboxOp, UncheckedCastOp, TensorRefOp,
             TensorValueOp, TensorOverwriteOp>(op);
}

/// What the program wrote, for the message about an operation that is left.
std::string describe(Operation *op) {
  if (auto unsupported = dyn_cast<UnsupportedOp>(op))
    return unsupported.getConstruct().str();
  if (auto operatorOp = dyn_cast<OperatorOp>(op))
    return operatorOp.getName().str() + " on builtin tensors";
  if (isa<EnterOp, ExitScopeOp, WithOp>(op))
    return "with";
  if (auto call = dyn_cast<CallMethodOp>(op))
    return "method '" + call.getName().str() + "' of " +
           spellType(call.getObject().getType());
  return op->getName().getStringRef().str();
}

struct ConvertTSToTSRuntime
    : ts::impl::ConvertTSToTSRuntimeBase<ConvertTSToTSRuntime> {
  void runOnOperation() override {
    if (failed(requireForm(getOperation(), Form::SCF)))
      return signalPassFailure();
    getOperation()->walk([&](OperatorOp) { ++numOperators; });
    RewritePatternSet patterns(&getContext());
    populateTSToTSRuntimePatterns(patterns);
    if (failed(
            applyPatternsAndFoldGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    ts::restoreLocations(getOperation());
    bool clean = true;
    getOperation()->walk([&](Operation *op) {
      if (!isa<TSDialect>(op->getDialect()) || mayStay(op))
        return;
      op->emitError("not supported yet: ") << describe(op);
      clean = false;
    });
    if (!clean)
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) {
      if (isa<tsrt::OpCallOp, tsrt::RuntimeCallOp>(op))
        ++numCalls;
    });
  }
};

} // namespace

void ts::populateTSToTSRuntimePatterns(RewritePatternSet &patterns) {
  populateContainerPatterns(patterns);
  populateDirectCallPatterns(patterns);
  populateOperatorPatterns(patterns);
  populateRemoteCallPatterns(patterns);
  populateScopePatterns(patterns);
  populateTensorElementPatterns(patterns);
}
