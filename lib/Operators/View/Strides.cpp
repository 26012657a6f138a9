//===- Strides.cpp - Where the elements of views lie ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::view;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

StridedLayout StridedLayout::getRowMajor(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size(), 1);
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    if (llvm::MulOverflow(stride, std::max<int64_t>(sizes[i], 1), stride))
      stride = INT64_MAX;
  }
  return {SmallVector<int64_t>(sizes), strides};
}

bool StridedLayout::isContiguous() const {
  if (llvm::is_contained(sizes, 0))
    return true;
  int64_t expected = 1;
  for (auto [size, stride] : llvm::reverse(llvm::zip_equal(sizes, strides))) {
    if (size == 1)
      continue;
    if (stride != expected || llvm::MulOverflow(expected, size, expected))
      return false;
  }
  return true;
}

bool StridedLayout::isDense() const {
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

int64_t StridedLayout::getNumElements() const {
  return ShapedType::getNumElements(sizes);
}

bool StridedLayout::overlapsPartially(const StridedLayout &other) const {
  if (!isDense() || !other.isDense())
    return false;
  int64_t end = *offset + getNumElements(),
          otherEnd = *other.offset + other.getNumElements();
  if (offset == other.offset && end == otherEnd)
    return strides != other.strides;
  return *offset < otherEnd && *other.offset < end;
}

std::optional<StridedLayout>
StridedLayout::reshape(ArrayRef<int64_t> newSizes) const {
  StridedLayout result = getRowMajor(newSizes);
  result.offset = offset;
  if (isContiguous())
    return result;
  int64_t at = int64_t(newSizes.size()) - 1;
  int64_t base = strides.back(), count = 1, taken = 1;
  for (int64_t i = int64_t(sizes.size()) - 1; i >= 0; --i) {
    count *= sizes[i];
    // The end of a run of dimensions that lie behind each other.
    bool isEnd =
        i == 0 || (sizes[i - 1] != 1 && strides[i - 1] != count * base);
    if (!isEnd)
      continue;
    while (at >= 0 && (taken < count || newSizes[at] == 1)) {
      result.strides[at] = taken * base;
      taken *= newSizes[at--];
    }
    if (taken != count)
      return std::nullopt;
    if (i > 0) {
      base = strides[i - 1];
      count = taken = 1;
    }
  }
  return at == -1 ? std::optional(result) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The sizes of the result; nothing unless all are known.
static std::optional<ArrayRef<int64_t>> getResultSizes(OperatorOp view) {
  TSTensorType type = view.getNumResults() == 1
                          ? getTensorType(view.getResult(0).getType())
                          : TSTensorType();
  return type && type.hasStaticShape() ? std::optional(type.getShape())
                                       : std::nullopt;
}

/// Of a dimension of one element that is new, `expand` says how far the next
/// one would be.
static StridedLayout expand(const StridedLayout &base,
                            ArrayRef<int64_t> sizes) {
  size_t front = sizes.size() - base.sizes.size();
  StridedLayout result = {SmallVector<int64_t>(sizes),
                          SmallVector<int64_t>(sizes.size(), 0), base.offset};
  for (auto [i, size] : llvm::enumerate(base.sizes))
    if (size == sizes[front + i])
      result.strides[front + i] = base.strides[i];
  for (size_t i = base.sizes.empty() ? 0 : front; i-- > 0;)
    if (sizes[i] == 1)
      result.strides[i] = sizes[i + 1] * result.strides[i + 1];
  return result;
}

/// What `select` or `slice` takes of a dimension.
static std::optional<StridedLayout> takePart(OperatorOp view,
                                             const StridedLayout &base) {
  Inference inference(view);
  bool isSelect = getViewKind(view) == ViewKind::Select;
  std::optional<SliceInfo> slice =
      isSelect ? getSelection(inference, view) : getSlice(inference, view);
  if (!slice)
    return std::nullopt;
  StridedLayout result = base;
  std::optional<int64_t> start = getConstant(slice->start),
                         size = getConstant(slice->size);
  if (!start)
    result.offset = std::nullopt;
  else if (result.offset)
    *result.offset += *start * base.strides[slice->dim];
  if (isSelect) {
    result.sizes.erase(result.sizes.begin() + slice->dim);
    result.strides.erase(result.strides.begin() + slice->dim);
    return result;
  }
  if (size)
    result.sizes[slice->dim] = *size;
  else if (std::optional<ArrayRef<int64_t>> sizes = getResultSizes(view))
    result.sizes[slice->dim] = (*sizes)[slice->dim];
  result.strides[slice->dim] *= slice->step;
  return result;
}

static std::optional<StridedLayout> permute(OperatorOp view,
                                            const StridedLayout &base) {
  auto order = getPermutation(view, int64_t(base.sizes.size()));
  if (!order)
    return std::nullopt;
  StridedLayout result = base;
  for (auto [i, dim] : llvm::enumerate(*order)) {
    result.sizes[i] = base.sizes[dim];
    result.strides[i] = base.strides[dim];
  }
  return result;
}

std::optional<StridedLayout> ts::followView(OperatorOp view,
                                            const StridedLayout &base) {
  std::optional<ArrayRef<int64_t>> sizes = getResultSizes(view);
  if (!sizes)
    return std::nullopt;
  std::optional<StridedLayout> result;
  switch (getViewKind(view)) {
  case ViewKind::Identity:
    result = base;
    break;
  case ViewKind::Reshape:
    result = base.reshape(*sizes);
    break;
  case ViewKind::Permute:
    result = permute(view, base);
    break;
  case ViewKind::Select:
  case ViewKind::Slice:
    result = takePart(view, base);
    break;
  case ViewKind::Expand:
    result = expand(base, *sizes);
    break;
  default:
    break;
  }
  return result && result->sizes == *sizes ? result : std::nullopt;
}

std::optional<bool> ts::sharesStorage(OperatorOp view,
                                      const StridedLayout *base) {
  switch (getViewKind(view)) {
  case ViewKind::None:
    return false;
  case ViewKind::Identity:
    break;
  case ViewKind::Reshape: {
    std::optional<ArrayRef<int64_t>> sizes = getResultSizes(view);
    if (!mayCopy(view))
      return true;
    return base && sizes ? std::optional(base->reshape(*sizes).has_value())
                         : std::nullopt;
  }
  default:
    return true;
  }
  switch (findOperator(view)->view) {
  case ViewKind::Contiguous:
    return base ? std::optional(base->isContiguous()) : std::nullopt;
  case ViewKind::Drop: {
    // It raises unless this is a probability.
    DropoutArguments args(view);
    std::optional<double> share = args.p().constant();
    return args.train().constant() == false && share && *share >= 0 &&
           *share <= 1;
  }
  case ViewKind::Convert: {
    // The tensor may lie on another device.
    Type from = getTensorDtype(lookThroughCasts(view.getArgs()[0]).getType());
    bool isSame = from == getTensorDtype(view.getResult(0).getType());
    return isSame ? std::nullopt : std::optional(false);
  }
  default:
    return true;
  }
}
