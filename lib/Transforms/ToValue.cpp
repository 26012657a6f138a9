//===- ToValue.cpp - Operators onto builtin tensors -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass ts-to-value: tensor operators of known dtype and sizes compute on
// values between ts.tensor.value and ts.tensor.ref.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Residue.h"
#include "TorchScript/Analysis/ShapeRules.h"
#include "TorchScript/Analysis/Views.h"

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
  explicit ValueBuilder(MLIRContext *context) : builder(context) {}

  /// Whether the operator was moved; a view's own operator stays beside it.
  bool convert(OperatorOp op);

private:
  /// The contents of a tensor object; values are passed on.
  Value getValue(Value tensor);
  /// An operand of the operator in value form.
  Value convertOperand(Value operand);

  OpBuilder builder;
  llvm::DenseMap<Value, Value> values;
};

struct TSToValue : public ts::impl::TSToValueBase<TSToValue> {
  void runOnOperation() override;

private:
  void explain(StringRef writes);
};

} // namespace

/// Whether dtype and sizes of all results are known, and are what the operands
/// say.
static bool isKnown(OperatorOp op) {
  if (op.getNumResults() == 0)
    return false;
  for (Type type : op.getResultTypes()) {
    auto tensor = dyn_cast<TSTensorType>(type);
    if (!tensor || !tensor.hasDtype() || !tensor.hasStaticShape())
      return false;
  }
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(op);
  return types && llvm::equal(*types, op.getResultTypes());
}

Value ValueBuilder::getValue(Value tensor) {
  if (isa<RankedTensorType>(tensor.getType()))
    return tensor;
  Value &value = values[tensor];
  if (value)
    return value;
  if (auto ref = tensor.getDefiningOp<TensorRefOp>())
    return value = ref.getValue();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(tensor);
  auto type = getValueType(cast<TSTensorType>(tensor.getType()));
  return value = builder.create<TensorValueOp>(tensor.getLoc(), type, tensor);
}

Value ValueBuilder::convertOperand(Value operand) {
  Value inner = lookThroughCasts(operand);
  if (isa<TSTensorType>(inner.getType()))
    return getValue(inner);
  auto list = dyn_cast<ListType>(inner.getType());
  if (!list || !isa<TSTensorType>(list.getElementType()))
    return operand;
  // A list holds objects: fresh ones, which nothing writes to.
  std::optional<SmallVector<Value>> elements = getListElements(inner);
  if (!elements)
    return operand;
  for (Value &element : *elements) {
    Value tensor = lookThroughCasts(element);
    Value ref = builder.create<TensorRefOp>(
        element.getLoc(), getTensorType(tensor.getType()), getValue(tensor));
    element = ref;
    if (ref.getType() != list.getElementType())
      element =
          builder.create<DerefineOp>(ref.getLoc(), list.getElementType(), ref);
  }
  return builder.create<ListConstructOp>(inner.getLoc(), list, *elements);
}

/// Whether all tensors an operator reads, also in lists, are of known dtype
/// and sizes.
static bool hasKnownOperands(OperatorOp op) {
  auto isStatic = [](Value operand) {
    TSTensorType type = getTensorType(operand);
    return type && type.hasDtype() && type.hasStaticShape();
  };
  return llvm::all_of(op.getArgs(), [&](Value operand) {
    Type type = lookThroughCasts(operand).getType();
    if (getTensorType(type))
      return isStatic(operand);
    bool holdsTensors =
        type.walk([](TSTensorType) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!holdsTensors)
      return true;
    std::optional<SmallVector<Value>> elements = getListElements(operand);
    return elements && llvm::all_of(*elements, isStatic);
  });
}

bool ValueBuilder::convert(OperatorOp op) {
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
    values[ref] = value;
    result.replaceAllUsesWith(ref);
  }
  if (!isView(op))
    op.erase();
  return true;
}

void TSToValue::explain(StringRef writes) {
  getOperation().walk([&](OperatorOp op) {
    if (!isTensorOperator(op) || isInValueForm(op))
      return;
    ++numKept;
    std::string reason = !writes.empty() ? writes.str()
                         : isView(op) && isKnown(op)
                             ? "an object of it is needed"
                             : explainResidue(op);
    op->setAttr(kResidueAttr, StringAttr::get(&getContext(), reason));
  });
}

void TSToValue::runOnOperation() {
  func::FuncOp function = getOperation();
  // Values are snapshots: a function that writes to tensors needs them to be
  // functionalized first.
  if (std::string writes = explainWrites(function); !writes.empty())
    return explain(writes);
  ValueBuilder values(&getContext());
  SmallVector<OperatorOp> operators;
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    if (values.convert(op))
      ++numMoved;
  // Views whose object nobody looks at any more.
  operators.clear();
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : llvm::reverse(operators))
    if (isView(op) && !isInValueForm(op) && op.use_empty() && isKnown(op))
      op.erase();
  explain("");
}
