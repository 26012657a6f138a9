//===- Histograms.cpp - histogram -----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts, weights or densities of elements between edges.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Kernels.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>

using namespace tsrt;

namespace {

/// The rising edges of the bins of each dimension.
using Edges = std::vector<std::vector<double>>;

Tensor tensorOf(const std::vector<double> &v, const Dims &shape, int dtype) {
  Tensor out = empty(shape, dtype);
  if (out && !v.empty())
    storeElements(Compute::F64, v.data(), dtype, out.data(), out.itemsize(),
                  int64_t(v.size()));
  return out;
}

/// Sums the weights of the points (the last dimension of `t`) between
/// neighbours of the edges; the last bin has both of its edges.
Tensor countBetween(const char *name, const Tensor &t, const Edges &edges,
                    const std::optional<Tensor> &weight, bool density) {
  std::vector<double> values = elementsAs<double>(t), weights;
  int64_t dims = int64_t(edges.size());
  if (weight && *weight) {
    if (weight->sizes() != t.sizes().slice(0, t.dim() - 1))
      return bail("%s: if weight tensor is provided it should have the same "
                  "shape as the input tensor excluding its innermost dimension",
                  name);
    weights = elementsAs<double>(*weight);
  }
  Dims shape;
  for (const std::vector<double> &axis : edges)
    shape.push_back(int64_t(axis.size()) - 1);
  std::vector<double> sums(shape.product());
  double total = 0;
  for (size_t i = 0; i * dims < values.size(); ++i) {
    int64_t place = 0;
    for (int64_t d = 0; d < dims && place >= 0; ++d) {
      const std::vector<double> &axis = edges[d];
      double v = values[i * dims + d];
      // NaN is in the last bin.
      if (v < axis.front() || v > axis.back()) {
        place = -1;
        break;
      }
      int64_t bin =
          std::upper_bound(axis.begin(), axis.end(), v) - axis.begin() - 1;
      place = place * shape[d] + std::min(bin, shape[d] - 1);
    }
    if (place < 0)
      continue;
    double amount = weights.empty() ? 1 : weights[i];
    sums[place] += amount;
    total += amount;
  }
  for (size_t place = 0; density && place < sums.size(); ++place) {
    double volume = 1;
    int64_t rest = int64_t(place);
    for (int64_t d = dims; d-- > 0; rest /= shape[d]) {
      int64_t bin = rest % shape[d];
      volume *= edges[d][bin + 1] - edges[d][bin];
    }
    sums[place] /= total * volume;
  }
  return tensorOf(sums, shape, t.dtype());
}

/// Evenly spaced numbers, rounded to the dtype: from both ends to the middle,
/// as torch.linspace has them.
std::vector<double> evenEdges(double low, double high, int64_t bins,
                              int dtype) {
  std::vector<double> edges;
  for (int64_t i = 0; i <= bins; ++i) {
    if (dtype == TSRT_F32) {
      float first = float(low), last = float(high);
      float step = (last - first) / float(bins);
      edges.push_back(i < (bins + 1) / 2 ? first + step * float(i)
                                         : last - step * float(bins - i));
    } else {
      double step = (high - low) / double(bins);
      edges.push_back(i < (bins + 1) / 2 ? low + step * double(i)
                                         : high - step * double(bins - i));
    }
  }
  return edges;
}

bool checkInput(const Tensor &t) {
  if (!failed() && t.dtype() != TSRT_F32 && t.dtype() != TSRT_F64)
    bail("\"histogramdd\" not implemented for '%s'", scalarTypeName(t.dtype()));
  return !failed();
}

/// The edges of evenly spaced bins of each dimension, from `range` or the
/// elements' least to their greatest.
Edges edgesOf(const char *name, const Tensor &t, IntSpan bins,
              std::optional<FloatSpan> range) {
  int64_t dims = t.size(-1);
  if (int64_t(bins.size) != dims)
    return bail("%s: expected %lld bin counts for %lld dimensions, but got "
                "%lld",
                name, LL(dims), LL(dims), LL(bins.size));
  if (range && int64_t(range->size) != 2 * dims)
    return bail("%s: for a %lld-dimensional histogram range should have %lld "
                "elements, but got %lld",
                name, LL(dims), LL(2 * dims), LL(range->size));
  std::vector<double> values = elementsAs<double>(t);
  Edges edges;
  for (int64_t d = 0; d < dims; ++d) {
    if (bins[d] <= 0)
      return bail("torch.histogram(): bins must be > 0, but got %lld for "
                  "dimension %lld",
                  LL(bins[d]), LL(d));
    double low = 0, high = 1;
    if (range) {
      low = (*range)[2 * d];
      high = (*range)[2 * d + 1];
    } else if (!values.empty()) {
      low = high = values[d];
      for (size_t i = d; i < values.size(); i += dims) {
        low = values[i] < low || std::isnan(values[i]) ? values[i] : low;
        high = values[i] > high || std::isnan(values[i]) ? values[i] : high;
      }
    }
    if (!std::isfinite(low) || !std::isfinite(high))
      return bail("%s: dimension %lld's range [%g, %g] is not finite", name,
                  LL(d), low, high);
    if (!(low <= high))
      return bail("%s: min should not exceed max, but got min %g max %g for "
                  "dimension %lld",
                  name, low, high, LL(d));
    // An empty range is widened.
    if (low == high) {
      low -= 0.5;
      high += 0.5;
    }
    edges.push_back(evenEdges(low, high, bins[d], t.dtype()));
  }
  return edges;
}
Tensors toTensors(const Edges &edges, int dtype) {
  Tensors result;
  for (const std::vector<double> &axis : edges)
    result.push_back(tensorOf(axis, {int64_t(axis.size())}, dtype));
  return result;
}

/// The edges that tensors give.
Edges edgesIn(const char *name, const Tensors &bins) {
  Edges edges;
  for (const Tensor &axis : bins) {
    if (axis.dim() != 1 || axis.numel() < 2)
      return bail("%s: bins tensor should have one dimension and at least two "
                  "elements",
                  name);
    edges.push_back(elementsAs<double>(axis));
  }
  return edges;
}

constexpr const char *one = "torch.histogram()";
constexpr const char *several = "torch.histogramdd()";

/// The elements as points of one dimension.
Tensor asPoints(const Tensor &t) {
  return unsqueeze(reshape(t, {t.numel()}), -1);
}
std::optional<Tensor> flatWeight(const Tensor &t,
                                 const std::optional<Tensor> &weight) {
  if (weight && *weight && weight->sizes() == t.sizes())
    return reshape(*weight, {t.numel()});
  return weight;
}
std::tuple<Tensor, Tensor> histogram(const Tensor &t, int64_t bins,
                                     std::optional<FloatSpan> range,
                                     std::optional<Tensor> weight,
                                     bool density) {
  if (!checkInput(t))
    return {};
  Tensor points = asPoints(t);
  Edges edges = edgesOf(one, points, {&bins, 1}, range);
  if (failed())
    return {};
  return {countBetween(one, points, edges, flatWeight(t, weight), density),
          toTensors(edges, t.dtype())[0]};
}
std::tuple<Tensor, Tensor> histogramOfEdges(const Tensor &t,
                                            const Tensor &edges,
                                            std::optional<Tensor> weight,
                                            bool density) {
  if (!checkInput(t))
    return {};
  Edges axes = edgesIn(one, {edges});
  if (failed())
    return {};
  return {countBetween(one, asPoints(t), axes, flatWeight(t, weight), density),
          Tensor(edges)};
}

bool checkPoints(const Tensor &t) {
  if (!failed() && t.dim() < 2)
    bail("torch.histogramdd(): input tensor should have at least 2 dimensions, "
         "but got %lld",
         LL(t.dim()));
  return checkInput(t);
}
std::tuple<Tensor, Tensors> histogramdd(const Tensor &t, IntSpan bins,
                                        std::optional<FloatSpan> range,
                                        std::optional<Tensor> weight,
                                        bool density) {
  if (!checkPoints(t))
    return {};
  Edges edges = edgesOf(several, t, bins, range);
  if (failed())
    return {};
  return {countBetween(several, t, edges, weight, density),
          toTensors(edges, t.dtype())};
}
std::tuple<Tensor, Tensors> histogramddEven(const Tensor &t, int64_t bins,
                                            std::optional<FloatSpan> range,
                                            std::optional<Tensor> weight,
                                            bool density) {
  std::vector<int64_t> all(t.size(-1), bins);
  return histogramdd(t, {all.data(), int64_t(all.size())}, range, weight,
                     density);
}
std::tuple<Tensor, Tensors> histogramddOfEdges(const Tensor &t,
                                               const Tensors &bins,
                                               std::optional<FloatSpan>,
                                               std::optional<Tensor> weight,
                                               bool density) {
  if (!checkPoints(t))
    return {};
  Edges edges = edgesIn(several, bins);
  if (!failed() && int64_t(edges.size()) != t.size(-1))
    bail("torch.histogramdd(): expected %lld sequences of bin edges for a "
         "%lld-dimensional histogram but got %lld",
         LL(t.size(-1)), LL(t.size(-1)), LL(edges.size()));
  if (failed())
    return {};
  return {countBetween(several, t, edges, weight, density), bins};
}

const KernelEntry entries[] = {
    {"aten::histogram.bin_ct", op<histogram>},
    {"aten::histogram.bins_tensor", op<histogramOfEdges>},
    TSRT_OP("histogramdd", histogramdd),
    {"aten::histogramdd.int_bins", op<histogramddEven>},
    {"aten::histogramdd.TensorList_bins", op<histogramddOfEdges>},
};
const KernelTable table(entries);

} // namespace
