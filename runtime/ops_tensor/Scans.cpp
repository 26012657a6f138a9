//===- Scans.cpp - Cumulative operators and differences -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

int scanDType(const Tensor &t, OptInt dtype) {
  return dtype ? int(*dtype) : t.isIntegral() ? int(TSRT_I64) : t.dtype();
}
Tensor cumsum(const Tensor &t, int64_t dim, OptInt dtype) {
  int d = scanDType(t, dtype);
  return mapRows<allTypes>(
      "cumsum_out_cpu", t, dim, d, [](auto *row, auto *out, int64_t n) {
        using T = std::decay_t<decltype(*row)>;
        using W =
            std::conditional_t<isComplexT<T>, c128,
                               std::conditional_t<isIntT<T>, uint64_t, double>>;
        W s(0);
        for (int64_t i = 0; i < n; ++i) {
          s += W(row[i]);
          out[i] = T(s);
        }
      });
}
Tensor cumprod(const Tensor &t, int64_t dim, OptInt dtype) {
  int d = scanDType(t, dtype);
  return mapRows<allTypes>(
      "cumprod_out_cpu", t, dim, d, [](auto *row, auto *out, int64_t n) {
        using T = std::decay_t<decltype(*row)>;
        using W =
            std::conditional_t<isComplexT<T>, c128,
                               std::conditional_t<isIntT<T>, uint64_t, double>>;
        W s(1);
        for (int64_t i = 0; i < n; ++i) {
          s *= W(row[i]);
          out[i] = T(s);
        }
      });
}
/// What is stored in place: elements of the same dtype.
template <auto Scan>
Tensor scanOfOwnDType(const Tensor &self, int64_t dim, OptInt dtype) {
  int own = self.dtype();
  if (dtype && *dtype != own)
    return bail("Bad in-place call: input tensor dtype %s and output tensor "
                "dtype %s should match",
                cppTypeName(own), cppTypeName(int(*dtype)));
  if (own == TSRT_B8 && self.dim() && self.numel())
    return bailNotImplemented(
        Scan == cumsum ? "cumsum_out_cpu" : "cumprod_out_cpu", own);
  return Scan(self, dim, own);
}
Tensor logcumsumexp(const Tensor &t, int64_t dim) {
  return mapRows<floatTypes>("logcumsumexp_out_cpu", t, dim, t.dtype(),
                             [](auto *row, auto *out, int64_t n) {
                               using T = std::decay_t<decltype(*row)>;
                               double m = -INFINITY, s = 0;
                               for (int64_t i = 0; i < n; ++i) {
                                 double x = row[i];
                                 if (x > m) {
                                   s = s * std::exp(m - x) + 1;
                                   m = x;
                                 } else if (!std::isinf(x) || !std::isinf(m)) {
                                   s += std::exp(x - m);
                                 } else if (x == m && x > 0) {
                                   s += 1;
                                 }
                                 out[i] = T(m + std::log(s));
                               }
                             });
}
/// Running maximum or minimum (the later of equal ones) and its position.
template <bool Max>
std::tuple<Tensor, Tensor> cumulativeExtremum(const Tensor &t, int64_t dim) {
  Tensor indices;
  Tensor values = mapRows<realTypes>(
      "cummax_cummin_helper_cpu", t, dim, t.dtype(),
      [](auto *row, auto *out, int64_t n) {
        for (int64_t i = 0; i < n; ++i) {
          bool better = i == 0 || isNan(row[i]) ||
                        (!isNan(out[i - 1]) &&
                         (Max ? row[i] >= out[i - 1] : row[i] <= out[i - 1]));
          out[i] = better ? row[i] : out[i - 1];
        }
      });
  if (failed())
    return {};
  withCompute<realTypes>("cummax", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    int64_t d = wrapDim(dim, t.dim());
    Rows rows = makeRows(t, {d}, false, t.dtype());
    Dims shape = rows.shape;
    if (t.dim())
      shape.push_back(rows.inner);
    Tensor raw = empty(shape, TSRT_I64);
    forRows<T>(rows, [&](int64_t r, const T *row, int64_t n) {
      int64_t *at = raw.data<int64_t>() + r * n;
      for (int64_t i = 0; i < n; ++i) {
        bool better =
            i == 0 || isNan(row[i]) ||
            (!isNan(row[at[i - 1]]) &&
             (Max ? row[i] >= row[at[i - 1]] : row[i] <= row[at[i - 1]]));
        at[i] = better ? i : at[i - 1];
      }
    });
    indices = inFormat(movedim(raw, -1, d), 0);
  });
  return {values, indices};
}

Tensor diff(const Tensor &self, int64_t n, int64_t dim, const Tensor &prepend,
            const Tensor &append) {
  if (!self.dim())
    return bail("diff expects input to be at least one-dimensional");
  if (n < 0)
    return bail("order must be non-negative but got %lld", LL(n));
  dim = wrapDim(dim, self.dim());
  if (failed() || n == 0)
    return cloneOf(self);
  Tensors parts;
  if (prepend)
    parts.push_back(prepend);
  parts.push_back(self);
  if (append)
    parts.push_back(append);
  Tensor t = parts.size() > 1 ? cat(parts, dim) : self;
  n = std::min(n, t.size(dim));
  static constexpr Loops differ = loops<2, realTypes>(
      "ne", [](auto a, auto b, auto *) { return decltype(a)(a != b); });
  for (int64_t i = 0; i < n && !failed(); ++i) {
    int64_t m = std::max<int64_t>(t.size(dim) - 1, 0);
    Tensor a = narrow(t, dim, t.size(dim) - m, m), b = narrow(t, dim, 0, m);
    t = t.dtype() == TSRT_B8 ? pointwise(differ, {a, b}, TSRT_B8, TSRT_B8)
                             : a - b;
  }
  return n ? t : cloneOf(t);
}

/// (left + right) halves of neighbours along dim.
Tensor neighbours(const Tensor &y, int64_t dim) {
  int64_t n = std::max<int64_t>(y.size(dim) - 1, 0);
  return narrow(y, dim, 0, n) + narrow(y, dim, y.size(dim) - n, n);
}
/// Spacing from positions x, shaped to multiply y's neighbours.
Tensor spacing(const Tensor &y, const Tensor &x, int64_t dim) {
  Tensor p = x;
  if (x.dim() == 1) {
    Dims shape(y.dim(), 1);
    shape[dim] = x.size(0);
    if (x.size(0) != y.size(dim))
      return bail("trapezoid: There must be one `x` value for each sample "
                  "point");
    p = reshape(x, shape);
  } else if (x.dim() < y.dim()) {
    Dims shape(y.dim() - x.dim(), 1);
    for (int64_t s : x.sizes())
      shape.push_back(s);
    p = reshape(x, shape);
  }
  int64_t n = p.size(dim) - 1;
  return narrow(p, dim, 1, n) - narrow(p, dim, 0, n);
}
template <bool Cumulative>
Tensor trapezoidX(const Tensor &y, const Tensor &x, int64_t dim) {
  dim = wrapDim(dim, y.dim());
  if (failed())
    return {};
  Tensor areas = spacing(y, x, dim) * neighbours(y, dim);
  return (Cumulative ? cumsum(areas, dim, {}) : sum(areas, {dim})) /
         Scalar(2.0);
}
template <bool Cumulative>
Tensor trapezoidDx(const Tensor &y, Scalar dx, int64_t dim) {
  dim = wrapDim(dim, y.dim());
  if (failed())
    return {};
  Tensor pairs = neighbours(y, dim);
  Tensor total = Cumulative ? cumsum(pairs, dim, {}) : sum(pairs, {dim});
  return total * Scalar(dx.toDouble()) / Scalar(2.0);
}

const KernelEntry entries[] = {
    TSRT_OP("cumsum", cumsum),
    {"aten::cumsum.out", outOf<cumsum, Sharing::SameResized>},
    {"aten::cumsum_", inPlace<scanOfOwnDType<cumsum>>},
    TSRT_OP("cumprod", cumprod),
    {"aten::cumprod.out", outOf<cumprod, Sharing::SameResized>},
    {"aten::cumprod_", inPlace<scanOfOwnDType<cumprod>>},
    TSRT_OP("logcumsumexp", logcumsumexp),
    {"aten::logcumsumexp.out", outOf<logcumsumexp, Sharing::SameResized>},
    TSRT_OP_O("cummax", cumulativeExtremum<true>),
    TSRT_OP_O("cummin", cumulativeExtremum<false>),
    TSRT_OP_O("diff", diff),
    {"aten::trapezoid.x", op<trapezoidX<false>>},
    {"aten::trapezoid.dx", op<trapezoidDx<false>>},
    {"aten::trapz.x", op<trapezoidX<false>>},
    {"aten::trapz.dx", op<trapezoidDx<false>>},
    {"aten::cumulative_trapezoid.x", op<trapezoidX<true>>},
    {"aten::cumulative_trapezoid.dx", op<trapezoidDx<true>>},
};
const KernelTable table(entries);

} // namespace
