//===- FormatTest.cpp - Tests of the text of values -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// str() and print of every kind of value, as PyTorch 1.13 writes them.
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

TEST(Format, Floats) {
  EXPECT_EQ("1.", text(F(1)));
  EXPECT_EQ("0.", text(F(-0.0)));
  EXPECT_EQ("-3.", text(F(-3)));
  EXPECT_EQ("0.10000000000000001", text(F(0.1)));
  EXPECT_EQ("1.0000000000000001e-05", text(F(1e-5)));
  EXPECT_EQ("10000000000000000.", text(F(1e16)));
  EXPECT_EQ("1000000000000000000.", text(F(1e18)));
  EXPECT_EQ("1e+19", text(F(1e19)));
  EXPECT_EQ("-9223372036854775808.", text(F(-9223372036854775808.0)));
  EXPECT_EQ("9.2233720368547758e+18", text(F(9223372036854775808.0)));
  EXPECT_EQ("4.9406564584124654e-324", text(F(5e-324)));
  EXPECT_EQ("inf", text(F(kInf)));
  EXPECT_EQ("-inf", text(F(-kInf)));
  EXPECT_EQ("nan", text(F(std::nan(""))));
}

TEST(Format, OtherScalars) {
  EXPECT_EQ("-9223372036854775808", text(I(INT64_MIN)));
  EXPECT_EQ("True", text(B(true)));
  EXPECT_EQ("None", text(none()));
  EXPECT_EQ("0.+2.5j", text(C(0, 2.5)));
  EXPECT_EQ("0.-1.j", text(C(0, -1)));
  EXPECT_EQ("1.5-infj", text(C(1.5, -kInf)));
  EXPECT_EQ("cuda:1", run("aten::device", {S("cuda:1")}));
  EXPECT_EQ("cpu", run("aten::device", {S("cpu")}));
}

TEST(Format, Containers) {
  EXPECT_EQ("[1.5, 2.]", text(L({F(1.5), F(2)})));
  EXPECT_EQ("[]", text(makeListOfType(&tsrt_type_int, {})));
  EXPECT_EQ("[a, b]", text(L({S("a"), S("b")})));
  EXPECT_EQ("{a: [1]}", text(D({{S("a"), L({I(1)})}})));
  EXPECT_EQ("(1, a)", text(T({I(1), S("a")})));
  EXPECT_EQ("(1,)", text(T({I(1)})));
  EXPECT_EQ("()", text(T({})));
  EXPECT_EQ("(1, (True, None))", text(T({I(1), T({B(true), none()})})));
}

TEST(Format, OptionalsAndAny) {
  const tsrt_type *optional = tsrt_type_optional(&tsrt_type_int);
  EXPECT_EQ("[1, None]", text(makeListOfType(optional, {I(1), none()})));
  optional = tsrt_type_optional(&tsrt_type_str);
  EXPECT_EQ("[x, None]", text(makeListOfType(optional, {S("x"), none()})));
  EXPECT_EQ("[1, x, 2.5, None, [True]]",
            text(makeListOfType(&tsrt_type_any,
                                {I(1), S("x"), F(2.5), none(), L({B(true)})})));
}

TEST(Format, AListThatContainsItselfEnds) {
  Value list = makeListOfType(&tsrt_type_any, {I(1)});
  run("aten::append.t", {list, list});
  EXPECT_EQ(0u, text(list).find("[1, [1, [1, "));
  EXPECT_NE(std::string::npos, text(list).find("..."));
  run("aten::clear.t", {list}, 0);
}

TEST(Format, EnumsAndObjects) {
  static const char *const members[] = {"R", "G"};
  static tsrt_value values[2];
  values[0] = intValue(1);
  values[1] = intValue(2);
  static const tsrt_type color = {
      TSRT_ENUM, 8,       8,       "__torch__.Color", 2,     0,
      nullptr,   nullptr, members, nullptr,           values};
  int64_t index = 1;
  Value g = Value::box(&color, &index);
  EXPECT_EQ("Enum<Color.G>", text(g));
  EXPECT_EQ("G", run("prim::EnumName", {g}));
  EXPECT_EQ("2", run("prim::EnumValue.int", {g}));

  static const tsrt_type object = {TSRT_OBJECT, 8,       8,       "__torch__.C",
                                   0,           0,       nullptr, nullptr,
                                   nullptr,     nullptr, nullptr};
  Value o = Value::adopt(objectValue(tsrt_object_new(&object)));
  EXPECT_EQ(0u, text(o).find("<__torch__.C object at 0x"));
}

TEST(Format, PrintSeparatesWithBlanks) {
  std::string printed;
  tsrt_set_print(
      [](void *context, const char *bytes, size_t size) {
        static_cast<std::string *>(context)->append(bytes, size);
      },
      &printed);
  tsrt_value values[] = {intValue(1), floatValue(2), noneValue()};
  tsrt_print(values, 3);
  tsrt_print(nullptr, 0);
  tsrt_set_print(nullptr, nullptr);
  EXPECT_EQ("1 2. None\n\n", printed);
}

TEST(Format, BracesTakeArgumentsInOrder) {
  EXPECT_EQ("1 2.5", run("aten::format", {S("{} {}"), I(1), F(2.5), S("c")}));
  EXPECT_EQ("{0} {:.2f} x", run("aten::format", {S("{0} {:.2f} {}"), S("x")}));
  EXPECT_EQ("error: Too few arguments for format string: {} {}",
            run("aten::format", {S("{} {}"), I(1)}));
}

TEST(Format, PercentSpecifiers) {
  auto percent = [](const char *format, std::vector<Value> args) {
    args.insert(args.begin(), S(format));
    return run("aten::percentFormat", args);
  };
  EXPECT_EQ("1 1 1.", percent("%d %i %s", {F(1.5), I(1), F(1)}));
  EXPECT_EQ("1.000000 1.234568", percent("%f %f", {I(1), F(1.23456789)}));
  EXPECT_EQ("1.500000e+00 1.500000E+00", percent("%e %E", {F(1.5), F(1.5)}));
  EXPECT_EQ("A, a", percent("%c%c %c", {I(65), I(300), S("a")}));
  EXPECT_EQ("100%", percent("100%%", {}));
  EXPECT_EQ("a and [1.5]", percent("%s and %s", {S("a"), L({F(1.5)})}));
  EXPECT_EQ("-2147483648", percent("%d", {F(1e30)}));
  EXPECT_EQ("3000000000", percent("%d", {I(3000000000)}));
  EXPECT_EQ("error: %d requires a number for formatting, but got String",
            percent("%d", {S("a")}));
  EXPECT_EQ("error: %c requires an int or char for formatting, but got Double",
            percent("%c", {F(65.5)}));
  EXPECT_EQ("error: The specifier %5 is not supported in TorchScript format "
            "strings",
            percent("%5d", {I(1)}));
  EXPECT_EQ("error: Incomplete format specifier", percent("a%", {I(1)}));
  EXPECT_EQ("error: Too few arguments for format string",
            percent("%d %s", {I(1)}));
  EXPECT_EQ("error: Too many arguments for format string",
            percent("%d", {I(1), I(2)}));
}

} // namespace
