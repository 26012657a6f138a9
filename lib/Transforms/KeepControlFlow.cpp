//===- KeepControlFlow.cpp - ts-keep-control-flow -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches and loops that depend on data become operators of control flow. The
// graphs of these give and take tensors only: numbers become tensors without
// dimensions, and what is computed of them becomes operators.
//
//===----------------------------------------------------------------------===//

#include "KeptWrites.h"
#include "ProgramWrites.h"
#include "TensorNumbers.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSKEEPCONTROLFLOW
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
class Keeper {
public:
  explicit Keeper(func::FuncOp function) : builder(function.getContext()) {}

  /// All branches and loops of a block, with those inside of them.
  LogicalResult keep(Block &block);
  unsigned getNumKept() const { return numKept; }

private:
  LogicalResult keepBranch(IfOp branch);
  LogicalResult keepLoop(WhileOp loop);
  /// A loop over numbers as one that counts.
  WhileOp countTurns(ForOp loop);
  /// What the blocks hand on becomes tensors.
  LogicalResult convertYields(IfOp branch);
  LogicalResult checkBranches(IfOp branch);
  /// Carries numbers as tensors, and none that never change; the loop, null
  /// after an error.
  WhileOp convertCarried(WhileOp loop);
  /// Carries the tensors from outside that it writes to.
  LogicalResult carryWritten(WhileOp &loop, llvm::SetVector<Value> &written);
  /// Numbers from outside are read of tensors inside of the graphs.
  void captureNumbers(Operation *op);
  LogicalResult convertCondition(Operation *user, OpOperand &condition);
  /// Gives the ends of blocks tensors in the place of numbers, and copies of
  /// tensors from outside: results may not share their memory.
  LogicalResult convertEnd(Operation *end, Operation *op);
  /// Behind the operation the tensors that its graphs wrote get the contents
  /// that are its last results.
  void writeBack(Operation *op, ValueRange written);

  OpBuilder builder;
  TensorNumbers numbers;
  unsigned numKept = 0;
};

struct KeepControlFlow
    : public ts::impl::TSKeepControlFlowBase<KeepControlFlow> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr("ts.input_tree") ||
          !llvm::hasSingleElement(function.getBody()))
        continue;
      uniteLiterals(function);
      Keeper keeper(function);
      if (failed(keeper.keep(function.getBody().front())))
        return signalPassFailure();
      numKept += keeper.getNumKept();
    }
  }
};
} // namespace

/// Starts an error that says why an operation is not kept.
static InFlightDiagnostic refuse(Operation *op) {
  StringRef kind = isa<IfOp>(op) ? "cond" : "while_loop";
  return op->emitError("cannot be kept as '") << kind << "': ";
}

/// What no graph may have.
static LogicalResult checkGraphs(Operation *op) {
  bool isFine = true;
  op->walk([&](Operation *inner) {
    StringRef what;
    if (isa<RaiseOp, ThrowOp>(inner))
      what = "the program raises an exception where data decide, which an "
             "exported program cannot";
    else if (isa<func::CallOp, func::CallIndirectOp, CallMethodOp>(inner))
      what = "a call that is not inlined cannot stand where data decide";
    else if (isa<SetAttrOp>(inner))
      what = "an attribute is assigned another value where data decide, which "
             "an exported program cannot";
    if (what.empty())
      return;
    isFine = false;
    inner->emitError(what);
  });
  return success(isFine);
}

LogicalResult Keeper::convertEnd(Operation *end, Operation *op) {
  unsigned first = isa<ConditionOp>(end) ? 1 : 0;
  for (OpOperand &operand : end->getOpOperands().drop_front(first)) {
    Value value = lookThroughCasts(operand.get());
    builder.setInsertionPoint(end);
    if (isa<TSTensorType>(value.getType())) {
      Value root = getTensorRoot(value);
      if (!op->isAncestor(root.getParentRegion()->getParentOp()))
        value = OperatorBuilder(builder, op->getLoc()).clone(value);
      operand.set(value);
      continue;
    }
    Value tensor = numbers.get(builder, op->getLoc(), value);
    if (!tensor) {
      refuse(op) << "it hands on a value of type '"
                 << spellType(operand.get().getType())
                 << "', and graphs give tensors and numbers only";
      return failure();
    }
    // Numbers from outside, too, are results of their own.
    if (!op->isAncestor(tensor.getParentRegion()->getParentOp()))
      tensor = OperatorBuilder(builder, op->getLoc()).clone(tensor);
    operand.set(tensor);
  }
  return success();
}

void Keeper::captureNumbers(Operation *op) {
  for (Region &region : op->getRegions()) {
    llvm::MapVector<Value, SmallVector<OpOperand *>> uses;
    region.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands()) {
        Value value = operand.get();
        Type type = value.getType();
        bool isNumber =
            type.isInteger(1) || type.isInteger(64) || type.isF64();
        if (isNumber && !matchPattern(value, m_Constant()) &&
            !op->isAncestor(value.getParentRegion()->getParentOp()))
          uses[value].push_back(&operand);
      }
    });
    for (auto &[value, operands] : uses) {
      builder.setInsertionPoint(op);
      Value tensor = numbers.get(builder, op->getLoc(), value);
      if (!tensor)
        continue;
      builder.setInsertionPointToStart(&region.front());
      Value number =
          makeNumberOfTensor(builder, op->getLoc(), tensor, value.getType());
      for (OpOperand *operand : operands)
        operand->set(number);
    }
  }
}

LogicalResult Keeper::convertCondition(Operation *user, OpOperand &condition) {
  auto made = condition.get().getDefiningOp<OperatorOp>();
  if (made && made.getName() == "aten::Bool.Tensor")
    return success();
  builder.setInsertionPoint(user);
  Value tensor = numbers.get(builder, user->getLoc(), condition.get());
  if (!tensor)
    return failure();
  condition.set(makeNumberOfTensor(builder, user->getLoc(), tensor,
                                   builder.getI1Type()));
  return success();
}

void Keeper::writeBack(Operation *op, ValueRange written) {
  builder.setInsertionPointAfter(op);
  OperatorBuilder build(builder, op->getLoc());
  for (auto [tensor, contents] :
       llvm::zip_equal(written, op->getResults().take_back(written.size())))
    build.copyInto(tensor, contents);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// `f32[2, 3]`
static std::string spellTensor(TSTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type.getDtype().print(os);
  os << "[";
  llvm::interleaveComma(type.getShape(), os, [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      os << "?";
    else
      os << size;
  });
  return os.str() + "]";
}

LogicalResult Keeper::checkBranches(IfOp branch) {
  Operation *ends[] = {branch.getThenBlock()->getTerminator(),
                       branch.getElseBlock()->getTerminator()};
  for (auto [i, operands] : llvm::enumerate(
           llvm::zip_equal(ends[0]->getOperands(), ends[1]->getOperands()))) {
    auto first = dyn_cast<TSTensorType>(std::get<0>(operands).getType());
    auto second = dyn_cast<TSTensorType>(std::get<1>(operands).getType());
    bool isKnown = first && second && first.hasDtype() && second.hasDtype() &&
                   first.hasRank() && second.hasRank();
    if (!isKnown || first == second)
      continue;
    refuse(branch) << "result " << i << " is '" << spellTensor(first)
                   << "' in one branch and '" << spellTensor(second)
                   << "' in the other; both have to give tensors of one dtype "
                      "and shape";
    return failure();
  }
  return success();
}

LogicalResult Keeper::convertYields(IfOp branch) {
  for (Block *block : {branch.getThenBlock(), branch.getElseBlock()})
    if (failed(removeWrites(*block)) ||
        failed(convertEnd(block->getTerminator(), branch)))
      return failure();
  return checkBranches(branch);
}

/// The branch with the results that something reads, and one more for each
/// tensor that it writes.
static IfOp rebuild(OpBuilder &builder, IfOp branch, ValueRange written) {
  SmallVector<unsigned> kept;
  SmallVector<Type> types;
  for (OpResult result : branch.getResults())
    if (!result.use_empty()) {
      kept.push_back(result.getResultNumber());
      types.push_back(result.getType());
    }
  llvm::append_range(types, written.getTypes());
  builder.setInsertionPoint(branch);
  auto made = builder.create<IfOp>(branch.getLoc(), types,
                                   branch.getCondition(), true);
  made.getThenRegion().takeBody(branch.getThenRegion());
  made.getElseRegion().takeBody(branch.getElseRegion());
  for (Block *block : {made.getThenBlock(), made.getElseBlock()}) {
    Operation *end = block->getTerminator();
    SmallVector<Value> operands;
    for (unsigned i : kept)
      operands.push_back(end->getOperand(i));
    llvm::append_range(operands, written);
    end->setOperands(operands);
  }
  for (auto [i, index] : llvm::enumerate(kept))
    branch.getResult(index).replaceAllUsesWith(made.getResult(unsigned(i)));
  branch.erase();
  return made;
}

/// Gives the branch the types that its blocks end with.
static IfOp retype(OpBuilder &builder, IfOp branch) {
  Operation *end = branch.getThenBlock()->getTerminator();
  Operation *other = branch.getElseBlock()->getTerminator();
  SmallVector<Type> types;
  for (auto [a, b] :
       llvm::zip_equal(end->getOperandTypes(), other->getOperandTypes()))
    types.push_back(a == b ? a : TSTensorType::get(builder.getContext()));
  for (Operation *each : {end, other})
    for (auto [operand, type] : llvm::zip_equal(each->getOpOperands(), types))
      if (operand.get().getType() != type) {
        builder.setInsertionPoint(each);
        operand.set(builder.create<DerefineOp>(branch.getLoc(), type,
                                               operand.get()));
      }
  builder.setInsertionPoint(branch);
  auto made = builder.create<IfOp>(branch.getLoc(), types,
                                   branch.getCondition(), true);
  made->setAttr("ts.control_flow", builder.getStringAttr("cond"));
  made.getThenRegion().takeBody(branch.getThenRegion());
  made.getElseRegion().takeBody(branch.getElseRegion());
  for (auto [old, fresh] :
       llvm::zip_equal(branch.getResults(), made.getResults()))
    old.replaceAllUsesWith(
        makeValueOfTensor(builder, branch.getLoc(), fresh, old.getType()));
  branch.erase();
  return made;
}

LogicalResult Keeper::keepBranch(IfOp branch) {
  if (branch.getElseRegion().empty()) {
    builder.setInsertionPointToEnd(&branch.getElseRegion().emplaceBlock());
    builder.create<YieldOp>(branch.getLoc(), ValueRange());
  }
  for (Region &region : branch->getRegions())
    if (region.empty() || !isa<YieldOp>(region.front().getTerminator())) {
      refuse(branch) << "a branch leaves the function or the loop";
      return failure();
    }
  captureNumbers(branch);
  for (Region &region : branch->getRegions())
    if (failed(keep(region.front())))
      return failure();
  foldSameTensors(branch);
  llvm::SetVector<Value> written = findWritten(branch);
  if (failed(checkAliases(branch, written)))
    return failure();
  branch = rebuild(builder, branch, written.getArrayRef());
  // What only prints is no part of a program.
  if (branch.getNumResults() == 0) {
    branch.erase();
    return success();
  }
  if (failed(convertYields(branch)))
    return failure();
  if (failed(convertCondition(branch, branch.getConditionMutable()))) {
    refuse(branch) << "its condition is not computed of tensors and numbers";
    return failure();
  }
  branch = retype(builder, branch);
  writeBack(branch, written.getArrayRef());
  ++numKept;
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

WhileOp Keeper::countTurns(ForOp loop) {
  Location loc = loop.getLoc();
  builder.setInsertionPoint(loop);
  auto number = [&](int64_t value) -> Value {
    return builder.create<arith::ConstantOp>(loc,
                                             builder.getI64IntegerAttr(value));
  };
  SmallVector<Value> inits = {number(0)};
  llvm::append_range(inits, loop.getInits());
  auto made = builder.create<WhileOp>(loc, inits);
  Block *condition = made.getConditionBlock(), *body = made.getBodyBlock();
  builder.setInsertionPointToEnd(condition);
  Value goesOn = builder.create<arith::CmpIOp>(
      loc, arith::CmpIPredicate::slt, condition->getArgument(0),
      loop.getCount());
  builder.create<ConditionOp>(loc, goesOn, condition->getArguments());
  Block *old = loop.getBodyBlock();
  for (auto [from, to] :
       llvm::zip_equal(old->getArguments(), body->getArguments()))
    from.replaceAllUsesWith(to);
  body->getOperations().splice(body->end(), old->getOperations());
  Operation *end = body->getTerminator();
  builder.setInsertionPoint(end);
  Value next =
      builder.create<arith::AddIOp>(loc, body->getArgument(0), number(1));
  end->insertOperands(0, next);
  loop.replaceAllUsesWith(made.getResults().drop_front());
  loop.erase();
  return made;
}

/// Moves the blocks of a loop to one that carries something else; `values` are
/// what the arguments of the old one are in the new one.
static void
moveBlocks(OpBuilder &builder, WhileOp from, WhileOp to,
           llvm::function_ref<Value(unsigned, Block &)> getValue) {
  for (auto [target, source] :
       llvm::zip_equal(to->getRegions(), from->getRegions())) {
    Block &fresh = target.front(), &old = source.front();
    builder.setInsertionPointToStart(&fresh);
    for (BlockArgument argument : old.getArguments())
      argument.replaceAllUsesWith(getValue(argument.getArgNumber(), fresh));
    fresh.getOperations().splice(fresh.end(), old.getOperations());
  }
  builder.setInsertionPointAfter(to);
}

WhileOp Keeper::convertCarried(WhileOp loop) {
  builder.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits;
  // Where each value is carried; those that never change are not.
  SmallVector<std::optional<unsigned>> places;
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    if (isNeverRebound(loop, unsigned(i))) {
      places.push_back(std::nullopt);
      continue;
    }
    Value value = lookThroughCasts(init);
    if (!isa<TSTensorType>(value.getType()))
      value = numbers.get(builder, loc, value);
    if (!value) {
      refuse(loop) << "it carries a value of type '"
                   << spellType(init.getType())
                   << "', and graphs take tensors and numbers only";
      return {};
    }
    places.push_back(unsigned(inits.size()));
    inits.push_back(value);
  }
  builder.setInsertionPoint(loop);
  auto made = builder.create<WhileOp>(loc, inits);
  auto getValue = [&](unsigned i, Value fresh) {
    Type type = loop.getInits()[i].getType();
    return places[i] ? makeValueOfTensor(builder, loc, fresh, type)
                     : loop.getInits()[i];
  };
  moveBlocks(builder, loop, made, [&](unsigned i, Block &block) {
    return getValue(i, places[i] ? block.getArgument(*places[i]) : Value());
  });
  for (auto [i, old] : llvm::enumerate(loop.getResults()))
    old.replaceAllUsesWith(getValue(
        unsigned(i), places[i] ? made.getResult(*places[i]) : Value()));
  for (Block *block : {made.getConditionBlock(), made.getBodyBlock()}) {
    Operation *end = block->getTerminator();
    unsigned first = isa<ConditionOp>(end) ? 1 : 0;
    for (size_t i = places.size(); i-- > 0;)
      if (!places[i])
        end->eraseOperand(first + unsigned(i));
  }
  loop.erase();
  return made;
}

LogicalResult Keeper::carryWritten(WhileOp &loop,
                                   llvm::SetVector<Value> &written) {
  written = findWritten(loop);
  for (Operation &op : *loop.getConditionBlock())
    if (auto call = dyn_cast<OperatorOp>(op); call && writesTensors(call)) {
      call.emitError("the condition of a loop that data decide writes to a "
                     "tensor, which 'while_loop' cannot");
      return failure();
    }
  if (failed(checkAliases(loop, written)))
    return failure();
  if (written.empty())
    return success();
  SmallVector<Value> inits(loop.getInits());
  llvm::append_range(inits, written);
  builder.setInsertionPoint(loop);
  auto made = builder.create<WhileOp>(loop.getLoc(), inits);
  made->setAttrs(loop->getAttrs());
  unsigned numOld = loop.getNumResults();
  moveBlocks(builder, loop, made, [&](unsigned i, Block &block) {
    return block.getArgument(i);
  });
  loop.replaceAllUsesWith(made.getResults().take_front(numOld));
  loop.erase();
  loop = made;
  for (Block *block : {loop.getConditionBlock(), loop.getBodyBlock()}) {
    auto arguments = block->getArguments().drop_front(numOld);
    Operation *end = block->getTerminator();
    end->insertOperands(end->getNumOperands(), arguments);
    replaceInside(builder, *block, written.getArrayRef(), arguments);
  }
  return success();
}

LogicalResult Keeper::keepLoop(WhileOp loop) {
  if (!isa<YieldOp>(loop.getBodyBlock()->getTerminator())) {
    refuse(loop) << "its body leaves the function or the loop";
    return failure();
  }
  ConditionOp condition = loop.getConditionOp();
  for (auto [given, argument] : llvm::zip_equal(
           condition.getArgs(), loop.getCondition().getArguments()))
    if (lookThroughCasts(given) != argument) {
      refuse(loop) << "its condition changes what it carries";
      return failure();
    }
  // Inside of the loop its numbers have to be tensors first.
  loop = convertCarried(loop);
  llvm::SetVector<Value> written;
  if (loop)
    captureNumbers(loop);
  if (!loop || failed(keep(*loop.getConditionBlock())) ||
      failed(keep(*loop.getBodyBlock())) || failed(carryWritten(loop, written)))
    return failure();
  if (loop.getNumResults() == 0) {
    refuse(loop) << "it carries nothing";
    return failure();
  }
  loop->setAttr("ts.control_flow", builder.getStringAttr("while_loop"));
  condition = loop.getConditionOp();
  for (auto [given, argument] :
       llvm::zip_equal(condition.getArgsMutable(),
                       loop.getCondition().getArguments()))
    given.set(argument);
  if (failed(convertCondition(condition, condition.getConditionMutable()))) {
    refuse(loop) << "its condition is not computed of tensors and numbers";
    return failure();
  }
  Operation *end = loop.getBodyBlock()->getTerminator();
  if (failed(removeWrites(*loop.getBodyBlock())) ||
      failed(convertEnd(end, loop)))
    return failure();
  builder.setInsertionPoint(end);
  for (auto [operand, init] :
       llvm::zip_equal(end->getOpOperands(), loop.getInits()))
    if (operand.get().getType() != init.getType())
      operand.set(builder.create<UncheckedCastOp>(loop.getLoc(), init.getType(),
                                                  operand.get()));
  writeBack(loop, written.getArrayRef());
  ++numKept;
  return success();
}

LogicalResult Keeper::keep(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isa<IfOp, WhileOp, ForOp>(op) || isGraphControlFlow(&op))
      continue;
    if (failed(checkGraphs(&op)))
      return failure();
    Operation *kept = &op;
    if (auto loop = dyn_cast<ForOp>(op)) {
      if (!isa<YieldOp>(loop.getBodyBlock()->getTerminator())) {
        refuse(loop) << "its body leaves the function or the loop";
        return failure();
      }
      kept = countTurns(loop);
    }
    auto branch = dyn_cast<IfOp>(kept);
    if (failed(branch ? keepBranch(branch) : keepLoop(cast<WhileOp>(kept))))
      return failure();
  }
  return success();
}
