//===- Eigen.cpp - Eigenvalues and eigenvectors --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

template <class T>
bool isFinite(const T *v, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (!std::isfinite(std::real(v[i])) || !std::isfinite(std::imag(v[i])))
      return false;
  return true;
}

/// Of general matrices; without `wantsVectors` the vectors are undefined.
std::tuple<Tensor, Tensor> eigOf(const char *name, const Tensor &t,
                                 bool wantsVectors) {
  if (!checkFactorable(name, t, true))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    using C = std::complex<RealOf<T>>;
    Columns<T> a(t);
    int64_t n = a.rows;
    if (!isFinite(a[0], a.count * n * n)) {
      bail("torch.%s: input tensor should not contain infs or NaNs.", name);
      return;
    }
    Columns<C> vectors(wantsVectors ? batchOf(t) : Dims{0}, n, n);
    Tensor values = empty(joined(batchOf(t), {n}), toComplexDType(t.dtype())),
           infos = empty(batchOf(t), TSRT_I32);
    for (int64_t i = 0; i < a.count; ++i)
      infos.data<int>()[i] =
          lapack::geev<T>(a.rows, a[i], values.template data<C>() + i * n,
                          wantsVectors ? vectors[i] : nullptr);
    if (checkInfos(("torch." + std::string(name)).c_str(), infos,
                   Fault::Eigenvalues))
      result = {values, wantsVectors ? vectors.tensor() : Tensor()};
  });
  return result;
}
std::tuple<Tensor, Tensor> eig(const Tensor &t) {
  return eigOf("linalg.eig", t, true);
}
Tensor eigvals(const Tensor &t) {
  return std::get<0>(eigOf("linalg.eigvals", t, false));
}

/// Eigenvalues and, when asked, eigenvectors from one triangle.
std::tuple<Tensor, Tensor> eighOf(const char *name, const Tensor &t, bool upper,
                                  bool wantsVectors) {
  if (!checkFactorable(name, t, true))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    using R = RealOf<T>;
    Columns<T> a(t);
    int64_t n = a.rows;
    Tensor values = empty(joined(batchOf(t), {n}), toRealDType(t.dtype())),
           infos = empty(batchOf(t), TSRT_I32);
    for (int64_t i = 0; i < a.count; ++i)
      infos.data<int>()[i] =
          lapack::syevd<T>(wantsVectors, upper ? 'U' : 'L', a.rows, a[i],
                           values.template data<R>() + i * n);
    if (checkInfos(name, infos, Fault::Eigenvalues))
      result = {values, wantsVectors ? a.tensor() : empty({0}, t.dtype())};
  });
  return result;
}
/// Reads UPLO: is it the upper triangle? Notes another letter.
bool isUpper(std::string_view triangle) {
  char letter = triangle.size() == 1 ? triangle[0] : ' ';
  if (letter != 'U' && letter != 'u' && letter != 'L' && letter != 'l')
    bail("Expected UPLO argument to be 'L' or 'U', but got %.*s",
         int(triangle.size()), triangle.data());
  return letter == 'U' || letter == 'u';
}
std::tuple<Tensor, Tensor> eigh(const Tensor &t, std::string_view triangle) {
  return eighOf("linalg.eigh", t, isUpper(triangle), true);
}
std::tuple<Tensor, Tensor>
eighVectors(const Tensor &t, std::string_view triangle, bool wantsVectors) {
  return eighOf("linalg.eigh", t, isUpper(triangle), wantsVectors);
}
Tensor eigvalsh(const Tensor &t, std::string_view triangle) {
  return std::get<0>(eighOf("linalg.eigh", t, isUpper(triangle), false));
}
std::tuple<Tensor, Tensor> symeig(const Tensor &t, bool wantsVectors,
                                  bool upper) {
  return eighOf("linalg.symeig", t, upper, wantsVectors);
}

const KernelEntry entries[] = {
    TSRT_OP("linalg_eig", eig),
    TSRT_OP_O("linalg_eigvals", eigvals),
    TSRT_OP("linalg_eigh", eigh),
    TSRT_OP("_linalg_eigh", eighVectors),
    TSRT_OP_O("linalg_eigvalsh", eigvalsh),
    TSRT_OP("symeig", symeig),
};
const KernelTable table(entries);

} // namespace
