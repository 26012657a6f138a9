//===- Inline.cpp - ts-inline ---------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlines calls, but none of functions that may call themselves.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Inliner.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSINLINE
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

namespace {
/// The functions on a cycle of calls.
llvm::DenseSet<CallGraphNode *> findRecursive(const CallGraph &graph) {
  llvm::DenseSet<CallGraphNode *> found;
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd();
       ++component)
    if (component.hasCycle())
      found.insert(component->begin(), component->end());
  return found;
}

struct Inline : public ts::impl::TSInlineBase<Inline> {
  void runOnOperation() override {
    Operation *module = getOperation();
    if (!module->hasTrait<OpTrait::SymbolTable>()) {
      module->emitOpError("has no symbols: calls are inlined in a module");
      return signalPassFailure();
    }
    CallGraph &graph = getAnalysis<CallGraph>();
    llvm::DenseSet<CallGraphNode *> recursive = findRecursive(graph);
    InlinerConfig config(
        [](OpPassManager &inner) { inner.addPass(ts::createTSCanonicalize()); },
        /*maxInliningIterations=*/4);
    Inliner inliner(
        module, graph, *this, getAnalysisManager(),
        [](Pass &pass, OpPassManager &pipeline, Operation *function) {
          return static_cast<Inline &>(pass).runPipeline(pipeline, function);
        },
        config,
        [&](const Inliner::ResolvedCall &resolved) {
          return !recursive.contains(resolved.targetNode);
        });
    if (failed(inliner.doInlining()))
      signalPassFailure();
  }
};
} // namespace
