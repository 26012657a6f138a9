//===- ExpressionTest.cpp - Expressions -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structure and ranges of expressions. The expected structures and ranges agree
// with CPython's `ast`.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace torchscript;
using namespace torchscript::test;

namespace {

struct Case {
  const char *text;
  const char *dump;
};

void check(llvm::ArrayRef<Case> cases) {
  for (const Case &c : cases)
    EXPECT_EQ(dumpOfExpr(c.text), c.dump) << c.text;
}

TEST(Expression, Precedence) {
  check({
      {"a + b * c", "(+ a (* b c))"},
      {"a - b - c", "(- (- a b) c)"},
      {"a ** b ** c", "(** a (** b c))"},
      {"-a ** -b", "(- (** a (- b)))"},
      {"a | b ^ c & d << e + f @ g", "(| a (^ b (& c (<< d (+ e (@ f g))))))"},
      {"not a == b", "(not (== a b))"},
      {"a or b and not c", "(or a (and b (not c)))"},
      {"a and b and c", "(and a b c)"},
      {"a and (b and c)", "(and a (and b c))"},
      {"a < b <= c is not d", "(compare a < b <= c is not d)"},
      {"a not in b", "(not in a b)"},
      {"a if b else c if d else e", "(ifexp b a (ifexp d c e))"},
      {"lambda: a if b else c", "(lambda (params) (ifexp b a c))"},
      {"~x // +y % z", "(% (// (~ x) (+ y)) z)"},
      {"(y := f(x)) > 1", "(> (:= y (call f x)) 1)"},
      {"await_ . b", "(. await_ b)"},
  });
}

TEST(Expression, Displays) {
  check({
      {"()", "(tuple)"},
      {"(a)", "a"},
      {"(a,)", "(tuple a)"},
      {"a, *b", "(tuple a (star b))"},
      {"[a, *b,]", "(list a (star b))"},
      {"{}", "(dict)"},
      {"{a}", "(set a)"},
      {"{a: b, **c}", "(dict (a b) (** c))"},
      {"[x for x in y if x if z]", "(listcomp x (for x y (if x) (if z)))"},
      {"{x for x, in y}", "(setcomp x (for (tuple x) y))"},
      {"{k: v for k, v in d for _ in k}",
       "(dictcomp k v (for (tuple k v) d) (for _ k))"},
      {"(x for x in y)", "(generator x (for x y))"},
  });
}

TEST(Expression, Access) {
  check({
      {"a.b.c", "(. (. a b) c)"},
      {"f(a, *b, c=d, **e)", "(call f a (star b) (= c d) (** e))"},
      {"f(x for x in y)", "(call f (generator x (for x y)))"},
      {"a[1]", "([] a 1)"},
      {"a[1:2, ::3, ...]", "([] a (tuple (: 1 2 ()) (: () () 3) ...))"},
      {"a[:]", "([] a (: () () ()))"},
      {"a[b,]", "([] a (tuple b))"},
      {"a[*b]", "([] a (tuple (star b)))"},
      {"a[b := 1]", "([] a (:= b 1))"},
      {"f(a)(b)[c].d", "(. ([] (call (call f a) b) c) d)"},
  });
}

TEST(Expression, Parameters) {
  check({
      {"lambda a, /, b=1, *c, d, e=2, **f: a",
       "(lambda (params (posonly a () ()) (param b () 1) (star c () ()) "
       "(kwonly d () ()) (kwonly e () 2) (starstar f () ())) a)"},
      {"lambda *, a: a", "(lambda (params (kwonly a () ())) a)"},
  });
}

TEST(Expression, Ranges) {
  // Parentheses belong to an operator's range, not to the operand's.
  Parsed parsed("(a) + [b\n, (c, d)]\n");
  EXPECT_EQ(parsed.messages(), "");
  EXPECT_EQ(parsed.dump(true),
            "(expr (+ a@1:2-1:3 (list b@1:8-1:9 (tuple c@2:4-2:5 "
            "d@2:7-2:8)@2:3-2:9)@1:7-2:10)@1:1-2:10)@1:1-2:10");
  Parsed call("f(x for x in y)");
  EXPECT_EQ(call.dump(true),
            "(expr (call f@1:1-1:2 (generator x@1:3-1:4 (for x@1:9-1:10 "
            "y@1:14-1:15))@1:2-1:16)@1:1-1:16)@1:1-1:16");
}

TEST(Expression, RemembersParentheses) {
  Parsed parsed("((a)) + (b, c)");
  auto *sum =
      llvm::cast<BinaryExpr>(llvm::cast<ExprStmt>(parsed.tree->body[0])->value);
  EXPECT_EQ(sum->lhs->getNumParens(), 2u);
  EXPECT_EQ(sum->lhs->getParenRange().getText(), "((a))");
  EXPECT_EQ(sum->opRange.getText(), "+");
  EXPECT_EQ(sum->rhs->getNumParens(), 0u);
  EXPECT_EQ(sum->rhs->getRange().getText(), "(b, c)");
}

TEST(Expression, FromRange) {
  Parsed parsed("x = 'List[int]'\ny = 'a\\x41'\n");
  auto literal = [&](unsigned i) {
    return llvm::cast<StringLiteral>(
        llvm::cast<AssignStmt>(parsed.tree->body[i])->value);
  };
  Expr *type = parseStringAsExpression(*parsed.tree, *literal(0), parsed.sink);
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->getRange().getText(), "List[int]");
  EXPECT_EQ(type->getRange().getBegin().column, 6u);
  EXPECT_EQ(parseStringAsExpression(*parsed.tree, *literal(1), parsed.sink),
            nullptr);
  EXPECT_EQ(parsed.messages(),
            "2:5: a type in a string must be one literal without escapes\n");
}

} // namespace
