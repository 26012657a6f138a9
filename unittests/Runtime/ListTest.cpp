//===- ListTest.cpp - Tests of the list operators -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Growth, indexing, slices, search, sorting and reductions of lists. The
// expected results and messages are PyTorch 1.13's.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

Value ints(std::vector<int64_t> values) {
  Value list = makeListOfType(&tsrt_type_int, {});
  for (int64_t value : values)
    run("aten::append.t", {list, I(value)});
  return list;
}

TEST(List, GrowsAndShrinks) {
  Value l = ints({1, 2});
  EXPECT_EQ("[1, 2, 3]", run("aten::append.t", {l, I(3)}));
  run("aten::insert.t", {l, I(-100), I(0)}, 0);
  run("aten::insert.t", {l, I(100), I(9)}, 0);
  run("aten::insert.t", {l, I(-1), I(8)}, 0);
  EXPECT_EQ("[0, 1, 2, 3, 8, 9]", text(l));
  EXPECT_EQ("9", run("aten::pop.t", {l, I(-1)}));
  EXPECT_EQ("0", run("aten::pop.t", {l, I(0)}));
  run("aten::Delete.t", {l, I(1)}, 0);
  EXPECT_EQ("[1, 3, 8]", text(l));
  run("aten::extend.t", {l, l}, 0);
  EXPECT_EQ("[1, 3, 8, 1, 3, 8]", text(l));
  run("aten::reverse.t", {l}, 0);
  EXPECT_EQ("[8, 3, 1, 8, 3, 1]", text(l));
  run("aten::clear.t", {l}, 0);
  EXPECT_EQ("error: pop from empty list", run("aten::pop.t", {l, I(-1)}));
}

TEST(List, ConvertsElementsToTheElementType) {
  Value l = L({F(1.5)});
  EXPECT_EQ("[1.5, 2.]", run("aten::append.t", {l, I(2)}));
  EXPECT_EQ("error: Expected a value of type 'float' but instead found type "
            "'str'.",
            run("aten::append.t", {l, S("x")}));
  EXPECT_EQ("error: Expected a value of type 'List[float]' but instead found "
            "type 'List[int]'.",
            run("aten::extend.t", {l, ints({1})}, 0));
}

TEST(List, IndexErrors) {
  Value l = ints({1, 2});
  EXPECT_EQ("1", run("aten::__getitem__.t", {l, I(-2)}));
  for (int64_t i : {int64_t(2), int64_t(-3), INT64_MAX, INT64_MIN}) {
    EXPECT_EQ("error: list index out of range",
              run("aten::__getitem__.t", {l, I(i)}));
    EXPECT_EQ("error: list index out of range",
              run("aten::_set_item.t", {l, I(i), I(0)}));
    EXPECT_EQ("error: list index out of range", run("aten::pop.t", {l, I(i)}));
  }
  EXPECT_EQ("[7, 2]", run("aten::_set_item.t", {l, I(0), I(7)}));
}

TEST(List, Slices) {
  Value l = ints({0, 1, 2, 3, 4});
  auto slice = [&](Value start, Value end, int64_t step) {
    return run("aten::slice.t", {l, start, end, I(step)});
  };
  EXPECT_EQ("[0, 1, 2, 3, 4]", slice(none(), none(), 1));
  EXPECT_EQ("[1, 2]", slice(I(1), I(3), 1));
  EXPECT_EQ("[4, 3, 2, 1, 0]", slice(none(), none(), -1));
  EXPECT_EQ("[4, 2]", slice(I(10), I(0), -2));
  EXPECT_EQ("[]", slice(I(3), I(1), 1));
  EXPECT_EQ("[3, 4]", slice(I(-2), none(), 1));
  EXPECT_EQ("[0]", slice(none(), none(), INT64_MAX));
  EXPECT_EQ("[4]", slice(none(), none(), INT64_MIN));
  EXPECT_EQ("[]", slice(I(INT64_MAX), I(INT64_MIN), 1));
  EXPECT_EQ("error: List slice should have non-zero step",
            slice(none(), none(), 0));
}

TEST(List, RepetitionAndConcatenation) {
  EXPECT_EQ("[1, 2, 1, 2]", run("aten::mul.left_t", {ints({1, 2}), I(2)}));
  EXPECT_EQ("[]", run("aten::mul.right_", {I(0), ints({1, 2})}));
  EXPECT_EQ("error: vector::reserve",
            run("aten::mul.left_t", {ints({1, 2}), I(-1)}));
  EXPECT_EQ("error: vector::reserve",
            run("aten::mul.left_t", {ints({1, 2}), I(INT64_MAX)}));
  EXPECT_EQ("[a, b]", run("aten::add.t", {L({S("a")}), L({S("b")})}));
  Value l = L({S("a")});
  EXPECT_EQ("[a, a, a]", run("aten::mul_.t", {l, I(3)}));
  EXPECT_EQ("[]", run("aten::mul_.t", {l, I(-2)}));
}

TEST(List, Search) {
  EXPECT_EQ("1", run("aten::index.list_str", {L({S("a"), S("b")}), S("b")}));
  EXPECT_EQ("error: '3' is not in list",
            run("aten::index.list_int", {ints({1}), I(3)}));
  EXPECT_EQ("error: '2' is not in list",
            run("aten::index.list_float", {L({F(1.5)}), F(2)}));
  EXPECT_EQ("error: list.remove(x): x not in list",
            run("aten::remove.int", {ints({1}), I(3)}, 0));
  EXPECT_EQ("2", run("aten::count.int", {ints({1, 2, 1}), I(1)}));
  EXPECT_EQ("True",
            run("aten::__contains__.float_list", {L({F(0.0), F(2)}), F(-0.0)}));
  EXPECT_EQ("True", run("aten::eq.str_list", {L({S("a")}), L({S("a")})}));
  EXPECT_EQ("True", run("aten::ne.int_list", {ints({1, 2}), ints({1, 3})}));
}

/// Many elements with many ties, against the standard library.
TEST(List, SortsLikeTheStandardLibrary) {
  using Row = std::tuple<int64_t, std::string, double>;
  const tsrt_type *members[] = {&tsrt_type_int, &tsrt_type_str,
                                &tsrt_type_float};
  const tsrt_type *row = tsrt_type_tuple(nullptr, 3, members, nullptr);
  for (bool reverse : {false, true}) {
    std::vector<int64_t> numbers;
    std::vector<Row> rows;
    Value list = makeListOfType(&tsrt_type_int, {});
    Value tuples = makeListOfType(row, {});
    uint64_t state = 1;
    for (int i = 0; i < 1000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      int64_t number = int64_t(state) >> (i % 60);
      numbers.push_back(number);
      run("aten::append.t", {list, I(number)});
      std::string text = "common prefix " + std::to_string(state % 7);
      Row made(number % 5, state % 3 ? text : text.substr(0, 8), double(i % 2));
      rows.push_back(made);
      run("aten::append.t",
          {tuples, T({I(std::get<0>(made)), S(std::get<1>(made)),
                      F(std::get<2>(made))})});
    }
    std::stable_sort(numbers.begin(), numbers.end());
    std::stable_sort(rows.begin(), rows.end(), [&](const Row &a, const Row &b) {
      return reverse ? b < a : a < b;
    });
    if (reverse)
      std::reverse(numbers.begin(), numbers.end());
    run("aten::sort.int", {list, B(reverse)}, 0);
    run("aten::sort.any", {tuples, B(reverse)}, 0);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(std::to_string(numbers[i]),
                run("aten::__getitem__.t", {list, I(i)}));
      auto [number, text, last] = rows[i];
      ASSERT_EQ("(" + std::to_string(number) + ", " + text + ", " +
                    (last ? "1.)" : "0.)"),
                run("aten::__getitem__.t", {tuples, I(i)}));
    }
  }
}

TEST(List, SortsNumbersAndStrings) {
  Value l = ints({3, -1, 2});
  run("aten::sort.int", {l, B(true)}, 0);
  EXPECT_EQ("[3, 2, -1]", text(l));
  EXPECT_EQ("[1., 3., nan]",
            run("aten::sorted.float", {L({F(3), F(std::nan("")), F(1)})}));
  EXPECT_EQ("[False, True]",
            run("aten::sorted.bool", {L({B(true), B(false)})}));
  EXPECT_EQ("[, B, a, ab]",
            run("aten::sorted.str", {L({S("ab"), S("a"), S("B"), S("")})}));
}

TEST(List, SortsTuplesLexicographicallyAndStably) {
  Value l = L({T({I(2), S("b")}), T({I(1), S("z")}), T({I(1), S("a")})});
  EXPECT_EQ("[(1, a), (1, z), (2, b)]", run("aten::sorted.any", {l}));
  run("aten::sort.any", {l, B(true)}, 0);
  EXPECT_EQ("[(2, b), (1, z), (1, a)]", text(l));
  EXPECT_EQ("error: Only list of Tensors, ints, floats, bools, strs, a User "
            "Defined Class that defines the __lt__ compare method or Tuples of "
            "aforementioned types can be sorted, got list of List[int]\n",
            run("aten::sorted.any", {L({ints({1})})}));
}

/// A class with one int field and a `__lt__` that fails on equal fields.
tsrt_error *lessThan(const tsrt_value *args, tsrt_value *result) {
  auto field = [](const tsrt_value &v) {
    return *reinterpret_cast<int64_t *>(static_cast<char *>(v.u.p) + 16);
  };
  if (field(args[0]) == field(args[1]))
    return tsrt_error_new("builtins.ValueError", "equal");
  *result = boolValue(field(args[0]) < field(args[1]));
  return nullptr;
}
const tsrt_type *const fieldTypes[] = {&tsrt_type_int};
const uint32_t fieldOffsets[] = {16};
const tsrt_method methods[] = {{"__lt__", lessThan}};
const tsrt_type pointClass = {TSRT_OBJECT, 8,       8,          "__torch__.P",
                              1,           1,       fieldTypes, fieldOffsets,
                              nullptr,     methods, nullptr};

Value point(int64_t field) {
  tsrt_object *object = tsrt_object_new(&pointClass);
  std::memcpy(reinterpret_cast<char *>(object) + 16, &field, sizeof(field));
  return Value::adopt(objectValue(object));
}

TEST(List, SortsObjectsByTheirOwnOrder) {
  Value a = point(1), b = point(2), c = point(3);
  Value l = L({c, a, b});
  run("aten::sort.any", {l, B(false)}, 0);
  EXPECT_EQ("[" + text(a) + ", " + text(b) + ", " + text(c) + "]", text(l));
  EXPECT_EQ("error: equal", run("aten::sorted.any", {L({a, b, a})}));
}

TEST(List, Reductions) {
  EXPECT_EQ("3", run("prim::max.self_int", {ints({1, 3, 2})}));
  EXPECT_EQ("error: max() arg is an empty sequence",
            run("prim::max.self_int", {ints({})}));
  EXPECT_EQ("nan", run("prim::max.self_float", {L({F(std::nan("")), F(2)})}));
  EXPECT_EQ("0.5",
            run("prim::min.self_float", {L({F(1), F(std::nan("")), F(0.5)})}));
  EXPECT_EQ("[1, 2, 0]",
            run("prim::max.int_list", {ints({1, 2}), ints({1, 2, 0})}));
  EXPECT_EQ("[1, 2]",
            run("prim::min.int_list", {ints({1, 2}), ints({1, 2, 0})}));
  EXPECT_EQ("2", run("aten::sum.bool", {L({B(true), B(true)})}));
  EXPECT_EQ("0", run("aten::sum.int", {ints({})}));
  EXPECT_EQ("4.+1.j", run("aten::sum.complex", {L({C(1, 1), C(3, 0)})}));
  EXPECT_EQ("True", run("aten::any.str", {L({S(""), S("a")})}));
  EXPECT_EQ("False", run("aten::all.float", {L({F(1), F(0)})}));
}

TEST(List, CharactersOfAString) {
  EXPECT_EQ("[a, b]", run("aten::list", {S("ab")}));
}

TEST(List, ReservesAllThatIsAskedFor) {
  tsrt_list *list = tsrt_list_new(tsrt_type_list(&tsrt_type_int), 0);
  tsrt_list_reserve_all(list, -5);
  EXPECT_EQ(0, list->capacity);
  tsrt_list_reserve_all(list, 100000);
  EXPECT_GE(list->capacity, 100000);
  tsrt_list_reserve(list, 1 << 20);
  EXPECT_LT(list->capacity, 1 << 20);
  tsrt_release(list);
}

} // namespace
