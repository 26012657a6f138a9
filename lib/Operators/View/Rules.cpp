//===- Rules.cpp - Sizes of views -----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "View.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::view;

bool view::inferIdentity(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  IntArgument format = IdentityArguments(op).memory_format();
  // A text says what a copy with its channels last is.
  bool isText = getViewKind(op) == ViewKind::None && format &&
                format.constant().value_or(0) > 1;
  return self && !isText && operators::takesFormat(format, self->getRank()) &&
         i.result(self->dtype, self->sizes);
}

/// The real or the imaginary part; of a real tensor there is only the first.
bool view::inferPart(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  if (!self)
    return false;
  auto complex = dyn_cast<ComplexType>(self->dtype);
  if (!complex && getBaseName(op).ends_with("imag"))
    return false;
  return i.result(complex ? complex.getElementType() : self->dtype,
                  self->sizes);
}

/// Parts of complex numbers as a last dimension of size 2.
bool view::inferViewAsReal(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  if (!self || !self->isComplex())
    return false;
  self->sizes.push_back(i.constant(2));
  return i.result(cast<ComplexType>(self->dtype).getElementType(), self->sizes);
}

bool view::inferViewAsComplex(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  if (!self || !self->isFloat() || self->dtype.isF16() || self->sizes.empty())
    return false;
  i.requireEqual(self->sizes.back(), i.constant(2));
  // Another dimension than the last one may be the one without gaps.
  auto made = self->value.getDefiningOp<OperatorOp>();
  if (made && isView(made))
    return false;
  return i.result(ComplexType::get(self->dtype),
                  ArrayRef(self->sizes).drop_back());
}

bool view::inferConvert(Inference &i, OperatorOp op) {
  ConvertArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || !isOnProcessor(args.device()))
    return false;
  Type dtype = getDtype(args.dtype(), self->dtype);
  if (args.other()) {
    std::optional<TensorInfo> other = i.tensor(args.other());
    dtype = other ? other->dtype : Type();
  }
  // Layouts but the dense one, which is 0, are others' tensors.
  if (args.layout() && args.layout().constant() != 0)
    return false;
  return dtype && operators::takesFormat(args.memory_format(), self->getRank()) &&
         i.result(dtype, self->sizes);
}

/// The elements of another tensor, broadcast, in the dtype of the first.
bool view::inferCopy(Inference &i, OperatorOp op) {
  CopyArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> src =
      i.typedTensor(args.src() ? args.src() : args.value());
  if (!self || !src || src->getRank() > self->getRank() ||
      (args.value() && src->getRank() != 0))
    return false;
  for (auto [has, wants] :
       llvm::zip(llvm::reverse(src->sizes), llvm::reverse(self->sizes)))
    if (getConstant(has) != 1)
      i.requireEqual(has, wants);
  return i.result(self->dtype, self->sizes);
}

/// In training a text drops elements of floats.
bool view::inferDropout(Inference &i, OperatorOp op) {
  DropoutArguments args(op);
  if (args.train().constant() != false) {
    std::optional<TensorInfo> input = i.typedTensor(args.input());
    if (!input || !input->isFloat())
      return false;
    i.leaveToText();
  }
  return inferIdentity(i, op);
}

/// Sizes with at most one -1, which is what the others leave.
bool view::inferReshape(Inference &i, OperatorOp op) {
  ReshapeArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Size>> sizes = i.integerList(
      args.shape() ? args.shape().getValue() : args.size().getValue());
  if (!self || !sizes)
    return false;
  SmallVector<Size> known;
  Size *open = nullptr;
  for (Size &size : *sizes) {
    if (getConstant(size) == -1) {
      if (open)
        return false;
      open = &size;
      continue;
    }
    i.requireAtLeast(size, 0);
    known.push_back(size);
  }
  Size total = i.product(self->sizes), rest = i.product(known);
  if (open) {
    if (getConstant(rest) == 0)
      return false;
    // Sizes that are the operand's, too, cancel.
    SmallVector<Size> factors(self->sizes), divisors;
    for (Size size : known) {
      auto it = llvm::find(factors, size);
      if (it != factors.end() && getConstant(size) != 0)
        factors.erase(it);
      else
        divisors.push_back(size);
    }
    Size divisor = i.product(divisors);
    *open = i.product(factors).floorDiv(divisor);
    i.requireEqual(*open * divisor, i.product(factors));
    if (!getConstant(rest))
      for (Size size : known)
        i.requireAtLeast(size, 1);
  } else {
    i.requireEqual(rest, total);
  }
  return i.result(self->dtype, *sizes);
}

bool view::inferAtLeast(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(AtLeastArguments(op).self());
  StringRef base = getBaseName(op);
  return self && i.result(self->dtype,
                          getAtLeast(self->sizes, base[base.size() - 2] - '0',
                                     i.constant(1)));
}

/// A dimension becomes several; one of their sizes may be left open.
bool view::inferUnflatten(Inference &i, OperatorOp op) {
  UnflattenArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<int64_t>> parts = args.sizes().constants();
  if (!self || !parts || self->getRank() == 0)
    return false;
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  if (!dim || llvm::count(*parts, -1) > 1)
    return false;
  Size extent = self->sizes[*dim];
  int64_t rest = 1;
  for (int64_t part : *parts)
    rest *= part == -1 ? 1 : part;
  bool isOpen = llvm::is_contained(*parts, -1);
  if (isOpen && rest <= 0)
    return false;
  SmallVector<Size> sizes(ArrayRef(self->sizes).take_front(*dim));
  for (int64_t part : *parts)
    sizes.push_back(part == -1 ? extent.floorDiv(rest) : i.constant(part));
  i.requireEqual(isOpen ? extent.floorDiv(rest) * rest : i.constant(rest),
                 extent);
  llvm::append_range(sizes, ArrayRef(self->sizes).drop_front(*dim + 1));
  return i.result(self->dtype, sizes);
}

/// Dimensions from one to another become one.
bool view::inferFlatten(Inference &i, OperatorOp op) {
  FlattenArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self)
    return false;
  int64_t rank = self->getRank();
  std::optional<int64_t> start =
      args.start_dim() ? getDim(args.start_dim(), rank) : 0;
  std::optional<int64_t> end = args.end_dim() ? getDim(args.end_dim(), rank)
                                              : std::max<int64_t>(rank - 1, 0);
  if (!start || !end || *start > *end)
    return false;
  if (rank == 0)
    return i.result(self->dtype, i.constant(1));
  ArrayRef<Size> has = self->sizes;
  SmallVector<Size> sizes(has.take_front(*start));
  sizes.push_back(i.product(has.slice(*start, *end - *start + 1)));
  llvm::append_range(sizes, has.drop_front(*end + 1));
  return i.result(self->dtype, sizes);
}

std::optional<SmallVector<int64_t>>
view::getSqueezedDims(Inference &i, const TensorInfo &self, OperatorOp op) {
  SmallVector<int64_t> candidates;
  if (op.getName() == "aten::squeeze.dims") {
    auto dims =
        getDims(SqueezeDimsArguments(op).dim().constants(), self.getRank());
    if (!dims)
      return std::nullopt;
    candidates.assign(dims->begin(), dims->end());
    llvm::sort(candidates);
  } else if (SqueezeArguments args(op); args.dim().getValue()) {
    std::optional<int64_t> dim = getDim(args.dim(), self.getRank());
    if (!dim)
      return std::nullopt;
    if (self.getRank() > 0)
      candidates.push_back(*dim);
  } else {
    candidates = getOtherDims(self.getRank(), {});
  }
  SmallVector<int64_t> dims;
  for (int64_t dim : candidates) {
    Size size = self.sizes[dim];
    if (getConstant(size) == 1)
      dims.push_back(dim);
    // What may be 1 or not leaves the rank open.
    else if (!getConstant(size) &&
             !i.isTrue({Condition::AtLeast, size, i.constant(2)}))
      return std::nullopt;
  }
  return dims;
}

bool view::inferSqueeze(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  if (!self)
    return false;
  std::optional<SmallVector<int64_t>> dims = getSqueezedDims(i, *self, op);
  if (!dims)
    return false;
  SmallVector<Size> sizes;
  for (int64_t dim : getOtherDims(self->getRank(), *dims))
    sizes.push_back(self->sizes[dim]);
  return i.result(self->dtype, sizes);
}

bool view::inferUnsqueeze(Inference &i, OperatorOp op) {
  UnsqueezeArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self)
    return false;
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank() + 1);
  if (!dim)
    return false;
  SmallVector<Size> sizes(self->sizes);
  sizes.insert(sizes.begin() + *dim, i.constant(1));
  return i.result(self->dtype, sizes);
}

/// The order in which the dimensions `from` stand at `to`, and the others in
/// their order at the rest.
static std::optional<SmallVector<int64_t>>
moveDims(std::optional<SmallVector<int64_t>> from,
         std::optional<SmallVector<int64_t>> to, int64_t rank) {
  from = getDims(from, rank);
  to = getDims(to, rank);
  if (!from || !to || from->size() != to->size())
    return std::nullopt;
  SmallVector<int64_t> order(rank, -1);
  for (auto [source, target] : llvm::zip_equal(*from, *to))
    if (rank > 0)
      order[target] = source;
  SmallVector<int64_t> rest = getOtherDims(rank, *from);
  for (auto &dim : llvm::reverse(order))
    if (dim < 0)
      dim = rest.pop_back_val();
  return order;
}

std::optional<SmallVector<int64_t>> ts::getPermutation(OperatorOp op,
                                                       int64_t rank) {
  PermuteArguments args(op);
  SmallVector<int64_t> order = getOtherDims(rank, {});
  if (args.dims()) {
    std::optional<SmallVector<int64_t>> dims =
        getDims(args.dims().constants(), rank);
    return dims && int64_t(dims->size()) == rank ? dims : std::nullopt;
  }
  if (args.source()) {
    auto getList = [](Argument argument) {
      if (std::optional<int64_t> one = getConstantInt(argument.getValue()))
        return std::optional(SmallVector<int64_t>{*one});
      return getConstantIntList(argument.getValue());
    };
    return moveDims(getList(args.source()), getList(args.destination()), rank);
  }
  if (args.dim0()) {
    std::optional<int64_t> a = getDim(args.dim0(), rank);
    std::optional<int64_t> b = getDim(args.dim1(), rank);
    if (!a || !b)
      return std::nullopt;
    if (rank > 0)
      std::swap(order[*a], order[*b]);
    return order;
  }
  // The others turn all dimensions around, or the last two.
  StringRef name = op.getName();
  if (name.contains("::m") || name.ends_with("adjoint")) {
    if (rank == 1 || (rank > 2 && name.ends_with("matrix_H")))
      return std::nullopt;
    if (rank >= 2)
      std::swap(order[rank - 1], order[rank - 2]);
    return order;
  }
  if (name.ends_with("::t") && rank > 2)
    return std::nullopt;
  std::reverse(order.begin(), order.end());
  return order;
}

bool view::inferPermute(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(PermuteArguments(op).self());
  if (!self)
    return false;
  std::optional<SmallVector<int64_t>> order =
      getPermutation(op, self->getRank());
  if (!order)
    return false;
  SmallVector<Size> sizes;
  for (int64_t dim : *order)
    sizes.push_back(self->sizes[dim]);
  return i.result(self->dtype, sizes);
}

std::optional<SliceInfo> ts::getSelection(Inference &i, OperatorOp op) {
  SelectArguments args(op);
  std::optional<TensorInfo> self = i.tensor(args.self());
  std::optional<int64_t> dim = self && self->getRank()
                                   ? getDim(args.dim(), self->getRank())
                                   : std::nullopt;
  if (!dim)
    return std::nullopt;
  Size extent = self->sizes[*dim], index = i.integer(args.index().getValue());
  if (std::optional<int64_t> known = getConstant(index)) {
    if (*known < 0)
      index = extent + *known;
  }
  i.requireAtLeast(index, 0);
  i.requireAtLeast(extent, index + 1);
  return SliceInfo{*dim, index, i.constant(1), 1};
}

bool view::inferSelect(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<SliceInfo> slice = getSelection(i, op);
  if (!self || !slice)
    return false;
  SmallVector<Size> sizes(self->sizes);
  sizes.erase(sizes.begin() + slice->dim);
  return i.result(self->dtype, sizes);
}

std::optional<SliceBounds> ts::getSliceBounds(OperatorOp op, int64_t rank) {
  if (op.getName() != "aten::slice.Tensor")
    return std::nullopt;
  SliceArguments args(op);
  std::optional<int64_t> dim = getDim(args.dim(), rank);
  if (!dim)
    return std::nullopt;
  return SliceBounds{*dim, args.start().getValue(), args.end().getValue(),
                     args.step().constant()};
}

bool ts::infersSizes(OperatorOp op) {
  return llvm::is_contained(
      {"aten::view", "aten::reshape", "aten::expand", "aten::unflatten.int"},
      op.getName());
}

/// A bound of a slice: counts from the end when it is negative, and is clamped.
static std::optional<Size> getBound(Inference &i, const IntArgument &bound,
                                    int64_t otherwise, Size extent) {
  int64_t value = bound ? bound.constant().value_or(INT64_MIN) : otherwise;
  if (bound && !bound.constant())
    return std::nullopt;
  if (value >= 0)
    return value == INT64_MAX ? extent : i.min(i.constant(value), extent);
  if (value == INT64_MIN)
    return i.constant(0);
  return i.max(extent + value, i.constant(0));
}

std::optional<SliceInfo> ts::getSlice(Inference &i, OperatorOp op) {
  SliceArguments args(op);
  std::optional<TensorInfo> self = i.tensor(args.self());
  std::optional<int64_t> dim = self && self->getRank()
                                   ? getDim(args.dim(), self->getRank())
                                   : std::nullopt;
  if (!dim)
    return std::nullopt;
  Size extent = self->sizes[*dim];
  if (args.length()) { // narrow
    Size start = i.integer(args.start().getValue());
    Size length = i.integer(args.length().getValue());
    if (getConstant(start).value_or(0) < 0)
      start = start + extent;
    i.requireAtLeast(start, 0);
    i.requireAtLeast(length, 0);
    i.requireAtLeast(extent, start + length);
    return SliceInfo{*dim, start, length, 1};
  }
  std::optional<int64_t> step = args.step().constant();
  std::optional<Size> start = getBound(i, args.start(), 0, extent);
  std::optional<Size> end = getBound(i, args.end(), INT64_MAX, extent);
  if (!step || *step <= 0 || !start || !end)
    return std::nullopt;
  Size length = *end - *start;
  // Of the whole the length is never negative.
  if (getConstant(*start) != 0)
    length = i.max(length, i.constant(0));
  return SliceInfo{*dim, *start, length.ceilDiv(*step), *step};
}

bool view::inferSlice(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<SliceInfo> slice = getSlice(i, op);
  if (!self || !slice)
    return false;
  SmallVector<Size> sizes(self->sizes);
  sizes[slice->dim] = slice->size;
  return i.result(self->dtype, sizes);
}

std::optional<DiagonalInfo> ts::getDiagonal(Inference &i, OperatorOp op) {
  DiagonalArguments args(op);
  std::optional<TensorInfo> self = i.tensor(args.self());
  std::optional<int64_t> offset = args.offset().constant();
  if (!self || self->getRank() < 2 || !offset)
    return std::nullopt;
  std::optional<int64_t> dim1 = getDim(args.dim1(), self->getRank());
  std::optional<int64_t> dim2 = getDim(args.dim2(), self->getRank());
  if (!dim1 || !dim2 || *dim1 == *dim2)
    return std::nullopt;
  DiagonalInfo info{*dim1,
                    *dim2,
                    std::max<int64_t>(-*offset, 0),
                    std::max<int64_t>(*offset, 0),
                    {}};
  info.size = i.max(
      i.min(self->sizes[*dim1] - info.start1, self->sizes[*dim2] - info.start2),
      i.constant(0));
  return info;
}

bool view::inferDiagonal(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<DiagonalInfo> diagonal = getDiagonal(i, op);
  if (!self || !diagonal)
    return false;
  SmallVector<Size> sizes;
  for (int64_t dim :
       getOtherDims(self->getRank(), {diagonal->dim1, diagonal->dim2}))
    sizes.push_back(self->sizes[dim]);
  sizes.push_back(diagonal->size);
  return i.result(self->dtype, sizes);
}

/// Windows of a dimension, which become a last dimension.
bool view::inferUnfold(Inference &i, OperatorOp op) {
  UnfoldArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> size = args.size().constant();
  std::optional<int64_t> step = args.step().constant();
  if (!self || !size || !step || *size < 0 || *step <= 0)
    return false;
  std::optional<int64_t> dim = getDim(args.dimension(), self->getRank());
  if (!dim)
    return false;
  SmallVector<Size> sizes(self->sizes);
  Size extent = self->getRank() ? sizes[*dim] : i.constant(1);
  i.requireAtLeast(extent, *size);
  if (self->getRank())
    sizes[*dim] = (extent - *size).floorDiv(*step) + 1;
  sizes.push_back(i.constant(*size));
  return i.result(self->dtype, sizes);
}

/// Which elements it shows depends on the storage of its base, which values do
/// not have: it stays a view of the object, of known sizes.
bool view::inferAsStrided(Inference &i, OperatorOp op) {
  AsStridedArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Size>> sizes =
      i.integerList(args.size().getValue());
  if (!self || !sizes)
    return false;
  for (Size size : *sizes)
    i.requireAtLeast(size, 0);
  return i.result(self->dtype, *sizes);
}

/// Sizes of -1 stay, dimensions of size 1 stretch.
bool view::inferExpand(Inference &i, OperatorOp op) {
  ExpandArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Size>> sizes =
      i.integerList(args.size().getValue());
  if (!self || !sizes || int64_t(sizes->size()) < self->getRank())
    return false;
  size_t added = sizes->size() - self->getRank();
  for (auto [index, size] : llvm::enumerate(*sizes)) {
    if (index < added) {
      i.requireAtLeast(size, 0);
      continue;
    }
    Size has = self->sizes[index - added];
    if (getConstant(size) == -1)
      size = has;
    i.requireAtLeast(size, 0);
    if (getConstant(has) != 1)
      i.requireEqual(has, size);
  }
  return i.result(self->dtype, *sizes);
}

/// The operand, written where a view of it looks; `src` has the view's sizes.
static bool inferWritten(Inference &i, OperatorOp op, const TensorInfo &self,
                         ArrayRef<Size> view) {
  std::optional<TensorInfo> src = i.typedTensor(op.getArgs()[1]);
  if (!src || src->getRank() != int64_t(view.size()))
    return false;
  for (auto [a, b] : llvm::zip_equal(src->sizes, view))
    i.requireEqual(a, b);
  return i.result(self.dtype, self.sizes);
}

bool view::inferSliceScatter(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<SliceInfo> slice = getSlice(i, op);
  if (!self || !slice)
    return false;
  SmallVector<Size> sizes(self->sizes);
  sizes[slice->dim] = slice->size;
  return inferWritten(i, op, *self, sizes);
}

bool view::inferSelectScatter(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<SliceInfo> slice = getSelection(i, op);
  if (!self || !slice)
    return false;
  SmallVector<Size> sizes(self->sizes);
  sizes.erase(sizes.begin() + slice->dim);
  return inferWritten(i, op, *self, sizes);
}

bool view::inferDiagonalScatter(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<DiagonalInfo> diagonal = getDiagonal(i, op);
  if (!self || !diagonal)
    return false;
  i.requireAtLeast(diagonal->size, 1);
  SmallVector<Size> sizes;
  for (int64_t dim :
       getOtherDims(self->getRank(), {diagonal->dim1, diagonal->dim2}))
    sizes.push_back(self->sizes[dim]);
  sizes.push_back(diagonal->size);
  return inferWritten(i, op, *self, sizes);
}
