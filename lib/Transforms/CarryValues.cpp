//===- CarryValues.cpp - Loops and branches that are part of kernels ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass ts-carry-values: loops and branches in which nothing but tensors of
// static shape and numbers is computed hand on values in place of objects.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "KernelFunction.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/IncomingValues.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSCARRYVALUES
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using kernel::isControl;

namespace {

/// One loop or branch with all it holds.
class Carrier {
public:
  Carrier(Operation *root, bool mayWrite) : root(root), mayWrite(mayWrite) {}

  /// Whether the operation can hand on values.
  bool isPossible();
  void rewrite();

private:
  bool isUnderstood(Operation *op) const;
  bool isObjectUsedWell(Value object) const;
  bool areResultsFree() const;
  bool isInside(Value value) const {
    return root->isAncestor(value.getParentRegion()->getParentOp());
  }
  /// The objects that a value handed on may be.
  void collectSources(Value value, llvm::SetVector<Value> &sources,
                      llvm::DenseSet<Value> &seen) const;
  /// The value in place of an object; before the operation, when the object is
  /// older than it.
  Value getValue(Value object);
  /// Lets a block hand on tensors in the buffers of its arguments.
  void materialize(Block *block, unsigned firstArgument);

  Operation *root;
  bool mayWrite;
  llvm::DenseMap<Value, Value> values;
};

struct TSCarryValues : public ts::impl::TSCarryValuesBase<TSCarryValues> {
  void runOnOperation() override;
};

} // namespace

static bool isObject(Value value) { return isa<TSTensorType>(value.getType()); }

/// The type of the value of a tensor that a kernel can hold; null for others.
static RankedTensorType getCarriedType(Type type) {
  auto tensor = dyn_cast<TSTensorType>(type);
  if (!tensor || !tensor.hasDtype() || !tensor.hasStaticShape() ||
      tensor.getDtype().isUnsignedInteger())
    return {};
  return RankedTensorType::get(tensor.getShape(), tensor.getDtype());
}

/// Whether a value of the type can go through the operation.
static bool isCarried(Type type) {
  return getCarriedType(type) || (isNumber(type) && !isa<ComplexType>(type)) ||
         type.isIndex();
}

/// Whether the operation hands an object on as it is.
static bool handsOn(Operation *op) {
  return isControl(op) || isa<scf::YieldOp, scf::ConditionOp>(op) ||
         isa<arith::SelectOp>(op);
}

bool Carrier::isUnderstood(Operation *op) const {
  if (isControl(op) && !llvm::all_of(op->getResultTypes(), isCarried))
    return false;
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return llvm::equal(loop.getInits().getTypes(), loop.getResultTypes()) &&
           llvm::all_of(loop.getInits().getTypes(), isCarried);
  if (auto read = dyn_cast<TensorValueOp>(op))
    return getCarriedType(read.getTensor().getType()) == read.getType();
  if (auto ref = dyn_cast<TensorRefOp>(op))
    return getCarriedType(ref.getTensor().getType()) ==
           ref.getValue().getType();
  return handsOn(op) || kernel::isKernelOperation(op);
}

bool Carrier::isObjectUsedWell(Value object) const {
  return getCarriedType(object.getType()) &&
         llvm::all_of(object.getUsers(), [&](Operation *user) {
           return isa<TensorValueOp>(user) ||
                  (handsOn(user) && root->isAncestor(user));
         });
}

void Carrier::collectSources(Value value, llvm::SetVector<Value> &sources,
                             llvm::DenseSet<Value> &seen) const {
  if (!seen.insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  Operation *owner = op ? op : value.getParentBlock()->getParentOp();
  SmallVector<Value> incoming;
  if (auto select = dyn_cast<arith::SelectOp>(owner); select && op)
    incoming = {select.getTrueValue(), select.getFalseValue()};
  else if (isControl(owner))
    incoming = getIncoming(value);
  if (incoming.empty() || !root->isAncestor(owner))
    return void(sources.insert(value));
  for (Value next : incoming)
    collectSources(next, sources, seen);
}

/// Whether results that are fresh objects differ from what they were in nothing
/// that the program can see: they were fresh, or nothing writes and all that is
/// done to them is to read them.
bool Carrier::areResultsFree() const {
  llvm::DenseSet<Value> taken;
  for (OpResult result : root->getResults()) {
    if (!isObject(result))
      continue;
    if (!mayWrite && llvm::all_of(result.getUsers(), [](Operation *user) {
          return isa<TensorValueOp>(user);
        }))
      continue;
    llvm::SetVector<Value> sources;
    llvm::DenseSet<Value> seen;
    collectSources(result, sources, seen);
    for (Value source : sources) {
      if (!source.getDefiningOp<TensorRefOp>() || !taken.insert(source).second)
        return false;
      bool handedIn = false;
      for (Operation *user : source.getUsers()) {
        if (isa<TensorValueOp>(user) || root->isProperAncestor(user))
          continue;
        if (user != root || std::exchange(handedIn, true))
          return false;
      }
    }
  }
  return true;
}

bool Carrier::isPossible() {
  bool understood = true, hasTensors = false;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isUnderstood(op)) {
      understood = false;
      return WalkResult::interrupt();
    }
    hasTensors |= kernel::isTensorOperation(op);
    for (Value operand : op->getOperands())
      understood &= !isObject(operand) || isInside(operand) ||
                    getCarriedType(operand.getType());
    for (Value result : op->getResults())
      understood &= op == root || !isObject(result) || isObjectUsedWell(result);
    if (!isControl(op))
      return op->getNumRegions() ? WalkResult::skip() : WalkResult::advance();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        understood &= isCarried(argument.getType()) &&
                      (!isObject(argument) || isObjectUsedWell(argument));
    return WalkResult::advance();
  });
  return understood && hasTensors && areResultsFree();
}

/// Whether an object is only read or handed to control flow.
static bool isOnlyRead(Value object) {
  return llvm::all_of(object.getUsers(), [](Operation *user) {
    return isa<TensorValueOp>(user) || isControl(user);
  });
}

Value Carrier::getValue(Value object) {
  Value &value = values[object];
  if (value)
    return value;
  auto ref = object.getDefiningOp<TensorRefOp>();
  if (ref && ref.getValue().getType() == getCarriedType(object.getType()) &&
      (root->isAncestor(ref) || !mayWrite || isOnlyRead(object)))
    return value = ref.getValue();
  if (isInside(object) || object.getDefiningOp() == root)
    return value = object;
  OpBuilder builder(root);
  return value = builder.create<TensorValueOp>(
             object.getLoc(), getCarriedType(object.getType()), object);
}

/// Whether no other value has the buffer of a tensor.
static bool hasOwnBuffer(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return false;
  Value init = op.getDpsInits()[cast<OpResult>(value).getResultNumber()];
  return init.getDefiningOp<tensor::EmptyOp>() || hasOwnBuffer(init);
}

void Carrier::materialize(Block *block, unsigned firstArgument) {
  Operation *end = block->getTerminator();
  OpBuilder builder(end);
  unsigned firstOperand = isa<scf::ConditionOp>(end) ? 1 : 0;
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand :
       llvm::drop_begin(end->getOpOperands(), firstOperand)) {
    unsigned index = operand.getOperandNumber() - firstOperand;
    if (isa<RankedTensorType>(operand.get().getType()) &&
        operand.get() != block->getArgument(firstArgument + index))
      operands.push_back(&operand);
  }
  // All is read before the first buffer is written.
  for (OpOperand *operand : operands) {
    Value value = operand->get();
    if (hasOwnBuffer(value))
      continue;
    auto type = cast<RankedTensorType>(value.getType());
    Value buffer = builder.create<tensor::EmptyOp>(
        value.getLoc(), type.getShape(), type.getElementType());
    operand->set(builder.create<linalg::CopyOp>(value.getLoc(), value, buffer)
                     .getResult(0));
  }
  for (OpOperand *operand : operands) {
    unsigned index = operand->getOperandNumber() - firstOperand;
    Value value = operand->get();
    operand->set(builder
                     .create<bufferization::MaterializeInDestinationOp>(
                         value.getLoc(), value.getType(), value,
                         block->getArgument(firstArgument + index))
                     .getResult());
  }
}

void Carrier::rewrite() {
  SmallVector<Operation *> reads, controls, dead;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<TensorValueOp>(op))
      reads.push_back(op);
    else if (isa<TensorRefOp>(op))
      dead.push_back(op);
    else if (handsOn(op))
      controls.push_back(op);
    return op->getNumRegions() && !isControl(op) ? WalkResult::skip()
                                                 : WalkResult::advance();
  });
  auto retype = [](Value value) {
    if (RankedTensorType type = getCarriedType(value.getType()))
      value.setType(type);
  };
  // Users of the results that want objects get some.
  OpBuilder builder(root->getContext());
  for (OpResult result : root->getResults()) {
    if (!isObject(result))
      continue;
    builder.setInsertionPointAfter(root);
    auto ref =
        builder.create<TensorRefOp>(root->getLoc(), result.getType(), result);
    Value object = ref.getTensor();
    for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
      if (use.getOwner() == ref)
        continue;
      if (auto read = dyn_cast<TensorValueOp>(use.getOwner());
          read && !mayWrite) {
        read.replaceAllUsesWith(result);
        read.erase();
      } else {
        use.set(object);
      }
    }
    if (object.use_empty())
      ref.erase();
  }
  for (Operation *op : controls)
    for (OpOperand &operand : op->getOpOperands())
      if (isObject(operand.get()))
        operand.set(getValue(operand.get()));
  for (Operation *op : reads) {
    auto read = cast<TensorValueOp>(op);
    read.replaceAllUsesWith(getValue(read.getTensor()));
    read.erase();
  }
  for (Operation *op : controls) {
    llvm::for_each(op->getResults(), retype);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        retype(argument);
  }
  for (Operation *op : dead)
    op->erase();
  for (Operation *op : controls) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      materialize(loop.getBody(), 1);
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      materialize(loop.getBeforeBody(), 0);
      materialize(loop.getAfterBody(), 0);
    }
  }
}

void TSCarryValues::runOnOperation() {
  func::FuncOp function = getOperation();
  bool writes = mayWriteTensors(function);
  SmallVector<Operation *> controls;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isControl(op))
      controls.push_back(op);
  });
  Operation *last = nullptr;
  for (Operation *op : controls) {
    Carrier carrier(op, writes);
    if ((last && last->isAncestor(op)) || !carrier.isPossible())
      continue;
    carrier.rewrite();
    ++numCarriers;
    last = op;
  }
  SmallVector<TensorRefOp> unused;
  function.walk([&](TensorRefOp ref) {
    if (ref->use_empty())
      unused.push_back(ref);
  });
  for (TensorRefOp ref : unused)
    ref.erase();
}
