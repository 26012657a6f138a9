//===- Matrices.cpp - Batches of matrices for LAPACK ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

#include "lapack/Library.h"
#include "ops_tensor/MemoryFormat.h"

#include <climits>
#include <cstring>

using namespace tsrt;

bool tsrt::checkShapeOfMatrices(const char *name, const Tensor &t,
                                bool square) {
  if (failed())
    return false;
  if (t.dim() < 2)
    bail("%s: The input tensor A must have at least 2 dimensions.", name);
  else if (square && t.size(-1) != t.size(-2))
    bail("%s: A must be batches of square matrices, but they are %lld by %lld "
         "matrices",
         name, LL(t.size(-2)), LL(t.size(-1)));
  return !failed();
}

bool tsrt::checkMatrices(const char *name, const Tensor &t, bool square) {
  if (!checkShapeOfMatrices(name, t, square))
    return false;
  if (t.isIntegral() || t.dtype() == TSRT_F16 || t.dtype() == TSRT_BF16 ||
      t.dtype() == TSRT_C32)
    bail("%s: Expected a floating point or complex tensor as input. Got %s",
         name, scalarTypeName(t.dtype()));
  return !failed();
}

bool tsrt::checkFactorable(const char *name, const Tensor &t, bool square) {
  if (!checkMatrices(name, t, square))
    return false;
  if (std::max(t.size(-1), t.size(-2)) > INT_MAX) {
    bail("%s: matrices of more than %d rows or columns are not supported", name,
         INT_MAX);
    return false;
  }
  return haveLapack();
}

bool tsrt::checkInfos(const char *name, const Tensor &infos, Fault fault) {
  if (failed())
    return false;
  std::vector<int64_t> v = elementsAs<int64_t>(infos);
  size_t i = 0;
  while (i < v.size() && v[i] == 0)
    ++i;
  if (i == v.size())
    return true;
  std::string where = name;
  if (infos.dim())
    where += ": (Batch element " + std::to_string(i) + ")";
  const char *w = where.c_str();
  LL info = v[i];
  if (info < 0)
    bailAs("LinAlgError",
           "%s: The algorithm failed to converge because the input matrix "
           "contained non-finite values.",
           w);
  else if (fault == Fault::Inverse)
    bailAs("LinAlgError",
           "%s: The diagonal element %lld is zero, the inversion could not be "
           "completed because the input matrix is singular.",
           w, info);
  else if (fault == Fault::Solve)
    bailAs("LinAlgError",
           "%s: The solver failed because the input matrix is singular.", w);
  else if (fault == Fault::Cholesky)
    bailAs("LinAlgError",
           "%s: The factorization could not be completed because the input is "
           "not positive-definite (the leading minor of order %lld is not "
           "positive-definite).",
           w, info);
  else if (fault == Fault::Factors)
    bail("%s: U[%lld,%lld] is zero and using it on lu_solve would result in a "
         "division by zero. If you still want to perform the factorization, "
         "consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, "
         "pivot)",
         w, info, info);
  else
    bailAs("LinAlgError",
           "%s: The algorithm failed to converge because the input matrix is "
           "ill-conditioned or has too many repeated %s values (error code: "
           "%lld).",
           w, fault == Fault::Values ? "singular" : "eigen", info);
  return false;
}

std::vector<int64_t> tsrt::placesIn(const Tensor &t, const Dims &batch) {
  Dims own = batchOf(t), numbers(size_t(own.product()));
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = int64_t(i);
  return elementsAs<int64_t>(expand(viewTo(fromInts(numbers), own), batch));
}

Tensor tsrt::conjugated(const Tensor &t) {
  static constexpr Loops conj = loops<1, complexTypes>(
      "conj", [](auto x, auto *) { return std::conj(x); });
  return t.isComplex() ? pointwise(conj, {t}, t.dtype(), t.dtype()) : t;
}

Tensor tsrt::eyeLike(const Tensor &t) {
  Tensor eye = zeros({t.size(-1), t.size(-1)}, t.dtype());
  fillInPlace(diagonal(eye, 0, 0, 1), 1);
  return expand(eye, t.sizes());
}

Tensor tsrt::hermitianOf(const Tensor &t, bool upper) {
  Tensor result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t);
    for (int64_t i = 0; i < a.count; ++i)
      for (int64_t c = 0, n = a.rows; c < n; ++c) {
        a[i][c * n + c] = std::real(a[i][c * n + c]);
        for (int64_t r = c + 1; r < n; ++r) {
          T &below = a[i][c * n + r], &above = a[i][r * n + c];
          T &to = upper ? below : above, from = upper ? above : below;
          if constexpr (isComplexT<T>)
            to = std::conj(from);
          else
            to = from;
        }
      }
    result = a.tensor();
  });
  return result;
}

Tensor tsrt::triangleOf(const Tensor &t, int64_t diagonal, bool lower) {
  Tensor out = inFormat(cloneOf(t), 0);
  int64_t rows = t.size(-2), columns = t.size(-1), size = t.itemsize();
  char *p = out.data<char>();
  for (int64_t i = 0; i < out.numel(); ++i, p += size) {
    int64_t r = i / columns % rows, c = i % columns;
    if (lower ? c - r > diagonal : c - r < diagonal)
      std::memset(p, 0, size);
  }
  return out;
}
