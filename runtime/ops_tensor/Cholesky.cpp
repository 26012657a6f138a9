//===- Cholesky.cpp - Cholesky factors and triangular solves -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

/// The factor and LAPACK's infos.
std::tuple<Tensor, Tensor> factored(const char *name, const Tensor &t,
                                    bool upper) {
  if (!checkFactorable(name, t, true))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t);
    Tensor infos = empty(batchOf(t), TSRT_I32);
    for (int64_t i = 0; i < a.count; ++i) {
      infos.data<int>()[i] = lapack::potrf(upper ? 'U' : 'L', a.rows, a[i]);
      clearTriangle(a[i], a.rows, a.columns, !upper);
    }
    result = {a.tensor(), infos};
  });
  return result;
}
std::tuple<Tensor, Tensor> choleskyEx(const Tensor &t, bool upper, bool check) {
  auto [factor, infos] = factored("linalg.cholesky", t, upper);
  if (check && !checkInfos("linalg.cholesky_ex", infos, Fault::Cholesky))
    return {};
  return {factor, infos};
}
Tensor checkedCholesky(const char *name, const Tensor &t, bool upper) {
  auto [factor, infos] = factored(name, t, upper);
  return checkInfos(name, infos, Fault::Cholesky) ? factor : Tensor();
}
Tensor cholesky(const Tensor &t, bool upper) {
  return checkedCholesky("linalg.cholesky", t, upper);
}
Tensor choleskyOld(const Tensor &t, bool upper) {
  return checkedCholesky("cholesky", t, upper);
}

/// Checks the matrices of an old solver, which speaks of A and b.
bool checkOldSolver(const char *name, const Tensor &a, const Tensor &b) {
  if (failed())
    return false;
  if (b.dim() < 2)
    bail("b should have at least 2 dimensions, but has %lld dimensions instead",
         LL(b.dim()));
  else if (a.dim() < 2)
    bail("A should have at least 2 dimensions, but has %lld dimensions instead",
         LL(a.dim()));
  else if (a.size(-1) != a.size(-2))
    bail("A must be batches of square matrices, but they are %lld by %lld "
         "matrices",
         LL(a.size(-2)), LL(a.size(-1)));
  else if (a.size(-1) != b.size(-2))
    bail("Incompatible matrix sizes for %s: each A matrix is %lld by %lld but "
         "each b matrix is %lld by %lld",
         name, LL(a.size(-1)), LL(a.size(-1)), LL(b.size(-2)), LL(b.size(-1)));
  else if (a.dtype() != b.dtype())
    bail("Expected b and A to have the same dtype, but found b of type %s and "
         "A of type %s instead.",
         scalarTypeName(b.dtype()), scalarTypeName(a.dtype()));
  return checkFactorable(name, a, true);
}

/// Solves op(A) X = B, or X op(A) = B, for a triangular A. Row-major matrices
/// are column-major ones of the other triangle, transposed.
Tensor triangular(const Tensor &a, const Tensor &b, bool upper, bool left,
                  bool transposed, bool unit) {
  Dims batch = broadcastShapes(batchOf(a), batchOf(b));
  Tensor result;
  if (failed())
    return {};
  withField(a, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> x(widened(b, batch));
    Tensor dense = contiguous(a);
    int64_t size = a.size(-1) * a.size(-1);
    std::vector<int64_t> places = placesIn(a, batch);
    for (int64_t i = 0; i < x.count && x.rows && x.columns; ++i)
      lapack::trsm(left ? 'L' : 'R', upper ? 'L' : 'U', transposed ? 'N' : 'T',
                   unit ? 'U' : 'N', x.rows, x.columns,
                   dense.data<T>() + places[i] * size, x[i]);
    result = x.tensor();
  });
  return result;
}
Tensor solveTriangular(const Tensor &a, const Tensor &b, bool upper, bool left,
                       bool unit) {
  const char *name = "linalg.solve_triangular";
  if (!failed() && b.dim() < 2)
    return bail("%s: The input tensor B must have at least 2 dimensions.",
                name);
  if (!checkFactorable(name, a, true))
    return {};
  if (b.size(left ? -2 : -1) != a.size(-1))
    return bail("%s: Incompatible shapes of A and B for the equation %s "
                "(%lldx%lld and %lldx%lld)",
                name, left ? "AX = B" : "XA = B", LL(a.size(-2)),
                LL(a.size(-1)), LL(b.size(-2)), LL(b.size(-1)));
  return triangular(a, toDType(b, a.dtype()), upper, left, false, unit);
}
std::tuple<Tensor, Tensor> triangularSolve(const Tensor &b, const Tensor &a,
                                           bool upper, bool transposed,
                                           bool unit) {
  if (!checkOldSolver("triangular_solve", a, b))
    return {};
  Dims batch = broadcastShapes(batchOf(a), batchOf(b));
  Tensor x = triangular(a, b, upper, true, transposed, unit);
  return {x, failed() ? Tensor() : cloneOf(widened(a, batch))};
}

/// Solves A X = B for A = L L^H (or U^H U) given by its Cholesky factor.
Tensor choleskySolve(const Tensor &b, const Tensor &factor, bool upper) {
  if (!checkOldSolver("cholesky_solve", factor, b))
    return {};
  Dims batch = broadcastShapes(batchOf(factor), batchOf(b));
  Tensor result;
  if (failed())
    return {};
  withField(factor, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(factor), x(widened(b, batch));
    std::vector<int64_t> places = placesIn(factor, batch);
    for (int64_t i = 0; i < x.count; ++i)
      lapack::potrs(upper ? 'U' : 'L', x.rows, x.columns, a[places[i]], x[i]);
    result = x.tensor();
  });
  return result;
}
Tensor choleskyInverse(const Tensor &factor, bool upper) {
  if (!checkFactorable("cholesky_inverse", factor, true))
    return {};
  Tensor result, infos = empty(batchOf(factor), TSRT_I32);
  withField(factor, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(factor);
    for (int64_t i = 0; i < a.count; ++i)
      infos.data<int>()[i] = lapack::potri(upper ? 'U' : 'L', a.rows, a[i]);
    // potri writes one triangle.
    result = hermitianOf(a.tensor(), upper);
  });
  return checkInfos("cholesky_inverse", infos, Fault::Inverse) ? result
                                                               : Tensor();
}

const KernelEntry entries[] = {
    TSRT_OP_O("linalg_cholesky", cholesky),
    TSRT_OP_O("cholesky", choleskyOld),
    TSRT_OP("linalg_cholesky_ex", choleskyEx),
    TSRT_OP_O("linalg_solve_triangular", solveTriangular),
    TSRT_OP("triangular_solve", triangularSolve),
    TSRT_OP_O("cholesky_solve", choleskySolve),
    TSRT_OP_O("cholesky_inverse", choleskyInverse),
};
const KernelTable table(entries);

} // namespace
