//===- Householder.cpp - QR factors as reflections -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

std::tuple<Tensor, Tensor> qr(const Tensor &t, std::string_view mode) {
  if (!checkFactorable("linalg.qr", t, false))
    return {};
  if (mode != "reduced" && mode != "complete" && mode != "r") {
    bail("qr received unrecognized mode '%.*s' but expected one of 'reduced' "
         "(default), 'r', or 'complete'",
         int(mode.size()), mode.data());
    return {};
  }
  Tensor q = empty({0}, t.dtype()), r;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    int64_t m = t.size(-2), n = t.size(-1), k = std::min(m, n);
    int64_t width = mode == "complete" ? m : k;
    Columns<T> a(t), vectors(batchOf(t), m, width);
    std::vector<T> tau(k + 1);
    for (int64_t i = 0; i < a.count; ++i) {
      lapack::geqrf(a.rows, a.columns, a[i], tau.data());
      if (mode == "r")
        continue;
      std::copy_n(a[i], m * std::min(n, width), vectors[i]);
      lapack::orgqr(vectors.rows, vectors.columns, int(k), vectors[i],
                    tau.data());
    }
    Columns<T> upper(narrow(a.tensor(), -2, 0, width));
    for (int64_t i = 0; i < a.count; ++i)
      clearTriangle(upper[i], upper.rows, upper.columns, false);
    r = upper.tensor();
    if (mode != "r")
      q = vectors.tensor();
  });
  return {q, r};
}
std::tuple<Tensor, Tensor> qrOld(const Tensor &t, bool some) {
  return qr(t, some ? "reduced" : "complete");
}

std::tuple<Tensor, Tensor> geqrf(const Tensor &t) {
  if (!failed() && t.dim() < 2) {
    bail("torch.geqrf: input must have at least 2 dimensions.");
    return {};
  }
  if (!checkFactorable("torch.geqrf", t, false))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t);
    int64_t k = std::min(a.rows, a.columns);
    Tensor taus = empty(joined(batchOf(t), {k}), t.dtype());
    for (int64_t i = 0; i < a.count; ++i)
      lapack::geqrf(a.rows, a.columns, a[i], taus.data<T>() + i * k);
    result = {a.tensor(), taus};
  });
  return result;
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
  else if (!failed() && batchOf(t) != tau.sizes().slice(0, tau.dim() - 1))
    bail("%s: Expected batch dimensions of tau to be equal to "
         "input.shape[:-2], but got %s",
         name, tau.sizes().slice(0, tau.dim() - 1).str().c_str());
  return checkFactorable(name, t, false);
}

Tensor householderProduct(const Tensor &t, const Tensor &tau) {
  if (!failed() && t.size(-2) < t.size(-1))
    return bail("torch.linalg.householder_product: input.shape[-2] must be "
                "greater than or equal to input.shape[-1]");
  if (!checkReflections("torch.linalg.householder_product", t, tau))
    return {};
  Tensor result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t);
    Tensor taus = contiguous(tau);
    int64_t k = tau.size(-1);
    for (int64_t i = 0; i < a.count; ++i)
      lapack::orgqr(a.rows, a.columns, int(k), a[i], taus.data<T>() + i * k);
    result = a.tensor();
  });
  return result;
}

Tensor ormqr(const Tensor &t, const Tensor &tau, const Tensor &other, bool left,
             bool adjoint) {
  if (!checkReflections("torch.ormqr", t, tau))
    return {};
  if (other.dim() < 2 || other.size(left ? -2 : -1) != t.size(-2))
    return bail("torch.ormqr: other.shape[%d] must be equal to input.shape[-2]",
                left ? -2 : -1);
  Tensor result;
  if (batchOf(other) != batchOf(t))
    return bail("torch.ormqr: Expected batch dimensions of other to be equal "
                "to input.shape[:-2], but got %s",
                batchOf(other).str().c_str());
  if (other.dtype() != t.dtype())
    return bail("torch.ormqr: Expected input and other to have the same dtype, "
                "but input has dtype%s and other has dtype %s",
                scalarTypeName(t.dtype()), scalarTypeName(other.dtype()));
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    Columns<T> a(t), c(other);
    Tensor taus = contiguous(tau);
    int64_t k = tau.size(-1);
    for (int64_t i = 0; i < a.count; ++i)
      lapack::ormqr(left ? 'L' : 'R', adjoint, c.rows, c.columns, int(k), a[i],
                    a.rows, taus.data<T>() + i * k, c[i]);
    result = c.tensor();
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
