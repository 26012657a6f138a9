//===- StatementTest.cpp - Statements and line structure ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structure of statements, indentation, joined lines, the archive dialect.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace torchscript;
using namespace torchscript::test;

namespace {

TEST(Statement, Simple) {
  EXPECT_EQ(dumpOf("a = b = 1; c += 2; d: int; e.f: List[int] = []\n"
                   "del a, b[0]\nassert a, 'm'\nraise A from b\n"
                   "import a.b as c, d\nfrom ..a import (b as c, d,)\n"
                   "from . import *\n*a, b = c\npass"),
            "(= a b 1)\n(+= c 2)\n(ann d int ())\n"
            "(ann (. e f) ([] List int) (list))\n(del a ([] b 0))\n"
            "(assert a \"m\")\n(raise A b)\n(import a.b as c d)\n"
            "(from ..a import b as c d)\n(from . import *)\n"
            "(= (tuple (star a) b) c)\n(pass)");
}

TEST(Statement, Compound) {
  EXPECT_EQ(dumpOf("if a: b\nelif c:\n  d\nelse:\n  e\n"
                   "while a:\n  break\nelse: b\n"
                   "for a, *b in c, d: continue\n"),
            "(if a\n  (expr b)\n  (else\n    (if c\n      (expr d)\n"
            "      (else\n        (expr e)))))\n"
            "(while a\n  (break)\n  (else\n    (expr b)))\n"
            "(for (tuple a (star b)) (tuple c d)\n  (continue))");
  EXPECT_EQ(dumpOf("with a as b, (c): d\nwith (a as b, c,): d\n"
                   "with (a, b).c: d\n"),
            "(with (item a b) (item c ())\n  (expr d))\n"
            "(with (item a b) (item c ())\n  (expr d))\n"
            "(with (item (. (tuple a b) c) ())\n  (expr d))");
  EXPECT_EQ(dumpOf("try:\n  a\nexcept (B, C) as d:\n  e\nexcept:\n  f\n"
                   "else:\n  g\nfinally:\n  h\n"),
            "(try\n  (expr a)\n  (except (tuple B C) as d\n    (expr e))\n"
            "  (except ()\n    (expr f))\n  (else\n    (expr g))\n"
            "  (finally\n    (expr h)))");
}

TEST(Statement, Definitions) {
  EXPECT_EQ(dumpOf("@a.b(1)\n@c\ndef f(a: int, b: T = 1, *, c) -> T:\n"
                   "  global g\n  yield\n  return await a, b\n"),
            "(def f (params (param a int ()) (param b T 1) (kwonly c () ())) T "
            "@(call (. a b) 1) @c\n  (global g)\n  (expr (yield ()))\n"
            "  (return (tuple (await a) b)))");
  EXPECT_EQ(
      dumpOf("class A(B, metaclass=C):\n  x: int\n  def f(self): ...\n"
             "async def g():\n  async with a: pass\n"),
      "(class A B (= metaclass C)\n  (ann x int ())\n"
      "  (def f (params (param self () ())) ()\n    (expr ...)))\n"
      "(async-def g (params) ()\n  (async-with (item a ())\n    (pass)))");
}

TEST(Statement, MatchIsAWordAndAStatement) {
  EXPECT_EQ(dumpOf("match = 1\nmatch(x)\nmatch[x]: int\n"
                   "match x, y:\n  case [1, *_] if x:\n    case = 1\n"
                   "  case _:\n    pass\nafter\n"),
            "(= match 1)\n(expr (call match x))\n(ann ([] match x) int ())\n"
            "(match (tuple x y) cases 2)\n(expr after)");
}

TEST(Statement, Lines) {
  // Line ends of every kind, joined lines, comments, form feeds, tabs, a byte
  // order mark, no line end at the end.
  EXPECT_EQ(dumpOf("\xEF\xBB\xBF"
                   "a\r\nb\rif c:\n\t# comment\n\td\n\f\n  \f\te\n"
                   "f = (1, # one\n2)\ng = \\\n  3\n\n# end"),
            "(expr a)\n(expr b)\n(if c\n  (expr d)\n  (expr e))\n"
            "(= f (tuple 1 2))\n(= g 3)");
  EXPECT_EQ(dumpOf(""), "");
  EXPECT_EQ(dumpOf("\n\n  # only a comment"), "");
}

TEST(Statement, Ranges) {
  Parsed parsed("@d\ndef f(a):\n  if a:\n    return 1 # c\n\n\nx\n");
  auto *function = llvm::cast<FunctionDef>(parsed.tree->body[0]);
  EXPECT_EQ(function->getRange().getText(), "def f(a):\n  if a:\n    return 1");
  EXPECT_EQ(function->getFirstToken().getText(), "def");
  EXPECT_EQ(function->headerRange.getText(), "def f(a)");
  EXPECT_EQ(function->nameRange.getText(), "f");
  EXPECT_EQ(function->parameters->range.getText(), "a");
}

TEST(Statement, ElifChainIsNotNestedInText) {
  std::string text = "if a0: pass\n";
  for (int i = 1; i <= 300; ++i)
    text += "elif a" + std::to_string(i) + ": pass\n";
  Parsed parsed(text);
  EXPECT_EQ(parsed.messages(), "");
  const Stmt *stmt = parsed.tree->body[0];
  unsigned depth = 0;
  while (!llvm::cast<IfStmt>(stmt)->orelse.empty()) {
    stmt = llvm::cast<IfStmt>(stmt)->orelse[0];
    EXPECT_TRUE(llvm::cast<IfStmt>(stmt)->isElif);
    ++depth;
  }
  EXPECT_EQ(depth, 300u);
}

TEST(Statement, ArchiveDialect) {
  const char *text = "op_version_set = 1\n"
                     "import __torch__.a.class.___torch_mangle_0\n"
                     "class M(Module):\n"
                     "  __parameters__ = [\"weight\", ]\n"
                     "  __annotations__ = []\n"
                     "  __annotations__[\"0\"] = __torch__.a.B\n"
                     "  weight : Tensor\n"
                     "  class : Tensor\n"
                     "  None : Final[int] = 4\n"
                     "  def forward(self: __torch__.M,\n"
                     "    x: Tensor) -> Tensor:\n"
                     "    a, b, = (self.class).forward(x, )\n"
                     "    return uninitialized(Tensor)\n";
  EXPECT_EQ(
      dumpOf(text, archive()),
      "(= op_version_set 1)\n(import __torch__.a.class.___torch_mangle_0)\n"
      "(class M Module\n  (= __parameters__ (list \"weight\"))\n"
      "  (= __annotations__ (list))\n"
      "  (= ([] __annotations__ \"0\") (. (. __torch__ a) B))\n"
      "  (ann weight Tensor ())\n  (ann class Tensor ())\n"
      "  (ann None ([] Final int) 4)\n"
      "  (def forward (params (param self (. __torch__ M) ()) "
      "(param x Tensor ())) Tensor\n"
      "    (= (tuple a b) (call (. (. self class) forward) x))\n"
      "    (return (call uninitialized Tensor))))");
  // In Python these are errors.
  Parsed python("class M:\n  class : Tensor\n  x = self.class\n");
  EXPECT_EQ(python.messages(),
            "2:9: expected a class name after 'class', found ':'\n"
            "3:12: expected an attribute name after '.', found the keyword "
            "'class'\n");
}

} // namespace
