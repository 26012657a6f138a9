//===- KeptWrites.cpp - Writes where data decide --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which memory the tensors of branches and loops lie in. The graphs of operators
// of control flow write nothing: what they would write is a result, which is
// copied behind them.
//
//===----------------------------------------------------------------------===//

#include "KeptWrites.h"

#include "ProgramWrites.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::ts;

/// The tensor that a value is, behind casts and writes in place.
static Value getIdentity(Value value) {
  while (true) {
    value = lookThroughCasts(value);
    auto op = value.getDefiningOp<OperatorOp>();
    std::optional<unsigned> operand = op ? getReturnedOperand(op) : std::nullopt;
    if (!operand)
      return value;
    value = op.getArgs()[*operand];
  }
}

Value ts::getTensorRoot(Value tensor) {
  tensor = getIdentity(tensor);
  while (Operation *view = getProgramView(tensor))
    tensor = getIdentity(view->getOperand(0));
  return tensor;
}

static bool isInside(Value value, Operation *op) {
  return op->isAncestor(value.getParentRegion()->getParentOp());
}

void ts::uniteLiterals(func::FuncOp function) {
  llvm::DenseMap<std::pair<Attribute, Type>, Operation *> known;
  Block &entry = function.getBody().front();
  SmallVector<TensorLiteralOp> literals;
  function.walk([&](TensorLiteralOp op) { literals.push_back(op); });
  for (TensorLiteralOp op : literals) {
    Operation *&first = known[{op.getValue(), op.getType()}];
    if (first) {
      op.replaceAllUsesWith(first->getResult(0));
      op.erase();
      continue;
    }
    op->moveBefore(&entry, entry.begin());
    first = op;
  }
}

void ts::foldSameTensors(IfOp branch) {
  Operation *end = branch.getThenBlock()->getTerminator();
  Operation *other = branch.getElseBlock()->getTerminator();
  OpBuilder builder(branch);
  for (OpResult result : branch.getResults()) {
    unsigned i = result.getResultNumber();
    Value same = getIdentity(end->getOperand(i));
    if (same != getIdentity(other->getOperand(i)) || isInside(same, branch) ||
        !isa<TSTensorType>(same.getType()))
      continue;
    if (same.getType() != result.getType())
      same = isSubtype(same.getType(), result.getType())
                 ? Value(builder.create<DerefineOp>(branch.getLoc(),
                                                    result.getType(), same))
                 : Value(builder.create<UncheckedCastOp>(
                       branch.getLoc(), result.getType(), same));
    result.replaceAllUsesWith(same);
  }
}

bool ts::isNeverRebound(WhileOp loop, unsigned index) {
  Block &body = loop.getBody().front();
  return getIdentity(body.getTerminator()->getOperand(index)) ==
         body.getArgument(index);
}

/// Calls `visit` with the memory of each tensor that the operation writes.
static void visitWrites(Operation *op,
                        llvm::function_ref<void(OperatorOp, Value)> visit) {
  op->walk([&](OperatorOp call) {
    for (auto [i, operand] : llvm::enumerate(call.getArgs()))
      if (writesTensorsOf(call, unsigned(i)) &&
          isa<TSTensorType>(lookThroughCasts(operand).getType()))
        visit(call, getTensorRoot(operand));
  });
}

llvm::SetVector<Value> ts::findWritten(Operation *op) {
  llvm::SetVector<Value> found;
  visitWrites(op, [&](OperatorOp, Value root) {
    if (!isInside(root, op))
      found.insert(root);
  });
  return found;
}

/// The tensors from outside in whose memory results of an operation lie, each
/// with its result; those that carried values may be at the begin are among
/// them.
static SmallVector<std::pair<Value, Value>> findShared(Operation *op) {
  SmallVector<std::pair<Value, Value>> shared;
  auto add = [&](Value result, Value tensor) {
    Value root = getTensorRoot(tensor);
    if (isa<TSTensorType>(root.getType()) && !isInside(root, op))
      shared.emplace_back(result, root);
  };
  for (OpResult result : op->getResults()) {
    if (!isa<TSTensorType>(result.getType()))
      continue;
    unsigned i = result.getResultNumber();
    if (auto loop = dyn_cast<WhileOp>(op))
      add(result, loop.getInits()[i]);
    // A result that nobody reads is no other name of anything.
    if (isa<IfOp>(op) && result.use_empty())
      continue;
    for (Region &region : op->getRegions())
      if (isa<YieldOp>(region.front().getTerminator()))
        add(result, region.front().getTerminator()->getOperand(i));
  }
  return shared;
}

/// Whether an operation may run behind another one, or in the next turn of a
/// loop around it.
static bool mayComeBehind(Operation *later, Operation *op) {
  for (Operation *at = op; !isa<func::FuncOp>(at); at = at->getParentOp()) {
    if (Operation *same = at->getBlock()->findAncestorOpInBlock(*later))
      if (same != at && at->isBeforeInBlock(same))
        return true;
    Operation *around = at->getParentOp();
    if (isa<WhileOp, ForOp>(around) && around->isProperAncestor(later))
      return true;
  }
  return false;
}

/// The arguments of a loop that a write in its body reaches.
static LogicalResult checkCarried(WhileOp loop,
                                  const llvm::SetVector<Value> &written) {
  LogicalResult status = success();
  visitWrites(loop, [&](OperatorOp call, Value root) {
    auto argument = dyn_cast<BlockArgument>(root);
    bool isCarried = argument && argument.getOwner()->getParentOp() == loop;
    if (!isCarried || failed(status))
      return;
    call.emitError("'") << call.getName()
                        << "' writes to a tensor that a loop carries and that "
                           "is another one in each turn; use the operator that "
                           "gives a new one";
    status = failure();
  });
  for (Value init : loop.getInits())
    if (succeeded(status) && isa<TSTensorType>(init.getType()) &&
        written.contains(getTensorRoot(init))) {
      loop.emitError("cannot be kept as 'while_loop': it writes to a tensor "
                     "that it also carries under another name");
      status = failure();
    }
  return status;
}

LogicalResult ts::checkAliases(Operation *op,
                               const llvm::SetVector<Value> &written) {
  if (auto loop = dyn_cast<WhileOp>(op))
    if (failed(checkCarried(loop, written)))
      return failure();
  SmallVector<std::pair<Value, Value>> shared = findShared(op);
  if (shared.empty())
    return success();
  LogicalResult status = success();
  auto function = op->getParentOfType<func::FuncOp>();
  visitWrites(function, [&](OperatorOp call, Value root) {
    if (failed(status) || op->isAncestor(call) || !mayComeBehind(call, op))
      return;
    for (auto [result, tensor] : shared) {
      if (root != result && root != tensor)
        continue;
      InFlightDiagnostic error = op->emitError("cannot be kept as '");
      error << (isa<IfOp>(op) ? "cond" : "while_loop")
            << "': a result may be a tensor from outside, and one of the two "
               "is written later; a copy (clone()) of the one tells them apart";
      error.attachNote(call.getLoc()) << "written here";
      status = failure();
      return;
    }
  });
  return status;
}

/// The value in the block for one from outside.
static Value makeInside(OpBuilder &builder, Value value, Operation *op,
                        IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *made = value.getDefiningOp();
  Operation *view = getProgramView(value);
  auto call = dyn_cast_or_null<OperatorOp>(made);
  std::optional<unsigned> same = call ? getReturnedOperand(call) : std::nullopt;
  if (isInside(value, op) || (!view && !same))
    return value;
  Value from = made->getOperand(same ? *same : 0);
  Value base = makeInside(builder, from, op, mapping);
  if (base == from)
    return value;
  Value copy = base;
  if (view) {
    Operation *cloned = builder.clone(*view);
    cloned->setOperand(0, base);
    copy = cloned->getResult(0);
  } else if (copy.getType() != value.getType()) {
    copy = builder.create<UncheckedCastOp>(value.getLoc(), value.getType(), copy);
  }
  mapping.map(value, copy);
  return copy;
}

void ts::replaceInside(OpBuilder &builder, Block &block,
                       ArrayRef<Value> tensors, ValueRange others) {
  Operation *op = block.getParentOp();
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(tensors, others))
    mapping.map(from, to);
  builder.setInsertionPointToStart(&block);
  SmallVector<OpOperand *> uses;
  block.walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      if (isa<TSTensorType>(operand.get().getType()))
        uses.push_back(&operand);
  });
  for (OpOperand *use : uses)
    use->set(makeInside(builder, use->get(), op, mapping));
}
