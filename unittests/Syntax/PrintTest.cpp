//===- PrintTest.cpp - Printing and reading back --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printed source reads back to the same tree; literals keep their values.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <limits>

using namespace torchscript;
using namespace torchscript::test;

static const char *const programTexts[] = {
    // Functions over scalars and tensors.
    "import torch\nfrom typing import List, Optional\n\n"
    "def f(x: torch.Tensor, n: int = 3, *, flag: bool = True)"
    " -> Optional[List[int]]:\n"
    "    out: List[int] = []\n"
    "    for i in range(n):\n"
    "        if i % 2 == 0 and not flag:\n            continue\n"
    "        elif i > 7 or (flag and i < -1):\n            break\n"
    "        else:\n            out.append(i ** 2 if flag else -i // 3)\n"
    "    while x.sum() > 0:\n        x -= 1; n += 1\n"
    "    return out if len(out) > 0 else None\n",
    // Classes, decorators, everything with a block.
    "@torch.jit.script\nclass A(B, metaclass=C, **kw):\n"
    "    x: int = 1\n"
    "    def __init__(self, a, /, b=1, *args, c, d=2, **kw):\n"
    "        # type: (...) -> None\n"
    "        with open(a) as f, (g): self.x = f\n"
    "        try:\n            pass\n"
    "        except (E, F) as e:\n            raise G from e\n"
    "        except:\n            raise\n"
    "        else:\n            del a, b[0], c.d\n"
    "        finally:\n            assert x, 'message'\n"
    "    async def g(self):\n"
    "        async for i in x: await y\n"
    "        else: yield\n"
    "        async with a: yield from z\n"
    "        return [i async for i in x if await i]\n",
    // Expressions.
    "a = b = (1, 2.5, 3j, 0xff, 'a\\n\"', b'\\x00\"', None, True, ...)\n"
    "c[1:2, ::3, ..., None] = {**a, 1: 2, 'k': {3, *d}}\n"
    "e = lambda x, *y, z=1: (x, (yield), (w := 2)) if x else [*y]\n"
    "f'{a!r:>{w}} {{}} {b[\"k\"] = }' 'tail'\n"
    "(x for x, in y for z in x if x if not z)\n"
    "-a ** -b, (-a) ** b, a - (b - c), (a, b) < c <= d is not e not in f\n"
    "(lambda: 1)(), (1).real, 1.5.real, 'a' 'b'.c\n"
    "*a, b = c\nx: int\n(y): int = 1\nz @= 1\n(n := 3)\nx[a,]\nx[*a]\n"
    "del (a, b)\nglobal g\nfrom . import a\nfrom ...b.c import *\n"
    "x = yield_ if not (a if b else c) else (d, *e)\n",
    // Match, nested functions.
    "def f(x):\n    def g(y):\n        nonlocal x\n        return y\n"
    "    match g(x):\n        case [1, *_]:\n            pass\n"
    "        case _:\n            return 2\n    return 1\n",
    // The dialect of archives.
    "class M(Module):\n  __parameters__ = [\"w\", ]\n  w : Tensor\n"
    "  training : bool\n"
    "  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n"
    "    _0 = torch.add(x, self.w, alpha=1)\n"
    "    if torch.gt(torch.len(torch.size(x)), 1):\n"
    "      y = annotate(List[int], [])\n    else:\n"
    "      y, = uninitialized(List[int]),\n"
    "    return torch.mul((self.w).forward(_0, ), 1.0000000000000001e-05)\n",
};
const llvm::ArrayRef<const char *> torchscript::test::programs(programTexts);

namespace {

TEST(Print, RoundTrip) {
  for (const char *program : programs) {
    Parsed first{llvm::StringRef(program)};
    ASSERT_EQ(first.messages(), "") << program;
    std::string printed = first.python();
    Parsed second(printed);
    ASSERT_EQ(second.messages(), "") << printed;
    EXPECT_EQ(first.dump(), second.dump()) << printed;
    // Printing is a fixed point.
    EXPECT_EQ(second.python(), printed);
  }
}

TEST(Print, Style) {
  const char *text = "def f(x: int, y=1) -> int:\n"
                     "    if x == (1 + 2) * 3:\n"
                     "        return -x ** 2\n"
                     "    elif not x:\n"
                     "        pass\n"
                     "    else:\n"
                     "        x, y = (y, [x])\n"
                     "    return x[1:, ::2]\n";
  EXPECT_EQ(Parsed(text).python(), text);
  EXPECT_EQ(Parsed("x = ((a) + (b * (c)))").python(), "x = a + b * c\n");
}

std::string floatText(double value) {
  std::string out;
  llvm::raw_string_ostream os(out);
  printFloatLiteral(value, os);
  return out;
}

TEST(Print, Floats) {
  EXPECT_EQ(floatText(1), "1.0");
  EXPECT_EQ(floatText(-0.0), "-0.0");
  EXPECT_EQ(floatText(0.1), "0.1");
  EXPECT_EQ(floatText(1e20), "1e+20");
  EXPECT_EQ(floatText(9007199254740992.0), "9007199254740992.0");
  EXPECT_EQ(floatText(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(floatText(std::numeric_limits<double>::infinity()), "1e999");
}

TEST(Print, Strings) {
  auto print = [](llvm::StringRef value) {
    std::string out;
    llvm::raw_string_ostream os(out);
    printStringLiteral(value, os);
    return out;
  };
  EXPECT_EQ(print("a\"b\\\n\t\x01"), "\"a\\\"b\\\\\\n\\t\\x01\"");
  EXPECT_EQ(print("\xC3\xA9\xF0\x9F\x98\x80"), "\"\xC3\xA9\xF0\x9F\x98\x80\"");
  EXPECT_EQ(print("\xED\xA0\x80"), "\"\\ud800\"");
}

} // namespace
