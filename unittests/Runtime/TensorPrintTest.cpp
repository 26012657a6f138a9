//===- TensorPrintTest.cpp - Tests of the text of tensors -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The expected texts were written by TorchScript's str() in PyTorch 1.13.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

/// The text of a tensor made of these numbers.
std::string print(int dtype, std::vector<int64_t> sizes,
                  std::vector<double> values) {
  int64_t n = int64_t(values.size());
  Value wide = Value::adopt(objectValue(
      tsrt_tensor_empty(TSRT_F64, int32_t(sizes.size()), sizes.data())));
  auto *tensor = static_cast<tsrt_tensor *>(wide.get().u.p);
  if (n)
    std::memcpy(tsrt_tensor_data(tensor), values.data(), n * sizeof(double));
  return run("aten::to.dtype", {wide, I(dtype), B(false), B(false), none()});
}

TEST(TensorPrint, ScalarsOfEveryKind) {
  EXPECT_EQ("3.5\n[ CPUFloatType{} ]", print(TSRT_F32, {}, {3.5}));
  EXPECT_EQ("7\n[ CPULongType{} ]", print(TSRT_I64, {}, {7.0}));
  EXPECT_EQ("1\n[ CPUBoolType{} ]", print(TSRT_B8, {}, {1.0}));
  EXPECT_EQ("1e+20\n[ CPUDoubleType{} ]", print(TSRT_F64, {}, {1e+20}));
  EXPECT_EQ("-0\n[ CPUFloatType{} ]", print(TSRT_F32, {}, {-0.0}));
  EXPECT_EQ("nan\n[ CPUFloatType{} ]", print(TSRT_F32, {}, {NAN}));
  EXPECT_EQ("1\n[ CPUComplexFloatType{} ]", print(TSRT_C64, {}, {1.0}));
}

TEST(TensorPrint, VectorsChooseOneFormat) {
  EXPECT_EQ(" 1\n 2\n-3\n[ CPUFloatType{3} ]",
            print(TSRT_F32, {3}, {1.0, 2.0, -3.0}));
  EXPECT_EQ(" 1.5000\n 2.2500\n-3.0000\n[ CPUFloatType{3} ]",
            print(TSRT_F32, {3}, {1.5, 2.25, -3.0}));
  EXPECT_EQ(" 1.0000e+10\n 1.0000e+00\n[ CPUFloatType{2} ]",
            print(TSRT_F32, {2}, {10000000000.0, 1.0}));
  EXPECT_EQ(
      "0.001 *\n 1.0000\n 2.0000\n[ CPUFloatType{2} ]",
      print(TSRT_F32, {2}, {0.0010000000474974513, 0.0020000000949949026}));
  EXPECT_EQ("1e+05 *\n 1.0000\n 0.0020\n[ CPUFloatType{2} ]",
            print(TSRT_F32, {2}, {100000.5, 200.25}));
  EXPECT_EQ(" 1.0000e-05\n 1.0005e+03\n[ CPUFloatType{2} ]",
            print(TSRT_F32, {2}, {9.999999747378752e-06, 1000.5}));
  EXPECT_EQ("    nan\n 1.5000\n    inf\n[ CPUFloatType{3} ]",
            print(TSRT_F32, {3}, {NAN, 1.5, INFINITY}));
  EXPECT_EQ(" 1.0995e+12\n 1.0000e+00\n[ CPULongType{2} ]",
            print(TSRT_I64, {2}, {1099511627776.0, 1.0}));
  EXPECT_EQ("-15\n  3\n[ CPULongType{2} ]", print(TSRT_I64, {2}, {-15.0, 3.0}));
}

TEST(TensorPrint, EmptyTensorsHaveNoRows) {
  EXPECT_EQ("[ CPUFloatType{0} ]", print(TSRT_F32, {0}, {}));
  EXPECT_EQ("[ CPUFloatType{2,0} ]", print(TSRT_F32, {2, 0}, {}));
  EXPECT_EQ("[ CPUFloatType{2,0,3} ]", print(TSRT_F32, {2, 0, 3}, {}));
}

TEST(TensorPrint, Matrices) {
  EXPECT_EQ(" 0  1  2\n 3  4  5\n[ CPULongType{2,3} ]",
            print(TSRT_I64, {2, 3}, {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}));
  EXPECT_EQ(" 1  0\n[ CPUBoolType{1,2} ]", print(TSRT_B8, {1, 2}, {1.0, 0.0}));
  EXPECT_EQ(" 5.0000e-01  1.0000e+05  2.0000e+05\n 3.0000e+05  4.0000e+05  "
            "5.0000e+05\n[ CPUFloatType{2,3} ]",
            print(TSRT_F32, {2, 3},
                  {0.5, 100000.5, 200000.5, 300000.5, 400000.5, 500000.5}));
  EXPECT_EQ(
      " 0.0000  0.2500\n 0.5000  0.7500\n 1.0000  1.2500\n[ CPUHalfType{3,2} ]",
      print(TSRT_F16, {3, 2}, {0.0, 0.25, 0.5, 0.75, 1.0, 1.25}));
}

TEST(TensorPrint, WideMatricesBreakIntoColumns) {
  EXPECT_EQ(
      "Columns 1 to 20  0   1   2   3   4   5   6   7   8   9  10  11  12  13  "
      "14  15  16  17  18  19\n 25  26  27  28  29  30  31  32  33  34  35  36 "
      " 37  38  39  40  41  42  43  44\n\nColumns 21 to 25 20  21  22  23  "
      "24\n 45  46  47  48  49\n[ CPULongType{2,25} ]",
      print(TSRT_I64, {2, 25},
            {0.0,  1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0,  9.0,
             10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0,
             20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0,
             30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0,
             40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0}));
}

TEST(TensorPrint, HigherRanksVaryTheFirstIndexFastest) {
  EXPECT_EQ("(1,1,.,.) = \n  0  1\n  2  3\n\n(2,1,.,.) = \n   8   9\n  10  "
            "11\n\n(1,2,.,.) = \n  4  5\n  6  7\n\n(2,2,.,.) = \n  12  13\n  "
            "14  15\n[ CPULongType{2,2,2,2} ]",
            print(TSRT_I64, {2, 2, 2, 2},
                  {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0,
                   12.0, 13.0, 14.0, 15.0}));
  EXPECT_EQ("(1,.,.) = \n  0  1\n\n(2,.,.) = \n  2  3\n[ CPUByteType{2,1,2} ]",
            print(TSRT_U8, {2, 1, 2}, {0.0, 1.0, 2.0, 3.0}));
}

} // namespace
