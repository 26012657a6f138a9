//===- ConvolutionTest.cpp - Tests of convolutions of kernels -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Winograd's method against sums in double precision, and against oneDNN where
// numbers are not finite. ONEDNN_MAX_CPU_ISA chooses the kernels.
//
//===----------------------------------------------------------------------===//

#include "tsrt_kernel.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Case {
  int64_t n, h, w, c, f, padding;
  bool scale = false, bias = true, sum = false;
  int64_t activation = 0;

  int64_t oh() const { return h + 2 * padding - 2; }
  int64_t ow() const { return w + 2 * padding - 2; }
};

/// The operands of a case and its place, which is forgotten at the end.
class Convolution {
public:
  explicit Convolution(const Case &shape) : shape(shape) {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    auto fill = [&](std::vector<float> &to, int64_t size, float factor) {
      to.resize(size_t(size));
      for (float &x : to)
        x = normal(random) * factor;
    };
    fill(input, shape.n * shape.h * shape.w * shape.c, 1);
    fill(weights, shape.f * shape.c * 9, 1 / std::sqrt(float(shape.c * 9)));
    fill(scale, shape.f, 1);
    fill(bias, shape.f, 1);
    fill(start, shape.n * shape.oh() * shape.ow() * shape.f, 1);
  }
  ~Convolution() {
    for (void *&place : places)
      tsrt_library_forget(&place, 1);
  }

  /// By Winograd's method on squares of `tile`, or directly. With gaps, the
  /// output's pixels are `gap` elements further apart, which must stay.
  std::vector<float> run(int64_t tile, int64_t gap = 0) {
    const Case &s = shape;
    int64_t parameters[] = {
        s.n, s.c, s.h,   s.w,          s.f,       3,         3,         1,
        1,   1,   1,     s.padding,    s.padding, s.padding, s.padding, 1,
        1,   1,   s.sum, s.activation, 0,         0,         tile,      s.f + gap};
    const void *inputs[] = {input.data(), weights.data(),
                            s.scale ? scale.data() : nullptr,
                            s.bias ? bias.data() : nullptr};
    std::vector<float> output = spread(start, gap);
    tsrt_onednn_convolution(parameters, inputs, output.data(),
                            &places[tile / 2 + (gap ? 3 : 0)]);
    std::vector<float> result;
    for (size_t i = 0; i < output.size(); ++i)
      if (int64_t(i) % (s.f + gap) < s.f)
        result.push_back(output[i]);
      else
        EXPECT_EQ(kInf, output[i]) << i;
    return result;
  }

  /// In double precision.
  std::vector<double> compute() const {
    const Case &s = shape;
    std::vector<double> result(start.size());
    size_t at = 0;
    for (int64_t n = 0; n < s.n; ++n)
      for (int64_t y = 0; y < s.oh(); ++y)
        for (int64_t x = 0; x < s.ow(); ++x)
          for (int64_t f = 0; f < s.f; ++f, ++at) {
            double sum = sumProducts(n, y, x, f);
            sum = sum * (s.scale ? scale[size_t(f)] : 1.0f);
            sum += s.bias ? bias[size_t(f)] : 0.0f;
            sum += s.sum ? start[at] : 0.0f;
            result[at] = s.activation == 1 && sum < 0 ? 0 : sum;
          }
    return result;
  }

  Case shape;
  std::vector<float> input, weights, scale, bias, start;

private:
  /// `gap` infinities behind each pixel.
  std::vector<float> spread(const std::vector<float> &pixels, int64_t gap) {
    std::vector<float> result;
    for (size_t i = 0; i < pixels.size(); i += size_t(shape.f)) {
      auto from = pixels.begin() + std::ptrdiff_t(i);
      result.insert(result.end(), from, from + shape.f);
      result.insert(result.end(), size_t(gap), kInf);
    }
    return result;
  }

  double sumProducts(int64_t n, int64_t y, int64_t x, int64_t f) const {
    const Case &s = shape;
    double sum = 0;
    for (int64_t k = 0; k < 9; ++k) {
      int64_t row = y + k / 3 - s.padding, column = x + k % 3 - s.padding;
      if (row < 0 || row >= s.h || column < 0 || column >= s.w)
        continue;
      for (int64_t c = 0; c < s.c; ++c)
        sum +=
            double(input[size_t(((n * s.h + row) * s.w + column) * s.c + c)]) *
            double(weights[size_t((f * s.c + c) * 9 + k)]);
    }
    return sum;
  }

  void *places[6] = {};
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

// The budget of docs/accuracy.md.
constexpr double kBudget = 3e-6;

TEST(Winograd, IsNearTheExactResult) {
  const Case cases[] = {
      {1, 8, 8, 16, 16, 1},
      {1, 13, 9, 16, 48, 1, true, true, false, 1},
      {2, 7, 7, 32, 80, 0, false, false, true, 0},
      {1, 20, 22, 48, 112, 1, true, true, true, 1},
      {1, 1, 1, 16, 64, 1},
      {1, 5, 3, 64, 32, 2},
      {1, 14, 14, 256, 64, 1, true},
      {1, 7, 7, 512, 64, 1, false, true, true, 1},
      {3, 30, 31, 16, 64, 1},
  };
  for (const Case &shape : cases) {
    Convolution conv(shape);
    std::vector<double> wanted = conv.compute();
    for (int64_t tile : {2, 4})
      EXPECT_LT(getError(conv.run(tile), wanted), kBudget)
          << shape.h << "x" << shape.w << ", " << shape.c << " channels to "
          << shape.f << ", squares of " << tile;
  }
}

TEST(Winograd, LeavesGapsBetweenPixels) {
  for (bool sum : {false, true}) {
    Case shape{2, 9, 11, 32, 48, 1, true, true, sum, 1};
    Convolution conv(shape);
    for (int64_t tile : {0, 2, 4})
      EXPECT_EQ(conv.run(tile), conv.run(tile, 16)) << tile << sum;
  }
}

// Pictures of one pixel are products of one row.
TEST(Convolution, OfOnePixelIsARow) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  for (auto [c, f] : {std::pair<int64_t, int64_t>{1, 1}, {96, 4}, {7, 65},
                      {300, 1200}})
    for (int64_t activation : {0, 1, 3, 4}) {
      std::vector<float> x(size_t(c), 0), w(size_t(c * f), 0),
          scale(size_t(f), 0), bias(size_t(f), 0), y(size_t(f), 0);
      for (std::vector<float> *list : {&x, &w, &scale, &bias, &y})
        for (float &number : *list)
          number = normal(random);
      std::vector<double> wanted;
      for (int64_t i = 0; i < f; ++i) {
        double sum = 0;
        for (int64_t k = 0; k < c; ++k)
          sum += double(x[size_t(k)]) * double(w[size_t(i * c + k)]);
        sum = sum * scale[size_t(i)] + bias[size_t(i)] + y[size_t(i)];
        double factors[] = {1, double(sum > 0), 0,
                            std::min(6.0, std::max(0.0, sum + 3)) / 6,
                            1 / (1 + std::exp(-sum))};
        wanted.push_back(sum * factors[activation]);
      }
      int64_t parameters[] = {1, c, 1, 1, f, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1,
                              1, 1, 1, activation, 0, 0, 0, 0};
      const void *inputs[] = {x.data(), w.data(), scale.data(), bias.data()};
      void *place = nullptr;
      tsrt_onednn_convolution(parameters, inputs, y.data(), &place);
      tsrt_library_forget(&place, 1);
      EXPECT_LT(getError(y, wanted), 2e-6) << c << " " << f << " " << activation;
    }
}

// One activation behind a row keeps what is not a number.
TEST(Convolution, OfOnePixelKeepsNaN) {
  for (int64_t activation : {0, 1, 2, 3, 4}) {
    float x[] = {kNaN, 1}, w[] = {1, 1, 0, 1}, y[2];
    int64_t parameters[] = {1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1,
                            1, 1, 0, activation, 0, 0, 0, 0};
    const void *inputs[] = {x, w, nullptr, nullptr};
    void *place = nullptr;
    tsrt_onednn_convolution(parameters, inputs, y, &place);
    tsrt_library_forget(&place, 1);
    EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1])) << activation;
  }
}

/// What a call of a function reads in place of packing its weights, at a
/// multiple of 64 bytes.
std::vector<char> getImage(const char *function, const int64_t *parameters,
                           const void *const *inputs, char *&begin) {
  std::string image;
  tsrt_error *error = tsrt_library_pack(
      function, parameters, inputs,
      [](void *context, const void *bytes, uint64_t size) {
        static_cast<std::string *>(context)->append(
            static_cast<const char *>(bytes), size);
      },
      &image);
  EXPECT_EQ(nullptr, error);
  std::vector<char> memory(image.size() + 64);
  begin =
      memory.data() + (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64);
  std::copy(image.begin(), image.end(), begin);
  return memory;
}

// Kernels of all kinds read the weights of their place's image; one that has
// another key is left alone, and the place is what it was in the end.
TEST(Convolution, ReadsImages) {
  // Winograd's method, oneDNN, a product of pixels, one row, depthwise.
  struct Kind {
    int64_t c, size, f, kernel, groups, tile;
  };
  for (Kind k : {Kind{16, 9, 32, 3, 1, 4}, Kind{16, 9, 32, 3, 1, 0},
                 Kind{32, 9, 48, 1, 1, 0}, Kind{32, 1, 48, 1, 1, 0},
                 Kind{32, 9, 32, 3, 32, 0}}) {
    int64_t p = k.kernel / 2, each = k.c / k.groups * k.kernel * k.kernel;
    int64_t parameters[] = {
        1, k.c, k.size, k.size,   k.f, k.kernel, k.kernel, 1, 1, 1, 1,      p,
        p, p,   p,      k.groups, 1,   1,        0,        0, 0, 0, k.tile, 0};
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    auto make = [&](int64_t size) {
      std::vector<float> numbers(static_cast<size_t>(size));
      for (float &x : numbers)
        x = normal(random);
      return numbers;
    };
    auto x = make(k.c * k.size * k.size), w = make(k.f * each),
         scale = make(k.f), bias = make(k.f);
    auto run = [&](const std::vector<float> &weights, void *first) {
      const void *inputs[] = {x.data(), weights.data(), scale.data(),
                              bias.data()};
      std::vector<float> y(size_t(k.f * k.size * k.size));
      void *place = first;
      for (int i = 0; i < 2; ++i)
        tsrt_onednn_convolution(parameters, inputs, y.data(), &place);
      tsrt_library_forget(&place, 1);
      EXPECT_EQ(first, place);
      return y;
    };
    char *image;
    const void *inputs[] = {nullptr, w.data(), scale.data(), bias.data()};
    std::vector<char> memory =
        getImage("tsrt_onednn_convolution", parameters, inputs, image);
    std::vector<float> wanted = run(w, nullptr), zeros(w.size());
    EXPECT_EQ(wanted, run(zeros, image + 1)) << k.kernel << " " << k.size;
    // The first word is the size of the key.
    constexpr size_t key = 3 * sizeof(uint64_t);
    ++image[key];
    EXPECT_EQ(wanted, run(w, image + 1));
    EXPECT_EQ(run(zeros, nullptr), run(zeros, image + 1));
  }
}

TEST(Matmul, ReadsImages) {
  // Rows, and a few that wait for their weights; the last is too small.
  for (int64_t rows : {12, 2, 1}) {
    int64_t n = rows == 1 ? 8 : 160, k = rows == 1 ? 8 : 70;
    int64_t parameters[] = {1, rows, n, k, 1, 0, 1, 0};
    std::vector<float> x(size_t(rows * k), 0.5f), w(size_t(n * k)),
        zeros(w.size());
    for (size_t i = 0; i < w.size(); ++i)
      w[i] = float(i % 7) - 3;
    const void *inputs[] = {nullptr, w.data()};
    char *image;
    std::vector<char> memory =
        getImage("tsrt_onednn_matmul", parameters, inputs, image);
    if (rows == 1) {
      EXPECT_EQ(64u, memory.size());
      continue;
    }
    auto run = [&](const std::vector<float> &weights, void *place) {
      const void *operands[] = {x.data(), weights.data()};
      std::vector<float> y(size_t(rows * n));
      tsrt_onednn_matmul(parameters, operands, y.data(), &place);
      tsrt_library_forget(&place, 1);
      return y;
    };
    EXPECT_EQ(run(w, nullptr), run(zeros, image + 1)) << rows;
  }
}

TEST(Winograd, HasThreeActivations) {
  for (int64_t activation : {1, 2, 3}) {
    Case shape{1, 9, 9, 16, 32, 1};
    shape.activation = activation;
    Convolution conv(shape);
    std::vector<float> direct = conv.run(0);
    std::vector<double> wanted(direct.begin(), direct.end());
    if (activation == 2)
      // Both bounds are zero.
      for (float x : conv.run(4))
        EXPECT_EQ(0.0f, x);
    else
      EXPECT_LT(getError(conv.run(4), wanted), 2 * kBudget) << activation;
  }
}

TEST(Winograd, KeepsInfinitiesAndNaNWhereTheyAre) {
  for (bool sum : {false, true})
    for (float special : {kInf, -kInf, kNaN, 3e38f}) {
      Case shape{1, 12, 12, 16, 32, 1};
      shape.sum = sum;
      Convolution conv(shape);
      conv.input[size_t((5 * 12 + 6) * 16 + 3)] = special;
      std::vector<float> direct = conv.run(0);
      // Often enough to come to the direct way in the end.
      for (int i = 0; i < 6; ++i)
        for (int64_t tile : {2, 4}) {
          std::vector<float> found = conv.run(tile);
          for (size_t at = 0; at < found.size(); ++at)
            if (std::isnan(direct[at]))
              EXPECT_TRUE(std::isnan(found[at])) << at;
            else if (std::isinf(direct[at]))
              EXPECT_EQ(direct[at], found[at]) << at;
            else
              EXPECT_TRUE(std::isfinite(found[at])) << at;
        }
    }
}

TEST(Winograd, DoesNotDependOnThreads) {
  int32_t threads = tsrt_get_num_threads();
  for (const Case &shape :
       {Case{1, 30, 30, 32, 64, 1}, Case{1, 7, 7, 64, 64, 1}}) {
    Convolution conv(shape);
    tsrt_set_num_threads(1);
    std::vector<float> one = conv.run(4);
    for (int32_t n : {2, 4}) {
      tsrt_set_num_threads(n);
      EXPECT_EQ(one, conv.run(4)) << n;
    }
  }
  tsrt_set_num_threads(threads);
}

} // namespace
