//===- ViewStrides.cpp - Views that strides may refuse --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static shapes have strides, which are followed as far as they are known.
//
//===----------------------------------------------------------------------===//

#include "ViewStrides.h"

#include "DimensionRuns.h"
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

std::optional<StridedLayout> TensorStrides::getLayout(Value tensor) {
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

std::optional<StridedLayout> TensorStrides::findLayout(Value tensor) {
  if (auto branch = tensor.getDefiningOp<IfOp>()) {
    std::optional<StridedLayout> common;
    for (Value value : getYielded(branch, tensor)) {
      std::optional<StridedLayout> layout = getLayout(value);
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

std::optional<StridedLayout> TensorStrides::findViewLayout(OperatorOp view) {
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
  if (auto branch = tensor.getDefiningOp<IfOp>())
    return llvm::any_of(getYielded(branch, tensor), [&](Value value) {
      return isTurned(value, isArgument, seen);
    });
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

bool TensorStrides::mayPrevent(OperatorOp view) {
  Value base = view.getArgs()[0];
  TSTensorType type = getTensorType(view.getResult(0).getType());
  if (isRowMajor(base) || !type || !type.hasRank())
    return false;
  bool isSameShape = getViewKind(view) == ViewKind::Identity;
  if (type.hasStaticShape())
    if (std::optional<StridedLayout> layout = getLayout(base))
      return isSameShape ? !layout->isContiguous()
                         : !layout->reshape(type.getShape());
  if (!isSameShape && isReshapedInPlace(view))
    return false;
  llvm::SmallDenseSet<Value> seen;
  return isTurned(base, /*isArgument=*/true, seen);
}

ViewStrides::ViewStrides(Operation *function) {
  TensorStrides strides;
  function->walk([&](OperatorOp op) {
    if (asksForStrides(op) && strides.mayPrevent(op))
      refusing.insert(op);
  });
}
