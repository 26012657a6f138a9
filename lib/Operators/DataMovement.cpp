//===- DataMovement.cpp - Elements at other places ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders that rearrange elements, shared by the operator families.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::ts;

Value Lowering::generate(ArrayRef<OpFoldResult> sizes, Type element,
                         ElementFn read) {
  return elementwise(ValueRange(), ArrayRef<SmallVector<int64_t>>(), sizes,
                     element, [&](OpBuilder &b, Location l, ValueRange) {
                       SmallVector<Value> indices;
                       for (size_t dim = 0; dim < sizes.size(); ++dim)
                         indices.push_back(b.create<linalg::IndexOp>(l, dim));
                       return read(b, l, indices);
                     });
}

Value Lowering::gather(
    Value value, ArrayRef<OpFoldResult> sizes,
    llvm::function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange)>
        source) {
  return generate(sizes, getRanked(value).getElementType(),
                  [&](OpBuilder &b, Location l, ValueRange indices) -> Value {
                    return b.create<tensor::ExtractOp>(l, value,
                                                       source(b, l, indices));
                  });
}

/// The reassociation in which the dimensions `ones` (ascending) of `rank`
/// dimensions join a neighbour.
static SmallVector<ReassociationIndices> joinOnes(int64_t rank,
                                                  ArrayRef<int64_t> ones) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(ones, dim)) {
      leading.push_back(dim);
      groups.push_back(std::exchange(leading, {}));
    } else if (groups.empty()) {
      leading.push_back(dim);
    } else {
      groups.back().push_back(dim);
    }
  }
  return groups;
}

Value Lowering::squeeze(Value value, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return value;
  RankedTensorType type = getRanked(value);
  SmallVector<int64_t> shape;
  for (int64_t dim : getOtherDims(type.getRank(), dims))
    shape.push_back(type.getDimSize(dim));
  // A dimension that was not known to be 1.
  SmallVector<int64_t> exact(type.getShape());
  for (int64_t dim : dims)
    exact[dim] = 1;
  auto exactType = RankedTensorType::get(exact, type.getElementType());
  if (exactType != type)
    value = builder.create<tensor::CastOp>(loc, exactType, value);
  return builder.create<tensor::CollapseShapeOp>(
      loc, RankedTensorType::get(shape, type.getElementType()), value,
      joinOnes(type.getRank(), dims));
}

Value Lowering::unsqueeze(Value value, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return value;
  RankedTensorType type = getRanked(value);
  int64_t rank = type.getRank() + int64_t(dims.size());
  SmallVector<int64_t> shape;
  Sizes has = sizesOf(value), sizes;
  for (int64_t dim = 0, next = 0; dim < rank; ++dim) {
    bool isOne = llvm::is_contained(dims, dim);
    shape.push_back(isOne ? 1 : type.getDimSize(next));
    sizes.push_back(isOne ? OpFoldResult(builder.getIndexAttr(1)) : has[next]);
    next += !isOne;
  }
  return builder.create<tensor::ExpandShapeOp>(
      loc, RankedTensorType::get(shape, type.getElementType()), value,
      joinOnes(rank, dims), sizes);
}

Value Lowering::reshape(Value value, ArrayRef<int64_t> shape) {
  RankedTensorType type = getRanked(value);
  if (type.getShape() == shape)
    return value;
  auto result = RankedTensorType::get(shape, type.getElementType());
  bool collapses = result.getRank() < type.getRank();
  if (result.getRank() != type.getRank())
    if (std::optional<SmallVector<ReassociationIndices>> groups =
            getReassociationIndicesForReshape(type, result)) {
      if (collapses)
        return builder.create<tensor::CollapseShapeOp>(loc, result, value,
                                                       *groups);
      return builder.create<tensor::ExpandShapeOp>(loc, result, value, *groups);
    }
  // Through one dimension: every shape collapses to it and expands from it.
  auto group = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups;
    if (rank)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
    return groups;
  };
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  if (type.getRank() == 0)
    value = builder.create<tensor::ExpandShapeOp>(loc, flat, value, group(0));
  else if (type.getRank() != 1)
    value = builder.create<tensor::CollapseShapeOp>(loc, flat, value,
                                                    group(type.getRank()));
  if (result.getRank() == 0)
    return builder.create<tensor::CollapseShapeOp>(loc, result, value,
                                                   group(0));
  if (result.getRank() == 1)
    return value;
  return builder.create<tensor::ExpandShapeOp>(loc, result, value,
                                               group(result.getRank()));
}

Value Lowering::reshape(Value value, ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type = getRanked(value);
  auto [shape, dynamic] = decomposeMixedValues(Sizes(sizes));
  if (dynamic.empty() && type.hasStaticShape())
    return reshape(value, shape);
  SmallVector<Value> values;
  for (OpFoldResult size : sizes)
    values.push_back(index(size));
  Value list = builder.create<tensor::FromElementsOp>(
      loc,
      RankedTensorType::get({int64_t(sizes.size())}, builder.getIndexType()),
      values);
  return builder.create<tensor::ReshapeOp>(
      loc, RankedTensorType::get(shape, type.getElementType()), value, list);
}

Value Lowering::transpose(Value value, ArrayRef<int64_t> order) {
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return value;
  Sizes has = sizesOf(value), sizes;
  for (int64_t dim : order)
    sizes.push_back(has[dim]);
  return builder
      .create<linalg::TransposeOp>(
          loc, value, empty(sizes, getRanked(value).getElementType()), order)
      ->getResult(0);
}

Value Lowering::pad(Value value, ArrayRef<OpFoldResult> low,
                    ArrayRef<OpFoldResult> high, Value number) {
  auto isZero = [](OpFoldResult size) { return isConstantIntValue(size, 0); };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return value;
  RankedTensorType type = getRanked(value);
  size_t before = type.getRank() - low.size();
  Sizes lows(before, builder.getIndexAttr(0)), highs = lows;
  llvm::append_range(lows, low);
  llvm::append_range(highs, high);
  return builder.create<tensor::PadOp>(loc, Type(), value, lows, highs, number);
}

Value Lowering::pad(Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                    double number) {
  return pad(value, getAsIndexOpFoldResult(builder.getContext(), low),
             getAsIndexOpFoldResult(builder.getContext(), high),
             constant(getRanked(value).getElementType(), number));
}

Value Lowering::slice(Value value, int64_t dim, OpFoldResult start,
                      OpFoldResult size, OpFoldResult step) {
  Sizes sizes = sizesOf(value);
  Sizes offsets(sizes.size(), builder.getIndexAttr(0));
  Sizes strides(sizes.size(), builder.getIndexAttr(1));
  offsets[dim] = start;
  sizes[dim] = size;
  strides[dim] = step;
  return builder.create<tensor::ExtractSliceOp>(loc, value, offsets, sizes,
                                                strides);
}

Value Lowering::insert(Value part, Value into, int64_t dim, OpFoldResult start,
                       OpFoldResult step) {
  Sizes sizes = sizesOf(part);
  Sizes offsets(sizes.size(), builder.getIndexAttr(0));
  Sizes strides(sizes.size(), builder.getIndexAttr(1));
  offsets[dim] = start;
  strides[dim] = step;
  return builder.create<tensor::InsertSliceOp>(loc, part, into, offsets, sizes,
                                               strides);
}

Value Lowering::broadcast(Value value, ArrayRef<OpFoldResult> sizes,
                          ArrayRef<int64_t> dims) {
  SmallVector<SmallVector<int64_t>> maps{SmallVector<int64_t>(dims)};
  return elementwise(
      value, maps, sizes, getRanked(value).getElementType(),
      [](OpBuilder &, Location, ValueRange args) { return args.front(); });
}

Value Lowering::broadcast(Value value, ArrayRef<OpFoldResult> sizes) {
  return elementwise(
      value, sizes, getRanked(value).getElementType(),
      [](OpBuilder &, Location, ValueRange args) { return args.front(); });
}
