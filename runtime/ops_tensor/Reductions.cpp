//===- Reductions.cpp - Sums, means, products, any, all, counts -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>

using namespace tsrt;

Rows tsrt::makeRows(const Tensor &t, const Dims &dims, bool keepdim,
                    int dtype) {
  Rows rows;
  Dims reduced = wrapDims(dims, t.dim());
  if (failed())
    return rows;
  Dims order, inner;
  int64_t outer = 1, innerCount = 1;
  for (int64_t d = 0; d < t.dim(); ++d) {
    bool in = dims.empty() || reduced.contains(d);
    if (in) {
      inner.push_back(d);
      innerCount *= t.size(d);
      if (keepdim)
        rows.shape.push_back(1);
      continue;
    }
    order.push_back(d);
    outer *= t.size(d);
    rows.shape.push_back(t.size(d));
  }
  for (int64_t d : inner)
    order.push_back(d);
  bool inOrder = std::is_sorted(order.begin(), order.end());
  Tensor moved = inOrder ? t : permute(t, order);
  if (t.dtype() != dtype && !isNative(dtype))
    moved = toDType(moved, dtype);
  rows.data = contiguousAs(moved, nativeDType(computeType(dtype)));
  rows.outer = outer;
  rows.inner = innerCount;
  return rows;
}

namespace {

/// The dtype sums are computed in: integers widen to int64.
int sumDType(const Tensor &t, OptInt dtype) {
  return dtype ? int(*dtype) : t.isIntegral() ? int(TSRT_I64) : t.dtype();
}

Tensor sumAs(const Tensor &t, const Dims &dims, bool keepdim, OptInt dtype) {
  int d = sumDType(t, dtype);
  return reduce<allTypes>("sum_cpu", t, dims, keepdim, d, d,
                          [](auto *row, int64_t n) { return sumOf(row, n); });
}
Tensor sumAll(const Tensor &t, OptInt dtype) {
  return sumAs(t, {}, false, dtype);
}
Tensor sumDims(const Tensor &t, std::optional<Dims> dims, bool keepdim,
               OptInt dtype) {
  return sumAs(t, dims.value_or(Dims()), keepdim, dtype);
}
Tensor nansum(const Tensor &t, std::optional<Dims> dims, bool keepdim,
              OptInt dtype) {
  int d = sumDType(t, dtype);
  return reduce<realTypes>("nansum_cpu", t, dims.value_or(Dims()), keepdim, d,
                           d, [](auto *row, int64_t n) {
                             using T = std::decay_t<decltype(*row)>;
                             std::vector<T> kept;
                             for (int64_t i = 0; i < n; ++i)
                               if (!isNan(row[i]))
                                 kept.push_back(row[i]);
                             return sumOf(kept.data(), int64_t(kept.size()));
                           });
}

Tensor meanDims(const Tensor &t, std::optional<Dims> dims, bool keepdim,
                OptInt dtype) {
  int d = dtype ? int(*dtype) : t.dtype();
  if (isIntegral(d))
    return bail("mean(): could not infer output dtype. %s dtype must be either "
                "a floating point or complex dtype. Got: %s",
                dtype ? "Optional" : "Input", scalarTypeName(d));
  return reduce<inexactTypes>("mean_cpu", t, dims.value_or(Dims()), keepdim, d,
                              d, [](auto *row, int64_t n) {
                                using T = std::decay_t<decltype(*row)>;
                                return sumOf(row, n) / T(RealOf<T>(n));
                              });
}
Tensor meanAll(const Tensor &t, OptInt dtype) {
  return meanDims(t, {}, false, dtype);
}

/// Elements that are not NaN, per result; for nanmean.
Tensor nanmean(const Tensor &t, std::optional<Dims> dims, bool keepdim,
               OptInt dtype) {
  if (!t.isFloating())
    return bail("nanmean(): expected input to have floating point or complex "
                "dtype but got %s",
                scalarTypeName(t.dtype()));
  Tensor count =
      reduce<floatTypes>("nanmean", t, dims.value_or(Dims()), keepdim,
                         t.dtype(), TSRT_I64, [](auto *row, int64_t n) {
                           int64_t count = 0;
                           for (int64_t i = 0; i < n; ++i)
                             count += !isNan(row[i]);
                           return count;
                         });
  return nansum(t, dims, keepdim, dtype) / count;
}

auto product = [](auto *row, int64_t n) {
  using T = std::decay_t<decltype(*row)>;
  if constexpr (isIntT<T>) {
    uint64_t p = 1;
    for (int64_t i = 0; i < n; ++i)
      p *= uint64_t(row[i]);
    return T(p);
  } else {
    T p = 1;
    for (int64_t i = 0; i < n; ++i)
      p *= row[i];
    return p;
  }
};
Tensor prodAll(const Tensor &t, OptInt dtype) {
  int d = sumDType(t, dtype);
  return reduce<allTypes>("prod_cpu", t, {}, false, d, d, product);
}
Tensor prodDim(const Tensor &t, int64_t dim, bool keepdim, OptInt dtype) {
  int d = sumDType(t, dtype);
  return reduce<allTypes>("prod_cpu", t, {dim}, keepdim, d, d, product);
}

/// any and all keep uint8; everything else gives bool.
int logicDType(const Tensor &t) {
  return t.dtype() == TSRT_U8 ? TSRT_U8 : TSRT_B8;
}
auto anyOf = [](auto *row, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (row[i] != std::decay_t<decltype(*row)>(0))
      return int64_t(1);
  return int64_t(0);
};
auto allOf = [](auto *row, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (row[i] == std::decay_t<decltype(*row)>(0))
      return int64_t(0);
  return int64_t(1);
};
Tensor anyAll(const Tensor &t) {
  return reduce<allTypes>("any", t, {}, false, t.dtype(), logicDType(t), anyOf);
}
Tensor anyDim(const Tensor &t, int64_t dim, bool keepdim) {
  return reduce<allTypes>("any", t, {dim}, keepdim, t.dtype(), logicDType(t),
                          anyOf);
}
Tensor allAll(const Tensor &t) {
  return reduce<allTypes>("all", t, {}, false, t.dtype(), logicDType(t), allOf);
}
Tensor allDim(const Tensor &t, int64_t dim, bool keepdim) {
  return reduce<allTypes>("all", t, {dim}, keepdim, t.dtype(), logicDType(t),
                          allOf);
}

Tensor countDims(const Tensor &t, const Dims &dims) {
  return reduce<allTypes>("count_nonzero", t, dims, false, t.dtype(), TSRT_I64,
                          [](auto *row, int64_t n) {
                            int64_t count = 0;
                            for (int64_t i = 0; i < n; ++i)
                              count +=
                                  row[i] != std::decay_t<decltype(*row)>(0);
                            return count;
                          });
}
Tensor countNonzero(const Tensor &t, OptInt dim) {
  return countDims(t, dim ? Dims{*dim} : Dims());
}

Tensor trace(const Tensor &t) {
  if (t.dim() != 2)
    return bail("trace: expected a matrix, but got tensor with dim %lld",
                LL(t.dim()));
  return sum(diagonal(t, 0, 0, 1));
}

Tensor sumToSize(const Tensor &t, const Dims &size) {
  if (!isExpandable(size, t.sizes()))
    return bail("size {%s} is not expandable to size {%s}.", size.str().c_str(),
                t.sizes().str().c_str());
  // The sum of all elements has a dtype of its own, also of one.
  if (size.empty())
    return sumAll(t, {});
  Dims dims;
  int64_t lead = t.dim() - int64_t(size.size());
  for (int64_t d = 0; d < t.dim(); ++d)
    if (d < lead || (size[d - lead] == 1 && t.size(d) != 1))
      dims.push_back(d);
  if (dims.empty())
    return t;
  return reshape(sumAs(t, dims, true, {}), size);
}

const KernelEntry entries[] = {
    TSRT_OP("sum", sumAll),
    {"aten::sum.dim_IntList", op<sumDims>},
    {"aten::sum.IntList_out", outOf<sumDims>},
    TSRT_OP_O("nansum", nansum),
    TSRT_OP("mean", meanAll),
    {"aten::mean.dim", op<meanDims>},
    {"aten::mean.out", outOf<meanDims>},
    TSRT_OP_O("nanmean", nanmean),
    TSRT_OP("prod", prodAll),
    {"aten::prod.dim_int", op<prodDim>},
    {"aten::prod.int_out", outOf<prodDim>},
    TSRT_OP("any", anyAll),
    {"aten::any.dim", op<anyDim>},
    {"aten::any.out", outOf<anyDim>},
    {"aten::any.all_out", outOf<anyAll>},
    TSRT_OP("all", allAll),
    {"aten::all.dim", op<allDim>},
    {"aten::all.out", outOf<allDim>},
    {"aten::all.all_out", outOf<allAll>},
    {"aten::count_nonzero.dim_IntList", op<countDims>},
    TSRT_OP("count_nonzero", countNonzero),
    TSRT_OP("trace", trace),
    TSRT_OP("sum_to_size", sumToSize),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::sum(const Tensor &t, const Dims &dims, bool keepdim) {
  return sumAs(t, dims, keepdim, {});
}
Tensor tsrt::mean(const Tensor &t, const Dims &dims, bool keepdim) {
  return meanDims(t, dims, keepdim, {});
}
Tensor tsrt::applyReduction(const Tensor &loss, int64_t reduction) {
  return reduction == 1 ? mean(loss) : reduction == 2 ? sum(loss) : loss;
}
