//===- Lexer.h - Text to tokens ---------------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts source text into tokens: indentation, line joining, comments, numbers
// and string literals (whole, undecoded).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_SYNTAX_LEXER_H
#define TORCHSCRIPT_LIB_FRONTEND_SYNTAX_LEXER_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "TorchScript/Frontend/Syntax/Tree.h"

#include <vector>

namespace torchscript {

/// What a token is.
enum class Tok : uint8_t {
  EndOfFile,
  /// End of a logical line.
  Newline,
  Indent,
  Dedent,
  /// Text the lexer has already reported an error for.
  Error,
  Name,
  Integer,
  Float,
  Imaginary,
  /// A string literal with prefix and quotes.
  String,
#define TS_KEYWORD(NAME, SPELLING) NAME,
#define TS_PUNCTUATION(NAME, SPELLING) NAME,
#include "Tokens.def"
};

/// True for `if`, `None`, ...
bool isKeyword(Tok kind);
/// How a token is called in messages: "'('", "end of line", "an indent".
llvm::StringRef describe(Tok kind);

/// One token; the bytes [begin, end) of the file.
struct Token {
  Tok kind = Tok::EndOfFile;
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// The prefix and quotes of a string literal token.
struct StringForm {
  bool isRaw = false;
  bool isBytes = false;
  bool isFormat = false;
  /// Bytes of the prefix and the opening quotes.
  unsigned openSize = 0;
  /// Bytes of the closing quotes: 1 or 3.
  unsigned quoteSize = 0;
};

/// Reads the prefix and quotes of the literal `text`.
StringForm getStringForm(llvm::StringRef text);

/// Length of the string prefix (`r`, `Rb`, `f`, ...) at the start of `text`
/// when a quote follows; -1 when `text` does not start a string literal.
int getStringPrefixSize(llvm::StringRef text);

/// Turns a range of a source file into tokens. After an error, which goes to
/// the sink, it produces an Error token and goes on.
class Lexer {
public:
  Lexer(const SourceFile &file, DiagnosticSink &sink)
      : file(file), text(file.getText()), sink(sink), limit(file.size()) {}

  /// The tokens of the whole file, ended by a Newline, the open Dedents and an
  /// EndOfFile.
  std::vector<Token> lexFile();
  /// The tokens of an expression that stands in `range`; line ends count as
  /// blanks. Ended by an EndOfFile.
  std::vector<Token> lexExpression(SourceRange range);
  /// The type comments seen, in order.
  std::vector<TypeComment> takeTypeComments() { return std::move(comments); }

private:
  struct Bracket {
    Tok kind;
    uint32_t offset;
  };
  struct Indentation {
    unsigned column;
    unsigned alternate;
  };

  // Lexer.cpp: lines, indentation, brackets.
  void lexAll();
  void lexToken();
  void lexLineStart();
  void applyIndentation(unsigned column, unsigned alternate);
  void lexNewline();
  void lexBackslash();
  void lexComment();
  void lexPunctuation();
  /// False, with an error, when it is one too many, as in CPython.
  bool openBracket(Tok kind, uint32_t begin);
  void closeBracket(Tok kind, uint32_t begin);
  bool abandonBrackets();
  void checkEncoding();

  // LexLiterals.cpp: names, numbers, strings.
  void lexName();
  void lexNumber();
  void lexString(unsigned prefixSize);
  void lexInvalidCharacter();
  bool skipDigits(bool (*isDigit)(char));
  bool lexRadixNumber();

  void push(Tok kind, uint32_t begin, uint32_t end) {
    tokens.push_back({kind, begin, end});
  }
  SourceRange rangeOf(uint32_t begin, uint32_t end) const {
    return {&file, begin, end};
  }
  void fail(uint32_t begin, uint32_t end, const llvm::Twine &message);
  bool atEnd() const { return position >= limit; }
  /// The byte at `position + ahead`, or NUL past the end.
  char peek(unsigned ahead = 0) const {
    return position + ahead < limit ? text[position + ahead] : '\0';
  }
  llvm::StringRef rest() const { return text.slice(position, limit); }

  const SourceFile &file;
  llvm::StringRef text;
  DiagnosticSink &sink;
  uint32_t position = 0;
  uint32_t limit;
  bool expressionOnly = false;
  bool atLineStart = true;
  std::vector<Token> tokens;
  std::vector<Bracket> brackets;
  /// Whether the open brackets were reported to be too many.
  bool saidTooNested = false;
  std::vector<Indentation> indents;
  std::vector<TypeComment> comments;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_SYNTAX_LEXER_H
