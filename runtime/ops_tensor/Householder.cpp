//===- Householder.cpp - QR factors as reflections ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementary reflections H = I - tau v v^H (v begins with 1), with LAPACK's
// signs: the matrices they are made from, and the products they are part of.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

/// The vector of reflection j, whose tail lies below the diagonal of `a`.
template <class W>
std::vector<W> vectorOf(const Matrix<W> &a, int64_t j) {
  std::vector<W> v(a.rows);
  v[j] = 1;
  for (int64_t i = j + 1; i < a.rows; ++i)
    v[i] = a(i, j);
  return v;
}
/// c = (I - tau v v^H) c for the columns from `first` on; v is 0 before
/// `start`.
template <class W>
void reflectRows(Matrix<W> &c, const std::vector<W> &v, W tau, int64_t start,
                 int64_t first = 0) {
  for (int64_t j = first; j < c.columns; ++j) {
    W s = 0;
    for (int64_t i = start; i < c.rows; ++i)
      s += conjugate(v[i]) * c(i, j);
    s *= tau;
    for (int64_t i = start; i < c.rows; ++i)
      c(i, j) -= v[i] * s;
  }
}
/// c = c (I - tau v v^H).
template <class W>
void reflectColumns(Matrix<W> &c, const std::vector<W> &v, W tau,
                    int64_t start) {
  for (int64_t i = 0; i < c.rows; ++i) {
    W s = 0;
    for (int64_t j = start; j < c.columns; ++j)
      s += c(i, j) * v[j];
    s *= tau;
    for (int64_t j = start; j < c.columns; ++j)
      c(i, j) -= s * conjugate(v[j]);
  }
}

/// Makes `a` upper triangular by reflections; their tails take the place of the
/// zeros, their factors tau are the result.
template <class W>
std::vector<W> reduce(Matrix<W> &a) {
  int64_t k = std::min(a.rows, a.columns);
  std::vector<W> taus(k);
  for (int64_t j = 0; j < k; ++j) {
    double norm = 0, below = 0;
    for (int64_t i = j; i < a.rows; ++i)
      norm += std::norm(a(i, j));
    for (int64_t i = j + 1; i < a.rows; ++i)
      below += std::norm(a(i, j));
    W alpha = a(j, j);
    if (below == 0 && std::imag(c128(alpha)) == 0)
      continue;
    double beta = std::signbit(std::real(c128(alpha))) ? std::sqrt(norm)
                                                       : -std::sqrt(norm);
    taus[j] = (W(beta) - alpha) / W(beta);
    for (int64_t i = j + 1; i < a.rows; ++i)
      a(i, j) /= alpha - W(beta);
    reflectRows(a, vectorOf(a, j), conjugate(taus[j]), j, j + 1);
    a(j, j) = beta;
  }
  return taus;
}

/// The first `width` columns of the product of the reflections.
template <class W>
Matrix<W> multiply(const Matrix<W> &a, const std::vector<W> &taus,
                   int64_t width) {
  Matrix<W> q(a.rows, width);
  for (int64_t i = 0; i < std::min(a.rows, width); ++i)
    q(i, i) = 1;
  for (int64_t j = int64_t(taus.size()); j-- > 0;)
    reflectRows(q, vectorOf(a, j), taus[j], j);
  return q;
}

std::tuple<Tensor, Tensor> qr(const Tensor &t, std::string_view mode) {
  if (!checkMatrices("linalg.qr", t, false))
    return {};
  if (mode != "reduced" && mode != "complete" && mode != "r") {
    bail("qr received unrecognized mode '%.*s' but expected one of 'reduced' "
         "(default), 'r', or 'complete'",
         int(mode.size()), mode.data());
    return {};
  }
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    int64_t m = t.size(-2), n = t.size(-1);
    int64_t width = mode == "complete" ? m : std::min(m, n);
    Sink<W> qs(batchOf(t), {m, width}, t.dtype()),
        rs(batchOf(t), {width, n}, t.dtype());
    for (Matrix<W> &a : matricesOf<W>(t)) {
      std::vector<W> taus = reduce(a);
      qs.put(multiply(a, taus, width).v);
      Matrix<W> r(width, n);
      for (int64_t i = 0; i < width; ++i)
        for (int64_t c = i; c < n; ++c)
          r(i, c) = a(i, c);
      rs.put(r.v);
    }
    result = {mode == "r" ? empty({0}, t.dtype()) : qs.out, rs.out};
  });
  return result;
}
std::tuple<Tensor, Tensor> qrOld(const Tensor &t, bool some) {
  return qr(t, some ? "reduced" : "complete");
}

std::tuple<Tensor, Tensor> geqrf(const Tensor &t) {
  if (!checkMatrices("torch.geqrf", t, false))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    int64_t m = t.size(-2), n = t.size(-1);
    Sink<W> factors(batchOf(t), {m, n}, t.dtype()),
        taus(batchOf(t), {std::min(m, n)}, t.dtype());
    for (Matrix<W> &a : matricesOf<W>(t)) {
      taus.put(reduce(a));
      factors.put(a.v);
    }
    result = {factors.out, taus.out};
  });
  return result;
}

/// Calls body(matrix, its factors tau) for the reflections of a batch.
template <class W, class F>
void forReflections(const Tensor &t, const Tensor &tau, F body) {
  std::vector<W> all = elementsAs<W>(tau);
  int64_t k = tau.size(-1), next = 0;
  for (Matrix<W> &a : matricesOf<W>(t)) {
    body(a, std::vector<W>(all.begin() + next, all.begin() + next + k));
    next += k;
  }
}

bool checkReflections(const char *name, const Tensor &t, const Tensor &tau) {
  if (!failed() && t.dim() < 2)
    bail("%s: input must have at least 2 dimensions.", name);
  else if (!failed() && t.size(-1) < tau.size(-1))
    bail("%s: input.shape[-1] must be greater than or equal to tau.shape[-1]",
         name);
  else if (!failed() && t.dim() - tau.dim() != 1)
    bail("%s: Expected tau to have one dimension less than input, but got "
         "tau.ndim equal to %lld and input.ndim is equal to %lld",
         name, LL(tau.dim()), LL(t.dim()));
  else if (!failed() && t.dtype() != tau.dtype())
    bail("%s: tau dtype %s does not match input dtype %s", name,
         scalarTypeName(tau.dtype()), scalarTypeName(t.dtype()));
  return !failed();
}

Tensor householderProduct(const Tensor &t, const Tensor &tau) {
  if (!failed() && t.size(-2) < t.size(-1))
    return bail("torch.linalg.householder_product: input.shape[-2] must be "
                "greater than or equal to input.shape[-1]");
  if (!checkReflections("torch.linalg.householder_product", t, tau))
    return {};
  Tensor result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> sink(batchOf(t), {t.size(-2), t.size(-1)}, t.dtype());
    forReflections<W>(t, tau, [&](auto &a, const std::vector<W> &taus) {
      sink.put(multiply(a, taus, a.columns).v);
    });
    result = sink.out;
  });
  return result;
}

/// Multiplies by Q, or its adjoint, from the left or the right.
Tensor ormqr(const Tensor &t, const Tensor &tau, const Tensor &other, bool left,
             bool adjoint) {
  if (!checkReflections("torch.ormqr", t, tau))
    return {};
  if (other.dim() < 2 || other.size(left ? -2 : -1) != t.size(-2))
    return bail("torch.ormqr: other.shape[%d] must be equal to input.shape[-2]",
                left ? -2 : -1);
  Tensor result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> sink(batchOf(other), {other.size(-2), other.size(-1)},
                 other.dtype());
    std::vector<Matrix<W>> targets = matricesOf<W>(other);
    size_t next = 0;
    forReflections<W>(t, tau, [&](auto &a, const std::vector<W> &taus) {
      if (next == targets.size())
        return;
      Matrix<W> &c = targets[next++];
      int64_t k = int64_t(taus.size());
      for (int64_t step = 0; step < k; ++step) {
        int64_t j = left == adjoint ? step : k - 1 - step;
        W factor = adjoint ? conjugate(taus[j]) : taus[j];
        if (left)
          reflectRows(c, vectorOf(a, j), factor, j);
        else
          reflectColumns(c, vectorOf(a, j), factor, j);
      }
      sink.put(c.v);
    });
    result = sink.out;
  });
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP_O("linalg_qr", qr),
    TSRT_OP("qr", qrOld),
    TSRT_OP("geqrf", geqrf),
    TSRT_OP_O("linalg_householder_product", householderProduct),
    TSRT_OP_O("orgqr", householderProduct),
    TSRT_OP_O("ormqr", ormqr),
};
const KernelTable table(entries);

} // namespace
