//===- ToValue.cpp - Operators onto builtin tensors -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass ts-to-value: tensor operators of known dtype and rank compute on
// values between ts.tensor.value and ts.tensor.ref.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "Casts.h"
#include "ElementOrder.h"
#include "InPlace.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Residue.h"
#include "TorchScript/Analysis/TensorAliases.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/ElementReads.h"
#include "TorchScript/Operators/Registry.h"
#include "ViewStrides.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSTOVALUE
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Moves operators of one function over, in program order.
class ValueBuilder {
public:
  explicit ValueBuilder(func::FuncOp function);

  /// Whether the operator was moved; a view's own operator stays beside it.
  bool convert(OperatorOp op);
  /// Why an operator was not moved.
  std::string explain(OperatorOp op) const;
  /// Whether the order of elements in memory shows in what the operator gives.
  bool showsOrder(OperatorOp op) const;
  /// Whether the operator is a view that its tensor may refuse.
  bool mayRefuse(OperatorOp op) const { return strides.mayRefuse(op); }
  const TensorAliases &getAliases() const { return aliases; }
  /// The value that was moved beside a view; null when there is none.
  Value getViewValue(Value view) const { return values.lookup(view); }

private:
  bool areApart(Value a, Value b);
  bool convertWrite(OperatorOp op);
  /// Reads a number from a value that is there already.
  bool convertElementRead(OperatorOp op);
  /// Whether all tensors an operator reads, also in lists, are of known dtype
  /// and rank.
  bool hasKnownOperands(OperatorOp op) const;
  /// The contents of a tensor object as they are now; values are passed on.
  Value getValue(Value tensor);
  /// An operand of the operator in value form.
  Value convertOperand(Value operand);

  TensorAliases aliases;
  ViewStrides strides;
  OpBuilder builder;
  /// What may copy a tensor that changes afterwards, or the copy does.
  llvm::DenseSet<Operation *> changedCopies;
  /// Of tensors that are not written.
  llvm::DenseMap<Value, Value> values;
};

struct TSToValue : public ts::impl::TSToValueBase<TSToValue> {
  void runOnOperation() override;

private:
  void explain(const ValueBuilder &values);
};

} // namespace

/// Whether dtype and rank of all results are known, and are what the operands
/// say. What has sizes that are not known is moved only when it can be lowered.
static bool isKnown(OperatorOp op) {
  if (op.getNumResults() == 0)
    return false;
  const OperatorEntry *entry = findOperator(op);
  for (Type type : op.getResultTypes()) {
    auto tensor = dyn_cast<TSTensorType>(type);
    if (!tensor || !tensor.hasDtype() || !tensor.hasRank() ||
        (!tensor.hasStaticShape() && !(entry && entry->lower)))
      return false;
  }
  bool isComputed = false;
  std::optional<SmallVector<TSTensorType>> types =
      inferResultTypes(op, /*isCertain=*/nullptr, &isComputed);
  return types && isComputed && llvm::equal(*types, op.getResultTypes());
}

/// Whether `later` may run after `op` did.
static bool mayRunAfter(Operation *later, Operation *op) {
  // The next turn of a loop comes after this one.
  for (Operation *at = op->getParentOp(); !isa<func::FuncOp>(at);
       at = at->getParentOp())
    if (!isa<IfOp>(at))
      return true;
  for (Operation *at = op; !isa<func::FuncOp>(at); at = at->getParentOp())
    if (Operation *other = at->getBlock()->findAncestorOpInBlock(*later))
      return !other->isBeforeInBlock(at);
  return true;
}

ValueBuilder::ValueBuilder(func::FuncOp function)
    : aliases(function), strides(function), builder(function.getContext()) {
  function.walk([&](OperatorOp op) {
    if (!mayCopy(op))
      return;
    Value tensor = op.getResult(0);
    if ((aliases.mayCallWrite() && aliases.isExternal(tensor)) ||
        llvm::any_of(aliases.getWrites(tensor),
                     [&](Operation *write) { return mayRunAfter(write, op); }))
      changedCopies.insert(op);
  });
}

Value ValueBuilder::getValue(Value tensor) {
  if (isa<RankedTensorType>(tensor.getType()))
    return tensor;
  auto type = getValueType(cast<TSTensorType>(tensor.getType()));
  if (aliases.isWritten(tensor))
    return builder.create<TensorValueOp>(tensor.getLoc(), type, tensor);
  Value &value = values[tensor];
  if (value)
    return value;
  if (auto ref = tensor.getDefiningOp<TensorRefOp>();
      ref && ref.getValue().getType() == type)
    return value = ref.getValue();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(tensor);
  return value = builder.create<TensorValueOp>(tensor.getLoc(), type, tensor);
}

/// Tensors, or None for some of them.
static bool holdsTensors(Type element) {
  if (auto optional = dyn_cast<OptionalType>(element))
    element = optional.getElementType();
  return isa<TSTensorType>(element);
}

Value ValueBuilder::convertOperand(Value operand) {
  Value inner = lookThroughCasts(operand);
  if (isa<TSTensorType>(inner.getType()))
    return getValue(inner);
  auto list = dyn_cast<ListType>(inner.getType());
  if (!list || !holdsTensors(list.getElementType()))
    return operand;
  // A list holds objects: fresh ones, which nothing writes to.
  std::optional<SmallVector<Value>> elements = getListElements(inner);
  if (!elements)
    return operand;
  for (Value &element : *elements) {
    Value tensor = lookThroughCasts(element);
    if (isNone(tensor))
      continue;
    Value ref = builder.create<TensorRefOp>(
        element.getLoc(), getTensorType(tensor.getType()), getValue(tensor));
    element = ref;
    if (ref.getType() != list.getElementType())
      element =
          builder.create<DerefineOp>(ref.getLoc(), list.getElementType(), ref);
  }
  return builder.create<ListConstructOp>(inner.getLoc(), list, *elements);
}

/// Whether a value of the type is a tensor, or None in its place.
static bool isTensorOperand(Type type) {
  if (auto optional = dyn_cast<OptionalType>(type))
    type = optional.getElementType();
  return bool(getTensorType(type));
}

bool ValueBuilder::hasKnownOperands(OperatorOp op) const {
  auto isKnownTensor = [&](Value operand) {
    TSTensorType type = getTensorType(operand);
    return type && type.hasDtype() && type.hasRank() &&
           !aliases.isReshaped(operand);
  };
  return llvm::all_of(op.getArgs(), [&](Value operand) {
    Type type = lookThroughCasts(operand).getType();
    // A tensor where a number is asked for, by way of casts, stays an object;
    // so does what is only said to be a tensor.
    if (isTensorOperand(operand.getType()) != bool(getTensorType(type)) &&
        !isa<TSNoneType>(type))
      return false;
    if (getTensorType(type))
      return isKnownTensor(operand);
    bool holdsTensors =
        type.walk([](TSTensorType) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!holdsTensors)
      return true;
    std::optional<SmallVector<Value>> elements = getListElements(operand);
    return elements && llvm::all_of(*elements, [&](Value element) {
             return isNone(lookThroughCasts(element)) || isKnownTensor(element);
           });
  });
}

/// Whether the operation that makes the tensor makes its storage, too.
static bool isFresh(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  auto operation = dyn_cast_if_present<OperatorOp>(op);
  return isa_and_present<TensorRefOp>(op) ||
         (operation && !mayResultAlias(operation));
}

/// Whether elements of the tensor share memory, so that PyTorch refuses to
/// write to it.
static bool isExpanded(Value tensor) {
  for (tensor = lookThroughCasts(tensor);;) {
    auto op = tensor.getDefiningOp<OperatorOp>();
    if (!op || !isView(op))
      return false;
    if (getViewKind(op) == ViewKind::Expand)
      return true;
    tensor = lookThroughCasts(op.getArgs()[0]);
  }
}

/// Whether it is not known what tensor the value is: an element of a container,
/// or what a function gave.
static bool isUnknown(Value base) {
  Operation *op = base.getDefiningOp();
  if (!op)
    return !isa<func::FuncOp>(base.getParentBlock()->getParentOp());
  return (isa<OperatorOp>(op) && !isFresh(base)) ||
         isa<ListUnpackOp, TupleIndexOp, CallOpInterface>(op);
}

/// Whether the tensors have no elements in common, unless arguments have when
/// the function is called.
bool ValueBuilder::areApart(Value a, Value b) {
  SmallVector<Value> bases = getBases(a), others = getBases(b);
  if (llvm::any_of(llvm::concat<Value>(bases, others), isUnknown))
    return false;
  return llvm::all_of(bases, [&](Value base) {
    return llvm::all_of(others, [&](Value other) {
      return base != other &&
             (aliases.isExternal(base) || (isFresh(base) && isFresh(other)));
    });
  });
}

bool ValueBuilder::convertWrite(OperatorOp op) {
  Value target =
      op.getArgs().empty() ? Value() : lookThroughCasts(op.getArgs()[0]);
  // A result whose type the tensor contradicts is left to the runtime.
  if (getReturnedOperand(op) != 0u || !hasKnownOperands(op) ||
      isExpanded(target) ||
      !isCastable(target.getType(), op.getResult(0).getType()))
    return false;
  // Where the operands overlap in part, or at all, the call fails.
  for (Value operand : op.getArgs().drop_front()) {
    Value other = lookThroughCasts(operand);
    if ((other != target || readsOthersOnly(op)) &&
        aliases.mayAlias(other, target) && !areApart(target, other))
      return false;
  }
  builder.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (Value operand : op.getArgs())
    operands.push_back(convertOperand(operand));
  Value elements = buildWritten(builder, op, operands);
  if (!elements)
    return false;
  builder.create<TensorOverwriteOp>(op.getLoc(), elements, target);
  op.getResult(0).replaceAllUsesWith(
      castTo(builder, target, op.getResult(0).getType()));
  op.erase();
  return true;
}

/// Whether the views that make the tensor of its base cannot fail: others are
/// operators on objects in the end.
static bool isMadeSafely(Value tensor) {
  for (auto op = tensor.getDefiningOp<OperatorOp>(); op && isView(op);
       op = lookThroughCasts(op.getArgs()[0]).getDefiningOp<OperatorOp>()) {
    bool isCertain = false;
    if (!inferResultTypes(op, &isCertain) || !isCertain)
      return false;
  }
  return true;
}

bool ValueBuilder::convertElementRead(OperatorOp op) {
  Value tensor = lookThroughCasts(op.getArgs()[0]);
  if (aliases.isWritten(tensor) || aliases.isReshaped(tensor) ||
      !isMadeSafely(tensor))
    return false;
  auto argument = dyn_cast<BlockArgument>(tensor);
  bool isThere =
      values.contains(tensor) || tensor.getDefiningOp<TensorRefOp>() ||
      (argument && !isa<func::FuncOp>(argument.getOwner()->getParentOp()));
  if (!isThere)
    return false;
  builder.setInsertionPoint(op);
  op.getArgsMutable().assign(getValue(tensor));
  return true;
}

bool ValueBuilder::showsOrder(OperatorOp op) const {
  return ts::showsOrder(
      op, [&](OperatorOp copy) { return changedCopies.contains(copy); },
      [&](OperatorOp view) { return strides.mayRefuse(view); });
}

bool ValueBuilder::convert(OperatorOp op) {
  if (isInValueForm(op) || mayRefuse(op) || showsOrder(op))
    return false;
  if (isElementRead(op))
    return convertElementRead(op);
  if (writesTensors(op))
    return convertWrite(op);
  // The value of a view that is written is read where it is used. Strides of
  // a view's own are about an object: values have none.
  if (isView(op) && (aliases.isWritten(op.getArgs()[0]) || asksForOrder(op)))
    return false;
  if (!isKnown(op) || !hasKnownOperands(op) ||
      (mayResultAlias(op) && !isView(op)))
    return false;
  builder.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (Value operand : op.getArgs())
    operands.push_back(convertOperand(operand));
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(getValueType(cast<TSTensorType>(type)));
  auto moved =
      builder.create<OperatorOp>(op.getLoc(), types, op.getName(), operands);
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), moved.getResults())) {
    if (isView(op)) {
      values[result] = value;
      continue;
    }
    Value ref =
        builder.create<TensorRefOp>(op.getLoc(), result.getType(), value);
    if (!aliases.isWritten(result))
      values[ref] = value;
    aliases.replace(result, ref);
    result.replaceAllUsesWith(ref);
  }
  if (!isView(op))
    op.erase();
  return true;
}

std::string ValueBuilder::explain(OperatorOp op) const {
  for (Value operand : op.getArgs())
    if (aliases.isReshaped(operand))
      return "sizes or dtype of a tensor change in the same function";
  if (mayRefuse(op))
    return "strides of its tensor may refuse it";
  if (isView(op) && isKnown(op))
    return "an object of it is needed";
  if (showsOrder(op))
    return "the order of its elements in memory shows";
  return explainResidue(op);
}

void TSToValue::explain(const ValueBuilder &values) {
  getOperation().walk([&](OperatorOp op) {
    if (!isTensorOperator(op) || isInValueForm(op))
      return;
    ++numKept;
    op->setAttr(kResidueAttr,
                StringAttr::get(&getContext(), values.explain(op)));
  });
}

/// Erases views whose object nobody looks at any more.
static void eraseUnusedViews(func::FuncOp function,
                             const ValueBuilder &values) {
  SmallVector<OperatorOp> operators;
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : llvm::reverse(operators))
    if (isView(op) && !isInValueForm(op) && op.use_empty() && isKnown(op) &&
        !values.mayRefuse(op))
      op.erase();
}

/// Whether a view of a fresh row-major tensor looks like a tensor of its own:
/// same strides, all elements.
static bool isWholeView(OperatorOp op) {
  ViewKind kind = getViewKind(op);
  return kind == ViewKind::Identity || kind == ViewKind::Reshape;
}

/// Lets a view be a tensor of its own where nobody else has the tensor that it
/// looks at: `x.flatten(1)` of a result that is not used otherwise.
static void detachViews(func::FuncOp function, ValueBuilder &values) {
  SmallVector<OperatorOp> views;
  function.walk([&](OperatorOp op) {
    if (isView(op) && !isInValueForm(op) && !op.use_empty())
      views.push_back(op);
  });
  for (OperatorOp view : llvm::reverse(views)) {
    Value value = values.getViewValue(view.getResult(0));
    Value base = view.getResult(0);
    while (auto op = base.getDefiningOp<OperatorOp>()) {
      if (!isView(op) || !isWholeView(op))
        break;
      base = lookThroughCasts(op.getArgs()[0]);
      if (!base.hasOneUse())
        break;
    }
    auto made = base.getDefiningOp<TensorRefOp>();
    TSTensorType type = getTensorType(view.getResult(0).getType());
    if (!value || !made || !made.getResult().hasOneUse() || !type ||
        made->getBlock() != view->getBlock() ||
        values.getAliases().isWritten(base))
      continue;
    OpBuilder builder(view);
    Value own = builder.create<TensorRefOp>(view.getLoc(), type, value);
    view.getResult(0).replaceAllUsesWith(own);
    view.erase();
  }
}

void TSToValue::runOnOperation() {
  func::FuncOp function = getOperation();
  ValueBuilder values(function);
  SmallVector<OperatorOp> operators;
  function.walk<WalkOrder::PreOrder>(
      [&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    if (values.convert(op))
      ++numMoved;
  eraseUnusedViews(function, values);
  detachViews(function, values);
  eraseUnusedViews(function, values);
  explain(values);
}
