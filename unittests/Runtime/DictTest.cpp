//===- DictTest.cpp - Tests of dicts --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Insertion order, removal, key kinds, growth, and the dict operators.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

const tsrt_type *intToInt() {
  return tsrt_type_dict(&tsrt_type_int, &tsrt_type_int);
}

TEST(Dict, KeepsInsertionOrderThroughRemovalAndGrowth) {
  DictRef dict = DictRef::adopt(tsrt_dict_new(intToInt()));
  for (int64_t i = 0; i < 1000; ++i)
    ASSERT_EQ(nullptr, tsrt_dict_set(dict.get(), &i, &i));
  for (int64_t i = 0; i < 1000; ++i)
    if (i % 3 != 0) {
      ASSERT_EQ(1, tsrt_dict_remove(dict.get(), &i));
    }
  int64_t missing = 1;
  EXPECT_EQ(0, tsrt_dict_remove(dict.get(), &missing));
  EXPECT_EQ(nullptr, tsrt_dict_find(dict.get(), &missing));
  for (int64_t i = 1000; i < 3000; ++i)
    ASSERT_EQ(nullptr, tsrt_dict_set(dict.get(), &i, &i));
  ASSERT_EQ(334 + 2000, tsrt_dict_size(dict.get()));
  for (int64_t i = 0; i < tsrt_dict_size(dict.get()); ++i) {
    const void *key, *value;
    tsrt_dict_entry(dict.get(), i, &key, &value);
    int64_t expected = i < 334 ? i * 3 : 1000 + i - 334;
    ASSERT_EQ(expected, *static_cast<const int64_t *>(key));
    ASSERT_EQ(expected, *static_cast<const int64_t *>(value));
  }
}

/// The look-ups of compiled code, with keys that collide in their low bits.
TEST(Dict, FindsByNativeKey) {
  DictRef dict = DictRef::adopt(tsrt_dict_new(intToInt()));
  for (int64_t i = -50; i < 50; ++i) {
    int64_t key = i << 40;
    ASSERT_EQ(nullptr, tsrt_dict_set(dict.get(), &key, &i));
  }
  for (int64_t i = -50; i < 50; ++i) {
    void *found = tsrt_dict_find_int(dict.get(), i << 40);
    ASSERT_NE(nullptr, found);
    EXPECT_EQ(i, *static_cast<int64_t *>(found));
  }
  EXPECT_EQ(nullptr, tsrt_dict_find_int(dict.get(), 3));
  Value names = D({{S("one"), I(1)}, {S(""), I(2)}});
  auto *table = static_cast<tsrt_dict *>(names.get().u.p);
  EXPECT_EQ(1, *static_cast<int64_t *>(
                   tsrt_dict_find_str(table, makeStr("one").get())));
  EXPECT_EQ(
      2, *static_cast<int64_t *>(tsrt_dict_find_str(table, makeStr("").get())));
  EXPECT_EQ(nullptr, tsrt_dict_find_str(table, makeStr("two").get()));
}

TEST(Dict, SurvivesManyInsertionsAndRemovalsOfFewKeys) {
  DictRef dict = DictRef::adopt(tsrt_dict_new(intToInt()));
  for (int64_t i = 0; i < 100000; ++i) {
    ASSERT_EQ(nullptr, tsrt_dict_set(dict.get(), &i, &i));
    if (i >= 3) {
      int64_t old = i - 3;
      ASSERT_EQ(1, tsrt_dict_remove(dict.get(), &old));
    }
  }
  EXPECT_EQ(3, tsrt_dict_size(dict.get()));
  EXPECT_EQ("{99997: 99997, 99998: 99998, 99999: 99999}",
            text(Value::retain(objectValue(dict.get()))));
}

TEST(Dict, OverwritingKeepsThePlaceAndReinsertingMovesToTheEnd) {
  Value d = D({{S("a"), I(1)}, {S("b"), I(2)}, {S("a"), I(3)}});
  EXPECT_EQ("{a: 3, b: 2}", text(d));
  run("aten::Delete.Dict_str", {d, S("a")}, 0);
  run("aten::_set_item.str", {d, S("a"), I(4)}, 0);
  EXPECT_EQ("{b: 2, a: 4}", text(d));
}

TEST(Dict, FloatKeysCompareByValue) {
  Value d = D({{F(0.0), I(1)}, {F(-0.0), I(2)}, {F(1.5), I(3)}});
  EXPECT_EQ("{0.: 2, 1.5: 3}", text(d));
  Value nan = F(std::nan(""));
  run("aten::_set_item.float", {d, nan, I(4)}, 0);
  EXPECT_EQ("False", run("aten::__contains__.float", {d, nan}));
}

TEST(Dict, KeysOfEveryKind) {
  EXPECT_EQ("2", run("aten::__getitem__.Dict_bool",
                     {D({{B(false), I(1)}, {B(true), I(2)}}), B(true)}));
  EXPECT_EQ("2", run("aten::__getitem__.Dict_complex",
                     {D({{C(1, 2), I(1)}, {C(1, -2), I(2)}}), C(1, -2)}));
  EXPECT_EQ("x",
            run("aten::__getitem__.Dict_int", {D({{I(7), S("x")}}), I(7)}));
  EXPECT_EQ("{(1, a): 2}",
            text(D({{T({I(1), S("a")}), I(1)}, {T({I(1), S("a")}), I(2)}})));
}

TEST(Dict, MissingKeysAreNamedInPrintFormat) {
  EXPECT_EQ("error: KeyError: zz",
            run("aten::__getitem__.Dict_str", {D({{S("a"), I(1)}}), S("zz")}));
  EXPECT_EQ("error: KeyError: 2.5",
            run("aten::__getitem__.Dict_float", {D({{F(1), I(1)}}), F(2.5)}));
  EXPECT_EQ("error: KeyError: 0.+2.j",
            run("aten::pop.Dict_complex", {D({{C(1, 1), I(1)}}), C(0, 2)}));
  EXPECT_EQ("error: KeyError: False",
            run("aten::Delete.Dict_bool", {D({{B(true), I(1)}}), B(false)}, 0));
}

TEST(Dict, MethodsOnViewsAndDefaults) {
  Value d = D({{S("a"), I(1)}, {S("b"), I(2)}});
  EXPECT_EQ("[a, b]", run("aten::keys.str", {d}));
  EXPECT_EQ("[1, 2]", run("aten::values.str", {d}));
  EXPECT_EQ("[(a, 1), (b, 2)]", run("aten::items.str", {d}));
  EXPECT_EQ("None", run("aten::get.str", {d, S("c")}));
  EXPECT_EQ("2", run("aten::get.str", {d, S("b")}));
  EXPECT_EQ("9", run("aten::get.default_str", {d, S("c"), I(9)}));
  EXPECT_EQ("9", run("aten::setdefault.str", {d, S("c"), I(9)}));
  EXPECT_EQ("1", run("aten::setdefault.str", {d, S("a"), I(9)}));
  EXPECT_EQ("3", run("aten::pop.Dict_default_str", {d, S("zz"), I(3)}));
  EXPECT_EQ("{a: 1, b: 2, c: 9}", text(d));
  EXPECT_EQ("3", run("aten::len.Dict_str", {d}));
}

TEST(Dict, PopItemTakesTheOldest) {
  Value d = D({{I(3), S("x")}, {I(1), S("y")}});
  EXPECT_EQ("(3, x)", run("aten::popitem.int", {d}));
  EXPECT_EQ("(1, y)", run("aten::popitem.int", {d}));
  EXPECT_EQ("error: popitem(): dictionary is empty",
            run("aten::popitem.int", {d}));
  run("aten::_set_item.int", {d, I(5), S("z")}, 0);
  EXPECT_EQ("{5: z}", text(d));
}

TEST(Dict, CopiesAreShallowAndIndependent) {
  Value inner = L({I(1)});
  Value d = D({{S("a"), inner}});
  Value pairs = L({T({S("k"), I(1)}), T({S("l"), I(2)}), T({S("k"), I(3)})});
  EXPECT_EQ("{k: 3, l: 2}", run("aten::dict.str", {pairs}));
  EXPECT_EQ("{a: [1]}", run("aten::copy.Dict_str", {d}));
  run("aten::update.str", {d, D({{S("b"), L({I(2)})}, {S("a"), L({I(5)})}})},
      0);
  EXPECT_EQ("{a: [5], b: [2]}", text(d));
  run("aten::clear.str", {d}, 0);
  EXPECT_EQ("{}", text(d));
  run("aten::_set_item.str", {d, S("q"), inner}, 0);
  EXPECT_EQ("{q: [1]}", text(d));
}

} // namespace
