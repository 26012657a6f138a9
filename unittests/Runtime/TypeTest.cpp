//===- TypeTest.cpp - Tests of type descriptors ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interning, layout, equality and isinstance.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

TEST(Type, NamesAndInterning) {
  const tsrt_type *type = tsrt_type_dict(
      &tsrt_type_str, tsrt_type_list(tsrt_type_optional(&tsrt_type_int)));
  EXPECT_STREQ("Dict[str, List[Optional[int]]]", type->name);
  EXPECT_EQ(type,
            tsrt_type_dict(&tsrt_type_str,
                           tsrt_type_list(tsrt_type_optional(&tsrt_type_int))));
  EXPECT_STREQ("Tuple[()]",
               tsrt_type_tuple(nullptr, 0, nullptr, nullptr)->name);
  EXPECT_STREQ("Future[int]", tsrt_type_future(&tsrt_type_int)->name);
}

TEST(Type, LayoutIsThatOfAStruct) {
  struct Expected {
    bool b;
    double c[2];
    bool d;
    void *s;
  };
  const tsrt_type *parts[] = {&tsrt_type_bool, &tsrt_type_complex,
                              &tsrt_type_bool, &tsrt_type_str};
  const tsrt_type *tuple = tsrt_type_tuple(nullptr, 4, parts, nullptr);
  EXPECT_EQ(sizeof(Expected), tuple->size);
  EXPECT_EQ(offsetof(Expected, c), tuple->offsets[1]);
  EXPECT_EQ(offsetof(Expected, s), tuple->offsets[3]);
  EXPECT_EQ(16u, tsrt_type_optional(&tsrt_type_int)->size);
  EXPECT_EQ(2u, tsrt_type_optional(&tsrt_type_bool)->size);
  EXPECT_EQ(8u, tsrt_type_optional(&tsrt_type_str)->size);
  EXPECT_EQ(sizeof(tsrt_value), tsrt_type_any.size);
}

TEST(Type, DescriptorsOfProgramsEqualInternedOnes) {
  static const tsrt_type *const element[] = {&tsrt_type_int};
  static const tsrt_type list = {TSRT_LIST, 8,       8,       "List[int]",
                                 1,         0,       element, nullptr,
                                 nullptr,   nullptr, nullptr};
  EXPECT_TRUE(tsrt_type_equal(&list, tsrt_type_list(&tsrt_type_int)));
  // What is made of it does not point into the program's memory.
  EXPECT_EQ(tsrt_type_list(tsrt_type_list(&tsrt_type_int)),
            tsrt_type_list(&list));
  EXPECT_FALSE(tsrt_type_equal(&list, tsrt_type_list(&tsrt_type_float)));
}

TEST(Type, NamedTuplesDifferByNameAndAreTuples) {
  const tsrt_type *parts[] = {&tsrt_type_int, &tsrt_type_str};
  const char *names[] = {"a", "b"};
  const tsrt_type *plain = tsrt_type_tuple(nullptr, 2, parts, nullptr);
  const tsrt_type *named = tsrt_type_tuple("__torch__.P", 2, parts, names);
  EXPECT_STREQ("__torch__.P", named->name);
  EXPECT_FALSE(tsrt_type_equal(plain, named));
  alignas(16) char data[16] = {};
  Value value = Value::box(named, data);
  EXPECT_TRUE(tsrt_value_isinstance(&value, named));
  EXPECT_TRUE(tsrt_value_isinstance(&value, plain));
  Value other = Value::box(plain, data);
  EXPECT_FALSE(tsrt_value_isinstance(&other, named));
}

TEST(Type, IsInstance) {
  auto isInstance = [](const Value &value, const tsrt_type *type) {
    return tsrt_value_isinstance(&value, type) != 0;
  };
  EXPECT_TRUE(isInstance(I(1), &tsrt_type_int));
  EXPECT_FALSE(isInstance(B(true), &tsrt_type_int));
  EXPECT_TRUE(isInstance(F(1), &tsrt_type_scalar));
  EXPECT_FALSE(isInstance(B(true), &tsrt_type_scalar));
  EXPECT_TRUE(isInstance(none(), tsrt_type_optional(&tsrt_type_int)));
  EXPECT_TRUE(isInstance(L({I(1)}), &tsrt_type_any));
  EXPECT_TRUE(isInstance(L({I(1)}), tsrt_type_list(&tsrt_type_int)));
  EXPECT_FALSE(isInstance(L({I(1)}), tsrt_type_list(&tsrt_type_any)));
  const tsrt_type *parts[] = {&tsrt_type_any,
                              tsrt_type_optional(&tsrt_type_str)};
  EXPECT_TRUE(isInstance(T({I(1), S("s")}),
                         tsrt_type_tuple(nullptr, 2, parts, nullptr)));
  static const tsrt_type *const members[] = {&tsrt_type_int, &tsrt_type_str};
  static const tsrt_type either = {
      TSRT_UNION, 24,      8,       "Union[int, str]", 2,      0,
      members,    nullptr, nullptr, nullptr,           nullptr};
  EXPECT_TRUE(isInstance(S("s"), &either));
  EXPECT_FALSE(isInstance(F(1), &either));
  EXPECT_FALSE(isInstance(none(), &either));
}

} // namespace
