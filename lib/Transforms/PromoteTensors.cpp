//===- PromoteTensors.cpp - Versions in place of writes -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass ts-promote-tensors: a storage that the function makes and that
// nobody else sees while it is written becomes a slot with its present version.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "Casts.h"
#include "ElementOrder.h"
#include "InPlace.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/TensorAliases.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROMOTETENSORS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A tensor object as what the program did to a storage: the tensor that made
/// it, and the views since, the first first.
struct Place {
  Value root;
  SmallVector<OperatorOp> views;
  StridedLayout layout;
  /// Whether the storage is row-major for sure: some operators give their
  /// result the strides of an operand.
  bool isCertain = true;
};

class TensorPromotion {
public:
  explicit TensorPromotion(func::FuncOp function)
      : function(function), aliases(function), builder(function.getContext()) {}

  void run();
  unsigned numStorages = 0, numWrites = 0;

private:
  using Members = SmallVector<Value>;

  /// The place of a tensor; nothing when it is not known.
  std::optional<Place> resolve(Value tensor) const;
  /// Whether every use of the class can be replaced.
  bool isPromotable(ArrayRef<Value> members);
  bool isUnderstood(OpOperand &use, ArrayRef<Operation *> writes);
  bool isUnderstoodWrite(Operation *write);
  /// Whether a write may run after the operation has, on the storage of `root`.
  bool runsAfter(Operation *write, Operation *op, Value root) const;
  void collect(ArrayRef<Value> members);
  void rewrite(Operation *op);
  void rewriteWrite(Operation *op, OpOperand &target);
  /// The tensor at a place as it is now.
  Value materialize(const Place &place, Type type);
  void store(const Place &place, Value elements);

  func::FuncOp function;
  TensorAliases aliases;
  OpBuilder builder;
  llvm::DenseMap<Operation *, unsigned> positions;
  /// By root.
  llvm::MapVector<Value, VarOp> slots;
  llvm::MapVector<Operation *, SmallVector<std::pair<unsigned, Place>>> uses;
  /// Views and casts that nothing needs in the end.
  SmallVector<Operation *> dead;
};

struct TSPromoteTensors
    : public ts::impl::TSPromoteTensorsBase<TSPromoteTensors> {
  void runOnOperation() override {
    TensorPromotion promotion(getOperation());
    promotion.run();
    numStorages += promotion.numStorages;
    numWrites += promotion.numWrites;
  }
};

} // namespace

/// As many elements are copied as fast as a call of the runtime takes.
static constexpr int64_t kSmallStorage = 256;

static bool isKnown(Type type) {
  auto tensor = dyn_cast<TSTensorType>(type);
  return tensor && tensor.hasDtype() && tensor.hasRank();
}

static bool isCast(Operation *op) {
  return isa<DerefineOp, UncheckedCastOp>(op);
}

/// Whether the operation makes its one tensor, and the compiler knows what of.
static bool makesTensor(Operation *op) {
  if (!op || op->getNumResults() != 1 || !isKnown(op->getResult(0).getType()))
    return false;
  auto operation = dyn_cast<OperatorOp>(op);
  return isa<TensorRefOp>(op) || (operation && !mayResultAlias(operation));
}

/// Whether the tensor that the operation makes is row-major whatever its
/// operands are.
static bool isRowMajor(Operation *op) {
  auto operation = dyn_cast<OperatorOp>(op);
  // Without tensor operands there are no strides to inherit.
  return !operation || (llvm::none_of(operation.getArgs(),
                                      [](Value operand) {
                                        return bool(getTensorType(operand));
                                      }) &&
                        getOrder(operation) != ElementOrder::Other);
}

/// The row-major layout; of a storage with unknown sizes only the whole is
/// looked at.
static StridedLayout getLayout(TSTensorType type) {
  SmallVector<int64_t> sizes(type.getShape());
  for (int64_t &size : sizes)
    size = ShapedType::isDynamic(size) ? 1 : size;
  return StridedLayout::getRowMajor(sizes);
}

/// Whether elements of a view are one of its base, which cannot be written.
static bool repeatsElements(OperatorOp view) {
  return getViewKind(view) == ViewKind::Expand;
}

std::optional<Place> TensorPromotion::resolve(Value tensor) const {
  Operation *op = tensor.getDefiningOp();
  if (!op || !isa<TSTensorType, OptionalType>(tensor.getType()))
    return std::nullopt;
  if (isCast(op))
    return resolve(op->getOperand(0));
  if (makesTensor(op)) {
    Place place{tensor, {}, getLayout(cast<TSTensorType>(tensor.getType()))};
    place.isCertain = isRowMajor(op);
    return place;
  }
  auto operation = dyn_cast<OperatorOp>(op);
  if (!operation)
    return std::nullopt;
  if (std::optional<unsigned> same = getReturnedOperand(operation))
    return resolve(operation.getArgs()[*same]);
  if (!isView(operation))
    return std::nullopt;
  std::optional<Place> place = resolve(operation.getArgs()[0]);
  if (!place || !cast<TSTensorType>(place->root.getType()).hasStaticShape() ||
      !isKnown(operation.getResult(0).getType()) ||
      sharesStorage(operation, place->isCertain ? &place->layout : nullptr) !=
          true)
    return std::nullopt;
  std::optional<StridedLayout> layout = followView(operation, place->layout);
  if (!layout || !layout->offset)
    return std::nullopt;
  place->views.push_back(operation);
  place->layout = std::move(*layout);
  return place;
}

bool TensorPromotion::runsAfter(Operation *write, Operation *op,
                                Value root) const {
  if (positions.lookup(write) > positions.lookup(op))
    return true;
  // A loop around both runs the write again, unless it makes the storage, too.
  for (Operation *loop = op->getParentOp(); loop != function;
       loop = loop->getParentOp())
    if (isa<ForOp, WhileOp>(loop) && loop->isAncestor(write) &&
        !loop->isAncestor(root.getDefiningOp()))
      return true;
  return false;
}

bool TensorPromotion::isUnderstoodWrite(Operation *write) {
  auto op = dyn_cast<OperatorOp>(write);
  if (!op)
    return false;
  Value target;
  for (unsigned index = 0; index < op.getArgs().size(); ++index)
    if (writesTensorsOf(op, index)) {
      if (target)
        return false;
      target = op.getArgs()[index];
    }
  std::optional<Place> place = resolve(target);
  if (!place || !isKnown(lookThroughCasts(target).getType()) ||
      llvm::any_of(place->views, repeatsElements) || op.getNumResults() != 1 ||
      !getReturnedOperand(op))
    return false;
  // A copy has no gaps, and another order of draws.
  if (dependsOnOrder(op) &&
      (!place->layout.isContiguous() || !ts::isRowMajor(place->root)))
    return false;
  // A whole copy for each element would make the loop quadratic, unless a copy
  // costs less than a call.
  int64_t all =
      getLayout(cast<TSTensorType>(place->root.getType())).getNumElements();
  bool isPart =
      place->layout.getNumElements() != all && all > kSmallStorage;
  for (Operation *loop = write->getParentOp(); loop != function;
       loop = loop->getParentOp())
    if (isPart && isa<ForOp, WhileOp>(loop) &&
        !loop->isAncestor(place->root.getDefiningOp()))
      return false;
  // What overlaps is refused when the program runs.
  bool isAlone = readsOthersOnly(op);
  if (isAlone && llvm::count(op.getArgs(), target) != 1)
    return false;
  for (Value operand : op.getArgs()) {
    if (operand == target || !aliases.mayAlias(operand, target))
      continue;
    std::optional<Place> other = resolve(operand);
    if (!other || (other->root == place->root &&
                   (isAlone || other->layout.overlapsPartially(place->layout))))
      return false;
  }
  return true;
}

bool TensorPromotion::isUnderstood(OpOperand &use,
                                   ArrayRef<Operation *> writes) {
  Operation *user = use.getOwner();
  std::optional<Place> place = resolve(use.get());
  if (!place)
    return false;
  if (isCast(user) && resolve(user->getResult(0)))
    return true;
  auto op = dyn_cast<OperatorOp>(user);
  if (op) {
    unsigned index = use.getOperandNumber();
    if (writesTensorsOf(op, index) || !op.getNumResults())
      return writesTensorsOf(op, index);
    if (isView(op) && index == 0 && resolve(op.getResult(0)))
      return true;
    if (lookupOperator(op.getName()).known && !mayResultAlias(op) &&
        !storesOperands(op))
      return true;
  }
  if (isa<TensorValueOp, PrintOp, IsNoneOp>(user))
    return true;
  // Whoever gets the tensor sees the last version.
  return llvm::none_of(writes, [&](Operation *write) {
    return runsAfter(write, user, place->root);
  });
}

bool TensorPromotion::isPromotable(ArrayRef<Value> members) {
  SmallVector<Operation *> writes = aliases.getWrites(members.front());
  if (!llvm::all_of(writes,
                    [&](Operation *op) { return isUnderstoodWrite(op); }))
    return false;
  for (Value member : members) {
    std::optional<Place> place = resolve(member);
    // What is no place gets the tensor by a use of one, which is looked at.
    if (!place)
      continue;
    for (OpOperand &use : member.getUses())
      if (!isUnderstood(use, writes))
        return false;
  }
  return true;
}

void TensorPromotion::collect(ArrayRef<Value> members) {
  for (Value member : members) {
    std::optional<Place> place = resolve(member);
    if (!place)
      continue;
    if (place->root == member)
      slots[member] = VarOp();
    else if (Operation *op = member.getDefiningOp();
             isCast(op) || isView(cast<OperatorOp>(op)))
      dead.push_back(op);
    for (OpOperand &use : member.getUses()) {
      Operation *user = use.getOwner();
      bool passesOn = isCast(user) && resolve(user->getResult(0));
      if (auto op = dyn_cast<OperatorOp>(user))
        passesOn |= isView(op) && use.getOperandNumber() == 0 &&
                    op.getNumResults() == 1 && resolve(op.getResult(0));
      if (!passesOn)
        uses[user].emplace_back(use.getOperandNumber(), *place);
    }
  }
}

/// The same view of another tensor.
static Value lookAgain(OpBuilder &builder, OperatorOp view, Value tensor) {
  SmallVector<Value> operands(view.getArgs());
  operands[0] = tensor;
  return builder
      .create<OperatorOp>(view.getLoc(), view.getResultTypes(), view.getName(),
                          operands)
      .getResult(0);
}

Value TensorPromotion::materialize(const Place &place, Type type) {
  Location loc = place.root.getLoc();
  Value tensor = builder.create<LoadOp>(loc, slots.lookup(place.root));
  for (OperatorOp view : place.views)
    tensor = lookAgain(builder, view, tensor);
  return castTo(builder, tensor, type);
}

void TensorPromotion::store(const Place &place, Value elements) {
  // The tensor before each view, as it is now.
  SmallVector<Value> before;
  Value tensor =
      builder.create<LoadOp>(elements.getLoc(), slots.lookup(place.root));
  for (OperatorOp view : place.views) {
    before.push_back(tensor);
    tensor = lookAgain(builder, view, tensor);
  }
  for (auto [view, old] : llvm::reverse(llvm::zip_equal(place.views, before)))
    elements = buildViewInverse(builder, OperatorOp(view).getLoc(), view, old,
                                elements, /*mayCopy=*/true);
  // A version lies as the tensor did when it was made.
  auto made = elements.getDefiningOp<OperatorOp>();
  if (made && isView(made)) {
    OperatorBuilder build(builder, made.getLoc());
    elements = ts::isRowMajor(place.root) ? build.cloneContiguous(elements)
                                          : build.clone(elements);
  }
  builder.create<StoreOp>(elements.getLoc(), elements,
                          slots.lookup(place.root));
}

void TensorPromotion::rewriteWrite(Operation *write, OpOperand &target) {
  auto op = cast<OperatorOp>(write);
  Place place;
  for (auto &[index, used] : uses[write])
    if (index == target.getOperandNumber())
      place = used;
  ++numWrites;
  SmallVector<Value> operands(op.getArgs());
  Value self = lookThroughCasts(target.get());
  operands[target.getOperandNumber()] = self;
  Value elements;
  if (target.getOperandNumber() == 0)
    elements = buildWritten(builder, op, operands);
  if (!elements) {
    // The runtime writes to a copy.
    elements = OperatorBuilder(builder, op.getLoc()).clone(self);
    operands[target.getOperandNumber()] = elements;
    builder.create<OperatorOp>(op.getLoc(), op.getResultTypes(), op.getName(),
                               operands);
  }
  store(place, castTo(builder, elements, self.getType()));
  dead.push_back(op);
}

void TensorPromotion::rewrite(Operation *op) {
  builder.setInsertionPoint(op);
  OpOperand *target = nullptr;
  auto operation = dyn_cast<OperatorOp>(op);
  for (auto &[index, place] : uses[op]) {
    OpOperand &operand = op->getOpOperand(index);
    operand.set(materialize(place, operand.get().getType()));
    if (operation && writesTensorsOf(operation, index))
      target = &operand;
  }
  if (target)
    rewriteWrite(op, *target);
}

void TensorPromotion::run() {
  unsigned position = 0;
  llvm::MapVector<Value, Members> classes;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    positions[op] = ++position;
    for (Value result : op->getResults()) {
      if (!aliases.isWritten(result) || aliases.isExternal(result) ||
          aliases.isReshaped(result))
        continue;
      auto known = llvm::find_if(classes, [&](auto &entry) {
        return aliases.mayAlias(entry.first, result);
      });
      if (known != classes.end())
        known->second.push_back(result);
      else
        classes[result].push_back(result);
    }
  });
  for (auto &[first, members] : classes)
    if (isPromotable(members))
      collect(members);
  for (auto &[root, slot] : slots) {
    ++numStorages;
    builder.setInsertionPointAfterValue(root);
    slot = builder.create<VarOp>(root.getLoc(), "tensor", root.getType());
    slot->setAttr(kSizesOfFirstAttr, builder.getUnitAttr());
    builder.create<StoreOp>(root.getLoc(), root, slot);
  }
  // Program order; what is made on the way is not visited.
  auto inOrder = llvm::to_vector(llvm::make_first_range(uses));
  llvm::sort(inOrder, [&](Operation *a, Operation *b) {
    return positions.lookup(a) < positions.lookup(b);
  });
  for (Operation *op : inOrder)
    rewrite(op);
  llvm::sort(dead, [&](Operation *a, Operation *b) {
    return positions.lookup(a) > positions.lookup(b);
  });
  for (Operation *op : dead)
    op->erase();
}
