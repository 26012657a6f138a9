//===- Sorting.cpp - Orders of elements ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and sizes of what the runtime finds by comparing elements: orders,
// ranks, counts, places.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;
using operators::getInt64;

namespace {
#include "TorchScript/Operators/SortingArguments.h.inc"
} // namespace

static bool inferValues(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && !self->isComplex() && i.result(self->dtype, self->sizes);
}

static bool inferPlaces(Inference &i, OperatorOp op) {
  SortArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self().getValue());
  return self && !self->isComplex() && getDim(args.dim(), self->getRank()) &&
         i.result(getInt64(i), self->sizes);
}

static bool inferSort(Inference &i, OperatorOp op) {
  return inferValues(i, op) && inferPlaces(i, op);
}

static bool inferTop(Inference &i, OperatorOp op) {
  SortArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self().getValue());
  std::optional<int64_t> dim =
      self ? getDim(args.dim(), self->getRank()) : std::nullopt;
  if (!dim || self->isComplex())
    return false;
  Size count = i.integer(args.k().getValue());
  i.requireAtLeast(count, 0);
  if (!self->sizes.empty()) {
    i.requireAtLeast(self->sizes[*dim], count);
    self->sizes[*dim] = count;
  }
  return i.result(self->dtype, self->sizes) &&
         i.result(getInt64(i), self->sizes);
}

/// One element along a dimension, or of all, and its place.
static bool inferOne(Inference &i, OperatorOp op) {
  SortArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self().getValue());
  if (!self || self->isComplex())
    return false;
  if (op.getNumResults() == 1)
    return i.result(self->dtype, {});
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  std::optional<bool> keeps = args.keepdim().constant();
  if (!dim || !keeps)
    return false;
  if (!self->sizes.empty()) {
    self->sizes[*dim] = i.constant(1);
    if (!*keeps)
      self->sizes.erase(self->sizes.begin() + *dim);
  }
  return i.result(self->dtype, self->sizes) &&
         i.result(getInt64(i), self->sizes);
}

/// A first dimension for each of several quantiles.
static bool inferQuantile(Inference &i, OperatorOp op) {
  SortArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self().getValue());
  std::optional<bool> keeps = args.keepdim().constant();
  if (!self || !self->isFloat() || !keeps)
    return false;
  SmallVector<Size> sizes;
  if (std::optional<TensorInfo> q = i.tensor(args.q().getValue()))
    sizes = q->sizes;
  if (args.dim()) {
    std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
    if (!dim)
      return false;
    for (auto [index, size] : llvm::enumerate(self->sizes))
      if (int64_t(index) != *dim)
        sizes.push_back(size);
      else if (*keeps)
        sizes.push_back(i.constant(1));
  } else if (*keeps) {
    sizes.append(self->getRank(), i.constant(1));
  }
  return i.result(self->dtype, sizes);
}

static bool inferSearch(Inference &i, OperatorOp op) {
  SortArguments args(op);
  std::optional<bool> isNarrow = args.out_int32().constant();
  if (!isNarrow)
    return false;
  SmallVector<Size> sizes;
  if (std::optional<TensorInfo> self = i.tensor(args.self().getValue()))
    sizes = self->sizes;
  else if (!isNumber(args.self().getValue().getType()))
    return false;
  return i.result(IntegerType::get(i.getContext(), *isNarrow ? 32 : 64), sizes);
}

static bool inferIsIn(Inference &i, OperatorOp op) {
  SmallVector<Size> sizes;
  if (std::optional<TensorInfo> elements = i.tensor(op.getArgs()[0]))
    sizes = elements->sizes;
  else if (!isNumber(lookThroughCasts(op.getArgs()[0]).getType()))
    return false;
  return i.result(IntegerType::get(i.getContext(), 1), sizes);
}

/// Counts, and the edges between them.
static bool inferHistogram(Inference &i, OperatorOp op) {
  CountArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self().getValue());
  if (!self || !self->isFloat())
    return false;
  Size edges;
  if (std::optional<TensorInfo> given = i.tensor(args.bins().getValue())) {
    if (given->getRank() != 1)
      return false;
    edges = given->sizes[0];
  } else {
    edges = i.integer(args.bins().getValue()) + 1;
  }
  i.requireAtLeast(edges, 2);
  return i.result(self->dtype, edges - 1) &&
         (op.getNumResults() == 1 || i.result(self->dtype, edges));
}

ArrayRef<OperatorEntry> operators::getSortings() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
