//===- Views.cpp - Rearrangements to tensor and linalg --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Identities, reshapes, transposes, selections and concatenation.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

/// The dimension of the input each dimension of the result comes from.
static SmallVector<int64_t> getOrder(OperatorOp op, int64_t rank) {
  SmallVector<int64_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (op.getName() == "aten::permute") {
    order = *getConstantIntList(op.getArgs()[1]);
    for (int64_t &dim : order)
      dim = *normalizeDim(dim, rank);
  } else if (op.getName() == "aten::t") {
    std::reverse(order.begin(), order.end());
  } else {
    int64_t a = *normalizeDim(*getConstantInt(op.getArgs()[1]), rank);
    int64_t b = *normalizeDim(*getConstantInt(op.getArgs()[2]), rank);
    std::swap(order[a], order[b]);
  }
  return order;
}

/// A slice of the input; `select` drops the dimension.
static Value extract(LinalgEmitter &emitter, OperatorOp op, Value input,
                     const StaticSlice &slice) {
  auto type = cast<RankedTensorType>(input.getType());
  OpBuilder &builder = emitter.builder;
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      sizes, strides(type.getRank(), builder.getIndexAttr(1));
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  offsets[slice.dim] = builder.getIndexAttr(slice.start);
  sizes[slice.dim] = builder.getIndexAttr(slice.size);
  strides[slice.dim] = builder.getIndexAttr(slice.step);
  RankedTensorType result = getTensorType(op.getResult(0)).toBuiltin();
  return builder.create<tensor::ExtractSliceOp>(emitter.getLoc(), result, input,
                                                offsets, sizes, strides);
}

static Value convertSelect(LinalgEmitter &emitter, OperatorOp op, Value input) {
  auto type = cast<RankedTensorType>(input.getType());
  StaticSlice slice;
  slice.dim = *normalizeDim(*getConstantInt(op.getArgs()[1]), type.getRank());
  slice.start = *getConstantInt(op.getArgs()[2]);
  if (slice.start < 0)
    slice.start += type.getDimSize(slice.dim);
  slice.size = 1;
  return extract(emitter, op, input, slice);
}

/// Stretched dimensions become copies.
static Value convertExpand(LinalgEmitter &emitter, OperatorOp op, Value input) {
  RankedTensorType type = getTensorType(op.getResult(0)).toBuiltin();
  return emitter.elementwise(
      input, type,
      [](OpBuilder &, Location, ValueRange args) { return args[0]; });
}

/// cat, and stack: cat of parts with a dimension of size 1 more.
static Value convertCat(LinalgEmitter &emitter, OperatorOp op) {
  OpBuilder &builder = emitter.builder;
  RankedTensorType type = getTensorType(op.getResult(0)).toBuiltin();
  int64_t rank = type.getRank();
  bool isStack = op.getName() == "aten::stack";
  int64_t dim = *normalizeDim(*getConstantInt(op.getArgs()[1]), rank);
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)),
      strides(rank, builder.getIndexAttr(1));
  Value result = emitter.empty(type);
  int64_t offset = 0;
  SmallVector<Value> parts = *getListElements(op.getArgs()[0]);
  for (Value part : parts) {
    Value value = emitter.getValue(lookThroughCasts(part));
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(value.getType()).getShape());
    if (isStack) {
      shape.insert(shape.begin() + dim, 1);
      value = emitter.reshape(value, shape);
    }
    SmallVector<OpFoldResult> sizes;
    for (int64_t size : shape)
      sizes.push_back(builder.getIndexAttr(size));
    offsets[dim] = builder.getIndexAttr(offset);
    result = builder.create<tensor::InsertSliceOp>(
        emitter.getLoc(), value, result, offsets, sizes, strides);
    offset += shape[dim];
  }
  return result;
}

Value emitter::convertView(LinalgEmitter &emitter, OperatorOp op) {
  ViewKind kind = getViewKind(op);
  bool isCat = op.getName() == "aten::cat" || op.getName() == "aten::stack";
  if (kind == ViewKind::None && !isCat && op.getName() != "aten::clone")
    return {};
  TSTensorType type = getTensorType(op.getResult(0));
  if (isa<ComplexType>(type.getDtype()))
    return {};
  if (isCat)
    return convertCat(emitter, op);
  Value input = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  switch (kind) {
  case ViewKind::Reshape:
    return emitter.reshape(input, type.getShape());
  case ViewKind::Transpose:
    return emitter.transpose(
        input, getOrder(op, cast<RankedTensorType>(input.getType()).getRank()));
  case ViewKind::Select:
    return convertSelect(emitter, op, input);
  case ViewKind::Slice:
    return extract(emitter, op, input, *getSlice(op));
  case ViewKind::Expand:
    return convertExpand(emitter, op, input);
  default:
    return input;
  }
}
