//===- OptimizeRefcounts.cpp - Fewer retains and releases -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements tsrt-optimize-refcounts: cancels pairs and makes loads borrowed.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "TorchScript/Dialect/TSRuntime/IR/RuntimeFunctions.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Ownership.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tsrt {
#define GEN_PASS_DEF_OPTIMIZEREFCOUNTS
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h.inc"
} // namespace mlir::tsrt

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// How many operations of a block are looked at from one.
constexpr unsigned kMaxDistance = 500;

/// True when `op` cannot drop an owner of any object, nor take an element out
/// of a container.
bool keepsOwners(Operation *op) {
  if (isa<ListSizeOp, ListLoadOp, ListAppendOp, ListReserveOp, DictHasOp,
          DictGetOp, StrSizeOp, ElementLoadOp, ElementStoreOp, IsErrorOp,
          AddFrameOp, ErrorNewOp, RetainOp>(op))
    return true;
  if (auto store = dyn_cast<ListStoreOp>(op))
    return !isRefcounted(store.getValue().getType());
  if (auto set = dyn_cast<DictSetOp>(op))
    return !isRefcounted(set.getValue().getType());
  if (auto get = dyn_cast<DictGetOrOp>(op))
    return !isRefcounted(get.getValue().getType());
  if (auto call = dyn_cast<RuntimeCallOp>(op))
    return getRuntimeFunction(call.getCallee()).keepsOwners;
  // An operation that takes an operand may end its life.
  for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i)
    if (!op->hasTrait<OpTrait::IsTerminator>() && takesOperand(op, i) &&
        getOwnership(op->getOperand(i)) != Ownership::Uncounted)
      return false;
  return isMemoryEffectFree(op);
}

/// True when `user` and every operation between it and `load`, on every path,
/// keep all owners.
bool isUndisturbed(ListLoadOp load, Operation *user) {
  constexpr unsigned maxBlocks = 32;
  DenseSet<Block *> visited;
  SmallVector<Operation *> worklist{user};
  SmallVector<Block *> starts{user->getBlock()};
  while (!starts.empty()) {
    Operation *op = worklist.pop_back_val();
    Block *block = starts.pop_back_val();
    unsigned distance = 0;
    for (; op && op != load; op = op->getPrevNode()) {
      if (++distance > kMaxDistance)
        return false;
      // The element's own releases are about to go.
      auto release = dyn_cast<ReleaseOp>(op);
      if (!keepsOwners(op) &&
          !(release && release.getValue() == load.getResult()))
        return false;
    }
    if (op == load)
      continue;
    for (Block *predecessor : block->getPredecessors())
      if (visited.insert(predecessor).second) {
        if (visited.size() > maxBlocks)
          return false;
        worklist.push_back(&predecessor->back());
        starts.push_back(predecessor);
      }
  }
  return true;
}

struct OptimizeRefcounts
    : tsrt::impl::OptimizeRefcountsBase<OptimizeRefcounts> {
  void runOnOperation() override {
    // Releases are erased, perhaps the one behind a load.
    SmallVector<ListLoadOp> loads;
    getOperation().walk([&](ListLoadOp load) { loads.push_back(load); });
    for (ListLoadOp load : loads)
      makeBorrowed(load);
    SmallVector<RetainOp> retains;
    getOperation().walk([&](RetainOp retain) { retains.push_back(retain); });
    for (RetainOp retain : retains)
      cancel(retain);
    SmallVector<OpCallOp> calls;
    getOperation().walk([&](OpCallOp call) { calls.push_back(call); });
    for (OpCallOp call : calls)
      giveLastUses(call);
  }

private:
  /// A load whose element is only looked at before it is released needs no
  /// reference of its own.
  void makeBorrowed(ListLoadOp load) {
    Value element = load.getResult();
    if (getOwnership(element) != Ownership::Owned)
      return;
    SmallVector<ReleaseOp> releases;
    SmallVector<Operation *> users;
    for (OpOperand &use : element.getUses()) {
      Operation *user = use.getOwner();
      if (auto release = dyn_cast<ReleaseOp>(user)) {
        releases.push_back(release);
        continue;
      }
      if (isa<RetainOp>(user) || user->hasTrait<OpTrait::IsTerminator>() ||
          takesOperand(user, use.getOperandNumber()))
        return;
      users.push_back(user);
    }
    for (Operation *user : users)
      if (!isUndisturbed(load, user))
        return;
    for (ReleaseOp release : releases)
      release.erase();
    load.setBorrowed(true);
    ++numBorrowed;
  }

  /// Makes the releases right behind a direct call of operands part of it.
  void giveLastUses(OpCallOp call) {
    if (!call.isDirect())
      return;
    SmallVector<int32_t> given;
    Operation *next = call->getNextNode();
    while (auto release = dyn_cast_or_null<ReleaseOp>(next)) {
      next = next->getNextNode();
      auto found = llvm::find(call.getOperands(), release.getValue());
      if (found == call.getOperands().end() ||
          !isHeapPointer(release.getValue().getType()))
        continue;
      given.push_back(std::distance(call.getOperands().begin(), found));
      release.erase();
      ++numGiven;
    }
    llvm::sort(given);
    if (!given.empty())
      call.setLastUses(given);
  }

  /// Removes `retain` with a release of the same value later in the block.
  void cancel(RetainOp retain) {
    unsigned distance = 0;
    for (Operation *op = retain->getNextNode(); op; op = op->getNextNode()) {
      if (++distance > kMaxDistance)
        return;
      auto release = dyn_cast<ReleaseOp>(op);
      if (release && release.getValue() == retain.getValue()) {
        release.erase();
        retain.erase();
        ++numPairs;
        return;
      }
      // The caller keeps what it lends alive for the whole call.
      bool isLent = getOwnership(retain.getValue()) == Ownership::Borrowed &&
                    isa<BlockArgument>(retain.getValue());
      if (op->hasTrait<OpTrait::IsTerminator>() ||
          (!isLent && !keepsOwners(op)))
        return;
    }
  }
};

} // namespace
