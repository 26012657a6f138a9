//===- Scopes.h - Which scope a name belongs to -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's rules of scopes: a name that a function binds is local, one that an
// inner function uses is in a cell, everything else is global.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_SCOPES_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_SCOPES_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "TorchScript/Frontend/Syntax/Tree.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>
#include <vector>

namespace torchscript::evaluate {

/// Where a name of a scope is.
enum class Place { Unknown, Local, Cell, Free, Global, ImplicitGlobal };

struct Scope {
  enum class Kind { Module, Class, Function, Comprehension };
  Kind kind;
  Scope *parent;
  /// The name of the innermost class, for names such as `__x`.
  std::string className;
  bool isGenerator = false;
  struct Use {
    bool isBound = false, isParameter = false, isUsed = false;
    bool isGlobal = false, isNonlocal = false;
    Place place = Place::Unknown;
    SourceRange range;
  };
  llvm::MapVector<llvm::StringRef, Use> names;
  /// Names of outer functions that only inner ones use, though a class between
  /// them has one of its own.
  std::vector<llvm::StringRef> passed;
  std::vector<Scope *> children;

  Scope(Kind kind, Scope *parent) : kind(kind), parent(parent) {}
  bool isFunction() const {
    return kind == Kind::Function || kind == Kind::Comprehension;
  }
};

/// The scopes of a file, by the node that opens them.
class Scopes {
public:
  Scopes(const SyntaxTree &tree, DiagnosticSink &sink);
  Scope *getModule() { return module; }
  Scope *get(const void *node) { return byNode.lookup(node); }
  /// The name as the class that the text stands in hides it: `_C__x`.
  llvm::StringRef mangle(const Scope *scope, llvm::StringRef name);

private:
  Scope *open(Scope::Kind kind, Scope *parent, const void *node);
  void visit(Scope *scope, Block block);
  void visit(Scope *scope, const Stmt *stmt);
  void visit(Scope *scope, const Expr *expr);
  void visitAll(Scope *scope, llvm::ArrayRef<Expr *> exprs);
  void visitFunction(Scope *scope, const FunctionDef *function);
  void visitClass(Scope *scope, const ClassDef *cls);
  void visitDeclaration(Scope *scope, llvm::ArrayRef<NameRef> names,
                        bool isGlobal);
  void visitParameters(Scope *outer, Scope *inner,
                       const ParameterList *parameters);
  void visitComprehension(Scope *scope, const ComprehensionExpr *expr);
  void bind(Scope *scope, llvm::StringRef name, SourceRange range);
  void use(Scope *scope, llvm::StringRef name, SourceRange range);
  void bindTarget(Scope *scope, const Expr *target);
  void bindPattern(Scope *scope, const Pattern *pattern);
  void resolve(Scope *scope);
  Place resolveFree(Scope *scope, llvm::StringRef name);

  DiagnosticSink &sink;
  std::vector<std::unique_ptr<Scope>> all;
  llvm::DenseMap<const void *, Scope *> byNode;
  llvm::StringMap<char> strings;
  Scope *module = nullptr;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_SCOPES_H
