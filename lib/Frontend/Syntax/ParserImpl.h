//===- ParserImpl.h - State and rules of the parser -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recursive-descent parser. Its rules are spread over one file per
// syntactic category; a rule returns null after it has reported an error.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_SYNTAX_PARSERIMPL_H
#define TORCHSCRIPT_LIB_FRONTEND_SYNTAX_PARSERIMPL_H

#include "Lexer.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include <optional>

namespace torchscript {

/// Parses one sequence of tokens into nodes of a tree.
class Parser {
public:
  Parser(SyntaxTree &tree, std::vector<Token> tokens, DiagnosticSink &sink,
         const ParseOptions &options)
      : tree(tree), file(tree.getFile()), tokens(std::move(tokens)), sink(sink),
        options(options) {}

  /// The statements of a file.
  Block parseModule();
  /// One expression (or unparenthesized tuple) that fills all tokens.
  Expr *parseWholeExpression();
  /// As above for a field of an f-string, which may be a `yield`.
  Expr *parseFieldExpression();

  /// Nesting the tokens stand in already (f-string fields).
  unsigned depth = 0;

private:
  //===--- Tokens (Parser.cpp) --------------------------------------------===//

  const Token &current() const { return tokens[index]; }
  const Token &peekToken(unsigned ahead = 1) const {
    return tokens[std::min(index + ahead, tokens.size() - 1)];
  }
  bool at(Tok kind) const { return current().kind == kind; }
  llvm::StringRef textOf(const Token &token) const {
    return file.getText().slice(token.begin, token.end);
  }
  bool atWord(llvm::StringRef word) const {
    return at(Tok::Name) && textOf(current()) == word;
  }
  SourceRange rangeOf(const Token &token) const {
    return {&file, token.begin, token.end};
  }
  SourceRange here() const { return rangeOf(current()); }
  /// From `begin` to the end of the last consumed token.
  SourceRange since(uint32_t begin) const {
    return {&file, begin, std::max(begin, lastEnd)};
  }
  void advance();
  /// Consumes the current token when it is of this kind.
  bool accept(Tok kind);
  /// Consumes a token of this kind or reports "expected X after WHERE".
  bool expect(Tok kind, llvm::StringRef where);
  /// Reports that something else was expected at the current token.
  std::nullptr_t expected(const llvm::Twine &what);
  std::nullptr_t fail(SourceRange range, const llvm::Twine &message);
  /// Consumes a name; in archives also a keyword when `anyWord` is set.
  std::optional<NameRef> parseName(llvm::StringRef what, bool anyWord = false);
  bool atName(bool anyWord) const;

  //===--- Limits (Parser.cpp) --------------------------------------------===//

  /// Counts one level of nesting while it lives.
  struct Nesting {
    explicit Nesting(unsigned &counter) : counter(counter) { ++counter; }
    ~Nesting() { --counter; }
    unsigned &counter;
  };
  bool tooDeep();
  /// Checks the height of the expressions that stand directly in a statement.
  bool checkHeight(const Stmt *stmt);

  //===--- Statements (ParseStatements.cpp) -------------------------------===//

  void parseStatementInto(llvm::SmallVectorImpl<Stmt *> &out);
  void parseSimpleLine(llvm::SmallVectorImpl<Stmt *> &out);
  Stmt *parseSimpleStatement();
  Stmt *parseExpressionStatement();
  Stmt *parseAnnotatedAssignment(uint32_t begin, Token first, Expr *target);
  Stmt *parseAssignment(uint32_t begin, Token first, Expr *value);
  Stmt *parseReturn();
  Stmt *parseDelete();
  Stmt *parseRaise();
  Stmt *parseAssert();
  Stmt *parseNameList();
  Stmt *parseLoopExit();
  void recover(size_t start);
  void skipLine();
  void checkSkippedBlock();
  void skipTokensOfBlock();
  const TypeComment *typeCommentAt(uint32_t begin, uint32_t end) const;
  /// The end of the line of `offset`.
  uint32_t lineEnd(uint32_t offset) const;

  // ParseImports.cpp.
  Stmt *parseImport();
  Stmt *parseImportFrom();
  bool parseDottedName(llvm::StringRef &name);
  bool parseAsName(llvm::StringRef &name);

  //===--- Targets (ParseTargets.cpp) -------------------------------------===//

  enum class TargetUse { Assign, Augmented, Delete, Loop, With };
  /// Reports when `target` cannot stand where a target is wanted.
  bool checkTarget(Expr *target, TargetUse use, bool inList = false);
  /// Targets of `for`: an unparenthesized tuple or one target.
  Expr *parseTargetList(TargetUse use);

  //===--- Compound statements (ParseCompound.cpp) ------------------------===//

  Stmt *parseCompoundStatement();
  std::optional<Block> parseBlock(llvm::StringRef owner);
  bool parseElse(Block &orelse, llvm::StringRef owner);
  Stmt *parseIf();
  Stmt *parseWhile();
  Stmt *parseFor(uint32_t begin, Token first, bool isAsync);
  Stmt *parseWith(uint32_t begin, Token first, bool isAsync);
  bool parseWithItems(llvm::SmallVectorImpl<WithItem> &items);
  bool parseWithItem(WithItem &item);
  bool atParenthesizedWithItems() const;
  Stmt *parseTry();
  bool parseHandler(TryStmt *stmt, ExceptHandler &handler);

  //===--- match (ParseMatch.cpp) -----------------------------------------===//

  bool atMatch() const;
  Stmt *parseMatch();
  bool parseCase(MatchCase &branch);
  Pattern *makePattern(Pattern pattern, uint32_t begin);
  Pattern *parsePatternList();
  Pattern *parsePattern();
  Pattern *parseAlternatives();
  Pattern *parseClosedPattern();
  Pattern *parseSequencePattern(Tok close);
  Pattern *parseMappingPattern();
  Pattern *parseNamePattern();
  Pattern *parseClassPattern(Expr *cls, uint32_t begin);
  bool parsePatterns(Tok close, llvm::SmallVectorImpl<Pattern *> &parts);
  Expr *parsePatternValue();

  //===--- Definitions (ParseDefinitions.cpp) -----------------------------===//

  Stmt *parseDecorated();
  Stmt *parseFunction(llvm::ArrayRef<Expr *> decorators, uint32_t begin,
                      Token first, bool isAsync);
  Stmt *parseClass(llvm::ArrayRef<Expr *> decorators);
  Stmt *parseAsync(llvm::ArrayRef<Expr *> decorators);
  ParameterList *parseParameters(Tok end, bool annotated);
  bool parseParameter(Parameter &parameter, bool annotated);
  bool checkParameters(llvm::ArrayRef<Parameter> parameters);
  void attachTypeComments(FunctionDef *function, uint32_t colonEnd);
  void attachTypeComments(llvm::MutableArrayRef<Parameter> parameters,
                          uint32_t end);

  //===--- Expressions (ParseExpressions.cpp) -----------------------------===//

  /// `a, *b`: a tuple when there is a comma.
  Expr *parseExpressionList();
  Expr *parseStarOrNamed();
  /// As parseExpressionList, or a `yield`.
  Expr *parseExpressionListOrYield();
  Expr *parseNamedExpression();
  Expr *parseExpression();
  Expr *parseDisjunction();
  Expr *parseBoolRun(Tok token, BoolOperator op);
  Expr *parseInversion();
  Expr *parseComparison();
  bool parseCompareOperator(CompareOperator &op, SourceRange &range);
  Expr *parseBinary(unsigned minPrecedence);
  Expr *parseUnary();
  Expr *parsePower();
  Expr *parseLambda();
  Expr *parseYield();
  Expr *parseStarred();
  bool atExpressionStart() const;

  // ParsePostfix.cpp.
  Expr *parsePostfix();
  Expr *parseCall(uint32_t begin, Expr *callee);
  bool parseArguments(Tok end, llvm::SmallVectorImpl<Expr *> &arguments,
                      llvm::SmallVectorImpl<KeywordArgument> &keywords);
  Expr *parseSubscript(uint32_t begin, Expr *value);
  Expr *parseSubscriptIndex();
  Expr *parseSliceOrExpression();

  // ParseDisplays.cpp.
  Expr *parseAtom();
  Expr *parseParenthesized();
  Expr *parseListDisplay();
  Expr *parseBraceDisplay();
  Expr *parseSetRest(uint32_t begin, Expr *first);
  Expr *parseDictRest(uint32_t begin, DictEntry first);
  bool parseDictEntry(DictEntry &entry);
  bool atComprehension() const;
  bool parseClauses(llvm::SmallVectorImpl<ComprehensionClause> &clauses);
  Expr *finishComprehension(Expr::Kind kind, Tok close, uint32_t begin,
                            Expr *key, Expr *element);

  // ParseStrings.cpp.
  Expr *parseNumber();
  Expr *parseStrings();
  class FStringBuilder;

  SyntaxTree &tree;
  const SourceFile &file;
  std::vector<Token> tokens;
  DiagnosticSink &sink;
  const ParseOptions &options;
  size_t index = 0;
  uint32_t lastEnd = 0;
  unsigned blockDepth = 0;
  unsigned functionDepth = 0;
  unsigned loopDepth = 0;
  bool inClassBody = false;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_SYNTAX_PARSERIMPL_H
