//===- DimensionRuns.cpp - Dimensions behind each other -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionRuns.h"

#include "ElementOrder.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"

using namespace mlir;
using namespace mlir::ts;

/// For each dimension the one that lies behind it, whose size times its stride
/// is the stride of this one; -1 for the innermost, and where that is not
/// known.
using DimensionRuns = SmallVector<int64_t>;

/// How many views are followed.
static constexpr size_t kMaxViews = 64;

/// In the order of the indices, without gaps.
static DimensionRuns getRowMajorRuns(size_t rank) {
  DimensionRuns runs(rank, -1);
  for (size_t i = 0; i + 1 < rank; ++i)
    runs[i] = int64_t(i) + 1;
  return runs;
}

//===----------------------------------------------------------------------===//
// Other shapes
//===----------------------------------------------------------------------===//

namespace {
/// A shape with some sizes that another one has, too, in front and at the end;
/// the middle is what is between them.
struct Shape {
  ArrayRef<Size> sizes;
  size_t front = 0, back = 0;

  size_t getEnd() const { return sizes.size() - back; }
  bool isInMiddle(int64_t dim) const {
    return dim >= int64_t(front) && dim < int64_t(getEnd());
  }
  bool isOne(int64_t dim) const { return getConstant(sizes[dim]) == 1; }
  /// The dimensions of the middle that do not have one element.
  SmallVector<int64_t> getLong() const {
    SmallVector<int64_t> dims;
    for (int64_t dim = front; dim < int64_t(getEnd()); ++dim)
      if (!isOne(dim))
        dims.push_back(dim);
    return dims;
  }
  /// Behind a dimension, over those of one element; -1 for none.
  int64_t getBehind(const DimensionRuns &runs, int64_t dim) const {
    do
      dim = runs[dim];
    while (dim >= 0 && isOne(dim));
    return dim;
  }
};
} // namespace

/// The runs of a tensor with the runs `base` in another shape; nothing when
/// what is between their common sizes is no single run.
static std::optional<DimensionRuns>
reshape(const DimensionRuns &base, ArrayRef<Size> sizes, ArrayRef<Size> made) {
  Shape from{sizes}, to{made};
  size_t count = std::min(sizes.size(), made.size());
  while (from.front < count && sizes[from.front] == made[from.front])
    ++from.front;
  while (from.front + from.back < count &&
         sizes[sizes.size() - 1 - from.back] ==
             made[made.size() - 1 - from.back])
    ++from.back;
  to.front = from.front;
  to.back = from.back;
  SmallVector<int64_t> middle = from.getLong(), fresh = to.getLong();
  for (size_t i = 0; i + 1 < middle.size(); ++i)
    if (from.getBehind(base, middle[i]) != middle[i + 1])
      return std::nullopt;

  DimensionRuns runs(made.size(), -1);
  auto translate = [&](int64_t dim) {
    return dim < int64_t(from.front)
               ? dim
               : dim + int64_t(made.size()) - int64_t(sizes.size());
  };
  // What lies behind a dimension of the base, in the other shape.
  auto getBehind = [&](int64_t dim) -> int64_t {
    dim = from.getBehind(base, dim);
    if (dim < 0 || !from.isInMiddle(dim))
      return dim < 0 ? dim : translate(dim);
    return dim == middle.front() && !fresh.empty() ? fresh.front() : -1;
  };
  for (int64_t dim = 0; dim < int64_t(sizes.size()); ++dim)
    if (!from.isInMiddle(dim))
      runs[translate(dim)] = getBehind(dim);
  for (size_t i = 0; i + 1 < fresh.size(); ++i)
    runs[fresh[i]] = fresh[i + 1];
  if (!fresh.empty() && !middle.empty())
    runs[fresh.back()] = getBehind(middle.back());
  return runs;
}

static std::optional<DimensionRuns> reshape(OperatorOp view,
                                            const DimensionRuns &base) {
  Inference inference(view);
  std::optional<TensorInfo> self = inference.tensor(view.getArgs()[0]);
  if (!self || self->sizes.size() != base.size() || !inference.run())
    return std::nullopt;
  return reshape(base, self->sizes, inference.getResults()[0].sizes);
}

//===----------------------------------------------------------------------===//
// Other views
//===----------------------------------------------------------------------===//

/// Nothing lies behind another dimension any more by way of this one, whose
/// size has changed.
static void cutInFront(DimensionRuns &runs, int64_t dim) {
  std::replace(runs.begin(), runs.end(), dim, int64_t(-1));
}

static std::optional<DimensionRuns> permute(OperatorOp view,
                                            const DimensionRuns &base) {
  auto order = getPermutation(view, int64_t(base.size()));
  if (!order)
    return std::nullopt;
  DimensionRuns places(base.size()), runs;
  for (auto [place, dim] : llvm::enumerate(*order))
    places[dim] = int64_t(place);
  for (int64_t dim : *order)
    runs.push_back(base[dim] < 0 ? -1 : places[base[dim]]);
  return runs;
}

/// Of what `select` or `slice` takes.
static std::optional<DimensionRuns> takePart(OperatorOp view,
                                             DimensionRuns runs) {
  Inference inference(view);
  bool isSelect = getViewKind(view) == ViewKind::Select;
  std::optional<SliceInfo> slice =
      isSelect ? getSelection(inference, view) : getSlice(inference, view);
  if (!slice || slice->dim >= int64_t(runs.size()))
    return std::nullopt;
  cutInFront(runs, slice->dim);
  if (slice->step != 1)
    runs[slice->dim] = -1;
  if (!isSelect)
    return runs;
  runs.erase(runs.begin() + slice->dim);
  for (int64_t &behind : runs)
    behind -= behind > slice->dim;
  return runs;
}

/// What is repeated lies behind nothing, and nothing behind it.
static std::optional<DimensionRuns> expand(OperatorOp view,
                                           const DimensionRuns &base) {
  Inference inference(view);
  std::optional<TensorInfo> self = inference.tensor(view.getArgs()[0]);
  if (!self || self->sizes.size() != base.size() || !inference.run())
    return std::nullopt;
  ArrayRef<Size> sizes = inference.getResults()[0].sizes;
  int64_t fresh = int64_t(sizes.size() - base.size());
  DimensionRuns runs(sizes.size(), -1);
  auto isKept = [&](int64_t dim) {
    return self->sizes[dim] == sizes[dim + fresh];
  };
  for (int64_t dim = 0; dim < int64_t(base.size()); ++dim)
    if (base[dim] >= 0 && isKept(dim) && isKept(base[dim]))
      runs[dim + fresh] = base[dim] + fresh;
  return runs;
}

/// Of the result of a view of a tensor with the runs `base`.
static std::optional<DimensionRuns> follow(OperatorOp view,
                                           const DimensionRuns &base) {
  switch (getViewKind(view)) {
  case ViewKind::Identity:
    if (getOrder(view) == ElementOrder::RowMajor)
      return getRowMajorRuns(base.size());
    return sharesStorage(view, nullptr) == true ? std::optional(base)
                                                : std::nullopt;
  case ViewKind::Reshape: {
    std::optional<DimensionRuns> runs = reshape(view, base);
    TSTensorType type = getTensorType(view.getResult(0).getType());
    // A copy has no gaps.
    if (!runs && mayCopy(view) && type && type.hasRank())
      return getRowMajorRuns(type.getShape().size());
    return runs;
  }
  case ViewKind::Permute:
    return permute(view, base);
  case ViewKind::Slice:
  case ViewKind::Select:
    return takePart(view, base);
  case ViewKind::Expand:
    return expand(view, base);
  default:
    return std::nullopt;
  }
}

/// The runs of a tensor as views make it; nothing when its rank or the order of
/// what the views are of is not known.
static std::optional<DimensionRuns> getRuns(Value tensor) {
  SmallVector<OperatorOp> views;
  for (tensor = lookThroughCasts(tensor); !isRowMajor(tensor);) {
    auto view = tensor.getDefiningOp<OperatorOp>();
    if (!view || !isView(view) || views.size() == kMaxViews)
      return std::nullopt;
    views.push_back(view);
    tensor = lookThroughCasts(view.getArgs()[0]);
  }
  TSTensorType type = getTensorType(tensor.getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  std::optional<DimensionRuns> runs = getRowMajorRuns(type.getShape().size());
  for (OperatorOp view : llvm::reverse(views)) {
    runs = follow(view, *runs);
    if (!runs)
      return std::nullopt;
  }
  return runs;
}

bool ts::isReshapedInPlace(OperatorOp view) {
  std::optional<DimensionRuns> base = getRuns(view.getArgs()[0]);
  return base && reshape(view, *base);
}
