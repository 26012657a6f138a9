//===- MathTest.cpp - How far functions are from exact --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function of Codegen/Math against the C library's of double precision:
// as machine code of this machine, which comes from --ts-expand-math, and as
// plain numbers with and without fused multiply-adds, which other machines
// give. Every 40,009th float is tried. TS_MATH_STEP=1 tries all (an hour; plain
// numbers every 1009th), TS_MATH_FUNCTION=NAME one function only. The worst of
// each is printed.
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"
#include "TorchScript/Codegen/Math/Functions.h"
#include "TorchScript/Codegen/Math/Plain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

using namespace torchscript;

namespace {

using Rounded = math::Plain<float, /*Fused=*/false>;
using Fused = math::Plain<float, /*Fused=*/true>;

/// The bound, in units of the last place of the exact result.
constexpr double kBound = 2.0;

/// How many units of the last place of float `found` is from `exact`; what is
/// no number, infinite or of another sign than it should be is very far.
double getDistance(float found, double exact) {
  constexpr double veryFar = 1e30;
  if (std::isnan(exact) || std::isnan(found))
    return std::isnan(exact) && std::isnan(found) ? 0 : veryFar;
  if (std::signbit(found) != std::signbit(exact))
    return veryFar;
  if (std::isinf(exact))
    return std::isinf(found) ? 0 : veryFar;
  // Infinity stands for the float after the last.
  double size = std::isinf(found) ? 0x1p128 : std::abs(double(found));
  double wanted = std::min(std::abs(exact), 0x1p128);
  int exponent = 0;
  std::frexp(wanted, &exponent);
  double unit = std::ldexp(1.0, std::clamp(exponent - 24, -149, 104));
  return std::abs(size - wanted) / unit;
}

float fromWord(uint32_t word) {
  float x;
  std::memcpy(&x, &word, sizeof(x));
  return x;
}

/// A function of Functions.h: its operation of the math dialect, its instances
/// and the C library's.
template <typename... Args>
struct Function {
  const char *op;
  float (*rounded)(Args...);
  float (*fused)(Args...);
  double (*exact)(Args...);
};

#define TS_UNARY(name, op)                                                     \
  Function<float> {                                                            \
    op, [](float x) { return math::name(Rounded{x}).v; },                      \
        [](float x) { return math::name(Fused{x}).v; },                        \
        [](float x) { return std::name(double(x)); }                           \
  }
#define TS_BINARY(name, op)                                                    \
  Function<float, float> {                                                     \
    op, [](float x, float y) { return math::name(Rounded{x}, Rounded{y}).v; }, \
        [](float x, float y) { return math::name(Fused{x}, Fused{y}).v; },     \
        [](float x, float y) { return std::name(double(x), double(y)); }       \
  }

const Function<float> unaryFunctions[] = {
    TS_UNARY(acos, "acos"),   TS_UNARY(acosh, "acosh"),
    TS_UNARY(asin, "asin"),   TS_UNARY(asinh, "asinh"),
    TS_UNARY(atan, "atan"),   TS_UNARY(atanh, "atanh"),
    TS_UNARY(cos, "cos"),     TS_UNARY(cosh, "cosh"),
    TS_UNARY(erf, "erf"),     TS_UNARY(exp, "exp"),
    TS_UNARY(exp2, "exp2"),   TS_UNARY(expm1, "expm1"),
    TS_UNARY(log, "log"),     TS_UNARY(log10, "log10"),
    TS_UNARY(log1p, "log1p"), TS_UNARY(log2, "log2"),
    TS_UNARY(sin, "sin"),     TS_UNARY(sinh, "sinh"),
    TS_UNARY(tan, "tan"),     TS_UNARY(tanh, "tanh"),
};
const Function<float, float> binaryFunctions[] = {
    TS_BINARY(atan2, "atan2"),
    TS_BINARY(pow, "powf"),
};

/// Floats at which functions change.
const float special[] = {
    0.0f,       -0.0f,       INFINITY,   -INFINITY,   NAN,         1.0f,
    -1.0f,      0.5f,        -0.5f,      2.0f,        -2.0f,       3.0f,
    -3.0f,      1e-45f,      -1e-45f,    1e-38f,      -1e-38f,     3.4e38f,
    -3.4e38f,   88.72284f,   88.72283f,  -87.33655f,  -103.97208f, 16777216.0f,
    16777215.f, -16777215.f, 8388607.5f, -8388607.5f, 0x1p54f,     -0x1.fp53f,
    0x1p83f,    0x1p112f,    0x1p-13f,   0.99999994f, 1.0000001f,  0.875f};

/// The largest distances of one function.
struct Worst {
  double rounded = 0, fused = 0, compiled = 0;
  float x = 0, y = 0;

  template <typename... Args>
  void see(const Function<Args...> &function, bool isPlain, float found,
           Args... args) {
    double exact = function.exact(args...);
    double before = std::max({rounded, fused, compiled});
    if (isPlain) {
      rounded =
          std::max(rounded, getDistance(function.rounded(args...), exact));
      fused = std::max(fused, getDistance(function.fused(args...), exact));
    }
    // The nearest float is at most half a unit away.
    if (compiled < 0.5 || found == 0 || found != float(exact))
      compiled = std::max(compiled, getDistance(found, exact));
    if (std::max({rounded, fused, compiled}) > before) {
      float values[] = {args..., 0};
      x = values[0], y = values[1];
    }
  }
  void report(const char *name) const {
    std::printf("%-6s rounded %.3f, fused %.3f, compiled %.3f ulp\n", name,
                rounded, fused, compiled);
    std::fflush(stdout);
    EXPECT_LE(std::max({rounded, fused, compiled}), kBound)
        << name << " at " << x << ", " << y;
  }
};

bool isChosen(const char *name) {
  const char *only = std::getenv("TS_MATH_FUNCTION");
  return !only || std::string(only) == name;
}

constexpr size_t kBlock = 4099;

TEST(Math, OneOperand) {
  const char *text = std::getenv("TS_MATH_STEP");
  uint64_t step = text ? std::max(1, std::atoi(text)) : 40009;
  size_t plainStep = step < 1009 ? 1009 : 1;
  CompiledFunction<float> compiler;
  std::vector<float> x(kBlock), z(kBlock);
  for (const Function<float> &function : unaryFunctions) {
    if (!isChosen(function.op))
      continue;
    auto compiled = compiler.compile(function.op, /*isBinary=*/false);
    ASSERT_TRUE(compiled) << function.op;
    Worst worst;
    auto tryBlock = [&](size_t n) {
      compiled(x.data(), x.data(), z.data(), int64_t(n));
      for (size_t i = 0; i < n; ++i)
        worst.see(function, i % plainStep == 0, z[i], x[i]);
    };
    size_t n = std::copy(std::begin(special), std::end(special), x.begin()) -
               x.begin();
    tryBlock(n);
    for (uint64_t word = 0; word < uint64_t(1) << 32; tryBlock(n))
      for (n = 0; n < kBlock && word < uint64_t(1) << 32; word += step)
        x[n++] = fromWord(uint32_t(word));
    worst.report(function.op);
  }
}

TEST(Math, TwoOperands) {
  CompiledFunction<float> compiler;
  std::vector<float> x, y;
  for (float a : special)
    for (float b : special) {
      x.push_back(a);
      y.push_back(b);
    }
  uint64_t state = 88172645463325252u;
  auto next = [&] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return fromWord(uint32_t(state >> 32));
  };
  for (int i = 0; i < 50000; ++i) {
    x.push_back(next());
    y.push_back(next());
    // Powers that are neither zero nor infinite, of numbers close to 1, too.
    x.push_back(std::exp2(std::fmod(next(), 20.0f)));
    y.push_back(std::fmod(next(), 50.0f));
    x.push_back(1 + std::fmod(next(), 0.01f));
    y.push_back(std::fmod(next(), 9000.0f));
  }
  std::vector<float> z(x.size());
  for (const Function<float, float> &function : binaryFunctions) {
    if (!isChosen(function.op))
      continue;
    auto compiled = compiler.compile(function.op, /*isBinary=*/true);
    ASSERT_TRUE(compiled) << function.op;
    compiled(x.data(), y.data(), z.data(), int64_t(x.size()));
    Worst worst;
    for (size_t i = 0; i < x.size(); ++i)
      worst.see(function, /*isPlain=*/true, z[i], x[i], y[i]);
    worst.report(function.op);
  }
}

/// 1 + erf(x) has the absolute error of a sum, and is as the sum is where
/// erf(x) is -1, 0, 1 or NaN.
void testOnePlusErf(float (*function)(float), double bound) {
  double worst = 0;
  auto see = [&](float x) {
    float found = function(x);
    if (std::isnan(x)) {
      EXPECT_TRUE(std::isnan(found));
      return;
    }
    EXPECT_FALSE(std::signbit(found)) << x;
    worst = std::max(worst, std::abs(found - (1.0 + std::erf(double(x)))));
  };
  for (float x : special)
    see(x);
  for (uint64_t word = 0; word < uint64_t(1) << 32; word += 40009)
    see(fromWord(uint32_t(word)));
  for (float x = -4.25f; x < 4.25f; x += 0x1p-16f)
    see(x);
  EXPECT_LE(worst, bound);
  for (float x : {-4.5f, -7.0f, -3.4e38f, -INFINITY})
    EXPECT_EQ(function(x), 0) << x;
  for (float x : {4.5f, 3.4e38f, INFINITY})
    EXPECT_EQ(function(x), 2) << x;
  for (float x : {0.0f, -0.0f, 1e-45f, -1e-45f})
    EXPECT_EQ(function(x), 1) << x;
}

TEST(Math, OnePlusErfByPower) {
  testOnePlusErf([](float x) { return math::onePlusErfByPower(Rounded{x}).v; },
                 1.5 * 0x1p-23);
  testOnePlusErf([](float x) { return math::onePlusErfByPower(Fused{x}).v; },
                 1.5 * 0x1p-23);
}

TEST(Math, OnePlusErfInPieces) {
  testOnePlusErf(
      [](float x) { return math::onePlusErfInPieces(Rounded{x})->v; },
      1.5 * 0x1p-23);
  testOnePlusErf([](float x) { return math::onePlusErfInPieces(Fused{x})->v; },
                 1.1 * 0x1p-23);
}

} // namespace
