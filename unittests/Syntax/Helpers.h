//===- Helpers.h - Parsing in tests -----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short ways to parse and dump in tests, and the programs several tests share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_SYNTAX_HELPERS_H
#define TORCHSCRIPT_UNITTESTS_SYNTAX_HELPERS_H

#include "TorchScript/Frontend/Syntax/Parser.h"
#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "gtest/gtest.h"

namespace torchscript::test {

/// The result of a parse.
struct Parsed {
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree;

  explicit Parsed(llvm::StringRef text, const ParseOptions &options = {}) {
    auto file = std::make_shared<SourceFile>("t.py", text.str());
    tree = parseFile(file, sink, options);
  }

  /// All diagnostics as `line:column: message`, one per line.
  std::string messages() const {
    std::string out;
    llvm::raw_string_ostream os(out);
    for (const Diagnostic &diagnostic : sink.getDiagnostics()) {
      LineColumn at = diagnostic.range.getBegin();
      os << at.line << ':' << at.column << ": " << diagnostic.message << '\n';
    }
    return out;
  }

  /// The dump of the statements, without the line ends around it.
  std::string dump(bool ranges = false) const {
    std::string out;
    llvm::raw_string_ostream os(out);
    DumpOptions options;
    options.ranges = ranges;
    dumpTree(tree->body, os, options);
    return llvm::StringRef(out).trim('\n').str();
  }

  std::string python() const {
    std::string out;
    llvm::raw_string_ostream os(out);
    printPython(tree->body, os);
    return out;
  }
};

/// The dump of a valid program.
inline std::string dumpOf(llvm::StringRef text,
                          const ParseOptions &options = {}) {
  Parsed parsed(text, options);
  EXPECT_EQ(parsed.messages(), "") << text.str();
  return parsed.dump();
}

/// The dump of a valid expression, without the statement around it.
inline std::string dumpOfExpr(llvm::StringRef text) {
  std::string dump = dumpOf(text);
  llvm::StringRef body = dump;
  EXPECT_TRUE(body.consume_front("(expr ") && body.consume_back(")")) << dump;
  return body.str();
}

inline ParseOptions archive() {
  ParseOptions options;
  options.dialect = Dialect::Archive;
  return options;
}

/// Programs that together use all of the grammar.
extern const llvm::ArrayRef<const char *> programs;

} // namespace torchscript::test

#endif // TORCHSCRIPT_UNITTESTS_SYNTAX_HELPERS_H
