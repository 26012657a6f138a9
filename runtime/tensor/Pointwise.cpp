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
  LoopFn test;    // writes bools; or null
  LoopFn onBools; // where everything is a bool; or null
  Compute compute;
  int outDType;
  size_t count; // operands
  int dtypes[maxOperands];
  alignas(16) char params[16 * 16];

  /// False when the operation is not implemented for the dtype.
  bool choose(const Loops &loops, int common, int outDType,
              const std::vector<Scalar> &values) {
    compute = computeType(common);
    fn = common == TSRT_BF16 && loops.bySteps[0]  ? loops.bySteps[0]
         : common == TSRT_F16 && loops.bySteps[1] ? loops.bySteps[1]
                                                  : loops.fn[int(compute)];
    bool givesBool = outDType == TSRT_B8;
    test = givesBool && compute <= Compute::F64 ? loops.test[int(compute)]
                                                : nullptr;
    onBools = givesBool && common == TSRT_B8 ? loops.onBools : nullptr;
    this->outDType = outDType;
    count = 0;
    for (size_t i = 0; i < values.size() && i < 16; ++i)
      storeScalar(params + i * computeSize(compute), nativeDType(compute),
                  values[i]);
    return fn != nullptr;
  }
  /// Can this run do without conversion between bools and integers?
  bool runsOnBools(const int64_t *strides) const {
    bool all = onBools && strides[0] == 1;
    for (size_t k = 0; k < count; ++k)
      all = all && dtypes[k] == TSRT_B8 && (strides[k + 1] | 1) == 1;
    return all;
  }
};

/// `n` copies of an element of `size` bytes.
void fillCopies(char *out, const char *element, int64_t size, int64_t n) {
  auto fill = [&](auto value) {
    std::memcpy(&value, element, sizeof(value));
    for (int64_t i = 0; i < n; ++i)
      std::memcpy(out + i * int64_t(sizeof(value)), &value, sizeof(value));
  };
  switch (size) {
  case 1:
    return fill(uint8_t());
  case 4:
    return fill(uint32_t());
  case 8:
    return fill(uint64_t());
  default:
    return fill(c128());
  }
}

void runChunked(const Plan &plan, char *const *data, const int64_t *strides,
                int64_t n) {
  size_t count = plan.count;
  bool onBools = plan.runsOnBools(strides);
  int64_t size = onBools ? 1 : computeSize(plan.compute);
  int native = onBools ? int(TSRT_B8) : nativeDType(plan.compute);
  LoopFn fn = onBools ? plan.onBools : plan.fn;
  bool outDirect = plan.outDType == native && strides[0] == size;
  if (!outDirect && plan.test && strides[0] == 1) {
    fn = plan.test;
    outDirect = true;
  }
  alignas(64) char buffers[maxOperands + 1][chunkElements * 16];
  const void *in[maxOperands];
  bool direct[maxOperands], oneCall = outDirect;
  for (size_t k = 0; k < count; ++k) {
    direct[k] = plan.dtypes[k] == native && strides[k + 1] == size;
    in[k] = direct[k] ? data[k + 1] : buffers[k];
    if (strides[k + 1] == 0) {
      // The same element again and again: converted once.
      alignas(16) char element[16];
      if (plan.dtypes[k] == native)
        std::memcpy(element, data[k + 1], size_t(size));
      else
        loadElements(plan.compute, element, plan.dtypes[k], data[k + 1], 0, 1);
      fillCopies(buffers[k], element, size, std::min(n, chunkElements));
      oneCall &= n <= chunkElements;
    } else {
      oneCall &= direct[k];
    }
  }
  if (oneCall) {
    fn(data[0], in, n, plan.params);
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
    fn(outDirect ? target : buffers[maxOperands], in, m, plan.params);
    if (!outDirect)
      storeElements(plan.compute, buffers[maxOperands], plan.outDType, target,
                    strides[0], m);
  }
}

/// Strides of a fresh result: those of the operands when they are all the same
/// and dense, else dense ones in the operands' order of dimensions.
Dims resultStrides(const Dims &shape, TensorRange in) {
  bool isContiguous = true, isSame = true;
  const Tensor *first = nullptr;
  for (const Tensor &t : in) {
    if (!t)
      continue;
    isContiguous &= t.isContiguous() && t.sizes() == shape;
    isSame &= t.sizes() == shape && (!first || t.strides() == first->strides());
    first = first ? first : &t;
  }
  if (!first || isContiguous || shape.product() == 0)
    return contiguousStrides(shape);
  return isSame ? preservedStrides(*first) : orderedStrides(shape, in);
}

/// A number too large for a small integer dtype wraps around first, and what
/// promotes to half precision is rounded first.
bool narrows(const Tensor &t, int common) {
  bool isHalf = common == TSRT_F16 || common == TSRT_BF16;
  return t.dtype() != common && t.dtype() != TSRT_B8 && !isNative(common) &&
         (isIntegral(common) || isHalf);
}

/// Are the last dimensions of `shape` those of `part`, when its leading ones of
/// size 1 are left out?
bool endsWith(const Dims &shape, const Dims &part) {
  size_t i = part.size(), j = shape.size();
  while (i > 0 && j > 0 && part[i - 1] == shape[j - 1]) {
    --i;
    --j;
  }
  while (i > 0 && part[i - 1] == 1)
    --i;
  return i == 0;
}

/// Whether all strides are those of a row-major tensor.
bool isRowMajor(const Dims &sizes, const Dims &strides) {
  int64_t step = 1;
  for (size_t d = sizes.size(); d-- > 0; step *= sizes[d])
    if (strides[d] != step)
      return false;
  return true;
}

/// The memory a donor gives for a result on a layout; null when it does not
/// fit. Operands that share it must have the elements in the same places, or be
/// one element that is read before anything is written.
Tensor takeDonor(Donor donor, TensorRange in, const Tensor &model,
                 const Dims &layout, int dtype, bool isOneRun) {
  if (!donor.tensor || donor.tensor->dtype != dtype ||
      donor.tensor->requiresGrad || donor.tensor->wrapped)
    return {};
  Tensor result = Tensor::borrow(donor.tensor);
  if (result.sizes() != model.sizes() || result.strides() != layout)
    return {};
  for (const Tensor &t : in)
    if (t.get() != donor.tensor && t.get()->storage == donor.tensor->storage &&
        !(t.numel() == 1 && isOneRun) &&
        (t.data() != result.data() || t.dtype() != dtype ||
         t.numel() != result.numel()))
      return {};
  return result;
}

/// The common case of small tensors: every operand lies as the result will, or
/// as each of its rows, or is one element. Runs without planning an iteration.
/// Null when it does not apply.
Tensor pointwiseDense(const Loops &loops, TensorRange in, int common,
                      int outDType, const std::vector<Scalar> &params,
                      Donor donor) {
  constexpr int64_t maxElements = 32768; // more are worth several threads
  if (failed() || in.size() > maxOperands)
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
  int64_t n = model->numel(), row = n;
  if (n == 0 || n > maxElements || !model->isContiguous())
    return {};
  Plan plan;
  if (!plan.choose(loops, common, outDType, params))
    return {};
  char *data[maxOperands + 1];
  int64_t strides[maxOperands + 1];
  bool isRow[maxOperands];
  for (size_t k = 0; k < in.size(); ++k) {
    const Tensor &t = in[k];
    bool isOne = t.numel() == 1;
    isRow[k] = !isOne && t.numel() != n;
    if (!isOne && &t != model &&
        (!t.isContiguous() || !endsWith(model->sizes(), t.sizes())))
      return {};
    if (narrows(t, common))
      return {};
    if (isRow[k]) {
      if (row != n && row != t.numel())
        return {};
      row = t.numel();
    }
    plan.dtypes[plan.count++] = t.dtype();
    data[k + 1] = t.data<char>();
    strides[k + 1] = isOne && n != 1 ? 0 : t.itemsize();
  }
  if (row == 0)
    return {};
  const Dims *layout = nullptr;
  bool isSame = true;
  for (const Tensor &t : in)
    if (t.sizes() != model->sizes())
      isSame = false;
    else if (!layout)
      layout = &t.strides();
  // Where dimensions of one element have strides of their own, these count.
  Dims ordered;
  if (!isRowMajor(model->sizes(), *layout)) {
    ordered = isSame ? contiguousStrides(model->sizes())
                     : orderedStrides(model->sizes(), in);
    layout = &ordered;
  }
  Tensor result = takeDonor(donor, in, *model, *layout, outDType, row == n);
  if (!result)
    result = emptyLike(model->sizes(), *layout, n, outDType);
  data[0] = result.data<char>();
  strides[0] = result.itemsize();
  for (int64_t i = 0; i < n; i += row) {
    runChunked(plan, data, strides, row);
    data[0] += row * strides[0];
    for (size_t k = 0; k < plan.count; ++k)
      if (!isRow[k])
        data[k + 1] += row * strides[k + 1];
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

Donor::Donor(std::initializer_list<Input> inputs) {
  for (const Input &input : inputs) {
    tsrt_tensor *t = input.tensor.get();
    if (!t || input.reuse == Reuse::None)
      continue;
    // Nobody else may see the memory: no other owner of the tensor, no view.
    if (input.reuse == Reuse::LastUse &&
        (t->header.refcount != 1 ||
         t->storage->refs.load(std::memory_order_acquire) != 1 ||
         t->storage->release))
      continue;
    tensor = t;
    reuse = input.reuse;
    return;
  }
}

Tensor tsrt::pointwise(const Loops &loops, TensorRange in, int common,
                       int outDType, const std::vector<Scalar> &params,
                       const Tensor &out, Donor donor) {
  if (!out)
    if (Tensor dense =
            pointwiseDense(loops, in, common, outDType, params, donor))
      return dense;
  Dims shape = broadcastShapes(in);
  if (failed())
    return {};
  Plan plan;
  if (!plan.choose(loops, common, outDType, params))
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
  plan.outDType = result.dtype();
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
