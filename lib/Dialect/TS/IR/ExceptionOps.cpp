//===- ExceptionOps.cpp - Raising and asserting ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Verifiers and canonicalization.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

LogicalResult AssertOp::verifyRegions() {
  if (getMessage().empty())
    return success();
  auto yield = dyn_cast<YieldOp>(getMessage().front().back());
  if (!yield || yield.getNumOperands() != 1 ||
      !isa<StrType>(yield.getOperand(0).getType()))
    return emitOpError("expects a message that yields one !ts.str");
  return success();
}

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  BoolAttr known;
  if (!matchPattern(op.getCondition(), m_Constant(&known)) || !known.getValue())
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult ThrowOp::canonicalize(ThrowOp op, PatternRewriter &rewriter) {
  // What follows is not reached: it keeps only what the terminator needs.
  SmallVector<Operation *> dead;
  Block *block = op->getBlock();
  Operation *terminator = block->getTerminator();
  for (Operation *next = op->getNextNode(); next && next != terminator;
       next = next->getNextNode())
    if (!isa<UninitializedOp>(next))
      dead.push_back(next);
  bool changed = !dead.empty();
  rewriter.setInsertionPoint(terminator);
  for (OpOperand &operand : terminator->getOpOperands()) {
    if (operand.get().getDefiningOp<UninitializedOp>())
      continue;
    Value unknown =
        rewriter.create<UninitializedOp>(op.getLoc(), operand.get().getType());
    rewriter.modifyOpInPlace(terminator, [&] { operand.set(unknown); });
    changed = true;
  }
  // Other blocks may use what is not computed any more.
  for (Operation *next : dead)
    for (Value result : next->getResults()) {
      auto isElsewhere = [&](OpOperand &use) {
        return !block->findAncestorOpInBlock(*use.getOwner());
      };
      if (llvm::none_of(result.getUses(), isElsewhere))
        continue;
      Value unknown =
          rewriter.create<UninitializedOp>(op.getLoc(), result.getType());
      rewriter.replaceUsesWithIf(result, unknown, isElsewhere);
    }
  for (Operation *next : llvm::reverse(dead))
    rewriter.eraseOp(next);
  return success(changed);
}
