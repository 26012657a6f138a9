//===- HalfPrecision.cpp - float16 and bfloat16, computed in float32 ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of PyTorch's kernels for CPUs compute half precision in float32 and
// round each result. So does the compiled tier, by the same lowerings as for
// float32. A few of them round steps, too: they find the dtype in an attribute.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/HalfPrecision.h"

#include "Families.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;
using torchscript::DType;

static Type withDtype(Type type, Type dtype) {
  if (auto value = dyn_cast<RankedTensorType>(type))
    return value.clone(dtype);
  auto tensor = cast<TSTensorType>(type);
  return TSTensorType::get(type.getContext(), tensor.getShape(), dtype);
}

namespace {
/// What decides whether and how a call is widened.
class Widener {
public:
  explicit Widener(OperatorOp op) : op(op) {}

  /// Whether PyTorch computes this call in float32 and rounds the results.
  bool isRoundedOnce();
  /// The argument of the copy; null when there is none with the same meaning.
  Value widen(OpBuilder &builder, unsigned index, WidenFn convert);
  SmallVector<Type> getResultTypes();
  /// The dtype of half precision.
  Type getHalf() const { return half; }

private:
  bool fits(unsigned index);
  Value roundNumber(OpBuilder &builder, Value number);

  OperatorOp op;
  const torchscript::FunctionSchema *schema = nullptr;
  /// The one dtype of half precision among operands and results.
  Type half;
  bool givesHalf = false;
};
} // namespace

bool Widener::isRoundedOnce() {
  bool isOne = true;
  auto look = [&](Type type) {
    Type dtype = getTensorDtype(type);
    if (!isHalf(dtype))
      return false;
    isOne &= !half || half == dtype;
    half = dtype;
    return true;
  };
  for (Value operand : op.getArgs())
    look(lookThroughCasts(operand).getType());
  for (Type type : op.getResultTypes()) {
    givesHalf |= look(type);
    auto complex = dyn_cast_if_present<ComplexType>(getTensorDtype(type));
    isOne &= !complex || !isHalf(complex.getElementType());
  }
  if (!half || !isOne || refusesDtypes(op) ||
      operators::isProductRoundedOften(op))
    return false;
  schema = torchscript::SchemaRegistry::get().find(op.getName());
  if (!schema || schema->arguments.size() != op.getArgs().size())
    return false;
  for (unsigned i = 0; i < op.getArgs().size(); ++i)
    if (!fits(i))
      return false;
  return true;
}

/// Whether an argument keeps its meaning beside operands of float32.
bool Widener::fits(unsigned index) {
  Value operand = lookThroughCasts(op.getArgs()[index]);
  if (isa<ListType>(operand.getType()))
    return !isa<TSTensorType>(
        cast<ListType>(operand.getType()).getElementType());
  if (schema->arguments[index].alias)
    return false;
  // float16's kernels round the product with alpha, too.
  if (schema->arguments[index].name == "alpha" && half.isF16())
    return getConstantNumber(operand) == 1;
  // What becomes an element is refused beyond the range of the dtype.
  StringRef name = schema->arguments[index].name;
  if ((name == "value" || name == "fill_value") &&
      isNumber(operand.getType()) &&
      getFit(NumberArgument(operand), half) != Fit::Always)
    return false;
  Type dtype = getTensorDtype(operand.getType());
  if (!dtype || !givesHalf || dtype == half || dtype.isInteger(1))
    return true;
  // What promotes to half precision is rounded before it is computed with;
  // integers elsewhere are places.
  return isa<IntegerType>(dtype) && !operators::findPointwise(op);
}

SmallVector<Type> Widener::getResultTypes() {
  SmallVector<Type> types(op.getResultTypes());
  for (Type &type : types)
    if (isHalf(getTensorDtype(type)))
      type = withDtype(type, Float32Type::get(op.getContext()));
  return types;
}

/// A number becomes an element of the dtype before it is computed with.
Value Widener::roundNumber(OpBuilder &builder, Value number) {
  Location loc = op.getLoc();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(half).getFloatSemantics();
  if (std::optional<double> known = getConstantNumber(number)) {
    llvm::APFloat value(*known);
    bool isInexact = false;
    value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &isInexact);
    if (!isInexact)
      return number;
    if (!number.getType().isF64())
      return {};
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &isInexact);
    return builder.create<arith::ConstantOp>(
        loc, builder.getF64FloatAttr(value.convertToDouble()));
  }
  if (!number.getType().isF64())
    return {};
  Value value =
      builder.create<arith::TruncFOp>(loc, builder.getF32Type(), number);
  value = builder.create<arith::TruncFOp>(loc, half, value);
  return builder.create<arith::ExtFOp>(loc, number.getType(), value);
}

Value Widener::widen(OpBuilder &builder, unsigned index, WidenFn convert) {
  Value operand = op.getArgs()[index];
  Value value = lookThroughCasts(operand);
  const torchscript::Argument &argument = schema->arguments[index];
  if (isHalf(getTensorDtype(value.getType())))
    return convert(builder, value,
                   withDtype(value.getType(), builder.getF32Type()));
  if (isNone(value))
    return operand;
  if (torchscript::unwrapOptional(argument.type)->isNumber())
    return isNumber(value.getType()) ? roundNumber(builder, value) : Value();
  if (argument.name != "dtype")
    return operand;
  std::optional<int64_t> code = getConstantInt(value);
  if (!code)
    return {};
  if (*code != int64_t(half.isF16() ? DType::Float16 : DType::BFloat16))
    return operand;
  return builder.create<arith::ConstantIntOp>(
      op.getLoc(), int64_t(DType::Float32), value.getType());
}

OperatorOp ts::buildInSinglePrecision(OpBuilder &builder, OperatorOp op,
                                      WidenFn convert) {
  Widener widener(op);
  if (!widener.isRoundedOnce())
    return {};
  SmallVector<Value> operands;
  for (unsigned i = 0; i < op.getArgs().size(); ++i) {
    operands.push_back(widener.widen(builder, i, convert));
    if (!operands.back())
      return {};
  }
  auto wide = builder.create<OperatorOp>(op.getLoc(), widener.getResultTypes(),
                                         op.getName(), operands);
  wide->setAttr(kStepDtypeAttr, TypeAttr::get(widener.getHalf()));
  return wide;
}
