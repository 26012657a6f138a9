//===- SymmetricFactors.cpp - L D L^T factors of symmetric matrices ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

std::tuple<Tensor, Tensor, Tensor> factored(const char *name, const Tensor &t,
                                            bool hermitian) {
  if (!checkFactorable(name, t, true))
    return {};
  std::tuple<Tensor, Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t);
    int64_t n = a.rows;
    Tensor pivots = empty(joined(batchOf(t), {n}), TSRT_I32),
           infos = empty(batchOf(t), TSRT_I32);
    for (int64_t i = 0; i < a.count; ++i) {
      infos.data<int>()[i] =
          lapack::sytrf(hermitian, a.rows, a[i], pivots.data<int>() + i * n);
      clearTriangle(a[i], a.rows, a.columns, true);
    }
    result = {a.tensor(), pivots, infos};
  });
  return result;
}
std::tuple<Tensor, Tensor, Tensor> factorEx(const Tensor &t, bool hermitian,
                                            bool) {
  return factored("torch.linalg.ldl_factor_ex", t, hermitian);
}
std::tuple<Tensor, Tensor> factor(const Tensor &t, bool hermitian) {
  auto [factors, pivots, infos] =
      factored("torch.linalg.ldl_factor_ex", t, hermitian);
  if (!failed())
    for (int64_t info : elementsAs<int64_t>(infos))
      if (info) {
        bailAs("LinAlgError",
               "torch.linalg.ldl_factor: The diagonal element %lld is zero, "
               "the factorization could not be completed because the input "
               "matrix is singular.",
               LL(info));
        return {};
      }
  return {factors, pivots};
}

Tensor solve(const Tensor &t, const Tensor &pivots, const Tensor &b,
             bool hermitian) {
  if (!checkFactorable("torch.linalg.ldl_solve", t, true))
    return {};
  if (b.dim() < 2)
    return bail("torch.linalg.ldl_solve: Expected B to have at least 2 "
                "dimensions, but it has %lld dimensions instead",
                LL(b.dim()));
  if (b.size(-2) != t.size(-1))
    return bail("linalg.ldl_solve: Incompatible matrix sizes for "
                "torch.linalg.ldl_solve: each A matrix is %lld by %lld but "
                "each b matrix is %lld by %lld.",
                LL(t.size(-2)), LL(t.size(-1)), LL(b.size(-2)), LL(b.size(-1)));
  if (b.dtype() != t.dtype())
    return bail("Expected b and A to have the same dtype, but found b of type "
                "%s and A of type %s instead.",
                scalarTypeName(b.dtype()), scalarTypeName(t.dtype()));
  if (pivots.sizes() != t.sizes().slice(0, t.dim() - 1))
    return bail("torch.linalg.ldl_solve: Expected LD.shape[:-1] and "
                "pivots.shape to be the same, but got pivots with shape %s "
                "instead",
                pivots.sizes().str().c_str());
  Dims batch = broadcastShapes(batchOf(t), batchOf(b));
  int64_t n = t.size(-1);
  for (int64_t p : elementsAs<int64_t>(pivots))
    if (!p || std::abs(p) > n)
      return bail("torch.linalg.ldl_solve: pivots must lie between 1 and %lld",
                  LL(n));
  Tensor result, places32 = contiguousAs(pivots, TSRT_I32);
  if (failed())
    return {};
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t), x(widened(b, batch));
    std::vector<int64_t> places = placesIn(t, batch);
    for (int64_t i = 0; i < x.count; ++i)
      lapack::sytrs(hermitian, x.rows, x.columns, a[places[i]],
                    places32.data<int>() + places[i] * n, x[i]);
    result = x.tensor();
  });
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP("linalg_ldl_factor", factor),
    TSRT_OP("linalg_ldl_factor_ex", factorEx),
    TSRT_OP_O("linalg_ldl_solve", solve),
};
const KernelTable table(entries);

} // namespace
