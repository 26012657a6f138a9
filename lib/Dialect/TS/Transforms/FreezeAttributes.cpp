//===- FreezeAttributes.cpp - ts-freeze-attributes ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes constants of attributes that are never assigned.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "ObjectState.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFREEZEATTRIBUTES
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct FreezeAttributes
    : public ts::impl::TSFreezeAttributesBase<FreezeAttributes> {
  void runOnOperation() override {
    MethodCallGraph graph(getOperation());
    llvm::SetVector<func::FuncOp> running =
        graph.findReachable(findEntries(getOperation()));
    ObjectState state(getOperation(), running);
    for (func::FuncOp function : running)
      function.walk([&](GetAttrOp read) {
        Value constant = state.makeConstant(read);
        if (!constant) {
          ++numKept;
          return;
        }
        read.replaceAllUsesWith(constant);
        read.erase();
        ++numConstants;
      });
  }
};
} // namespace
