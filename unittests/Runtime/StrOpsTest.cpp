//===- StrOpsTest.cpp - Tests of the string operators ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The str methods. The expected results and messages are PyTorch 1.13's, with
// its deviations from Python.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

TEST(StrOps, Case) {
  EXPECT_EQ("Hello World 1A B'C",
            run("aten::title", {S("hello wORLD 1a b'c")}));
  EXPECT_EQ("Hello w", run("aten::capitalize", {S("hELLO w")}));
  EXPECT_EQ("AbC", run("aten::swapcase", {S("aBc")}));
  EXPECT_EQ("éA", run("aten::upper", {S("éa")}));
}

TEST(StrOps, Predicates) {
  auto is = [](const char *name, const char *s) { return run(name, {S(s)}); };
  EXPECT_EQ("True", is("aten::istitle", "Hello World"));
  EXPECT_EQ("False", is("aten::istitle", "Hello world"));
  EXPECT_EQ("False", is("aten::istitle", "123"));
  EXPECT_EQ("True", is("aten::isupper", "A1"));
  EXPECT_EQ("False", is("aten::islower", ""));
  EXPECT_EQ("False", is("aten::isidentifier", "a_1"));
  EXPECT_EQ("True", is("aten::isidentifier", "aXb"));
  EXPECT_EQ("True", is("aten::isprintable", ""));
  EXPECT_EQ("False", is("aten::isprintable", "a\n"));
  EXPECT_EQ("True", is("aten::isspace", " \r\n"));
  EXPECT_EQ("False", is("aten::isalnum", ""));
}

/// What compiled code calls gives what the operators give.
TEST(StrOps, DirectCallsAgreeWithOperators) {
  const char *texts[] = {"", "7", "-12", "x", "ab", "123456789012345678", "9 "};
  auto str = [](const Value &v) {
    return static_cast<tsrt_str *>(v.get().u.p);
  };
  auto word = [](uint8_t b) { return b ? "True" : "False"; };
  auto outcome = [](tsrt_error *error, int64_t value) {
    std::string text = error
                           ? "error: " + std::string(tsrt_error_message(error))
                           : std::to_string(value);
    tsrt_error_release(error);
    return text;
  };
  for (const char *first : texts) {
    Value a = S(first);
    tsrt_str *s = str(a);
    EXPECT_EQ(run("aten::isdigit", {a}), word(tsrt_str_is_digit(s)));
    EXPECT_EQ(run("aten::isalpha", {a}), word(tsrt_str_is_alpha(s)));
    EXPECT_EQ(run("aten::isalnum", {a}), word(tsrt_str_is_alnum(s)));
    EXPECT_EQ(run("aten::isspace", {a}), word(tsrt_str_is_space(s)));
    int64_t number = 0;
    tsrt_error *error = tsrt_str_to_int(s, &number);
    EXPECT_EQ(run("aten::Int.str", {a}), outcome(error, number));
    error = tsrt_str_ord(s, &number);
    EXPECT_EQ(run("aten::ord", {a}), outcome(error, number));
    tsrt_str *item = nullptr;
    error = tsrt_str_at(s, -1, &item);
    EXPECT_EQ(run("aten::__getitem__.str", {a, I(-1)}),
              error ? outcome(error, 0) : std::string(item->data));
    tsrt_release(item);
    for (const char *second : texts) {
      Value b = S(second);
      EXPECT_EQ(run("aten::lt.str", {a, b}),
                word(tsrt_str_compare(s, str(b)) < 0));
      EXPECT_EQ(run("aten::__contains__.str_str", {a, b}),
                word(tsrt_str_contains(s, str(b))));
    }
  }
  for (int64_t value : {int64_t(0), int64_t(-5), INT64_MIN, INT64_MAX}) {
    StrRef made = StrRef::adopt(tsrt_str_of_int(value));
    EXPECT_EQ(std::to_string(value), made->data);
  }
}

TEST(StrOps, Padding) {
  EXPECT_EQ("*abc**", run("aten::center", {S("abc"), I(6), S("*")}));
  EXPECT_EQ("**ab*", run("aten::center", {S("ab"), I(5), S("*")}));
  EXPECT_EQ("ab", run("aten::ljust", {S("ab"), I(-5), S("*")}));
  EXPECT_EQ("00-12", run("aten::zfill", {S("-12"), I(5)}));
  EXPECT_EQ("error: TypeError: The fill character must be exactly one "
            "character long",
            run("aten::rjust", {S("ab"), I(7), S("xy")}));
  EXPECT_EQ("a   bc  d\n  x",
            run("aten::expandtabs", {S("a\tbc\td\n\tx"), I(4)}));
  EXPECT_EQ("ab", run("aten::expandtabs", {S("a\tb"), I(0)}));
}

TEST(StrOps, Strip) {
  EXPECT_EQ("a", run("aten::strip", {S("xyaxy"), S("yx")}));
  EXPECT_EQ("axy", run("aten::lstrip", {S("xyaxy"), S("yx")}));
  EXPECT_EQ("", run("aten::rstrip", {S("xxx"), S("x")}));
}

TEST(StrOps, IndexAndSlice) {
  EXPECT_EQ("c", run("aten::__getitem__.str", {S("abc"), I(-1)}));
  EXPECT_EQ("error: basic_string::at: __n (which is 3) >= this->size() (which "
            "is 3)",
            run("aten::__getitem__.str", {S("abc"), I(3)}));
  EXPECT_EQ("error: basic_string::at: __n (which is 18446744073709551615) >= "
            "this->size() (which is 3)",
            run("aten::__getitem__.str", {S("abc"), I(-4)}));
  EXPECT_EQ("fdb",
            run("aten::slice.str", {S("abcdef"), none(), none(), I(-2)}));
  EXPECT_EQ("error: List slice should have non-zero step",
            run("aten::slice.str", {S("abc"), none(), none(), I(0)}));
}

TEST(StrOps, Find) {
  auto find = [](const char *name, const char *s, const char *t, int64_t start,
                 int64_t end) {
    return run(name, {S(s), S(t), I(start), I(end)});
  };
  EXPECT_EQ("5", find("aten::find", "abcabc", "c", -2, -1));
  EXPECT_EQ("-1", find("aten::find", "abcabc", "c", 0, 2));
  EXPECT_EQ("2", find("aten::rfind", "abcabc", "c", 0, 4));
  EXPECT_EQ("3", find("aten::rfind", "abc", "", 1, -1));
  EXPECT_EQ("error: ValueError: substring not found",
            find("aten::index.str", "abc", "z", 0, -1));
  EXPECT_EQ("False", find("aten::startswith", "abcabc", "c", 1, -1));
  EXPECT_EQ("True", find("aten::startswith", "abc", "c", 2, -1));
  EXPECT_EQ("error: basic_string::substr: __pos (which is 4) > this->size() "
            "(which is 3)",
            find("aten::startswith", "abc", "", 4, -1));
  EXPECT_EQ("True", find("aten::endswith", "abcabc", "c", 0, 3));
  EXPECT_EQ("False", find("aten::endswith", "abc", "bc", 2, -1));
}

TEST(StrOps, Count) {
  EXPECT_EQ("2", run("aten::count", {S("aaaa"), S("aa"), I(0), I(-1)}));
  // The second occurrence begins before the bound.
  EXPECT_EQ("2", run("aten::count", {S("aaaa"), S("aa"), I(0), I(3)}));
  EXPECT_EQ("0", run("aten::count", {S("aaa"), S("a"), I(5), I(-1)}));
  EXPECT_EQ("4", run("aten::count", {S("aaa"), S(""), I(0), I(-1)}));
}

TEST(StrOps, Replace) {
  auto replace = [](const char *s, const char *old, const char *by,
                    int64_t max) {
    return run("aten::replace", {S(s), S(old), S(by), I(max)});
  };
  EXPECT_EQ("bba", replace("aaa", "a", "b", 2));
  EXPECT_EQ("aaaaaa", replace("aaa", "a", "aa", -1));
  EXPECT_EQ("aaa", replace("aaa", "a", "b", 0));
  EXPECT_EQ("-a-b-", replace("ab", "", "-", -1));
  EXPECT_EQ("-a-b", replace("ab", "", "-", 2));
}

TEST(StrOps, Split) {
  EXPECT_EQ("[a, b, , c]",
            run("aten::split.str", {S("a,b,,c"), S(","), I(-1)}));
  EXPECT_EQ("[a, b,,c]", run("aten::split.str", {S("a,b,,c"), S(","), I(1)}));
  EXPECT_EQ("[a, b, c]", run("aten::split.str", {S(" a  b c "), none(), I(1)}));
  EXPECT_EQ("[]", run("aten::split.str", {S(""), none(), I(-1)}));
  EXPECT_EQ("error: ValueError: empty separator",
            run("aten::split.str", {S("a"), S(""), I(-1)}));
  EXPECT_EQ("[a b , c]", run("aten::rsplit", {S("a b  c"), S(" "), I(1)}));
  EXPECT_EQ("error: ValueError: empty separator",
            run("aten::rsplit", {S("a"), S(""), I(-1)}));
}

TEST(StrOps, SplitLines) {
  EXPECT_EQ("[a, b, , c, d]",
            run("aten::splitlines", {S("a\nb\r\nc\rd\n"), B(false)}));
  EXPECT_EQ("[a, \n, b]", run("aten::splitlines", {S("a\nb"), B(true)}));
  EXPECT_EQ("[]", run("aten::splitlines", {S(""), B(false)}));
}

TEST(StrOps, PartitionAndJoin) {
  EXPECT_EQ("a | . | b.c", run("aten::partition", {S("a.b.c"), S(".")}, 3));
  EXPECT_EQ("a.b | . | c", run("aten::rpartition", {S("a.b.c"), S(".")}, 3));
  EXPECT_EQ("abc |  | ", run("aten::partition", {S("abc"), S(".")}, 3));
  EXPECT_EQ(" |  | abc", run("aten::rpartition", {S("abc"), S(".")}, 3));
  EXPECT_EQ("a, b", run("aten::join", {S(", "), L({S("a"), S("b")})}));
}

TEST(StrOps, BytesWithNulSurvive) {
  EXPECT_EQ(std::string("A\0B", 3),
            run("aten::upper", {S(std::string_view("a\0b", 3))}));
  EXPECT_EQ("3", run("aten::len.str", {S(std::string_view("a\0b", 3))}));
}

} // namespace
