//===- TaskTest.cpp - fork and wait ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of tasks: results, errors, nesting, the order of output, ownership.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

const tsrt_frame frame{"tasks.py", "<forked function>", 3, 5, 3, 9};

/// Starts a task of one argument.
tsrt_future *start(tsrt_entry entry, const Value &argument,
                   const tsrt_type *result = &tsrt_type_int) {
  return tsrt_fork(tsrt_type_future(result), entry, &argument.get(), 1, &frame);
}

tsrt_error *twice(const tsrt_value *args, tsrt_value *result) {
  *result = intValue(args[0].u.i * 2);
  return nullptr;
}

tsrt_error *fails(const tsrt_value *args, tsrt_value *) {
  return tsrt_error_newf("builtins.ValueError", "bad %d", int(args[0].u.i));
}

/// The sum of the leaves of a tree of tasks as deep as the argument.
tsrt_error *tree(const tsrt_value *args, tsrt_value *result) {
  int64_t depth = args[0].u.i;
  *result = intValue(1);
  if (depth == 0)
    return nullptr;
  tsrt_future *children[2];
  for (tsrt_future *&child : children)
    child = start(tree, I(depth - 1));
  int64_t sum = 0;
  tsrt_error *error = nullptr;
  for (tsrt_future *child : children) {
    int64_t part = 0;
    if (!error)
      error = tsrt_wait(child, &tsrt_type_int, &part);
    sum += part;
    tsrt_release(child);
  }
  *result = intValue(sum);
  return error;
}

/// Waits for the task it is given and adds one.
tsrt_error *increment(const tsrt_value *args, tsrt_value *result) {
  int64_t value = 0;
  tsrt_error *error = tsrt_wait(static_cast<tsrt_future *>(args[0].u.p),
                                &tsrt_type_int, &value);
  *result = intValue(value + 1);
  return error;
}

void print(const char *text) {
  Value value = S(text);
  tsrt_print(&value.get(), 1);
}

tsrt_error *printLeaf(const tsrt_value *, tsrt_value *result) {
  print("leaf");
  *result = intValue(0);
  return nullptr;
}

tsrt_error *printMiddle(const tsrt_value *args, tsrt_value *result) {
  tsrt_future *leaf = start(printLeaf, I(0));
  print("middle");
  int64_t ignored;
  tsrt_error *error = tsrt_wait(leaf, &tsrt_type_int, &ignored);
  tsrt_release(leaf);
  print("after");
  *result = intValue(0);
  return error;
}

/// Collects what is printed.
struct Output {
  std::string text;
  Output() {
    tsrt_set_print(
        [](void *context, const char *bytes, size_t size) {
          static_cast<Output *>(context)->text.append(bytes, size);
        },
        this);
  }
  ~Output() { tsrt_set_print(nullptr, nullptr); }
};

TEST(Tasks, WaitGivesTheResultAsOftenAsItIsCalled) {
  int64_t before = tsrt_live_objects();
  tsrt_future *future = start(twice, I(21));
  for (int i = 0; i < 2; ++i) {
    int64_t result = 0;
    ASSERT_EQ(nullptr, tsrt_wait(future, &tsrt_type_int, &result));
    EXPECT_EQ(42, result);
  }
  // The element type may be asked for as a supertype.
  struct {
    int64_t value;
    uint8_t present;
  } optional = {0, 0};
  ASSERT_EQ(nullptr,
            tsrt_wait(future, tsrt_type_optional(&tsrt_type_int), &optional));
  EXPECT_EQ(42, optional.value);
  EXPECT_EQ(1, optional.present);
  tsrt_release(future);
  tsrt_join_tasks();
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Tasks, ErrorsArriveAtTheWait) {
  int64_t before = tsrt_live_objects();
  tsrt_future *future = start(fails, I(7));
  int64_t result = 0;
  tsrt_error *error = tsrt_wait(future, &tsrt_type_int, &result);
  ASSERT_NE(nullptr, error);
  EXPECT_STREQ("RuntimeError", tsrt_error_class(error));
  std::string message = tsrt_error_message(error);
  EXPECT_NE(std::string::npos,
            message.find("File \"tasks.py\", line 3, in <forked function>"));
  EXPECT_NE(std::string::npos, message.find("builtins.ValueError: bad 7\n"));
  tsrt_error_release(error);
  tsrt_release(future);
  // Nobody looks at this one.
  tsrt_release(start(fails, I(8)));
  tsrt_join_tasks();
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Tasks, NestedTasksDoNotBlockEachOther) {
  int64_t before = tsrt_live_objects();
  tsrt_future *future = start(tree, I(10));
  int64_t leaves = 0;
  ASSERT_EQ(nullptr, tsrt_wait(future, &tsrt_type_int, &leaves));
  EXPECT_EQ(1024, leaves);
  tsrt_release(future);
  tsrt_join_tasks();
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Tasks, TasksMayWaitForEarlierOnes) {
  int64_t before = tsrt_live_objects();
  for (int round = 0; round < 50; ++round) {
    tsrt_future *last = start(twice, I(1));
    for (int i = 0; i < 40; ++i) {
      tsrt_future *next = start(increment, Value::adopt(objectValue(last)));
      last = next;
    }
    int64_t result = 0;
    ASSERT_EQ(nullptr, tsrt_wait(last, &tsrt_type_int, &result));
    EXPECT_EQ(42, result);
    tsrt_release(last);
  }
  tsrt_join_tasks();
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Tasks, ObjectsAreSharedBetweenThreads) {
  int64_t before = tsrt_live_objects();
  {
    Value list = L({S("a"), S("b")});
    auto keep = [](const tsrt_value *args, tsrt_value *result) {
      for (int i = 0; i < 1000; ++i) {
        tsrt_retain(args[0].u.p);
        tsrt_release(args[0].u.p);
      }
      *result = args[0];
      tsrt_value_retain(result);
      return static_cast<tsrt_error *>(nullptr);
    };
    std::vector<tsrt_future *> futures;
    for (int i = 0; i < 64; ++i)
      futures.push_back(start(keep, list, list.get().type));
    for (tsrt_future *future : futures) {
      void *same = nullptr;
      ASSERT_EQ(nullptr, tsrt_wait(future, list.get().type, &same));
      EXPECT_EQ(list.get().u.p, same);
      tsrt_release(same);
      tsrt_release(future);
    }
  }
  tsrt_join_tasks();
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Tasks, OutputHasOneOrder) {
  for (int round = 0; round < 100; ++round) {
    Output output;
    tsrt_future *first = start(printMiddle, I(0));
    tsrt_future *second = start(printMiddle, I(0));
    print("host");
    int64_t ignored;
    ASSERT_EQ(nullptr, tsrt_wait(second, &tsrt_type_int, &ignored));
    print("waited");
    tsrt_release(first);
    tsrt_release(second);
    tsrt_join_tasks();
    ASSERT_EQ("host\nmiddle\nmiddle\nleaf\nleaf\nafter\nafter\nwaited\n",
              output.text);
  }
}

} // namespace
