//===- DiagnosticsTest.cpp - Rendered diagnostics -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both forms in which diagnostics are printed.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace torchscript;
using namespace torchscript::test;

namespace {

std::string clangForm(const DiagnosticSink &sink) {
  std::string out;
  llvm::raw_string_ostream os(out);
  sink.print(os);
  return out;
}

std::string torchScriptForm(const Diagnostic &diagnostic) {
  std::string out;
  llvm::raw_string_ostream os(out);
  renderTorchScript(diagnostic, os);
  return out;
}

TEST(Diagnostics, ClangForm) {
  Parsed parsed("x = f(a=1,\n\ty, a=2)\nz = \xC3\xA9\xC3\xA9 $\n");
  EXPECT_EQ(clangForm(parsed.sink),
            "t.py:2:2: error: positional argument follows keyword argument\n"
            " y, a=2)\n"
            " ^\n"
            "t.py:3:10: error: invalid character '$' (U+0024)\n"
            "z = \xC3\xA9\xC3\xA9 $\n"
            "       ^\n");
}

TEST(Diagnostics, NotesAndWidth) {
  Parsed parsed("def f(first, first): pass\n");
  EXPECT_EQ(clangForm(parsed.sink),
            "t.py:1:14: error: duplicate parameter 'first'\n"
            "def f(first, first): pass\n"
            "             ^~~~~\n"
            "t.py:1:7: note: first declared here\n"
            "def f(first, first): pass\n"
            "      ^~~~~\n");
}

TEST(Diagnostics, TorchScriptForm) {
  // The excerpt keeps to the function and marks every line of the range.
  Parsed parsed("import torch\n\ndef f(x: int):\n    if x > 0:\n"
                "        y = 1\n    return y\n\nCALLS = 1\n");
  auto *function = llvm::cast<FunctionDef>(parsed.tree->body[1]);
  Diagnostic diagnostic;
  diagnostic.message = "y is not defined in the false branch";
  diagnostic.range = function->body[0]->getRange();
  diagnostic.within(function->getRange());
  diagnostic.note(llvm::cast<ReturnStmt>(function->body[1])->value->getRange(),
                  "and was used here");
  EXPECT_EQ(torchScriptForm(diagnostic),
            "y is not defined in the false branch:\n"
            "  File \"t.py\", line 4\n"
            "def f(x: int):\n"
            "    if x > 0:\n"
            "    ~~~~~~~~~\n"
            "        y = 1\n"
            "        ~~~~~ <--- HERE\n"
            "    return y\n"
            "and was used here:\n"
            "  File \"t.py\", line 6\n"
            "    if x > 0:\n"
            "        y = 1\n"
            "    return y\n"
            "           ~ <--- HERE\n");
}

TEST(Diagnostics, LineTable) {
  SourceFile file("t.py", "a\r\nbc\rd\n");
  EXPECT_EQ(file.getNumLines(), 4u);
  EXPECT_EQ(file.getLine(1), "a");
  EXPECT_EQ(file.getLine(2), "bc");
  EXPECT_EQ(file.getLine(3), "d");
  EXPECT_EQ(file.getLine(4), "");
  EXPECT_EQ(file.getLine(5), "");
  EXPECT_EQ(file.getLineColumn(4).line, 2u);
  EXPECT_EQ(file.getLineColumn(4).column, 2u);
  EXPECT_EQ(file.getLineColumn(1000).line, 4u);
}

} // namespace
