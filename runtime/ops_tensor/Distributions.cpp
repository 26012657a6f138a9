//===- Distributions.cpp - Numbers of further distributions ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributions that are functions of one uniform or normal number, and draws
// of categories. All are computed in double precision from 53 random bits.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Random.h"
#include "ops_tensor/SortOrder.h"

#include <algorithm>

using namespace tsrt;

namespace {

Tensor exponential(const Tensor &t, double lambda, Ignored) {
  if (!(lambda >= 0))
    return bail("exponential_ expects lambda >= 0.0, but found lambda=%g",
                lambda);
  return generate(t, [=](Generator &g) {
    return -1.0 / lambda * std::log(1 - g.uniformDouble());
  });
}
Tensor geometric(const Tensor &t, double p, Ignored) {
  if (!(p > 0 && p < 1))
    return bail("geometric_ expects p to be in (0, 1), but got p=%g", p);
  return generate(t, [=](Generator &g) {
    return std::ceil(std::log(g.uniformDouble()) / std::log1p(-p));
  });
}
Tensor cauchy(const Tensor &t, double median, double sigma, Ignored) {
  return generate(t, [=](Generator &g) {
    return std::fma(sigma, std::tan(M_PI * (g.uniformDouble() - 0.5)), median);
  });
}
Tensor logNormal(const Tensor &t, double mean, double std, Ignored) {
  if (!(std > 0))
    return bail("log_normal_ expects std > 0.0, but found std=%g", std);
  return generate(t, [=](Generator &g) {
    return std::exp(std::fma(g.normal(), std, mean));
  });
}

/// Why numbers are no weights of categories, or null.
const char *findFault(const std::vector<double> &weights, int64_t columns,
                      bool replacement) {
  for (double w : weights) {
    if (!std::isfinite(w))
      return replacement ? "invalid multinomial distribution (encountering "
                           "probability entry = infinity or NaN)"
                         : "probability tensor contains either `inf`, `nan` or "
                           "element < 0";
    if (w < 0)
      return replacement ? "invalid multinomial distribution (encountering "
                           "probability entry < 0)"
                         : "probability tensor contains either `inf`, `nan` or "
                           "element < 0";
  }
  for (size_t row = 0; row < weights.size(); row += size_t(columns))
    if (std::all_of(weights.begin() + row, weights.begin() + row + columns,
                    [](double w) { return w == 0; }))
      return "invalid multinomial distribution (sum of probabilities <= 0)";
  return nullptr;
}

/// Draws with replacement: where a uniform number stands in the running sums,
/// which have the precision of the weights.
template <class T>
void drawMany(const double *weights, int64_t columns, int64_t count,
              Generator &g, int64_t *out) {
  std::vector<T> sums(columns);
  T sum = 0;
  for (int64_t i = 0; i < columns; ++i)
    sums[i] = sum = sum + T(weights[i]);
  for (T &s : sums)
    s = s / sum;
  sums[columns - 1] = 1;
  for (int64_t i = 0; i < count; ++i) {
    double u = g.uniformDouble();
    auto found = std::lower_bound(sums.begin(), sums.end(), u,
                                  [](T s, double u) { return s < T(u); });
    out[i] = std::min<int64_t>(found - sums.begin(), columns - 1);
  }
}

/// Draws without replacement: the largest weights, each divided by its own
/// exponential number.
template <class T>
void drawOnce(const double *weights, int64_t columns, int64_t count,
              const std::vector<double> &divisors, size_t at, int64_t *out) {
  std::vector<T> keys(columns);
  std::vector<int64_t> order(columns);
  for (int64_t i = 0; i < columns; ++i)
    keys[i] = T(weights[i]) / T(divisors[at + i]);
  // One draw is a search for the largest, the first of equal ones.
  if (count == 1) {
    *out = std::max_element(keys.begin(), keys.end()) - keys.begin();
    return;
  }
  selectOrder(keys.data(), columns, /*descending=*/true, /*sorted=*/true, count,
              order.data());
  std::copy_n(order.begin(), count, out);
}

Tensor multinomial(const Tensor &p, int64_t count, bool replacement,
                   Ignored none) {
  if (!p.isFloating())
    return bail("multinomial only supports floating-point dtypes for input, "
                "got: %s",
                scalarTypeName(p.dtype()));
  if (count <= 0)
    return bail("cannot sample n_sample <= 0 samples");
  if (p.dim() < 1 || p.dim() > 2)
    return bail("prob_dist must be 1 or 2 dim");
  int64_t columns = p.size(-1), rows = p.dim() == 2 ? p.size(0) : 1;
  if (columns >= 1 << 24)
    return bail("number of categories cannot exceed 2^24");
  if (!replacement && count > columns)
    return bail("cannot sample n_sample > prob_dist.size(-1) samples without "
                "replacement");
  if (columns == 0)
    return bail("prob_dist must have categories");
  if (p.dtype() == TSRT_F16)
    return bail("multinomial is not implemented for half on CPU");
  std::vector<double> weights = elementsAs<double>(p);
  if (const char *fault = findFault(weights, columns, replacement))
    return bail("%s", fault);
  Dims shape = p.dim() == 2 ? Dims{rows, count} : Dims{count};
  Tensor result = empty(shape, TSRT_I64);
  if (!result)
    return result;
  int64_t *out = result.data<int64_t>();
  bool wide = p.dtype() == TSRT_F64;
  if (!replacement) {
    Tensor numbers = exponential(empty(p.sizes(), p.dtype()), 1, none);
    std::vector<double> divisors = elementsAs<double>(numbers);
    for (int64_t row = 0; row < rows; ++row) {
      size_t at = size_t(row * columns);
      auto draw = wide ? drawOnce<double> : drawOnce<float>;
      draw(weights.data() + at, columns, count, divisors, at,
           out + row * count);
    }
    return result;
  }
  std::lock_guard<std::mutex> guard(generatorLock());
  auto draw = wide ? drawMany<double> : drawMany<float>;
  for (int64_t row = 0; row < rows; ++row)
    draw(weights.data() + row * columns, columns, count, defaultGenerator(),
         out + row * count);
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP("exponential_", exponential), TSRT_OP("geometric_", geometric),
    TSRT_OP("cauchy_", cauchy),           TSRT_OP("log_normal_", logNormal),
    TSRT_OP("multinomial", multinomial),
    {"aten::exponential", op<OnCopy<exponential>::run>},
    {"aten::geometric", op<OnCopy<geometric>::run>},
    {"aten::cauchy", op<OnCopy<cauchy>::run>},
    {"aten::log_normal", op<OnCopy<logNormal>::run>},
};
const KernelTable table(entries);

} // namespace
