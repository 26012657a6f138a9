//===- SmallTensorsTest.cpp - Tests of the paths of small tensors ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise operators on dense operands, products of small matrices and the
// exponentials of floats, against plain loops.
//
//===----------------------------------------------------------------------===//

#include "TensorHelpers.h"
#include "ops_tensor/FloatMath.h"

#include <cmath>

using namespace tsrt;
using namespace tsrt::test;

namespace {

/// 0.5, 1.5, 2.5, ... in a shape.
Value halves(std::vector<int64_t> shape, int32_t dtype = TSRT_F32) {
  tsrt_tensor *t =
      tsrt_tensor_empty(dtype, int32_t(shape.size()), shape.data());
  for (int64_t i = 0; i < tsrt_tensor_numel(t); ++i)
    if (dtype == TSRT_F32)
      static_cast<float *>(tsrt_tensor_data(t))[i] = float(i) + 0.5f;
    else
      static_cast<double *>(tsrt_tensor_data(t))[i] = double(i) + 0.5;
  return Value::adopt(objectValue(t));
}

double at(const Value &v, int64_t i, int64_t j) {
  const tsrt_tensor *t = tensorOf(v);
  const int64_t *strides = tsrt_tensor_strides(t);
  int64_t place = i * strides[0] + j * strides[1];
  const void *data = tsrt_tensor_data(t);
  return tsrt_tensor_dtype(t) == TSRT_F32
             ? double(static_cast<const float *>(data)[place])
             : static_cast<const double *>(data)[place];
}

Value add(const Value &a, const Value &b) {
  return call("aten::add.Tensor", {a, b, I(1)});
}

TEST(SmallTensors, OperandsOfOneShapeAndOfOneElement) {
  Value row = halves({1, 4}), one = halves({1, 1});
  Value sum = add(row, halves({4}));
  ASSERT_EQ(2, tsrt_tensor_rank(tensorOf(sum)));
  Value shifted = add(sum, one);
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(2 * double(i) + 1.5, at(shifted, 0, i));
  // A column and a row of as many elements are a matrix together.
  Value outer = add(halves({4, 1}), row);
  ASSERT_EQ(16, tsrt_tensor_numel(tensorOf(outer)));
  EXPECT_EQ(0.5 + 3.5, at(outer, 0, 3));
  EXPECT_EQ(2.5 + 1.5, at(outer, 2, 1));
}

TEST(SmallTensors, ResultsOfOtherDTypes) {
  EXPECT_EQ(" 1\n 0\n 0\n[ CPUBoolType{3} ]",
            run("aten::lt.Scalar", {halves({3}), F(1.0)}));
  EXPECT_EQ(" 2.5000\n 3.5000\n[ CPUDoubleType{2} ]",
            run("aten::add.Scalar", {halves({2}, TSRT_F64), I(2), I(1)}));
  // A number beyond the range of a small integer dtype wraps around.
  Value bytes =
      call("aten::full", {makeListOfType(&tsrt_type_int, {I(2)}), I(250),
                          I(TSRT_U8), none(), none(), none()});
  EXPECT_EQ(" 4\n 4\n[ CPUByteType{2} ]",
            run("aten::add.Scalar", {bytes, I(10), I(1)}));
  EXPECT_EQ(" 3\n 3\n[ CPUByteType{2} ]",
            run("aten::add.Scalar", {bytes, I(265), I(1)}));
}

TEST(SmallTensors, ProductsOfOperandsAsTheyLie) {
  for (int32_t dtype : {TSRT_F32, TSRT_F64})
    for (bool turnA : {false, true})
      for (bool turnB : {false, true}) {
        int64_t m = 3, k = 7, n = 5;
        Value a = turnA ? call("aten::t", {halves({k, m}, dtype)})
                        : halves({m, k}, dtype);
        Value b = turnB ? call("aten::t", {halves({n, k}, dtype)})
                        : halves({k, n}, dtype);
        Value c = call("aten::mm", {a, b});
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            double expected = 0;
            for (int64_t p = 0; p < k; ++p)
              expected += at(a, i, p) * at(b, p, j);
            EXPECT_EQ(expected, at(c, i, j));
          }
      }
}

TEST(SmallTensors, GrowingKeepsTheElements) {
  Value t = halves({2});
  Value view = call("aten::detach", {t});
  call("aten::resize_",
       {t, makeListOfType(&tsrt_type_int, {I(1), I(3000)}), none()});
  EXPECT_EQ(0.5, at(t, 0, 0));
  EXPECT_EQ(1.5, at(t, 0, 1));
  EXPECT_EQ(" 0.5000\n 1.5000\n[ CPUFloatType{2} ]", text(view));
}

TEST(SmallTensors, ExponentialsOfFloats) {
  auto near = [](double expected, float found) {
    EXPECT_NEAR(expected, found, 1e-7 * std::abs(expected) + 1e-45);
  };
  for (float x = -110; x < 88; x += 0.37f) {
    near(float(std::exp(double(x))), expOf(x));
    near(1 / (1 + std::exp(-double(x))), sigmoidOf(x));
    near(std::tanh(double(x)), tanhOf(x));
    near(std::tanh(double(x * 1e-4f)), tanhOf(x * 1e-4f));
    near(std::tanh(double(x * 1e-20f)), tanhOf(x * 1e-20f));
  }
  float infinity = INFINITY;
  EXPECT_EQ(infinity, expOf(infinity));
  EXPECT_EQ(0.0f, expOf(-infinity));
  EXPECT_EQ(1.0f, tanhOf(infinity));
  EXPECT_EQ(0.0f, sigmoidOf(-infinity));
  EXPECT_TRUE(std::isnan(expOf(NAN)));
  EXPECT_TRUE(std::isnan(sigmoidOf(NAN)));
  EXPECT_TRUE(std::isnan(tanhOf(NAN)));
  EXPECT_TRUE(std::signbit(tanhOf(-0.0f)));
}

TEST(SmallTensors, QuickFunctionsAreWithinTwoUnits) {
  auto near = [](double expected, float found) {
    int exponent;
    std::frexp(expected, &exponent);
    EXPECT_LE(std::abs(expected - found), 2 * std::ldexp(1.0, exponent - 24));
  };
  for (float x = -87; x < 88; x += 0.0037f) {
    near(1 / (1 + std::exp(-double(x))), quickSigmoid(x));
    near(std::tanh(double(x)), quickTanh(x));
    near(std::tanh(double(x * 1e-4f)), quickTanh(x * 1e-4f));
    near(std::tanh(double(x * 1e-20f)), quickTanh(x * 1e-20f));
  }
  float infinity = INFINITY;
  EXPECT_EQ(1.0f, quickTanh(infinity));
  EXPECT_EQ(-1.0f, quickTanh(-infinity));
  EXPECT_EQ(1.0f, quickSigmoid(infinity));
  EXPECT_EQ(0.0f, quickSigmoid(-infinity));
  EXPECT_TRUE(std::isnan(quickSigmoid(NAN)));
  EXPECT_TRUE(std::isnan(quickTanh(NAN)));
  EXPECT_TRUE(std::signbit(quickTanh(-0.0f)));
}

} // namespace
