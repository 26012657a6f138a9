//===- Linear.cpp - Linear layers with quantized weights ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of bytes where the processor has them, or else of integers, exactly,
// for some rows of the weight at a time.
//
//===----------------------------------------------------------------------===//

#include "core/Parallel.h"
#include "ops_quantized/ByteConvolution.h"
#include "ops_quantized/IntegerProduct.h"
#include "ops_quantized/Packed.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

const tsrt_type LinearParams::type = capsuleType(LinearParams::name);

template <class T>
static void shift(const T *from, size_t n, int64_t zero, int16_t *to) {
  auto less = int16_t(zero);
  for (size_t i = 0; i < n; ++i)
    to[i] = int16_t(from[i] - less);
}

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
    if constexpr (sizeof(T) == 1 && std::is_integral_v<T>) {
      const T *from = in.data<T>();
      if (by->isPerTensor())
        return shift(from, out.size(), by->zeroPoint, out.data());
      for (size_t i = 0; i < out.size(); ++i)
        out[i] = int16_t(
            from[i] -
            int64_t(by->zeroPoints[i / size_t(inner) % size_t(channels)]));
    }
  });
  return out;
}

/// Rows of an even number of integers.
static std::vector<int16_t> spaceRows(std::vector<int16_t> integers,
                                      int64_t columns) {
  if (columns % 2 == 0)
    return integers;
  size_t width = size_t(columns), rows = integers.size() / width;
  std::vector<int16_t> spaced(rows * (width + 1));
  for (size_t row = 0; row < rows; ++row)
    std::copy_n(integers.begin() + ptrdiff_t(row * width), width,
                spaced.begin() + ptrdiff_t(row * (width + 1)));
  return spaced;
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
  packed.step = (packed.columns + 1) / 2 * 2;
  packed.integers = spaceRows(shiftedIntegers(quantized), packed.columns);
  packed.scales = by.isPerTensor()
                      ? std::vector<double>(size_t(packed.rows), by.scale)
                      : by.scales;
  return packed;
}

void LinearParams::packPanels() {
  bytePanels = bytes::packPanels(rows);
  int64_t columns = integers::findKernel().columns;
  int64_t wide = (rows.rows + columns - 1) / columns * columns;
  panels.assign(size_t(wide * rows.step), 0);
  for (int64_t row = 0; row < rows.rows; ++row) {
    int16_t *panel = panels.data() + row / columns * columns * rows.step;
    const int16_t *from = rows.integers.data() + row * rows.step;
    for (int64_t k = 0; k < rows.step; ++k)
      panel[(k / 2 * columns + row % columns) * 2 + k % 2] = from[k];
  }
  rows.integers = {};
}

/// x[m, k] times the rows: `finish` gets the sums of a row of x with some of
/// them, and the number of the first.
template <class F>
static void multiply(const std::vector<int16_t> &x, int64_t m,
                     const LinearParams &params, const F &finish) {
  const PackedRows &rows = params.rows;
  const integers::Kernel &kernel = integers::findKernel();
  int64_t columns = kernel.columns;
  std::vector<int16_t> a = spaceRows(x, rows.columns);
  parallelFor((rows.rows + columns - 1) / columns, 1,
              [&](int64_t begin, int64_t end) {
                std::vector<int32_t> sums(size_t(m * columns));
                for (int64_t i = begin; i < end; ++i) {
                  int64_t first = i * columns;
                  int64_t count = std::min(columns, rows.rows - first);
                  kernel.multiply({a.data(), rows.step, m,
                                   params.panels.data() + first * rows.step,
                                   rows.step / 2, sums.data()});
                  for (int64_t row = 0; row < m; ++row)
                    finish(row, first, count, sums.data() + row * columns);
                }
              });
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
  Requantization by(rows.scales, bias, quantizerOf(x)->scale, scale, zeroPoint,
                    x.dtype(), relu);
  Tensor out = empty(sizes, integerDType(x.dtype()));
  if (!out)
    return {};
  auto *to = out.data<uint8_t>();
  if (!bytes::multiply(bytePanels, x, rows.columns, by, to)) {
    std::vector<int16_t> in = shiftedIntegers(x);
    int64_t m = rows.rows ? out.numel() / rows.rows : 0;
    multiply(
        in, m, *this,
        [&](int64_t row, int64_t first, int64_t count, const int32_t *sums) {
          by.applyToRows(sums, count, size_t(first),
                         to + row * rows.rows + first);
        });
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
  std::vector<float> b(size_t(rows.rows)), factors;
  if (bias)
    b = elementsAs<float>(bias);
  for (double rowScale : rows.scales)
    factors.push_back(float(choice.scale) * float(rowScale));
  auto *floats = out.data<float>();
  if (bytes::multiply(bytePanels, q, rows.columns, factors, b, floats))
    return out;
  std::vector<int16_t> in = shiftedIntegers(q);
  int64_t m = rows.rows ? out.numel() / rows.rows : 0;
  multiply(in, m, *this,
           [&](int64_t row, int64_t first, int64_t count, const int32_t *sums) {
             float *to = floats + row * rows.rows + first;
             for (int64_t i = 0; i < count; ++i) {
               auto at = size_t(first + i);
               to[i] = float(sums[i]) * factors[at] + b[at];
             }
           });
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
  params->packPanels();
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
  Tensor held =
      callOperator("aten::clamp", {valueOf(weight), floatValue(-65504.0),
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
Tensor linear(const Tensor &x, Linear params, double scale, int64_t zeroPoint) {
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
