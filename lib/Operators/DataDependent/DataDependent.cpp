//===- DataDependent.cpp - Sizes that data decide -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of operators whose results have as many elements as the data say. A
// function of the runtime computes each; what is computed from its results is
// compiled for any size.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/Inference.h"
#include "TorchScript/Operators/Registry.h"

using namespace mlir;
using namespace mlir::ts;
using operators::getInt64;

namespace {
#include "TorchScript/Operators/DataDependentArguments.h.inc"
} // namespace

/// A row for each element that is not zero, with its index.
static bool inferPlaces(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.tensor(PlacesArguments(op).self());
  return self && i.result(getInt64(i),
                          {i.unknown(0, 0), i.constant(self->getRank())});
}

static bool inferMaskedSelect(Inference &i, OperatorOp op) {
  MaskedSelectArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> mask = i.tensor(args.mask());
  if (!self || !mask)
    return false;
  i.broadcast({self->sizes, mask->sizes});
  return i.result(self->dtype, i.unknown(0, 0));
}

SmallVector<Value> ts::getCountedTensors(OperatorOp op) {
  if (op.getName() == "aten::masked_select")
    return {op.getArgs()[0], op.getArgs()[1]};
  bool isBounded = llvm::is_contained(
      {"aten::nonzero", "aten::argwhere", "aten::_unique2"}, op.getName());
  return isBounded ? SmallVector<Value>{op.getArgs()[0]} : SmallVector<Value>();
}

/// Until the largest number.
static bool inferBinCount(Inference &i, OperatorOp op) {
  CountArguments args(op);
  Type dtype = getInt64(i);
  if (args.weights()) {
    std::optional<TensorInfo> weights = i.typedTensor(args.weights());
    if (!weights)
      return false;
    dtype = weights->dtype.isF32() ? weights->dtype
                                   : Type(Float64Type::get(i.getContext()));
  }
  return i.result(dtype, i.unknown(0, 0));
}

/// Distinct elements, or slices of a dimension; the place of each element among
/// them and how often each is there, which have no elements unless asked for.
static bool inferUnique(Inference &i, OperatorOp op) {
  UniqueArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<bool> inverse = args.return_inverse().constant();
  std::optional<bool> counts = args.return_counts().constant();
  if (!self || !inverse || !counts)
    return false;
  Size count = i.unknown(0, 0);
  SmallVector<Size> sizes{count}, places(self->sizes);
  if (args.dim()) {
    std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
    if (!dim || self->getRank() == 0)
      return false;
    count = i.unknown(0, *dim);
    sizes = self->sizes;
    places = {sizes[*dim]};
    sizes[*dim] = count;
  }
  // Along a dimension places and counts are there unasked, and counts bring the
  // places that they are made with.
  bool hasPlaces = args.dim() || *inverse ||
                   (*counts && getBaseName(op).ends_with("_unique2"));
  Size none = i.constant(0);
  i.result(self->dtype, sizes);
  i.result(getInt64(i),
           hasPlaces ? ArrayRef<Size>(places) : ArrayRef<Size>(none));
  return i.result(getInt64(i), args.dim() || *counts ? count : none);
}

static bool inferRepetitions(Inference &i, OperatorOp op) {
  return i.tensor(RepeatInterleaveArguments(op).repeats().getValue()) &&
         i.result(getInt64(i), i.unknown(0, 0));
}

static bool inferRepeatInterleave(Inference &i, OperatorOp op) {
  RepeatInterleaveArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self)
    return false;
  if (!args.dim())
    return i.result(self->dtype, i.unknown(0, 0));
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  if (!dim || self->getRank() == 0)
    return false;
  SmallVector<Size> sizes(self->sizes);
  sizes[*dim] = i.unknown(0, *dim);
  return i.result(self->dtype, sizes);
}

/// The indices of the boxes that stay.
static bool inferSuppression(Inference &i, OperatorOp op) {
  return i.tensor(SuppressionArguments(op).dets()) &&
         i.result(getInt64(i), i.unknown(0, 0));
}

ArrayRef<OperatorEntry> operators::getDataDependent() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
