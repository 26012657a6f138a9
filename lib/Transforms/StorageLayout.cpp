//===- StorageLayout.cpp - Where the elements of a view are ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts follow PyTorch's views; writes go back by scatters.
//
//===----------------------------------------------------------------------===//

#include "StorageLayout.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;

static SmallVector<int64_t> getRowMajorStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i > 1; --i)
    strides[i - 2] = strides[i - 1] * std::max<int64_t>(sizes[i - 1], 1);
  return strides;
}

StorageLayout StorageLayout::get(TSTensorType type) {
  // Of a storage with unknown sizes only the whole is looked at.
  SmallVector<int64_t> sizes(type.getShape());
  for (int64_t &size : sizes)
    size = ShapedType::isDynamic(size) ? 1 : size;
  return {sizes, getRowMajorStrides(sizes)};
}

int64_t StorageLayout::getNumElements() const {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

bool StorageLayout::isContiguous() const {
  SmallVector<int64_t> expected = getRowMajorStrides(sizes);
  for (auto [size, stride, wanted] : llvm::zip_equal(sizes, strides, expected))
    if (size != 1 && stride != wanted)
      return false;
  return true;
}

bool StorageLayout::isDense() const {
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    if (size != 1)
      dims.emplace_back(stride, size);
  llvm::sort(dims);
  int64_t next = 1;
  for (auto [stride, size] : dims) {
    if (stride != next)
      return false;
    next *= size;
  }
  return true;
}

namespace {
/// What a view takes of dimension `dim`: `size` elements from `start` on, every
/// `step`-th.
struct StaticSlice {
  int64_t dim, start, size, step;
};
} // namespace

/// What `select` or `slice` takes, when that is known.
static std::optional<StaticSlice> getStaticSlice(OperatorOp view) {
  Inference inference(view);
  std::optional<SliceInfo> slice = getViewKind(view) == ViewKind::Select
                                       ? getSelection(inference, view)
                                       : getSlice(inference, view);
  if (!slice)
    return std::nullopt;
  std::optional<int64_t> start = getConstant(slice->start),
                         size = getConstant(slice->size);
  if (!start || !size)
    return std::nullopt;
  return StaticSlice{slice->dim, *start, *size, slice->step};
}

/// The result type of a view; nothing when it is not static.
static std::optional<TSTensorType> getResultType(OperatorOp view) {
  TSTensorType type = view.getNumResults() == 1
                          ? getTensorType(view.getResult(0).getType())
                          : TSTensorType();
  if (!type || !type.hasDtype() || !type.hasStaticShape())
    return std::nullopt;
  return type;
}

std::optional<StorageLayout> ts::applyView(OperatorOp view,
                                           const StorageLayout &layout) {
  std::optional<TSTensorType> type = getResultType(view);
  TSTensorType base = getTensorType(view.getArgs()[0]);
  if (!type || !base || !base.hasStaticShape())
    return std::nullopt;
  // These make a copy when the strides do not allow a view.
  StringRef name = view.getName();
  bool isCopied = name == "aten::contiguous" ||
                  (getViewKind(view) == ViewKind::Reshape && mayCopy(view));
  if (isCopied && !layout.isCertain)
    return std::nullopt;
  StorageLayout result = layout;
  switch (getViewKind(view)) {
  case ViewKind::None:
  case ViewKind::Diagonal:
  case ViewKind::Strided:
  case ViewKind::Conjugate:
  case ViewKind::Adjoint:
  case ViewKind::Part:
    return std::nullopt;
  case ViewKind::Identity:
    // Of a tensor that is not contiguous `contiguous` is a copy; in training
    // so is dropout.
    if (name != "aten::detach" && name != "aten::alias" &&
        (name != "aten::contiguous" || !layout.isContiguous()))
      return std::nullopt;
    break;
  case ViewKind::Reshape: {
    result.sizes.assign(type->getShape().begin(), type->getShape().end());
    result.strides = getRowMajorStrides(result.sizes);
    if (layout.isContiguous())
      break;
    // Dimensions of size 1 come and go.
    SmallVector<int64_t> strides;
    auto isLong = [](int64_t size) { return size != 1; };
    if (llvm::to_vector(llvm::make_filter_range(layout.sizes, isLong)) !=
        llvm::to_vector(llvm::make_filter_range(result.sizes, isLong)))
      return std::nullopt;
    for (auto [size, stride] : llvm::zip_equal(layout.sizes, layout.strides))
      if (size != 1)
        strides.push_back(stride);
    size_t next = 0;
    for (auto [size, stride] : llvm::zip_equal(result.sizes, result.strides))
      stride = size == 1 ? 1 : strides[next++];
    break;
  }
  case ViewKind::Permute: {
    auto order = getPermutation(view, layout.sizes.size());
    if (!order)
      return std::nullopt;
    for (auto [i, dim] : llvm::enumerate(*order)) {
      result.sizes[i] = layout.sizes[dim];
      result.strides[i] = layout.strides[dim];
    }
    break;
  }
  case ViewKind::Select:
  case ViewKind::Slice: {
    bool isSelect = getViewKind(view) == ViewKind::Select;
    std::optional<StaticSlice> slice = getStaticSlice(view);
    if (!slice)
      return std::nullopt;
    result.offset += slice->start * layout.strides[slice->dim];
    result.sizes[slice->dim] = slice->size;
    result.strides[slice->dim] *= slice->step;
    if (isSelect) {
      result.sizes.erase(result.sizes.begin() + slice->dim);
      result.strides.erase(result.strides.begin() + slice->dim);
    }
    break;
  }
  case ViewKind::Expand: {
    size_t front = type->getShape().size() - layout.sizes.size();
    result.sizes.assign(type->getShape().begin(), type->getShape().end());
    result.strides.assign(result.sizes.size(), 0);
    for (auto [i, size] : llvm::enumerate(layout.sizes))
      if (size == result.sizes[front + i])
        result.strides[front + i] = layout.strides[i];
    // New dimensions of one element are those of `unsqueeze`.
    for (size_t i = layout.sizes.empty() ? 0 : front; i-- > 0;)
      if (result.sizes[i] == 1)
        result.strides[i] = result.sizes[i + 1] * result.strides[i + 1];
    break;
  }
  }
  if (ArrayRef<int64_t>(result.sizes) != type->getShape())
    return std::nullopt;
  return result;
}

bool ts::overlapPartially(const StorageLayout &a, const StorageLayout &b) {
  if (!a.isDense() || !b.isDense())
    return false;
  int64_t aEnd = a.offset + a.getNumElements();
  int64_t bEnd = b.offset + b.getNumElements();
  if (a.offset == b.offset && aEnd == bEnd)
    return a.strides != b.strides;
  return a.offset < bEnd && b.offset < aEnd;
}

bool ts::isWritableView(OperatorOp view) {
  switch (getViewKind(view)) {
  case ViewKind::Identity:
  case ViewKind::Reshape:
  case ViewKind::Permute:
  case ViewKind::Select:
  case ViewKind::Slice:
    return true;
  default:
    return false;
  }
}

Value ts::buildBack(OpBuilder &builder, OperatorOp view, Value old,
                    Value written) {
  Location loc = view.getLoc();
  auto type = cast<TSTensorType>(old.getType());
  auto number = [&](int64_t value) -> Value {
    return builder.create<arith::ConstantIntOp>(loc, value, 64);
  };
  auto make = [&](StringRef name, ValueRange operands) -> Value {
    return builder.create<OperatorOp>(loc, type, name, operands).getResult(0);
  };
  auto makeList = [&](ArrayRef<int64_t> values) -> Value {
    SmallVector<Value> elements = llvm::map_to_vector(values, number);
    return builder.create<ListConstructOp>(
        loc, ListType::get(builder.getI64Type()), elements);
  };
  switch (getViewKind(view)) {
  case ViewKind::Reshape:
    return make("aten::reshape", {written, makeList(type.getShape())});
  case ViewKind::Permute: {
    SmallVector<int64_t> order = *getPermutation(view, type.getShape().size());
    SmallVector<int64_t> inverse(order.size());
    for (auto [i, dim] : llvm::enumerate(order))
      inverse[dim] = int64_t(i);
    return make("aten::permute", {written, makeList(inverse)});
  }
  case ViewKind::Select: {
    StaticSlice slice = *getStaticSlice(view);
    return make("aten::select_scatter",
                {old, written, number(slice.dim), number(slice.start)});
  }
  case ViewKind::Slice: {
    StaticSlice slice = *getStaticSlice(view);
    int64_t end = slice.start + slice.size * slice.step;
    end = std::min(end, type.getShape()[slice.dim]);
    return make("aten::slice_scatter",
                {old, written, number(slice.dim), number(slice.start),
                 number(end), number(slice.step)});
  }
  default:
    return written;
  }
}
