//===- MutationTest.cpp - Robustness against wrong text -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses thousands of damaged programs: the parser must return, report what is
// wrong with places inside the text, and leave a tree that can be walked.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <random>

using namespace torchscript;
using namespace torchscript::test;

namespace {

/// Damages a text in one to four places.
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  std::string mutate(std::string text) {
    for (size_t i = 0, n = 1 + pick(4); i < n && !text.empty(); ++i)
      mutateOnce(text);
    return text;
  }

private:
  size_t pick(size_t bound) { return random() % bound; }

  void mutateOnce(std::string &text) {
    static const char *const pieces[] = {"(",
                                         ")",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         "'",
                                         "\"",
                                         ":",
                                         "\n",
                                         "\t",
                                         "  ",
                                         "\\",
                                         "f'{",
                                         "\"\"\"",
                                         "def ",
                                         "if",
                                         " else ",
                                         "class ",
                                         "=",
                                         "**",
                                         "lambda ",
                                         "#",
                                         "\r",
                                         "\f",
                                         "@",
                                         "async ",
                                         "for ",
                                         "match ",
                                         "\xFF",
                                         "\xE2\x86\x92",
                                         "0x",
                                         "1e",
                                         "...",
                                         ":=",
                                         "# type: (",
                                         "->",
                                         ";",
                                         "\\N{"};
    size_t at = pick(text.size());
    switch (pick(7)) {
    case 0:
      text[at] = static_cast<char>(pick(256));
      return;
    case 1:
      text.erase(at, 1 + pick(20));
      return;
    case 2:
      text.insert(at, pieces[pick(std::size(pieces))]);
      return;
    case 3:
      text.insert(at, text.substr(pick(text.size()), pick(60)));
      return;
    case 4:
      text.resize(at);
      return;
    case 5:
      text.insert(at, std::string(1 + pick(300), "([{-'\t "[pick(7)]));
      return;
    default:
      std::swap(text[at], text[pick(text.size())]);
      return;
    }
  }

  std::mt19937 random;
};

TEST(Mutation, ParserSurvives) {
  Mutator mutator(20231121);
  unsigned rejected = 0, accepted = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    std::string text = mutator.mutate(programs[i % programs.size()]);
    ParseOptions options;
    options.dialect = i % 2 ? Dialect::Archive : Dialect::Python;
    Parsed parsed(text, options);
    ++(parsed.sink.hasErrors() ? rejected : accepted);
    for (const Diagnostic &diagnostic : parsed.sink.getDiagnostics()) {
      EXPECT_FALSE(diagnostic.message.empty());
      EXPECT_LE(diagnostic.range.begin, diagnostic.range.end);
      EXPECT_LE(diagnostic.range.end, text.size());
    }
    // One error per line at most but for lexical ones: no cascades.
    EXPECT_LE(parsed.sink.getNumErrors(), 2 * text.size() + 2);
    std::string rendered;
    llvm::raw_string_ostream os(rendered);
    parsed.sink.print(os);
    for (const Diagnostic &diagnostic : parsed.sink.getDiagnostics())
      renderTorchScript(diagnostic, os);
    EXPECT_EQ(rendered.empty(), parsed.sink.getDiagnostics().empty());
    // What was accepted prints and reads back.
    std::string printed = parsed.python();
    if (!parsed.sink.hasErrors() && options.dialect == Dialect::Python) {
      Parsed again(printed);
      EXPECT_EQ(again.messages(), "") << text << "\n-----\n" << printed;
      EXPECT_EQ(again.dump(), parsed.dump()) << text;
    }
  }
  EXPECT_GT(rejected, 500u);
  EXPECT_GT(accepted, 100u);
}

} // namespace
