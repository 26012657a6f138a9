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
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

Value ts::buildOperator(OpBuilder &builder, Location loc, StringRef name,
                        ValueRange operands, bool onValues) {
  // The rule reads the operator; the type it has before is never seen.
  MLIRContext *context = builder.getContext();
  Type anything = onValues
                      ? Type(RankedTensorType::get({}, builder.getI1Type()))
                      : Type(TSTensorType::get(context));
  auto op = builder.create<OperatorOp>(loc, anything, name, operands);
  bool isComputed = false;
  std::optional<SmallVector<TSTensorType>> types =
      inferResultTypes(op, /*isCertain=*/nullptr, &isComputed);
  if (!types || !isComputed || types->size() != 1 ||
      !types->front().hasDtype() || !types->front().hasRank()) {
    op.erase();
    return {};
  }
  op.getResult(0).setType(onValues ? Type(getValueType(types->front()))
                                   : Type(types->front()));
  return op.getResult(0);
}

namespace {

/// Builds the parts of one in-place operator; erases them when it gives up.
class InPlaceBuilder {
public:
  InPlaceBuilder(OpBuilder &builder, OperatorOp op, ArrayRef<Value> operands)
      : builder(builder), op(op), operands(operands),
        type(getTensorType(operands.front())),
        onValues(isa<RankedTensorType>(operands.front().getType())) {}

  Value build();

private:
  Value make(StringRef name, ValueRange args);
  Value makeInt(int64_t number) {
    return make<arith::ConstantIntOp>(number, 64);
  }
  Value makeBool(bool value) { return make<arith::ConstantIntOp>(value, 1); }
  template <typename OpT, typename... Args>
  Value make(Args &&...args) {
    OpT made = builder.create<OpT>(op.getLoc(), std::forward<Args>(args)...);
    parts.push_back(made);
    return made->getResult(0);
  }
  /// The elements in the dtype of the tensor.
  Value convert(Value value);
  /// The elements repeated to the sizes of the tensor.
  Value broadcast(Value value);
  /// A value of its own, where `value` may be an alias.
  Value copy(Value value);
  Value buildCopy(Value source);
  Value buildPure();

  OpBuilder &builder;
  OperatorOp op;
  ArrayRef<Value> operands;
  TSTensorType type;
  bool onValues;
  SmallVector<Operation *> parts;
};

} // namespace

Value InPlaceBuilder::make(StringRef name, ValueRange args) {
  Value made = buildOperator(builder, op.getLoc(), name, args, onValues);
  if (made)
    parts.push_back(made.getDefiningOp());
  return made;
}

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
  if (!dtype)
    return {};
  Value no = makeBool(false);
  return make("aten::to.dtype", {value, makeInt(int64_t(*dtype)), no, no,
                                 make<ConstantNoneOp>()});
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
  SmallVector<Value> sizes;
  for (int64_t size : *shape)
    sizes.push_back(makeInt(size));
  Value list =
      make<ListConstructOp>(ListType::get(builder.getI64Type()), sizes);
  return make("aten::expand", {value, list, makeBool(false)});
}

Value InPlaceBuilder::copy(Value value) {
  auto made = value.getDefiningOp<OperatorOp>();
  bool isOwn = made && llvm::is_contained(parts, made) && !mayResultAlias(made);
  if (onValues || isOwn)
    return value;
  return make("aten::clone", {value, make<ConstantNoneOp>()});
}

Value InPlaceBuilder::buildCopy(Value source) {
  TSTensorType from = getTensorType(source);
  if (!from || !from.hasDtype() || !from.hasRank())
    return {};
  Value value = convert(source);
  if (value)
    value = broadcast(value);
  return value ? copy(value) : Value();
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
  Value value = make(name, operands);
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
  return value ? copy(value) : Value();
}

Value InPlaceBuilder::build() {
  Value result;
  if (op.getName() == "aten::copy_" || op.getName() == "aten::fill_.Tensor")
    result = buildCopy(lookThroughCasts(operands[1]));
  else
    result = buildPure();
  if (!result)
    for (Operation *part : llvm::reverse(parts))
      part->erase();
  return result;
}

Value ts::buildWritten(OpBuilder &builder, OperatorOp op,
                       ArrayRef<Value> operands) {
  if (getReturnedOperand(op) != 0u)
    return {};
  TSTensorType type = getTensorType(operands.front());
  if (!type || !type.hasDtype() || !type.hasRank())
    return {};
  return InPlaceBuilder(builder, op, operands).build();
}
