//===- CopyCoalescing.cpp - Fewer variables in exported text --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy `inner -> outer` goes when the block that declares `inner` does not
// touch `outer` as long as `inner` is in use, and nothing in between leaves the
// block for a place where `outer` is still needed.
//
//===----------------------------------------------------------------------===//

#include "CopyCoalescing.h"

#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// Whether an operation leaves a loop around `range`, which contains it.
static bool leaves(mlir::Operation *op, mlir::Operation *range) {
  if (!llvm::isa<ts::BreakOp, ts::ContinueOp>(op))
    return false;
  for (mlir::Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (llvm::isa<ts::WhileOp, ts::ForOp>(parent))
      return false;
    if (parent == range)
      return true;
  }
  return true;
}

/// Whether an operation or one inside it uses a variable or leaves a loop
/// around it.
static bool touches(mlir::Operation *op, mlir::Value slot) {
  return op
      ->walk([&](mlir::Operation *nested) {
        return llvm::is_contained(nested->getOperands(), slot) ||
                       nested == slot.getDefiningOp() || leaves(nested, op)
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `outer` can be used for `inner` up to the copy.
static bool canReplace(ts::VarOp inner, mlir::Value outer, ts::StoreOp copy) {
  if (inner.getSlot().getType() != outer.getType() ||
      inner->getBlock() != copy->getBlock() || inner.getSlot() == outer)
    return false;
  mlir::Operation *last = copy;
  for (mlir::Operation *user : inner.getSlot().getUsers()) {
    mlir::Operation *here = copy->getBlock()->findAncestorOpInBlock(*user);
    if (!here || llvm::isa<ts::DelOp>(user))
      return false;
    if (here->isBeforeInBlock(copy))
      continue;
    // Both variables are the same from the copy on, as long as none changes.
    if (!llvm::isa<ts::LoadOp>(user))
      return false;
    if (last->isBeforeInBlock(here))
      last = here;
  }
  for (mlir::Operation *op = inner; op != copy; op = op->getNextNode())
    if (touches(op, outer))
      return false;
  for (mlir::Operation *op = copy; op != last;) {
    op = op->getNextNode();
    if (touches(op, outer))
      return false;
  }
  return true;
}

/// Moves a store up to where its value is made, so that the value needs no name
/// of its own until then.
static void hoist(ts::StoreOp store) {
  mlir::Operation *source = store.getValue().getDefiningOp();
  if (!source || source->getBlock() != store->getBlock() ||
      !store.getValue().hasOneUse() ||
      source->hasTrait<mlir::OpTrait::ConstantLike>() ||
      llvm::isa<ts::NewOp>(source))
    return;
  mlir::Operation *var = store.getSlot().getDefiningOp();
  if (var && var->getBlock() == source->getBlock() &&
      source->isBeforeInBlock(var))
    var->moveBefore(source);
  mlir::Operation *place = source->getNextNode();
  for (mlir::Operation *op = place; op != store; op = op->getNextNode())
    if (touches(op, store.getSlot()))
      return;
  if (place != store)
    store->moveBefore(place);
}

/// A value that goes into a variable and is used besides: the other users read
/// the variable, if nothing else is ever stored there.
static void readVariable(ts::StoreOp store) {
  mlir::Value value = store.getValue(), slot = store.getSlot();
  mlir::Operation *source = value.getDefiningOp();
  if (!source || value.hasOneUse() ||
      source->hasTrait<mlir::OpTrait::ConstantLike>() ||
      llvm::isa<ts::NewOp>(source) ||
      llvm::cast<ts::SlotType>(slot.getType()).getElementType() !=
          value.getType())
    return;
  for (mlir::Operation *user : slot.getUsers())
    if (user != store && !llvm::isa<ts::LoadOp>(user))
      return;
  for (mlir::Operation *user : value.getUsers()) {
    mlir::Operation *here = store->getBlock()->findAncestorOpInBlock(*user);
    if (user != store && (!here || !store->isBeforeInBlock(here)))
      return;
  }
  mlir::OpBuilder builder(store->getContext());
  for (mlir::OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    if (use.getOwner() == store)
      continue;
    builder.setInsertionPoint(use.getOwner());
    use.set(builder.create<ts::LoadOp>(store.getLoc(), value.getType(), slot));
  }
}

/// A branch that stores a value computed elsewhere in the block, by the name of
/// the program: the outer variable takes the name over.
static bool coalesce(ts::StoreOp copy) {
  auto load = copy.getValue().getDefiningOp<ts::LoadOp>();
  if (!load || !load->hasOneUse() || load->getBlock() != copy->getBlock())
    return false;
  auto inner = load.getSlot().getDefiningOp<ts::VarOp>();
  auto outer = copy.getSlot().getDefiningOp<ts::VarOp>();
  if (!inner || !outer || !canReplace(inner, copy.getSlot(), copy))
    return false;
  copy.erase();
  load.erase();
  inner.getSlot().replaceAllUsesWith(outer.getSlot());
  inner.erase();
  return true;
}

/// The one store of a variable; null when there are others.
static ts::StoreOp getOnlyStore(mlir::Value slot) {
  ts::StoreOp only;
  for (mlir::Operation *user : slot.getUsers()) {
    if (llvm::isa<ts::LoadOp>(user))
      continue;
    auto store = llvm::dyn_cast<ts::StoreOp>(user);
    if (!store || only)
      return {};
    only = store;
  }
  return only;
}

/// A variable that is another one by another name, both assigned once.
static bool forward(ts::StoreOp copy) {
  auto load = copy.getValue().getDefiningOp<ts::LoadOp>();
  auto var = copy.getSlot().getDefiningOp<ts::VarOp>();
  if (!load || !var || load.getSlot().getType() != copy.getSlot().getType() ||
      load.getSlot() == copy.getSlot() || getOnlyStore(copy.getSlot()) != copy)
    return false;
  ts::StoreOp first = getOnlyStore(load.getSlot());
  mlir::Operation *behind =
      first ? first->getBlock()->findAncestorOpInBlock(*copy) : nullptr;
  if (!behind || !first->isBeforeInBlock(behind))
    return false;
  for (mlir::Operation *user : copy.getSlot().getUsers()) {
    mlir::Operation *here = copy->getBlock()->findAncestorOpInBlock(*user);
    if (user != copy && (!here || !copy->isBeforeInBlock(here)))
      return false;
  }
  mlir::Value slot = load.getSlot();
  copy.erase();
  if (load->use_empty())
    load.erase();
  var.getSlot().replaceAllUsesWith(slot);
  var.erase();
  return true;
}

/// `(a, b)[1]` is `b` when nothing else is done with the tuple.
static void takeElements(ts::TupleConstructOp op) {
  if (!llvm::all_of(op->getUsers(), [](mlir::Operation *user) {
        return llvm::isa<ts::TupleIndexOp>(user);
      }))
    return;
  for (mlir::Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto index = llvm::cast<ts::TupleIndexOp>(user);
    mlir::Value element = op->getOperand(index.getIndex());
    if (element.getType() != index.getType())
      return;
    index.getResult().replaceAllUsesWith(element);
    index.erase();
  }
  op.erase();
}

/// Whether an operation only makes its results.
static bool onlyMakesResults(mlir::Operation *op) {
  return op->hasTrait<mlir::OpTrait::ConstantLike>() ||
         llvm::isa<ts::LoadOp, ts::TupleConstructOp, ts::TupleIndexOp,
                   ts::ListConstructOp, ts::DictConstructOp, ts::LiteralOp,
                   ts::DerefineOp, ts::UncheckedCastOp, ts::GetAttrOp>(op);
}

/// Variables that nothing reads.
static void eraseUnread(mlir::func::FuncOp function) {
  llvm::SmallVector<ts::VarOp> variables;
  function.walk([&](ts::VarOp op) {
    if (llvm::all_of(op->getUsers(), llvm::IsaPred<ts::StoreOp>))
      variables.push_back(op);
  });
  for (ts::VarOp op : variables) {
    for (mlir::Operation *user : llvm::make_early_inc_range(op->getUsers()))
      user->erase();
    op.erase();
  }
}

/// Importers make some values twice, to see their types.
static void eraseUnused(mlir::func::FuncOp function) {
  llvm::SmallVector<mlir::Operation *> ops;
  function.walk<mlir::WalkOrder::PreOrder>(
      [&](mlir::Operation *op) { ops.push_back(op); });
  for (mlir::Operation *op : llvm::reverse(ops))
    if (op->use_empty() && op->getNumResults() && onlyMakesResults(op))
      op->erase();
}

void torchscript::coalesceCopies(mlir::func::FuncOp function) {
  llvm::SmallVector<ts::TupleConstructOp> tuples;
  function.walk([&](ts::TupleConstructOp op) {
    if (!op->use_empty())
      tuples.push_back(op);
  });
  for (ts::TupleConstructOp op : tuples)
    takeElements(op);
  eraseUnread(function);
  eraseUnused(function);
  llvm::SmallVector<ts::StoreOp> all;
  function.walk([&](ts::StoreOp op) { all.push_back(op); });
  for (ts::StoreOp op : all) {
    readVariable(op);
    hoist(op);
  }
  for (bool changed = true; changed;) {
    changed = false;
    llvm::SmallVector<ts::StoreOp> stores;
    function.walk([&](ts::StoreOp op) { stores.push_back(op); });
    for (ts::StoreOp op : stores)
      changed |= coalesce(op) || forward(op);
  }
}
