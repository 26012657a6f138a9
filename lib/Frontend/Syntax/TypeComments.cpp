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

static SourceRange trimmed(const SourceFile *file, uint32_t begin,
                           uint32_t end) {
  llvm::StringRef text = file->getText();
  while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
    ++begin;
  while (begin < end && (text[end - 1] == ' ' || text[end - 1] == '\t'))
    --end;
  return {file, begin, end};
}

bool torchscript::splitSignatureComment(const TypeComment &comment,
                                        SignatureComment &signature) {
  const SourceFile *file = comment.textRange.file;
  uint32_t offset = comment.textRange.begin;
  llvm::StringRef text = comment.text;
  if (!text.starts_with("("))
    return false;
  unsigned level = 0;
  size_t begin = 1, close = llvm::StringRef::npos;
  for (size_t i = 0; i < text.size() && close == llvm::StringRef::npos; ++i) {
    char c = text[i];
    bool ends = false;
    if (c == '(' || c == '[' || c == '{')
      ++level;
    else if (c == ')' || c == ']' || c == '}')
      ends = --level == 0;
    else
      ends = c == ',' && level == 1;
    if (!ends)
      continue;
    SourceRange piece = trimmed(file, offset + begin, offset + i);
    if (c != ',')
      close = i;
    // A trailing comma adds nothing.
    if (piece.size() != 0)
      signature.arguments.push_back(piece);
    else if (c == ',')
      return false;
    begin = i + 1;
  }
  if (close == llvm::StringRef::npos)
    return false;
  if (signature.arguments.size() == 1 &&
      signature.arguments[0].getText() == "...") {
    signature.elided = true;
    signature.arguments.clear();
  }
  llvm::StringRef rest = text.drop_front(close + 1).ltrim(" \t");
  if (rest.empty())
    return true;
  if (!rest.consume_front("->"))
    return false;
  uint32_t resultBegin =
      offset + static_cast<uint32_t>(rest.data() - text.data());
  signature.result = trimmed(file, resultBegin, comment.textRange.end);
  return signature.result.size() != 0;
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
