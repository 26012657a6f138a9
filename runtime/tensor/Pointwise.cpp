//===- Pointwise.cpp - Elementwise operations over compute types ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Pointwise.h"

#include "tensor/Copy.h"

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
  std::vector<int> dtypes;
  alignas(16) char params[16 * 16];
};

/// One run of n elements; data[0] is the output.
void runChunked(const Plan &plan, char *const *data, const int64_t *strides,
                int64_t n) {
  size_t count = plan.dtypes.size();
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
Dims resultStrides(const Dims &shape, const Tensors &in) {
  for (const Tensor &t : in)
    if (t && t.sizes() == shape)
      return preservedStrides(t);
  return contiguousStrides(shape);
}

/// The common case of small tensors: operands that lie as the result will, or
/// have no dimensions, and no conversion of results. Runs the loop without
/// planning an iteration. Null when it does not apply.
Tensor pointwiseDense(const Loops &loops, const Tensors &in, int common,
                      int outDType, const std::vector<Scalar> &params) {
  constexpr size_t maxDense = 3;
  constexpr int64_t maxElements = 32768; // more are worth several threads
  Compute compute = computeType(common);
  int native = nativeDType(compute);
  LoopFn fn = loops.fn[int(compute)];
  if (common != native || outDType != native || !fn || failed() ||
      in.size() > maxDense || params.size() > 16)
    return {};
  const Tensor *model = nullptr;
  for (const Tensor &t : in) {
    if (!t)
      return {};
    if (t.dim() == 0)
      continue;
    if (t.dtype() != native || !t.isContiguous() ||
        (model && model->sizes() != t.sizes()))
      return {};
    if (!model)
      model = &t;
  }
  if (!model || model->numel() == 0 || model->numel() > maxElements)
    return {};
  Tensor result = emptyStrided(model->sizes(), model->strides(), native);
  int64_t n = model->numel(), m = std::min(n, chunkElements);
  int64_t size = computeSize(compute);
  alignas(16) char parameters[16 * 16];
  for (size_t i = 0; i < params.size(); ++i)
    storeScalar(parameters + i * size, native, params[i]);
  alignas(64) char buffers[maxDense][chunkElements * 16];
  const void *data[maxDense] = {};
  bool spread = false;
  for (size_t k = 0; k < in.size(); ++k) {
    data[k] = in[k].data<char>();
    if (in[k].dim() != 0)
      continue;
    loadElements(compute, buffers[k], in[k].dtype(), in[k].data<char>(), 0, m);
    data[k] = buffers[k];
    spread = true;
  }
  char *target = result.data<char>();
  for (int64_t i = 0; i < n; i += m) {
    m = spread ? std::min(chunkElements, n - i) : n;
    fn(target + i * size, data, m, parameters);
    for (size_t k = 0; k < in.size(); ++k)
      if (in[k].dim() != 0)
        data[k] = static_cast<const char *>(data[k]) + m * size;
  }
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

Tensor tsrt::pointwise(const Loops &loops, const Tensors &in, int common,
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
    return bail("\"%s\" not implemented for '%s'", loops.name,
                scalarTypeName(common));
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
  plan.elementSize = computeSize(plan.compute);
  plan.outDType = result.dtype();
  for (size_t i = 0; i < params.size() && i < 16; ++i)
    storeScalar(plan.params + i * plan.elementSize, nativeDType(plan.compute),
                params[i]);
  std::vector<Operand> operands{Operand(result, shape)};
  Tensors converted;
  for (const Tensor &t : in) {
    // A number too large for a small integer dtype wraps around first.
    bool narrows = t.dtype() != common && !isNative(common) &&
                   isIntegral(common) && t.dtype() != TSRT_B8;
    converted.push_back(narrows ? toDType(t, common) : t);
    operands.emplace_back(converted.back(), shape);
    plan.dtypes.push_back(converted.back().dtype());
  }
  forEachRun(
      shape, operands,
      [&plan](char *const *data, const int64_t *strides, int64_t n) {
        runChunked(plan, data, strides, n);
      },
      /*parallel=*/true);
  return result;
}
