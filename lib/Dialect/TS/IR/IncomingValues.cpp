//===- IncomingValues.cpp - What branches and loops hand on ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/IncomingValues.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

SmallVector<Value> ts::getIncoming(Value value) {
  SmallVector<Value> incoming;
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = value.getParentBlock()->getParentOp();
  auto branch = dyn_cast<RegionBranchOpInterface>(owner);
  if (!branch)
    return incoming;
  auto collect =
      [&](RegionBranchPoint from,
          llvm::function_ref<OperandRange(RegionBranchPoint)> getOperands) {
        SmallVector<RegionSuccessor> successors;
        branch.getSuccessorRegions(from, successors);
        for (RegionSuccessor &to : successors)
          for (auto [input, operand] :
               llvm::zip(to.getSuccessorInputs(), getOperands(to)))
            if (input == value)
              incoming.push_back(operand);
      };
  collect(RegionBranchPoint::parent(), [&](RegionBranchPoint to) {
    return branch.getEntrySuccessorOperands(to);
  });
  for (Region &region : owner->getRegions()) {
    if (region.empty())
      continue;
    // Others, such as what raises, go nowhere.
    auto end = dyn_cast<RegionBranchTerminatorOpInterface>(
        region.front().getTerminator());
    if (end)
      collect(region, [&](RegionBranchPoint to) {
        return end.getSuccessorOperands(to);
      });
  }
  return incoming;
}
