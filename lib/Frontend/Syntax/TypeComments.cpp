//===- TypeComments.cpp - Type comments and type strings ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the statement or parameter a `# type:` comment belongs to, cuts
// signature comments, parses types in strings.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

uint32_t Parser::lineEnd(uint32_t offset) const {
  size_t end = file.getText().find_first_of("\r\n", offset);
  return static_cast<uint32_t>(std::min<size_t>(end, file.size()));
}

/// The comments that start in [begin, end).
static llvm::ArrayRef<TypeComment>
commentsIn(llvm::ArrayRef<TypeComment> comments, uint32_t begin, uint32_t end) {
  auto before = [](const TypeComment &comment, uint32_t offset) {
    return comment.range.begin < offset;
  };
  const auto *first =
      std::lower_bound(comments.begin(), comments.end(), begin, before);
  const auto *last = std::lower_bound(first, comments.end(), end, before);
  return {first, last};
}

const TypeComment *Parser::typeCommentAt(uint32_t begin, uint32_t end) const {
  llvm::ArrayRef<TypeComment> found = commentsIn(tree.typeComments, begin, end);
  return found.empty() ? nullptr : found.data();
}

/// Comments on the line of a parameter's end; with several parameters on one
/// line it belongs to the last.
void Parser::attachTypeComments(llvm::MutableArrayRef<Parameter> parameters,
                                uint32_t end) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    uint32_t begin = parameters[i].range.end;
    uint32_t stop = std::min(lineEnd(begin), end);
    if (i + 1 < parameters.size())
      stop = std::min(stop, parameters[i + 1].range.begin);
    parameters[i].typeComment = typeCommentAt(begin, stop);
  }
}

void Parser::attachTypeComments(FunctionDef *function, uint32_t colonEnd) {
  uint32_t end = lineEnd(function->getRange().end);
  function->allTypeComments =
      commentsIn(tree.typeComments, function->getRange().begin, end);
  uint32_t bodyBegin =
      function->body.empty() ? end : function->body.front()->getRange().begin;
  function->typeComment = typeCommentAt(colonEnd, bodyBegin);
}

//===----------------------------------------------------------------------===//
// Signature comments
//===----------------------------------------------------------------------===//

static bool isKeywordSpelling(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
#define TS_KEYWORD(NAME, SPELLING) .Case(SPELLING, true)
#include "Tokens.def"
      .Default(false);
}

std::string torchscript::getLineStartKind(const TypeComment &comment) {
  llvm::StringRef text = comment.range.file->getText();
  size_t begin = text.take_front(comment.range.begin).find_last_of("\r\n") + 1;
  llvm::StringRef line = text.slice(begin, comment.range.begin).ltrim(" \t\f");
  llvm::StringRef word = line.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || (c & 0x80); });
  if (word.empty())
    return line.take_front(1).str();
  if (llvm::isDigit(word[0]))
    return "number";
  return isKeywordSpelling(word) ? word.str() : "ident";
}

namespace {
/// Finds the types in a signature comment and the first token that does not
/// belong there.
class SignatureReader {
public:
  SignatureReader(SourceRange range, SignatureComment &signature)
      : range(range), signature(signature), text(range.getText()) {}

  /// `(T, ...) -> R`; what follows the result is left alone.
  bool readSignature() {
    if (!expect("(") || !readTypes(")") || !expect(")"))
      return false;
    next();
    if (!token.empty() && (token[0] & 0x80))
      return fail("a valid token");
    if (token != "->")
      return true;
    position += token.size();
    next();
    size_t begin = position;
    if (!skipExpression(0))
      return false;
    signature.result = piece(begin);
    return true;
  }

  /// Types with commas between them, up to `close` or the end.
  bool readTypes(llvm::StringRef close) {
    for (;;) {
      next();
      if (token == close || token.empty())
        return true;
      size_t begin = position;
      if (!skipExpression(0))
        return false;
      signature.arguments.push_back(piece(begin));
      next();
      if (token != ",")
        return true;
      ++position;
    }
  }

private:
  /// The token at the position, behind blanks; empty at the end.
  void next() {
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\t'))
      ++position;
    llvm::StringRef rest = text.drop_front(position);
    auto isWord = [](char c) {
      return llvm::isAlnum(c) || c == '_' || (c & 0x80);
    };
    size_t size = rest.empty() ? 0 : 1;
    if (!rest.empty() && isWord(rest[0]))
      size = rest.take_while(isWord).size();
    else if (rest.starts_with("..."))
      size = 3;
    else if (rest.starts_with("->"))
      size = 2;
    else if (!rest.empty() && (rest[0] == '\'' || rest[0] == '"'))
      size = std::min(rest.find(rest[0], 1), rest.size() - 1) + 1;
    token = rest.take_front(size);
  }

  /// The kind of a token, as messages name it.
  std::string kindOfToken() const {
    if (token.empty())
      return "eof";
    if (token == "->")
      return "arrow";
    if (token == "...")
      return "dots";
    if (token[0] == '\'' || token[0] == '"')
      return "string_literal";
    if (llvm::isDigit(token[0]))
      return "number";
    bool isWord = llvm::isAlpha(token[0]) || token[0] == '_';
    return isWord && !isKeywordSpelling(token) ? "ident" : token.str();
  }

  bool fail(llvm::StringRef wanted) {
    signature.problem =
        ("expected " + wanted + " but found '" + kindOfToken() + "' here")
            .str();
    signature.problemRange = {range.file, uint32_t(range.begin + position),
                              uint32_t(range.begin + position + token.size())};
    return false;
  }

  bool expect(llvm::StringRef wanted) {
    next();
    if (token != wanted)
      return fail(wanted);
    position += token.size();
    return true;
  }

  bool skipList(llvm::StringRef close, unsigned depth) {
    for (;;) {
      next();
      if (token == close || !skipExpression(depth))
        break;
      next();
      if (token != ",")
        break;
      ++position;
    }
    return signature.problem.empty() && expect(close);
  }

  /// One operand with what is behind it, and operators with more of them.
  bool skipExpression(unsigned depth) {
    next();
    if (depth > 64)
      return fail("a shorter type");
    llvm::StringRef close = token == "(" ? ")" : token == "[" ? "]" : "";
    std::string kind = kindOfToken();
    bool isOperand = kind == "ident" || kind == "number" || kind == "dots" ||
                     kind == "string_literal" || kind == "None" ||
                     kind == "True" || kind == "False";
    if (close.empty() && !isOperand)
      return fail("ident");
    position += token.size();
    if (!close.empty() && !skipList(close, depth + 1))
      return false;
    for (;;) {
      next();
      if (token == "[" || token == "(") {
        close = token == "(" ? ")" : "]";
        ++position;
        if (!skipList(close, depth + 1))
          return false;
      } else if (token == ".") {
        ++position;
        next();
        if (kindOfToken() != "ident")
          return fail("ident");
        position += token.size();
      } else if (token == "|" || token == "or" || token == "and") {
        position += token.size();
        return skipExpression(depth + 1);
      } else {
        return true;
      }
    }
  }

  /// From `begin` to here, without blanks at the end.
  SourceRange piece(size_t begin) const {
    size_t size = text.slice(begin, position).rtrim(" \t").size();
    return {range.file, uint32_t(range.begin + begin),
            uint32_t(range.begin + begin + size)};
  }

  SourceRange range;
  SignatureComment &signature;
  llvm::StringRef text, token;
  size_t position = 0;
};
} // namespace

bool torchscript::splitSignatureComment(const TypeComment &comment,
                                        SignatureComment &signature) {
  return SignatureReader(comment.textRange, signature).readSignature();
}

bool torchscript::splitParameterComment(const TypeComment &comment,
                                        SignatureComment &signature) {
  return SignatureReader(comment.textRange, signature).readTypes("");
}

//===----------------------------------------------------------------------===//
// Types in strings
//===----------------------------------------------------------------------===//

Expr *torchscript::parseStringAsExpression(SyntaxTree &tree,
                                           const StringLiteral &literal,
                                           DiagnosticSink &sink,
                                           const ParseOptions &options) {
  SourceRange range = literal.getRange();
  StringForm form = getStringForm(range.getText());
  SourceRange body(range.file, range.begin + form.openSize,
                   range.end - form.quoteSize);
  if (literal.numPieces != 1 || body.getText() != literal.value) {
    sink.error(range, "a type in a string must be one literal without escapes");
    return nullptr;
  }
  return parseExpression(tree, body, sink, options);
}
