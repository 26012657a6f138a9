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

#include "ops_tensor/Matrices.h"

#include <algorithm>

using namespace tsrt;

namespace {

/// Sums the weights of the elements between neighbours of the rising `edges`;
/// the last bin has both of its edges.
Tensor countBetween(const Tensor &t, const std::vector<double> &edges,
                    const std::optional<Tensor> &weight, bool density) {
  std::vector<double> values = elementsAs<double>(t), weights;
  if (weight && *weight) {
    if (weight->sizes() != t.sizes())
      return bail("torch.histogram(): if weight tensor is provided it should "
                  "have the same shape as the input tensor excluding its "
                  "innermost dimension");
    weights = elementsAs<double>(*weight);
  }
  std::vector<double> sums(edges.size() - 1);
  double total = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] >= edges.front() && values[i] <= edges.back()))
      continue;
    size_t bin =
        size_t(std::upper_bound(edges.begin(), edges.end(), values[i]) -
               edges.begin()) -
        1;
    double amount = weights.empty() ? 1 : weights[i];
    sums[std::min(bin, sums.size() - 1)] += amount;
    total += amount;
  }
  if (density)
    for (size_t bin = 0; bin < sums.size(); ++bin)
      sums[bin] /= total * (edges[bin + 1] - edges[bin]);
  Sink<double> sink({}, {int64_t(sums.size())}, t.dtype());
  sink.put(sums);
  return sink.out;
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

std::tuple<Tensor, Tensor> histogram(const Tensor &t, int64_t bins,
                                     std::optional<FloatSpan> range,
                                     std::optional<Tensor> weight,
                                     bool density) {
  if (!checkInput(t))
    return {};
  if (bins <= 0) {
    bail("torch.histogram(): bins must be > 0, but got %lld for dimension 0",
         LL(bins));
    return {};
  }
  double low = 0, high = 1;
  if (range && range->size == 2) {
    low = (*range)[0];
    high = (*range)[1];
  } else if (t.numel()) {
    std::vector<double> values = elementsAs<double>(t);
    auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    low = *least;
    high = *greatest;
  }
  if (!(low <= high)) {
    bail("torch.histogram(): min should not exceed max, but got min %g max %g "
         "for dimension 0",
         low, high);
    return {};
  }
  // An empty range is widened.
  if (low == high) {
    low -= 0.5;
    high += 0.5;
  }
  std::vector<double> edges = evenEdges(low, high, bins, t.dtype());
  Sink<double> sink({}, {bins + 1}, t.dtype());
  sink.put(edges);
  return {countBetween(t, edges, weight, density), sink.out};
}

std::tuple<Tensor, Tensor> histogramOfEdges(const Tensor &t,
                                            const Tensor &edges,
                                            std::optional<Tensor> weight,
                                            bool density) {
  if (!checkInput(t))
    return {};
  if (edges.dim() != 1 || edges.numel() < 2) {
    bail("torch.histogram(): bins tensor should have one dimension and at "
         "least two elements");
    return {};
  }
  return {countBetween(t, elementsAs<double>(edges), weight, density),
          Tensor(edges)};
}

const KernelEntry entries[] = {
    {"aten::histogram.bin_ct", op<histogram>},
    {"aten::histogram.bins_tensor", op<histogramOfEdges>},
};
const KernelTable table(entries);

} // namespace
