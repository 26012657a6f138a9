//===- Bf16x3Test.cpp - Tests of products of floats in two halves ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels on tiles in memory against sums in double precision; and, where
// the processor has tiles, the runtime's products against these.
//
//===----------------------------------------------------------------------===//

#include "compiled/Bf16x3Kernels.h"
#include "tsrt_kernel.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace tsrt::dense;

/// Of PlainTiles.cpp.
extern const Bf16x3Kernels kPlainTiles;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
/// Over the largest result (docs/accuracy.md).
constexpr double kBudget = 8e-6;

struct Case {
  int64_t rows, c, f;
  bool accumulate = false, transposed = true;
  int activation = 0;
  int64_t gap = 0;
};

std::vector<float> makeRandom(int64_t size) {
  static std::mt19937 random(5);
  std::normal_distribution<float> normal;
  std::vector<float> result;
  for (int64_t i = 0; i < size; ++i)
    result.push_back(normal(random));
  return result;
}

/// 64-byte aligned memory.
struct Memory {
  explicit Memory(size_t bytes)
      : data(std::aligned_alloc(64, (bytes + 63) / 64 * 64)) {}
  ~Memory() { std::free(data); }
  Memory(const Memory &) = delete;
  void *data;
};

struct Rows {
  explicit Rows(const Case &s)
      : s(s), x(makeRandom(s.rows * s.c)), w(makeRandom(s.c * s.f)),
        bias(makeRandom(s.f)), start(makeRandom(s.rows * (s.f + s.gap))) {}

  Product getShape() const { return {s.c, s.f, s.f + s.gap, s.accumulate}; }
  PlainWeights getWeights() const {
    return {w.data(), s.transposed ? 1 : s.f, s.transposed ? s.c : 1, nullptr};
  }

  std::vector<float> run() const {
    Product p = getShape();
    int64_t panels = (s.f + kPlainTiles.panel - 1) / kPlainTiles.panel;
    Memory packed(getBf16x3Bytes(p)),
        halves(getBf16x3Halves(s.rows, getBf16x3Depth(kPlainTiles, s.c)));
    std::vector<char> exact(size_t(s.rows));
    // Threads pack and compute panels in any order.
    for (int64_t i = panels; i-- > 0;)
      kPlainTiles.packWeights(p, getWeights(), i, i + 1, packed.data);
    std::vector<float> y = start;
    int64_t tiles = (s.rows + kTileRows - 1) / kTileRows;
    for (int64_t k = 0; k < s.c; k += getBf16x3Depth(kPlainTiles, s.c)) {
      for (int64_t i = tiles; i-- > 0;)
        kPlainTiles.split(p, x.data(), s.rows, k, i, i + 1, halves.data,
                          exact.data());
      for (int64_t half : {1, 0})
        kPlainTiles.multiply(p, {bias.data(), s.activation, 0, 0}, x.data(),
                             s.rows, k, packed.data, half * panels / 2,
                             half ? panels : panels / 2, halves.data,
                             exact.data(), y.data());
    }
    return y;
  }

  std::vector<double> compute() const {
    std::vector<double> y(start.begin(), start.end());
    for (int64_t row = 0; row < s.rows; ++row)
      for (int64_t f = 0; f < s.f; ++f) {
        double &at = y[size_t(row * (s.f + s.gap) + f)];
        double sum = double(bias[size_t(f)]) + (s.accumulate ? at : 0);
        for (int64_t c = 0; c < s.c; ++c)
          sum += double(x[size_t(row * s.c + c)]) *
                 double(w[size_t(s.transposed ? f * s.c + c : c * s.f + f)]);
        at = s.activation == 1 && sum < 0 ? 0 : sum;
      }
    return y;
  }

  /// By the runtime, `constant` as tsrt_onednn_matmul has it.
  std::vector<float> multiply(int64_t constant) const {
    int64_t p[] = {1,        s.rows,           s.f, s.c, s.transposed, 1,
                   constant, s.activation == 1};
    const void *inputs[] = {x.data(), w.data(), bias.data()};
    std::vector<float> y(size_t(s.rows * s.f), kNaN);
    void *place = nullptr;
    tsrt_onednn_matmul(p, inputs, y.data(), &place);
    tsrt_library_forget(&place, 1);
    return y;
  }

  Case s;
  std::vector<float> x, w, bias, start;
};

template <class Found, class Wanted>
double getError(const std::vector<Found> &found,
                const std::vector<Wanted> &wanted) {
  double error = 0, largest = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    error = std::max(error, std::fabs(double(found[i]) - double(wanted[i])));
    largest = std::max(largest, std::fabs(double(wanted[i])));
  }
  return error / largest;
}

void expectSame(const std::vector<float> &found,
                const std::vector<double> &wanted) {
  for (size_t i = 0; i < found.size(); ++i)
    if (std::isnan(wanted[i]))
      EXPECT_TRUE(std::isnan(found[i])) << i;
    else if (std::isinf(wanted[i]))
      EXPECT_EQ(wanted[i], found[i]) << i;
    else
      EXPECT_NEAR(wanted[i], found[i], 1e-3) << i;
}

/// Why a test of this file cannot run here, or null.
const char *findReason(bool onProcessor) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return "the processor has no AVX2";
  if (!onProcessor)
    return nullptr;
  if (std::getenv("ONEDNN_MAX_CPU_ISA"))
    return "ONEDNN_MAX_CPU_ISA is set";
  std::stringstream text;
  text << std::ifstream("/proc/cpuinfo").rdbuf();
  return text.str().find(" amx_bf16") == std::string::npos
             ? "the processor has no AMX"
             : nullptr;
}

#define SKIP_WITHOUT(onProcessor)                                              \
  if (const char *reason = findReason(onProcessor))                            \
  GTEST_SKIP() << reason

const Case kShapes[] = {
    {16, 32, 16},
    {1, 5, 3},
    {33, 64, 48},
    {40, 100, 33, true, true, 1, 5},
    {17, 800, 40, false},
    {50, 769, 70, true, false},
    {15, 33, 17, true, false, 1},
};

TEST(Bf16x3, IsNearlyExact) {
  SKIP_WITHOUT(false);
  for (const Case &s : kShapes) {
    Rows rows(s);
    EXPECT_TRUE(kPlainTiles.takesWeights(rows.getShape(), rows.getWeights()));
    EXPECT_LT(getError(rows.run(), rows.compute()), kBudget)
        << s.rows << "x" << s.c << "x" << s.f;
  }
}

TEST(Bf16x3, SumsUpOtherRowsInFloats) {
  SKIP_WITHOUT(false);
  for (const Case &s : kShapes) {
    Rows rows(s);
    // Nothing of these rows has halves.
    for (float factor : {1e-30f, 1e30f, 1e-41f}) {
      Rows scaled = rows;
      for (float &x : scaled.x)
        x *= factor;
      for (float &x : scaled.bias)
        x = 0;
      for (float &x : scaled.start)
        x *= factor;
      // Denormal numbers have few bits.
      EXPECT_LT(getError(scaled.run(), scaled.compute()),
                factor < 1e-38f ? 1e-2 : kBudget)
          << s.rows << "x" << s.c << "x" << s.f << " " << factor;
    }
  }
}

TEST(Bf16x3, KeepsInfinitiesAndNaN) {
  SKIP_WITHOUT(false);
  for (const Case &s : kShapes)
    for (float special : {kInf, -kInf, kNaN, 3.4e38f}) {
      Rows rows(s);
      rows.x[rows.x.size() / 2] = special;
      rows.w[0] = 1e-42f;
      rows.w[1] = 0;
      std::vector<double> wanted = rows.compute();
      if (special == 3.4e38f) {
        // Rounded to bfloat16, it would be infinity; its products are not.
        for (float &w : rows.w)
          w *= 0x1p-6f;
        wanted = rows.compute();
        EXPECT_LT(getError(rows.run(), wanted), kBudget);
        continue;
      }
      expectSame(rows.run(), wanted);
    }
}

TEST(Bf16x3, LooksAtWeights) {
  SKIP_WITHOUT(false);
  for (const Case &s : kShapes)
    for (float special : {kInf, kNaN, 3e38f}) {
      Rows rows(s);
      rows.w.back() = special;
      EXPECT_FALSE(
          kPlainTiles.takesWeights(rows.getShape(), rows.getWeights()));
    }
  Rows tiny({16, 32, 16});
  for (float &w : tiny.w)
    w *= 1e-30f;
  EXPECT_FALSE(kPlainTiles.takesWeights(tiny.getShape(), tiny.getWeights()));
  for (float &w : tiny.w)
    w = 0;
  EXPECT_TRUE(kPlainTiles.takesWeights(tiny.getShape(), tiny.getWeights()));
}

TEST(Bf16x3, ProcessorHasTheSameArithmetic) {
  SKIP_WITHOUT(true);
  for (Case s : {Case{64, 512, 48}, Case{100, 300, 70, false, false},
                 Case{197, 1000, 33, false, true, 1}}) {
    Rows rows(s);
    std::vector<float> found = rows.multiply(2);
    EXPECT_LT(getError(found, rows.compute()), kBudget);
    // Sums may be rounded in another order.
    EXPECT_LT(getError(found, rows.run()), 1e-6);
    EXPECT_NE(found, rows.multiply(1));
  }
}

TEST(Bf16x3, DoesNotDependOnThreads) {
  SKIP_WITHOUT(true);
  int32_t threads = tsrt_get_num_threads();
  // The depth of the third is split part after part, and one row is not for
  // halves in one of them.
  for (Case s :
       {Case{128, 512, 600}, Case{3000, 64, 64}, Case{150, 3000, 400}}) {
    Rows rows(s);
    rows.x[size_t(s.c) * 40] = kInf;
    rows.x[size_t(s.c) * 71 - 1] = kNaN;
    tsrt_set_num_threads(1);
    std::vector<float> one = rows.multiply(2);
    for (int32_t n : {2, 5}) {
      tsrt_set_num_threads(n);
      EXPECT_EQ(0, std::memcmp(one.data(), rows.multiply(2).data(),
                               one.size() * sizeof(float)))
          << n;
    }
  }
  tsrt_set_num_threads(threads);
}

// Wherever it runs: weights and rows that halves do not suit, too.
TEST(Bf16x3, RuntimeKeepsInfinitiesAndNaN) {
  SKIP_WITHOUT(false);
  for (float special : {kInf, -kInf, kNaN})
    for (bool inWeights : {false, true}) {
      Rows rows({40, 96, 200});
      (inWeights ? rows.w : rows.x)[200] = special;
      expectSame(rows.multiply(2), rows.compute());
    }
}

} // namespace
