//===- MixedIndices.cpp - Masks beside other indices ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/MixedIndices.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"

using namespace mlir;
using namespace mlir::ts;

/// The type behind the casts of a tensor whose sizes are known; null for
/// others.
static TSTensorType getSizedType(Value tensor) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  return type && type.hasDtype() && type.hasStaticShape() ? type
                                                          : TSTensorType();
}

/// Whether an index is a mask, and no number.
static bool isMask(TSTensorType index) {
  return !index.getShape().empty() && (index.getDtype().isInteger(1) ||
                                       index.getDtype().isUnsignedInteger(8));
}

/// Whether each mask has the sizes of the dimensions it stands for, and there
/// is one beside `others` or more indices.
static bool haveMasks(ArrayRef<Value> indices, TSTensorType self,
                      size_t others) {
  size_t dim = 0, given = 0, masks = 0;
  for (Value index : indices) {
    if (isNone(lookThroughCasts(index))) {
      ++dim;
      continue;
    }
    TSTensorType type = getSizedType(index);
    if (!type)
      return false;
    ++given;
    size_t rank = 1;
    if (isMask(type)) {
      ++masks;
      rank = type.getShape().size();
      if (dim + rank > self.getShape().size() ||
          self.getShape().slice(dim, rank) != type.getShape())
        return false;
    }
    dim += rank;
  }
  return masks > 0 && given > others && dim <= self.getShape().size();
}

/// Reads the elements of a tensor where a mask of its sizes is true.
static bool readMasked(OperatorOp op, ArrayRef<Value> indices,
                       TSTensorType self) {
  TSTensorType mask = getSizedType(indices.front());
  if (indices.size() != 1 || !mask || !mask.getDtype().isInteger(1) ||
      mask.getShape().empty() || mask.getShape() != self.getShape())
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  op.getResult(0).replaceAllUsesWith(build.call(
      "aten::masked_select", {op.getArgs()[0], lookThroughCasts(indices[0])},
      op.getResult(0).getType()));
  op.erase();
  return true;
}

bool ts::expandMixedIndices(OperatorOp op) {
  StringRef base = getBaseName(op);
  if (base != "aten::index" && base != "aten::index_put" &&
      base != "aten::index_put_" && base != "aten::_index_put_impl_")
    return false;
  TSTensorType self = getSizedType(op.getArgs()[0]);
  std::optional<SmallVector<Value>> indices = getListElements(op.getArgs()[1]);
  auto listType = dyn_cast<ListType>(op.getArgs()[1].getType());
  // Writes by one mask are loops of their own.
  bool reads = base == "aten::index";
  if (!self || !indices || !listType || indices->empty())
    return false;
  if (reads && readMasked(op, *indices, self))
    return true;
  if (!haveMasks(*indices, self, reads ? 0 : 1))
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  SmallVector<Value> expanded;
  auto add = [&](Value index) {
    if (index.getType() != listType.getElementType())
      index = builder.create<DerefineOp>(op.getLoc(), listType.getElementType(),
                                         index);
    expanded.push_back(index);
  };
  for (Value index : *indices) {
    if (isNone(lookThroughCasts(index)) || !isMask(getSizedType(index))) {
      add(index);
      continue;
    }
    Value places = build.call("aten::nonzero", lookThroughCasts(index));
    int64_t rank = int64_t(getSizedType(index).getShape().size());
    for (int64_t dim = 0; dim < rank; ++dim)
      add(build.call("aten::select.int",
                     {places, build.integer(1), build.integer(dim)}));
  }
  op.getArgsMutable().slice(1, 1).assign(
      builder.create<ListConstructOp>(op.getLoc(), listType, expanded)
          .getResult());
  return true;
}
