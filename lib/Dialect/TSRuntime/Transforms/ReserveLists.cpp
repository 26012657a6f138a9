//===- ReserveLists.cpp - ts-reserve-lists -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counted loop that appends to a list in every iteration, such as a list
// comprehension, makes room before it begins. When nothing else can change the
// list meanwhile, its appends need not look for room at all: if the count is a
// small constant, if the loop surely runs to its end, or else in a copy of the
// loop for counts that turn out to be small.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tsrt {
#define GEN_PASS_DEF_RESERVELISTS
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h.inc"
} // namespace mlir::tsrt

using namespace mlir;
using namespace mlir::ts;

namespace {

/// The room that tsrt_list_reserve makes in any case.
constexpr int64_t kReserved = 1 << 16;
/// The function that makes room for any number of elements.
constexpr StringLiteral kReserveAll = "tsrt_try_reserve";
/// Appends to one list in an iteration of a loop that is copied.
constexpr int64_t kMaxAppends = 4;
/// Operations in a loop that is copied.
constexpr unsigned kMaxCopied = 100;

/// Does `user` only look at `list` or change it in a way that this file knows?
bool isListAccess(Operation *user, Value list) {
  if (auto store = dyn_cast<tsrt::ListStoreOp>(user))
    return store.getValue() != list;
  if (auto append = dyn_cast<tsrt::ListAppendOp>(user))
    return append.getValue() != list;
  if (auto call = dyn_cast<tsrt::RuntimeCallOp>(user))
    return call.getCallee() == kReserveAll;
  return isa<tsrt::ListSizeOp, tsrt::ListLoadOp, tsrt::ListReserveOp>(user);
}

/// True when until the end of `loop` only its appends add to `list`.
bool isPrivateUntilEnd(Value list, scf::ForOp loop) {
  Operation *make = list.getDefiningOp<tsrt::ListMakeOp>();
  if (!make || make->getBlock() != loop->getBlock())
    return false;
  return llvm::all_of(list.getUsers(), [&](Operation *user) {
    Operation *place = loop->getBlock()->findAncestorOpInBlock(*user);
    if (!place || loop->isBeforeInBlock(place))
      return true;
    bool isAppend = isa<tsrt::ListAppendOp>(user);
    if (isAppend && place == loop)
      return user->getBlock() == loop.getBody() && isListAccess(user, list);
    return isListAccess(user, list);
  });
}

/// True when nothing in `loop` ends it early or fails.
bool runsToItsEnd(scf::ForOp loop) {
  return !loop.walk([](Operation *op) {
                // These fail only for want of memory.
                if (isa<tsrt::ListAppendOp>(op))
                  return WalkResult::advance();
                auto call = dyn_cast<tsrt::RuntimeCallOp>(op);
                if (call && (call.getCallee() == kReserveAll ||
                             call.getCallee() == "tsrt_try_append" ||
                             call.getCallee() == "tsrt_try_join"))
                  return WalkResult::advance();
                auto raising = dyn_cast<tsrt::RaisingOpInterface>(op);
                bool mayLeave = raising ? raising.mayRaise()
                                        : isa<ThrowOp, func::CallOp>(op);
                return mayLeave ? WalkResult::interrupt()
                                : WalkResult::advance();
              })
              .wasInterrupted();
}

/// True when `loop` is worth a copy: an innermost loop of few operations.
bool isSmall(scf::ForOp loop) {
  unsigned count = 0;
  bool hasLoop = false;
  loop.getBody()->walk([&](Operation *op) {
    ++count;
    hasLoop |= isa<scf::ForOp, scf::WhileOp>(op);
  });
  return !hasLoop && count <= kMaxCopied;
}

using Appends = llvm::MapVector<Value, SmallVector<tsrt::ListAppendOp>>;

/// The appends to lists from outside that every iteration makes.
Appends findAppends(scf::ForOp loop) {
  Appends appends;
  for (auto append : loop.getBody()->getOps<tsrt::ListAppendOp>())
    if (append.getList().getParentRegion()->isProperAncestor(&loop.getRegion()))
      appends[append.getList()].push_back(append);
  return appends;
}

/// Runs `loop` as it is only where `count` is large, and otherwise a copy whose
/// appends to private lists do not look for room.
void addCopyForSmallCounts(scf::ForOp loop, Value count) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Value limit =
      builder.create<arith::ConstantIntOp>(loc, kReserved / kMaxAppends, 64);
  Value isSmall = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sle,
                                                count, limit);
  SmallVector<bool> isPrivate;
  Appends appends = findAppends(loop);
  for (auto &[list, ops] : appends)
    isPrivate.push_back(isPrivateUntilEnd(list, loop));
  auto branch = builder.create<scf::IfOp>(loc, loop.getResultTypes(), isSmall,
                                          /*withElseRegion=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  auto addLoop = [&](Block *block, bool moved) {
    builder.setInsertionPointToStart(block);
    Operation *added = loop;
    if (moved)
      loop->moveBefore(block, block->begin());
    else
      added = builder.clone(*loop);
    builder.setInsertionPointAfter(added);
    if (loop.getNumResults() != 0)
      builder.create<scf::YieldOp>(loc, added->getResults());
    return cast<scf::ForOp>(added);
  };
  scf::ForOp copy = addLoop(branch.thenBlock(), /*moved=*/false);
  addLoop(branch.elseBlock(), /*moved=*/true);
  for (auto [list, known] : llvm::zip_equal(findAppends(copy), isPrivate))
    if (known)
      for (tsrt::ListAppendOp append : list.second)
        append.setReserved(true);
}

struct ReserveLists : public tsrt::impl::ReserveListsBase<ReserveLists> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      reserveFor(loop);
  }

private:
  /// Makes room for what `loop` appends in every iteration.
  void reserveFor(scf::ForOp loop);
};

} // namespace

void ReserveLists::reserveFor(scf::ForOp loop) {
  if (!matchPattern(loop.getLowerBound(), m_Zero()) ||
      !matchPattern(loop.getStep(), m_One()) ||
      !loop.getUpperBound().getType().isInteger(64))
    return;
  Appends appends = findAppends(loop);
  OpBuilder builder(loop);
  APInt constant;
  bool isConstant =
      matchPattern(loop.getUpperBound(), m_ConstantInt(&constant)) &&
      constant.sge(0);
  bool toEnd = !appends.empty() && runsToItsEnd(loop), wantsCopy = false;
  numReserved += appends.size();
  for (auto &[list, ops] : appends) {
    bool isPrivate = isPrivateUntilEnd(list, loop);
    bool isShort = isConstant && constant.sle(kReserved / int64_t(ops.size()));
    Value count = loop.getUpperBound();
    if (ops.size() > 1)
      count = builder.create<arith::MulIOp>(
          loop.getLoc(), count,
          builder.create<arith::ConstantIntOp>(loop.getLoc(), ops.size(), 64));
    // More appends than that would not fit an address space.
    bool reservesAll = isPrivate && !isShort && toEnd && ops.size() == 1;
    if (reservesAll)
      builder.create<tsrt::RuntimeCallOp>(loop.getLoc(), TypeRange(),
                                          kReserveAll, ValueRange{list, count},
                                          /*raises=*/true);
    else
      builder.create<tsrt::ListReserveOp>(loop.getLoc(), list, count);
    if (isPrivate && (isShort || reservesAll))
      for (tsrt::ListAppendOp append : ops) {
        append.setReserved(true);
        ++numUnchecked;
      }
    else
      wantsCopy |= isPrivate && ops.size() <= kMaxAppends;
  }
  if (wantsCopy && isSmall(loop)) {
    addCopyForSmallCounts(loop, loop.getUpperBound());
    ++numCopied;
  }
}
