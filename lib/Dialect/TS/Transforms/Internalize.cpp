//===- Internalize.cpp - ts-internalize -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes all functions but some private.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSINTERNALIZE
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

namespace {
struct Internalize : public ts::impl::TSInternalizeBase<Internalize> {
  using TSInternalizeBase::TSInternalizeBase;

  void runOnOperation() override {
    for (const std::string &name : keep)
      if (!getOperation().lookupSymbol<func::FuncOp>(name)) {
        getOperation().emitError("ts-internalize: no function '")
            << name << "'";
        return signalPassFailure();
      }
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || function.isPrivate() ||
          llvm::is_contained(keep, function.getName()))
        continue;
      function.setPrivate();
      ++numHidden;
    }
  }
};
} // namespace
