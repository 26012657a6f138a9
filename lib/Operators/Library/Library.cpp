//===- Library.cpp - What only the runtime computes -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and sizes of what is not worth loops, or cannot be loops of its own:
// tensors with strides of their own, tables of places, losses that look at each
// element before they compute, segments.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;
using operators::getInt64;

namespace {
#include "TorchScript/Operators/LibraryArguments.h.inc"
} // namespace

static bool inferSame(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && i.result(self->dtype, self->sizes);
}

static bool inferEmptyStrided(Inference &i, OperatorOp op) {
  StridedArguments args(op);
  std::optional<SmallVector<Size>> sizes =
      i.integerList(args.size().getValue());
  Type dtype = Float32Type::get(i.getContext());
  if (args.self()) {
    std::optional<TensorInfo> self = i.typedTensor(args.self());
    if (!self)
      return false;
    dtype = self->dtype;
  }
  dtype = getDtype(args.dtype(), dtype);
  if (!sizes || !dtype || !isOnProcessor(args.device()))
    return false;
  for (Size size : *sizes)
    i.requireAtLeast(size, 0);
  return i.result(dtype, *sizes);
}

/// Rows and columns of the places of a triangle.
static bool inferTriangle(Inference &i, OperatorOp op) {
  PlacesArguments args(op);
  Type dtype = getDtype(args.dtype(), getInt64(i));
  return isa_and_nonnull<IntegerType>(dtype) && isOnProcessor(args.device()) &&
         i.result(dtype, {i.constant(2), i.unknown(0, 1)});
}

static bool inferCombinations(Inference &i, OperatorOp op) {
  PlacesArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> count = args.r().constant();
  return self && self->getRank() == 1 && count && *count > 0 &&
         i.result(self->dtype, {i.unknown(0, 0), i.constant(*count)});
}

static bool inferFrexp(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && self->isFloat() && i.result(self->dtype, self->sizes) &&
         i.result(IntegerType::get(i.getContext(), 32), self->sizes);
}

static bool inferLogCumSumExp(Inference &i, OperatorOp op) {
  NumbersArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  return self && self->isFloat() && getDim(args.dim(), self->getRank()) &&
         i.result(self->dtype, self->sizes);
}

static bool inferLogspace(Inference &i, OperatorOp op) {
  NumbersArguments args(op);
  MLIRContext *context = i.getContext();
  Type dtype = Float32Type::get(context);
  for (const NumberArgument &end : {args.start(), args.end()}) {
    Type type = end.getValue().getType();
    if (!isNumber(type))
      return false;
    if (isa<ComplexType>(type))
      dtype = ComplexType::get(Float32Type::get(context));
  }
  dtype = getDtype(args.dtype(), dtype);
  Size steps = i.integer(args.steps().getValue());
  i.requireAtLeast(steps, 0);
  return dtype && isOnProcessor(args.device()) &&
         i.result(dtype, ArrayRef<Size>(steps));
}

/// A row for each bag; then places of indices, sizes of bags and, of maxima,
/// their places, whose sizes differ with the mode.
static bool inferBags(Inference &i, OperatorOp op) {
  BagsArguments args(op);
  std::optional<TensorInfo> weight = i.typedTensor(args.weight());
  std::optional<TensorInfo> indices = i.typedTensor(args.indices());
  std::optional<TensorInfo> offsets = i.typedTensor(args.offsets());
  std::optional<int64_t> mode = args.mode().constant();
  std::optional<bool> hasEnd = args.include_last_offset().constant();
  constexpr int64_t kMaximum = 2;
  if (!weight || weight->getRank() != 2 || !indices || !offsets ||
      indices->getRank() != 1 || offsets->getRank() != 1 || !mode || !hasEnd)
    return false;
  Size bags = offsets->sizes[0];
  if (*hasEnd) {
    i.requireAtLeast(bags, 1);
    bags = bags - 1;
  }
  i.result(weight->dtype, {bags, weight->sizes[1]});
  for (unsigned index : {1, 2})
    i.result(offsets->dtype, i.unknown(index, 0));
  if (*mode == kMaximum)
    return i.result(offsets->dtype, {bags, weight->sizes[1]});
  return i.result(offsets->dtype, i.unknown(3, 0));
}

/// With weights, which are checked first; a text serves those without.
static bool inferWeightedCov(Inference &i, OperatorOp op) {
  NumbersArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || self->getRank() > 2 || self->isBool() ||
      (!args.fweights() && !args.aweights()))
    return false;
  Type single = Float32Type::get(i.getContext());
  Type dtype = self->isInteger() ? single : self->dtype;
  if (args.aweights()) {
    std::optional<TensorInfo> weights = i.typedTensor(args.aweights());
    if (!weights || !weights->dtype.isF32())
      return false;
  }
  std::optional<int64_t> rows = self->getRank() < 2
                                    ? std::optional<int64_t>(1)
                                    : getConstant(self->sizes[0]);
  if (!rows)
    return false;
  return *rows == 1 ? i.result(dtype, {})
                    : i.result(dtype, {i.constant(*rows), i.constant(*rows)});
}

static bool inferLoss(Inference &i, OperatorOp op) {
  LossesArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> reduction = args.reduction().constant();
  if (!self || !self->isFloat() || !reduction || *reduction < 0 ||
      *reduction > 2)
    return false;
  return *reduction ? i.result(self->dtype, {})
                    : i.result(self->dtype, self->sizes);
}

/// A number for each row.
static bool inferLossOfRows(Inference &i, OperatorOp op) {
  LossesArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> reduction = args.reduction().constant();
  if (!self || !self->isFloat() || self->getRank() > 2 || !reduction ||
      *reduction < 0 || *reduction > 2)
    return false;
  if (*reduction || self->getRank() < 2)
    return i.result(self->dtype, {});
  return i.result(self->dtype, ArrayRef<Size>(self->sizes.front()));
}

/// An element for each segment of a dimension; lengths and offsets have the
/// dimensions up to it.
static bool inferSegments(Inference &i, OperatorOp op) {
  SegmentsArguments args(op);
  std::optional<TensorInfo> data = i.typedTensor(args.data());
  if (!data || !data->isFloat() || bool(args.lengths()) == bool(args.offsets()))
    return false;
  std::optional<int64_t> axis = getDim(args.axis(), data->getRank());
  std::optional<TensorInfo> parts =
      i.tensor(args.lengths() ? args.lengths() : args.offsets());
  if (!axis || !parts || parts->getRank() != *axis + 1)
    return false;
  SmallVector<Size> sizes(parts->sizes);
  if (args.offsets()) {
    i.requireAtLeast(sizes.back(), 1);
    sizes.back() = sizes.back() - 1;
  }
  llvm::append_range(sizes, ArrayRef(data->sizes).drop_front(*axis + 1));
  return i.result(data->dtype, sizes);
}

/// Images whose sizes are those of the offsets.
static bool inferDeform(Inference &i, OperatorOp op) {
  DeformArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  std::optional<TensorInfo> weight = i.typedTensor(args.weight());
  std::optional<TensorInfo> offset = i.typedTensor(args.offset());
  for (auto &tensor : {input, weight, offset})
    if (!tensor || tensor->getRank() != 4 || tensor->dtype != input->dtype)
      return false;
  return i.result(input->dtype, {input->sizes[0], weight->sizes[0],
                                 offset->sizes[2], offset->sizes[3]});
}

ArrayRef<OperatorEntry> operators::getLibraryCalls() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
