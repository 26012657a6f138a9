//===- ErrorTest.cpp - Tests of errors and tracebacks ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes, messages and the text of tracebacks. The expected texts are what
// PyTorch 1.13 reports for the same programs.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

std::string traceback(tsrt_error *error) {
  StrRef s = StrRef::adopt(tsrt_error_traceback(error));
  tsrt_error_release(error);
  return std::string(view(s.get()));
}

void registerSource(const char *file, std::string_view source) {
  tsrt_register_source(file, source.data(), source.size());
}

TEST(Error, KeepsClassMessageAndFrames) {
  StrRef message = makeStr("v1");
  tsrt_error *error = tsrt_raise("builtins.ValueError", message.get());
  static const tsrt_frame frame = {"f.py", "f", 1, 1, 1, 2};
  EXPECT_EQ(error, tsrt_error_add_frame(error, &frame));
  EXPECT_STREQ("builtins.ValueError", tsrt_error_class(error));
  EXPECT_STREQ("v1", tsrt_error_message(error));
  ASSERT_EQ(1, tsrt_error_num_frames(error));
  EXPECT_EQ(&frame, tsrt_error_get_frame(error, 0));
  EXPECT_EQ(nullptr, tsrt_error_get_frame(error, 1));
  tsrt_error_release(error);
}

TEST(Error, WithoutFramesIsClassAndMessage) {
  EXPECT_EQ("RuntimeError: it is 3\n",
            traceback(tsrt_error_newf("RuntimeError", "it is %d", 3)));
}

TEST(Traceback, ShowsCallersAndUnderlinesTheRange) {
  registerSource("calls.py", R"(import torch
from typing import List
@torch.jit.script
def h(x: int, l: List[int]):
    y = 3
    if x > 0:
        z = l[
          x]
        return z + y
    return 4
@torch.jit.script
def f(x: int, l: List[int]):
    # c
    k = 1

    q = h(x, l) + h(x + 1, l)
    print(q)
    return q
)");
  static const tsrt_frame inner = {"calls.py", "h", 7, 13, 8, 13};
  static const tsrt_frame outer = {"calls.py", "f", 16, 9, 16, 10};
  tsrt_error *error = tsrt_error_new("RuntimeError", "list index out of range");
  tsrt_error_add_frame(error, &inner);
  tsrt_error_add_frame(error, &outer);
  EXPECT_EQ(R"(The following operation failed in the TorchScript interpreter.
Traceback of TorchScript (most recent call last):
  File "calls.py", line 16, in f
    k = 1

    q = h(x, l) + h(x + 1, l)
        ~ <--- HERE
    print(q)
    return q
  File "calls.py", line 7, in h
    y = 3
    if x > 0:
        z = l[
            ~~
          x]
          ~~ <--- HERE
        return z + y
    return 4
RuntimeError: list index out of range
)",
            traceback(error));
}

TEST(Traceback, StaysInsideTheFunction) {
  registerSource("one.py", "import torch\n"
                           "\n"
                           "def f(s: str):\n"
                           "    return s[5]\n"
                           "\n"
                           "CALLS = [(\"f\", [\"ab\"])]\n");
  static const tsrt_frame frame = {"one.py", "f", 4, 12, 4, 16};
  tsrt_error *error = tsrt_error_new("RuntimeError", "KeyError: 7");
  EXPECT_EQ("The following operation failed in the TorchScript interpreter.\n"
            "Traceback of TorchScript (most recent call last):\n"
            "  File \"one.py\", line 4, in f\n"
            "def f(s: str):\n"
            "    return s[5]\n"
            "           ~~~~ <--- HERE\n"
            "RuntimeError: KeyError: 7\n",
            traceback(tsrt_error_add_frame(error, &frame)));
}

TEST(Traceback, ToleratesRangesOutsideTheText) {
  registerSource("short.py", "def f():\n    return 1");
  static const tsrt_frame frames[] = {
      {"short.py", "f", 99, 50, 120, 3},
      {"short.py", "f", -4, -1, -9, 0},
      {"short.py", "f", 2, 40, 2, 5},
      {"unknown.py", "g", 3, 1, 3, 2},
  };
  tsrt_error *error = tsrt_error_new("RuntimeError", "m");
  for (const tsrt_frame &frame : frames)
    tsrt_error_add_frame(error, &frame);
  std::string report = traceback(error);
  EXPECT_NE(std::string::npos,
            report.find("  File \"unknown.py\", line 3, in g\n"
                        "  File \"short.py\", line 2"));
  EXPECT_NE(std::string::npos, report.find("RuntimeError: m\n"));
}

TEST(Traceback, DeepRecursionKeepsABoundedNumberOfFrames) {
  static const tsrt_frame inner = {"r.py", "inner", 1, 1, 1, 2};
  static const tsrt_frame outer = {"r.py", "outer", 2, 1, 2, 2};
  tsrt_error *error = tsrt_error_new("RuntimeError", "m");
  for (int i = 0; i < 100000; ++i)
    tsrt_error_add_frame(error, &inner);
  tsrt_error_add_frame(error, &outer);
  int32_t n = tsrt_error_num_frames(error);
  EXPECT_LE(n, 10000);
  EXPECT_EQ(&outer, tsrt_error_get_frame(error, n - 1));
  tsrt_error_release(error);
}

TEST(Error, OfAKernelNamesTheArgument) {
  EXPECT_EQ("error: Expected a value of type 'int' for argument 1 but instead "
            "found type 'str'.",
            run("aten::add.int", {I(1), S("x")}));
  EXPECT_EQ("error: Expected 2 arguments but found 1.",
            run("aten::add.int", {I(1)}));
}

} // namespace
