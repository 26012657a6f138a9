//===- Reductions.cpp - Reductions and normalizations to linalg -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, means and extrema over dimensions, softmax, batch and layer norm.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/Reductions.h"
#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Sums may be reassociated: PyTorch does not fix an order either.
static Value addElements(OpBuilder &b, Location loc, ValueRange args) {
  return b.create<arith::AddFOp>(loc, args[0], args[1],
                                 arith::FastMathFlags::reassoc);
}

static Value maxElements(OpBuilder &b, Location loc, ValueRange args) {
  return b.create<arith::MaximumFOp>(loc, args[0], args[1]);
}

static Value minElements(OpBuilder &b, Location loc, ValueRange args) {
  return b.create<arith::MinimumFOp>(loc, args[0], args[1]);
}

template <typename OpT>
static Value binary(OpBuilder &b, Location loc, ValueRange args) {
  return b.create<OpT>(loc, args[0], args[1]);
}

/// An elementwise operation whose second operand has only dimensions `dims`.
static Value along(LinalgEmitter &emitter, Value full, Value part,
                   ArrayRef<int64_t> dims, ElementFn body) {
  SmallVector<SmallVector<int64_t>> maps{
      llvm::to_vector(llvm::seq<int64_t>(0, getType(full).getRank())),
      SmallVector<int64_t>(dims)};
  return emitter.elementwise({full, part}, maps, getType(full), body);
}

/// All dimensions but the given ones.
static SmallVector<int64_t> others(int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> rest;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(dims, i))
      rest.push_back(i);
  return rest;
}

/// Every element divided by a number.
static Value divideBy(LinalgEmitter &emitter, Value value, double divisor) {
  return emitter.elementwise(
      value, getType(value),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        Value number = b.create<arith::ConstantOp>(
            loc, b.getFloatAttr(cast<FloatType>(args[0].getType()), divisor));
        return b.create<arith::DivFOp>(loc, args[0], number);
      });
}

static Value mean(LinalgEmitter &emitter, Value value, ArrayRef<int64_t> dims) {
  double count = 1;
  for (int64_t dim : dims)
    count *= double(getType(value).getDimSize(dim));
  return divideBy(emitter, emitter.reduce(value, dims, 0, addElements), count);
}

static Value convertPlainReduction(LinalgEmitter &emitter, OperatorOp op) {
  std::optional<Reduction> reduction = getReduction(op);
  if (!reduction)
    return {};
  Value value = emitter.getValue(reduction->input);
  double infinity = std::numeric_limits<double>::infinity();
  Value result;
  switch (reduction->kind) {
  case ReductionKind::Sum:
    result = emitter.reduce(value, reduction->dims, 0, addElements);
    break;
  case ReductionKind::Mean:
    result = mean(emitter, value, reduction->dims);
    break;
  case ReductionKind::Max:
    result = emitter.reduce(value, reduction->dims, -infinity, maxElements);
    break;
  case ReductionKind::Min:
    result = emitter.reduce(value, reduction->dims, infinity, minElements);
    break;
  }
  return emitter.reshape(result, reduction->resultType.getShape());
}

/// Both softmaxes subtract the largest element first, so that exp stays in
/// range.
static Value convertSoftmax(LinalgEmitter &emitter, OperatorOp op, bool isLog) {
  Value input = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  int64_t rank = getType(input).getRank();
  int64_t dim = *normalizeDim(*getConstantInt(op.getArgs()[1]), rank);
  SmallVector<int64_t> rest = others(rank, dim);
  Value largest = emitter.reduce(
      input, dim, -std::numeric_limits<double>::infinity(), maxElements);
  Value shifted = along(emitter, input, largest, rest, binary<arith::SubFOp>);
  Value exponentials = emitter.elementwise(
      shifted, getType(shifted),
      [](OpBuilder &b, Location loc, ValueRange args) -> Value {
        return b.create<math::ExpOp>(loc, args[0]);
      });
  Value sum = emitter.reduce(exponentials, dim, 0, addElements);
  if (!isLog)
    return along(emitter, exponentials, sum, rest, binary<arith::DivFOp>);
  return along(emitter, shifted, sum, rest,
               [](OpBuilder &b, Location loc, ValueRange args) -> Value {
                 Value log = b.create<math::LogOp>(loc, args[1]);
                 return b.create<arith::SubFOp>(loc, args[0], log);
               });
}

/// 1 / sqrt(variance + eps) of each element.
static Value inverseDeviation(LinalgEmitter &emitter, Value variance,
                              double eps) {
  return emitter.elementwise(
      variance, getType(variance),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        auto type = cast<FloatType>(args[0].getType());
        auto number = [&](double value) -> Value {
          return b.create<arith::ConstantOp>(loc, b.getFloatAttr(type, value));
        };
        Value sum = b.create<arith::AddFOp>(loc, args[0], number(eps));
        Value root = b.create<math::SqrtOp>(loc, sum);
        return b.create<arith::DivFOp>(loc, number(1), root);
      });
}

/// Scales and shifts by the optional weight and bias operands.
static Value applyAffine(LinalgEmitter &emitter, Value value, OperatorOp op,
                         unsigned weightIndex, ArrayRef<int64_t> dims) {
  Value weight = op.getArgs()[weightIndex],
        bias = op.getArgs()[weightIndex + 1];
  if (!isNone(weight))
    value = along(emitter, value, emitter.getValue(lookThroughCasts(weight)),
                  dims, binary<arith::MulFOp>);
  if (!isNone(bias))
    value = along(emitter, value, emitter.getValue(lookThroughCasts(bias)),
                  dims, binary<arith::AddFOp>);
  return value;
}

static Value convertBatchNorm(LinalgEmitter &emitter, OperatorOp op) {
  Value input = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  Value average = emitter.getValue(lookThroughCasts(op.getArgs()[3]));
  Value variance = emitter.getValue(lookThroughCasts(op.getArgs()[4]));
  double eps = *getConstantNumber(op.getArgs()[7]);
  Value factor = inverseDeviation(emitter, variance, eps);
  Value centered = along(emitter, input, average, 1, binary<arith::SubFOp>);
  Value scaled = along(emitter, centered, factor, 1, binary<arith::MulFOp>);
  return applyAffine(emitter, scaled, op, 1, 1);
}

static Value convertLayerNorm(LinalgEmitter &emitter, OperatorOp op) {
  Value input = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  int64_t rank = getType(input).getRank();
  int64_t normalized = getConstantIntList(op.getArgs()[1])->size();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(rank - normalized, rank));
  SmallVector<int64_t> rest = others(rank, dims);
  Value centered = along(emitter, input, mean(emitter, input, dims), rest,
                         binary<arith::SubFOp>);
  Value squares = emitter.elementwise(
      centered, getType(centered),
      [](OpBuilder &b, Location loc, ValueRange args) -> Value {
        return b.create<arith::MulFOp>(loc, args[0], args[0]);
      });
  Value factor = inverseDeviation(emitter, mean(emitter, squares, dims),
                                  *getConstantNumber(op.getArgs()[4]));
  Value scaled = along(emitter, centered, factor, rest, binary<arith::MulFOp>);
  return applyAffine(emitter, scaled, op, 2, dims);
}

Value emitter::convertReduction(LinalgEmitter &emitter, OperatorOp op) {
  StringRef name = op.getName();
  TSTensorType type = getTensorType(op.getResult(0));
  if (!type.getDtype().isF32() && !type.getDtype().isF64())
    return {};
  if (name == "aten::softmax.int" || name == "aten::log_softmax.int")
    return convertSoftmax(emitter, op, name == "aten::log_softmax.int");
  if (name == "aten::batch_norm")
    return convertBatchNorm(emitter, op);
  if (name == "aten::layer_norm")
    return convertLayerNorm(emitter, op);
  return convertPlainReduction(emitter, op);
}
