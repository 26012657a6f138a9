//===- DenseTest.cpp - Tests of our own kernels beside convolutions -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of all pixels or rows and depthwise convolutions against sums in
// double precision. ONEDNN_MAX_CPU_ISA chooses the kernels.
//
//===----------------------------------------------------------------------===//

#include "tsrt_kernel.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kLower = -0.25f, kUpper = 1.5f;

struct Case {
  int64_t n, h, w, c, f, size = 1, stride = 1, padding = 0;
  bool channelsLast = true, constant = true, scale = false, sum = false;
  int64_t activation = 0, gap = 0;

  bool isDepthwise() const { return size > 1; }
  int64_t oh() const { return (h + 2 * padding - size) / stride + 1; }
  int64_t ow() const { return (w + 2 * padding - size) / stride + 1; }
};

std::vector<float> makeRandom(int64_t size, float factor) {
  static std::mt19937 random(11);
  std::normal_distribution<float> normal;
  std::vector<float> result;
  for (int64_t i = 0; i < size; ++i)
    result.push_back(normal(random) * factor);
  return result;
}

int64_t toBits(float x) {
  int32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

double activate(int64_t activation, double x) {
  switch (activation) {
  case 1:
    return x < 0 ? 0 : x;
  case 2:
    return std::min(std::max(x, double(kLower)), double(kUpper));
  case 3:
    return x * std::min(6.0, std::max(0.0, x + 3)) / 6;
  case 4:
    return x / (1 + std::exp(-x));
  default:
    return x;
  }
}

class Convolution {
public:
  explicit Convolution(const Case &s)
      : s(s), input(makeRandom(s.n * s.h * s.w * s.c, 1)),
        weights(makeRandom(s.f * depth() * s.size * s.size,
                           1 / std::sqrt(float(depth() * s.size * s.size)))),
        scale(makeRandom(s.f, 1)), bias(makeRandom(s.f, 1)),
        start(makeRandom(s.n * s.oh() * s.ow() * (s.f + s.gap), 1)) {}

  std::vector<float> run() const {
    int64_t p = s.padding;
    int64_t parameters[] = {s.n,
                            s.c,
                            s.h,
                            s.w,
                            s.f,
                            s.size,
                            s.size,
                            s.stride,
                            s.stride,
                            1,
                            1,
                            p,
                            p,
                            p,
                            p,
                            s.isDepthwise() ? s.c : 1,
                            s.channelsLast,
                            s.constant,
                            s.sum,
                            s.activation,
                            toBits(kLower),
                            toBits(kUpper),
                            0,
                            s.gap ? s.f + s.gap : 0};
    const void *inputs[] = {input.data(), weights.data(),
                            s.scale ? scale.data() : nullptr, bias.data()};
    std::vector<float> output = start;
    void *place = nullptr;
    tsrt_onednn_convolution(parameters, inputs, output.data(), &place);
    tsrt_library_forget(&place, 1);
    return output;
  }

  /// In double precision; gaps hold what was there.
  std::vector<double> compute() const {
    std::vector<double> result(start.begin(), start.end());
    for (int64_t n = 0; n < s.n; ++n)
      for (int64_t y = 0; y < s.oh(); ++y)
        for (int64_t x = 0; x < s.ow(); ++x)
          for (int64_t f = 0; f < s.f; ++f) {
            int64_t pixel = (n * s.oh() + y) * s.ow() + x;
            size_t at = s.channelsLast
                            ? size_t(pixel * (s.f + s.gap) + f)
                            : size_t(((n * s.f + f) * s.oh() + y) * s.ow() + x);
            double sum = sumProducts(n, y, x, f);
            sum = sum * (s.scale ? scale[size_t(f)] : 1.0f) + bias[size_t(f)] +
                  (s.sum ? start[at] : 0.0f);
            result[at] = activate(s.activation, sum);
          }
    return result;
  }

  Case s;
  std::vector<float> input, weights, scale, bias, start;

private:
  int64_t depth() const { return s.isDepthwise() ? 1 : s.c; }

  double sumProducts(int64_t n, int64_t y, int64_t x, int64_t f) const {
    double sum = 0;
    for (int64_t k = 0; k < s.size * s.size; ++k) {
      int64_t row = y * s.stride + k / s.size - s.padding;
      int64_t column = x * s.stride + k % s.size - s.padding;
      if (row < 0 || row >= s.h || column < 0 || column >= s.w)
        continue;
      for (int64_t i = 0; i < depth(); ++i) {
        int64_t c = s.isDepthwise() ? f : i;
        int64_t at = s.channelsLast
                         ? ((n * s.h + row) * s.w + column) * s.c + c
                         : ((n * s.c + c) * s.h + row) * s.w + column;
        sum += double(input[size_t(at)]) *
               double(weights[size_t((f * depth() + i) * s.size * s.size + k)]);
      }
    }
    return sum;
  }
};

/// The largest error over the largest result.
double getError(const std::vector<float> &found,
                const std::vector<double> &wanted) {
  double error = 0, largest = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    error = std::max(error, std::fabs(found[i] - wanted[i]));
    largest = std::max(largest, std::fabs(wanted[i]));
  }
  return error / largest;
}

void expectExact(const std::vector<Case> &cases) {
  for (const Case &s : cases)
    for (int64_t activation = 0; activation <= 4; ++activation) {
      Case with = s;
      with.activation = activation;
      Convolution conv(with);
      EXPECT_LT(getError(conv.run(), conv.compute()), 3e-6)
          << s.n << "x" << s.h << "x" << s.w << "x" << s.c << " to " << s.f
          << ", size " << s.size << ", activation " << activation;
    }
}

TEST(Dense, ProductsOfPixels) {
  Case shapes[] = {
      {1, 1, 2, 1, 1},     {1, 5, 5, 3, 15},      {1, 7, 7, 16, 16},
      {2, 6, 7, 40, 24},   {1, 30, 31, 24, 144},  {1, 7, 7, 385, 33},
      {1, 3, 5, 1000, 80}, {1, 14, 14, 800, 300}, {1, 1, 13, 17, 100}};
  std::vector<Case> cases;
  for (Case s : shapes)
    for (bool sum : {false, true}) {
      s.sum = s.scale = sum;
      s.gap = sum ? 3 : 0;
      cases.push_back(s);
    }
  expectExact(cases);
}

TEST(Dense, DepthwiseWithChannelsLast) {
  std::vector<Case> cases;
  for (int64_t size : {3, 5})
    for (int64_t stride : {1, 2})
      for (int64_t padding : {0, 1, 2, 4})
        for (auto [h, w, c] :
             {std::array<int64_t, 3>{7, 7, 40}, {5, 14, 16}, {6, 5, 33}}) {
          Case s{2, h, w, c, c, size, stride, padding};
          s.scale = stride == 2;
          s.gap = padding == 1 ? 16 : 0;
          s.constant = padding != 2 || s.scale;
          cases.push_back(s);
        }
  expectExact(cases);
}

TEST(Dense, DepthwiseInPlanes) {
  std::vector<Case> cases;
  for (int64_t size : {3, 5})
    for (int64_t padding : {0, 1, 2, 3})
      for (auto [h, w, c] :
           {std::array<int64_t, 3>{7, 12, 3}, {6, 40, 5}, {17, 33, 2}}) {
        Case s{2, h, w, c, c, size, 1, padding, false};
        s.constant = s.scale = padding == 1;
        cases.push_back(s);
      }
  expectExact(cases);
}

// What is not finite stays in the pixels that see it.
TEST(Dense, KeepsInfinitiesAndNaN) {
  for (int64_t activation = 0; activation <= 4; ++activation)
    for (float special : {kInf, -kInf, kNaN})
      for (Case s : {Case{1, 6, 6, 20, 40}, Case{1, 6, 6, 20, 20, 3, 1, 1},
                     Case{1, 6, 9, 2, 2, 3, 1, 1, false}}) {
        s.activation = activation;
        Convolution conv(s);
        conv.input[7] = special;
        std::vector<float> found = conv.run();
        std::vector<double> wanted = conv.compute();
        for (size_t i = 0; i < found.size(); ++i)
          if (std::isnan(wanted[i]))
            EXPECT_TRUE(std::isnan(found[i])) << i << " " << activation;
          else if (std::isinf(wanted[i]))
            EXPECT_EQ(wanted[i], found[i]) << i << " " << activation;
          else
            EXPECT_NEAR(wanted[i], found[i], 1e-4) << i << " " << activation;
      }
}

TEST(Dense, DoesNotDependOnThreads) {
  int32_t threads = tsrt_get_num_threads();
  for (const Case &s : {Case{1, 14, 14, 800, 300}, Case{1, 7, 9, 800, 300},
                        Case{1, 37, 41, 1000, 70}, Case{1, 56, 56, 16, 96},
                        Case{1, 56, 56, 48, 48, 3, 1, 1},
                        Case{1, 56, 56, 48, 48, 5, 1, 2, false}}) {
    Convolution conv(s);
    tsrt_set_num_threads(1);
    std::vector<float> one = conv.run();
    for (int32_t n : {2, 5}) {
      tsrt_set_num_threads(n);
      EXPECT_EQ(one, conv.run()) << n;
    }
  }
  tsrt_set_num_threads(threads);
}

// [M,K] times constant [K,N] or [N,K].
TEST(Dense, ProductsOfRows) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{6, 70, 50},
                         {13, 33, 400},
                         {100, 16, 20},
                         {37, 200, 770}})
    for (bool transposed : {false, true})
      for (bool relu : {false, true}) {
        std::vector<float> x = makeRandom(m * k, 1), w = makeRandom(k * n, 1),
                           bias = makeRandom(n, 1), y(size_t(m * n), kNaN);
        std::vector<double> wanted;
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            double sum = bias[size_t(j)];
            for (int64_t l = 0; l < k; ++l)
              sum += double(x[size_t(i * k + l)]) *
                     double(w[size_t(transposed ? j * k + l : l * n + j)]);
            wanted.push_back(relu && sum < 0 ? 0 : sum);
          }
        int64_t parameters[] = {1, m, n, k, transposed, 1, 1, relu};
        const void *inputs[] = {x.data(), w.data(), bias.data()};
        void *place = nullptr;
        tsrt_onednn_matmul(parameters, inputs, y.data(), &place);
        tsrt_library_forget(&place, 1);
        EXPECT_LT(getError(y, wanted), 2e-6) << m << " " << n << " " << k;
      }
}

} // namespace
