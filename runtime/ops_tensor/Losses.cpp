//===- Losses.cpp - Loss functions ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/ElementNumbers.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Layers.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// A loss of two operands with parameters, then the reduction.
Tensor pairLoss(const Loops &l, const Tensor &a, const Tensor &b,
                int64_t reduction, const std::vector<Scalar> &params = {}) {
  int dtype = resultType({a, b});
  return applyReduction(pointwise(l, {a, b}, dtype, dtype, params), reduction);
}

/// Integers in the default float dtype.
Tensor inexactOf(const Tensor &t) { return toDType(t, inexact(t.dtype())); }

constexpr Loops mse = loops<2, floatTypes>(
    "mse_cpu", [](auto a, auto b, auto *) { return (a - b) * (a - b); });
constexpr Loops l1 = loops<2, inexactTypes>(
    "abs", [](auto a, auto b, auto *) { return decltype(a)(std::abs(a - b)); });
constexpr Loops smoothL1 =
    loops<2, floatTypes>("smooth_l1_cpu", [](auto a, auto b, auto *p) {
      using T = decltype(a);
      T z = std::abs(a - b);
      return z < p[0] ? T(0.5) * z * z / p[0] : z - T(0.5) * p[0];
    });
constexpr Loops huber =
    loops<2, floatTypes>("huber_cpu", [](auto a, auto b, auto *p) {
      using T = decltype(a);
      T z = std::abs(a - b);
      return z < p[0] ? T(0.5) * z * z : p[0] * (z - T(0.5) * p[0]);
    });
constexpr Loops bce =
    loops<2, floatTypes>("binary_cross_entropy", [](auto x, auto y, auto *) {
      using T = decltype(x);
      return (y - T(1)) * std::max(std::log1p(-x), T(-100)) -
             y * std::max(std::log(x), T(-100));
    });
constexpr Loops bceLogits = loopsBySteps<3, floatTypes>(
    "binary_cross_entropy_with_logits",
    [](auto round, auto x, auto y, auto w, auto *) {
      using T = decltype(x);
      // (1 - y) x + (1 + (w - 1) y) softplus(-x). A weight of one counts as
      // none: an infinite target would make it NaN.
      T low = std::max(-x, T(0));
      T sum = round(round(std::exp(-low)) + round(std::exp(round(-x - low))));
      T rest = round(std::log(sum)), first = round(round(T(1) - y) * x);
      if (w == T(1))
        return std::is_same_v<decltype(round), KeepStep>
                   ? first + (low + rest)
                   : round(first + low) + rest;
      T factor = round(T(1) + round(round(w - T(1)) * y));
      return first + round(factor * round(low + rest));
    });
constexpr Loops klDiv =
    loops<2, floatTypes>("kl_div", [](auto x, auto y, auto *) {
      using T = decltype(x);
      // A target of zero adds nothing, but not times an infinity or NaN.
      return (y == T(0) ? T(0) : y * std::log(y)) - y * x;
    });
constexpr Loops klDivLog = loops<2, floatTypes>(
    "kl_div", [](auto x, auto y, auto *) { return std::exp(y) * (y - x); });
// Of a target, an input and its distance from the margin; the parameter is -1
// as an element of the target.
constexpr Loops hinge = loops<3, realTypes>(
    "hinge_embedding", [](auto y, auto x, auto far, auto *p) {
      using T = decltype(x);
      return T((y != T(1) ? std::max(far, T(0)) : T(0)) +
               (y != p[0] ? x : T(0)));
    });
// Stirling's approximation of log(y!), which counts beyond 1.
constexpr Loops stirling =
    loopsBySteps<1, floatTypes>("le_cpu", [](auto round, auto y, auto *) {
      using T = decltype(y);
      if (!(y > T(1)))
        return T(0);
      T first = round(round(y * round(std::log(y))) - y);
      return first + round(T(0.5) * round(std::log(round(T(2 * M_PI) * y))));
    });
constexpr Loops ranking =
    loops<3, floatTypes>("margin_ranking", [](auto a, auto b, auto y, auto *p) {
      return std::max(-y * (a - b) + p[0], decltype(a)(0));
    });

Tensor mseLoss(const Tensor &a, const Tensor &b, int64_t r) {
  return pairLoss(mse, a, b, r);
}
Tensor l1Loss(const Tensor &a, const Tensor &b, int64_t r) {
  int dtype = resultType({a, b});
  if (isIntegral(dtype))
    return applyReduction(magnitudeOf(sub(a, b, int64_t(1))), r);
  return applyReduction(pointwise(l1, {a, b}, dtype, toRealDType(dtype)), r);
}
Tensor smoothL1Loss(const Tensor &a, const Tensor &b, int64_t r, double beta) {
  if (beta < 0)
    return bail("smooth_l1_loss does not support negative values for beta.");
  return beta == 0 ? l1Loss(a, b, r) : pairLoss(smoothL1, a, b, r, {beta});
}
Tensor huberLoss(const Tensor &a, const Tensor &b, int64_t r, double delta) {
  if (delta <= 0)
    return bail("huber_loss does not support non-positive values for delta.");
  return pairLoss(huber, a, b, r, {delta});
}
Tensor softMarginLoss(const Tensor &a, const Tensor &b, int64_t r) {
  // Each step is rounded to the dtype, as in PyTorch.
  Tensor one = exponentialOf(a * b * Scalar(-1.0)) + Scalar(1.0);
  return applyReduction(logarithmOf(one), r);
}
Tensor bceLoss(const Tensor &x, const Tensor &y, const Tensor &weight,
               int64_t r) {
  for (double v : elementsAs<double>(x))
    if (!(v >= 0 && v <= 1))
      return bail("all elements of input should be between 0 and 1");
  Tensor loss = pointwise(bce, {x, y}, x.dtype(), x.dtype());
  return applyReduction(weight ? loss * weight : loss, r);
}
Tensor bceLogitsLoss(const Tensor &x, const Tensor &y, const Tensor &weight,
                     const Tensor &posWeight, int64_t r) {
  Tensor w = posWeight ? posWeight : wrapNumber(1.0);
  int dtype = resultType({x, y});
  Tensor loss = pointwise(bceLogits, {x, y, w}, dtype, dtype);
  return applyReduction(weight ? loss * weight : loss, r);
}
Tensor klDivLoss(const Tensor &x, const Tensor &y, int64_t r, bool logTarget) {
  if (logTarget && y.dtype() == TSRT_F16)
    return bailNotImplemented("exp", TSRT_F16);
  return pairLoss(logTarget ? klDivLog : klDiv, x, y, r);
}
Tensor hingeLoss(const Tensor &x, const Tensor &y, double margin, int64_t r) {
  // The margin becomes an element, of integers one that may wrap around.
  Scalar element = x.isIntegral() ? Scalar(int64_t(margin)) : Scalar(margin);
  if (!checkElement(element, x.dtype()))
    return {};
  Tensor far = sub(full(x.sizes(), element, x.dtype()), x, int64_t(1));
  int dtype = resultType({x, y});
  int64_t near = y.dtype() == TSRT_U8 ? UINT8_MAX : -1;
  return applyReduction(pointwise(hinge, {y, x, far}, dtype, dtype, {near}), r);
}
Tensor poissonLoss(const Tensor &input, const Tensor &y, bool logInput,
                   bool full, double eps, int64_t r) {
  if (input.dtype() == TSRT_F16)
    return bailNotImplemented(logInput ? "exp" : "log", TSRT_F16);
  Tensor x = inexactOf(input), loss;
  if (logInput)
    loss = exponentialOf(x) - y * x;
  else
    loss = x - y * logarithmOf(x + Scalar(eps));
  if (full && !failed())
    loss =
        loss + pointwise(stirling, {y}, inexact(y.dtype()), inexact(y.dtype()));
  return applyReduction(loss, r);
}
Tensor rankingLoss(const Tensor &a, const Tensor &b, const Tensor &y,
                   double margin, int64_t r) {
  int dtype = inexact(resultType({a, b, y}));
  // Differences of ints are ints, and may wrap around.
  if (isIntegral(resultType({a, b, y})))
    return applyReduction(relu(toDType((b - a) * y, dtype) + Scalar(margin)),
                          r);
  return applyReduction(pointwise(ranking, {a, b, y}, dtype, dtype, {margin}),
                        r);
}
Tensor cosineEmbeddingLoss(const Tensor &a, const Tensor &b, const Tensor &y,
                           double margin, int64_t r) {
  static constexpr Loops loss = loops<4, floatTypes>(
      "cosine_embedding", [](auto dot, auto na, auto nb, auto y, auto *p) {
        using T = decltype(dot);
        T cosine = dot / std::sqrt((na + T(1e-12)) * (nb + T(1e-12)));
        return y == T(1)   ? T(1) - cosine
               : y == p[1] ? std::max(cosine - p[0], T(0))
                           : T(0);
      });
  int64_t dim = y.dim();
  int dtype = inexact(resultType({a, b}));
  return applyReduction(
      pointwise(loss,
                {sum(a * b, {dim}), sum(a * a, {dim}), sum(b * b, {dim}), y},
                dtype, dtype, {margin, y.dtype() == TSRT_U8 ? 255.0 : -1.0}),
      r);
}

/// p-norm distance of the last dimension of a and b.
Tensor distance(const Tensor &a, const Tensor &b, double p, double eps) {
  return vectorNorm(a - b + Scalar(eps), p, Dims{-1}, false, {});
}
Tensor tripletLoss(const Tensor &anchor, const Tensor &positive,
                   const Tensor &negative, double margin, double p, double eps,
                   bool swap, int64_t r) {
  static constexpr Loops loss =
      loops<2, floatTypes>("triplet_margin", [](auto x, auto y, auto *p) {
        return std::max(p[0] + x - y, decltype(x)(0));
      });
  static constexpr Loops smaller = loops<2, floatTypes>(
      "minimum", [](auto x, auto y, auto *) { return std::min(x, y); });
  Tensor near = distance(anchor, positive, p, eps);
  Tensor far = distance(anchor, negative, p, eps);
  if (swap)
    far = pointwise(smaller, {far, distance(positive, negative, p, eps)},
                    far.dtype(), far.dtype());
  return pairLoss(loss, near, far, r, {margin});
}

/// Negative log likelihood over classes in dimension 1 (0 without a batch).
/// Returns the loss and the total weight.
std::tuple<Tensor, Tensor> nll(const Tensor &x, const Tensor &target,
                               const Tensor &weight, int64_t reduction,
                               int64_t ignore) {
  if (target.dtype() != TSRT_I64) {
    bail("expected scalar type Long but found %s",
         scalarTypeName(target.dtype()));
    return {};
  }
  int64_t axis = x.dim() <= 1 ? 0 : 1, classes = x.size(axis);
  Dims expected = x.sizes();
  if (!expected.empty())
    expected.erase(axis);
  if (target.sizes() != expected) {
    if (x.dim() == 2 && target.dim() == 1)
      bail("size mismatch (got input: %s, target: %s)", x.sizes().str().c_str(),
           target.sizes().str().c_str());
    else
      bail("Expected target size %s, got %s", expected.str().c_str(),
           target.sizes().str().c_str());
    return {};
  }
  if (weight && weight.numel() != classes) {
    bail("weight tensor should be defined either for all %lld classes or no "
         "classes but got weight tensor of shape: %s",
         LL(classes), weight.sizes().str().c_str());
    return {};
  }
  std::vector<double> v = elementsAs<double>(movedim(x, axis, -1));
  std::vector<double> w = elementsAs<double>(weight);
  std::vector<int64_t> t = elementsAs<int64_t>(target);
  std::vector<double> losses(t.size());
  double total = 0, totalWeight = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] == ignore)
      continue;
    if (t[i] < 0 || t[i] >= classes) {
      bailAs("IndexError", "Target %lld is out of bounds.", LL(t[i]));
      return {};
    }
    double scale = weight ? w[t[i]] : 1;
    losses[i] = -scale * v[int64_t(i) * classes + t[i]];
    total += losses[i];
    totalWeight += scale;
  }
  Tensor weightSum = scalarTensor(totalWeight, x.dtype());
  if (reduction == 1)
    return {scalarTensor(total / totalWeight, x.dtype()), weightSum};
  if (reduction == 2)
    return {scalarTensor(total, x.dtype()), weightSum};
  Tensor out = empty(target.sizes(), x.dtype());
  if (!losses.empty())
    storeElements(Compute::F64, losses.data(), x.dtype(), out.data(),
                  out.itemsize(), out.numel());
  // Losses of a batch are not divided by anything.
  return {out, x.dim() < 2 ? weightSum : scalarTensor(0.0, x.dtype())};
}
Tensor nllLoss(const Tensor &x, const Tensor &target, const Tensor &weight,
               int64_t reduction, int64_t ignore) {
  return std::get<0>(nll(x, target, weight, reduction, ignore));
}

Tensor logSoftmax(const Tensor &x, int64_t axis) {
  return mapRows<floatTypes>("log_softmax", x, axis, x.dtype(),
                             [](auto *row, auto *out, int64_t n) {
                               using T = std::decay_t<decltype(*row)>;
                               T m = row[0];
                               for (int64_t i = 1; i < n; ++i)
                                 m = std::max(m, row[i]);
                               double s = 0;
                               for (int64_t i = 0; i < n; ++i)
                                 s += std::exp(row[i] - m);
                               for (int64_t i = 0; i < n; ++i)
                                 out[i] = row[i] - m - T(std::log(s));
                             });
}
Tensor crossEntropy(const Tensor &x, const Tensor &target, const Tensor &weight,
                    int64_t reduction, int64_t ignore, double smoothing) {
  int64_t axis = x.dim() == 1 ? 0 : 1, classes = x.size(axis);
  if (smoothing < 0 || smoothing > 1)
    return bail("label_smoothing must be between 0.0 and 1.0. Got: %g",
                smoothing);
  Tensor logs = logSoftmax(x, axis);
  Dims shape(x.dim(), 1);
  shape[axis] = classes;
  Tensor classWeight = weight ? reshape(weight, shape) : weight;
  if (target.sizes() == x.sizes() && target.isFloating()) {
    Tensor t = target;
    if (smoothing > 0)
      t = t * Scalar(1 - smoothing) + Scalar(smoothing / double(classes));
    Tensor loss =
        sum(logs * t * (weight ? classWeight : wrapNumber(-1.0)), {axis});
    if (weight)
      loss = loss * Scalar(-1.0);
    if (reduction != 1)
      return applyReduction(loss, reduction);
    return sum(loss) /
           Scalar(double(x.numel() / std::max<int64_t>(classes, 1)));
  }
  auto [plain, total] = nll(logs, target, weight, reduction, ignore);
  if (smoothing == 0 || failed())
    return plain;
  // Smoothing adds the mean over the classes, without the ignored positions.
  Tensor smooth =
      sum(weight ? logs * classWeight : logs, {axis}) * Scalar(-1.0);
  static constexpr Loops keep =
      loops<2, floatTypes>("masked_fill", [](auto v, auto t, auto *p) {
        return t == p[0] ? decltype(v)(0) : v;
      });
  smooth = pointwise(keep, {smooth, target}, smooth.dtype(), smooth.dtype(),
                     {double(ignore)});
  if (reduction == 1)
    smooth = sum(smooth) / total;
  else
    smooth = applyReduction(smooth, reduction);
  return plain * Scalar(1 - smoothing) +
         smooth * Scalar(smoothing / double(classes));
}

Tensor multiMargin(const Tensor &x, const Tensor &target, Scalar p,
                   Scalar margin, const Tensor &weight, int64_t reduction) {
  int64_t classes = x.dim() ? x.size(-1) : 1;
  std::vector<double> v = elementsAs<double>(x), w = elementsAs<double>(weight);
  std::vector<int64_t> t = elementsAs<int64_t>(target);
  Tensor out = empty(x.dim() == 2 ? Dims{x.size(0)} : Dims(), x.dtype());
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] < 0 || t[i] >= classes)
      return bail("target out of range");
    double s = 0, own = v[i * classes + t[i]];
    for (int64_t j = 0; j < classes; ++j) {
      double z = margin.toDouble() - own + v[i * classes + j];
      if (j != t[i] && z > 0)
        s += std::pow(z, p.toDouble()) * (weight ? w[t[i]] : 1);
    }
    storeScalar(out.data<char>() + int64_t(i) * out.itemsize(), out.dtype(),
                s / double(classes));
  }
  return applyReduction(out, reduction);
}
Tensor multilabelMargin(const Tensor &x, const Tensor &target,
                        int64_t reduction) {
  int64_t classes = x.dim() ? x.size(-1) : 1;
  std::vector<double> v = elementsAs<double>(x);
  std::vector<int64_t> t = elementsAs<int64_t>(target);
  int64_t rows = classes ? int64_t(v.size()) / classes : 0;
  Tensor out = empty(x.dim() == 2 ? Dims{rows} : Dims(), x.dtype());
  for (int64_t i = 0; i < rows; ++i) {
    std::vector<bool> listed(classes);
    int64_t count = 0;
    for (; count < classes && t[i * classes + count] >= 0; ++count) {
      if (t[i * classes + count] >= classes)
        return bail("argument #2 'target' is out of range");
      listed[t[i * classes + count]] = true;
    }
    double s = 0;
    for (int64_t k = 0; k < count; ++k)
      for (int64_t j = 0; j < classes; ++j)
        if (!listed[j])
          s += std::max(0.0, 1 - v[i * classes + t[i * classes + k]] +
                                 v[i * classes + j]);
    storeScalar(out.data<char>() + i * out.itemsize(), out.dtype(),
                s / double(classes));
  }
  return applyReduction(out, reduction);
}

const KernelEntry entries[] = {
    TSRT_OP_E("mse_loss", mseLoss),
    TSRT_OP("l1_loss", l1Loss),
    TSRT_OP_E("smooth_l1_loss", smoothL1Loss),
    TSRT_OP_E("huber_loss", huberLoss),
    TSRT_OP_O("soft_margin_loss", softMarginLoss),
    TSRT_OP_O("binary_cross_entropy", bceLoss),
    TSRT_OP("binary_cross_entropy_with_logits", bceLogitsLoss),
    TSRT_OP("kl_div", klDivLoss),
    TSRT_OP("hinge_embedding_loss", hingeLoss),
    TSRT_OP("poisson_nll_loss", poissonLoss),
    TSRT_OP("margin_ranking_loss", rankingLoss),
    TSRT_OP("cosine_embedding_loss", cosineEmbeddingLoss),
    TSRT_OP("triplet_margin_loss", tripletLoss),
    TSRT_OP("nll_loss", nllLoss),
    TSRT_OP("nll_loss2d", nllLoss),
    TSRT_OP("nll_loss_nd", nllLoss),
    TSRT_OP("nll_loss_forward", nll),
    TSRT_OP("nll_loss2d_forward", nll),
    TSRT_OP("cross_entropy_loss", crossEntropy),
    TSRT_OP("multi_margin_loss", multiMargin),
    TSRT_OP("multilabel_margin_loss", multilabelMargin),
};
const KernelTable table(entries);

} // namespace
