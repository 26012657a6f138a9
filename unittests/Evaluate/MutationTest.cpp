//===- MutationTest.cpp - Damaged programs through the evaluator -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damaged programs end: well, with an exception, or stopped at a limit, and
// nothing of them is left. TS_MUTATIONS sets how many are tried; run it with
// the asan-ubsan preset for the full number.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/Interpreter.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace torchscript;

namespace {

unsigned getCount() {
  const char *text = std::getenv("TS_MUTATIONS");
  return text ? unsigned(std::atoi(text)) : 100;
}

using Lines = std::vector<std::string>;

std::vector<Lines> readPrograms() {
  std::vector<Lines> programs;
  for (const char *name : {"language", "values", "modules", "match",
                           "regular-expressions", "text-and-numbers", "programs"}) {
    auto buffer = llvm::MemoryBuffer::getFile(
        llvm::Twine(TS_SOURCE_DIR "/test/Evaluate/") + name + ".py");
    if (!buffer)
      continue;
    Lines lines;
    for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), '\n'))
      lines.push_back(line.str());
    programs.push_back(std::move(lines));
  }
  return programs;
}

/// Removes, repeats, exchanges or damages some lines.
std::string mutate(Lines lines, std::mt19937 &random) {
  static const char *const pieces[] = {"None", "-1",  "10**30", "[]", "self",
                                       "x",    "*",   "(",      ")",  "yield",
                                       "2**70", "''", "lambda: 0", ":"};
  auto below = [&](size_t n) {
    return size_t(random() % std::max<size_t>(n, 1));
  };
  for (size_t i = 0, n = 1 + below(6); i < n && !lines.empty(); ++i) {
    size_t at = below(lines.size());
    std::string &line = lines[at];
    switch (below(5)) {
    case 0:
      lines.erase(lines.begin() + at);
      break;
    case 1:
      lines.insert(lines.begin() + at, lines[below(lines.size())]);
      break;
    case 2:
      std::swap(line, lines[below(lines.size())]);
      break;
    case 3:
      line.replace(below(line.size()), below(4),
                   pieces[below(std::size(pieces))]);
      break;
    default:
      line.erase(below(line.size()), 1 + below(8));
      break;
    }
  }
  return llvm::join(lines, "\n");
}

TEST(Evaluate, MutatedPrograms) {
  std::vector<Lines> programs = readPrograms();
  ASSERT_EQ(programs.size(), 7u);
  const char *seed = std::getenv("TS_SEED");
  std::mt19937 random(seed ? unsigned(std::atoi(seed)) : 20240229);
  unsigned ran = 0;
  for (unsigned i = 0, n = getCount(); i < n; ++i) {
    auto file = std::make_shared<const SourceFile>(
        "mutated.py", mutate(programs[i % programs.size()], random));
    DiagnosticSink sink;
    std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
    if (sink.hasErrors())
      continue;
    ++ran;
    evaluate::EvaluatorOptions options;
    options.maxSteps = 2'000'000;
    options.maxMemory = size_t(256) << 20;
    options.maxDepth = 200;
    evaluate::Evaluator evaluator(options);
    evaluator.run(tree);
    EXPECT_LE(evaluator.getInterpreter().heap.getUsed(),
              size_t(512) << 20);
  }
  EXPECT_GT(ran, 0u);
}

/// However a program ends, nothing is thrown out of the room.
TEST(Evaluate, NothingIsThrown) {
  const char *const programs[] = {
      "raise ValueError(1)",
      "def f(): return f()\nf()",
      "x = []\nwhile True: x = [x, x]",
      "while True: pass",
      "class A:\n    def __str__(self): raise KeyError(1)\n"
      "import sys\nsys.exit(A())",
      "class E(Exception):\n    def __str__(self): raise KeyError(1)\nraise E",
      "class E(Exception):\n    def __str__(self): return str(self)\nraise E",
      "class E(Exception):\n    def __str__(self):\n        while True: pass\n"
      "raise E",
      "import sys\nsys.exit(2 ** 100)",
      "def g():\n    try: yield 1\n    finally: raise KeyError(2)\n"
      "h = g()\nnext(h)\ndel h",
      "nonlocal x",
      "eval('1')",
      "import torch\ntorch.ones(2)",
      "import nothing_of_that_name",
      "[0] * 10 ** 15",
      "raise 3"};
  for (const char *text : programs) {
    auto file = std::make_shared<const SourceFile>("ends.py", text);
    DiagnosticSink sink;
    std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
    ASSERT_FALSE(sink.hasErrors()) << text;
    evaluate::EvaluatorOptions options;
    options.maxSteps = 200'000;
    options.maxMemory = size_t(64) << 20;
    options.maxDepth = 100;
    evaluate::Evaluator evaluator(options);
    EXPECT_NO_THROW({
      evaluate::EvaluationResult result = evaluator.run(tree);
      EXPECT_TRUE(result.status != 1 || !result.message.empty()) << text;
    });
  }
}

/// Everything of a program goes with its evaluator, cycles included.
TEST(Evaluate, NothingIsLeft) {
  auto file = std::make_shared<const SourceFile>(
      "cycles.py", "class Node:\n"
                   "    def __init__(self):\n"
                   "        self.me = self\n"
                   "        self.call = lambda: self\n"
                   "for _ in range(1000):\n"
                   "    Node()\n"
                   "items = []\n"
                   "items.append(items)\n");
  DiagnosticSink sink;
  std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
  evaluate::Evaluator evaluator(evaluate::EvaluatorOptions{});
  EXPECT_EQ(evaluator.run(tree).status, 0);
  evaluate::Heap &heap = evaluator.getInterpreter().heap;
  evaluate::HeapScope scope(heap);
  size_t before = heap.getUsed();
  // Each node is a part of cycles that nothing else reaches.
  EXPECT_GE(heap.collect(), 2000u);
  EXPECT_LT(heap.getUsed(), before);
}

} // namespace
