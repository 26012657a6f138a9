//===- Activations.cpp - Activation functions -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Layers.h"
#include "ops_tensor/MemoryFormat.h"

using namespace tsrt;

namespace {

constexpr Loops reluLoops = loops<1, realTypes>(
    "clamp_min_cpu", [](auto x, auto *) { return x < 0 ? decltype(x)(0) : x; });
constexpr Loops leakyReluLoops = loops<1, floatTypes>(
    "leaky_relu_cpu", [](auto x, auto *p) { return x > 0 ? x : x * p[0]; });
// alpha, scale, input scale
constexpr Loops eluLoops = loops<1, floatTypes>("elu_cpu", [](auto x, auto *p) {
  using T = decltype(x);
  // A negative zero gives a positive one, as exp(x) - 1 does.
  return x <= 0 ? (std::expm1(x * p[2]) + T(0)) * p[0] * p[1] : x * p[1];
});
constexpr Loops geluLoops =
    loops<1, floatTypes>("GeluKernelImpl", [](auto x, auto *) {
      using T = decltype(x);
      T y = x * T(0.5) * (T(1) + std::erf(x * T(M_SQRT1_2)));
      // In single precision zeros are positive.
      return std::is_same_v<T, float> ? y + T(0) : y;
    });
constexpr Loops geluTanhLoops = loopsBySteps<1, floatTypes>(
    "GeluKernelImpl", [](auto round, auto x, auto *) {
      using T = decltype(x);
      T slope = round(T(M_SQRT2 * M_2_SQRTPI * 0.5));
      T cube = round(round(x * x) * x);
      T inner = slope * round(x + round(round(T(0.044715)) * cube));
      return round(T(0.5) * x) * round(T(1) + round(std::tanh(round(inner))));
    });
constexpr Loops siluLoops =
    loops<1, inexactTypes>("silu_cpu", [](auto x, auto *) {
      return x / (decltype(x)(1) + std::exp(-x));
    });
constexpr Loops mishLoops =
    loops<1, floatTypes>("mish_cpu", [](auto x, auto *) {
      return x * std::tanh(std::log1p(std::exp(x)));
    });
constexpr Loops hardtanhLoops =
    loops<1, realTypes>("hardtanh_cpu", [](auto x, auto *p) {
      auto raised = x < p[0] ? p[0] : x;
      return raised > p[1] ? p[1] : raised;
    });
constexpr Loops hardsigmoidLoops =
    loops<1, floatTypes>("hardsigmoid_cpu", [](auto x, auto *) {
      using T = decltype(x);
      return std::min(std::max(x + T(3), T(0)), T(6)) / T(6);
    });
constexpr Loops hardswishLoops =
    loops<1, floatTypes>("hardswish_cpu", [](auto x, auto *) {
      using T = decltype(x);
      return x * std::min(std::max(x + T(3), T(0)), T(6)) / T(6);
    });
constexpr Loops softplusLoops =
    loops<1, floatTypes>("softplus_cpu", [](auto x, auto *p) {
      return x * p[0] > p[1] ? x : std::log1p(std::exp(x * p[0])) / p[0];
    });
constexpr Loops thresholdLoops = loops<1, realTypes>(
    "threshold_cpu", [](auto x, auto *p) { return x <= p[0] ? p[1] : x; });
constexpr Loops logSigmoidLoops =
    loops<1, floatTypes>("log_sigmoid_cpu", [](auto x, auto *) {
      using T = decltype(x);
      return std::min(x, T(0)) - std::log1p(std::exp(-std::abs(x)));
    });
constexpr Loops preluLoops = loops<2, floatTypes>(
    "prelu_cpu", [](auto x, auto w, auto *) { return x > 0 ? x : x * w; });
constexpr Loops hardshrinkLoops =
    loops<1, floatTypes>("hardshrink_cpu", [](auto x, auto *p) {
      return x >= -p[0] && x <= p[0] ? decltype(x)(0) : x;
    });
constexpr Loops softshrinkLoops =
    loops<1, floatTypes>("softshrink_cpu", [](auto x, auto *p) {
      return x > p[0] ? x - p[0] : x < -p[0] ? x + p[0] : decltype(x)(0);
    });
constexpr Loops logitLoops =
    loopsBySteps<1, floatTypes>("logit_cpu", [](auto round, auto x, auto *p) {
      auto z = x, low = round(p[0]);
      if (low >= 0)
        z = std::min(std::max(x, low), round(1 - low));
      return std::log(round(z / round(1 - z)));
    });
constexpr Loops gluLoops =
    loops<2, floatTypes>("glu_cpu", [](auto a, auto b, auto *) {
      using T = decltype(a);
      return a / (T(1) + std::exp(-b));
    });

/// Applies loops in the tensor's own dtype.
Tensor apply(const Loops &l, const Tensor &x,
             const std::vector<Scalar> &params = {}) {
  return pointwise(l, {x}, x.dtype(), x.dtype(), params);
}

Tensor relu6(const Tensor &x) { return apply(hardtanhLoops, x, {0, 6}); }
Tensor leakyRelu(const Tensor &x, Scalar slope) {
  return apply(leakyReluLoops, x, {slope});
}
Tensor elu(const Tensor &x, Scalar alpha, Scalar scale, Scalar inputScale) {
  return apply(eluLoops, x, {alpha, scale, inputScale});
}
Tensor selu(const Tensor &x) {
  return apply(eluLoops, x,
               {1.6732632423543772848170429916717,
                1.0507009873554804934193349852946, 1.0});
}
Tensor celu(const Tensor &x, Scalar alpha) {
  if (alpha.toDouble() == 0)
    return bailAs("ZeroDivisionError", "alpha cannot be 0 for CELU");
  return apply(eluLoops, x, {alpha, 1.0, 1.0 / alpha.toDouble()});
}
Tensor silu(const Tensor &x) { return apply(siluLoops, x); }
Tensor mish(const Tensor &x) { return apply(mishLoops, x); }
Tensor hardtanh(const Tensor &x, Scalar low, Scalar high) {
  if (x.dtype() == TSRT_B8)
    return bail("Bool inputs not supported for hardtanh");
  if (x.dtype() == TSRT_U8 && (low.toInt() < 0 || high.toInt() < 0))
    return bail("cannot do hardtanh on an unsigned type with negative limits");
  return apply(hardtanhLoops, x, {low, high});
}
Tensor hardsigmoid(const Tensor &x) { return apply(hardsigmoidLoops, x); }
Tensor hardswish(const Tensor &x) { return apply(hardswishLoops, x); }
Tensor softplus(const Tensor &x, Scalar beta, Scalar limit) {
  return apply(softplusLoops, x, {beta, limit});
}
Tensor threshold(const Tensor &x, Scalar limit, Scalar value) {
  return apply(thresholdLoops, x, {limit, value});
}
Tensor logSigmoid(const Tensor &x) {
  return inFormat(apply(logSigmoidLoops, x), 0);
}
Tensor prelu(const Tensor &x, const Tensor &weight) {
  Tensor w = weight;
  if (w.numel() != 1) {
    if (x.dim() == 0)
      return bail("Not allow zero-dim input tensor.");
    int64_t channels = x.dim() > 1 ? x.size(1) : 1;
    if (channels != w.numel())
      return bail("Mismatch of parameter numbers and input channel size. Found "
                  "parameter numbers = %lld and channel size = %lld.",
                  LL(w.numel()), LL(channels));
    Dims shape(x.dim(), 1);
    if (x.dim() > 1)
      shape[1] = channels;
    w = reshape(w, shape);
  } else {
    w = reshape(w, {});
  }
  return inFormat(pointwise(preluLoops, {x, w}, x.dtype(), x.dtype()),
                  suggestedFormat(x));
}
Tensor rrelu(const Tensor &x, Scalar lower, Scalar upper, bool training,
             Ignored) {
  if (training)
    return randomRelu(x, lower.toDouble(), upper.toDouble());
  return inFormat(
      apply(leakyReluLoops, x, {(lower.toDouble() + upper.toDouble()) / 2}), 0);
}
Tensor hardshrink(const Tensor &x, Scalar lambda) {
  return apply(hardshrinkLoops, x, {lambda});
}
Tensor softshrink(const Tensor &x, Scalar lambda) {
  if (lambda.toDouble() < 0)
    return bail("lambda must be greater or equal to 0, but found to be %g.",
                lambda.toDouble());
  return apply(softshrinkLoops, x, {lambda});
}
Tensor logit(const Tensor &x, std::optional<double> eps) {
  int dtype = inexact(x.dtype());
  return pointwise(logitLoops, {x}, dtype, dtype, {eps.value_or(-1.0)});
}
Tensor glu(const Tensor &x, int64_t dim) {
  if (x.dim() == 0)
    return bail("glu does not support 0-dimensional tensors");
  dim = wrapDim(dim, x.dim());
  if (failed())
    return {};
  int64_t n = x.size(dim);
  if (n % 2)
    return bail("Halving dimension must be even, but dimension %lld is size "
                "%lld",
                LL(dim), LL(n));
  return pointwise(gluLoops,
                   {narrow(x, dim, 0, n / 2), narrow(x, dim, n / 2, n / 2)},
                   x.dtype(), x.dtype());
}

const KernelEntry entries[] = {
    TSRT_OP_I("relu", relu),
    TSRT_OP_I("relu6", relu6),
    TSRT_OP_IE("leaky_relu", leakyRelu),
    TSRT_OP_IE("elu", elu),
    TSRT_OP_I("selu", selu),
    TSRT_OP_I("celu", celu),
    TSRT_OP_IE("gelu", gelu),
    TSRT_OP_IE("silu", silu),
    TSRT_OP_IE("mish", mish),
    TSRT_OP_IE("hardtanh", hardtanh),
    TSRT_OP_IE("hardsigmoid", hardsigmoid),
    TSRT_OP_IE("hardswish", hardswish),
    TSRT_OP_E("softplus", softplus),
    TSRT_OP_IE("threshold", threshold),
    TSRT_OP_O("log_sigmoid", logSigmoid),
    TSRT_OP("prelu", prelu),
    TSRT_OP_I("rrelu", rrelu),
    TSRT_OP_E("hardshrink", hardshrink),
    TSRT_OP_E("softshrink", softshrink),
    TSRT_OP_IE("logit", logit),
    TSRT_OP_E("special_logit", logit),
    TSRT_OP_O("glu", glu),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::relu(const Tensor &x) {
  if (x.dtype() == TSRT_B8)
    return bail("Boolean inputs not supported for relu");
  return apply(reluLoops, x);
}

Tensor tsrt::gelu(const Tensor &x, std::string_view approximate) {
  if (approximate == "tanh")
    return apply(geluTanhLoops, x);
  if (approximate == "none")
    return apply(geluLoops, x);
  return bail("approximate argument must be either none or tanh.");
}
