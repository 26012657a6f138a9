//===- Random.cpp - Random numbers: the CPU generator of PyTorch ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The generator is the Mersenne Twister MT19937; how each distribution consumes
// its 32-bit outputs follows PyTorch's CPU kernels, so that a seed gives the
// same tensors.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Layers.h"

#include <cmath>
#include <mutex>
#include <random>

using namespace tsrt;

namespace {

/// The default generator of the process.
struct Generator {
  std::mt19937 engine{uint32_t(67280421310721ull)};
  std::optional<double> nextNormal;
  uint64_t seed = 67280421310721ull;

  uint32_t next32() { return uint32_t(engine()); }
  uint64_t next64() {
    uint64_t high = next32();
    return high << 32 | next32();
  }
  /// Uniform in [0, 1) with 24 or 53 random bits.
  float uniformFloat() {
    return float(next32() & ((1u << 24) - 1)) * (1.0f / float(1u << 24));
  }
  double uniformDouble() {
    return double(next64() & ((1ull << 53) - 1)) * (1.0 / double(1ull << 53));
  }
  double normal() {
    if (nextNormal)
      return *std::exchange(nextNormal, std::nullopt);
    double u1 = uniformDouble(), u2 = uniformDouble();
    double r = std::sqrt(-2 * std::log1p(-u2)), theta = 2 * M_PI * u1;
    nextNormal = r * std::sin(theta);
    return r * std::cos(theta);
  }
};

std::mutex generatorLock;
Generator &generator() {
  static Generator instance;
  return instance;
}

/// Fills a tensor, element by element in row-major order, with f(generator).
template <class F>
Tensor generate(const Tensor &t, F f) {
  std::lock_guard<std::mutex> guard(generatorLock);
  Generator &g = generator();
  Tensor dense = empty(t.sizes(), t.dtype());
  if (!dense)
    return t;
  char *p = dense.data<char>();
  for (int64_t i = 0; i < dense.numel(); ++i, p += dense.itemsize())
    storeScalar(p, dense.dtype(), Scalar(f(g)));
  copyInPlace(t, dense);
  return t;
}

Tensor uniform(const Tensor &t, double from, double to, Ignored) {
  if (from > to)
    return bail("uniform_ expects to return a [from, to) range, but found "
                "from=%g > to=%g",
                from, to);
  if (t.dtype() == TSRT_F64)
    return generate(t, [=](Generator &g) {
      return g.uniformDouble() * (to - from) + from;
    });
  return generate(t, [=](Generator &g) {
    return double(g.uniformFloat() * float(to - from) + float(from));
  });
}

/// Sixteen uniforms become sixteen normals, in pairs eight apart.
template <class T>
void boxMuller(T *v, T mean, T std) {
  for (int j = 0; j < 8; ++j) {
    T u1 = 1 - v[j], u2 = v[j + 8];
    T r = std::sqrt(-2 * std::log(u1)), theta = T(2 * M_PI) * u2;
    v[j] = r * std::cos(theta) * std + mean;
    v[j + 8] = r * std::sin(theta) * std + mean;
  }
}
template <class T, class U>
void fillNormal(T *data, int64_t n, T mean, T std, U uniform) {
  for (int64_t i = 0; i < n; ++i)
    data[i] = uniform();
  for (int64_t i = 0; i + 16 <= n; i += 16)
    boxMuller(data + i, mean, std);
  if (n % 16) {
    for (int64_t i = n - 16; i < n; ++i)
      data[i] = uniform();
    boxMuller(data + n - 16, mean, std);
  }
}
Tensor normalInPlace(const Tensor &t, double mean, double std, Ignored) {
  if (std < 0)
    return bail("normal expects std >= 0.0, but found std %g", std);
  if (t.isComplex()) {
    Tensor parts = viewAsReal(contiguous(t));
    normalInPlace(parts, mean, std * M_SQRT1_2, noneValue());
    copyInPlace(t, viewAsComplex(contiguous(parts)));
    return t;
  }
  if (t.numel() < 16)
    return generate(t, [=](Generator &g) { return g.normal() * std + mean; });
  std::lock_guard<std::mutex> guard(generatorLock);
  Generator &g = generator();
  bool wide = t.dtype() == TSRT_F64;
  Tensor dense = empty(t.sizes(), wide ? TSRT_F64 : TSRT_F32);
  if (wide)
    fillNormal(dense.data<double>(), dense.numel(), mean, std,
               [&] { return g.uniformDouble(); });
  else
    fillNormal(dense.data<float>(), dense.numel(), float(mean), float(std),
               [&] { return g.uniformFloat(); });
  copyInPlace(t, dense);
  return t;
}

/// Integers in [low, low + range).
Tensor randomRange(const Tensor &t, int64_t low, uint64_t range) {
  return generate(t, [=](Generator &g) {
    uint64_t r = range >= (1ull << 32) ? g.next64() : g.next32();
    return int64_t(r % range + uint64_t(low));
  });
}
Tensor randomFrom(const Tensor &t, int64_t low, OptInt high, Ignored) {
  int64_t limit = high.value_or(INT64_MAX);
  if (low >= limit)
    return bail(
        "random_ expects 'from' to be less than 'to', but got from=%lld "
        ">= to=%lld",
        LL(low), LL(limit));
  return randomRange(t, low, uint64_t(limit) - uint64_t(low));
}
Tensor randomTo(const Tensor &t, int64_t high, Ignored g) {
  return randomFrom(t, 0, high, g);
}
Tensor randomAll(const Tensor &t, Ignored) {
  switch (t.dtype()) {
  case TSRT_F64:
    return generate(t, [](Generator &g) {
      return int64_t(g.next64() % ((1ull << 53) + 1));
    });
  case TSRT_F32:
    return generate(t, [](Generator &g) {
      return int64_t(g.next32() % ((1ull << 24) + 1));
    });
  case TSRT_I64:
    return generate(t, [](Generator &g) {
      return int64_t(g.next64() % (uint64_t(INT64_MAX) + 1));
    });
  case TSRT_B8:
    return generate(t, [](Generator &g) { return int64_t(g.next32() & 1); });
  default: {
    uint64_t limit = t.dtype() == TSRT_U8    ? 256
                     : t.dtype() == TSRT_I8  ? 128
                     : t.dtype() == TSRT_I16 ? 32768
                     : t.dtype() == TSRT_I32 ? 1ull << 31
                                             : 2049;
    return generate(t,
                    [=](Generator &g) { return int64_t(g.next32() % limit); });
  }
  }
}

Tensor randOf(const Dims &size, OptInt dtype, Ignored, Ignored, Ignored) {
  return uniform(empty(size, int(dtype.value_or(defaultFloat))), 0, 1,
                 noneValue());
}
Tensor randnOf(const Dims &size, OptInt dtype, Ignored, Ignored, Ignored) {
  return normalInPlace(empty(size, int(dtype.value_or(defaultFloat))), 0, 1,
                       noneValue());
}
Tensor randLike(const Tensor &t, OptInt dtype, Ignored, Ignored, Ignored,
                Ignored) {
  return randOf(t.sizes(), dtype.value_or(t.dtype()), {}, {}, {});
}
Tensor randnLike(const Tensor &t, OptInt dtype, Ignored, Ignored, Ignored,
                 Ignored) {
  return randnOf(t.sizes(), dtype.value_or(t.dtype()), {}, {}, {});
}
Tensor randintLow(int64_t low, int64_t high, const Dims &size, OptInt dtype,
                  Ignored, Ignored, Ignored) {
  return randomFrom(empty(size, int(dtype.value_or(TSRT_I64))), low, high,
                    noneValue());
}
Tensor randint(int64_t high, const Dims &size, OptInt dtype, Ignored a,
               Ignored b, Ignored c) {
  return randintLow(0, high, size, dtype, a, b, c);
}
Tensor randintLike(const Tensor &t, int64_t high, OptInt dtype, Ignored a,
                   Ignored b, Ignored c, Ignored) {
  return randintLow(0, high, t.sizes(), dtype.value_or(t.dtype()), a, b, c);
}
Tensor randintLikeLow(const Tensor &t, int64_t low, int64_t high, OptInt dtype,
                      Ignored a, Ignored b, Ignored c, Ignored) {
  return randintLow(low, high, t.sizes(), dtype.value_or(t.dtype()), a, b, c);
}
Tensor randperm(int64_t n, OptInt dtype, Ignored, Ignored, Ignored) {
  if (n < 0)
    return bail("n must be non-negative, got%lld", LL(n));
  std::lock_guard<std::mutex> guard(generatorLock);
  Dims order;
  for (int64_t i = 0; i < n; ++i)
    order.push_back(i);
  for (int64_t i = 0; i + 1 < n; ++i)
    std::swap(order[i], order[i + generator().next32() % uint64_t(n - i)]);
  return toDType(fromInts(order), int(dtype.value_or(TSRT_I64)));
}

Tensor bernoulliInPlace(const Tensor &t, double p, Ignored) {
  if (!(p >= 0 && p <= 1))
    return bail("bernoulli_ expects p to be in [0, 1], but got p=%g", p);
  return generate(t,
                  [=](Generator &g) { return int64_t(g.uniformDouble() < p); });
}
Tensor bernoulliTensorInPlace(const Tensor &t, const Tensor &p, Ignored) {
  std::vector<double> values = elementsAs<double>(expand(p, t.sizes()));
  for (double v : values)
    if (!(v >= 0 && v <= 1))
      return bail("Expected p_in >= 0 && p_in <= 1 to be true, but got false.");
  size_t i = 0;
  if (p.dtype() == TSRT_F64)
    return generate(t, [&](Generator &g) {
      return int64_t(g.uniformDouble() < values[i++]);
    });
  return generate(
      t, [&](Generator &g) { return int64_t(g.uniformFloat() < values[i++]); });
}
Tensor bernoulli(const Tensor &p, Ignored g) {
  return bernoulliTensorInPlace(empty(p.sizes(), p.dtype()), p, g);
}
Tensor bernoulliP(const Tensor &t, double p, Ignored g) {
  return bernoulliInPlace(empty(t.sizes(), t.dtype()), p, g);
}

/// Multiplies by a random mask of `shape` scaled so that the mean stays.
Tensor masked(const Tensor &x, double p, bool train, const Dims &shape) {
  if (p < 0 || p > 1)
    return bail("dropout probability has to be between 0 and 1, but got %g", p);
  if (p == 0 || !train || x.numel() == 0)
    return x;
  if (p == 1)
    return x * Scalar(int64_t(0));
  Tensor noise = bernoulliInPlace(empty(shape, x.dtype()), 1 - p, noneValue());
  return x * (noise / Scalar(1 - p));
}
Tensor dropout(const Tensor &x, double p, bool train) {
  return masked(x, p, train, x.sizes());
}
Dims channelShape(const Tensor &x) {
  Dims shape(x.dim(), 1);
  for (int64_t d = 0; d < 2 && d < x.dim(); ++d)
    shape[d] = x.size(d);
  return shape;
}
Tensor featureDropout(const Tensor &x, double p, bool train) {
  if (x.dim() < 2 && train && p > 0)
    return bail("Feature dropout requires at least 2 dimensions in the input");
  return masked(x, p, train, channelShape(x));
}
/// Dropout that keeps mean and variance of SELU activations.
Tensor alphaMasked(const Tensor &x, double p, bool train, const Dims &shape) {
  constexpr double alpha = 1.7580993408473766;
  if (p < 0 || p > 1)
    return bail("dropout probability has to be between 0 and 1, but got %g", p);
  if (p == 0 || !train || x.numel() == 0)
    return x;
  if (p == 1)
    return x * Scalar(int64_t(0));
  Tensor noise = bernoulliInPlace(empty(shape, x.dtype()), 1 - p, noneValue());
  double a = 1 / std::sqrt((alpha * alpha * p + 1) * (1 - p));
  Tensor b = (noise - Scalar(1.0)) * Scalar(alpha * a) + Scalar(alpha * a * p);
  return x * (noise * Scalar(a)) + b;
}
Tensor alphaDropout(const Tensor &x, double p, bool train) {
  return alphaMasked(x, p, train, x.sizes());
}
Tensor featureAlphaDropout(const Tensor &x, double p, bool train) {
  return alphaMasked(x, p, train, channelShape(x));
}

void manualSeed(int64_t seed) {
  std::lock_guard<std::mutex> guard(generatorLock);
  generator() = Generator();
  generator().seed = uint64_t(seed);
  generator().engine.seed(uint32_t(seed));
}

Tensor normalFloats(double mean, double std, const Dims &size, Ignored g,
                    OptInt dtype, Ignored, Ignored, Ignored) {
  return normalInPlace(empty(size, int(dtype.value_or(defaultFloat))), mean,
                       std, g);
}
Tensor normalTensors(const Tensor &mean, const Tensor &std, Ignored g) {
  Dims shape = broadcastShapes(mean.sizes(), std.sizes());
  Tensor unit = normalInPlace(empty(shape, mean.dtype()), 0, 1, g);
  return unit * std + mean;
}
Tensor normalTensorFloat(const Tensor &mean, double std, Ignored g) {
  return normalInPlace(empty(mean.sizes(), mean.dtype()), 0, std, g) + mean;
}
Tensor normalFloatTensor(double mean, const Tensor &std, Ignored g) {
  return normalInPlace(empty(std.sizes(), std.dtype()), 0, 1, g) * std +
         Scalar(mean);
}

const KernelEntry entries[] = {
    TSRT_OP("rand", randOf),
    TSRT_OP("randn", randnOf),
    {"aten::rand_like", constantOp<randLike>},
    {"aten::randn_like", constantOp<randnLike>},
    TSRT_OP("randint", randint),
    {"aten::randint.low", op<randintLow>},
    {"aten::randint_like", constantOp<randintLike>},
    {"aten::randint_like.low_dtype", op<randintLikeLow>},
    TSRT_OP("randperm", randperm),
    TSRT_OP("uniform_", uniform),
    TSRT_OP("normal_", normalInPlace),
    TSRT_OP("random_", randomAll),
    {"aten::random_.from", op<randomFrom>},
    {"aten::random_.to", op<randomTo>},
    {"aten::bernoulli", constantOp<bernoulli>},
    {"aten::bernoulli.p", op<bernoulliP>},
    {"aten::bernoulli_.float", op<bernoulliInPlace>},
    {"aten::bernoulli_.Tensor", op<bernoulliTensorInPlace>},
    {"aten::normal.float_float", op<normalFloats>},
    {"aten::normal.Tensor_Tensor", op<normalTensors>},
    {"aten::normal.Tensor_float", op<normalTensorFloat>},
    {"aten::normal.float_Tensor", op<normalFloatTensor>},
    TSRT_OP_I("dropout", dropout),
    TSRT_OP_I("feature_dropout", featureDropout),
    TSRT_OP_I("alpha_dropout", alphaDropout),
    TSRT_OP_I("feature_alpha_dropout", featureAlphaDropout),
    TSRT_OP("manual_seed", manualSeed),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::randomRelu(const Tensor &x, double lower, double upper) {
  if (lower > upper)
    return bail("Lower bound should be less than or equal to the upper bound");
  std::vector<double> values = elementsAs<double>(x);
  size_t next = 0;
  return generate(empty(x.sizes(), x.dtype()), [&](Generator &g) {
    double v = values[next++];
    return v <= 0 ? v * (g.uniformDouble() * (upper - lower) + lower) : v;
  });
}
