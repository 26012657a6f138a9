//===- GuardKernels.cpp - Operators behind guards of sizes ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers groups as ts-outline-kernels does, one scan of each block, and infers
// the sizes of a group as one.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Residue.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/Inference.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSGUARDKERNELS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// The group under construction in one block. Members may all run just before
/// `firstUser`, the first other operation that sees a result of the group, or
/// else behind the last member.
struct Group {
  /// Operators on values, and the lists of objects that they take.
  llvm::SetVector<Operation *> members;
  llvm::DenseSet<Operation *> dependents;
  Operation *firstUser = nullptr;
  /// Whether there is an operation with effects, or which may raise, between
  /// members.
  bool hasEffects = false;
  std::optional<Inference> inference;
  SmallVector<Condition> conditions;
};

class Guard {
public:
  explicit Guard(Block &block)
      : block(block), builder(block.getParentOp()->getContext()) {}

  void run();
  unsigned numGuards = 0, numConditions = 0;

private:
  /// Adds a list, or an operator; false when the operator is not of any group.
  bool add(Operation *op);
  /// Whether what an operation needs is there where the group runs.
  bool isAvailable(Operation *op);
  bool isAvailable(ArrayRef<Condition> conditions);
  void pass(Operation *op);
  void flush();
  Value buildCondition();
  /// The members in the first block of the branch, on values.
  void buildGuarded(IfOp branch, ArrayRef<Value> outputs);
  /// The members in the second block, on objects.
  void buildFallback(IfOp branch, ArrayRef<Value> outputs);
  Value getObject(IRMapping &objects, Value value);
  /// Makes the lists of the group that others use, too, for those.
  void keepLists(IfOp branch, ArrayRef<Value> outputs,
                 ArrayRef<Operation *> kept);
  void replaceOutput(Value output, Value object);

  Block &block;
  OpBuilder builder;
  Group group;
};

struct TSGuardKernels : public ts::impl::TSGuardKernelsBase<TSGuardKernels> {
  void runOnOperation() override;
};

} // namespace

/// Whether the operator is one that ts-to-value moved and that may be compiled.
static bool isCandidate(Operation *op) {
  auto operation = dyn_cast<OperatorOp>(op);
  if (!operation || op->getNumResults() == 0 ||
      !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  const OperatorEntry *entry = findOperator(operation);
  return entry && entry->lower;
}

/// Whether the operation makes a list of fresh objects, or such an object, that
/// only operators on values take.
static bool isListPart(Operation *op) {
  return isa<ListConstructOp, DerefineOp, TensorRefOp>(op) &&
         !op->use_empty() && llvm::all_of(op->getUsers(), [&](Operation *user) {
           return user->getBlock() == op->getBlock() &&
                  (isa<TensorRefOp>(op) && isa<ListConstructOp>(user)
                       ? isListPart(user)
                   : isa<ListConstructOp>(op) ? isCandidate(user)
                                              : isListPart(user));
         });
}

/// Whether a size of an operand or a result is not known.
static bool hasUnknownSizes(Operation *op) {
  auto isUnknown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  return llvm::any_of(op->getResultTypes(), isUnknown) ||
         llvm::any_of(op->getOperandTypes(), isUnknown);
}

/// Whether the order of the operation and one that may raise can be seen.
static bool hasEffects(Operation *op) {
  if (auto operation = dyn_cast<OperatorOp>(op))
    return !isInValueForm(operation) && !getSizeQuestion(operation);
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return llvm::any_of(op->getRegions(), [](Region &region) {
      return llvm::any_of(region.getOps(), [](Operation &inner) {
        return hasEffects(&inner);
      });
    });
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         (!effects || effects.hasEffect<MemoryEffects::Write>() ||
          effects.hasEffect<MemoryEffects::Free>());
}

bool Guard::isAvailable(Operation *op) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    if (!definition || definition->getBlock() != &block ||
        group.members.contains(definition))
      return true;
    return !group.dependents.contains(definition) &&
           (!group.firstUser || definition->isBeforeInBlock(group.firstUser));
  });
}

bool Guard::isAvailable(ArrayRef<Condition> conditions) {
  SmallVector<Value> sources;
  for (const Condition &condition : conditions) {
    group.inference->getSources(condition.lhs, sources);
    group.inference->getSources(condition.rhs, sources);
  }
  return llvm::all_of(sources, [&](Value source) {
    Operation *definition = source.getDefiningOp();
    return !definition || definition->getBlock() != &block ||
           (!group.members.contains(definition) &&
            !group.dependents.contains(definition) &&
            (!group.firstUser ||
             definition->isBeforeInBlock(group.firstUser)));
  });
}

bool Guard::add(Operation *op) {
  if (!isAvailable(op))
    flush();
  if (auto operation = dyn_cast<OperatorOp>(op)) {
    for (bool isNew : {false, true}) {
      if (!group.inference) {
        group.inference.emplace(operation);
        group.inference->assumeEqual();
      }
      if (!group.inference->advance(operation))
        return false;
      SmallVector<Condition> open = group.inference->getOpenConditions();
      bool isEarly = group.firstUser && group.hasEffects && !open.empty();
      if (isAvailable(open) && !isEarly) {
        llvm::append_range(group.conditions, open);
        break;
      }
      // What is asked of results of the group is asked behind it.
      if (isNew)
        return false;
      flush();
    }
  }
  group.members.insert(op);
  return true;
}

void Guard::pass(Operation *op) {
  bool depends = llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return definition && (group.members.contains(definition) ||
                          group.dependents.contains(definition));
  });
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        depends |= group.members.contains(definition) ||
                   group.dependents.contains(definition);
  });
  // What is written here was read before; what is seen here comes after the
  // error that the fallback may raise.
  bool isSeen = hasEffects(op);
  if (mayWriteTensors(op) || op->hasTrait<OpTrait::IsTerminator>() ||
      (isSeen && !group.conditions.empty()))
    return flush();
  group.hasEffects |= isSeen && !group.members.empty();
  if (!depends)
    return;
  group.dependents.insert(op);
  if (!isa<TensorRefOp>(op) && !group.firstUser)
    group.firstUser = op;
}

void Guard::run() {
  // A flush erases refs that come later, but not the operation it is at.
  for (Operation &op : block)
    if (!(isCandidate(&op) || isListPart(&op)) || !add(&op))
      pass(&op);
  flush();
}

/// The lists, and objects in them, that are used outside of the group, too.
static llvm::SetVector<Operation *> getKept(const Group &group, Block &block) {
  llvm::SetVector<Operation *> kept;
  for (Operation *member : llvm::reverse(group.members))
    if (!isa<OperatorOp>(member) &&
        llvm::any_of(member->getUsers(), [&](Operation *user) {
          Operation *ancestor = block.findAncestorOpInBlock(*user);
          return !group.members.contains(ancestor) || kept.contains(ancestor);
        }))
      kept.insert(member);
  return kept;
}

/// The values that are used outside of the group, or by what is kept.
static SmallVector<Value> getOutputs(const Group &group,
                                     const llvm::SetVector<Operation *> &kept,
                                     Block &block) {
  SmallVector<Value> outputs;
  for (Operation *member : group.members)
    for (Value result : member->getResults())
      if (isa<OperatorOp>(member) &&
          llvm::any_of(result.getUsers(), [&](Operation *user) {
            Operation *ancestor = block.findAncestorOpInBlock(*user);
            return !group.members.contains(ancestor) || kept.contains(ancestor);
          }))
        outputs.push_back(result);
  return outputs;
}

Value Guard::buildCondition() {
  Location loc = group.members.front()->getLoc();
  Value all;
  SmallVector<Condition> done;
  for (const Condition &condition : group.conditions) {
    if (llvm::any_of(done, [&](const Condition &known) {
          return known.kind == condition.kind && known.lhs == condition.lhs &&
                 known.rhs == condition.rhs;
        }))
      continue;
    done.push_back(condition);
    Value holds = group.inference->materialize(builder, loc, condition);
    all = all ? builder.createOrFold<arith::AndIOp>(loc, all, holds) : holds;
  }
  numConditions += done.size();
  return all;
}

void Guard::buildGuarded(IfOp branch, ArrayRef<Value> outputs) {
  builder.setInsertionPointToStart(branch.getThenBlock());
  IRMapping values;
  for (Operation *member : group.members) {
    Operation *copy = builder.clone(*member, values);
    if (isa<OperatorOp>(copy))
      copy->setAttr(kGuardedAttr, builder.getUnitAttr());
  }
  SmallVector<Value> results;
  for (auto [output, result] : llvm::zip_equal(outputs, branch.getResults())) {
    Value value = values.lookup(output);
    results.push_back(builder.create<TensorRefOp>(value.getLoc(),
                                                  result.getType(), value));
  }
  builder.create<YieldOp>(branch.getLoc(), results);
}

Value Guard::getObject(IRMapping &objects, Value value) {
  if (Value known = objects.lookupOrNull(value))
    return known;
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  auto read = value.getDefiningOp<TensorValueOp>();
  if (read && !mayChangeBetween(read, &*builder.getInsertionPoint()))
    return lookThroughCasts(read.getTensor());
  return builder.create<TensorRefOp>(value.getLoc(),
                                     getTensorType(value.getType()), value);
}

void Guard::buildFallback(IfOp branch, ArrayRef<Value> outputs) {
  builder.setInsertionPointToStart(branch.getElseBlock());
  auto end = builder.create<YieldOp>(branch.getLoc(), ValueRange());
  builder.setInsertionPoint(end);
  IRMapping objects;
  for (Operation *member : group.members) {
    if (auto ref = dyn_cast<TensorRefOp>(member)) {
      Value object = getObject(objects, ref.getValue());
      if (object.getType() != ref.getTensor().getType())
        object = builder.create<DerefineOp>(
            ref.getLoc(), ref.getTensor().getType(), object);
      objects.map(ref.getTensor(), object);
      continue;
    }
    auto operation = dyn_cast<OperatorOp>(member);
    if (!operation) {
      builder.clone(*member, objects);
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : operation.getArgs())
      operands.push_back(getObject(objects, operand));
    SmallVector<Type> types;
    for (Type type : operation.getResultTypes())
      types.push_back(getTensorType(type));
    auto boxed = builder.create<OperatorOp>(member->getLoc(), types,
                                            operation.getName(), operands);
    boxed->setAttr(kFallbackAttr, builder.getUnitAttr());
    boxed->setAttr(kResidueAttr,
                   builder.getStringAttr(explainResidue(boxed)));
    for (auto [value, object] :
         llvm::zip_equal(member->getResults(), boxed.getResults()))
      objects.map(value, object);
  }
  SmallVector<Value> results;
  for (auto [output, result] : llvm::zip_equal(outputs, branch.getResults()))
    results.push_back(getObject(objects, output));
  end->setOperands(results);
}

void Guard::keepLists(IfOp branch, ArrayRef<Value> outputs,
                      ArrayRef<Operation *> kept) {
  builder.setInsertionPointAfter(branch);
  IRMapping values;
  for (Operation *part : llvm::reverse(kept)) {
    if (auto ref = dyn_cast<TensorRefOp>(part))
      if (const Value *output = llvm::find(outputs, ref.getValue());
          output != outputs.end() && !values.contains(ref.getValue()))
        values.map(ref.getValue(),
                   builder.create<TensorValueOp>(
                       ref.getLoc(), ref.getValue().getType(),
                       branch.getResult(output - outputs.begin())));
    Operation *copy = builder.clone(*part, values);
    part->getResult(0).replaceUsesWithIf(
        copy->getResult(0), [&](OpOperand &use) {
          return !group.members.contains(
              block.findAncestorOpInBlock(*use.getOwner()));
        });
  }
}

void Guard::replaceOutput(Value output, Value object) {
  bool taken = false;
  Value read;
  for (OpOperand &use : llvm::make_early_inc_range(output.getUses())) {
    Operation *user = use.getOwner();
    if (group.members.contains(block.findAncestorOpInBlock(*user)))
      continue;
    // The first object of it is the one there is.
    auto ref = dyn_cast<TensorRefOp>(user);
    if (ref && !taken && user->getBlock() == &block &&
        ref.getTensor().getType() == object.getType()) {
      taken = true;
      group.dependents.erase(ref);
      ref.getTensor().replaceAllUsesWith(object);
      ref.erase();
      continue;
    }
    if (!read) {
      OpBuilder::InsertionGuard insertion(builder);
      builder.setInsertionPointAfterValue(object);
      read = builder.create<TensorValueOp>(object.getLoc(), output.getType(),
                                           object);
    }
    use.set(read);
    if (ref && user->getBlock() == &block)
      user->moveAfter(read.getDefiningOp());
  }
}

void Guard::flush() {
  if (group.conditions.empty()) {
    // All that is asked of sizes is known to hold, as the group shows.
    for (Operation *member : group.members)
      if (isa<OperatorOp>(member) && hasUnknownSizes(member))
        member->setAttr(kGuardedAttr, builder.getUnitAttr());
    group = Group();
    return;
  }
  llvm::SetVector<Operation *> kept = getKept(group, block);
  SmallVector<Value> outputs = getOutputs(group, kept, block);
  if (!outputs.empty()) {
    if (group.firstUser)
      builder.setInsertionPoint(group.firstUser);
    else
      builder.setInsertionPointAfter(group.members.back());
    Value condition = buildCondition();
    SmallVector<Type> types;
    for (Value output : outputs)
      types.push_back(getTensorType(output.getType()));
    auto branch =
        builder.create<IfOp>(group.members.front()->getLoc(), types, condition,
                             /*withElse=*/true);
    buildGuarded(branch, outputs);
    buildFallback(branch, outputs);
    keepLists(branch, outputs, kept.getArrayRef());
    for (auto [output, object] : llvm::zip_equal(outputs, branch.getResults()))
      replaceOutput(output, object);
    ++numGuards;
  } else {
    for (Operation *part : kept)
      group.members.remove(part);
  }
  for (Operation *member : llvm::reverse(group.members))
    member->erase();
  group = Group();
}

/// Erases lists, and casts of objects for them, that nothing takes any more: a
/// group would end in front of them.
static void eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isa<ListConstructOp, DerefineOp>(op) && op.use_empty())
      op.erase();
}

void TSGuardKernels::runOnOperation() {
  SmallVector<Block *> blocks;
  getOperation().walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks) {
    eraseUnused(*block);
    Guard guard(*block);
    guard.run();
    numGuards += guard.numGuards;
    numConditions += guard.numConditions;
  }
}
