//===- Scan.cpp - Partial sums along a dimension --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One linalg operation that carries what it has so far along its axis, a
// reduction loop, and writes it at each step.
//
//===----------------------------------------------------------------------===//

#include "Scan.h"

#include "../Families.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/ScanArguments.h.inc"
} // namespace

/// Integers are added in 64 bits, unless another dtype is asked for.
static bool inferSum(Inference &i, OperatorOp op) {
  ScanArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || !getDim(args.dim(), self->getRank()))
    return false;
  Type dtype = isa<IntegerType>(self->dtype)
                   ? Type(IntegerType::get(i.getContext(), 64))
                   : self->dtype;
  dtype = getDtype(args.dtype(), dtype);
  return dtype && i.result(dtype, self->sizes);
}

/// Extrema so far, and their places.
static bool inferExtremum(Inference &i, OperatorOp op) {
  ScanArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || self->isComplex() || !getDim(args.dim(), self->getRank()))
    return false;
  i.result(self->dtype, self->sizes);
  return i.result(IntegerType::get(i.getContext(), 64), self->sizes);
}

SmallVector<Value> operators::scan(Lowering &l, Value value, int64_t axis,
                                   ArrayRef<Value> inits, StepFn step) {
  if (getRanked(value).getRank() == 0) {
    SmallVector<Value> results = scan(l, l.unsqueeze(value, 0), 0, inits, step);
    for (Value &result : results)
      result = l.squeeze(result, 0);
    return results;
  }
  MLIRContext *context = l.builder.getContext();
  Sizes all = l.sizesOf(value), sizes(all);
  sizes.erase(sizes.begin() + axis);
  unsigned rank = all.size(), count = inits.size();
  SmallVector<AffineExpr> kept;
  for (int64_t dim : getOtherDims(rank, axis))
    kept.push_back(getAffineDimExpr(dim, context));
  SmallVector<AffineMap> maps(1 + count,
                              AffineMap::getMultiDimIdentityMap(rank, context));
  maps.append(count, AffineMap::get(rank, 0, kept, context));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators[axis] = utils::IteratorType::reduction;
  SmallVector<Value> outs;
  for (Value init : inits)
    outs.push_back(l.empty(all, init.getType()));
  for (Value init : inits)
    outs.push_back(l.fill(sizes, init));
  auto generic = l.builder.create<linalg::GenericOp>(
      l.loc, ValueRange(outs).getTypes(), value, outs, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        SmallVector<Value> next =
            step(b, loc, args[0], b.create<linalg::IndexOp>(loc, axis),
                 args.take_back(count));
        SmallVector<Value> both(next);
        both.append(next);
        b.create<linalg::YieldOp>(loc, both);
      });
  return SmallVector<Value>(generic.getResults().take_front(count));
}

/// What is combined with each element in turn.
using CombineFn = Value (*)(OpBuilder &, Location, Value, Value,
                            arith::FastMathFlags);

static SmallVector<Value> lower(Lowering &l, double neutral,
                                CombineFn combine) {
  ScanArguments args(l.op);
  TensorInfo self = *l.inference.typedTensor(args.self());
  if (!isArithmetic(l.dtype()) || !isArithmetic(self.dtype))
    return {};
  Value value = l.convert(l.tensor(args.self()), self.dtype, l.dtype());
  return operators::scan(l, value, *getDim(args.dim(), self.getRank()),
                         l.constant(l.element(), neutral),
                         [&](OpBuilder &b, Location loc, Value element, Value,
                             ValueRange carried) -> SmallVector<Value> {
                           return {combine(b, loc, carried[0], element,
                                           arith::FastMathFlags::none)};
                         });
}

static SmallVector<Value> lowerSum(Lowering &l) {
  return lower(l, 0, addElements);
}
static SmallVector<Value> lowerProduct(Lowering &l) {
  return lower(l, 1, multiplyElements);
}

/// The last of equal elements, and of NaNs, is taken.
static SmallVector<Value> lowerExtremum(Lowering &l, bool isMax) {
  ScanArguments args(l.op);
  if (!isComputable(l.dtype()))
    return {};
  bool isUnsigned = l.dtype().isInteger(1) || l.dtype().isUnsignedInteger();
  int64_t rank = l.inference.getResults()[0].sizes.size();
  Type i64 = l.builder.getI64Type();
  return operators::scan(
      l, l.tensor(args.self()), *getDim(args.dim(), rank),
      {l.constant(l.element(), 0), l.constant(i64, 0)},
      [&](OpBuilder &b, Location loc, Value element, Value index,
          ValueRange carried) -> SmallVector<Value> {
        Value isBetter;
        if (isa<FloatType>(l.element())) {
          using FP = arith::CmpFPredicate;
          Value isBeyond = b.create<arith::CmpFOp>(
              loc, isMax ? FP::OGE : FP::OLE, element, carried[0]);
          Value isNan = b.create<arith::CmpFOp>(loc, FP::UNO, element, element);
          isBetter = b.create<arith::OrIOp>(loc, isBeyond, isNan);
        } else {
          using IP = arith::CmpIPredicate;
          IP predicate = isUnsigned ? (isMax ? IP::uge : IP::ule)
                                    : (isMax ? IP::sge : IP::sle);
          isBetter =
              b.create<arith::CmpIOp>(loc, predicate, element, carried[0]);
        }
        Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
        Value isFirst =
            b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, index, zero);
        Value takes = b.create<arith::OrIOp>(loc, isBetter, isFirst);
        Value here = b.create<arith::IndexCastOp>(loc, i64, index);
        return {b.create<arith::SelectOp>(loc, takes, element, carried[0]),
                b.create<arith::SelectOp>(loc, takes, here, carried[1])};
      });
}

static SmallVector<Value> lowerMax(Lowering &l) {
  return lowerExtremum(l, true);
}
static SmallVector<Value> lowerMin(Lowering &l) {
  return lowerExtremum(l, false);
}

ArrayRef<OperatorEntry> operators::getScans() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}
