//===- MemoryTest.cpp - Tests of allocation and reference counts ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocator, object lifetime, native-boxed conversion and parallel loops.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <set>
#include <thread>

using namespace tsrt;
using namespace tsrt::test;

namespace {

TEST(Memory, BlocksAreAlignedDisjointAndReusable) {
  std::vector<char *> blocks;
  std::vector<size_t> sizes;
  for (size_t size = 0; size < (size_t(3) << 20); size = size * 5 / 4 + 1) {
    auto *p = static_cast<char *>(tsrt_alloc(size));
    ASSERT_EQ(0u, reinterpret_cast<uintptr_t>(p) % 64);
    std::memset(p, int(blocks.size()), size);
    blocks.push_back(p);
    sizes.push_back(size);
  }
  for (size_t i = 0; i < blocks.size(); ++i)
    for (size_t j = 0; j < sizes[i]; ++j)
      ASSERT_EQ(char(i), blocks[i][j]);
  for (char *block : blocks)
    tsrt_free(block);
  tsrt_free(nullptr);
}

TEST(Memory, BlocksMayBeFreedByAnotherThread) {
  for (int round = 0; round < 20; ++round) {
    std::vector<void *> blocks;
    for (int i = 0; i < 5000; ++i)
      blocks.push_back(tsrt_alloc(size_t(i % 700)));
    std::thread([&] {
      for (void *block : blocks)
        tsrt_free(block);
    }).join();
  }
}

TEST(RefCount, ContainersReleaseTheirContents) {
  int64_t before = tsrt_live_objects();
  {
    Value d = D({{S("key"), L({S("aa"), S("bb")})}});
    Value any = makeListOfType(&tsrt_type_any, {d, T({S("xx"), I(1)}), none()});
    EXPECT_GT(tsrt_live_objects(), before + 6);
    run("aten::append.t", {any, d});
    run("aten::pop.t", {any, I(0)});
    run("aten::items.str", {d});
    run("aten::sorted.any", {L({T({S("b")}), T({S("a")})})});
    run("aten::_set_item.str", {d, S("key"), L({S("cc")})}, 0);
    run("aten::_set_item.t", {any, I(0), S("replaced")});
    run("aten::mul.left_t", {any, I(5)});
    run("aten::remove.str", {L({S("a"), S("b")}), S("a")}, 0);
    run("aten::split.str", {S("a b c"), none(), I(-1)});
    run("aten::append.t", {L({I(1)}), S("wrong type")});
  }
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(RefCount, LongChainsDieWithoutRecursion) {
  // Every object holds the next one.
  static tsrt_type node = {TSRT_OBJECT, 8,       8,       "__torch__.Node",
                           1,           0,       nullptr, nullptr,
                           nullptr,     nullptr, nullptr};
  static const tsrt_type *fields[1];
  static const uint32_t offsets[] = {16};
  static const tsrt_type *nodePointer = &node;
  static const tsrt_type optional = {
      TSRT_OPTIONAL, 8,       8,       "Optional[Node]", 1,      0,
      &nodePointer,  nullptr, nullptr, nullptr,          nullptr};
  fields[0] = &optional;
  node.elements = fields;
  node.offsets = offsets;
  int64_t before = tsrt_live_objects();
  void *head = nullptr;
  for (int i = 0; i < 1000000; ++i) {
    tsrt_object *object = tsrt_object_new(&node);
    std::memcpy(reinterpret_cast<char *>(object) + 16, &head, sizeof(head));
    head = object;
  }
  EXPECT_EQ(before + 1000000, tsrt_live_objects());
  tsrt_release(head);
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(RefCount, ImmortalObjectsIgnoreTheCount) {
  tsrt_str *s = tsrt_str_new("xx", 2);
  s->header.refcount = -1;
  tsrt_retain(s);
  tsrt_release(s);
  tsrt_release(s);
  EXPECT_EQ(-1, s->header.refcount);
  s->header.refcount = 1;
  tsrt_release(s);
}

TEST(RefCount, IsAtomic) {
  tsrt_str *s = tsrt_str_new("xx", 2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([s] {
      for (int i = 0; i < 20000; ++i) {
        tsrt_retain(s);
        tsrt_release(s);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(1, s->header.refcount);
  tsrt_release(s);
}

TEST(Conversion, BoxedAndNativeFormsRoundTrip) {
  const tsrt_type *optionalInt = tsrt_type_optional(&tsrt_type_int);
  const tsrt_type *optionalStr = tsrt_type_optional(&tsrt_type_str);
  const tsrt_type *parts[] = {optionalInt, optionalStr, &tsrt_type_any,
                              &tsrt_type_float};
  const tsrt_type *tuple = tsrt_type_tuple(nullptr, 4, parts, nullptr);
  for (const Value &value : {T({I(1), S("s"), L({I(3)}), F(2)}),
                             T({none(), none(), none(), I(7)})}) {
    NativeValue native(value, tuple);
    ASSERT_EQ("", native.failure);
    Value boxed = Value::box(tuple, native.data);
    EXPECT_TRUE(tsrt_type_equal(boxed.get().type, tuple));
  }
  NativeValue converted(T({none(), none(), none(), I(7)}), tuple);
  EXPECT_EQ("(None, None, None, 7.)", text(Value::box(tuple, converted.data)));
}

TEST(Conversion, RefusesOtherTypesAndLeaksNothing) {
  int64_t before = tsrt_live_objects();
  const tsrt_type *parts[] = {&tsrt_type_str, &tsrt_type_int};
  const tsrt_type *tuple = tsrt_type_tuple(nullptr, 2, parts, nullptr);
  EXPECT_EQ("Expected a value of type 'int' but instead found type 'str'.",
            NativeValue(T({S("a"), S("b")}), tuple).failure);
  EXPECT_EQ("Expected a value of type 'int' but instead found type 'float'.",
            NativeValue(F(1), &tsrt_type_int).failure);
  EXPECT_EQ("Expected a value of type 'List[float]' but instead found type "
            "'List[int]'.",
            NativeValue(L({I(1)}), tsrt_type_list(&tsrt_type_float)).failure);
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Parallel, CoversTheRangeOnce) {
  tsrt_set_num_threads(3);
  EXPECT_EQ(3, tsrt_get_num_threads());
  for (int64_t n : {0, 1, 7, 1000, 100001}) {
    std::vector<std::atomic<int>> hits(size_t(n) + 1);
    tsrt_parallel_for(
        n, 10,
        [](void *context, int64_t begin, int64_t end) {
          auto &counts = *static_cast<std::vector<std::atomic<int>> *>(context);
          for (int64_t i = begin; i < end; ++i)
            ++counts[size_t(i)];
        },
        &hits);
    for (int64_t i = 0; i < n; ++i)
      ASSERT_EQ(1, hits[size_t(i)]) << i;
  }
  tsrt_set_num_threads(0);
}

/// A thread that does not come to its share leaves it to the others.
TEST(Parallel, ThreadsHelpOneAnother) {
  tsrt_set_num_threads(2);
  struct Turns {
    std::atomic<int64_t> done{0};
    bool waited = false;
  } turns;
  constexpr int64_t n = 64;
  tsrt_parallel_for(
      n, 4,
      [](void *context, int64_t begin, int64_t end) {
        auto &turns = *static_cast<Turns *>(context);
        EXPECT_GE(end - begin, 4);
        // The first range ends after all others.
        auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (begin == 0 && turns.done < n - end &&
               std::chrono::steady_clock::now() < late)
          std::this_thread::yield();
        if (begin == 0)
          turns.waited = turns.done == n - end;
        turns.done += end - begin;
      },
      &turns);
  EXPECT_EQ(n, turns.done);
  EXPECT_TRUE(turns.waited);
  tsrt_set_num_threads(0);
}

/// The others finish, and the caller gets the exception.
TEST(Parallel, ExceptionsReachTheCaller) {
  tsrt_set_num_threads(2);
  std::atomic<int64_t> done{0};
  EXPECT_THROW(tsrt_parallel_for(
                   100, 1,
                   [](void *context, int64_t begin, int64_t end) {
                     *static_cast<std::atomic<int64_t> *>(context) +=
                         end - begin;
                     if (begin == 0)
                       throw std::bad_alloc();
                   },
                   &done),
               std::bad_alloc);
  EXPECT_EQ(100, done);
  tsrt_set_num_threads(0);
}

} // namespace
