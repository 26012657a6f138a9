//===- Normalization.cpp - Softmax and normalization layers ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/FloatMath.h"
#include "ops_tensor/Layers.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Reduce.h"

#include <cmath>

using namespace tsrt;

namespace {

template <class T>
T rowMax(const T *row, int64_t n) {
  T m = -std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < n; ++i)
    m = row[i] > m || std::isnan(row[i]) ? row[i] : m;
  return m;
}

Tensor softmaxInt(const Tensor &x, int64_t dim, OptInt dtype) {
  return softmax(dtype ? toDType(x, int(*dtype)) : x, dim);
}
Tensor logSoftmaxInt(const Tensor &x, int64_t dim, OptInt dtype) {
  Tensor in = dtype ? toDType(x, int(*dtype)) : x;
  return mapRows<floatTypes>("log_softmax_lastdim_kernel_impl", in, dim,
                             in.dtype(), [](auto *row, auto *out, int64_t n) {
                               using T = std::decay_t<decltype(*row)>;
                               T m = rowMax(row, n);
                               double s = 0;
                               for (int64_t i = 0; i < n; ++i)
                                 s += expOf(row[i] - m);
                               // Not m + log(s) at once: a large m would
                               // swallow the logarithm.
                               T log = T(std::log(s));
                               for (int64_t i = 0; i < n; ++i)
                                 out[i] = row[i] - m - log;
                             });
}
Tensor softmaxFlag(const Tensor &x, int64_t dim, bool) {
  return softmax(x, dim);
}
Tensor logSoftmaxFlag(const Tensor &x, int64_t dim, bool) {
  return logSoftmaxInt(x, dim, {});
}
Tensor logsumexp(const Tensor &x, const Dims &dims, bool keepdim) {
  int dtype = inexact(x.dtype());
  return reduce<floatTypes>("logsumexp", x, dims, keepdim, dtype, dtype,
                            [](auto *row, int64_t n) {
                              using T = std::decay_t<decltype(*row)>;
                              T m = rowMax(row, n);
                              if (std::isinf(m))
                                return m;
                              double s = 0;
                              for (int64_t i = 0; i < n; ++i)
                                s += expOf(row[i] - m);
                              return T(m + std::log(s));
                            });
}

/// A per-channel vector shaped to broadcast along dimension 1.
Tensor perChannel(const Tensor &v, int64_t rank) {
  Dims shape(rank, 1);
  if (rank > 1)
    shape[1] = v.numel();
  return reshape(v, shape);
}
/// 1/sqrt(v + eps), computed in a dtype and of it.
Tensor inverseRoot(const Tensor &v, int dtype, double eps) {
  static constexpr Loops inverse =
      loops<1, floatTypes>("rsqrt", [](auto v, auto *p) {
        return decltype(v)(1) / std::sqrt(v + p[0]);
      });
  return pointwise(inverse, {v}, dtype, dtype, {eps});
}
/// Mean and 1/sqrt(variance + eps) over `dims`, kept, in double; of variances
/// whose sums are too large for floats, as if they were `overflow`.
std::pair<Tensor, Tensor> moments(const Tensor &x, const Dims &dims, double eps,
                                  Tensor *variance = nullptr,
                                  double overflow = INFINITY) {
  static constexpr Loops asFloat =
      loops<1, floatTypes>("normalize", [](auto v, auto *p) {
        return std::isinf(float(v * p[0])) ? p[1] : v;
      });
  Tensor wide = toDType(x, TSRT_F64);
  Tensor m = mean(wide, dims, true);
  Tensor centred = wide - m;
  // A sum of squares that overflows the dtype is infinite.
  Tensor v = mean(centred * centred, dims, true);
  if (x.dtype() == TSRT_F32)
    v = pointwise(asFloat, {v}, TSRT_F64, TSRT_F64,
                  {double(x.numel()) / double(std::max<int64_t>(v.numel(), 1)),
                   overflow});
  if (variance)
    *variance = v;
  return {m, inverseRoot(v, v.dtype(), eps)};
}
/// (x - mean) * scale * weight + bias, in x's dtype.
Tensor normalize(const Tensor &x, const Tensor &m, const Tensor &scale,
                 const Tensor &weight, const Tensor &bias) {
  static constexpr Loops affine = loops<5, floatTypes>(
      "normalize", [](auto x, auto m, auto s, auto w, auto b, auto *) {
        return (x - m) * s * w + b;
      });
  Tensor w = weight ? weight : wrapNumber(1.0);
  Tensor b = bias ? bias : wrapNumber(0.0);
  // Differences from the mean lose little in double.
  return pointwise(affine, {x, m, scale, w, b}, TSRT_F64, x.dtype());
}

/// The format that batch normalization gives its result: row-major, too, where
/// both orders are true.
int64_t batchFormat(const Tensor &x) {
  return x.isContiguous() ? 0 : suggestedFormat(x);
}

std::tuple<Tensor, Tensor, Tensor>
nativeBatchNorm(const Tensor &x, const Tensor &weight, const Tensor &bias,
                const Tensor &runningMean, const Tensor &runningVar,
                bool training, double momentum, double eps) {
  if (x.dim() < 2 && x.numel() != 0) {
    bail("Expected more than 1 value per channel when training, got input "
         "size %s",
         x.sizes().str().c_str());
    return {};
  }
  // Nothing is known of an empty batch: the statistics stay as they are.
  if (x.numel() == 0)
    return {empty(x.sizes(), x.dtype()), empty({0}, x.dtype()),
            empty({0}, x.dtype())};
  int64_t channels = x.size(1);
  for (auto [v, name] : {std::pair(runningMean, "running_mean"),
                         {runningVar, "running_var"},
                         {weight, "weight"},
                         {bias, "bias"}})
    if (v && v.numel() != channels) {
      bail("%s should contain %lld elements not %lld", name, LL(channels),
           LL(v.numel()));
      return {};
    }
  Tensor w = weight ? perChannel(weight, x.dim()) : weight;
  Tensor b = bias ? perChannel(bias, x.dim()) : bias;
  if (!training) {
    if (!runningMean || !runningVar) {
      bail("Expected running_mean and running_var to be defined when training "
           "is false");
      return {};
    }
    int wide = runningVar.dtype() == TSRT_F64 ? TSRT_F64 : TSRT_F32;
    Tensor scale = inverseRoot(runningVar, wide, eps);
    Tensor out = normalize(x, perChannel(runningMean, x.dim()),
                           perChannel(scale, x.dim()), w, b);
    return {inFormat(out, batchFormat(x)), empty({0}, x.dtype()),
            empty({0}, x.dtype())};
  }
  Dims dims{0};
  for (int64_t d = 2; d < x.dim(); ++d)
    dims.push_back(d);
  int64_t n = x.numel() / std::max<int64_t>(channels, 1);
  Tensor variance;
  auto [m, scale] = moments(x, dims, eps, &variance);
  if (runningMean)
    copyInPlace(runningMean, runningMean * Scalar(1 - momentum) +
                                 reshape(m, {channels}) * Scalar(momentum));
  if (runningVar)
    copyInPlace(runningVar,
                runningVar * Scalar(1 - momentum) +
                    reshape(variance, {channels}) *
                        Scalar(momentum * double(n) / double(n - 1)));
  return {inFormat(normalize(x, m, scale, w, b), batchFormat(x)),
          toDType(reshape(m, {channels}), x.dtype()),
          toDType(reshape(scale, {channels}), x.dtype())};
}
Tensor batchNorm(const Tensor &x, const Tensor &weight, const Tensor &bias,
                 const Tensor &runningMean, const Tensor &runningVar,
                 bool training, double momentum, double eps, bool) {
  return std::get<0>(nativeBatchNorm(x, weight, bias, runningMean, runningVar,
                                     training, momentum, eps));
}

std::tuple<Tensor, Tensor, Tensor>
nativeLayerNorm(const Tensor &x, const Dims &shape, const Tensor &weight,
                const Tensor &bias, double eps) {
  int64_t n = int64_t(shape.size());
  if (n < 1) {
    bail("Expected normalized_shape to be at least 1-dimensional, i.e., "
         "containing at least one element, but got normalized_shape = %s",
         shape.str().c_str());
    return {};
  }
  if (weight && weight.sizes() != shape) {
    bail("Expected weight to be of same shape as normalized_shape, but got "
         "weight of shape %s and normalized_shape = %s",
         weight.sizes().str().c_str(), shape.str().c_str());
    return {};
  }
  if (x.dim() < n || x.sizes().slice(x.dim() - n, x.dim()) != shape) {
    std::string expected;
    for (int64_t s : shape)
      expected += ", " + std::to_string(s);
    bail("Given normalized_shape=%s, expected input with shape [*%s], but got "
         "input of size%s",
         shape.str().c_str(), expected.c_str(), x.sizes().str().c_str());
    return {};
  }
  Dims dims;
  for (int64_t d = x.dim() - n; d < x.dim(); ++d)
    dims.push_back(d);
  Tensor variance;
  auto [m, scale] = moments(x, dims, eps, &variance, NAN);
  // A mean made of running differences does not survive an infinity.
  static constexpr Loops finite =
      loops<1, floatTypes>("LayerNormKernelImpl", [](auto v, auto *) {
        return std::isfinite(v) ? v : decltype(v)(NAN);
      });
  m = pointwise(finite, {m}, m.dtype(), m.dtype());
  // The scale is rounded as the elements are: where there is one to normalize
  // over, the rounding is the result.
  if (x.dtype() == TSRT_F32)
    scale = inverseRoot(variance, TSRT_F32, eps);
  // The mean is folded into the multiplication, as PyTorch does.
  static constexpr Loops affine =
      loops<5, floatTypes>("LayerNormKernelImpl",
                           [](auto x, auto m, auto s, auto w, auto b, auto *) {
                             return std::fma(x, s, -m * s) * w + b;
                           });
  Tensor out =
      pointwise(affine,
                {inFormat(x, 0), m, scale, weight ? weight : wrapNumber(1.0),
                 bias ? bias : wrapNumber(0.0)},
                x.dtype(), x.dtype());
  return {out, toDType(m, x.dtype()), toDType(scale, x.dtype())};
}
Tensor layerNormOp(const Tensor &x, const Dims &shape, const Tensor &weight,
                   const Tensor &bias, double eps, bool) {
  return layerNorm(x, shape, weight, bias, eps);
}

Tensor groupNorm(const Tensor &x, int64_t groups, const Tensor &weight,
                 const Tensor &bias, double eps, bool) {
  int64_t channels = x.size(1);
  if (groups <= 0 || channels % groups)
    return bail("Expected number of channels in input to be divisible by "
                "num_groups, but got input of shape %s and num_groups=%lld",
                x.sizes().str().c_str(), LL(groups));
  if (weight && (weight.dim() != 1 || weight.numel() != channels))
    return bail("Expected weight to be a vector of size equal to the number of "
                "channels in input, but got weight of shape %s and input of "
                "shape %s",
                weight.sizes().str().c_str(), x.sizes().str().c_str());
  int64_t inner = x.numel() ? x.numel() / (x.size(0) * channels) : 0;
  Dims perGroup = {groups, channels / groups, 1};
  Tensor grouped = reshape(x, {x.size(0), groups, channels / groups, inner});
  auto [m, scale] = moments(grouped, {2, 3}, eps, nullptr, NAN);
  Tensor out =
      normalize(grouped, m, scale, weight ? reshape(weight, perGroup) : weight,
                bias ? reshape(bias, perGroup) : bias);
  return inFormat(reshape(out, x.sizes()), suggestedFormat(x));
}
std::tuple<Tensor, Tensor, Tensor>
nativeGroupNorm(const Tensor &x, const Tensor &weight, const Tensor &bias,
                int64_t n, int64_t, int64_t, int64_t groups, double eps) {
  int64_t inner = n ? x.numel() / (n * groups) : 0;
  auto [m, scale] =
      moments(reshape(x, {n, groups, inner}), {2}, eps, nullptr, NAN);
  return {groupNorm(x, groups, weight, bias, eps, false),
          toDType(reshape(m, {n, groups}), x.dtype()),
          toDType(reshape(scale, {n, groups}), x.dtype())};
}

Tensor instanceNorm(const Tensor &x, const Tensor &weight, const Tensor &bias,
                    const Tensor &runningMean, const Tensor &runningVar,
                    bool useInput, double momentum, double eps, bool flag) {
  if (!useInput)
    return batchNorm(inFormat(x, 0), weight, bias, runningMean, runningVar,
                     false, momentum, eps, flag);
  Dims dims;
  for (int64_t d = 2; d < x.dim(); ++d)
    dims.push_back(d);
  Tensor variance;
  auto [m, scale] = moments(x, dims, eps, &variance);
  int64_t c = x.size(1), batch = x.size(0);
  int64_t rows = batch * c;
  if (rows == 0 && (weight || bias))
    return bailAs("IndexError", "select(): index 0 out of range for tensor of "
                                "size [0] at dimension 0");
  int64_t n = rows > 0 ? x.numel() / rows : 0;
  auto update = [&](const Tensor &running, const Tensor &v, double factor) {
    if (running)
      copyInPlace(running, running * Scalar(1 - momentum) +
                               mean(reshape(v, {batch, c}), {0}) *
                                   Scalar(momentum * factor));
  };
  update(runningMean, m, 1);
  update(runningVar, variance, double(n) / double(n - 1));
  return normalize(inFormat(x, 0), m, scale,
                   weight ? perChannel(weight, x.dim()) : weight,
                   bias ? perChannel(bias, x.dim()) : bias);
}

const KernelEntry entries[] = {
    {"aten::softmax.int", op<softmaxInt>},
    {"aten::special_softmax", op<softmaxInt>},
    TSRT_OP_O("_softmax", softmaxFlag),
    {"aten::log_softmax.int", op<logSoftmaxInt>},
    {"aten::special_log_softmax", op<logSoftmaxInt>},
    TSRT_OP_O("_log_softmax", logSoftmaxFlag),
    TSRT_OP_O("logsumexp", logsumexp),
    TSRT_OP_O("special_logsumexp", logsumexp),
    TSRT_OP("batch_norm", batchNorm),
    TSRT_OP("native_batch_norm", nativeBatchNorm),
    TSRT_OP("layer_norm", layerNormOp),
    TSRT_OP("native_layer_norm", nativeLayerNorm),
    TSRT_OP("group_norm", groupNorm),
    TSRT_OP("native_group_norm", nativeGroupNorm),
    TSRT_OP("instance_norm", instanceNorm),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::layerNorm(const Tensor &x, const Dims &shape, const Tensor &weight,
                       const Tensor &bias, double eps) {
  return std::get<0>(nativeLayerNorm(x, shape, weight, bias, eps));
}

Tensor tsrt::softmax(const Tensor &x, int64_t dim) {
  // The exponentials apart from their sum: so they vectorize.
  return mapRows<floatTypes>("softmax_lastdim_kernel_impl", x, dim, x.dtype(),
                             [](auto *row, auto *out, int64_t n) {
                               using T = std::decay_t<decltype(*row)>;
                               T m = rowMax(row, n);
                               for (int64_t i = 0; i < n; ++i)
                                 out[i] = expOf(row[i] - m);
                               T s = sumOf<T>(out, n);
                               for (int64_t i = 0; i < n; ++i)
                                 out[i] = out[i] / s;
                             });
}
