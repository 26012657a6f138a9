//===- ViewStrides.cpp - Views that strides may refuse --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static shapes have strides, which are followed as far as they are known. Of
// others it is known which dimensions lie behind each other.
//
//===----------------------------------------------------------------------===//

#include "ViewStrides.h"

#include "ElementOrder.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// The layout of a new tensor in the order of others that broadcast to its
/// sizes: for each pair of dimensions the first operand in which they differ
/// decides.
static StridedLayout keepOrder(ArrayRef<StridedLayout> operands,
                               ArrayRef<int64_t> sizes) {
  auto getStride = [&](const StridedLayout &operand, int64_t dim) {
    int64_t at = dim - int64_t(sizes.size() - operand.sizes.size());
    return at < 0 || operand.sizes[at] != sizes[dim] ? 0 : operand.strides[at];
  };
  // Positive when `dim` lies further in than `other`, negative when further
  // out.
  auto compare = [&](int64_t dim, int64_t other) {
    for (const StridedLayout &operand : operands) {
      int64_t a = getStride(operand, dim), b = getStride(operand, other);
      if (a == 0 || b == 0)
        continue;
      if (a != b)
        return a < b ? 1 : -1;
      if (sizes[dim] < sizes[other])
        return 1;
    }
    return 0;
  };
  // From the innermost dimension outwards.
  SmallVector<int64_t> order(sizes.size());
  std::iota(order.rbegin(), order.rend(), 0);
  for (int64_t i = 1; i < int64_t(order.size()); ++i) {
    int64_t dim = i;
    for (int64_t other = i - 1; other >= 0; --other) {
      int found = compare(order[dim], order[other]);
      if (found < 0)
        break;
      if (found > 0)
        std::swap(order[std::exchange(dim, other)], order[other]);
    }
  }
  StridedLayout result = StridedLayout::getRowMajor(sizes);
  int64_t stride = 1;
  for (int64_t dim : order) {
    result.strides[dim] = stride;
    stride *= std::max<int64_t>(sizes[dim], 1);
  }
  return result;
}

std::optional<StridedLayout> ViewStrides::getLayout(Value tensor) {
  tensor = lookThroughCasts(tensor);
  auto [it, isNew] = layouts.try_emplace(tensor, std::nullopt);
  if (!isNew)
    return it->second;
  TSTensorType type = getTensorType(tensor.getType());
  if (!type || !type.hasRank() || !type.hasStaticShape())
    return std::nullopt;
  std::optional<StridedLayout> found =
      isRowMajor(tensor) ? StridedLayout::getRowMajor(type.getShape())
                         : findLayout(tensor);
  return layouts[tensor] = found;
}

std::optional<StridedLayout> ViewStrides::findLayout(Value tensor) {
  if (auto branch = tensor.getDefiningOp<IfOp>()) {
    unsigned index = cast<OpResult>(tensor).getResultNumber();
    std::optional<StridedLayout> common;
    for (Region &region : branch->getRegions()) {
      std::optional<StridedLayout> layout =
          getLayout(region.front().getTerminator()->getOperand(index));
      if (!layout || (common && common->strides != layout->strides))
        return std::nullopt;
      common = layout;
    }
    return common;
  }
  auto op = tensor.getDefiningOp<OperatorOp>();
  if (!op)
    return std::nullopt;
  if (std::optional<unsigned> same = getReturnedOperand(op))
    return getLayout(op.getArgs()[*same]);
  if (isView(op))
    return findViewLayout(op);
  ArrayRef<int64_t> sizes = getTensorType(tensor.getType()).getShape();
  if (mayShareStorage(op)) {
    std::optional<StridedLayout> base = getLayout(op.getArgs()[0]);
    return base ? base->reshape(sizes) : std::nullopt;
  }
  if (!isElementwise(op) || getOrder(op) != ElementOrder::Kept)
    return std::nullopt;
  SmallVector<StridedLayout> operands;
  for (Value operand : op.getArgs()) {
    operand = lookThroughCasts(operand);
    if (!isa<TSTensorType>(operand.getType()))
      continue;
    std::optional<StridedLayout> layout = getLayout(operand);
    if (!layout || layout->sizes.size() > sizes.size())
      return std::nullopt;
    operands.push_back(std::move(*layout));
  }
  return keepOrder(operands, sizes);
}

std::optional<StridedLayout> ViewStrides::findViewLayout(OperatorOp view) {
  std::optional<StridedLayout> base = getLayout(view.getArgs()[0]);
  if (!base)
    return std::nullopt;
  std::optional<bool> isShared = sharesStorage(view, &*base);
  if (isShared == true)
    return followView(view, *base);
  ArrayRef<int64_t> sizes =
      getTensorType(view.getResult(0).getType()).getShape();
  // A copy of what is asked to lie without gaps, or of what has none.
  if (getViewKind(view) == ViewKind::Reshape)
    return StridedLayout::getRowMajor(sizes);
  if (getOrder(view) == ElementOrder::RowMajor)
    return StridedLayout::getRowMajor(sizes);
  return getOrder(view) == ElementOrder::Kept ? keepOrder(*base, sizes)
                                              : std::optional<StridedLayout>();
}

//===----------------------------------------------------------------------===//
// Dimensions that lie behind each other
//===----------------------------------------------------------------------===//

namespace {
/// For each dimension but the last whether the next one lies behind it: its
/// stride is the size of that one times its stride.
using Runs = SmallVector<bool>;

/// Sizes that are known to be equal in front and at the end, in two shapes.
struct CommonSizes {
  CommonSizes(ArrayRef<Size> base, ArrayRef<Size> sizes) {
    size_t count = std::min(base.size(), sizes.size());
    while (front < count && base[front] == sizes[front])
      ++front;
    while (front + back < count &&
           base[base.size() - 1 - back] == sizes[sizes.size() - 1 - back])
      ++back;
  }
  size_t front = 0, back = 0;
};
} // namespace

/// The runs of a tensor with the runs `base` in another shape, which has some
/// common sizes with it; nothing when what is between those is no single run.
static std::optional<Runs> reshapeRuns(const Runs &base, size_t rank,
                                       ArrayRef<Size> from, ArrayRef<Size> to) {
  CommonSizes common(from, to);
  for (size_t i = common.front; i + common.back + 1 < rank; ++i)
    if (!base[i])
      return std::nullopt;
  Runs result(to.empty() ? 0 : to.size() - 1, true);
  for (size_t i = 0; i < common.front && i < result.size(); ++i)
    result[i] = base[i];
  for (size_t i = 0; i < common.back && i < result.size(); ++i)
    result[result.size() - 1 - i] = base[base.size() - 1 - i];
  return result;
}

static std::optional<Runs> getRuns(Value tensor);

/// The runs of a `view` of a tensor with known runs.
static std::optional<Runs> getReshapedRuns(OperatorOp view) {
  std::optional<Runs> base = getRuns(view.getArgs()[0]);
  if (!base)
    return std::nullopt;
  Inference inference(view);
  std::optional<TensorInfo> self = inference.tensor(view.getArgs()[0]);
  if (!self || !inference.run())
    return std::nullopt;
  return reshapeRuns(*base, self->sizes.size(), self->sizes,
                     inference.getResults()[0].sizes);
}

static std::optional<Runs> getRuns(Value tensor) {
  tensor = lookThroughCasts(tensor);
  TSTensorType type = getTensorType(tensor.getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  size_t rank = type.getShape().size();
  if (isRowMajor(tensor))
    return Runs(rank ? rank - 1 : 0, true);
  auto view = tensor.getDefiningOp<OperatorOp>();
  if (!view || !isView(view))
    return std::nullopt;
  ViewKind kind = getViewKind(view);
  if (kind == ViewKind::Identity && getOrder(view) == ElementOrder::RowMajor)
    return Runs(rank ? rank - 1 : 0, true);
  if (kind == ViewKind::Reshape && !mayCopy(view))
    return getReshapedRuns(view);
  std::optional<Runs> base = getRuns(view.getArgs()[0]);
  if (!base)
    return std::nullopt;
  Inference inference(view);
  switch (kind) {
  case ViewKind::Identity:
    return sharesStorage(view, nullptr) == true ? base : std::nullopt;
  case ViewKind::Permute: {
    auto order = getPermutation(view, rank);
    if (!order)
      return std::nullopt;
    Runs result;
    for (size_t i = 0; i + 1 < rank; ++i)
      result.push_back((*order)[i] + 1 == (*order)[i + 1] &&
                       (*base)[(*order)[i]]);
    return result;
  }
  case ViewKind::Slice: {
    std::optional<SliceInfo> slice = getSlice(inference, view);
    if (!slice)
      return std::nullopt;
    if (slice->dim > 0)
      (*base)[slice->dim - 1] = false;
    if (slice->step != 1 && slice->dim + 1 < int64_t(rank))
      (*base)[slice->dim] = false;
    return base;
  }
  case ViewKind::Select: {
    std::optional<SliceInfo> slice = getSelection(inference, view);
    if (!slice)
      return std::nullopt;
    if (slice->dim > 0)
      (*base)[slice->dim - 1] = false;
    if (!base->empty())
      base->erase(base->begin() +
                  std::min<int64_t>(slice->dim, base->size() - 1));
    return base;
  }
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Whether views of parts or of other orders, and functions of elements of
/// these, made the tensor. Of what others compute it is taken that it has no
/// gaps, even of arguments with gaps. `seen` are the tensors that were looked
/// at.
static bool isTurned(Value tensor, bool isArgument,
                     llvm::SmallDenseSet<Value> &seen) {
  tensor = lookThroughCasts(tensor);
  if (isArgument && isStridedArgument(tensor))
    return true;
  if (!seen.insert(tensor).second)
    return false;
  if (auto branch = tensor.getDefiningOp<IfOp>()) {
    unsigned index = cast<OpResult>(tensor).getResultNumber();
    return llvm::any_of(branch->getRegions(), [&](Region &region) {
      return isTurned(region.front().getTerminator()->getOperand(index),
                      isArgument, seen);
    });
  }
  auto op = tensor.getDefiningOp<OperatorOp>();
  if (!op || getOrder(op) == ElementOrder::RowMajor)
    return false;
  switch (getViewKind(op)) {
  case ViewKind::Identity:
  case ViewKind::Reshape:
    return isTurned(op.getArgs()[0], isArgument, seen);
  case ViewKind::None:
    return isElementwise(op) &&
           llvm::any_of(getTensors(op), [&](Value operand) {
             return isTurned(operand, /*isArgument=*/false, seen);
           });
  default:
    return true;
  }
}

bool ViewStrides::isRefused(OperatorOp view) {
  Value base = view.getArgs()[0];
  TSTensorType type = getTensorType(view.getResult(0).getType());
  if (isRowMajor(base) || !type || !type.hasRank())
    return false;
  if (type.hasStaticShape())
    if (std::optional<StridedLayout> layout = getLayout(base))
      return !layout->reshape(type.getShape());
  if (getReshapedRuns(view))
    return false;
  llvm::SmallDenseSet<Value> seen;
  return isTurned(base, /*isArgument=*/true, seen);
}

ViewStrides::ViewStrides(Operation *function) {
  function->walk([&](OperatorOp op) {
    if (asksForStrides(op) && isRefused(op))
      refusing.insert(op);
  });
}
