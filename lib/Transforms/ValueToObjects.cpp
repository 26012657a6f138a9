//===- ValueToObjects.cpp - What has no lowering, on objects --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass ts-value-to-objects: operators on values that nothing lowered become
// calls of the runtime on tensor objects.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Residue.h"
#include "TorchScript/Analysis/TensorAliases.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSVALUETOOBJECTS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSValueToObjects
    : public ts::impl::TSValueToObjectsBase<TSValueToObjects> {
  void runOnOperation() override;

private:
  void convert(OperatorOp op);
  /// An object with the contents of a value; nothing writes to it before `user`
  /// has run.
  Value getObject(OpBuilder &builder, Value value, Operation *user);

  /// Lets lists of operators hold tensors themselves instead of copies, where
  /// the operators only read them.
  void shareListed();

  /// Of values that are computed: one for all users, nothing writes to it.
  llvm::DenseMap<Value, Value> objects;
  std::optional<TensorAliases> aliases;
};
} // namespace

Value TSValueToObjects::getObject(OpBuilder &builder, Value value,
                                  Operation *user) {
  TSTensorType type = getTensorType(value.getType());
  // Objects take the elements of linalg as they are.
  if (auto cast = value.getDefiningOp<tensor::BitcastOp>())
    value = cast.getSource();
  auto read = value.getDefiningOp<TensorValueOp>();
  if (read && !mayChangeBetween(read, user))
    return read.getTensor();
  if (read)
    return builder.create<TensorRefOp>(value.getLoc(), type, value);
  Value &object = objects[value];
  if (object)
    return object;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  // The program's own will do, where nothing writes to it.
  for (Operation *other : value.getUsers())
    if (auto ref = dyn_cast<TensorRefOp>(other);
        ref && ref.getTensor().getType() == type &&
        ref->getBlock() == builder.getBlock() &&
        !aliases->isWritten(ref.getTensor()) &&
        !aliases->isReshaped(ref.getTensor())) {
      ref->moveBefore(builder.getBlock(), builder.getInsertionPoint());
      return object = ref.getTensor();
    }
  return object = builder.create<TensorRefOp>(value.getLoc(), type, value);
}

/// Lets the users of a value use the object that holds it: a first
/// ts.tensor.ref becomes the object, others read it now.
static void replaceValue(OpBuilder &builder, Value value, Value object) {
  Value read;
  bool taken = false;
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    Operation *user = use.getOwner();
    auto ref = dyn_cast<TensorRefOp>(user);
    if (ref && !taken && ref->getBlock() == value.getParentBlock() &&
        ref.getTensor().getType() == object.getType()) {
      taken = true;
      ref.getTensor().replaceAllUsesWith(object);
      ref.erase();
      continue;
    }
    // Elements of linalg are another view of the same object.
    if (auto cast = dyn_cast<tensor::BitcastOp>(user)) {
      Value plain =
          builder.create<TensorValueOp>(value.getLoc(), cast.getType(), object);
      cast.replaceAllUsesWith(plain);
      cast.erase();
      continue;
    }
    if (!read)
      read = builder.create<TensorValueOp>(value.getLoc(), value.getType(),
                                           object);
    use.set(read);
  }
}

void TSValueToObjects::convert(OperatorOp op) {
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (Value operand : op.getArgs())
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? getObject(builder, operand, op)
                           : operand);
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(isa<RankedTensorType>(type) ? Type(getTensorType(type))
                                                : type);
  std::string reason = explainResidue(op);
  auto boxed =
      builder.create<OperatorOp>(op.getLoc(), types, op.getName(), operands);
  boxed->setAttr(kResidueAttr, builder.getStringAttr(reason));
  if (op->hasAttr(kFallbackAttr))
    boxed->setAttr(kFallbackAttr, builder.getUnitAttr());
  for (auto [old, result] :
       llvm::zip_equal(op.getResults(), boxed.getResults()))
    if (old.getType() == result.getType())
      old.replaceAllUsesWith(result);
    else
      replaceValue(builder, old, result);
  op.erase();
  ++numBoxed;
}

/// Whether lists are all that holds `value`, and nobody sees them but operators
/// that keep nothing of it, before `read` gives something else.
static bool isOnlyListed(Value value, TensorValueOp read) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (isa<DerefineOp, ListConstructOp>(user))
      return isOnlyListed(user->getResult(0), read);
    auto op = dyn_cast<OperatorOp>(user);
    return op && isa<ListType>(value.getType()) && op->hasAttr(kResidueAttr) &&
           !mayResultAlias(op) && !mayChangeBetween(read, op);
  });
}

void TSValueToObjects::shareListed() {
  SmallVector<TensorRefOp> refs;
  getOperation().walk([&](TensorRefOp ref) { refs.push_back(ref); });
  for (TensorRefOp ref : refs) {
    Value tensor = ref.getTensor();
    auto read = ref.getValue().getDefiningOp<TensorValueOp>();
    if (!read || read.getTensor().getType() != tensor.getType() ||
        aliases->isWritten(tensor) || aliases->isReshaped(tensor) ||
        !isOnlyListed(tensor, read))
      continue;
    tensor.replaceAllUsesWith(read.getTensor());
    ref.erase();
  }
}

void TSValueToObjects::runOnOperation() {
  objects.clear();
  aliases.emplace(getOperation());
  SmallVector<OperatorOp> operators;
  getOperation().walk([&](OperatorOp op) {
    if (isInValueForm(op))
      operators.push_back(op);
  });
  for (OperatorOp op : operators)
    convert(op);
  shareListed();
}
