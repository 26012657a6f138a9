//===- Masks.cpp - Reads and writes where a mask is true ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask stands for as many dimensions as it has; its elements say how many are
// in their place. What is written has a known size all the same: each place
// takes the value whose number is how many places before it are written.
//
//===----------------------------------------------------------------------===//

#include "../Scan/Scan.h"
#include "Indexing.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::indexing;

namespace {
/// `self[:, mask]`: the dimensions of `self` from `position` on are the mask's.
struct MaskPlan {
  TensorInfo self, mask;
  int64_t position;

  /// The sizes of what is read or written, `count` of them true.
  SmallVector<Size> getSizes(Size count) const {
    ArrayRef<Size> all = self.sizes;
    SmallVector<Size> sizes(all.take_front(position));
    sizes.push_back(count);
    llvm::append_range(sizes, all.drop_front(position + mask.getRank()));
    return sizes;
  }
};
} // namespace

/// Reads a list of indices that is one mask among None; says that it has the
/// sizes of the dimensions it stands for.
static std::optional<MaskPlan> getMaskPlan(Inference &i, OperatorOp op) {
  IndexArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Value>> indices = args.indices().elements();
  if (!self || !indices)
    return std::nullopt;
  std::optional<MaskPlan> plan;
  for (auto [position, element] : llvm::enumerate(*indices)) {
    if (isNone(lookThroughCasts(element)))
      continue;
    std::optional<TensorInfo> mask = i.typedTensor(element);
    if (plan || !mask || mask->getRank() == 0 ||
        !(mask->isBool() || mask->dtype.isUnsignedInteger(8)))
      return std::nullopt;
    plan = {*self, *mask, int64_t(position)};
  }
  // None behind the mask stand for dimensions, too.
  if (!plan ||
      int64_t(indices->size()) - 1 + plan->mask.getRank() > self->getRank())
    return std::nullopt;
  for (auto [dim, size] : llvm::enumerate(plan->mask.sizes))
    i.requireEqual(self->sizes[plan->position + dim], size);
  return plan;
}

bool indexing::inferMasked(Inference &i, OperatorOp op) {
  std::optional<MaskPlan> plan = getMaskPlan(i, op);
  return plan && i.result(plan->self.dtype,
                          plan->getSizes(i.unknown(0, plan->position)));
}

/// The dimension of the values that goes along what is true; nothing where all
/// places take the same.
static std::optional<int64_t> getCountedDim(const MaskPlan &plan,
                                            const TensorInfo &values) {
  int64_t behind =
      plan.self.getRank() - plan.position - plan.mask.getRank() + 1;
  int64_t dim = values.getRank() - behind;
  return dim >= 0 && getConstant(values.sizes[dim]) != 1
             ? std::optional<int64_t>(dim)
             : std::nullopt;
}

bool indexing::inferMaskedPut(Inference &i, OperatorOp op) {
  IndexArguments args(op);
  std::optional<MaskPlan> plan = getMaskPlan(i, op);
  std::optional<TensorInfo> values = i.typedTensor(args.values());
  std::optional<bool> adds = args.accumulate().constant();
  if (!plan || !values || !adds || values->dtype != plan->self.dtype ||
      !canPut(*adds, plan->self.dtype))
    return false;
  std::optional<int64_t> counted = getCountedDim(*plan, *values);
  // A place that takes nothing reads the first value.
  if (counted)
    i.requireAtLeast(values->sizes[*counted], 1);
  SmallVector<Size> sizes =
      plan->getSizes(counted ? values->sizes[*counted] : i.constant(1));
  if (values->sizes.size() > sizes.size())
    return false;
  for (auto [has, wants] :
       llvm::zip(llvm::reverse(values->sizes), llvm::reverse(sizes)))
    if (getConstant(has) != 1)
      i.requireEqual(has, wants);
  return i.result(plan->self.dtype, plan->self.sizes);
}

/// For each place of the mask how many are true up to it.
static Value count(Lowering &l, Value mask, const TensorInfo &info) {
  Type i64 = l.builder.getI64Type();
  Value flat =
      l.reshape(mask, Sizes{l.materialize(l.inference.product(info.sizes))});
  Value counts =
      operators::scan(l, flat, 0, l.constant(i64, 0),
                      [&](OpBuilder &b, Location loc, Value element, Value,
                          ValueRange carried) -> SmallVector<Value> {
                        Value one = b.create<arith::ExtUIOp>(loc, i64, element);
                        return {b.create<arith::AddIOp>(loc, carried[0], one)};
                      })
          .front();
  return l.reshape(counts, l.sizesOf(mask));
}

/// Says that as many are true as there are values.
static void requireCount(Lowering &l, Value mask, OpFoldResult size) {
  Type i64 = l.builder.getI64Type();
  Value wanted =
      l.builder.create<arith::IndexCastOp>(l.loc, i64, l.index(size));
  Value ones = l.convert(mask, l.builder.getI1Type(), i64);
  Value total = l.reduce(
      ones, getOtherDims(getRanked(mask).getRank(), {}), l.constant(i64, 0),
      [](OpBuilder &b, Location loc, ValueRange args) -> Value {
        return b.create<arith::AddIOp>(loc, args[0], args[1]);
      });
  l.require(l.map(total, l.builder.getI1Type(),
                  [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
                    return b.create<arith::CmpIOp>(
                        loc, arith::CmpIPredicate::eq, args[0], wanted);
                  }));
}

SmallVector<Value> indexing::lowerMaskedPut(Lowering &l) {
  IndexArguments args(l.op);
  MaskPlan plan = *getMaskPlan(l.inference, l.op);
  TensorInfo known = *l.inference.typedTensor(args.values());
  std::optional<int64_t> counted = getCountedDim(plan, known);
  Value self = l.tensor(args.self()), values = l.tensor(args.values());
  Value mask = l.convert(l.tensor(plan.mask.value), plan.mask.dtype,
                         l.builder.getI1Type());
  int64_t rank = plan.self.getRank(), maskRank = plan.mask.getRank();
  SmallVector<int64_t> maskDims =
      llvm::to_vector(llvm::seq(plan.position, plan.position + maskRank));
  SmallVector<Value> inputs{self, mask};
  SmallVector<SmallVector<int64_t>> dims{getOtherDims(rank, {}), maskDims};
  Value size;
  if (counted) {
    inputs.push_back(count(l, mask, plan.mask));
    dims.push_back(maskDims);
    size = l.index(l.sizeOf(values, *counted));
    requireCount(l, mask, l.sizeOf(values, *counted));
  }
  bool adds = *args.accumulate().constant();
  return {l.elementwise(
      inputs, dims, l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange elements) -> Value {
        Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
        SmallVector<Value> place;
        for (int64_t dim = 0; dim < rank; ++dim)
          if (!llvm::is_contained(maskDims, dim))
            place.push_back(b.create<linalg::IndexOp>(loc, dim));
        Value number = zero;
        if (counted) {
          Value before = b.create<arith::SubIOp>(
              loc,
              b.create<arith::IndexCastOp>(loc, b.getIndexType(), elements[2]),
              b.create<arith::ConstantIndexOp>(loc, 1));
          // None before it is a large number; too many are refused.
          Value isThere = b.create<arith::CmpIOp>(
              loc, arith::CmpIPredicate::ult, before, size);
          number = b.create<arith::SelectOp>(loc, isThere, before, zero);
        }
        place.insert(place.begin() + plan.position, number);
        place.erase(place.begin(), place.end() - known.getRank());
        for (auto [dim, known] : llvm::enumerate(known.sizes))
          if (getConstant(known) == 1)
            place[dim] = zero;
        Value element = b.create<tensor::ExtractOp>(loc, values, place);
        if (adds)
          element = addTo(b, loc, l.dtype(), elements[0], element);
        return b.create<arith::SelectOp>(loc, elements[1], element,
                                         elements[0]);
      })};
}
