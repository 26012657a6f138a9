//===- LowerWith.cpp - ts-lower-with --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Replaces `ts.with` by `ts.enter`, the body and `ts.exit`.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSLOWERWITH
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct LowerWith : public ts::impl::TSLowerWithBase<LowerWith> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](WithOp op) {
      Operation *terminator = op.getBodyBlock()->getTerminator();
      if (!isa<YieldOp>(terminator)) {
        terminator->emitError("'")
            << terminator->getName()
            << "' leaves a 'ts.with'; run ts-lower-exits before";
        return WalkResult::interrupt();
      }
      lower(op, terminator);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  void lower(WithOp op, Operation *terminator) {
    ++numScopes;
    OpBuilder builder(op);
    Block *body = op.getBodyBlock();
    auto enter = builder.create<EnterOp>(op.getLoc(), body->getArgumentTypes(),
                                         op.getManager());
    for (auto [argument, value] :
         llvm::zip(body->getArguments(), enter->getResults()))
      argument.replaceAllUsesWith(value);
    builder.create<ExitScopeOp>(op.getLoc(), op.getManager());
    terminator->erase();
    Operation *exit = op->getPrevNode();
    op->getBlock()->getOperations().splice(exit->getIterator(),
                                           body->getOperations());
    op->erase();
  }
};

} // namespace
