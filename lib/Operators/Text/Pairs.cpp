//===- Pairs.cpp - Types of losses, distances and products ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of operators that texts compute of two tensors.
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "TorchScript/Operators/Dtypes.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::text;

std::optional<Pair> text::getPair(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> first = i.typedTensor(op.getArgs()[0]);
  std::optional<TensorInfo> second = i.typedTensor(op.getArgs()[1]);
  if (!first || !second || first->dtype != second->dtype || first->isBool())
    return std::nullopt;
  return Pair{first->dtype, *first, *second};
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// What `reduction` leaves of losses: 0 all, 1 and 2 a number.
static bool reduceLoss(Inference &i, OperatorOp op, Type dtype,
                       ArrayRef<Size> sizes) {
  std::optional<int64_t> reduction = LossArguments(op).reduction().constant();
  return reduction && *reduction >= 0 && *reduction <= 2 &&
         i.result(dtype, *reduction == 0 ? sizes : ArrayRef<Size>());
}

bool text::inferLoss(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  return pair && pair->first.isFloat() &&
         reduceLoss(i, op, pair->dtype,
                    i.broadcast({pair->first.sizes, pair->second.sizes}));
}

/// The targets, 1 and -1, may be integers.
bool text::inferHingeLoss(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<TensorInfo> target = i.typedTensor(op.getArgs()[1]);
  return self && target && self->isFloat() &&
         (target->isInteger() || target->dtype == self->dtype) &&
         reduceLoss(i, op, self->dtype,
                    i.broadcast({self->sizes, target->sizes}));
}

/// A number for each row, or for the only one.
bool text::inferCosineLoss(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  std::optional<TensorInfo> target = i.typedTensor(op.getArgs()[2]);
  if (!pair || !pair->first.isFloat() || !target ||
      !(target->isInteger() || target->dtype == pair->dtype))
    return false;
  int64_t rank = pair->first.getRank();
  if (rank < 1 || rank > 2 || pair->second.getRank() != rank ||
      target->getRank() != rank - 1)
    return false;
  SmallVector<Size> rows = i.broadcast({pair->first.sizes, pair->second.sizes});
  rows.pop_back();
  return reduceLoss(i, op, pair->dtype, i.broadcast({rows, target->sizes}));
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

bool text::inferDist(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  if (!pair || !(pair->first.isFloat() || pair->first.isComplex()))
    return false;
  i.broadcast({pair->first.sizes, pair->second.sizes});
  return i.result(getPartDtype(pair->dtype), {});
}

/// Vectors along a dimension, the last unless another is named.
bool text::inferDistance(Inference &i, OperatorOp op) {
  DistanceArguments args(op);
  std::optional<Pair> pair = getPair(i, op);
  if (!pair || !pair->first.isFloat())
    return false;
  SmallVector<Size> sizes =
      i.broadcast({pair->first.sizes, pair->second.sizes});
  std::optional<bool> keeps =
      args.keepdim() ? args.keepdim().constant() : false;
  std::optional<int64_t> dim = args.dim()
                                   ? getDim(args.dim(), sizes.size())
                                   : normalizeDim(-1, int64_t(sizes.size()));
  if (sizes.empty() || !dim || !keeps)
    return false;
  if (*keeps)
    sizes[*dim] = i.constant(1);
  else
    sizes.erase(sizes.begin() + *dim);
  return i.result(pair->dtype, sizes);
}

/// Of each vector of the first to each of the second.
bool text::inferDistances(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  if (!pair || !pair->first.isFloat() || pair->first.getRank() < 2 ||
      pair->second.getRank() < 2)
    return false;
  i.requireEqual(pair->first.sizes.back(), pair->second.sizes.back());
  SmallVector<Size> sizes =
      i.broadcast({ArrayRef(pair->first.sizes).drop_back(2),
                   ArrayRef(pair->second.sizes).drop_back(2)});
  for (const TensorInfo &vectors : {pair->first, pair->second})
    sizes.push_back(vectors.sizes[vectors.getRank() - 2]);
  return i.result(pair->dtype, sizes);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

bool text::inferOuter(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  return pair && pair->first.getRank() == 1 && pair->second.getRank() == 1 &&
         i.result(pair->dtype, {pair->first.sizes[0], pair->second.sizes[0]});
}

/// What the product is added to is stretched to it.
bool text::inferAddr(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  SmallVector<Size> sizes;
  if (!self || self->getRank() > 2 || self->isBool())
    return false;
  for (unsigned operand : {1, 2}) {
    std::optional<TensorInfo> vector = i.typedTensor(op.getArgs()[operand]);
    if (!vector || vector->getRank() != 1 || vector->dtype != self->dtype)
      return false;
    sizes.push_back(vector->sizes[0]);
  }
  ArrayRef<Size> last = ArrayRef(sizes).take_back(self->getRank());
  for (auto [has, wants] : llvm::zip_equal(self->sizes, last))
    if (getConstant(has) != 1)
      i.requireEqual(has, wants);
  return i.result(self->dtype, sizes);
}

bool text::inferInner(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  if (!pair || pair->first.getRank() == 0 || pair->second.getRank() == 0)
    return false;
  i.requireEqual(pair->first.sizes.back(), pair->second.sizes.back());
  SmallVector<Size> sizes(ArrayRef(pair->first.sizes).drop_back());
  llvm::append_range(sizes, ArrayRef(pair->second.sizes).drop_back());
  return i.result(pair->dtype, sizes);
}

bool text::inferKron(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  if (!pair)
    return false;
  SmallVector<Size> sizes(pair->first.sizes), other(pair->second.sizes);
  if (sizes.size() < other.size())
    std::swap(sizes, other);
  size_t first = sizes.size() - other.size();
  for (auto [dim, size] : llvm::enumerate(other))
    sizes[first + dim] = i.product({sizes[first + dim], size});
  return i.result(pair->dtype, sizes);
}

/// Vectors of three along a dimension, the first of that size unless one is
/// named.
bool text::inferCross(Inference &i, OperatorOp op) {
  CrossArguments args(op);
  std::optional<Pair> pair = getPair(i, op);
  if (!pair || pair->first.getRank() != pair->second.getRank())
    return false;
  if (args.dim()) {
    std::optional<int64_t> dim = getDim(args.dim(), pair->first.getRank());
    if (!dim || pair->first.getRank() == 0)
      return false;
    i.requireEqual(pair->first.sizes[*dim], i.constant(3));
    i.requireEqual(pair->second.sizes[*dim], i.constant(3));
  } else if (!llvm::is_contained(pair->first.sizes, i.constant(3))) {
    return false;
  }
  return i.result(pair->dtype,
                  i.broadcast({pair->first.sizes, pair->second.sizes}));
}

bool text::inferTensorDot(Inference &i, OperatorOp op) {
  TensorDotArguments args(op);
  std::optional<Pair> pair = getPair(i, op);
  if (!pair)
    return false;
  std::optional<SmallVector<int64_t>> first =
                                          getDims(args.dims_self().constants(),
                                                  pair->first.getRank()),
                                      second =
                                          getDims(args.dims_other().constants(),
                                                  pair->second.getRank());
  if (!first || !second || first->size() != second->size())
    return false;
  for (auto [a, b] : llvm::zip_equal(*first, *second))
    i.requireEqual(pair->first.sizes[a], pair->second.sizes[b]);
  SmallVector<Size> sizes;
  auto addOthers = [&](const TensorInfo &tensor, ArrayRef<int64_t> dims) {
    for (auto [dim, size] : llvm::enumerate(tensor.sizes))
      if (!llvm::is_contained(dims, int64_t(dim)))
        sizes.push_back(size);
  };
  addOthers(pair->first, *first);
  addOthers(pair->second, *second);
  return i.result(pair->dtype, sizes);
}

/// A number for each feature of the weight, whose other dimensions are the last
/// ones of the inputs.
bool text::inferBilinear(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  std::optional<TensorInfo> weight = i.typedTensor(op.getArgs()[2]);
  if (!pair || !pair->first.isFloat() || !weight || weight->getRank() != 3 ||
      weight->dtype != pair->dtype || pair->first.getRank() == 0 ||
      pair->first.getRank() != pair->second.getRank())
    return false;
  i.requireEqual(pair->first.sizes.back(), weight->sizes[1]);
  i.requireEqual(pair->second.sizes.back(), weight->sizes[2]);
  SmallVector<Size> sizes(pair->first.sizes);
  for (auto [a, b] : llvm::zip_equal(ArrayRef(sizes).drop_back(),
                                     ArrayRef(pair->second.sizes).drop_back()))
    i.requireEqual(a, b);
  sizes.back() = weight->sizes[0];
  return i.result(pair->dtype, sizes);
}

/// Areas below curves, whose points are along a dimension, `points` of it in
/// the result, or none: then it goes. Where they are, a row for all or one for
/// each, is given, or they are equally far.
static bool inferAreas(Inference &i, OperatorOp op,
                       llvm::function_ref<Size(Size)> getSize) {
  AreaArguments args(op);
  std::optional<TensorInfo> y = i.typedTensor(args.y());
  std::optional<int64_t> dim =
      y ? getDim(args.dim(), y->getRank()) : std::nullopt;
  if (!dim || y->getRank() == 0 || !y->isFloat())
    return false;
  SmallVector<Size> sizes(y->sizes);
  if (args.x()) {
    std::optional<TensorInfo> x = i.typedTensor(args.x());
    if (!x || x->dtype != y->dtype)
      return false;
    if (x->getRank() == 1) {
      i.requireEqual(x->sizes[0], sizes[*dim]);
    } else if (x->getRank() == y->getRank()) {
      i.requireEqual(x->sizes[*dim], sizes[*dim]);
      sizes = i.broadcast({x->sizes, sizes});
    } else {
      return false;
    }
  }
  if (Size size = getSize(sizes[*dim]))
    sizes[*dim] = size;
  else
    sizes.erase(sizes.begin() + *dim);
  return i.result(y->dtype, sizes);
}

bool text::inferArea(Inference &i, OperatorOp op) {
  return inferAreas(i, op, [](Size) { return Size(); });
}

/// From the first point to each of the others.
bool text::inferCumulativeArea(Inference &i, OperatorOp op) {
  return inferAreas(i, op, [&](Size points) {
    i.requireAtLeast(points, 1);
    return points - 1;
  });
}
