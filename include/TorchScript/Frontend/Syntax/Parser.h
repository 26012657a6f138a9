//===- Parser.h - Text to syntax tree ---------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of the parser of TorchScript source text and archive code.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_PARSER_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_PARSER_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "TorchScript/Frontend/Syntax/Tree.h"

#include <memory>

namespace torchscript {

/// Which language the text is written in.
enum class Dialect {
  /// Python 3, as handed to `torch.jit.script`.
  Python,
  /// The code records of `torch.jit.save` archives: Python with keywords
  /// allowed as attribute names (`m.class`, and `class : T` in class bodies).
  Archive,
};

/// Limits and language of a parse.
struct ParseOptions {
  Dialect dialect = Dialect::Python;
  /// Deepest nesting of expressions (operators, f-strings, and two for each of
  /// the 200 brackets that may be open).
  unsigned maxExpressionDepth = 1000;
  /// Deepest nesting of indented blocks.
  unsigned maxBlockDepth = 100;
  /// Largest text in bytes.
  uint32_t maxSize = 256u << 20;
};

/// Parses a whole file. Syntax errors go to `diagnostics`, all of them: after
/// an error the parser goes on with the next statement. The tree is never null;
/// when errors were reported it holds the statements that could be parsed.
std::unique_ptr<SyntaxTree> parseFile(std::shared_ptr<const SourceFile> file,
                                      DiagnosticSink &diagnostics,
                                      const ParseOptions &options = {});

/// Parses the bytes of `range`, which must lie in the file of `tree`, as one
/// expression (line breaks inside count as blanks); ranges of the nodes point
/// into that file and nodes live in `tree`. Used for type comments. Null when
/// an error was reported.
Expr *parseExpression(SyntaxTree &tree, SourceRange range,
                      DiagnosticSink &diagnostics,
                      const ParseOptions &options = {});

/// Parses the value of a string literal that holds an expression, as in the
/// annotation `x: "List[int]"`. Node ranges point at the characters inside the
/// literal, so one that is joined from pieces or has escapes is refused. Null
/// when an error was reported.
Expr *parseStringAsExpression(SyntaxTree &tree, const StringLiteral &literal,
                              DiagnosticSink &diagnostics,
                              const ParseOptions &options = {});

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_PARSER_H
