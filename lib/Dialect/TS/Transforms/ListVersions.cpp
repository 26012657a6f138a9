//===- ListVersions.cpp - Lists that change, at each place ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list that is made in a block, and changed there by operators whose effect
// is known, has known elements at each place: who reads it gets a list of its
// own, and the changes vanish. Short loops that make such lists are unrolled.
//
//===----------------------------------------------------------------------===//

#include "ListVersions.h"

#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ts;

/// Loops of more turns stay.
static constexpr int64_t kMaxTurns = 32;
/// Of loops that carry tensors, whose sizes may change.
static constexpr int64_t kMaxTensorTurns = 4;
/// And so do those that would become more operations.
static constexpr int64_t kMaxOperations = 2000;

static std::optional<int64_t> getInt(Value value) {
  IntegerAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  return constant.getInt();
}

namespace {
enum class Change { None, Append, Insert, SetItem, Extend, Sort };
} // namespace

static Change getChange(OperatorOp op, Value list) {
  if (op.getArgs().empty() || op.getArgs()[0] != list)
    return Change::None;
  return llvm::StringSwitch<Change>(op.getName())
      .Case("aten::append.t", Change::Append)
      .Case("aten::insert.t", Change::Insert)
      .Case("aten::_set_item.t", Change::SetItem)
      .Case("aten::extend.t", Change::Extend)
      .Case("aten::sort.int", Change::Sort)
      .Default(Change::None);
}

/// Whether the operator only reads a list.
static bool readsList(OperatorOp op, OpOperand &use) {
  OperatorInfo info = lookupOperator(op.getName());
  return !((info.mutatedArgs >> std::min(use.getOperandNumber(), 63u)) & 1);
}

/// The elements after a change; false when they are not known.
static bool apply(OperatorOp op, Change change,
                  SmallVectorImpl<Value> &elements) {
  OperandRange args = op.getArgs();
  int64_t size = elements.size();
  std::optional<int64_t> index;
  if (change == Change::Insert || change == Change::SetItem) {
    index = getInt(args[1]);
    if (!index)
      return false;
    if (*index < 0)
      *index += size;
  }
  switch (change) {
  case Change::None:
    return false;
  case Change::Append:
    elements.push_back(args[1]);
    return true;
  case Change::Insert:
    *index = std::clamp<int64_t>(*index, 0, size);
    elements.insert(elements.begin() + *index, args[2]);
    return true;
  case Change::SetItem:
    if (*index < 0 || *index >= size)
      return false;
    elements[*index] = args[2];
    return true;
  case Change::Extend: {
    auto other = args[1].getDefiningOp<ListConstructOp>();
    if (!other || !isListOnlyRead(other.getResult()))
      return false;
    llvm::append_range(elements, other.getElements());
    return true;
  }
  case Change::Sort: {
    // In ascending order; equal numbers are the same.
    std::optional<int64_t> reverse = getInt(args[1]);
    if (!reverse || *reverse ||
        !llvm::all_of(elements, [](Value value) { return getInt(value); }))
      return false;
    llvm::sort(elements,
               [](Value a, Value b) { return *getInt(a) < *getInt(b); });
    return true;
  }
  }
  llvm_unreachable("all changes are listed");
}

/// Whether a cast of a list is only read, and nothing that reads it gives the
/// list to others.
static bool isReadCast(Operation *cast) {
  return isa<DerefineOp, UncheckedCastOp>(cast) &&
         isListOnlyRead(cast->getResult(0)) &&
         llvm::all_of(cast->getUsers(), [](Operation *user) {
           if (auto op = dyn_cast<OperatorOp>(user))
             return !lookupOperator(op.getName()).aliasesArgument ||
                    !llvm::any_of(op.getResultTypes(), [](Type type) {
                      return !isa<TSTensorType>(type);
                    });
           return isa<ListUnpackOp>(user) || isReadCast(user);
         });
}

/// Whether the operation only puts values together for the end of its block, and
/// nothing but such operations is behind it.
static bool isPartOfEnd(Operation *op) {
  auto isConstruct = [](Operation *op) {
    return isa<TupleConstructOp, ListConstructOp, DictConstructOp, DerefineOp>(
               op) ||
           op->hasTrait<OpTrait::ConstantLike>();
  };
  Operation *end = op->getBlock()->getTerminator();
  Operation *user = op;
  while (user != end) {
    if (!isConstruct(user) || user->getNumResults() != 1 || !user->hasOneUse() ||
        user->getBlock() != end->getBlock())
      return false;
    user = *user->user_begin();
  }
  for (Operation *next = op; next != end; next = next->getNextNode())
    if (!isConstruct(next))
      return false;
  return true;
}

/// Whether the use is a read, or a change that stands in the list's block.
static bool isUnderstood(OpOperand &use) {
  Value list = use.get();
  Block *block = list.getParentBlock();
  auto op = dyn_cast<OperatorOp>(use.getOwner());
  if (!op)
    return use.getOwner() == block->getTerminator() ||
           isa<ListUnpackOp>(use.getOwner()) || isReadCast(use.getOwner()) ||
           (use.getOwner()->getBlock() == block && isPartOfEnd(use.getOwner()));
  if (!readsList(op, use))
    return op->getBlock() == block && getChange(op, list) != Change::None &&
           llvm::all_of(op.getResults(),
                        [](Value result) { return result.use_empty(); });
  // An operator that reads the list may give the list.
  return !llvm::is_contained(op.getResultTypes(), list.getType()) ||
         !lookupOperator(op.getName()).aliasesArgument;
}

OrderedUses ts::getOrderedUses(Value object,
                               function_ref<bool(OpOperand &)> isUnderstood) {
  Block *block = object.getParentBlock();
  SmallVector<std::pair<Operation *, OpOperand *>> uses;
  Operation *first = nullptr;
  bool areInside = true;
  for (OpOperand &use : object.getUses()) {
    Operation *place = block->findAncestorOpInBlock(*use.getOwner());
    // Another block, which comes after all of this one.
    if (!place) {
      areInside = false;
      continue;
    }
    uses.emplace_back(place, &use);
    if (!isUnderstood(use) && (!first || place->isBeforeInBlock(first)))
      first = place;
  }
  // As the program made them: uses are in no order.
  llvm::sort(uses, [](const auto &a, const auto &b) {
    return a.first != b.first && a.first->isBeforeInBlock(b.first);
  });
  OrderedUses ordered;
  ordered.areAll = !first && areInside;
  for (auto [place, use] : uses)
    if (!first || place->isBeforeInBlock(first))
      ordered.uses.push_back(use);
  return ordered;
}

bool ts::splitListVersions(ListConstructOp made) {
  Value list = made.getResult();
  if (isListOnlyRead(list))
    return false;
  OrderedUses known = getOrderedUses(list, isUnderstood);
  Operation *end = made->getBlock()->getTerminator();
  if (llvm::count_if(known.uses, [&](OpOperand *use) {
        return use->getOwner() == end || isPartOfEnd(use->getOwner());
      }) > 1)
    return false;
  // All changes have to be known before one is taken out. What reads a cast may
  // come after a change that comes after the cast.
  SmallVector<Value> elements(made.getElements());
  SmallVector<SmallVector<Value>> versions;
  bool anyCast = false;
  for (OpOperand *use : known.uses) {
    auto op = dyn_cast<OperatorOp>(use->getOwner());
    anyCast |= isa<DerefineOp, UncheckedCastOp>(use->getOwner());
    if (op && !readsList(op, *use) &&
        (anyCast || !apply(op, getChange(op, list), elements))) {
      known.areAll = false;
      break;
    }
    versions.push_back(elements);
  }
  bool anyRead = false;
  for (auto [use, version] : llvm::zip(known.uses, versions)) {
    Operation *user = use->getOwner();
    auto op = dyn_cast<OperatorOp>(user);
    bool isChange = op && !readsList(op, *use);
    if (isChange && known.areAll)
      op.erase();
    // Before what is not known operators see what was known.
    if (isChange || (!known.areAll && !op && !isa<ListUnpackOp>(user)))
      continue;
    anyRead = true;
    OpBuilder builder(made->getBlock()->findAncestorOpInBlock(*user));
    // A change takes any subtype of the elements' type.
    Type type = made.getResult().getType().getElementType();
    for (Value &element : version)
      if (element.getType() != type)
        element = builder.create<DerefineOp>(made.getLoc(), type, element);
    use->set(builder.create<ListConstructOp>(made.getLoc(), list.getType(),
                                             version));
  }
  if (known.areAll)
    made.erase();
  return known.areAll || anyRead;
}

/// Whether a turn changes a list or dict that the loop did not make, or reads an
/// element of a list by its number.
static bool worksOnLists(ForOp loop) {
  return loop
      ->walk([&](OperatorOp op) {
        if (op.getArgs().empty() ||
            !isa<ListType, DictType>(op.getArgs()[0].getType()))
          return WalkResult::advance();
        Operation *made = op.getArgs()[0].getDefiningOp();
        bool isOutside = !made || !loop->isProperAncestor(made);
        bool isChange = getChange(op, op.getArgs()[0]) != Change::None ||
                        (isa<DictType>(op.getArgs()[0].getType()) &&
                         !readsList(op, op->getOpOperand(0)));
        bool isRead = op.getName().starts_with("aten::__getitem__.") &&
                      isa_and_present<ListConstructOp>(made);
        return isOutside && (isChange || isRead) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

bool ts::unrollListLoop(ForOp loop) {
  // An operator of control flow of a program that is exported.
  if (loop->hasAttr("ts.control_flow") &&
      loop->getParentOfType<func::FuncOp>()->hasAttr("ts.input_tree"))
    return false;
  std::optional<int64_t> count = getInt(loop.getCount());
  Block &body = *loop.getBodyBlock();
  if (!count || *count < 1 || *count > kMaxTurns ||
      !isa<YieldOp>(body.getTerminator()))
    return false;
  // Tensors that each turn gives another size.
  bool carriesTensors =
      *count <= kMaxTensorTurns &&
      llvm::any_of(loop.getResultTypes(), llvm::IsaPred<TSTensorType>);
  if (*count > 1 && !carriesTensors && !worksOnLists(loop))
    return false;
  int64_t operations = 0;
  loop->walk([&](Operation *) { ++operations; });
  if (*count > 1 && operations * *count > kMaxOperations)
    return false;
  OpBuilder builder(loop);
  SmallVector<Value> carried(loop.getInits());
  for (int64_t turn = 0; turn < *count; ++turn) {
    IRMapping mapping;
    mapping.map(body.getArgument(0),
                builder.create<arith::ConstantIntOp>(loop.getLoc(), turn, 64));
    for (auto [argument, value] :
         llvm::zip_equal(body.getArguments().drop_front(), carried))
      mapping.map(argument, value);
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping)->walk([&](Operation *copy) {
        copy->setLoc(markTurn(copy->getLoc(), loop.getLoc(), turn));
      });
    for (auto [value, end] :
         llvm::zip_equal(carried, body.getTerminator()->getOperands()))
      value = mapping.lookupOrDefault(end);
  }
  loop->replaceAllUsesWith(carried);
  loop.erase();
  return true;
}
