//===- Linear.cpp - Linear layers with quantized weights ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of integers, exactly; then the bias in units of the products' scale
// and one factor per row, as PyTorch's CPU engines compute.
//
//===----------------------------------------------------------------------===//

#include "core/Parallel.h"
#include "ops_quantized/Packed.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

const tsrt_type LinearParams::type = capsuleType(LinearParams::name);

std::vector<int16_t> tsrt::shiftedIntegers(const Tensor &quantized) {
  Tensor in = contiguous(integersOf(quantized));
  std::vector<int16_t> out(size_t(in.numel()));
  const Quantizer *by = quantizerOf(quantized);
  int64_t inner = 1, channels = 1;
  if (by && !by->isPerTensor()) {
    channels = quantized.size(by->axis);
    for (int64_t d = by->axis + 1; d < quantized.dim(); ++d)
      inner *= quantized.size(d);
  }
  visitDType(in.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (sizeof(T) == 1 && std::is_integral_v<T>)
      for (size_t i = 0; i < out.size(); ++i) {
        int64_t zero =
            by->isPerTensor()
                ? by->zeroPoint
                : int64_t(by->zeroPoints[i / size_t(inner) % size_t(channels)]);
        out[i] = int16_t(in.data<T>()[i] - zero);
      }
  });
  return out;
}

PackedRows tsrt::packRows(const Tensor &quantized, const char *what) {
  PackedRows packed;
  if (failed())
    return packed;
  if (quantized.dtype() != TSRT_QI8 || !quantizerOf(quantized) ||
      quantized.dim() < 2)
    return bail("%s: the weight must be a quantized tensor of dtype qint8 with "
                "two or more dimensions",
                what),
           packed;
  const Quantizer &by = *quantizerOf(quantized);
  if (!by.isPerTensor() &&
      (by.axis != 0 || by.scheme != Quantizer::PerChannelAffine))
    return bail("%s: a weight with a scale for each channel must have them "
                "along dimension 0",
                what),
           packed;
  packed.rows = quantized.size(0);
  packed.columns = packed.rows ? quantized.numel() / packed.rows : 0;
  packed.integers = shiftedIntegers(quantized);
  packed.scales = by.isPerTensor()
                      ? std::vector<double>(size_t(packed.rows), by.scale)
                      : by.scales;
  return packed;
}

void tsrt::multiplyIntegers(const int16_t *a, const int16_t *b, int32_t *c,
                            int64_t m, int64_t n, int64_t k) {
  // Tiles of four rows of each operand.
  int64_t grain = std::max<int64_t>(1, (1 << 16) / std::max<int64_t>(n * k, 1));
  parallelFor(m, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t j = 0; j < n; ++j) {
        const int16_t *x = a + i * k, *y = b + j * k;
        int32_t sum = 0;
        for (int64_t p = 0; p < k; ++p)
          sum += int32_t(x[p]) * int32_t(y[p]);
        c[i * n + j] = sum;
      }
  });
}

Requantization::Requantization(const std::vector<double> &rowScales,
                               const Tensor &biasTensor, double inputScale,
                               double scale, int64_t zeroPoint, int dtype,
                               bool relu)
    : zeroPoint(zeroPoint),
      low(relu ? std::max(zeroPoint, smallestQuantum(dtype))
               : smallestQuantum(dtype)),
      high(largestQuantum(dtype)) {
  std::vector<float> values = elementsAs<float>(biasTensor);
  bias.assign(rowScales.size(), 0);
  for (size_t i = 0; i < rowScales.size(); ++i) {
    double product = inputScale * rowScales[i];
    factors.push_back(float(product / scale));
    if (i < values.size())
      bias[i] = values[i] / float(product);
  }
}

int64_t Requantization::apply(int32_t sum, size_t row) const {
  float scaled = (float(sum) + bias[row]) * factors[row];
  if (!(std::fabs(scaled) < 1e9f))
    return scaled > 0 ? high : low;
  return std::clamp(int64_t(std::nearbyint(scaled)) + zeroPoint, low, high);
}

/// Sizes of a linear layer's result; an error when the operand does not fit.
static bool linearSizes(const Tensor &x, int64_t columns, int64_t rows,
                        Dims &sizes) {
  if (failed())
    return false;
  if (x.dim() < 1 || x.size(-1) != columns) {
    bail("quantized::linear: the last dimension of the input has size %lld, "
         "but the weight has %lld columns",
         LL(x.size(-1)), LL(columns));
    return false;
  }
  sizes = x.sizes();
  sizes[sizes.size() - 1] = rows;
  return true;
}

Tensor LinearParams::apply(const Tensor &x, double scale, int64_t zeroPoint,
                           bool relu) const {
  Dims sizes;
  if (isHalf)
    return bail("quantized::linear: the weight was packed for fp16");
  if (!checkPerTensor(x, "quantized::linear") ||
      !linearSizes(x, rows.columns, rows.rows, sizes))
    return {};
  std::vector<int16_t> in = shiftedIntegers(x);
  int64_t m = rows.columns ? int64_t(in.size()) / rows.columns
                           : sizes.product() / std::max<int64_t>(rows.rows, 1);
  std::vector<int32_t> sums(size_t(m * rows.rows));
  multiplyIntegers(in.data(), rows.integers.data(), sums.data(), m, rows.rows,
                   rows.columns);
  Requantization by(rows.scales, bias, quantizerOf(x)->scale, scale, zeroPoint,
                    x.dtype(), relu);
  Tensor out = empty(sizes, integerDType(x.dtype()));
  if (!out)
    return {};
  for (size_t i = 0; i < sums.size(); ++i) {
    int64_t q = by.apply(sums[i], i % size_t(rows.rows));
    x.dtype() == TSRT_QU8 ? void(out.data<uint8_t>()[i] = uint8_t(q))
                          : void(out.data<int8_t>()[i] = int8_t(q));
  }
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(out, quantizer);
}

Tensor LinearParams::applyDynamic(const Tensor &x, bool reduceRange) const {
  Dims sizes;
  if (isHalf)
    return callOperator("aten::linear",
                        {valueOf(x), valueOf(weight), valueOf(bias)});
  if (x.dtype() != TSRT_F32)
    return bail("quantized::linear_dynamic: a tensor of floats is expected, "
                "got %s",
                scalarTypeName(x.dtype()));
  if (!linearSizes(x, rows.columns, rows.rows, sizes))
    return {};
  Choice choice = chooseQuantizer(x, 0, 255, reduceRange);
  Tensor q = quantize(x, choice.scale, choice.zeroPoint, TSRT_QU8);
  Tensor out = empty(sizes, TSRT_F32);
  if (!q || !out)
    return {};
  std::vector<int16_t> in = shiftedIntegers(q);
  int64_t m = rows.rows ? out.numel() / rows.rows : 0;
  std::vector<int32_t> sums(size_t(out.numel()));
  multiplyIntegers(in.data(), rows.integers.data(), sums.data(), m, rows.rows,
                   rows.columns);
  std::vector<float> b = elementsAs<float>(bias);
  for (size_t i = 0; i < sums.size(); ++i) {
    size_t row = i % size_t(rows.rows);
    float factor = float(choice.scale) * float(rows.scales[row]);
    out.data<float>()[i] = float(sums[i]) * factor + (bias ? b[row] : 0.0f);
  }
  return out;
}

namespace {

using Linear = const LinearParams *;

bool checkBias(const Tensor &bias, int64_t rows, const char *what) {
  if (bias && (bias.dim() != 1 || bias.size(0) != rows))
    bail("%s: bias should have %lld elements", what, LL(rows));
  return !failed();
}
CapsuleRef prepack(const Tensor &weight, const Tensor &bias) {
  PackedRows rows = packRows(weight, "quantized::linear_prepack");
  if (!failed() && weight.dim() != 2)
    bail("The weight tensor for quantized::linear_prepack should be "
         "2-dimensional.");
  if (failed() || !checkBias(bias, rows.rows, "quantized::linear_prepack"))
    return {};
  auto *params = new LinearParams;
  params->weight = weight;
  params->bias = bias;
  params->rows = std::move(rows);
  return makeCapsule(LinearParams::type, params);
}
CapsuleRef prepackHalf(const Tensor &weight, const Tensor &bias) {
  if (weight.dtype() != TSRT_F32 || weight.dim() != 2)
    return bail("quantized::linear_prepack_fp16: the weight must be a matrix "
                "of floats");
  if (!checkBias(bias, weight.size(0), "quantized::linear_prepack_fp16"))
    return {};
  auto *params = new LinearParams;
  // Numbers that a half cannot hold become its largest.
  Tensor held = callOperator("aten::clamp", {valueOf(weight),
                                             floatValue(-65504.0),
                                             floatValue(65504.0)});
  params->weight = toDType(toDType(held, TSRT_F16), TSRT_F32);
  params->bias = bias;
  params->isHalf = true;
  return makeCapsule(LinearParams::type, params);
}
std::tuple<Tensor, Tensor> unpack(Linear params) {
  return {params->weight, params->bias};
}

template <bool Relu>
Tensor linear(const Tensor &x, Linear params, double scale,
              int64_t zeroPoint) {
  if (!quantizerOf(x))
    return bailAs(kNotImplementedError,
                  "Could not run 'quantized::linear%s' with arguments from the "
                  "'CPU' backend. This could be because the operator doesn't "
                  "exist for this backend, or was omitted during the "
                  "selective/custom build process (if using custom build).",
                  Relu ? "_relu" : "");
  return params->apply(x, scale, zeroPoint, Relu);
}
Tensor reluOf(const Tensor &t) {
  return callOperator("aten::relu", {valueOf(t)});
}
template <bool Relu>
Tensor linearDynamic(const Tensor &x, Linear params, bool reduceRange) {
  Tensor y = params->applyDynamic(x, reduceRange);
  return Relu ? reluOf(y) : y;
}
template <bool Relu>
Tensor linearHalf(const Tensor &x, Linear params) {
  if (!params->isHalf)
    return bail("quantized::linear_dynamic_fp16: the weight was not packed for "
                "fp16");
  return linearDynamic<Relu>(x, params, false);
}

const KernelEntry entries[] = {
    {"quantized::linear_prepack", op<prepack>},
    {"quantized::linear_prepack_fp16", op<prepackHalf>},
    {"quantized::linear_unpack", op<unpack>},
    {"quantized::linear_unpack_fp16", op<unpack>},
    {"quantized::linear", op<linear<false>>},
    {"quantized::linear_relu", op<linear<true>>},
    {"quantized::linear_dynamic", op<linearDynamic<false>>},
    {"quantized::linear_relu_dynamic", op<linearDynamic<true>>},
    {"quantized::linear_dynamic_fp16", op<linearHalf<false>>},
    {"quantized::linear_relu_dynamic_fp16", op<linearHalf<true>>},
    {"_quantized::linear_prepack", op<prepack>},
    {"_quantized::linear_prepack_fp16", op<prepackHalf>},
    {"_quantized::linear", op<linear<false>>},
    {"_quantized::linear_dynamic", op<linearDynamic<false>>},
};
const KernelTable table(entries);

} // namespace
