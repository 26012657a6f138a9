//===- Spectral.cpp - Fourier transforms ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and sizes of Fourier transforms, which the runtime computes.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/SpectralArguments.h.inc"
} // namespace

namespace {
/// What is transformed: the sizes that the operand is cut or padded to.
struct Transform {
  /// float or double.
  FloatType real;
  SmallVector<Size> sizes;
  SmallVector<int64_t> dims;
  /// The length of the last dimension was given, for results of real numbers.
  std::optional<int64_t> lastLength;
};
} // namespace

/// The dimensions: one, a list, all, or the last ones as many as lengths.
static std::optional<SmallVector<int64_t>>
getTransformed(const FourierArguments &args, int64_t rank,
               const std::optional<SmallVector<int64_t>> &lengths) {
  if (args.dim()) {
    if (std::optional<int64_t> dim = getConstantInt(args.dim().getValue()))
      return getDims(SmallVector<int64_t>{*dim}, rank);
    return getDims(getConstantIntList(args.dim().getValue()), rank);
  }
  int64_t count = lengths ? int64_t(lengths->size()) : rank;
  if (count > rank)
    return std::nullopt;
  return llvm::to_vector(llvm::seq<int64_t>(rank - count, rank));
}

static std::optional<Transform> getTransform(Inference &i, OperatorOp op) {
  FourierArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || self->sizes.empty() || self->dtype.isF16())
    return std::nullopt;
  Type dtype = getPartDtype(self->dtype);
  std::optional<SmallVector<int64_t>> lengths;
  if (args.n()) {
    std::optional<int64_t> length = args.n().constant();
    if (!length)
      return std::nullopt;
    lengths = SmallVector<int64_t>{*length};
  } else if (args.s()) {
    lengths = args.s().constants();
    if (!lengths)
      return std::nullopt;
  }
  std::optional<SmallVector<int64_t>> dims =
      getTransformed(args, self->getRank(), lengths);
  if (!dims || dims->empty() || (lengths && lengths->size() != dims->size()))
    return std::nullopt;
  Transform t{Float32Type::get(i.getContext()), self->sizes, *dims, {}};
  if (dtype.isF64())
    t.real = Float64Type::get(i.getContext());
  if (lengths)
    for (auto [dim, length] : llvm::zip_equal(*dims, *lengths))
      if (length != -1)
        t.sizes[dim] = i.constant(length);
  if (lengths && lengths->back() != -1)
    t.lastLength = lengths->back();
  for (int64_t dim : *dims)
    i.requireAtLeast(t.sizes[dim], 1);
  return t;
}

static bool inferComplex(Inference &i, OperatorOp op) {
  std::optional<Transform> t = getTransform(i, op);
  return t && i.result(ComplexType::get(t->real), t->sizes);
}

/// Of real numbers: half of the last dimension, the rest follows from it.
static bool inferHalf(Inference &i, OperatorOp op) {
  std::optional<Transform> t = getTransform(i, op);
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  if (!t || self->isComplex())
    return false;
  Size &last = t->sizes[t->dims.back()];
  last = last.floorDiv(2) + 1;
  return i.result(ComplexType::get(t->real), t->sizes);
}

/// To real numbers, from such halves.
static bool inferReal(Inference &i, OperatorOp op) {
  std::optional<Transform> t = getTransform(i, op);
  if (!t)
    return false;
  Size &last = t->sizes[t->dims.back()];
  if (!t->lastLength)
    last = (last - 1) * 2;
  i.requireAtLeast(last, 1);
  return i.result(t->real, t->sizes);
}

ArrayRef<OperatorEntry> operators::getSpectral() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
