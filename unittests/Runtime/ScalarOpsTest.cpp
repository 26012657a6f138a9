//===- ScalarOpsTest.cpp - Tests of the scalar operators ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic, comparison, math and conversion of scalars. The expected results
// and messages are PyTorch 1.13's, save where that one crashes.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace tsrt;
using namespace tsrt::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(ScalarOps, IntsWrap) {
  EXPECT_EQ("-9223372036854775808", run("aten::add.int", {I(INT64_MAX), I(1)}));
  EXPECT_EQ("9223372036854775807", run("aten::sub.int", {I(INT64_MIN), I(1)}));
  EXPECT_EQ("-2", run("aten::mul.int", {I(INT64_MAX), I(2)}));
  EXPECT_EQ("-9223372036854775808", run("aten::neg.int", {I(INT64_MIN)}));
  EXPECT_EQ("-9223372036854775808", run("prim::abs.int", {I(INT64_MIN)}));
  EXPECT_EQ("7034535277573963776", run("aten::factorial.int", {I(25)}));
}

TEST(ScalarOps, DivisionFloors) {
  EXPECT_EQ("-4", run("aten::floordiv.int", {I(7), I(-2)}));
  EXPECT_EQ("2", run("aten::remainder.int", {I(-7), I(3)}));
  EXPECT_EQ("-2", run("aten::remainder.int", {I(7), I(-3)}));
  EXPECT_EQ("-4.", run("aten::floordiv.float", {F(7.5), F(-2)}));
  EXPECT_EQ("-0.5", run("aten::remainder.float", {F(7.5), F(-2)}));
  EXPECT_EQ("-4 | -1", run("aten::divmod.int", {I(7), I(-2)}, 2));
  EXPECT_EQ("-4. | -0.5", run("aten::divmod.float_int", {F(7.5), I(-2)}, 2));
  EXPECT_EQ("-9223372036854775808",
            run("aten::floordiv.int", {I(INT64_MIN), I(-1)}));
  EXPECT_EQ("0", run("aten::remainder.int", {I(INT64_MIN), I(-1)}));
  EXPECT_EQ("-3", run("aten::__round_to_zero_floordiv.int", {I(-7), I(2)}));
}

TEST(ScalarOps, DivisionByZero) {
  EXPECT_EQ("error: division by 0", run("aten::floordiv.int", {I(1), I(0)}));
  EXPECT_EQ("error: division by 0", run("aten::remainder.int", {I(1), I(0)}));
  EXPECT_EQ("error: division by 0", run("aten::remainder", {I(1), I(0)}));
  EXPECT_EQ("error: ZeroDivisionError: integer division or modulo by zero",
            run("aten::divmod.int", {I(1), I(0)}, 2));
  EXPECT_EQ("error: ZeroDivisionError: float divmod()",
            run("aten::divmod.float", {F(5), F(0)}, 2));
  EXPECT_EQ("inf", run("aten::div.int", {I(5), I(0)}));
  EXPECT_EQ("inf", run("aten::floordiv.float", {F(1), F(0)}));
  EXPECT_EQ("error: 0.0 cannot be raised to a negative power",
            run("aten::pow.int", {I(0), I(-1)}));
}

TEST(ScalarOps, PowersOfIntsAreFloats) {
  EXPECT_EQ("1024.", run("aten::pow.int", {I(2), I(10)}));
  EXPECT_EQ("0.5", run("aten::pow.int", {I(2), I(-1)}));
  EXPECT_EQ("1024", run("aten::pow.int_to_int", {I(2), I(10)}));
}

TEST(ScalarOps, Numbers) {
  EXPECT_EQ("3", run("aten::add", {I(1), I(2)}));
  EXPECT_EQ("3.5", run("aten::add", {I(1), F(2.5)}));
  EXPECT_EQ("3.+1.j", run("aten::add", {I(1), C(2, 1)}));
  EXPECT_EQ("8.", run("aten::pow.Scalar_Scalar", {I(2), I(3)}));
  EXPECT_EQ("inf", run("aten::pow.Scalar_Scalar", {I(0), I(-1)}));
  EXPECT_EQ("True", run("aten::lt", {I(1), F(1.5)}));
  EXPECT_EQ("True", run("aten::eq", {I(1), F(1)}));
}

TEST(ScalarOps, Complex) {
  EXPECT_EQ("-1.+0.j", run("aten::mul.complex", {C(0, 1), C(0, 1)}));
  EXPECT_EQ("-0.20000000000000001+0.40000000000000002j",
            run("aten::div.complex", {C(1, 2), C(3, -4)}));
  EXPECT_EQ("5.", run("prim::abs.complex", {C(3, 4)}));
  EXPECT_EQ("1.+2.5j", run("aten::Complex.bool_float", {B(true), F(2.5)}));
}

TEST(ScalarOps, Shifts) {
  EXPECT_EQ("-9223372036854775808", run("aten::__lshift__.int", {I(1), I(63)}));
  EXPECT_EQ("-1", run("aten::__rshift__.int", {I(-1), I(70)}));
  EXPECT_EQ("2", run("aten::__lshift__.int", {I(1), I(65)}));
  EXPECT_EQ("-9223372036854775808", run("aten::__lshift__.int", {I(1), I(-1)}));
}

TEST(ScalarOps, MinAndMaxOfNaN) {
  double nan = std::nan("");
  EXPECT_EQ("1.", run("prim::max.float", {F(nan), F(1)}));
  EXPECT_EQ("nan", run("prim::max.float", {F(1), F(nan)}));
  EXPECT_EQ("2.5", run("prim::max.int_float", {I(1), F(2.5)}));
}

TEST(ScalarOps, Rounding) {
  EXPECT_EQ("2.", run("aten::round.float", {F(2.5)}));
  EXPECT_EQ("-3", run("aten::floor.float", {F(-2.5)}));
  EXPECT_EQ("-2", run("aten::ceil.float", {F(-2.5)}));
  EXPECT_EQ("error: Cannot convert float nan to integer",
            run("aten::floor.float", {F(std::nan(""))}));
  EXPECT_EQ("error: Cannot convert float -10000000000000000000.000000 to "
            "integer",
            run("aten::ceil.float", {F(-1e19)}));
  EXPECT_EQ("-9223372036854775808", run("aten::Int.float", {F(kInf)}));
}

TEST(ScalarOps, MathFunctions) {
  EXPECT_EQ("0.65625 | 4", run("aten::frexp", {F(10.5)}, 2));
  EXPECT_EQ("-0.5 | -2.", run("aten::modf", {F(-2.5)}, 2));
  EXPECT_EQ("12.", run("aten::ldexp", {F(1.5), I(3)}));
  EXPECT_EQ("0.", run("aten::ldexp", {F(1.5), I(INT64_MIN)}));
  EXPECT_EQ("6", run("aten::gcd.int", {I(-12), I(18)}));
  EXPECT_EQ("-1.", run("aten::mathremainder.int", {I(5), I(3)}));
  EXPECT_EQ("3.", run("aten::log.int_int", {I(8), I(2)}));
  EXPECT_EQ("-nan", run("aten::sqrt.int", {I(-1)}));
  EXPECT_EQ("0.+1.j", run("aten::sqrt.complex", {C(-1, 0)}));
  EXPECT_EQ("True", run("aten::isinf.complex", {C(0, kInf)}));
  EXPECT_EQ("error: factorial() not defined for negative values",
            run("aten::factorial.int", {I(-1)}));
}

TEST(ScalarOps, TextToNumbers) {
  EXPECT_EQ("12", run("aten::Int.str", {S(" +12")}));
  EXPECT_EQ("error: invalid literal for int() with base 10: '12x'",
            run("aten::Int.str", {S("12x")}));
  EXPECT_EQ("error: stoll", run("aten::Int.str", {S("abc")}));
  EXPECT_EQ("error: stoll", run("aten::Int.str", {S("99999999999999999999")}));
  EXPECT_EQ("-inf", run("aten::Float.str", {S("-Infinity")}));
  EXPECT_EQ("error: could not convert string to float: '1.5x'",
            run("aten::Float.str", {S("1.5x")}));
  EXPECT_EQ("error: stod", run("aten::Float.str", {S("1e400")}));
}

TEST(ScalarOps, NumbersToText) {
  EXPECT_EQ("-0b101", run("aten::bin", {I(-5)}));
  EXPECT_EQ("0b0", run("aten::bin", {I(0)}));
  EXPECT_EQ("-0o10", run("aten::oct", {I(-8)}));
  EXPECT_EQ("-0x8000000000000000", run("aten::hex", {I(INT64_MIN)}));
  EXPECT_EQ("A", run("aten::chr", {I(321)}));
  EXPECT_EQ("error: chr() arg not in range(0x110000), found -1",
            run("aten::chr", {I(-1)}));
  EXPECT_EQ("error: String for ord() must be 1 character, found 2",
            run("aten::ord", {S("é")}));
  EXPECT_EQ("195", run("aten::ord", {S("\xc3")}));
}

TEST(ScalarOps, Hashes) {
  EXPECT_EQ("7", run("aten::hash.generic", {I(7)}));
  EXPECT_EQ("4982507072649106663", run("aten::hash.generic", {F(1.5)}));
  EXPECT_EQ("0", run("aten::hash.generic", {F(-0.0)}));
  EXPECT_EQ("3663726644998027833", run("aten::hash.generic", {S("abc")}));
  EXPECT_EQ("175247769363", run("aten::hash.generic", {T({I(1), I(2)})}));
  EXPECT_EQ("0", run("aten::hash.generic", {none()}));
  EXPECT_EQ("error: unhashable type: 'List[int]'",
            run("aten::hash.generic", {L({I(1)})}));
}

TEST(ScalarOps, Ranges) {
  EXPECT_EQ("4", run("aten::__range_length", {I(10), I(0), I(-3)}));
  EXPECT_EQ("0", run("aten::__range_length", {I(0), I(-1), I(1)}));
  EXPECT_EQ("2", run("aten::__range_length",
                     {I(INT64_MAX), I(INT64_MIN), I(INT64_MIN)}));
  EXPECT_EQ("error: range() arg 3 must not be zero",
            run("aten::__range_length", {I(0), I(10), I(0)}));
  EXPECT_EQ("7", run("aten::__derive_index", {I(3), I(1), I(2)}));
}

TEST(ScalarOps, Identity) {
  Value s = S("ab"), l = L({I(1)});
  EXPECT_EQ("True", run("aten::__is__", {I(1), I(1)}));
  EXPECT_EQ("False", run("aten::__is__", {I(1), none()}));
  EXPECT_EQ("True", run("aten::__is__", {l, l}));
  EXPECT_EQ("False", run("aten::__is__", {s, S("ab")}));
  EXPECT_EQ("True", run("aten::__isnot__", {C(1, 1), C(1, 1)}));
  EXPECT_EQ("error: Unwrapping null optional",
            run("aten::_unwrap_optional", {none()}));
}

TEST(ScalarOps, Devices) {
  EXPECT_EQ("cuda", run("prim::type", {[] {
                          tsrt_value v = intValue(1 | 2 << 8);
                          v.type = &tsrt_type_device;
                          return Value::adopt(v);
                        }()}));
  EXPECT_EQ("error: Invalid device string: 'cuda:x'",
            run("aten::device", {S("cuda:x")}));
  EXPECT_EQ(0u, run("aten::device", {S("foo")})
                    .find("error: Expected one of cpu, cuda, ipu"));
}

TEST(ScalarOps, EveryNameIsFoundOnce) {
  int32_t n = tsrt_op_names(nullptr, 0);
  ASSERT_GT(n, 600);
  std::vector<const char *> names(static_cast<size_t>(n));
  ASSERT_EQ(n, tsrt_op_names(names.data(), n));
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_NE(nullptr, tsrt_op_find(names[i]));
    if (i) {
      EXPECT_STRNE(names[i - 1], names[i]);
    }
  }
  EXPECT_EQ(nullptr, tsrt_op_find("aten::no_such_operator"));
}

TEST(ScalarOps, UserOperatorsCanBeAdded) {
  tsrt_op_register("my::twice", [](const tsrt_value *args, int32_t,
                                   tsrt_value *results, int32_t) {
    results[0] = intValue(args[0].u.i * 2);
    return static_cast<tsrt_error *>(nullptr);
  });
  EXPECT_EQ("42", run("my::twice", {I(21)}));
}

} // namespace
