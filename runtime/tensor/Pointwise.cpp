//===- Pointwise.cpp - Elementwise operations over compute types ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Pointwise.h"

#include "tensor/Copy.h"
#include "tensor/NotImplemented.h"

#include <algorithm>

using namespace tsrt;

namespace {

constexpr int64_t chunkElements = 512;
constexpr size_t maxOperands = 8;

/// Everything the inner loop needs, shared by all runs of one operation.
struct Plan {
  LoopFn fn;
  Compute compute;
  int64_t elementSize;
  int outDType;
  size_t count; // operands
  int dtypes[maxOperands];
  alignas(16) char params[16 * 16];

  void setParams(const std::vector<Scalar> &values) {
    for (size_t i = 0; i < values.size() && i < 16; ++i)
      storeScalar(params + i * elementSize, nativeDType(compute), values[i]);
  }
};

/// One run of n elements; data[0] is the output.
void runChunked(const Plan &plan, char *const *data, const int64_t *strides,
                int64_t n) {
  size_t count = plan.count;
  int64_t size = plan.elementSize;
  int native = nativeDType(plan.compute);
  alignas(64) char buffers[maxOperands + 1][chunkElements * 16];
  const void *in[maxOperands];
  bool direct[maxOperands], allDirect = true;
  for (size_t k = 0; k < count; ++k) {
    direct[k] = plan.dtypes[k] == native && strides[k + 1] == size;
    bool constant = strides[k + 1] == 0;
    allDirect &= direct[k];
    if (constant) {
      // The same element again and again: converted once.
      int64_t m = std::min(n, chunkElements);
      loadElements(plan.compute, buffers[k], plan.dtypes[k], data[k + 1], 0, m);
    }
    in[k] = direct[k] ? data[k + 1] : buffers[k];
  }
  bool outDirect = plan.outDType == native && strides[0] == size;
  if (allDirect && outDirect) {
    plan.fn(data[0], in, n, plan.params);
    return;
  }
  for (int64_t i = 0; i < n; i += chunkElements) {
    int64_t m = std::min(chunkElements, n - i);
    for (size_t k = 0; k < count; ++k) {
      if (direct[k])
        in[k] = data[k + 1] + i * size;
      else if (strides[k + 1] != 0)
        loadElements(plan.compute, buffers[k], plan.dtypes[k],
                     data[k + 1] + i * strides[k + 1], strides[k + 1], m);
    }
    char *target = data[0] + i * strides[0];
    plan.fn(outDirect ? target : buffers[maxOperands], in, m, plan.params);
    if (!outDirect)
      storeElements(plan.compute, buffers[maxOperands], plan.outDType, target,
                    strides[0], m);
  }
}

/// Strides of a fresh result: the operands' order of dimensions when they
/// agree, else row-major.
Dims resultStrides(const Dims &shape, TensorRange in) {
  for (const Tensor &t : in)
    if (t && t.sizes() == shape)
      return preservedStrides(t);
  return contiguousStrides(shape);
}

/// A number too large for a small integer dtype wraps around first.
bool narrows(const Tensor &t, int common) {
  return t.dtype() != common && !isNative(common) && isIntegral(common) &&
         t.dtype() != TSRT_B8;
}

/// The common case of small tensors: every operand lies as the result will, or
/// is one element. Runs without planning an iteration. Null when it does not
/// apply.
Tensor pointwiseDense(const Loops &loops, TensorRange in, int common,
                      int outDType, const std::vector<Scalar> &params) {
  constexpr int64_t maxElements = 32768; // more are worth several threads
  Plan plan;
  plan.compute = computeType(common);
  plan.fn = loops.fn[int(plan.compute)];
  if (!plan.fn || failed() || in.size() > maxOperands)
    return {};
  // The operand that has the result's shape.
  const Tensor *model = nullptr;
  for (const Tensor &t : in) {
    if (!t)
      return {};
    if (!model || t.dim() > model->dim() ||
        (t.dim() == model->dim() && t.numel() > model->numel()))
      model = &t;
  }
  if (!model)
    return {};
  int64_t n = model->numel();
  if (n == 0 || n > maxElements || !model->isContiguous())
    return {};
  char *data[maxOperands + 1];
  int64_t strides[maxOperands + 1];
  for (size_t k = 0; k < in.size(); ++k) {
    const Tensor &t = in[k];
    bool isOne = t.numel() == 1;
    if (!isOne && (t.numel() != n || !t.isContiguous()))
      return {};
    if (&t != model && t.sizes() != model->sizes() &&
        !isExpandable(t.sizes(), model->sizes()))
      return {};
    if (narrows(t, common))
      return {};
    plan.dtypes[k] = t.dtype();
    data[k + 1] = t.data<char>();
    strides[k + 1] = isOne && n != 1 ? 0 : t.itemsize();
  }
  Dims layout = model->strides();
  for (const Tensor &t : in)
    if (t.sizes() == model->sizes()) {
      layout = t.strides();
      break;
    }
  Tensor result = emptyStrided(model->sizes(), layout, outDType);
  plan.count = in.size();
  plan.elementSize = computeSize(plan.compute);
  plan.outDType = outDType;
  plan.setParams(params);
  data[0] = result.data<char>();
  strides[0] = result.itemsize();
  runChunked(plan, data, strides, n);
  return result;
}

} // namespace

void tsrt::prepareOut(const Tensor &out, const Dims &sizes, int dtype) {
  if (!out || failed())
    return;
  if (!canCast(dtype, out.dtype())) {
    bail("result type %s can't be cast to the desired output type %s",
         scalarTypeName(dtype), scalarTypeName(out.dtype()));
    return;
  }
  resizeInPlace(out, sizes);
}

Tensor tsrt::pointwise(const Loops &loops, TensorRange in, int common,
                       int outDType, const std::vector<Scalar> &params,
                       const Tensor &out) {
  if (!out)
    if (Tensor dense = pointwiseDense(loops, in, common, outDType, params))
      return dense;
  Dims shape = broadcastShapes(in);
  if (failed())
    return {};
  Plan plan;
  plan.compute = computeType(common);
  plan.fn = loops.fn[int(plan.compute)];
  if (!plan.fn)
    return bailNotImplemented(loops.name, common);
  Tensor result = out;
  if (out) {
    if (!canCast(outDType, out.dtype()))
      return bail("result type %s can't be cast to the desired output type %s",
                  scalarTypeName(outDType), scalarTypeName(out.dtype()));
    if (out.sizes() != shape)
      return bail("output with shape %s doesn't match the broadcast shape %s",
                  out.sizes().str().c_str(), shape.str().c_str());
    if (out.dtype() != outDType) {
      // Rounding happens in the result's own dtype first.
      Tensor exact = pointwise(loops, in, common, outDType, params);
      copyInPlace(out, exact);
      return out;
    }
  } else {
    result = emptyStrided(shape, resultStrides(shape, in), outDType);
  }
  if (!result)
    return {};
  plan.count = 0;
  plan.elementSize = computeSize(plan.compute);
  plan.outDType = result.dtype();
  plan.setParams(params);
  std::vector<Operand> operands{Operand(result, shape)};
  Tensors converted;
  for (const Tensor &t : in) {
    converted.push_back(narrows(t, common) ? toDType(t, common) : t);
    operands.emplace_back(converted.back(), shape);
    plan.dtypes[plan.count++] = converted.back().dtype();
  }
  forEachRun(
      shape, operands,
      [&plan](char *const *data, const int64_t *strides, int64_t n) {
        runChunked(plan, data, strides, n);
      },
      /*parallel=*/true);
  return result;
}
