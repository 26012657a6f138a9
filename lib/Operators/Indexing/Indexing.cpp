//===- Indexing.cpp - Reads at places that data says ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "../Families.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::indexing;

Value indexing::readIndex(OpBuilder &b, Location loc, Value indices,
                          ValueRange place) {
  Value number = b.create<tensor::ExtractOp>(loc, indices, place);
  return b.create<arith::IndexCastOp>(loc, b.getIndexType(), number);
}

void indexing::requireElements(Inference &i, Size size,
                               ArrayRef<Size> indices) {
  if (llvm::none_of(indices, [](Size n) { return getConstant(n) == 0; }))
    i.requireAtLeast(size, 1);
}

SmallVector<Size> indexing::withDims(Inference &i, ArrayRef<Size> sizes) {
  return sizes.empty() ? SmallVector<Size>{i.constant(1)}
                       : SmallVector<Size>(sizes);
}

Value indexing::withDims(Lowering &l, Value value) {
  return getRanked(value).getRank() ? value : l.unsqueeze(value, 0);
}

/// An index tensor: integers of 64 bits.
static std::optional<TensorInfo> getIndex(Inference &i, Value operand) {
  std::optional<TensorInfo> index = i.typedTensor(operand);
  return index && index->dtype.isInteger(64) ? index : std::nullopt;
}

//===----------------------------------------------------------------------===//
// One index tensor
//===----------------------------------------------------------------------===//

/// A number counts as a dimension with one element.
static bool inferGather(Inference &i, OperatorOp op) {
  GatherArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> index = getIndex(i, args.index());
  if (!self || !index)
    return false;
  SmallVector<Size> has = withDims(i, self->sizes);
  SmallVector<Size> wants = withDims(i, index->sizes);
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  if (!dim || has.size() != wants.size())
    return false;
  for (auto [d, size] : llvm::enumerate(wants))
    if (int64_t(d) != *dim)
      i.requireAtLeast(has[d], size);
  requireElements(i, has[*dim], wants);
  return i.result(self->dtype, index->sizes);
}

static SmallVector<Value> lowerGather(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  GatherArguments args(l.op);
  Value self = withDims(l, l.tensor(args.self()));
  Value index = withDims(l, l.tensor(args.index()));
  int64_t dim = *getDim(args.dim(), getRanked(self).getRank());
  index = l.checkIndices(index, l.sizeOf(self, dim), /*wraps=*/false);
  Value result =
      l.gather(self, l.sizesOf(index),
               [&](OpBuilder &b, Location loc, ValueRange indices) {
                 SmallVector<Value> source(indices);
                 source[dim] = readIndex(b, loc, index, indices);
                 return source;
               });
  return {l.sizes().empty() ? l.squeeze(result, 0) : result};
}

static bool inferIndexSelect(Inference &i, OperatorOp op) {
  GatherArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> index = i.typedTensor(args.index());
  if (!self || !index || index->getRank() > 1 ||
      !(index->dtype.isInteger(64) || index->dtype.isInteger(32)))
    return false;
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  if (!dim)
    return false;
  Size count = withDims(i, index->sizes).front();
  if (self->sizes.empty()) {
    i.requireEqual(count, i.constant(1));
    return i.result(self->dtype, {});
  }
  requireElements(i, self->sizes[*dim], count);
  self->sizes[*dim] = count;
  return i.result(self->dtype, self->sizes);
}

static SmallVector<Value> lowerIndexSelect(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  GatherArguments args(l.op);
  Value self = withDims(l, l.tensor(args.self()));
  int64_t dim = *getDim(args.dim(), getRanked(self).getRank());
  Value index = l.checkIndices(withDims(l, l.tensor(args.index())),
                               l.sizeOf(self, dim), /*wraps=*/false);
  Sizes sizes = l.sizesOf(self);
  sizes[dim] = l.sizeOf(index, 0);
  Value result = l.gather(self, sizes,
                          [&](OpBuilder &b, Location loc, ValueRange indices) {
                            SmallVector<Value> source(indices);
                            source[dim] =
                                readIndex(b, loc, index, indices[dim]);
                            return source;
                          });
  return {l.sizes().empty() ? l.squeeze(result, 0) : result};
}

/// Elements by their places in row-major order.
static bool inferTake(Inference &i, OperatorOp op) {
  GatherArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> index = getIndex(i, args.index());
  if (!self || !index)
    return false;
  requireElements(i, i.product(self->sizes), index->sizes);
  return i.result(self->dtype, index->sizes);
}

static SmallVector<Value> lowerTake(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  GatherArguments args(l.op);
  TensorInfo self = *l.inference.typedTensor(args.self());
  OpFoldResult count = l.materialize(l.inference.product(self.sizes));
  Value flat = l.reshape(l.tensor(args.self()), Sizes{count});
  Value index = l.checkIndices(l.tensor(args.index()), count, /*wraps=*/true);
  return {l.gather(flat, l.sizes(),
                   [&](OpBuilder &b, Location loc, ValueRange indices) {
                     return SmallVector<Value>{
                         readIndex(b, loc, index, indices)};
                   })};
}

/// Rows of a matrix.
static bool inferEmbedding(Inference &i, OperatorOp op) {
  GatherArguments args(op);
  std::optional<TensorInfo> weight = i.typedTensor(args.weight());
  std::optional<TensorInfo> index = i.typedTensor(args.indices());
  if (!weight || !index || weight->getRank() != 2 ||
      !(index->dtype.isInteger(64) || index->dtype.isInteger(32)))
    return false;
  requireElements(i, weight->sizes[0], index->sizes);
  SmallVector<Size> sizes(index->sizes);
  sizes.push_back(weight->sizes[1]);
  return i.result(weight->dtype, sizes);
}

static SmallVector<Value> lowerEmbedding(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  GatherArguments args(l.op);
  Value weight = l.tensor(args.weight());
  Value index = l.checkIndices(l.tensor(args.indices()), l.sizeOf(weight, 0),
                               /*wraps=*/false);
  return {l.gather(weight, l.sizes(),
                   [&](OpBuilder &b, Location loc, ValueRange indices) {
                     Value row =
                         readIndex(b, loc, index, indices.drop_back());
                     return SmallVector<Value>{row, indices.back()};
                   })};
}

//===----------------------------------------------------------------------===//
// Several index tensors
//===----------------------------------------------------------------------===//

SmallVector<Size> IndexPlan::getSizes() const {
  SmallVector<Size> sizes;
  for (auto [dim, size] : llvm::enumerate(self.sizes))
    if (!llvm::is_contained(dims, int64_t(dim)))
      sizes.push_back(size);
  sizes.insert(sizes.begin() + position, shape.begin(), shape.end());
  return sizes;
}

std::optional<IndexPlan> indexing::getIndexPlan(Inference &i, OperatorOp op) {
  IndexArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Value>> list = args.indices().elements();
  if (!self || !list || list->size() > self->sizes.size())
    return std::nullopt;
  IndexPlan plan{*self, {}, {}, {}, 0};
  SmallVector<ArrayRef<Size>> shapes;
  for (auto [dim, element] : llvm::enumerate(*list)) {
    if (isNone(lookThroughCasts(element)))
      continue;
    std::optional<TensorInfo> index = getIndex(i, element);
    if (!index)
      return std::nullopt;
    plan.dims.push_back(dim);
    plan.indices.push_back(*index);
  }
  if (plan.dims.empty())
    return std::nullopt;
  for (const TensorInfo &index : plan.indices)
    shapes.push_back(index.sizes);
  plan.shape = i.broadcast(shapes);
  bool isTogether = plan.dims.back() - plan.dims.front() + 1 ==
                    int64_t(plan.dims.size());
  plan.position = isTogether ? plan.dims.front() : 0;
  for (int64_t dim : plan.dims)
    requireElements(i, self->sizes[dim], plan.shape);
  return plan;
}

IndexedPlaces::IndexedPlaces(Lowering &l, IndexPlan given)
    : plan(std::move(given)) {
  for (auto [dim, index] : llvm::zip_equal(plan.dims, plan.indices))
    tensors.push_back(l.checkIndices(l.tensor(index.value),
                                     l.materialize(plan.self.sizes[dim]),
                                     /*wraps=*/true));
}

SmallVector<Value> IndexedPlaces::get(OpBuilder &b, Location loc,
                                      ValueRange indices) const {
  size_t rank = plan.shape.size();
  ValueRange inside = indices.slice(plan.position, rank);
  SmallVector<Value> kept(indices.take_front(plan.position));
  llvm::append_range(kept, indices.drop_front(plan.position + rank));
  SmallVector<Value> places;
  size_t nextKept = 0, nextIndex = 0;
  for (int64_t dim = 0; dim < plan.self.getRank(); ++dim) {
    if (!llvm::is_contained(plan.dims, dim)) {
      places.push_back(kept[nextKept++]);
      continue;
    }
    ArrayRef<Size> sizes = plan.indices[nextIndex].sizes;
    SmallVector<Value> place(inside.take_back(sizes.size()));
    for (auto [d, size] : llvm::enumerate(sizes))
      if (getConstant(size) == 1)
        place[d] = b.create<arith::ConstantIndexOp>(loc, 0);
    places.push_back(readIndex(b, loc, tensors[nextIndex++], place));
  }
  return places;
}

static bool inferIndex(Inference &i, OperatorOp op) {
  std::optional<IndexPlan> plan = getIndexPlan(i, op);
  return plan ? i.result(plan->self.dtype, plan->getSizes())
              : inferMasked(i, op);
}

static SmallVector<Value> lowerIndex(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  std::optional<IndexPlan> plan = getIndexPlan(l.inference, l.op);
  if (!plan)
    return {};
  IndexedPlaces places(l, *plan);
  Value self = l.tensor(IndexArguments(l.op).self());
  return {l.gather(self, l.sizes(),
                   [&](OpBuilder &b, Location loc, ValueRange indices) {
                     return places.get(b, loc, indices);
                   })};
}

ArrayRef<OperatorEntry> operators::getIndexings() {
  static const OperatorEntry entries[] = {
// Without a number of classes the largest one says it, to the runtime.
#define TS_OPERATOR(arguments, name, rule, lowering)                           \
  {name, rule, lowering, ViewKind::None, lowering == lowerOneHot},
#include "Operators.def"
  };
  return entries;
}
