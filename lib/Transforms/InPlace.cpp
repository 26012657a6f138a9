//===- InPlace.cpp - In-place operators as pure ones ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `foo_` computes `foo`, broadcast to the tensor and converted to its dtype.
//
//===----------------------------------------------------------------------===//

#include "InPlace.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Base/DType.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Builds the parts of one in-place operator; erases them when it gives up.
class InPlaceBuilder {
public:
  InPlaceBuilder(OpBuilder &builder, OperatorOp op, ArrayRef<Value> operands)
      : builder(builder),
        build(builder, op.getLoc(), OperatorBuilder::Untold::None), op(op),
        operands(operands), type(getTensorType(operands.front())),
        onValues(isa<RankedTensorType>(operands.front().getType())) {}

  Value run();

private:
  /// The elements in the dtype of the tensor.
  Value convert(Value value);
  /// The elements repeated to the sizes of the tensor.
  Value broadcast(Value value);
  /// A tensor of its own, where `value` may share storage with `source`.
  Value copy(Value value, Value source);
  Value buildCopy(Value source);
  Value buildPure();

  OpBuilder &builder;
  OperatorBuilder build;
  OperatorOp op;
  ArrayRef<Value> operands;
  TSTensorType type;
  bool onValues;
};

} // namespace

/// PyTorch's rule for storing a result: complex numbers do not become real, nor
/// fractions integers, nor numbers truth values.
static bool canStore(Type from, Type to) {
  if (isa<ComplexType>(from) && !isa<ComplexType>(to))
    return false;
  if (isa<FloatType>(from) && isa<IntegerType>(to))
    return false;
  return from.isInteger(1) || !to.isInteger(1);
}

Value InPlaceBuilder::convert(Value value) {
  if (getTensorType(value).getDtype() == type.getDtype())
    return value;
  std::optional<torchscript::DType> dtype = getDType(type.getDtype());
  return dtype ? build.toDtype(value, *dtype) : Value();
}

/// Whether two tensors are known to have the same sizes.
static bool haveSameSizes(OperatorOp op, Value a, Value b) {
  Inference inference(op);
  std::optional<TensorInfo> first = inference.tensor(a),
                            second = inference.tensor(b);
  return first && second && first->sizes == second->sizes;
}

Value InPlaceBuilder::broadcast(Value value) {
  if (haveSameSizes(op, value, operands.front()))
    return value;
  if (!type.hasStaticShape() || !getTensorType(value).hasStaticShape())
    return {};
  std::optional<SmallVector<int64_t>> shape =
      broadcastShapes({type.getShape(), getTensorType(value).getShape()});
  if (!shape || ArrayRef<int64_t>(*shape) != type.getShape())
    return {};
  return build.expand(value, build.integers(*shape));
}

Value InPlaceBuilder::copy(Value value, Value source) {
  auto made = value.getDefiningOp<OperatorOp>();
  bool isOwn = made && value != source && !mayResultAlias(made);
  return onValues || isOwn ? value : build.clone(value);
}

Value InPlaceBuilder::buildCopy(Value source) {
  TSTensorType from = getTensorType(source);
  if (!from || !from.hasDtype() || !from.hasRank())
    return {};
  Value value = convert(source);
  if (value)
    value = broadcast(value);
  return value ? copy(value, source) : Value();
}

/// Whether two operators take the same, apart from what they write to.
static bool takeTheSame(const torchscript::FunctionSchema &a,
                        const torchscript::FunctionSchema &b) {
  auto isSame = [](const torchscript::Argument &x,
                   const torchscript::Argument &y) { return x.type == y.type; };
  return a.arguments.size() == b.arguments.size() &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(),
                    isSame);
}

/// The name of the pure form: `aten::add_.Tensor` is `aten::add.Tensor`, and
/// `aten::pow_.Scalar`, of a tensor and a number, `aten::pow.Tensor_Scalar`.
static std::string getPureName(OperatorOp op) {
  auto [base, overload] = op.getName().split('.');
  if (!base.consume_back("_") || base.ends_with("_"))
    return "";
  auto &registry = torchscript::SchemaRegistry::get();
  const torchscript::FunctionSchema *written = registry.find(op.getName());
  std::string name =
      overload.empty() ? base.str() : (base + "." + overload).str();
  const torchscript::FunctionSchema *same = registry.find(name);
  if (!written || (same && takeTheSame(*same, *written)))
    return name;
  for (const torchscript::FunctionSchema *other : registry.overloads(base))
    if (!other->isMutable() && takeTheSame(*other, *written))
      return other->getFullName();
  // Where the plain name has other arguments: `normal_` is `normal_functional`.
  const torchscript::FunctionSchema *functional =
      registry.find((base + "_functional").str());
  return functional && takeTheSame(*functional, *written)
             ? functional->getFullName()
             : "";
}

Value InPlaceBuilder::buildPure() {
  std::string name = getPureName(op);
  if (name.empty() || !lookupOperator(name).known)
    return {};
  Value value = build.call(name, operands);
  if (!value)
    return {};
  // Random numbers are drawn where the operator stands. Dropout has an effect
  // in training only, of which no rule speaks.
  auto pure = value.getDefiningOp<OperatorOp>();
  if (lookupOperator(name).sideEffects && !isLibraryCall(pure) &&
      getViewKind(pure) != ViewKind::Identity)
    return {};
  TSTensorType made = getTensorType(value);
  if (!haveSameSizes(op, value, operands.front()) ||
      !canStore(made.getDtype(), type.getDtype()))
    return {};
  value = convert(value);
  return value ? copy(value, /*source=*/{}) : Value();
}

Value InPlaceBuilder::run() {
  Operation *last = getLastBuilt(builder);
  Value result;
  if (getCopiedElements(op))
    result = buildCopy(lookThroughCasts(operands[1]));
  else
    result = buildPure();
  if (!result)
    eraseBuilt(builder, last);
  return result;
}

Value ts::buildWritten(OpBuilder &builder, OperatorOp op,
                       ArrayRef<Value> operands) {
  if (getReturnedOperand(op) != 0u)
    return {};
  TSTensorType type = getTensorType(operands.front());
  if (!type || !type.hasDtype() || !type.hasRank())
    return {};
  return InPlaceBuilder(builder, op, operands).run();
}
