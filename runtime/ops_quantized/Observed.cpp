//===- Observed.cpp - Quantization that learns its range ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moving averages of the smallest and largest numbers, the scale and the zero
// point that follow from them, and numbers rounded to steps, in one operator:
// what a model has while it is trained for quantization.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Quantized.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tsrt;

namespace {

/// The averages, which are changed; one for each row.
struct Averages {
  const Tensor &low, &high;

  void see(const std::vector<float> &lows, const std::vector<float> &highs,
           float weight) const {
    auto move = [&](const Tensor &average, const std::vector<float> &seen) {
      float *at = average.data<float>();
      for (size_t i = 0; i < seen.size(); ++i)
        at[i] = std::isinf(at[i]) ? seen[i] : at[i] + weight * (seen[i] - at[i]);
    };
    move(low, lows);
    move(high, highs);
  }
};

/// Scale and zero point for numbers between two bounds; with the zero point in
/// the middle when symmetric and numbers of both signs were seen.
Choice choose(float low, float high, int64_t smallest, int64_t largest,
              bool isSymmetric) {
  bool isBalanced = isSymmetric && low < 0 && high > 0;
  if (isBalanced) {
    int64_t below = -((largest - smallest) / 2 + 1);
    int64_t above = (largest - smallest) / 2;
    double scale = std::max(std::fabs(double(low) / double(below)),
                            std::fabs(double(high) / double(above)));
    low = float(scale * double(below));
    high = float(scale * double(above));
  }
  Choice choice =
      chooseQuantizer(low, high, smallest, largest, /*reduceRange=*/false);
  if (isBalanced)
    choice.zeroPoint = std::clamp(
        int64_t(std::nearbyint(double(smallest + largest) / 2)), smallest,
        largest);
  return choice;
}

/// The numbers of a dense tensor of floats by rows of a dimension.
template <class Visit>
void forEachNumber(const Tensor &t, int64_t axis, Visit visit) {
  int64_t inner = 1, rows = 1;
  if (axis >= 0) {
    rows = t.size(axis);
    for (int64_t d = axis + 1; d < t.dim(); ++d)
      inner *= t.size(d);
  }
  for (int64_t i = 0, n = t.numel(); i < n; ++i)
    visit(i, size_t(i / inner % rows));
}

/// (numbers rounded to steps, which of them were inside of the bounds)
std::tuple<Tensor, Tensor> roundToSteps(const Tensor &x, int64_t axis,
                                        const std::vector<float> &scales,
                                        const std::vector<int64_t> &zeros,
                                        int64_t smallest, int64_t largest) {
  Tensor out = empty(x.sizes(), TSRT_F32), mask = empty(x.sizes(), TSRT_B8);
  if (!out || !mask)
    return {};
  const float *from = x.data<float>();
  float *to = out.data<float>();
  bool *inside = mask.data<bool>();
  forEachNumber(x, axis, [&](int64_t i, size_t row) {
    float inverse = 1.0f / scales[row];
    int64_t step = int64_t(std::nearbyint(from[i] * inverse)) + zeros[row];
    inside[i] = smallest <= step && step <= largest;
    to[i] = float(std::clamp(step, smallest, largest) - zeros[row]) *
            scales[row];
  });
  return {out, mask};
}

std::tuple<Tensor, Tensor>
observe(const Tensor &self, const Tensor &observerOn, const Tensor &quantizeOn,
        const Tensor &low, const Tensor &high, const Tensor &scale,
        const Tensor &zeroPoint, double weight, int64_t smallest,
        int64_t largest, int64_t axis, bool perRow, bool isSymmetric) {
  if (self.dtype() != TSRT_F32 || low.dtype() != TSRT_F32 ||
      high.dtype() != TSRT_F32 || scale.dtype() != TSRT_F32)
    return {bail("expected scalar type Float but found %s",
                 scalarTypeName(self.dtype())),
            {}};
  if (perRow && (axis < 0 || axis >= self.dim()))
    return {bail("`ch_axis` must be between 0 and number of dimensions of "
                 "input"),
            {}};
  Tensor x = contiguous(self);
  size_t rows = perRow ? size_t(self.size(axis)) : 1;
  if (!perRow)
    axis = -1;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (perRow && low.numel() == 0) {
    Dims size{int64_t(rows)};
    for (const Tensor *t : {&low, &high, &scale, &zeroPoint})
      resizeInPlace(*t, size);
    std::fill_n(low.data<float>(), rows, infinity);
    std::fill_n(high.data<float>(), rows, -infinity);
  }
  for (const Tensor *t : {&low, &high, &scale, &zeroPoint})
    if (t->numel() != int64_t(rows) || !t->isContiguous())
      return {bail("expected a dense tensor of %lld elements but found %lld",
                   LL(rows), LL(t->numel())),
              {}};
  if (observerOn.at(0).toInt()) {
    std::vector<float> lows(rows, infinity), highs(rows, -infinity);
    const float *from = x.data<float>();
    forEachNumber(x, axis, [&](int64_t i, size_t row) {
      lows[row] = std::min(lows[row], from[i]);
      highs[row] = std::max(highs[row], from[i]);
    });
    Averages{low, high}.see(lows, highs, float(weight));
  }
  if (!quantizeOn.at(0).toInt())
    return {cloneOf(self), full(self.sizes(), Scalar(true), TSRT_B8)};
  std::vector<float> scales;
  std::vector<int64_t> zeros;
  for (size_t row = 0; row < rows; ++row) {
    Choice choice = choose(low.data<float>()[row], high.data<float>()[row],
                           smallest, largest, isSymmetric);
    scales.push_back(float(choice.scale));
    zeros.push_back(choice.zeroPoint);
    scale.data<float>()[row] = scales.back();
    storeScalar(zeroPoint.data<char>() + int64_t(row) * zeroPoint.itemsize(),
                zeroPoint.dtype(), double(choice.zeroPoint));
  }
  return roundToSteps(x, axis, scales, zeros, smallest, largest);
}

Tensor observeAlone(const Tensor &self, const Tensor &observerOn,
                    const Tensor &quantizeOn, const Tensor &low,
                    const Tensor &high, const Tensor &scale,
                    const Tensor &zeroPoint, double weight, int64_t smallest,
                    int64_t largest, int64_t axis, bool perRow,
                    bool isSymmetric) {
  if (self.numel() == 0)
    return cloneOf(self);
  return std::get<0>(observe(self, observerOn, quantizeOn, low, high, scale,
                             zeroPoint, weight, smallest, largest, axis,
                             perRow, isSymmetric));
}

const KernelEntry entries[] = {
    TSRT_OP("_fused_moving_avg_obs_fq_helper", observe),
    TSRT_OP("fused_moving_avg_obs_fake_quant", observeAlone),
};
const KernelTable table(entries);

} // namespace
