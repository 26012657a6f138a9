//===- PrintPython.h - Printer of source text -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer of syntax trees as source text; expressions and statements are in
// one file each.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_SYNTAX_PRINTPYTHON_H
#define TORCHSCRIPT_LIB_FRONTEND_SYNTAX_PRINTPYTHON_H

#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "llvm/ADT/STLExtras.h"

namespace torchscript {

/// Writes one tree as source text.
class PythonPrinter {
public:
  explicit PythonPrinter(llvm::raw_ostream &os) : os(os) {}

  /// Prints an expression without parentheses around it.
  void expr(const Expr *e);
  /// Prints statements, each with its line end.
  void statements(Block block, unsigned indent);

private:
  // PrintExpr.cpp.
  void operand(const Expr *e, unsigned level);
  void list(llvm::ArrayRef<Expr *> elements, unsigned level);
  void fstring(const FStringExpr *e);
  void bytes(llvm::StringRef value);
  void arguments(llvm::ArrayRef<Expr *> positional,
                 llvm::ArrayRef<KeywordArgument> keywords);
  void comprehension(const ComprehensionExpr *e);
  void subscript(const SubscriptExpr *e);
  void parameters(const ParameterList *list);
  void binary(const BinaryExpr *e);
  void displays(const Expr *e);
  /// Numbers, strings, True, None, `...`.
  void literal(const Expr *e);
  /// Operators and the conditional expression.
  void operation(const Expr *e);

  // PrintStmt.cpp.
  void statement(const Stmt *stmt, unsigned indent);
  void simple(const Stmt *stmt);
  void body(Block block, unsigned indent);
  void clause(llvm::StringRef head, Block block, unsigned indent);
  void decorators(llvm::ArrayRef<Expr *> list, unsigned indent);
  void function(const FunctionDef *stmt, unsigned indent);
  void classDef(const ClassDef *stmt, unsigned indent);
  void ifStmt(const IfStmt *stmt, unsigned indent);
  void withStmt(const WithStmt *stmt, unsigned indent);
  void tryStmt(const TryStmt *stmt, unsigned indent);
  void match(const MatchStmt *stmt, unsigned indent);
  void names(llvm::StringRef head, llvm::ArrayRef<NameRef> list);
  void aliases(llvm::ArrayRef<ImportAlias> list);

  llvm::raw_ostream &os;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_SYNTAX_PRINTPYTHON_H
