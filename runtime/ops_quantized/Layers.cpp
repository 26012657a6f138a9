//===- Layers.cpp - Pooling, normalization and shapes of quantized tensors ===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layers without weights of their own, and what moves elements.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Quantized.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Pooling.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

namespace {

/// A floats' result of an operator, quantized like the operand's dtype.
Tensor again(const Tensor &y, double scale, int64_t zeroPoint,
             const Tensor &like) {
  return quantize(y, scale, zeroPoint, like.dtype());
}

/// Elements of all tensors with one quantizer, one behind the other.
template <bool Relu>
Tensor cat(const Tensors &tensors, int64_t dim, std::optional<double> scale,
           OptInt zeroPoint) {
  if (tensors.empty())
    return bail("quantized::cat(): expected a non-empty list of Tensors");
  const Tensor &first = tensors[0];
  Tensors parts;
  std::vector<TensorRef> refs;
  for (const Tensor &t : tensors) {
    if (!quantizerOf(t))
      return bail("Only quantized tensors are supported in 'cat'!");
    if (!quantizerOf(t)->isPerTensor())
      return bail("Only per-tensor quantization is supported in 'cat'!");
    if (t.dtype() != first.dtype())
      return bail("All dtypes must be the same.");
  }
  double to = scale.value_or(quantizerOf(first)->scale);
  int64_t zero = zeroPoint.value_or(quantizerOf(first)->zeroPoint);
  for (const Tensor &t : tensors) {
    bool same = quantizerOf(t)->scale == to && quantizerOf(t)->zeroPoint == zero;
    Tensor q = same ? t : quantize(dequantize(t), to, zero, t.dtype());
    if (!q)
      return {};
    refs.push_back(TensorRef::retain(integersOf(q).get()));
  }
  ListRef list = makeList(refs);
  tsrt_value lent = noneValue();
  lent.type = list->header.type;
  lent.u.p = list.get();
  Tensor joined = callOperator("aten::cat", {lent, intValue(dim)});
  if (!joined)
    return {};
  auto *quantizer = new Quantizer;
  quantizer->scale = to;
  quantizer->zeroPoint = zero;
  // Channels lie last where they do in all operands.
  int64_t format = suggestedFormat(first);
  for (const Tensor &t : tensors)
    format = suggestedFormat(t) == format ? format : 0;
  Tensor made = asQuantized(inFormat(joined, format), quantizer);
  return Relu ? callOperator("aten::relu", {valueOf(made)}) : made;
}
Tensor catPlain(const Tensors &tensors, int64_t dim) {
  return cat<false>(tensors, dim, {}, {});
}
Tensor stack(const Tensors &tensors, int64_t dim) {
  Tensors parts;
  for (const Tensor &t : tensors)
    parts.push_back(unsqueeze(t, dim));
  return failed() || tensors.empty() ? Tensor()
                                     : cat<false>(parts, dim, {}, {});
}

/// round(alpha * (integer - zero point) + beta) + zero point of the result,
/// with a factor and a term for each channel.
template <bool Relu>
Tensor batchNorm(const Tensor &t, const Tensor &weight, const Tensor &bias,
                 const Tensor &mean, const Tensor &var, double eps,
                 double scale, int64_t zeroPoint) {
  if (!quantizerOf(t))
    return bail("quantized::batch_norm: a quantized tensor is expected");
  if (!checkPerTensor(t, "quantized::batch_norm"))
    return {};
  if (t.dim() < 2 || mean.numel() != t.size(1) || var.numel() != t.size(1))
    return bail("Expect mean and variance to have the size of the channels");
  if (!weight || !bias)
    return bail("%s must be provided", weight ? "Bias" : "Weight");
  std::vector<float> w = elementsAs<float>(weight), b = elementsAs<float>(bias),
                     m = elementsAs<float>(mean), v = elementsAs<float>(var);
  int64_t channels = t.size(1), inner = 1;
  for (int64_t d = 2; d < t.dim(); ++d)
    inner *= t.size(d);
  Tensor in = toDType(contiguous(integersOf(t)), TSRT_I32);
  Tensor out = empty(t.sizes(), TSRT_I32);
  if (!in || !out)
    return {};
  int64_t low = Relu ? std::max(zeroPoint, smallestQuantum(t.dtype()))
                     : smallestQuantum(t.dtype());
  int64_t high = largestQuantum(t.dtype());
  auto single = float(scale), inScale = float(quantizerOf(t)->scale);
  for (int64_t run = 0; run < t.size(0) * channels; ++run) {
    auto c = size_t(run % channels);
    float inverse = 1.0f / std::sqrt(v[c] + float(eps));
    float factor = inverse * w[c];
    float alpha = factor * inScale / single;
    float beta = (b[c] - m[c] * factor) / single;
    const int32_t *from = in.data<int32_t>() + run * inner;
    int32_t *to = out.data<int32_t>() + run * inner;
    auto zero = int32_t(quantizerOf(t)->zeroPoint);
    for (int64_t i = 0; i < inner; ++i)
      to[i] = int32_t(std::clamp(
          int64_t(std::nearbyint(alpha * float(from[i] - zero) + beta)) +
              zeroPoint,
          low, high));
  }
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(
      inFormat(toDType(out, integerDType(t.dtype())), suggestedFormat(t)),
      quantizer);
}

Tensor layerNorm(const Tensor &t, const Dims &shape, const Tensor &weight,
                 const Tensor &bias, double eps, double scale,
                 int64_t zeroPoint) {
  Tensor x = dequantize(t);
  ListRef list = makeList(std::vector<int64_t>(shape.begin(), shape.end()));
  tsrt_value sizes = noneValue();
  sizes.type = list->header.type;
  sizes.u.p = list.get();
  Tensor y = callOperator("aten::layer_norm",
                          {valueOf(x), sizes, valueOf(weight), valueOf(bias),
                           floatValue(eps), boolValue(false)});
  return again(y, scale, zeroPoint, t);
}
Tensor groupNorm(const Tensor &t, int64_t groups, const Tensor &weight,
                 const Tensor &bias, double eps, double scale,
                 int64_t zeroPoint) {
  Tensor x = dequantize(t);
  Tensor y = callOperator("aten::group_norm",
                          {valueOf(x), intValue(groups), valueOf(weight),
                           valueOf(bias), floatValue(eps), boolValue(false)});
  return again(y, scale, zeroPoint, t);
}
Tensor instanceNorm(const Tensor &t, const Tensor &weight, const Tensor &bias,
                    double eps, double scale, int64_t zeroPoint) {
  return groupNorm(t, t.size(1), weight, bias, eps, scale, zeroPoint);
}

/// The maximum of integers stands for that of their numbers.
Tensor maxPool(const Tensor &t, const Dims &kernel, const Dims &stride,
               const Dims &padding, const Dims &dilation, bool ceilMode) {
  if (!checkPerTensor(t, "max_pool2d"))
    return {};
  Tensor made = maxPool2d(integersOf(t), kernel, stride, padding, dilation,
                          ceilMode);
  return made ? asQuantizedLike(made, t) : made;
}

const KernelEntry entries[] = {
    {"quantized::cat", op<cat<false>>},
    {"quantized::cat_relu", op<cat<true>>},
    {"QuantizedCPU:aten::cat", op<catPlain>},
    {"QuantizedCPU:aten::stack", op<stack>},
    {"quantized::batch_norm", op<batchNorm<false>>},
    {"quantized::batch_norm_relu", op<batchNorm<true>>},
    {"quantized::batch_norm1d", op<batchNorm<false>>},
    {"quantized::batch_norm1d_relu", op<batchNorm<true>>},
    {"quantized::batch_norm2d", op<batchNorm<false>>},
    {"quantized::batch_norm2d_relu", op<batchNorm<true>>},
    {"quantized::batch_norm3d", op<batchNorm<false>>},
    {"quantized::batch_norm3d_relu", op<batchNorm<true>>},
    {"quantized::layer_norm", op<layerNorm>},
    {"quantized::group_norm", op<groupNorm>},
    {"quantized::instance_norm", op<instanceNorm>},
    TSRT_ON_FLOATS("max_pool1d"),
    {"QuantizedCPU:aten::max_pool2d", op<maxPool>},
    TSRT_ON_FLOATS("max_pool3d"),
    TSRT_ON_POOLED("avg_pool1d"),
    TSRT_ON_POOLED("avg_pool2d"),
    TSRT_ON_STEPS("avg_pool3d"),
    TSRT_ON_POOLED("adaptive_avg_pool1d"),
    TSRT_ON_POOLED("adaptive_avg_pool2d"),
    TSRT_ON_POOLED("adaptive_avg_pool3d"),
    TSRT_ON_POOLED("_adaptive_avg_pool2d"),
    TSRT_ON_POOLED("_adaptive_avg_pool3d"),
    TSRT_ON_MEAN("mean"),
    TSRT_ON_MEAN("mean.dim"),
    TSRT_ON_FLOATS("std.correction"),
    TSRT_ON_FLOATS("std.dim"),
    TSRT_ON_FLOATS("std"),
    TSRT_ON_FLOATS("max"),
    TSRT_ON_FLOATS("min"),
    TSRT_ON_FLOATS("max.dim"),
    TSRT_ON_FLOATS("min.dim"),
    TSRT_ON_FLOATS("upsample_nearest1d"),
    TSRT_ON_FLOATS("upsample_nearest2d"),
    TSRT_ON_FLOATS("upsample_nearest3d"),
    TSRT_ON_FLOATS("upsample_nearest2d.vec"),
    TSRT_ON_FLOATS("upsample_nearest3d.vec"),
    TSRT_ON_FLOATS("_upsample_nearest_exact2d"),
    TSRT_ON_FLOATS("_upsample_nearest_exact3d"),
    TSRT_ON_STEPS("upsample_bilinear2d"),
    TSRT_ON_STEPS("upsample_bilinear2d.vec"),
    TSRT_ON_FLOATS("grid_sampler_2d"),
    TSRT_ON_FLOATS("pad"),
    TSRT_ON_FLOATS("constant_pad_nd"),
    TSRT_ON_FLOATS("reflection_pad1d"),
    TSRT_ON_FLOATS("reflection_pad2d"),
    TSRT_ON_FLOATS("channel_shuffle"),
    TSRT_ON_FLOATS("sort.stable"),
    TSRT_ON_FLOATS("sort"),
    TSRT_ON_FLOATS("topk"),
    TSRT_ON_FLOATS("item"),
    TSRT_ON_FLOATS("_local_scalar_dense"),
    TSRT_ON_FLOATS("Float.Tensor"),
    TSRT_ON_FLOATS("Int.Tensor"),
    TSRT_ON_FLOATS("Bool.Tensor"),
    TSRT_ON_FLOATS("FloatImplicit"),
    TSRT_ON_FLOATS("ScalarImplicit"),
    TSRT_ON_INTEGERS("empty_like"),
    TSRT_ON_INTEGERS("flip"),
    TSRT_ON_INTEGERS("index_select"),
    TSRT_ON_INTEGERS("index.Tensor"),
};
const KernelTable table(entries);

} // namespace
