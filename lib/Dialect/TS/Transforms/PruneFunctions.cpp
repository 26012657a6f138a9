//===- PruneFunctions.cpp - ts-prune-functions ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases functions that no public one may call, and methods that name them.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPRUNEFUNCTIONS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct PruneFunctions : public ts::impl::TSPruneFunctionsBase<PruneFunctions> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::SetVector<func::FuncOp> reachable =
        MethodCallGraph(module).findReachable(findEntries(module));
    llvm::DenseSet<StringRef> erased;
    for (auto function : module.getOps<func::FuncOp>())
      if (!reachable.contains(function))
        erased.insert(function.getNameAttr().getValue());
    for (auto declaration : module.getOps<ClassOp>())
      for (auto method :
           llvm::make_early_inc_range(declaration.getBody().getOps<MethodOp>()))
        if (erased.contains(method.getFunction()))
          method.erase();
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (!reachable.contains(function)) {
        function.erase();
        ++numErased;
      }
  }
};
} // namespace
