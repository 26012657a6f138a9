//===- LiteralTest.cpp - Numbers and strings ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of literals, f-strings, line structure inside strings.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace torchscript;
using namespace torchscript::test;

namespace {

TEST(Literal, Numbers) {
  EXPECT_EQ(dumpOfExpr("0x_fF, 0o17, 0b1_0, 1_000, 00"),
            "(tuple 255 15 2 1000 0)");
  EXPECT_EQ(dumpOfExpr("1., .5, 1e3, 1_0.0_1E-1_0, 0777.5"),
            "(tuple (float 1) (float 0.5) (float 1000) "
            "(float 1.001e-09) (float 777.5))");
  EXPECT_EQ(dumpOfExpr("1e999, 3j, 2.+3.j"),
            "(tuple (float inf) (imaginary 3) (+ (float 2) (imaginary 3)))");
  EXPECT_EQ(dumpOfExpr("1if x else 0"), "(ifexp x 1 0)");
}

TEST(Literal, IntegerLimits) {
  auto literal = [](llvm::StringRef text) {
    Parsed parsed(text);
    auto *expr = llvm::cast<IntegerLiteral>(
        llvm::cast<ExprStmt>(parsed.tree->body[0])->value);
    EXPECT_EQ(expr->getText(), text);
    return std::make_pair(expr->fitsInt64(), expr->overflow);
  };
  EXPECT_EQ(literal("9223372036854775807"), std::make_pair(true, false));
  EXPECT_EQ(literal("9223372036854775808"), std::make_pair(false, false));
  EXPECT_EQ(literal("18446744073709551615"), std::make_pair(false, false));
  EXPECT_EQ(literal("18446744073709551616"), std::make_pair(false, true));
  EXPECT_EQ(literal("0xFFFF_FFFF_FFFF_FFFF_F"), std::make_pair(false, true));
}

TEST(Literal, Escapes) {
  EXPECT_EQ(dumpOfExpr(R"('\a\b\f\n\r\t\v\\\'\"\0\18\x41')"),
            R"("\07\08\0C\0A\0D\09\0B\\'\22\00\018A")");
  EXPECT_EQ(
      dumpOfExpr(R"('\u00e9\U0001F600\777\xe9\N{greek small letter pi}')"),
      R"("\C3\A9\F0\9F\98\80\C7\BF\C3\A9\CF\80")");
  EXPECT_EQ(dumpOfExpr(R"(r'\n' R"\"" '\q')"), R"("\\n\\\22\\q")");
  EXPECT_EQ(dumpOfExpr(R"(b'\xff\u0041' rB'\x')"), R"(b"\FF\\u0041\\x")");
  EXPECT_EQ(dumpOfExpr("'a\\\nb' \"\"\"c\r\nd\"\"\""), R"("abc\0Ad")");
  EXPECT_EQ(dumpOfExpr("u'\xC3\xA9'"), R"("\C3\A9")");
}

TEST(Literal, FStrings) {
  EXPECT_EQ(dumpOfExpr("f'a{b}c{d!r:>{w}}' 'e{f}'"),
            R"((fstring "a" (field b) "c" (field d !r (fstring ">" (field w))))"
            R"( "e{f}"))");
  EXPECT_EQ(dumpOfExpr("f'{{{x}}}'"), R"((fstring "{" (field x) "}"))");
  EXPECT_EQ(dumpOfExpr("f'{x = }{y=!s}{z=:d}'"),
            R"((fstring "x = " (field x !r) "y=" (field y !s) "z=" (field z )"
            R"((fstring "d"))))");
  EXPECT_EQ(
      dumpOfExpr("f'{a != b}{d[\"}\"]}{(lambda: 1)()}{f\"{x}\"}'"),
      R"((fstring (field (!= a b)) (field ([] d "}")) )"
      R"((field (call (lambda (params) 1))) (field (fstring (field x)))))");
  EXPECT_EQ(dumpOfExpr("f''"), "(fstring)");
  EXPECT_EQ(dumpOfExpr("f'\\N{DIGIT ONE}{x}' rf'\\{x}'"),
            R"((fstring "1" (field x) "\\" (field x)))");
}

TEST(Literal, FStringRanges) {
  Parsed parsed("y = f'ab{ x + 1 }'\n");
  EXPECT_EQ(parsed.dump(true),
            R"((= y@1:1-1:2 (fstring "ab" (field (+ x@1:11-1:12 1@1:15-1:16))"
            R"(@1:11-1:16))@1:5-1:19)@1:1-1:19)");
}

} // namespace
