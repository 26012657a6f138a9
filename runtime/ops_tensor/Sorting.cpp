//===- Sorting.cpp - Sorting, selection, uniqueness, search, histograms ---===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Groups.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Reduce.h"
#include "ops_tensor/SortOrder.h"

#include <algorithm>
#include <numeric>

using namespace tsrt;

namespace {

/// Sorted values and their positions; of each row the `keep` first that `fill`
/// puts into an array of positions. Who calls says how they lie.
template <class F>
std::tuple<Tensor, Tensor> orderRows(const char *name, const Tensor &t,
                                     int64_t dim, int64_t keep, F fill) {
  dim = wrapDim(dim, t.dim());
  Tensor values, indices;
  if (failed())
    return {};
  withCompute<realTypes>(name, t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    Rows rows = makeRows(t, {dim}, false, t.dtype());
    Dims shape = rows.shape;
    if (t.dim())
      shape.push_back(keep);
    Tensor raw = empty(shape, nativeDType(ComputeOf<T>::value));
    Tensor index = empty(shape, TSRT_I64);
    T *out = raw.data<T>();
    int64_t *at = index.data<int64_t>();
    forRows<T>(rows, [&](int64_t i, const T *row, int64_t n) {
      std::vector<int64_t> order(n);
      fill(row, n, order.data());
      for (int64_t j = 0; j < keep; ++j) {
        out[i * keep + j] = row[order[j]];
        at[i * keep + j] = order[j];
      }
    });
    values = toDType(movedim(raw, -1, dim), t.dtype());
    indices = movedim(index, -1, dim);
  });
  return {values, indices};
}
std::tuple<Tensor, Tensor> sortStable(const Tensor &t,
                                      std::optional<bool> stable, int64_t dim,
                                      bool descending) {
  int64_t n = t.dim() ? t.size(dim) : 1;
  Ties ties = stable.value_or(false) ? Ties::Keep : Ties::AsSorted;
  auto [values, indices] =
      orderRows("sort", t, dim, n, [=](auto *row, int64_t n, int64_t *order) {
        sortOrder(row, n, descending, order, ties);
      });
  Dims strides = preservedStrides(t);
  return {inStrides(values, strides), inStrides(indices, strides)};
}
std::tuple<Tensor, Tensor> sort(const Tensor &t, int64_t dim, bool descending) {
  return sortStable(t, false, dim, descending);
}
Tensor argsort(const Tensor &t, int64_t dim, bool descending) {
  return std::get<1>(sort(t, dim, descending));
}
Tensor argsortStable(const Tensor &t, bool stable, int64_t dim,
                     bool descending) {
  return std::get<1>(sortStable(t, stable, dim, descending));
}
Tensor msort(const Tensor &t) { return std::get<0>(sort(t, 0, false)); }
std::tuple<Tensor, Tensor> topk(const Tensor &t, int64_t k, int64_t dim,
                                bool largest, bool sorted) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  if (k < 0 || k > (t.dim() ? t.size(dim) : 1)) {
    bail("selected index k out of range");
    return {};
  }
  if (t.dim() == 0 && k == 1) // of any dtype
    return {cloneOf(t), zeros({}, TSRT_I64)};
  auto [values, indices] =
      orderRows("topk", t, dim, k, [=](auto *row, int64_t n, int64_t *order) {
        selectOrder(row, n, largest, sorted, k, order);
      });
  return {inFormat(values, 0), inFormat(indices, 0)};
}

/// The elements where they lie, of a row-major tensor of this very type; else
/// null. A copy of a large tensor takes longer than to look at each element.
template <class T>
const T *asStored(const Tensor &t) {
  bool isSame = (std::is_same_v<T, int64_t> && t.dtype() == TSRT_I64) ||
                (std::is_same_v<T, double> && t.dtype() == TSRT_F64) ||
                (std::is_same_v<T, float> && t.dtype() == TSRT_F32);
  return isSame && t.isContiguous() ? t.data<T>() : nullptr;
}

/// Groups of equal rows of a matrix-like tensor along dimension 0: the first
/// row of each group, the group of each row, the sizes.
std::tuple<Tensor, Tensor, Tensor> uniqueRows(const Tensor &t, bool sorted,
                                              const Dims &inverseShape,
                                              bool wantsGroups) {
  int64_t n = t.size(0), inner = n ? t.numel() / n : 0;
  Dims order, group(wantsGroups ? n : 0), firsts, counts;
  withCompute<realTypes>("unique", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> v;
    const T *stored = asStored<T>(t);
    if (!stored)
      v = elementsAs<T>(t);
    if (sorted && inner == 1)
      if (std::optional<Groups> few =
              groupFew(stored ? stored : v.data(), size_t(n), wantsGroups)) {
        firsts = std::move(few->firsts);
        counts = std::move(few->counts);
        std::copy(few->ofElements.begin(), few->ofElements.end(),
                  group.begin());
        return;
      }
    if (stored)
      v.assign(stored, stored + t.numel());
    order = Dims(n);
    auto compare = [&](int64_t a, int64_t b) {
      for (int64_t i = 0; i < inner; ++i) {
        T x = v[a * inner + i], y = v[b * inner + i];
        if (lessNan(x, y))
          return -1;
        if (lessNan(y, x) || (isNan(x) && isNan(y) && a != b))
          return 1;
      }
      return 0;
    };
    for (int64_t i = 0; i < n; ++i)
      order[i] = i;
    if (sorted && inner == 1)
      sortOrder(v.data(), n, false, order.begin());
    else if (sorted)
      std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        for (int64_t i = 0; i < inner; ++i) {
          T x = v[a * inner + i], y = v[b * inner + i];
          if (lessNan(x, y))
            return true;
          if (lessNan(y, x))
            return false;
        }
        return a < b;
      });
    for (int64_t i = 0; i < n; ++i) {
      if (i == 0 || compare(order[i - 1], order[i]) != 0) {
        firsts.push_back(order[i]);
        counts.push_back(0);
      }
      ++counts.back();
      if (wantsGroups)
        group[order[i]] = int64_t(firsts.size()) - 1;
    }
  });
  if (failed())
    return {};
  return {indexSelect(t, 0, fromInts(firsts)),
          wantsGroups ? viewTo(fromInts(group), inverseShape)
                      : empty({0}, TSRT_I64),
          fromInts(counts)};
}
/// Counts that were not asked for are empty.
std::tuple<Tensor, Tensor, Tensor> asked(std::tuple<Tensor, Tensor, Tensor> r,
                                         bool counts) {
  if (!counts)
    std::get<2>(r) = empty({0}, TSRT_I64);
  return r;
}
std::tuple<Tensor, Tensor, Tensor> unique2(const Tensor &t, bool, bool inverse,
                                           bool counts) {
  return asked(
      uniqueRows(viewTo(contiguous(t), {-1}), true, t.sizes(), inverse),
      counts);
}
std::tuple<Tensor, Tensor> uniqueOld(const Tensor &t, bool, bool) {
  auto [values, inverse, counts] = unique2(t, true, true, false);
  return {values, inverse};
}
std::tuple<Tensor, Tensor, Tensor> uniqueAlong(const Tensor &t, int64_t dim,
                                               bool sorted, bool inverse,
                                               bool counts) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  auto r = uniqueRows(contiguous(movedim(t, dim, 0)), sorted, {t.size(dim)},
                      inverse);
  std::get<0>(r) = contiguous(movedim(std::get<0>(r), 0, dim));
  return asked(r, counts);
}
std::tuple<Tensor, Tensor, Tensor> uniqueDim(const Tensor &t, int64_t dim, bool,
                                             bool inverse, bool counts) {
  return uniqueAlong(t, dim, true, inverse, counts);
}
std::tuple<Tensor, Tensor, Tensor>
uniqueDimConsecutive(const Tensor &t, int64_t dim, bool inverse, bool counts) {
  return uniqueAlong(t, dim, false, inverse, counts);
}
std::tuple<Tensor, Tensor, Tensor>
uniqueConsecutive(const Tensor &t, bool inverse, bool counts, OptInt dim) {
  if (dim)
    return uniqueAlong(t, *dim, false, inverse, counts);
  return asked(
      uniqueRows(viewTo(contiguous(t), {-1}), false, t.sizes(), inverse),
      counts);
}

/// Where each value would be inserted into sorted rows.
Tensor search(const Tensor &sorted, const Tensor &values, bool right,
              bool int32, const Tensor &sorter) {
  if (sorted.dim() == 0)
    return bail("torch.searchsorted(): input value can be a scalar only when "
                "boundaries tensor dimension is 1");
  if (sorted.dim() != 1 &&
      sorted.sizes().slice(0, sorted.dim() - 1) !=
          values.sizes().slice(0, std::max<int64_t>(values.dim() - 1, 0)))
    return bail("torch.searchsorted(): boundaries tensor should be 1 dimension "
                "or the first N-1 dimensions of boundaries tensor and input "
                "value tensor must match, but we got boundaries tensor %s and "
                "input value tensor %s",
                sorted.sizes().str().c_str(), values.sizes().str().c_str());
  Tensor rows = sorter ? gather(sorted, -1, sorter) : sorted;
  std::vector<double> edges = elementsAs<double>(rows);
  std::vector<double> v = elementsAs<double>(values);
  int64_t n = sorted.size(-1);
  int64_t per = sorted.dim() == 1 ? int64_t(v.size()) : values.size(-1);
  Tensor out = empty(values.sizes(), TSRT_I64);
  for (size_t i = 0; i < v.size(); ++i) {
    const double *row =
        edges.data() + (sorted.dim() == 1 ? 0 : int64_t(i) / per * n);
    // What does not compare, as NaN, counts as an edge below the value.
    auto isAbove = [&](double edge) {
      return right ? edge > v[i] : edge >= v[i];
    };
    int64_t first = 0, last = n;
    while (first < last) {
      int64_t middle = first + (last - first) / 2;
      if (isAbove(row[middle]))
        last = middle;
      else
        first = middle + 1;
    }
    out.data<int64_t>()[i] = first;
  }
  return toDType(out, int32 ? TSRT_I32 : TSRT_I64);
}
Tensor searchsorted(const Tensor &sorted, const Tensor &values, bool int32,
                    bool right, std::optional<std::string_view> side,
                    const Tensor &sorter) {
  if (side && *side == "left" && right)
    return bail("torch.searchsorted(): side and right can't be set to "
                "opposites, got side of left while right was True");
  return search(sorted, values, right || (side && *side == "right"), int32,
                sorter);
}
Tensor searchsortedScalar(const Tensor &sorted, Scalar value, bool int32,
                          bool right, std::optional<std::string_view> side,
                          const Tensor &sorter) {
  return searchsorted(sorted, wrapNumber(value), int32, right, side, sorter);
}
Tensor bucketize(const Tensor &values, const Tensor &edges, bool int32,
                 bool right) {
  return search(edges, values, right, int32, {});
}
Tensor bucketizeScalar(Scalar value, const Tensor &edges, bool int32,
                       bool right) {
  return search(edges, wrapNumber(value), right, int32, {});
}

Tensor isin(const Tensor &elements, const Tensor &tests, bool, bool invert) {
  if (tests.dtype() == TSRT_B8 || tests.dtype() == TSRT_BF16)
    return bail("Unsupported input type encountered for isin(): %s",
                scalarTypeName(tests.dtype()));
  int dtype = resultType({elements, tests});
  Tensor out = empty(elements.sizes(), TSRT_B8);
  withCompute<realTypes>("isin", dtype, [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> v = elementsAs<T>(elements), t = elementsAs<T>(tests);
    // NaN equals nothing, and would spoil the order.
    t.erase(std::remove_if(t.begin(), t.end(), isNan<T>), t.end());
    std::sort(t.begin(), t.end());
    for (size_t i = 0; i < v.size(); ++i)
      out.data<uint8_t>()[i] =
          (!isNan(v[i]) && std::binary_search(t.begin(), t.end(), v[i])) !=
          invert;
  });
  return out;
}
Tensor isinScalar(const Tensor &elements, Scalar test, bool a, bool invert) {
  return isin(elements, wrapNumber(test), a, invert);
}
Tensor scalarIsin(Scalar element, const Tensor &tests, bool a, bool invert) {
  return isin(wrapNumber(element), tests, a, invert);
}

Tensor bincount(const Tensor &t, const Tensor &weights, int64_t minimum) {
  if (minimum < 0)
    return bail("minlength should be >= 0");
  if (t.dim() != 1 || !t.isIntegral(false))
    return bail("bincount only supports 1-d non-negative integral inputs.");
  if (weights && weights.numel() != t.numel())
    return bail("weights should be 1-d and have the same length as input");
  std::vector<int64_t> v = elementsAs<int64_t>(t);
  int64_t bins = minimum;
  for (int64_t x : v) {
    if (x < 0)
      return bail("bincount only supports 1-d non-negative integral inputs.");
    bins = std::max(bins, x + 1);
  }
  int dtype = !weights                      ? TSRT_I64
              : weights.dtype() == TSRT_F32 ? TSRT_F32
                                            : TSRT_F64;
  std::vector<double> w = elementsAs<double>(weights);
  std::vector<double> sums(bins, 0.0);
  for (size_t i = 0; i < v.size(); ++i)
    sums[v[i]] += weights ? w[i] : 1;
  Tensor out = empty({bins}, dtype);
  if (bins)
    storeElements(Compute::F64, sums.data(), dtype, out.data(), out.itemsize(),
                  bins);
  return out;
}

Tensor histc(const Tensor &t, int64_t bins, Scalar low, Scalar high) {
  if (bins <= 0)
    return bail("bins must be > 0");
  if (!t.isFloating() || t.dtype() == TSRT_F16)
    return bail("\"histogram_cpu\" not implemented for '%s'",
                scalarTypeName(t.dtype()));
  std::vector<double> v = elementsAs<double>(t);
  double a = low.toDouble(), b = high.toDouble();
  if (a == b && !v.empty()) {
    a = *std::min_element(v.begin(), v.end());
    b = *std::max_element(v.begin(), v.end());
  }
  if (a == b) {
    a -= 1;
    b += 1;
  }
  if (!std::isfinite(a) || !std::isfinite(b))
    return bail("range of [%g, %g] is not finite", a, b);
  if (a > b)
    return bail("max must be larger than min");
  std::vector<double> counts(bins, 0.0);
  for (double x : v)
    if (x >= a && x <= b)
      counts[std::min(bins - 1, int64_t((x - a) * double(bins) / (b - a)))] +=
          1;
  Tensor out = empty({bins}, t.dtype());
  storeElements(Compute::F64, counts.data(), t.dtype(), out.data(),
                out.itemsize(), bins);
  return out;
}

const KernelEntry entries[] = {
    TSRT_OP("sort", sort),
    {"aten::sort.values", outOf<sort, Sharing::SameResized, 1>},
    {"aten::sort.stable", op<sortStable>},
    {"aten::sort.values_stable", outOf<sortStable, Sharing::SameResized, 1>},
    TSRT_OP("argsort", argsort),
    {"aten::argsort.stable", op<argsortStable>},
    TSRT_OP("msort", msort),
    {"aten::msort.out", outOf<msort, Sharing::SameResized>},
    TSRT_OP("topk", topk),
    {"aten::topk.values", outOf<topk, Sharing::SameResized>},
    TSRT_OP("_unique2", unique2),
    TSRT_OP("_unique", uniqueOld),
    TSRT_OP("unique_dim", uniqueDim),
    TSRT_OP("unique_consecutive", uniqueConsecutive),
    TSRT_OP("unique_dim_consecutive", uniqueDimConsecutive),
    {"aten::searchsorted.Tensor", op<searchsorted>},
    {"aten::searchsorted.Scalar", op<searchsortedScalar>},
    {"aten::bucketize.Tensor", op<bucketize>},
    {"aten::bucketize.Scalar", op<bucketizeScalar>},
    {"aten::isin.Tensor_Tensor", op<isin>},
    {"aten::isin.Tensor_Scalar", op<isinScalar>},
    {"aten::isin.Scalar_Tensor", op<scalarIsin>},
    TSRT_OP("bincount", bincount),
    TSRT_OP_O("histc", histc),
};
const KernelTable table(entries);

} // namespace
