//===- ErrorTest.cpp - Syntax errors --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages and places of syntax errors, recovery, limits.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace torchscript;
using namespace torchscript::test;

namespace {

struct Case {
  const char *text;
  const char *messages;
};

void check(llvm::ArrayRef<Case> cases) {
  for (const Case &c : cases)
    EXPECT_EQ(Parsed(c.text).messages(), c.messages) << c.text;
}

TEST(Error, Expected) {
  check({
      {"x = ", "1:5: expected an expression, found end of line\n"},
      {"x = 1 2", "1:7: expected end of line, found '2'\n"},
      {"f(a b)", "1:5: expected ',' or ')' in the argument list, found 'b'\n"},
      {"if x\n  y\n",
       "1:5: expected ':' after the condition of 'if', found end of line\n"},
      {"if x:\ny\n", "2:1: expected an indented block after the condition of "
                     "'if', found 'y'\n"},
      {"def f(a, (b)): pass", "1:10: expected a parameter name, found '('\n"},
      {"def def(): pass", "1:5: expected a function name after 'def', found "
                          "the keyword 'def'\n"},
      {"a[]", "1:3: expected an index between '[' and ']'\n"},
      {"x = y if z", "1:11: expected 'else' of the conditional expression, "
                     "found end of line\n"},
      {"else: x", "1:1: expected a statement, found 'else'\n"},
      {"@d\nx = 1", "2:1: expected 'def' or 'class' after a decorator, found "
                    "'x'\n"},
      {"try:\n  x\ny", "3:1: expected 'except' or 'finally' after the block of "
                       "'try', found 'y'\n"},
      {"print 1", "1:7: expected '(' after 'print': it is a function\n"},
  });
}

TEST(Error, Lexical) {
  check({
      {"x = 'a", "1:5: unterminated string literal\n"},
      {"x = '''a\nb", "1:5: unterminated triple-quoted string literal\n"},
      {"x = 012", "1:5: leading zeros are not permitted in decimal integer "
                  "literals; use an 0o prefix for octal integers\n"},
      {"x = 1_", "1:5: invalid decimal literal\n"},
      {"x = 1__0", "1:5: invalid decimal literal\n"},
      {"x = 12ab", "1:5: invalid decimal literal\n"},
      {"x = 0x", "1:5: invalid hexadecimal literal\n"},
      {"x = 0b12", "1:5: invalid binary literal\n"},
      {"x = 3jk", "1:5: invalid imaginary literal\n"},
      {"x = $", "1:5: invalid character '$' (U+0024)\n"},
      {"def f() \xE2\x86\x92 int: pass",
       "1:9: invalid character '\xE2\x86\x92' (U+2192)\n"},
      {"x = (1]", "1:7: closing ']' does not match opening '('\n"},
      {"x = 1)", "1:6: unmatched ')'\n"},
      {"x = [1", "1:5: '[' was never closed\n"},
      {"x = 1 \\ 2", "1:7: unexpected character after line continuation "
                     "character '\\'\n"},
      {"if x:\n  y\n z", "3:2: unindent does not match any outer indentation "
                         "level\n"},
      {"x\n  y", "2:3: unexpected indent\n"},
      {"if x:\n\ty\n        z\n",
       "3:9: inconsistent use of tabs and spaces in indentation\n"},
      {"x = '\xFF'", "1:6: invalid UTF-8: byte 0xff\n"},
      {"x = '\\xZZ'", "1:6: truncated escape: expected 2 hexadecimal digits "
                      "after '\\x'\n"},
      {"x = '\\U00110000'", "1:6: illegal code point: beyond U+10FFFF\n"},
      {"x = '\\N{no such}'", "1:6: unknown Unicode character name 'no such'\n"},
      {"x = b'\xC3\xA9'",
       "1:7: bytes can only contain ASCII literal characters\n"},
      {"x = b'a' 'b'", "1:10: cannot join bytes and str literals\n"},
  });
  EXPECT_EQ(Parsed(llvm::StringRef("x = 1\0\0\ny = 2\n", 14)).messages(),
            "1:6: source text cannot contain NUL bytes\n");
}

TEST(Error, FStrings) {
  check({
      {"f'{}'", "1:3: an f-string field needs an expression\n"},
      {"f'{a'", "1:3: '{' of an f-string field was never closed\n"},
      {"f'a}'", "1:4: single '}' is not allowed in an f-string; write '}}'\n"},
      {"f'{a!x}'", "1:6: invalid conversion of an f-string field: expected "
                   "'s', 'r' or 'a' after '!'\n"},
      {"f'{a b}'", "1:6: expected '}' after the expression of an f-string, "
                   "found 'b'\n"},
      {"f'{\"\\n\"}'",
       "1:5: the expression of an f-string cannot contain a backslash\n"},
      {"f'{a # b}'",
       "1:6: the expression of an f-string cannot contain a comment\n"},
      {"f'{a:{b:{c}}}'", "1:9: f-string fields are nested too deeply\n"},
      {"f'{(a}'", "1:6: unmatched '}' in the expression of an f-string\n"},
  });
}

TEST(Error, Targets) {
  check({
      {"f() = 1", "1:1: cannot assign to a function call\n"},
      {"a + b = 1", "1:1: cannot assign to an expression\n"},
      {"(a, 1) = b", "1:5: cannot assign to a literal\n"},
      {"None = 1", "1:1: cannot assign to None\n"},
      {"*a = b", "1:1: a starred target must be in a list or tuple\n"},
      {"*a, *b = c", "1:5: an assignment can have only one starred target\n"},
      {"(a, b) += c", "1:1: cannot use an augmented assignment on a tuple\n"},
      {"del f()", "1:5: cannot delete a function call\n"},
      {"for 1 in x: pass", "1:5: cannot assign to a literal\n"},
      {"a, b: int = c", "1:1: only a single name, attribute or subscript can "
                        "be annotated\n"},
      {"a := 1", "1:3: ':=' must be in parentheses at statement level; use '=' "
                 "to assign\n"},
      {"(a.b := 1)", "1:6: ':=' needs a plain name on its left\n"},
  });
}

TEST(Error, Calls) {
  check({
      {"f(a=1, b)", "1:8: positional argument follows keyword argument\n"},
      {"f(**a, b)", "1:8: positional argument follows '**'\n"},
      {"f(a=1, a=2)", "1:8: keyword argument 'a' is given twice\n"},
      {"f(x for x in y, 1)",
       "1:2: a generator expression must be in parentheses when it is not the "
       "only argument\n"},
      {"def f(a, a): pass", "1:10: duplicate parameter 'a'\n"},
      {"def f(a=1, b): pass", "1:12: parameter 'b' without a default follows "
                              "one with a default\n"},
      {"def f(*): pass", "1:8: expected a parameter name, found ')'\n"},
      {"def f(*, **k): pass", "1:10: named parameters must follow a bare "
                              "'*'\n"},
      {"def f(*a, *b): pass",
       "1:11: '*' may appear only once in a parameter list\n"},
  });
}

TEST(Error, Placement) {
  check({
      {"return 1", "1:1: 'return' outside function\n"},
      {"yield 1", "1:1: 'yield' outside function\n"},
      {"break", "1:1: 'break' outside loop\n"},
      {"while x:\n  def f():\n    continue\n",
       "3:5: 'continue' outside loop\n"},
  });
}

TEST(Error, AllAreReported) {
  Parsed parsed("def f(x y):\n  a = = 1\n  return b +\nelse:\n  c c\n"
                "g = (1,\ndef h():\n  return 1 1\nlast = 1\n");
  EXPECT_EQ(parsed.messages(),
            "6:5: '(' was never closed\n"
            "1:9: expected ',' or ')' in the parameter list, found 'y'\n"
            "2:7: expected an expression, found '='\n"
            "3:13: expected an expression, found end of line\n"
            "5:5: expected end of line, found 'c'\n"
            "8:12: expected end of line, found '1'\n");
  EXPECT_EQ(parsed.dump(), "(def h (params) ()\n  (return 1))\n(= last 1)");
}

TEST(Error, DepthLimits) {
  auto messageOf = [](const std::string &text) {
    Parsed parsed(text);
    EXPECT_EQ(parsed.sink.getNumErrors(), 1u) << text.substr(0, 40);
    return parsed.sink.getDiagnostics().front().message;
  };
  const std::string tooDeep = "expression is nested too deeply (limit 1000)";
  const std::string tooNested = "too many nested parentheses";
  unsigned n = 100000;
  // CPython's limit, for brackets of all kinds together.
  auto nest = [](unsigned count, const char *open, const char *close) {
    std::string text = "y = ", end;
    for (unsigned i = 0; i < count; ++i) {
      text += open;
      end += close;
    }
    return text + "1" + end;
  };
  for (unsigned size : {201u, n}) {
    EXPECT_EQ(messageOf(nest(size, "(", ")")), tooNested);
    EXPECT_EQ(messageOf(nest(size, "[", "]")), tooNested);
    EXPECT_EQ(messageOf(nest(size, "f(", ")")), tooNested);
  }
  EXPECT_EQ(messageOf(nest(101, "({1:", "})")), tooNested);
  for (const std::string &text :
       {nest(200, "(", ")"), nest(200, "[", "]"), nest(200, "not -f(", ")"),
        nest(100, "({1:", "})"), nest(100, "(x[", "])")})
    EXPECT_EQ(Parsed(text).sink.getNumErrors(), 0u) << text.substr(0, 40);
  EXPECT_EQ(messageOf("x = " + std::string(n, '-') + "1"), tooDeep);
  std::string nots, powers = "2", lambdas, conditionals, calls = "f";
  for (unsigned i = 0; i < n; ++i) {
    nots += "not ";
    powers += "**2";
    lambdas += "lambda: ";
    conditionals += "1 if x else ";
  }
  EXPECT_EQ(messageOf(nots + "1"), tooDeep);
  EXPECT_EQ(messageOf(powers), tooDeep);
  EXPECT_EQ(messageOf(lambdas + "1"), tooDeep);
  EXPECT_EQ(messageOf(conditionals + "1"), tooDeep);
  const std::string tooHigh = "expression has too many chained operators "
                              "(limit 1000); split it into several statements";
  std::string sum = "1", access = "x";
  for (unsigned i = 0; i < n; ++i) {
    sum += "+1";
    access += ".y";
    calls += "()";
  }
  EXPECT_EQ(messageOf(sum), tooHigh);
  EXPECT_EQ(messageOf(access), tooHigh);
  EXPECT_EQ(messageOf(calls), tooHigh);
  std::string blocks;
  for (unsigned i = 0; i < 200; ++i)
    blocks += std::string(i, ' ') + "if x:\n";
  blocks += std::string(200, ' ') + "y\n";
  EXPECT_EQ(messageOf(blocks), "blocks are nested too deeply (limit 100)");
  std::string elifs = "if a: pass\n";
  for (unsigned i = 0; i < 2000; ++i)
    elifs += "elif a: pass\n";
  EXPECT_EQ(messageOf(elifs), "too many 'elif' branches (limit 500)");
}

TEST(Error, SizeLimit) {
  ParseOptions options;
  options.maxSize = 4;
  EXPECT_EQ(Parsed("x = 1", options).messages(),
            "1:1: source text is too large: 5 bytes (limit 4)\n");
}

} // namespace
