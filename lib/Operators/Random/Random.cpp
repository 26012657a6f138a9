//===- Random.cpp - Random numbers ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and sizes of random tensors; the runtime draws them, in the order of
// the program.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;
using operators::getInt64;

namespace {
#include "TorchScript/Operators/RandomArguments.h.inc"
} // namespace

static bool inferNew(Inference &i, OperatorOp op) {
  NewArguments args(op);
  StringRef base = getBaseName(op);
  Type dtype = Float32Type::get(i.getContext());
  SmallVector<Size> sizes;
  if (base.ends_with("randperm")) {
    dtype = getInt64(i);
    sizes.push_back(i.integer(args.n().getValue()));
  } else if (args.self().getValue()) {
    std::optional<TensorInfo> self = i.typedTensor(args.self());
    if (!self)
      return false;
    dtype = self->dtype;
    sizes = self->sizes;
  } else {
    std::optional<SmallVector<Size>> list =
        i.integerList(args.size().getValue());
    if (!list)
      return false;
    sizes = *list;
    if (base.ends_with("randint"))
      dtype = getInt64(i);
  }
  for (Size size : sizes)
    i.requireAtLeast(size, 0);
  dtype = getDtype(args.dtype(), dtype);
  return dtype && isOnProcessor(args.device()) && i.result(dtype, sizes);
}

static bool inferSame(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && i.result(self->dtype, self->sizes);
}

static bool inferNormal(Inference &i, OperatorOp op) {
  SampleArguments args(op);
  std::optional<TensorInfo> std = i.typedTensor(args.std().getValue());
  if (!std)
    return false;
  SmallVector<Size> sizes = std->sizes;
  Type dtype = std->dtype;
  if (std::optional<TensorInfo> mean = i.typedTensor(args.mean().getValue())) {
    sizes = i.broadcast({mean->sizes, std->sizes});
    dtype = mean->dtype;
  }
  return i.result(dtype, sizes);
}

static bool inferMultinomial(Inference &i, OperatorOp op) {
  SampleArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || self->sizes.empty())
    return false;
  self->sizes.back() = i.integer(args.num_samples().getValue());
  return i.result(getInt64(i), self->sizes);
}

/// Maxima of windows at random places, and their places.
static bool inferFractional(Inference &i, OperatorOp op) {
  SampleArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Size>> sizes =
      i.integerList(args.output_size().getValue());
  if (!self || !sizes || sizes->size() >= self->sizes.size())
    return false;
  size_t first = self->sizes.size() - sizes->size();
  for (auto [index, size] : llvm::enumerate(*sizes))
    self->sizes[first + index] = size;
  return i.result(self->dtype, self->sizes) &&
         i.result(getInt64(i), self->sizes);
}

ArrayRef<OperatorEntry> operators::getRandoms() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
