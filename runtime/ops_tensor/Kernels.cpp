//===- Kernels.cpp - Typed adapters of tensor kernels ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Kernels.h"

#include "core/OutOverloads.h"
#include "core/TensorHooks.h"
#include "tensor/Iterator.h"

#include <algorithm>
#include <vector>
using namespace tsrt;

tsrt_error *detail::finish(tsrt_error *error, tsrt_value *results,
                           int32_t numResults) {
  tsrt_error *late = takeNoted();
  if (!late)
    return error;
  if (error) {
    tsrt_error_release(late);
    return error;
  }
  for (int32_t i = 0; i < numResults; ++i) {
    tsrt_value_release(&results[i]);
    results[i] = noneValue();
  }
  return late;
}

tsrt_error *tsrt::writeToOut(tsrt_value *results, const tsrt_value *targets,
                             int32_t count) {
  return detail::finish(
      detail::writeResults(results, targets, count, /*resize=*/true), results,
      count);
}

bool &tsrt::gradMode() {
  static thread_local bool enabled = true;
  return enabled;
}

/// Does a tensor, or one of a list of tensors, require gradients?
static bool requiresGrad(const tsrt_value &v) {
  if (kindOf(v) == TSRT_TENSOR)
    return static_cast<tsrt_tensor *>(v.u.p)->requiresGrad;
  TensorSpan span;
  if (kindOf(v) != TSRT_LIST || !Arg<TensorSpan>::get(v, span))
    return false;
  for (tsrt_tensor *t : span)
    if (t && t->requiresGrad)
      return true;
  return false;
}

static void markGrad(const tsrt_value &v) {
  auto mark = [](tsrt_tensor *t) {
    if (t && (isFloating(t->dtype) || isComplex(t->dtype)))
      t->requiresGrad = true;
  };
  TensorSpan span;
  if (kindOf(v) == TSRT_TENSOR)
    mark(static_cast<tsrt_tensor *>(v.u.p));
  else if (kindOf(v) == TSRT_LIST && Arg<TensorSpan>::get(v, span))
    for (tsrt_tensor *t : span)
      mark(t);
}

void detail::propagateGrad(const tsrt_value *args, int32_t numArgs,
                           tsrt_value *results, int32_t numResults) {
  if (!gradMode())
    return;
  for (int32_t i = 0; i < numArgs; ++i) {
    if (!requiresGrad(args[i]))
      continue;
    for (int32_t k = 0; k < numResults; ++k)
      markGrad(results[k]);
    return;
  }
}

void tsrt::propagateGradDirect(DirectArguments arguments, const uint64_t *args,
                               const uint64_t *results,
                               uint64_t tensorResults) {
  auto needsGrad = [&](int32_t i) {
    int32_t kind = arguments.kind(i);
    return (kind == TSRT_TENSOR || kind == TSRT_LIST) &&
           requiresGrad(boxWord(kind, args[i]));
  };
  for (int32_t i = 0; i < arguments.size(); ++i) {
    if (!needsGrad(i))
      continue;
    if (gradMode())
      for (; tensorResults; tensorResults &= tensorResults - 1)
        markGrad(objectValue(
            reinterpret_cast<void *>(results[__builtin_ctzll(tensorResults)])));
    return;
  }
}

tsrt_error *tsrt::writeInPlaceDirect(const uint64_t *args, uint64_t *results) {
  tsrt_value target = boxWord(TSRT_TENSOR, args[0]);
  tsrt_value result = boxWord(TSRT_TENSOR, results[0]);
  tsrt_error *error =
      detail::writeResults(&result, &target, 1, /*resize=*/false);
  results[0] = isNone(result) ? 0 : uint64_t(result.u.i);
  return error;
}

/// Whether the elements fill a range of memory, each place once.
static bool isDense(const Tensor &t) {
  if (t.isContiguous())
    return true;
  std::vector<std::pair<int64_t, int64_t>> dims;
  for (int64_t d = 0; d < t.dim(); ++d)
    if (t.size(d) != 1)
      dims.emplace_back(t.stride(d), t.size(d));
  std::sort(dims.begin(), dims.end());
  int64_t next = 1;
  for (auto [stride, size] : dims) {
    if (stride != next)
      return false;
    next *= size;
  }
  return true;
}

namespace {
/// What elements of a tensor another one has.
enum class Overlap { None, Part, All };
} // namespace

/// The overlap as PyTorch sees it: of dense tensors alone.
static Overlap findOverlap(const Tensor &target, const Tensor &other) {
  if (!target.numel() || !other.numel() ||
      target.get()->storage != other.get()->storage || !isDense(target) ||
      !isDense(other))
    return Overlap::None;
  int64_t begin = target.offset() * target.itemsize();
  int64_t end = begin + target.numel() * target.itemsize();
  int64_t otherBegin = other.offset() * other.itemsize();
  int64_t otherEnd = otherBegin + other.numel() * other.itemsize();
  if (begin == otherBegin && end == otherEnd)
    return std::equal(target.strides().begin(), target.strides().end(),
                      other.strides().begin(), other.strides().end())
               ? Overlap::All
               : Overlap::Part;
  return begin < otherEnd && otherBegin < end ? Overlap::Part : Overlap::None;
}

/// Whether PyTorch refuses to write to `target` while it reads `other`: they
/// share memory, both are dense, and they are not the same elements in order.
static bool overlapsInPart(const Tensor &target, const Tensor &other) {
  return !target.is(other) && findOverlap(target, other) == Overlap::Part;
}

static constexpr const char *shapeText =
    "output with shape %s doesn't match the broadcast shape %s";

static tsrt_error *makeShapeError(const Dims &target, const Dims &result) {
  return tsrt_error_newf("RuntimeError", shapeText, target.str().c_str(),
                         result.str().c_str());
}

static constexpr const char *overlapText =
    "unsupported operation: some elements of the input tensor and the "
    "written-to tensor refer to a single memory location. Please clone() the "
    "tensor before performing the operation.";

static tsrt_error *makeOverlapError() {
  return tsrt_error_newf("RuntimeError", "%s", overlapText);
}

bool tsrt::refuseOverlap(const Tensor &target, const Tensor &other) {
  if (!overlapsInPart(target, other))
    return false;
  bail("%s", overlapText);
  return true;
}

bool tsrt::refuseSharing(const Tensor &target, const Tensor &other) {
  if (!target || !other || findOverlap(target, other) == Overlap::None)
    return false;
  bail("%s", overlapText);
  return true;
}

/// Whether `target`, which is `written` with the sizes it gets, has elements of
/// `other` that may not be read.
static bool overlaps(const Tensor &target, const Tensor &written,
                     const Tensor &other, Sharing sharing) {
  if (!other || other.get()->storage != target.get()->storage)
    return false;
  // A tensor that gets other sizes has them wherever it is read.
  bool isSame = other.is(written) && (sharing != Sharing::SameViews ||
                                      target.sizes() == written.sizes());
  Overlap found = isSame ? target.numel() ? Overlap::All : Overlap::None
                         : findOverlap(target, other);
  return found == Overlap::Part ||
         (found == Overlap::All && sharing == Sharing::None);
}

/// The sizes that a function of elements computes, which gives `sizes`: what
/// reduces its elements afterwards gives fewer dimensions than an operand has.
static Dims getComputedSizes(const Tensor &operand, const Dims &sizes,
                             const tsrt_value *read, int32_t count) {
  if (operand.dim() <= int64_t(sizes.size()))
    return sizes;
  Dims whole = operand.sizes();
  for (int32_t i = 0; i < count; ++i) {
    Tensor other;
    if (kindOf(read[i]) == TSRT_TENSOR && Arg<Tensor>::get(read[i], other) &&
        other)
      whole = broadcastShapes(whole, other.sizes());
  }
  return whole;
}

tsrt_error *detail::checkOverlap(const tsrt_value &written, const Dims *sizes,
                                 const tsrt_value *read, int32_t count,
                                 Sharing sharing) {
  Tensor self;
  if (!Arg<Tensor>::get(written, self) || !self)
    return nullptr;
  Tensor target = self;
  if (sizes && sharing != Sharing::Same && self.sizes() != *sizes)
    target = viewOf(self, *sizes, contiguousStrides(*sizes), self.offset());
  for (int32_t i = 0; i < count; ++i) {
    Sharing allowed = sharing;
    if (sharing == Sharing::SameFirst || sharing == Sharing::SameFirstOnly)
      allowed = i == 0                          ? Sharing::SameResized
                : sharing == Sharing::SameFirst ? Sharing::None
                                                : Sharing::Free;
    if (allowed == Sharing::Free)
      break;
    Tensor other;
    TensorSpan list;
    if (kindOf(read[i]) == TSRT_TENSOR && Arg<Tensor>::get(read[i], other)) {
      if (sizes && allowed == Sharing::Same && other.is(self)) {
        Dims computed = getComputedSizes(self, *sizes, read, count);
        if (self.sizes() != computed)
          return makeShapeError(self.sizes(), computed);
      }
      if (overlaps(target, self, other, allowed))
        return makeOverlapError();
    } else if (kindOf(read[i]) == TSRT_LIST &&
               Arg<TensorSpan>::get(read[i], list)) {
      for (tsrt_tensor *item : list)
        if (item && overlaps(target, self, Tensor::borrow(item), allowed))
          return makeOverlapError();
    }
  }
  return nullptr;
}

tsrt_error *detail::checkOuts(const tsrt_value *targets,
                              const tsrt_value *results, int32_t count,
                              const tsrt_value *read, int32_t numRead,
                              Sharing sharing) {
  for (int32_t i = 0; i < count; ++i) {
    Tensor result;
    if (!Arg<Tensor>::get(results[i], result) || !result)
      continue;
    if (tsrt_error *error =
            checkOverlap(targets[i], &result.sizes(), read, numRead, sharing))
      return error;
  }
  return nullptr;
}

tsrt_error *tsrt::checkOverlapDirect(DirectArguments arguments,
                                     const uint64_t *args) {
  auto *target = reinterpret_cast<tsrt_tensor *>(args[0]);
  if (arguments.kind(0) != TSRT_TENSOR || !target)
    return nullptr;
  for (int32_t i = 1; i < arguments.size(); ++i) {
    auto *other = reinterpret_cast<tsrt_tensor *>(args[i]);
    if (arguments.kind(i) == TSRT_TENSOR && other && other != target &&
        other->storage == target->storage &&
        overlapsInPart(Tensor::borrow(target), Tensor::borrow(other)))
      return makeOverlapError();
  }
  return nullptr;
}

bool tsrt::isShared(const Tensor &t, int64_t dim) {
  return t.stride(dim) == 0 && t.size(dim) > 1;
}

bool tsrt::refuseExpanded(const Tensor &target) {
  for (int64_t i = 0; i < target.dim(); ++i)
    if (isShared(target, i)) {
      bail("unsupported operation: more than one element of the written-to "
           "tensor refers to a single memory location. Please clone() the "
           "tensor before performing the operation.");
      return true;
    }
  return false;
}

tsrt_error *detail::writeResults(tsrt_value *results, const tsrt_value *targets,
                                 int32_t count, bool resize) {
  for (int32_t i = 0; i < count; ++i) {
    Tensor target, result;
    if (!Arg<Tensor>::get(targets[i], target) || !target ||
        !Arg<Tensor>::get(results[i], result))
      continue;
    if (resize)
      prepareOut(target, result.sizes(), result.dtype());
    else if (!canCast(result.dtype(), target.dtype()))
      bail("result type %s can't be cast to the desired output type %s",
           scalarTypeName(result.dtype()), scalarTypeName(target.dtype()));
    else if (result.sizes() != target.sizes())
      bail(shapeText, target.sizes().str().c_str(),
           result.sizes().str().c_str());
    if (!failed() && !refuseExpanded(target))
      copyInPlace(target, result);
    if (target && result && result.get()->requiresGrad)
      target.get()->requiresGrad = true;
    tsrt_value_release(&results[i]);
    results[i] = objectValue(Tensor(target).take());
  }
  return finish(nullptr, results, count);
}
