//===- Random.cpp - Random numbers: the CPU generator of PyTorch ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Uniform and normal numbers, integers, coins and what drops elements.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Random.h"

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Layers.h"
#include "tsrt_eager.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace tsrt;

//===----------------------------------------------------------------------===//
// The Mersenne Twister
//===----------------------------------------------------------------------===//

MersenneTwister::MersenneTwister(uint32_t seed) {
  state[0] = seed;
  for (uint32_t i = 1; i < kSize; ++i)
    state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
}

void MersenneTwister::refill() {
  constexpr size_t kShift = 397;
  auto mix = [](uint32_t high, uint32_t low, uint32_t far) {
    uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
    return far ^ (y >> 1) ^ ((0u - (y & 1u)) & 0x9908b0dfu);
  };
  for (size_t i = 0; i < kSize - kShift; ++i)
    state[i] = mix(state[i], state[i + 1], state[i + kShift]);
  for (size_t i = kSize - kShift; i + 1 < kSize; ++i)
    state[i] = mix(state[i], state[i + 1], state[i + kShift - kSize]);
  state[kSize - 1] = mix(state[kSize - 1], state[0], state[kShift - 1]);
  temper();
  next = 0;
  fresh = false;
}

void MersenneTwister::restore(const uint32_t *words, size_t drawn,
                              bool isFresh) {
  std::copy(words, words + kSize, state);
  temper();
  next = drawn;
  fresh = isFresh;
}

void MersenneTwister::temper() {
  for (size_t i = 0; i < kSize; ++i) {
    uint32_t y = state[i];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    outputs[i] = y ^ y >> 18;
  }
}

//===----------------------------------------------------------------------===//
// The default generator
//===----------------------------------------------------------------------===//

std::mutex &tsrt::generatorLock() {
  static std::mutex lock;
  return lock;
}
Generator &tsrt::defaultGenerator() {
  static Generator instance;
  return instance;
}

struct tsrt_generator_state {
  Generator generator;
};

tsrt_generator_state *tsrt_generator_new(void) {
  return new tsrt_generator_state();
}
void tsrt_generator_release(tsrt_generator_state *state) { delete state; }
void tsrt_generator_swap(tsrt_generator_state *state) {
  std::lock_guard<std::mutex> guard(generatorLock());
  std::swap(state->generator, defaultGenerator());
}
void tsrt_generator_copy(tsrt_generator_state *state) {
  std::lock_guard<std::mutex> guard(generatorLock());
  state->generator = defaultGenerator();
}

namespace {
/// How PyTorch writes the state of a generator of the processor.
struct WrittenGenerator {
  uint64_t seed;
  /// Numbers left until the next refill, and 1 more.
  int32_t left;
  int32_t seeded;
  uint64_t next;
  uint64_t words[MersenneTwister::kSize];
  double normalX, normalY, normalRho;
  int32_t hasNormal;
  int32_t padding;
  float nextFloatNormal;
  uint8_t hasFloatNormal;
  uint8_t more[3];
};
} // namespace
static_assert(sizeof(WrittenGenerator) == TSRT_GENERATOR_BYTES, "no padding");

void tsrt_generator_write(const tsrt_generator_state *state, void *bytes) {
  const Generator &generator = state->generator;
  const MersenneTwister &engine = generator.engine;
  WrittenGenerator written = {};
  written.seed = generator.seed;
  written.left = engine.isFresh() ? 1 : 625 - int32_t(engine.drawn());
  written.seeded = 1;
  written.next = engine.isFresh() ? 0 : engine.drawn();
  std::copy(engine.words(), engine.words() + MersenneTwister::kSize,
            written.words);
  written.hasNormal = generator.nextNormal.has_value();
  written.normalY = generator.nextNormal.value_or(0);
  std::memcpy(bytes, &written, sizeof(written));
}

int tsrt_generator_read(tsrt_generator_state *state, const void *bytes) {
  WrittenGenerator written;
  std::memcpy(&written, bytes, sizeof(written));
  bool isFresh = written.left == 1 && written.next == 0;
  if (!isFresh && (written.next > MersenneTwister::kSize ||
                   written.left != 625 - int32_t(written.next)))
    return 1;
  uint32_t words[MersenneTwister::kSize];
  std::copy(std::begin(written.words), std::end(written.words), words);
  Generator &generator = state->generator;
  generator.engine.restore(
      words, isFresh ? MersenneTwister::kSize : size_t(written.next), isFresh);
  generator.seed = written.seed;
  generator.nextNormal.reset();
  if (written.hasNormal)
    generator.nextNormal = written.normalY;
  return 0;
}

Dims tsrt::memoryOrder(const Tensor &t) {
  Dims order(t.dim());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return t.stride(a) != t.stride(b) ? t.stride(a) > t.stride(b) : a < b;
  });
  return order;
}

namespace {

/// A tensor of the sizes of another one, laid out like it.
Tensor emptyAs(const Tensor &t, int dtype) {
  return emptyStrided(t.sizes(), preservedStrides(t), dtype);
}

/// Rounded to a dtype.
double rounded(double v, int dtype) {
  return dtype == TSRT_F16    ? double(float(Half(float(v))))
         : dtype == TSRT_BF16 ? double(float(BFloat16(float(v))))
                              : double(float(v));
}

Tensor uniform(const Tensor &t, double from, double to, Ignored) {
  if (from > to)
    return bail("uniform_ expects to return a [from, to) range, but found "
                "from=%g > to=%g",
                from, to);
  if (t.isComplex()) {
    Tensor parts = viewAsReal(contiguous(t));
    uniform(parts, from, to, noneValue());
    copyInPlace(t, viewAsComplex(contiguous(parts)));
    return t;
  }
  if (t.dtype() == TSRT_F64)
    return generate(t, [=](Generator &g) {
      return std::fma(g.uniformDouble(), to - from, from);
    });
  int bits = t.dtype() == TSRT_F16 ? 11 : t.dtype() == TSRT_BF16 ? 8 : 24;
  float low = rounded(from, t.dtype()), high = rounded(to, t.dtype());
  float width = rounded(high - low, t.dtype());
  if (t.dtype() == TSRT_F32 && t.isContiguous()) {
    std::lock_guard<std::mutex> guard(generatorLock());
    fillUniform(defaultGenerator(), t.data<float>(), t.numel(), low, width);
    return t;
  }
  return generate(t, [=](Generator &g) {
    return std::fmaf(g.uniformFloat(bits), width, low);
  });
}

/// Sixteen uniform numbers become sixteen normal ones, in pairs eight apart.
/// R rounds each result to the precision of the tensor, S to that of what the
/// functions of the library give.
template <class R, class S, class T>
void boxMuller(T *v, double mean, double std) {
  for (int j = 0; j < 8; ++j) {
    R u1 = 1 - v[j], u2 = v[j + 8];
    R r = S(std::sqrt(S(-2 * S(std::log(u1)))));
    R theta = 2 * M_PI * double(u2);
    S c = std::cos(theta), s = std::sin(theta);
    if constexpr (std::is_same_v<S, double>) {
      v[j] = std::fma(r * c, std, mean);
      v[j + 8] = std::fma(r * s, std, mean);
    } else {
      v[j] = S(S(r * c) * R(std)) + R(mean);
      v[j + 8] = S(S(r * s) * R(std)) + R(mean);
    }
  }
}
void makeNormals(float *v, int64_t n, double mean, double std) {
  makeNormal(v, n, float(mean), float(std));
}
void makeNormals(double *v, int64_t n, double mean, double std) {
  for (int64_t i = 0; i < n; i += 16)
    boxMuller<double, double>(v + i, mean, std);
}
void makeNormals(Half *v, int64_t n, double mean, double std) {
  for (int64_t i = 0; i < n; i += 16)
    boxMuller<Half, float>(v + i, mean, std);
}
void makeNormals(BFloat16 *v, int64_t n, double mean, double std) {
  for (int64_t i = 0; i < n; i += 16)
    boxMuller<BFloat16, BFloat16>(v + i, mean, std);
}
/// Normal numbers for 16 elements or more: the last 16 are drawn anew where
/// they are no whole group. `draw` fills elements with uniform numbers.
template <class T, class U>
void fillNormal(T *data, int64_t n, double mean, double std, U draw) {
  draw(data, n);
  makeNormals(data, n - n % 16, mean, std);
  if (n % 16) {
    draw(data + n - 16, 16);
    makeNormals(data + n - 16, 16, mean, std);
  }
}
/// What fills elements with single numbers.
template <class U>
auto drawSingly(U uniform) {
  return [uniform](auto *data, int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      data[i] = uniform();
  };
}
Tensor normalInPlace(const Tensor &t, double mean, double std, Ignored) {
  if (std < 0)
    return bail("normal expects std >= 0.0, but found std %g", std);
  if (t.isComplex()) {
    Tensor parts = viewAsReal(contiguous(t));
    normalInPlace(parts, mean, std / M_SQRT2, noneValue());
    copyInPlace(t, viewAsComplex(contiguous(parts)));
    return t;
  }
  if (t.numel() < 16 || !t.isContiguous() || !t.isFloating())
    return generate(
        t, [=](Generator &g) { return std::fma(g.normal(), std, mean); });
  std::lock_guard<std::mutex> guard(generatorLock());
  Generator &g = defaultGenerator();
  int64_t n = t.numel();
  switch (t.dtype()) {
  case TSRT_F64:
    fillNormal(t.data<double>(), n, mean, std,
               drawSingly([&] { return g.uniformDouble(); }));
    break;
  case TSRT_F16:
    fillNormal(t.data<Half>(), n, mean, std,
               drawSingly([&] { return Half(g.uniformFloat(11)); }));
    break;
  case TSRT_BF16:
    fillNormal(t.data<BFloat16>(), n, mean, std,
               drawSingly([&] { return BFloat16(g.uniformFloat(8)); }));
    break;
  default:
    fillNormal(t.data<float>(), n, mean, std, [&](float *data, int64_t count) {
      fillUniform(g, data, count, 0.0f, 1.0f);
    });
  }
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

Tensor randFrom(const Dims &size, Ignored generator, OptInt dtype, Ignored,
                Ignored, Ignored) {
  return uniform(empty(size, int(dtype.value_or(defaultFloat))), 0, 1,
                 generator);
}
Tensor randOf(const Dims &size, OptInt dtype, Ignored a, Ignored b, Ignored c) {
  return randFrom(size, noneValue(), dtype, a, b, c);
}
Tensor randnFrom(const Dims &size, Ignored generator, OptInt dtype, Ignored,
                 Ignored, Ignored) {
  return normalInPlace(empty(size, int(dtype.value_or(defaultFloat))), 0, 1,
                       generator);
}
Tensor randnOf(const Dims &size, OptInt dtype, Ignored a, Ignored b,
               Ignored c) {
  return randnFrom(size, noneValue(), dtype, a, b, c);
}
Tensor randLike(const Tensor &t, OptInt dtype, Ignored, Ignored, Ignored,
                Ignored) {
  return uniform(emptyAs(t, int(dtype.value_or(t.dtype()))), 0, 1, noneValue());
}
Tensor randnLike(const Tensor &t, OptInt dtype, Ignored, Ignored, Ignored,
                 Ignored) {
  return normalInPlace(emptyAs(t, int(dtype.value_or(t.dtype()))), 0, 1,
                       noneValue());
}
Tensor randintLowFrom(int64_t low, int64_t high, const Dims &size,
                      Ignored generator, OptInt dtype, Ignored, Ignored,
                      Ignored) {
  return randomFrom(empty(size, int(dtype.value_or(TSRT_I64))), low, high,
                    generator);
}
Tensor randintFrom(int64_t high, const Dims &size, Ignored generator,
                   OptInt dtype, Ignored a, Ignored b, Ignored c) {
  return randintLowFrom(0, high, size, generator, dtype, a, b, c);
}
Tensor randintLow(int64_t low, int64_t high, const Dims &size, OptInt dtype,
                  Ignored a, Ignored b, Ignored c) {
  return randintLowFrom(low, high, size, noneValue(), dtype, a, b, c);
}
Tensor randint(int64_t high, const Dims &size, OptInt dtype, Ignored a,
               Ignored b, Ignored c) {
  return randintLow(0, high, size, dtype, a, b, c);
}
Tensor randintLikeLow(const Tensor &t, int64_t low, int64_t high, OptInt dtype,
                      Ignored, Ignored, Ignored, Ignored) {
  return randomFrom(emptyAs(t, int(dtype.value_or(t.dtype()))), low, high,
                    noneValue());
}
Tensor randintLike(const Tensor &t, int64_t high, OptInt dtype, Ignored a,
                   Ignored b, Ignored c, Ignored format) {
  return randintLikeLow(t, 0, high, dtype, a, b, c, format);
}
Tensor randperm(int64_t n, OptInt dtype, Ignored, Ignored, Ignored) {
  if (n < 0)
    return bail("n must be non-negative, got%lld", LL(n));
  std::lock_guard<std::mutex> guard(generatorLock());
  Dims order;
  for (int64_t i = 0; i < n; ++i)
    order.push_back(i);
  for (int64_t i = 0; i + 1 < n; ++i)
    std::swap(order[i],
              order[i + defaultGenerator().next32() % uint64_t(n - i)]);
  return toDType(fromInts(order), int(dtype.value_or(TSRT_I64)));
}

Tensor bernoulliInPlace(const Tensor &t, double p, Ignored) {
  if (!(p >= 0 && p <= 1))
    return bail("bernoulli_ expects p to be in [0, 1], but got p=%g", p);
  return generate(t,
                  [=](Generator &g) { return int64_t(g.uniformDouble() < p); });
}
Tensor bernoulliTensorInPlace(const Tensor &t, const Tensor &p, Ignored) {
  std::vector<double> values =
      elementsAs<double>(permute(expand(p, t.sizes()), memoryOrder(t)));
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

Dims channelShape(const Tensor &x) {
  Dims shape(x.dim(), 1);
  for (int64_t d = 0; d < 2 && d < x.dim(); ++d)
    shape[d] = x.size(d);
  return shape;
}
/// Ones with probability `p` and zeros, an element each or a channel each.
Tensor makeCoins(const Tensor &x, double p, bool byChannel) {
  Tensor coins = empty(byChannel ? channelShape(x) : x.sizes(), x.dtype());
  return bernoulliInPlace(coins, p, noneValue());
}
/// Multiplies by a random mask scaled so that the mean stays.
Tensor masked(const Tensor &x, double p, bool train, bool byChannel) {
  if (p < 0 || p > 1)
    return bail("dropout probability has to be between 0 and 1, but got %g", p);
  if (p == 0 || !train || x.numel() == 0)
    return x;
  if (p == 1)
    return x * Scalar(int64_t(0));
  Tensor noise = makeCoins(x, 1 - p, byChannel);
  return x * (noise / Scalar(1 - p));
}
Tensor dropout(const Tensor &x, double p, bool train) {
  return masked(x, p, train, /*byChannel=*/false);
}
Tensor featureDropout(const Tensor &x, double p, bool train) {
  if (x.dim() < 2 && train && p > 0)
    return bail("Feature dropout requires at least 2 dimensions in the input");
  return masked(x, p, train, /*byChannel=*/true);
}
/// Dropout that keeps mean and variance of SELU activations.
Tensor alphaMasked(const Tensor &x, double p, bool train, bool byChannel) {
  constexpr double alpha = 1.7580993408473766;
  if (p < 0 || p > 1)
    return bail("dropout probability has to be between 0 and 1, but got %g", p);
  if (p == 0 || !train || x.numel() == 0)
    return x;
  if (p == 1)
    return x * Scalar(int64_t(0));
  Tensor noise = makeCoins(x, 1 - p, byChannel);
  double a = 1 / std::sqrt((alpha * alpha * p + 1) * (1 - p));
  Tensor b = (noise - Scalar(1.0)) * Scalar(alpha * a) + Scalar(alpha * a * p);
  return x * (noise * Scalar(a)) + b;
}
std::tuple<Tensor, Tensor> nativeDropout(const Tensor &x, double p,
                                         std::optional<bool> train) {
  if (!train.value_or(true) || p == 0 || x.numel() == 0)
    return {x, full(x.sizes(), Scalar(true), TSRT_B8)};
  if (p == 1)
    return {zeros(x.sizes(), x.dtype()), zeros(x.sizes(), TSRT_B8)};
  Tensor kept = bernoulliInPlace(emptyAs(x, TSRT_B8), 1 - p, noneValue());
  if (failed())
    return {};
  return {x * kept * Scalar(1 / (1 - p)), kept};
}
Tensor alphaDropout(const Tensor &x, double p, bool train) {
  return alphaMasked(x, p, train, /*byChannel=*/false);
}
Tensor featureAlphaDropout(const Tensor &x, double p, bool train) {
  return alphaMasked(x, p, train, /*byChannel=*/true);
}

void manualSeed(int64_t seed) {
  std::lock_guard<std::mutex> guard(generatorLock());
  defaultGenerator() = Generator();
  defaultGenerator().seed = uint64_t(seed);
  defaultGenerator().engine = MersenneTwister(uint32_t(seed));
}

Tensor normalFloats(double mean, double std, const Dims &size, Ignored g,
                    OptInt dtype, Ignored, Ignored, Ignored) {
  return normalInPlace(empty(size, int(dtype.value_or(defaultFloat))), mean,
                       std, g);
}
bool checkDeviation(const Tensor &std) {
  return !std.isComplex() ||
         bail("normal expects standard deviation to be non-complex");
}
Tensor normalTensors(const Tensor &mean, const Tensor &std, Ignored g) {
  if (!checkDeviation(std))
    return {};
  Dims shape = broadcastShapes(mean.sizes(), std.sizes());
  Tensor unit = normalInPlace(empty(shape, mean.dtype()), 0, 1, g);
  return unit * std + mean;
}
Tensor normalTensorFloat(const Tensor &mean, double std, Ignored g) {
  return normalInPlace(empty(mean.sizes(), mean.dtype()), 0, std, g) + mean;
}
Tensor normalFloatTensor(double mean, const Tensor &std, Ignored g) {
  if (!checkDeviation(std))
    return {};
  return normalInPlace(empty(std.sizes(), std.dtype()), 0, 1, g) * std +
         Scalar(mean);
}

const KernelEntry entries[] = {
    TSRT_OP("rand", randOf),
    {"aten::rand.generator", op<randFrom>},
    TSRT_OP("randn", randnOf),
    {"aten::randn.generator", op<randnFrom>},
    {"aten::rand_like", constantOp<randLike>},
    {"aten::randn_like", constantOp<randnLike>},
    TSRT_OP("randint", randint),
    {"aten::randint.low", op<randintLow>},
    {"aten::randint.generator", op<randintFrom>},
    {"aten::randint.low_generator", op<randintLowFrom>},
    {"aten::randint_like", constantOp<randintLike>},
    {"aten::randint_like.low_dtype", op<randintLikeLow>},
    TSRT_OP("randperm", randperm),
    TSRT_OP("uniform_", uniform),
    TSRT_OP("normal_", normalInPlace),
    TSRT_OP("random_", randomAll),
    {"aten::random_.from", op<randomFrom>},
    {"aten::random_.to", op<randomTo>},
    {"aten::random", op<OnCopy<randomAll>::run>},
    {"aten::random.from", op<OnCopy<randomFrom>::run>},
    {"aten::random.to", op<OnCopy<randomTo>::run>},
    {"aten::uniform", op<OnCopy<uniform>::run>},
    {"aten::normal_functional", op<OnCopy<normalInPlace>::run>},
    {"aten::bernoulli.Tensor", op<OnCopy<bernoulliTensorInPlace>::run>},
    {"aten::bernoulli", constantOp<bernoulli>},
    {"aten::bernoulli.p", op<bernoulliP>},
    {"aten::bernoulli_.float", op<bernoulliInPlace>},
    {"aten::bernoulli_.Tensor", op<bernoulliTensorInPlace>},
    {"aten::normal.float_float", op<normalFloats>},
    {"aten::normal.Tensor_Tensor", op<normalTensors>},
    {"aten::normal.Tensor_float", op<normalTensorFloat>},
    {"aten::normal.float_Tensor", op<normalFloatTensor>},
    TSRT_OP_I("dropout", dropout),
    TSRT_OP("native_dropout", nativeDropout),
    TSRT_OP_I("feature_dropout", featureDropout),
    TSRT_OP_I("alpha_dropout", alphaDropout),
    TSRT_OP_I("feature_alpha_dropout", featureAlphaDropout),
    TSRT_OP("manual_seed", manualSeed),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::dropElements(const Tensor &x, double p) {
  return dropout(x, p, /*train=*/true);
}

Tensor tsrt::randomRelu(const Tensor &x, double lower, double upper) {
  if (lower > upper)
    return bail("Lower bound should be less than or equal to the upper bound");
  std::vector<double> values = elementsAs<double>(x);
  size_t next = 0;
  bool isFloat = x.dtype() != TSRT_F64;
  if (isFloat) {
    lower = float(lower);
    upper = float(upper);
  }
  return generate(empty(x.sizes(), x.dtype()), [&](Generator &g) {
    double v = values[next++];
    if (v > 0)
      return v;
    double factor = std::fma(g.uniformDouble(), upper - lower, lower);
    return isFloat ? double(float(v) * float(factor)) : v * factor;
  });
}
