//===- ReserveLists.cpp - Room for what a loop appends -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counted loop that appends to a list in every iteration, such as a list
// comprehension, makes room before it begins. When the count is a small
// constant and nothing else can change the list meanwhile, its appends need not
// look for room at all.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Appends that need not look for room; tsrt_list_reserve makes that much.
constexpr int64_t kMaxConstantCount = 1024;

/// Does `user` only look at `list` or change it in a way that this file knows?
bool isListAccess(Operation *user, Value list) {
  if (auto store = dyn_cast<tsrt::ListStoreOp>(user))
    return store.getValue() != list;
  if (auto append = dyn_cast<tsrt::ListAppendOp>(user))
    return append.getValue() != list;
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

/// Makes room for what `loop` appends in every iteration.
void reserveFor(scf::ForOp loop) {
  if (!matchPattern(loop.getLowerBound(), m_Zero()) ||
      !matchPattern(loop.getStep(), m_One()) ||
      !loop.getUpperBound().getType().isInteger(64))
    return;
  llvm::MapVector<Value, SmallVector<tsrt::ListAppendOp>> appends;
  for (auto append : loop.getBody()->getOps<tsrt::ListAppendOp>())
    if (append.getList().getParentRegion()->isProperAncestor(&loop.getRegion()))
      appends[append.getList()].push_back(append);
  OpBuilder builder(loop);
  APInt constant;
  bool isConstant =
      matchPattern(loop.getUpperBound(), m_ConstantInt(&constant)) &&
      constant.sge(0);
  for (auto &[list, ops] : appends) {
    Value count = loop.getUpperBound();
    if (ops.size() > 1)
      count = builder.create<arith::MulIOp>(
          loop.getLoc(), count,
          builder.create<arith::ConstantIntOp>(loop.getLoc(), ops.size(), 64));
    builder.create<tsrt::ListReserveOp>(loop.getLoc(), list, count);
    if (isConstant && constant.sle(kMaxConstantCount / int64_t(ops.size())) &&
        isPrivateUntilEnd(list, loop))
      for (tsrt::ListAppendOp append : ops)
        append.setReserved(true);
  }
}

} // namespace

void ts::reserveLists(Operation *root) {
  root->walk([](scf::ForOp loop) { reserveFor(loop); });
}
