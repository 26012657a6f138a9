//===- Steps.cpp - Numbers and the integers that stand for them -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Operators/Dtypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::quantized;
using torchscript::DType;

static const Quanta kQuanta[] = {
    {DType::QInt8, DType::Int8, -128, 127},
    {DType::QUInt8, DType::UInt8, 0, 255},
    {DType::QInt32, DType::Int32, INT32_MIN, INT32_MAX},
};

TSTensorType quantized::getKnownType(Value tensor) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  return type && type.hasDtype() && type.hasRank() ? type : TSTensorType();
}

const Quanta *quantized::findQuanta(Value integers) {
  TSTensorType type = getKnownType(integers);
  std::optional<DType> dtype = type ? getDType(type.getDtype()) : std::nullopt;
  for (const Quanta &quanta : kQuanta)
    if (dtype == quanta.integer)
      return &quanta;
  return nullptr;
}

const Quanta *quantized::findQuanta(int64_t dtype) {
  for (const Quanta &quanta : kQuanta)
    if (dtype == int64_t(quanta.quantized))
      return &quanta;
  return nullptr;
}

bool quantized::mayBeZeroPoint(Value zero, const Quanta &quanta) {
  std::optional<int64_t> known = getConstantInt(zero);
  return !known || quanta.isBetween(*known);
}

Value StepBuilder::clampToBounds(Value steps, Value zero,
                                 const Quanta &quanta) {
  steps = create("aten::add.Tensor", {steps, zero, build.integer(1)});
  // What no integer of 64 bits can be, NaN as well, becomes the smallest one.
  Value fits = create("aten::lt.Scalar", {steps, build.real(9.2e18)});
  Value low = build.real(double(quanta.low));
  steps = create("aten::where.ScalarOther", {fits, steps, low});
  return create("aten::clamp", {steps, low, build.real(double(quanta.high))});
}

Value StepBuilder::roundToSteps(Value numbers, Value scale, Value zero,
                                const Quanta &quanta) {
  Value inverse = create("aten::reciprocal", makeSingle(scale));
  Value steps =
      create("aten::round", create("aten::mul.Tensor", {numbers, inverse}));
  return clampToBounds(steps, makeSingle(zero), quanta);
}

Value StepBuilder::toIntegers(Value steps, const Quanta &quanta) {
  if (quanta.isWide()) {
    // The largest is no float: the one above it is cut off as an integer.
    Value wide = convert(steps, DType::Int64);
    steps = create("aten::clamp", {wide, build.integer(quanta.low),
                                   build.integer(quanta.high)});
  }
  return convert(steps, quanta.integer);
}

Value StepBuilder::dequantize(Value integers, Value scale, Value zero,
                              const Quanta &quanta) {
  Value steps;
  if (quanta.isWide()) {
    steps = create("aten::sub.Scalar",
                   {convert(integers, DType::Int64), zero, build.integer(1)});
    steps = convert(steps, DType::Float32);
  } else {
    // Floats hold all steps of bytes.
    steps = subtract(convert(integers, DType::Float32), makeSingle(zero));
  }
  return create("aten::mul.Tensor", {steps, makeSingle(scale)});
}

void StepBuilder::checkZeroPoint(Value scale, Value zero,
                                 const Quanta &quanta) {
  if (getConstantInt(zero))
    return;
  Location loc = zero.getLoc();
  auto compare = [&](arith::CmpIPredicate predicate, int64_t bound) -> Value {
    return builder.create<arith::CmpIOp>(loc, predicate, zero,
                                         build.integer(bound));
  };
  Value isBeyond = builder.create<arith::OrIOp>(
      loc, compare(arith::CmpIPredicate::slt, quanta.low),
      compare(arith::CmpIPredicate::sgt, quanta.high));
  auto branch =
      builder.create<IfOp>(loc, TypeRange(), isBeyond, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.getThenBlock());
  // Of no numbers: it raises all the same.
  Value none = build.none();
  Value empty = create("aten::zeros", {build.integers(ArrayRef<int64_t>{0}),
                                       build.integer(int64_t(DType::Float32)),
                                       none, none, none});
  Value raised =
      create("aten::quantize_per_tensor",
             {empty, scale, zero, build.integer(int64_t(quanta.quantized))});
  for (Value value : {empty, raised})
    value.getDefiningOp()->setAttr(kFallbackAttr, builder.getUnitAttr());
  builder.create<YieldOp>(loc, ValueRange());
}
