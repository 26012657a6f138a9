//===- Reduce.h - Reductions and scans as functions of rows -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The dimensions a reduction runs over are brought to the end and the tensor
// made dense in a compute type; the reduction is then a function of one row.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_REDUCE_H
#define TSRT_OPS_TENSOR_REDUCE_H

#include "core/Parallel.h"
#include "ops_tensor/Elementwise.h"
#include "ops_tensor/MemoryFormat.h"
#include "tensor/NotImplemented.h"

namespace tsrt {

/// A tensor seen as a dense matrix [outer, inner] with the reduced dimensions
/// inside, and the shape of the reduction's result.
struct Rows {
  Tensor data;
  int64_t outer = 0, inner = 0;
  Dims shape;
};
/// `dims` empty: all. The elements are converted to `dtype`'s compute type
/// (through `dtype` itself).
Rows makeRows(const Tensor &t, const Dims &dims, bool keepdim, int dtype);

/// Elements of work below which a reduction stays on one thread.
constexpr int64_t reduceGrain = 16384;

/// Calls body(row index, pointer to the row of T, its length) for every row.
template <class T, class F>
void forRows(const Rows &rows, F body) {
  const T *data = rows.data.data<T>();
  if (failed() || !rows.outer)
    return;
  int64_t grain =
      std::max<int64_t>(1, reduceGrain / std::max<int64_t>(rows.inner, 1));
  parallelFor(rows.outer, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      body(i, data + i * rows.inner, rows.inner);
  });
}

/// Calls f with a tag of the compute type of `dtype`, if `Types` has it; else
/// notes that `name` is not implemented for the dtype.
template <unsigned Types, class F>
void withCompute(const char *name, int dtype, F f) {
  bool done = false;
  visitCompute(computeType(dtype), [&](auto tag) {
    using T = decltype(tag);
    if constexpr ((Types >> int(ComputeOf<T>::value)) & 1) {
      f(tag);
      done = true;
    }
  });
  if (!done)
    bailNotImplemented(name, dtype);
}

/// result[row] = f(row, n), computed in the compute type of `dtype`, stored as
/// `outDType`.
template <unsigned Types, class F>
Tensor reduce(const char *name, const Tensor &t, const Dims &dims, bool keepdim,
              int dtype, int outDType, F f) {
  Tensor result;
  if (failed() || !t)
    return {};
  withCompute<Types>(name, dtype, [&](auto tag) {
    using T = decltype(tag);
    Rows rows = makeRows(t, dims, keepdim, dtype);
    using R0 = decltype(f(static_cast<const T *>(nullptr), int64_t(0)));
    using R = std::conditional_t<std::is_integral_v<R0>, int64_t, R0>;
    constexpr Compute c = ComputeOf<R>::value;
    Tensor raw = empty(rows.shape, nativeDType(c));
    R *out = raw.data<R>();
    forRows<T>(rows, [&](int64_t i, const T *row, int64_t n) {
      out[i] = R(f(row, n));
    });
    result = toDType(raw, outDType);
  });
  return result;
}

/// As reduce for functions that return {value, index}.
template <unsigned Types, class F>
std::tuple<Tensor, Tensor> reduceIndexed(const char *name, const Tensor &t,
                                         int64_t dim, bool keepdim, F f) {
  Tensor values, indices;
  if (failed() || !t)
    return {};
  withCompute<Types>(name, t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    Rows rows = makeRows(t, {dim}, keepdim, t.dtype());
    Tensor raw = empty(rows.shape, nativeDType(ComputeOf<T>::value));
    indices = empty(rows.shape, TSRT_I64);
    T *out = raw.data<T>();
    int64_t *index = indices.data<int64_t>();
    forRows<T>(rows, [&](int64_t i, const T *row, int64_t n) {
      std::tie(out[i], index[i]) = f(row, n);
    });
    values = toDType(raw, t.dtype());
  });
  return {values, indices};
}

/// A result of the same shape: f(input row, output row, n) along `dim`.
template <unsigned Types, class F>
Tensor mapRows(const char *name, const Tensor &t, int64_t dim, int dtype, F f) {
  Tensor result;
  dim = wrapDim(dim, t.dim());
  if (failed() || !t)
    return {};
  withCompute<Types>(name, dtype, [&](auto tag) {
    using T = decltype(tag);
    Rows rows = makeRows(t, {dim}, false, dtype);
    Dims moved = rows.shape;
    if (t.dim())
      moved.push_back(t.size(dim));
    Tensor raw = empty(moved, nativeDType(ComputeOf<T>::value));
    T *out = raw.data<T>();
    forRows<T>(rows, [&](int64_t i, const T *row, int64_t n) {
      f(row, out + i * n, n);
    });
    result = inFormat(toDType(movedim(raw, -1, dim), dtype), 0);
  });
  return result;
}

/// A sum with a wide accumulator.
template <class T>
T sumOf(const T *row, int64_t n) {
  if constexpr (isIntT<T>) {
    uint64_t s = 0;
    for (int64_t i = 0; i < n; ++i)
      s += uint64_t(row[i]);
    return T(s);
  } else {
    using W = std::conditional_t<isComplexT<T>, c128, double>;
    // Independent partial sums: exact enough, and they vectorize.
    W s[8] = {};
    int64_t i = 0;
    for (; i + 8 <= n; i += 8)
      for (int k = 0; k < 8; ++k)
        s[k] += W(row[i + k]);
    for (; i < n; ++i)
      s[0] += W(row[i]);
    return T(((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])));
  }
}

/// Reductions other kernels are made of. `dims` empty: all dimensions.
Tensor sum(const Tensor &t, const Dims &dims = {}, bool keepdim = false);
Tensor mean(const Tensor &t, const Dims &dims = {}, bool keepdim = false);
Tensor amax(const Tensor &t, const Dims &dims, bool keepdim);
/// Applies the reduction argument of loss functions: 0 none, 1 mean, 2 sum.
Tensor applyReduction(const Tensor &loss, int64_t reduction);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_REDUCE_H
