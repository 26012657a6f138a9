//===- VerifyDecompositions.cpp - ts-verify-decompositions ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that functions can be put in place of operators.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSVERIFYDECOMPOSITIONS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct VerifyDecompositions
    : public ts::impl::TSVerifyDecompositionsBase<VerifyDecompositions> {
  void runOnOperation() override {
    auto symbol =
        getOperation()->getAttrOfType<FlatSymbolRefAttr>(kDecompositionAttr);
    if (!symbol)
      return;
    ++numVerified;
    auto body = getOperation().lookupSymbol<func::FuncOp>(symbol.getAttr());
    bool isPlain =
        body && body.getBody().hasOneBlock() &&
        getOperation().getOps<ClassOp>().empty() &&
        !body.walk([](func::CallOp) { return WalkResult::interrupt(); })
             .wasInterrupted();
    if (isPlain)
      return;
    auto place = getOperation()->getAttrOfType<LocationAttr>(kDecoratorAttr);
    emitError(place ? Location(place) : getOperation().getLoc(),
              "not supported yet: classes in a decomposition");
    signalPassFailure();
  }
};
} // namespace
