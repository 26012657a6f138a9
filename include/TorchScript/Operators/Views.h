//===- Views.h - Parts and orders of dimensions -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How views look at their bases, for those who lower them and for those who
// write through them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_VIEWS_H
#define TORCHSCRIPT_OPERATORS_VIEWS_H

#include "TorchScript/Operators/Inference.h"

namespace mlir::ts {

/// What a slice takes of dimension `dim`: `size` elements from `start` on,
/// every `step`-th.
struct SliceInfo {
  int64_t dim = 0;
  Size start, size;
  int64_t step = 1;
};

/// The slice that `aten::slice.Tensor` or `aten::narrow` takes, and
/// `aten::slice_scatter` writes; nothing when its dimension or its step is not
/// constant or out of range. Conditions go to the inference.
std::optional<SliceInfo> getSlice(Inference &inference, OperatorOp op);

/// The element that `aten::select.int` takes: a slice of size 1.
std::optional<SliceInfo> getSelection(Inference &inference, OperatorOp op);

/// The operands of `aten::slice.Tensor`: a constant dimension, bounds, which
/// may be computed or None, and the step where it is constant.
struct SliceBounds {
  int64_t dim = 0;
  Value start, end;
  std::optional<int64_t> step;
};
std::optional<SliceBounds> getSliceBounds(OperatorOp op, int64_t rank);

/// Whether a size of -1 among the operator's arguments is none but asks for the
/// one that fits: in the shapes that `view`, `reshape` and their like take.
bool infersSizes(OperatorOp op);

/// A diagonal of the dimensions `dim1` and `dim2`: it begins at the indices
/// `start1` and `start2`, one of which is 0, and has `size` elements.
struct DiagonalInfo {
  int64_t dim1 = 0, dim2 = 1;
  int64_t start1 = 0, start2 = 0;
  Size size;
};
std::optional<DiagonalInfo> getDiagonal(Inference &inference, OperatorOp op);

/// The dimension of the base each dimension of the result of a view of kind
/// Permute comes from.
std::optional<SmallVector<int64_t>> getPermutation(OperatorOp op, int64_t rank);

/// How a tensor of static shape lies in its storage: sizes and strides, in
/// elements, from an offset.
struct StridedLayout {
  SmallVector<int64_t> sizes, strides;
  /// Nothing when it is not known.
  std::optional<int64_t> offset = 0;

  static StridedLayout getRowMajor(ArrayRef<int64_t> sizes);
  bool isContiguous() const;
  /// Whether the elements fill their range, in some order of the dimensions.
  bool isDense() const;
  int64_t getNumElements() const;
  /// Whether PyTorch refuses to write to one while it reads the other: both are
  /// dense and share some elements but not all in one order. Offsets are known.
  bool overlapsPartially(const StridedLayout &other) const;
  /// The same elements as a tensor of other sizes, as many; nothing when they
  /// have to be copied. PyTorch's rule: dimensions that lie behind each other
  /// in memory are taken together.
  std::optional<StridedLayout> reshape(ArrayRef<int64_t> newSizes) const;
};

/// How the result of a view lies in the storage of its base, as it does when it
/// shares that; nothing when the view is not known well enough. `expand` gives
/// strides of 0.
std::optional<StridedLayout> followView(OperatorOp view,
                                        const StridedLayout &base);

/// Whether the result of a view, in the schema's sense, shares the storage of a
/// base that lies so (null: it is not known how) and is no copy; nothing when
/// that hangs on what is not known.
std::optional<bool> sharesStorage(OperatorOp view, const StridedLayout *base);

/// The elements of a view's base, which are `base` now, when those of the view
/// become `part`; null when the view has no inverse here. With `mayCopy` the
/// elements of `part` may lie in any order.
Value buildViewInverse(OpBuilder &builder, Location loc, OperatorOp view,
                       Value base, Value part, bool mayCopy);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_VIEWS_H
