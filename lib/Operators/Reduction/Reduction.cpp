//===- Reduction.cpp - Reductions over dimensions -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products, extrema and the places of extrema.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <limits>

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/ReductionArguments.h.inc"

/// A reduction over `dims`, ascending, which the result has lost or has with
/// size 1.
struct Parameters {
  TensorInfo input;
  SmallVector<int64_t> dims;
  bool keepsDims = false;
};
} // namespace

/// Reads all overloads: one dimension, a list, or none for all.
static std::optional<Parameters> getParameters(Inference &i, OperatorOp op) {
  ReductionArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.self());
  if (!input)
    return std::nullopt;
  Parameters p{*input, {}, false};
  int64_t rank = p.input.getRank();
  if (args.keepdim()) {
    std::optional<bool> keeps = args.keepdim().constant();
    if (!keeps)
      return std::nullopt;
    p.keepsDims = *keeps;
  }
  std::optional<SmallVector<int64_t>> dims = SmallVector<int64_t>();
  if (args.dim()) {
    Value dim = args.dim().getValue();
    std::optional<int64_t> one = getConstantInt(dim);
    dims = getDims(one ? SmallVector<int64_t>{*one} : getConstantIntList(dim),
                   rank);
  }
  if (!dims)
    return std::nullopt;
  p.dims = dims->empty() || rank == 0 ? getOtherDims(rank, {}) : *dims;
  llvm::sort(p.dims);
  return p;
}

static SmallVector<Size> getSizes(Inference &i, const Parameters &p) {
  SmallVector<Size> sizes;
  for (auto [dim, size] : llvm::enumerate(p.input.sizes)) {
    bool isReduced = llvm::is_contained(p.dims, int64_t(dim));
    if (!isReduced || p.keepsDims)
      sizes.push_back(isReduced ? i.constant(1) : size);
  }
  return sizes;
}

/// Integers are added in 64 bits, unless another dtype is asked for.
static bool inferSum(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p)
    return false;
  Type dtype = isa<IntegerType>(p->input.dtype)
                   ? Type(IntegerType::get(i.getContext(), 64))
                   : p->input.dtype;
  dtype = getDtype(ReductionArguments(op).dtype(), dtype);
  return dtype && i.result(dtype, getSizes(i, *p));
}

static bool inferMean(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  Type dtype =
      p ? getDtype(ReductionArguments(op).dtype(), p->input.dtype) : Type();
  return isa_and_nonnull<FloatType, ComplexType>(dtype) &&
         i.result(dtype, getSizes(i, *p));
}

/// The real dtype of elements of a floating dtype; null for others.
static Type getRealDtype(Type dtype) {
  if (auto complex = dyn_cast_or_null<ComplexType>(dtype))
    return complex.getElementType();
  return isa_and_nonnull<FloatType>(dtype) ? dtype : Type();
}

static bool inferNorm(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p || !getRealDtype(p->input.dtype))
    return false;
  Type dtype =
      getRealDtype(getDtype(ReductionArguments(op).dtype(), p->input.dtype));
  return dtype && i.result(dtype, getSizes(i, *p));
}

/// Variances and standard deviations are real; means of the operand's dtype
/// come behind them.
static bool inferDeviation(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  Type real = p ? getRealDtype(p->input.dtype) : Type();
  if (!real)
    return false;
  SmallVector<Size> sizes = getSizes(i, *p);
  return i.result(real, sizes) &&
         (op.getNumResults() == 1 || i.result(p->input.dtype, sizes));
}

static bool inferNanSum(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && self->isFloat() && inferSum(i, op);
}

static bool inferCount(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  return p && i.result(operators::getInt64(i), getSizes(i, *p));
}

/// The result is a bool, but of bytes a byte.
static bool inferLogical(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p)
    return false;
  Type dtype = p->input.dtype.isUnsignedInteger()
                   ? p->input.dtype
                   : Type(IntegerType::get(i.getContext(), 1));
  return i.result(dtype, getSizes(i, *p));
}

static bool inferExtremum(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p || p->input.isComplex())
    return false;
  for (int64_t dim : p->dims)
    i.requireAtLeast(p->input.sizes[dim], 1);
  return i.result(p->input.dtype, getSizes(i, *p));
}

/// The place of an extremum, alone or behind the extremum.
static bool inferPlace(Inference &i, OperatorOp op) {
  if (op.getNumResults() == 2 && !inferExtremum(i, op))
    return false;
  std::optional<Parameters> p = getParameters(i, op);
  if (!p || p->input.isComplex())
    return false;
  for (int64_t dim : p->dims)
    i.requireAtLeast(p->input.sizes[dim], 1);
  return i.result(IntegerType::get(i.getContext(), 64), getSizes(i, *p));
}

//===----------------------------------------------------------------------===//
// Lowerings
//===----------------------------------------------------------------------===//

namespace {
enum class Kind { Sum, Product, And, Or, Max, Min };
} // namespace

/// Whether integers of the dtype are compared as unsigned ones.
static bool isUnsigned(Type dtype) {
  return dtype.isInteger(1) || dtype.isUnsignedInteger();
}

static Value combine(Kind kind, Type dtype, OpBuilder &b, Location loc,
                     ValueRange args) {
  Value x = args[0], y = args[1];
  bool isFloat = isa<FloatType>(dtype);
  switch (kind) {
  case Kind::Sum:
    // Sums may be reassociated: PyTorch does not fix an order either.
    return addElements(b, loc, x, y, arith::FastMathFlags::reassoc);
  case Kind::Product:
    return multiplyElements(b, loc, x, y, arith::FastMathFlags::reassoc);
  case Kind::And:
    return b.create<arith::AndIOp>(loc, x, y);
  case Kind::Or:
    return b.create<arith::OrIOp>(loc, x, y);
  case Kind::Max:
    if (isFloat)
      return b.create<arith::MaximumFOp>(loc, x, y);
    if (isUnsigned(dtype))
      return b.create<arith::MaxUIOp>(loc, x, y);
    return b.create<arith::MaxSIOp>(loc, x, y);
  case Kind::Min:
    if (isFloat)
      return b.create<arith::MinimumFOp>(loc, x, y);
    if (isUnsigned(dtype))
      return b.create<arith::MinUIOp>(loc, x, y);
    return b.create<arith::MinSIOp>(loc, x, y);
  }
  llvm_unreachable("all kinds are listed");
}

/// The number that changes nothing when it is combined.
static Value getNeutral(Lowering &l, Kind kind, Type dtype) {
  Type type = getComputeType(dtype);
  if (kind == Kind::Sum || kind == Kind::Or)
    return l.constant(type, 0);
  if (kind == Kind::Product)
    return l.constant(type, 1);
  double infinity = std::numeric_limits<double>::infinity();
  if (isa<FloatType>(type))
    return l.constant(type, kind == Kind::Max ? -infinity : infinity);
  unsigned width = type.getIntOrFloatBitWidth();
  APInt number = APInt::getAllOnes(width);
  if (kind == Kind::Max)
    number = isUnsigned(dtype) ? APInt::getZero(width)
                               : APInt::getSignedMinValue(width);
  else if (kind == Kind::Min && !isUnsigned(dtype))
    number = APInt::getSignedMaxValue(width);
  return l.builder.create<arith::ConstantOp>(
      l.loc, l.builder.getIntegerAttr(type, number));
}

/// The reduction of the operand's elements as elements of `dtype`.
static Value reduce(Lowering &l, const Parameters &p, Kind kind, Type dtype) {
  Value value = l.convert(l.tensor(p.input.value), p.input.dtype, dtype);
  Value result = l.reduce(value, p.dims, getNeutral(l, kind, dtype),
                          [&](OpBuilder &b, Location loc, ValueRange args) {
                            return combine(kind, dtype, b, loc, args);
                          });
  return p.keepsDims ? l.unsqueeze(result, p.dims) : result;
}

static SmallVector<Value> lower(Lowering &l, Kind kind) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isArithmetic(l.dtype()) || !isArithmetic(p->input.dtype))
    return {};
  return {reduce(l, *p, kind, l.dtype())};
}

static SmallVector<Value> lowerSum(Lowering &l) { return lower(l, Kind::Sum); }
static SmallVector<Value> lowerProduct(Lowering &l) {
  return lower(l, Kind::Product);
}
static SmallVector<Value> lowerMax(Lowering &l) { return lower(l, Kind::Max); }
static SmallVector<Value> lowerMin(Lowering &l) { return lower(l, Kind::Min); }

/// Logical reductions are of truth values.
static SmallVector<Value> lowerLogical(Lowering &l, Kind kind) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isArithmetic(p->input.dtype))
    return {};
  Type truth = l.builder.getI1Type();
  return {l.convert(reduce(l, *p, kind, truth), truth, l.dtype())};
}

static SmallVector<Value> lowerAll(Lowering &l) {
  return lowerLogical(l, Kind::And);
}
static SmallVector<Value> lowerAny(Lowering &l) {
  return lowerLogical(l, Kind::Or);
}

static SmallVector<Value> lowerMean(Lowering &l) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isArithmetic(l.dtype()) || !isArithmetic(p->input.dtype))
    return {};
  Value sum = reduce(l, *p, Kind::Sum, l.dtype());
  SmallVector<Size> counted;
  for (int64_t dim : p->dims)
    counted.push_back(p->input.sizes[dim]);
  OpFoldResult count = l.materialize(l.inference.product(counted));
  std::optional<int64_t> known = getConstantIntValue(count);
  auto complex = dyn_cast<ComplexType>(l.element());
  Type real = complex ? complex.getElementType() : l.element();
  Value divisor;
  if (known) {
    divisor = l.constant(real, double(*known));
  } else {
    Value wide = l.builder.create<arith::IndexCastOp>(
        l.loc, l.builder.getI64Type(), l.index(count));
    divisor = l.builder.create<arith::SIToFPOp>(l.loc, real, wide);
  }
  return {l.map(
      sum, l.element(),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        if (!complex)
          return b.create<arith::DivFOp>(loc, args[0], divisor);
        Value re = b.create<complex::ReOp>(loc, args[0]);
        Value im = b.create<complex::ImOp>(loc, args[0]);
        return b.create<complex::CreateOp>(
            loc, complex, b.create<arith::DivFOp>(loc, re, divisor),
            b.create<arith::DivFOp>(loc, im, divisor));
      })};
}

/// Values and places of extrema: the first of equal elements, the first NaN.
static SmallVector<Value> lowerPlace(Lowering &l, Kind kind) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isComputable(p->input.dtype))
    return {};
  Value value = l.tensor(p->input.value);
  SmallVector<int64_t> dims = p->dims;
  bool isWhole = dims.size() != 1;
  if (isWhole) {
    // The place in row-major order.
    value = l.reshape(
        value, Sizes{l.materialize(l.inference.product(p->input.sizes))});
    dims = {0};
  }
  Type dtype = p->input.dtype, i64 = l.builder.getI64Type();
  int64_t rank = getRanked(value).getRank(), axis = dims[0];
  Sizes all = l.sizesOf(value), sizes;
  SmallVector<AffineExpr> kept, every;
  for (int64_t dim = 0; dim < rank; ++dim) {
    every.push_back(getAffineDimExpr(dim, l.builder.getContext()));
    if (dim == axis)
      continue;
    kept.push_back(every.back());
    sizes.push_back(all[dim]);
  }
  SmallVector<AffineMap> maps(
      3, AffineMap::get(rank, 0, kept, l.builder.getContext()));
  maps[0] = AffineMap::getMultiDimIdentityMap(rank, l.builder.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators[axis] = utils::IteratorType::reduction;
  SmallVector<Value> inits{l.fill(sizes, getNeutral(l, kind, dtype)),
                           l.fill(sizes, i64, -1)};
  auto generic = l.builder.create<linalg::GenericOp>(
      l.loc, ValueRange(inits).getTypes(), value, inits, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value element = args[0], best = args[1], place = args[2], isBetter;
        if (isa<FloatType>(dtype)) {
          using FP = arith::CmpFPredicate;
          Value isBeyond = b.create<arith::CmpFOp>(
              loc, kind == Kind::Max ? FP::UGT : FP::ULT, element, best);
          // A NaN that was found stays.
          Value isNumber = b.create<arith::CmpFOp>(loc, FP::ORD, best, best);
          isBetter = b.create<arith::AndIOp>(loc, isBeyond, isNumber);
        } else {
          using IP = arith::CmpIPredicate;
          IP predicate = isUnsigned(dtype)
                             ? (kind == Kind::Max ? IP::ugt : IP::ult)
                             : (kind == Kind::Max ? IP::sgt : IP::slt);
          isBetter = b.create<arith::CmpIOp>(loc, predicate, element, best);
        }
        Value none = b.create<arith::ConstantIntOp>(loc, -1, 64);
        Value isFirst =
            b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, place, none);
        Value takes = b.create<arith::OrIOp>(loc, isBetter, isFirst);
        Value here = b.create<arith::IndexCastOp>(
            loc, i64, b.create<linalg::IndexOp>(loc, axis));
        b.create<linalg::YieldOp>(
            loc,
            ValueRange{b.create<arith::SelectOp>(loc, takes, element, best),
                       b.create<arith::SelectOp>(loc, takes, here, place)});
      });
  SmallVector<Value> results(generic.getResults());
  if (OperatorOp(l.op).getNumResults() == 1)
    results.erase(results.begin());
  if (p->keepsDims)
    for (Value &result : results)
      result = l.unsqueeze(result, isWhole ? p->dims : dims);
  return results;
}

static SmallVector<Value> lowerArgMax(Lowering &l) {
  return lowerPlace(l, Kind::Max);
}
static SmallVector<Value> lowerArgMin(Lowering &l) {
  return lowerPlace(l, Kind::Min);
}
ArrayRef<OperatorEntry> operators::getReductions() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}
