//===- Matrices.h - Batches of matrices for LAPACK --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LAPACK works in place on column-major matrices: Columns copies those of a
// tensor, and gives the results out as a transposed view, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_MATRICES_H
#define TSRT_OPS_TENSOR_MATRICES_H

#include "lapack/Lapack.h"
#include "ops_tensor/Kernels.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tsrt {

/// Reports when `t` is no batch of (square) matrices.
bool checkShapeOfMatrices(const char *name, const Tensor &t, bool square);
/// The same, and that they are of a field.
bool checkMatrices(const char *name, const Tensor &t, bool square);
/// The same, and that there is a LAPACK which can count their rows.
bool checkFactorable(const char *name, const Tensor &t, bool square);

/// What LAPACK's info says of a matrix.
enum class Fault { Inverse, Solve, Cholesky, Factors, Values, Eigenvalues };
/// Notes the failure of the first matrix of which the info is not 0. `infos`
/// has the shape of the batch.
bool checkInfos(const char *name, const Tensor &infos, Fault fault);

/// The sizes before the last two.
inline Dims batchOf(const Tensor &t) { return t.sizes().slice(0, t.dim() - 2); }
/// Sizes with others behind them.
inline Dims joined(Dims sizes, std::initializer_list<int64_t> tail) {
  for (int64_t s : tail)
    sizes.push_back(s);
  return sizes;
}
/// `t` with another batch shape, which its own broadcasts to.
inline Tensor widened(const Tensor &t, const Dims &batch) {
  return expand(t, joined(batch, {t.size(-2), t.size(-1)}));
}
/// For each matrix of the broadcast batch, which of `t` it is.
std::vector<int64_t> placesIn(const Tensor &t, const Dims &batch);

/// Column-major matrices of T, one behind the other.
template <class T>
class Columns {
public:
  /// Uninitialised.
  Columns(const Dims &batch, int64_t rows, int64_t columns)
      : rows(int(rows)), columns(int(columns)), count(batch.product()),
        storage(empty(joined(batch, {columns, rows}),
                      nativeDType(ComputeOf<T>::value))) {}
  /// Copies of the matrices of `t`, which has elements of T.
  explicit Columns(const Tensor &t)
      : Columns(batchOf(t), t.size(-2), t.size(-1)) {
    copyInPlace(storage, transpose(t, -2, -1));
  }
  T *operator[](int64_t i) const {
    return storage.template data<T>() + i * rows * columns;
  }
  /// The matrices as a tensor.
  Tensor tensor() const { return transpose(storage, -2, -1); }

  const int rows, columns;
  const int64_t count;

private:
  Tensor storage;
};

/// Runs f with a value of the element type of `t`, a floating point or complex
/// one that is stored as it is.
template <class F>
void withField(const Tensor &t, F f) {
  visitCompute(computeType(t.dtype()), [&](auto tag) {
    if constexpr (!isIntT<decltype(tag)>)
      f(tag);
  });
}

/// Zeros outside of a triangle of matrices that are stored by columns.
template <class T>
void clearTriangle(T *a, int rows, int columns, bool clearUpper) {
  for (int c = 0; c < columns; ++c) {
    int first = clearUpper ? 0 : c + 1, last = clearUpper ? c : rows;
    for (int r = first; r < std::min(last, rows); ++r)
      a[int64_t(c) * rows + r] = T(0);
  }
}

/// The complex conjugate; of reals the tensor itself.
Tensor conjugated(const Tensor &t);
/// Unit matrices of the shape and dtype of `t`.
Tensor eyeLike(const Tensor &t);
/// A copy of matrices with zeros above (`lower`) or below a diagonal.
Tensor triangleOf(const Tensor &t, int64_t diagonal, bool lower);
/// The Hermitian matrices that have one triangle of the matrices of `t`.
Tensor hermitianOf(const Tensor &t, bool upper);
/// Inverse matrices, or an error that `name` reports.
Tensor inverseOf(const char *name, const Tensor &t);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_MATRICES_H
