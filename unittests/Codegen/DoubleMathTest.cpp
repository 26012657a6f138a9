//===- DoubleMathTest.cpp - How far functions of doubles are from exact ---===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As MathTest.cpp, of Codegen/Math/DoubleFunctions.h against the C library's
// functions of long double, where those have more bits. Doubles of all
// exponents are tried, and more of those where a function is neither zero nor
// infinite. TS_MATH_COUNT=N tries N of each kind, TS_MATH_FUNCTION=NAME one
// function only.
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"
#include "TorchScript/Codegen/Math/DoubleFunctions.h"
#include "TorchScript/Codegen/Math/Plain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

using namespace torchscript;

namespace {

using Rounded = math::Plain<double, /*Fused=*/false>;
using Fused = math::Plain<double, /*Fused=*/true>;
using Exact = long double;

/// The bound, in units of the last place of the exact result.
constexpr double kBound = 2.0;

constexpr bool kHasExact = std::numeric_limits<Exact>::digits >= 64;

/// How many units of the last place of a double `found` is from `exact`; what
/// is no number, infinite or of another sign than it should be is very far.
double getDistance(double found, Exact exact) {
  constexpr double veryFar = 1e30;
  if (std::isnan(exact) || std::isnan(found))
    return std::isnan(exact) && std::isnan(found) ? 0 : veryFar;
  if (std::signbit(found) != std::signbit(exact))
    return veryFar;
  if (std::isinf(exact))
    return std::isinf(found) ? 0 : veryFar;
  // Infinity stands for the number after the last.
  Exact size =
      std::isinf(found) ? std::ldexp(Exact(1), 1024) : std::abs(Exact(found));
  Exact wanted = std::min(std::abs(exact), std::ldexp(Exact(1), 1024));
  int exponent = 0;
  std::frexp(wanted, &exponent);
  Exact unit = std::ldexp(Exact(1), std::clamp(exponent - 53, -1074, 971));
  return double(std::abs(size - wanted) / unit);
}

/// A function of DoubleFunctions.h: its operation of the math dialect, its
/// instances, the C library's, and an interval that matters. `end` is where its
/// instances end.
template <typename... Args>
struct Function {
  const char *op;
  double (*rounded)(Args...);
  double (*fused)(Args...);
  Exact (*exact)(Args...);
  double low = 0, high = 0, end = INFINITY;
};

#define TS_UNARY(name, ...)                                                    \
  Function<double> {                                                           \
    #name, [](double x) { return math::doubles::name(Rounded{x}).v; },         \
        [](double x) { return math::doubles::name(Fused{x}).v; },              \
        [](double x) -> Exact { return std::name(Exact(x)); }, __VA_ARGS__     \
  }
#define TS_BINARY(name, op)                                                    \
  Function<double, double> {                                                   \
    op,                                                                        \
        [](double x, double y) {                                               \
          return math::doubles::name(Rounded{x}, Rounded{y}).v;                \
        },                                                                     \
        [](double x, double y) {                                               \
          return math::doubles::name(Fused{x}, Fused{y}).v;                    \
        },                                                                     \
        [](double x, double y) -> Exact {                                      \
          return std::name(Exact(x), Exact(y));                                \
        }                                                                      \
  }

const Function<double> unaryFunctions[] = {
    TS_UNARY(acos, -1, 1),
    TS_UNARY(acosh, 1, 5),
    TS_UNARY(asin, -1, 1),
    TS_UNARY(asinh, -5, 5),
    TS_UNARY(atan, -5, 5),
    TS_UNARY(atanh, -1, 1),
    TS_UNARY(cos, -1e6, 1e6, math::doubles::kEndOfAngles),
    TS_UNARY(cosh, -715, 715),
    TS_UNARY(erf, -7, 7),
    TS_UNARY(exp, -750, 715),
    TS_UNARY(exp2, -1090, 1030),
    TS_UNARY(expm1, -45, 715),
    TS_UNARY(log, 0, 4),
    TS_UNARY(log10, 0, 4),
    TS_UNARY(log1p, -1, 4),
    TS_UNARY(log2, 0, 4),
    TS_UNARY(sin, -1e6, 1e6, math::doubles::kEndOfAngles),
    TS_UNARY(sinh, -715, 715),
    TS_UNARY(tan, -1e6, 1e6, math::doubles::kEndOfAngles),
    TS_UNARY(tanh, -25, 25),
};
const Function<double, double> binaryFunctions[] = {
    TS_BINARY(atan2, "atan2"),
    TS_BINARY(pow, "powf"),
};

/// Doubles at which functions change.
const double special[] = {0.0,
                          -0.0,
                          INFINITY,
                          -INFINITY,
                          NAN,
                          1.0,
                          -1.0,
                          0.5,
                          -0.5,
                          2.0,
                          -2.0,
                          3.0,
                          -3.0,
                          5e-324,
                          -5e-324,
                          2.3e-308,
                          -2.3e-308,
                          1e-310,
                          1.7e308,
                          -1.7e308,
                          0.55,
                          0.875,
                          6.0,
                          709.782712893384,
                          709.79,
                          710.5,
                          710.4758600739439,
                          -708.4,
                          -745.13,
                          -745.14,
                          1024.0,
                          1023.9999999999999,
                          -1074.0,
                          -1075.0,
                          0x1p53,
                          -0x1.fffffffffffffp52,
                          0x1p-27,
                          0x1p-28,
                          0x1p-54,
                          0x1p28,
                          0x1p20,
                          -0x1.8p20,
                          1e22,
                          0.99999999999999989,
                          0x1p1000,
                          -0x1p1001,
                          1.0000000000000002};

/// Repeatable random numbers.
class Random {
public:
  uint64_t word() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
  /// A double of any exponent, NaN among them.
  double any() {
    uint64_t bits = word();
    double x;
    std::memcpy(&x, &bits, sizeof(x));
    return x;
  }
  double between(double low, double high) {
    return low + (high - low) * double(word() >> 11) * 0x1p-53;
  }
  /// 2^-60 to 1, either sign.
  double small() {
    double x = std::ldexp(between(0.5, 1), -int(word() % 60));
    return word() & 1 ? x : -x;
  }

private:
  uint64_t state = 88172645463325252u;
};

/// The largest distances of one function.
struct Worst {
  double rounded = 0, fused = 0, compiled = 0;
  double x = 0, y = 0;

  template <typename... Args>
  void see(const Function<Args...> &function, double found, Args... args) {
    Exact exact = function.exact(args...);
    double before = std::max({rounded, fused, compiled});
    if (((std::abs(args) < function.end || !std::isfinite(args)) && ...)) {
      rounded =
          std::max(rounded, getDistance(function.rounded(args...), exact));
      fused = std::max(fused, getDistance(function.fused(args...), exact));
    }
    compiled = std::max(compiled, getDistance(found, exact));
    if (std::max({rounded, fused, compiled}) > before) {
      double values[] = {args..., 0};
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

size_t getCount() {
  const char *text = std::getenv("TS_MATH_COUNT");
  return text ? std::max(1, std::atoi(text)) : 20000;
}

TEST(DoubleMath, OneOperand) {
  if (!kHasExact)
    GTEST_SKIP() << "long double has no more bits than double";
  CompiledFunction<double> compiler;
  for (const Function<double> &function : unaryFunctions) {
    if (!isChosen(function.op))
      continue;
    auto compiled = compiler.compile(function.op, /*isBinary=*/false);
    ASSERT_TRUE(compiled) << function.op;
    std::vector<double> x(std::begin(special), std::end(special));
    Random random;
    for (size_t i = 0; i < getCount(); ++i) {
      x.push_back(random.any());
      x.push_back(random.between(function.low, function.high));
      x.push_back(random.small());
      x.push_back(1 + random.small());
      // Close to where sines and cosines are zero.
      x.push_back(double(random.word() % 667000) * 1.5707963267948966);
    }
    std::vector<double> z(x.size());
    compiled(x.data(), x.data(), z.data(), int64_t(x.size()));
    Worst worst;
    for (size_t i = 0; i < x.size(); ++i)
      worst.see(function, z[i], x[i]);
    worst.report(function.op);
  }
}

TEST(DoubleMath, TwoOperands) {
  if (!kHasExact)
    GTEST_SKIP() << "long double has no more bits than double";
  CompiledFunction<double> compiler;
  std::vector<double> x, y;
  auto add = [&](double a, double b) {
    x.push_back(a);
    y.push_back(b);
  };
  for (double a : special) {
    for (double b : special)
      add(a, b);
    for (double b = -6; b < 6.5; b += 0.5)
      add(a, b);
  }
  Random random;
  for (size_t i = 0; i < getCount(); ++i) {
    add(random.any(), random.any());
    double a = random.any();
    add(a, a * random.small());
    // Powers that are neither zero nor infinite, of numbers close to 1, too.
    a = std::exp2(random.between(-1000, 1000));
    add(a, random.between(-1100, 1100) / std::log2(a));
    a = 1 + random.between(-0.005, 0.005);
    add(a, random.between(-140000, 140000));
    a = 1 + random.between(-5e-8, 5e-8);
    add(a, random.between(-1.4e10, 1.4e10));
    a = random.between(-4, 4);
    add(a, std::floor(random.between(-50, 50)));
    add(random.small(), random.small());
  }
  std::vector<double> z(x.size());
  for (const Function<double, double> &function : binaryFunctions) {
    if (!isChosen(function.op))
      continue;
    auto compiled = compiler.compile(function.op, /*isBinary=*/true);
    ASSERT_TRUE(compiled) << function.op;
    compiled(x.data(), y.data(), z.data(), int64_t(x.size()));
    Worst worst;
    for (size_t i = 0; i < x.size(); ++i)
      worst.see(function, z[i], x[i], y[i]);
    worst.report(function.op);
  }
}

} // namespace
