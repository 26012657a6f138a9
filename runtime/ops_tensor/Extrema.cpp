//===- Extrema.cpp - Maxima, minima, medians, modes, order statistics -----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Reduce.h"

#include <algorithm>

using namespace tsrt;

namespace {

template <class T>
bool greaterNan(T a, T b) {
  return !isNan(b) && (isNan(a) || a > b);
}
template <class T>
int64_t argMin(const T *row, int64_t n) {
  int64_t best = 0;
  for (int64_t i = 1; i < n && !isNan(row[best]); ++i)
    if (isNan(row[i]) || row[i] < row[best])
      best = i;
  return best;
}
template <class T>
int64_t argMax(const T *row, int64_t n) {
  int64_t best = 0;
  for (int64_t i = 1; i < n && !isNan(row[best]); ++i)
    if (isNan(row[i]) || row[i] > row[best])
      best = i;
  return best;
}
auto maxOf = [](auto *row, int64_t n) { return row[argMax(row, n)]; };
auto minOf = [](auto *row, int64_t n) { return row[argMin(row, n)]; };
auto maxPair = [](auto *row, int64_t n) {
  int64_t i = argMax(row, n);
  return std::pair(row[i], i);
};
auto minPair = [](auto *row, int64_t n) {
  int64_t i = argMin(row, n);
  return std::pair(row[i], i);
};

/// Notes the error of a reduction without identity over nothing.
bool checkNonEmpty(const char *name, const Tensor &t, const Dims &dims) {
  if (t.numel() != 0 || failed())
    return !failed();
  if (dims.empty()) {
    bail("%s(): Expected reduction dim to be specified for input.numel() == 0. "
         "Specify the reduction dim with the 'dim' argument.",
         name);
    return false;
  }
  for (int64_t d : dims) {
    int64_t w = wrapDim(d, t.dim());
    if (!failed() && t.dim() && t.size(w) == 0)
      bailAs("IndexError",
             "%s(): Expected reduction dim %lld to have non-zero size.", name,
             LL(w));
  }
  return !failed();
}

template <bool Max>
Tensor extremum(const Tensor &t, const Dims &dims, bool keepdim) {
  if (!checkNonEmpty(Max ? "amax" : "amin", t, dims))
    return {};
  if (Max)
    return reduce<realTypes>("amax", t, dims, keepdim, t.dtype(), t.dtype(),
                             maxOf);
  return reduce<realTypes>("amin", t, dims, keepdim, t.dtype(), t.dtype(),
                           minOf);
}
template <bool Max>
Tensor extremumAll(const Tensor &t) {
  if (!checkNonEmpty(Max ? "max" : "min", t, {}))
    return {};
  return extremum<Max>(t, {}, false);
}
template <bool Max>
std::tuple<Tensor, Tensor> extremumDim(const Tensor &t, int64_t dim,
                                       bool keepdim) {
  if (!checkNonEmpty(Max ? "max" : "min", t, {dim}))
    return {};
  if (Max)
    return reduceIndexed<realTypes>("max", t, dim, keepdim, maxPair);
  return reduceIndexed<realTypes>("min", t, dim, keepdim, minPair);
}
template <bool Max>
Tensor argExtremum(const Tensor &t, OptInt dim, bool keepdim) {
  if (!checkNonEmpty(Max ? "argmax" : "argmin", t, dim ? Dims{*dim} : Dims()))
    return {};
  Dims dims = dim ? Dims{*dim} : Dims();
  Tensor flat = dim ? t : flatten(contiguous(t));
  Tensor index =
      reduce<realTypes>(Max ? "argmax_cpu" : "argmin_cpu", flat, dims, keepdim,
                        t.dtype(), TSRT_I64, [](auto *row, int64_t n) {
                          return Max ? argMax(row, n) : argMin(row, n);
                        });
  if (!dim && keepdim)
    index = viewTo(index, Dims(t.dim(), 1));
  return index;
}
std::tuple<Tensor, Tensor> aminmax(const Tensor &t, OptInt dim, bool keepdim) {
  if (dim && t.dtype() == TSRT_BF16) {
    bailNotImplemented("aminmax_cpu", TSRT_BF16);
    return {};
  }
  if (!checkNonEmpty("aminmax", t, dim ? Dims{*dim} : Dims()))
    return {};
  Dims dims = dim ? Dims{*dim} : Dims();
  Tensor least = extremum<false>(t, dims, keepdim);
  Tensor greatest = extremum<true>(t, dims, keepdim);
  if (t.dim() == 0 && dim && keepdim) // PyTorch makes a dimension here
    return {unsqueeze(least, 0), unsqueeze(greatest, 0)};
  return {least, greatest};
}

/// The k-th smallest (from 0) with NaN last, and where it stands.
template <class T>
std::pair<T, int64_t> kth(const T *row, int64_t n, int64_t k) {
  std::vector<int64_t> order(n);
  for (int64_t i = 0; i < n; ++i)
    order[i] = i;
  std::nth_element(order.begin(), order.begin() + k, order.end(),
                   [row](int64_t a, int64_t b) {
                     return lessNan(row[a], row[b]) ||
                            (!lessNan(row[b], row[a]) && a < b);
                   });
  return {row[order[k]], order[k]};
}
/// The same by Hoare's selection with the median of three as the pivot (Press
/// et al., Numerical Recipes, 8.5), which PyTorch uses for kthvalue: another of
/// equal elements comes out.
template <class T>
std::pair<T, int64_t> select(const T *row, int64_t n, int64_t k) {
  std::vector<int64_t> order(n);
  for (int64_t i = 0; i < n; ++i)
    order[i] = i;
  auto above = [&](int64_t i, int64_t j) {
    return greaterNan(row[order[i]], row[order[j]]);
  };
  auto sortPair = [&](int64_t i, int64_t j) {
    if (above(i, j))
      std::swap(order[i], order[j]);
  };
  int64_t left = 0, right = n - 1;
  while (left + 1 < right) {
    std::swap(order[left + (right - left) / 2], order[left + 1]);
    sortPair(left + 1, right);
    sortPair(left, right);
    sortPair(left + 1, left);
    int64_t i = left + 1, j = right;
    for (;;) {
      while (above(left, ++i))
        ;
      while (above(--j, left))
        ;
      if (j < i)
        break;
      std::swap(order[i], order[j]);
    }
    std::swap(order[left], order[j]);
    if (j <= k)
      left = i;
    if (j >= k)
      right = j - 1;
  }
  if (left + 1 == right)
    sortPair(left, right);
  return {row[order[k]], order[k]};
}
auto medianPair = [](auto *row, int64_t n) {
  using T = std::decay_t<decltype(*row)>;
  for (int64_t i = 0; i < n; ++i)
    if (isNan(row[i]))
      return std::pair<T, int64_t>(row[i], i);
  return kth(row, n, (n - 1) / 2);
};
auto nanMedianPair = [](auto *row, int64_t n) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i)
    count += !isNan(row[i]);
  return kth(row, n, count ? (count - 1) / 2 : 0);
};
/// Sorts a few numbers by a comparison that NaN makes no order, step by step as
/// the C++ library's sort does up to 16 elements: the modes of rows with NaN
/// depend on it.
template <class Pair>
void sortFew(std::vector<Pair> &v) {
  auto isLess = [](const Pair &a, const Pair &b) { return a.first < b.first; };
  for (size_t i = 1; i < v.size(); ++i) {
    Pair x = v[i];
    size_t to = i;
    if (isLess(x, v[0]))
      to = 0;
    else
      while (to > 0 && isLess(x, v[to - 1]))
        --to;
    std::move_backward(v.begin() + to, v.begin() + i, v.begin() + i + 1);
    v[to] = x;
  }
}
auto modePair = [](auto *row, int64_t n) {
  using T = std::decay_t<decltype(*row)>;
  std::vector<std::pair<T, int64_t>> sorted(n);
  for (int64_t i = 0; i < n; ++i)
    sorted[i] = {row[i], i};
  if (n <= 16)
    sortFew(sorted);
  else
    std::sort(sorted.begin(), sorted.end(), [](auto &a, auto &b) {
      return lessNan(a.first, b.first) ||
             (!lessNan(b.first, a.first) && a.second < b.second);
    });
  int64_t best = 0, bestCount = 0;
  for (int64_t i = 0; i < n;) {
    int64_t j = i;
    while (j < n && sorted[j].first == sorted[i].first)
      ++j;
    j = std::max(j, i + 1);
    if (j - i > bestCount) {
      bestCount = j - i;
      best = j - 1;
    }
    i = j;
  }
  return sorted[best];
};

Tensor nanScalar(const Tensor &t) {
  return scalarTensor(t.isFloating() ? Scalar(NAN) : Scalar(INT64_MIN),
                      t.dtype());
}
template <bool Nan>
Tensor medianAll(const Tensor &t) {
  if (t.numel() == 0)
    return nanScalar(t);
  return reduce<realTypes>("median_out", t, {}, false, t.dtype(), t.dtype(),
                           [](auto *row, int64_t n) {
                             if constexpr (Nan)
                               return nanMedianPair(row, n).first;
                             else
                               return medianPair(row, n).first;
                           });
}
template <bool Nan>
std::tuple<Tensor, Tensor> medianDim(const Tensor &t, int64_t dim,
                                     bool keepdim) {
  if (!checkNonEmpty("median", t, {dim}))
    return {};
  return reduceIndexed<realTypes>("median_out", t, dim, keepdim,
                                  [](auto *row, int64_t n) {
                                    if constexpr (Nan)
                                      return nanMedianPair(row, n);
                                    else
                                      return medianPair(row, n);
                                  });
}
std::tuple<Tensor, Tensor> mode(const Tensor &t, int64_t dim, bool keepdim) {
  if (!checkNonEmpty("mode", t, {dim}))
    return {};
  if (t.dim() == 0) // of any dtype
    return {cloneOf(t), zeros({}, TSRT_I64)};
  return reduceIndexed<realTypes>("mode", t, dim, keepdim, modePair);
}
std::tuple<Tensor, Tensor> kthvalue(const Tensor &t, int64_t k, int64_t dim,
                                    bool keepdim) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  int64_t n = t.dim() ? t.size(dim) : 1;
  if (k < 1 || k > n) {
    bail("kthvalue(): selected number k out of range for dimension %lld",
         LL(dim));
    return {};
  }
  return reduceIndexed<realTypes>(
      "kthvalue_cpu", t, dim, keepdim,
      [k](auto *row, int64_t n) { return select(row, n, k - 1); });
}

const KernelEntry entries[] = {
    TSRT_OP_O("amax", extremum<true>),
    TSRT_OP_O("amin", extremum<false>),
    TSRT_OP("max", extremumAll<true>),
    TSRT_OP("min", extremumAll<false>),
    {"aten::max.dim", op<extremumDim<true>>},
    {"aten::max.dim_max", outOf<extremumDim<true>, Sharing::SameResized>},
    {"aten::min.dim", op<extremumDim<false>>},
    {"aten::min.dim_min", outOf<extremumDim<false>, Sharing::SameResized>},
    TSRT_OP_O("argmax", argExtremum<true>),
    TSRT_OP_O("argmin", argExtremum<false>),
    TSRT_OP("aminmax", aminmax),
    {"aten::aminmax.out", outOf<aminmax, Sharing::SameResized>},
    TSRT_OP("median", medianAll<false>),
    {"aten::median.dim", op<medianDim<false>>},
    {"aten::median.dim_values", outOf<medianDim<false>>},
    TSRT_OP("nanmedian", medianAll<true>),
    {"aten::nanmedian.dim", op<medianDim<true>>},
    {"aten::nanmedian.dim_values", outOf<medianDim<true>>},
    TSRT_OP("mode", mode),
    {"aten::mode.values", outOf<mode, Sharing::SameResized>},
    TSRT_OP("kthvalue", kthvalue),
    {"aten::kthvalue.values", outOf<kthvalue, Sharing::None, 1>},
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::amax(const Tensor &t, const Dims &dims, bool keepdim) {
  return extremum<true>(t, dims, keepdim);
}
