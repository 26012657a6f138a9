//===- FileScope.h - Global names of a source file ----------- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves the names a Python file defines: functions, classes, imports,
// aliases.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_FILESCOPE_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_FILESCOPE_H

#include "TorchScript/Frontend/Language/Compilation.h"

#include <functional>

namespace torchscript {

/// The global names of one file. Definitions are looked at when they are first
/// used; of several definitions of a name the last one counts, as in Python.
class FileScope : public Scope {
public:
  FileScope(Compilation &unit, std::unique_ptr<SyntaxTree> tree,
            llvm::StringRef prefix, bool isLibrary);

  /// A further file of the program: its module's name, and the package its
  /// relative imports begin at.
  FileScope(Compilation &unit, std::unique_ptr<SyntaxTree> tree,
            llvm::StringRef moduleName, llvm::StringRef package);

  /// The inside of a function that the host has called: its body with what its
  /// parameters are. Other names are those of `outer`.
  FileScope(Compilation &unit, Scope &outer, Block body,
            llvm::StringMap<Meaning *> parameters);
  /// A text of methods that belongs to a class of `outer`.
  FileScope(Compilation &unit, Scope &outer, std::unique_ptr<SyntaxTree> tree);

  Meaning *lookup(llvm::StringRef name) override;
  /// What the text alone says of a name.
  Meaning *lookupText(llvm::StringRef name);
  /// The statement of the text that defines a name; null for none.
  const Stmt *findStatement(llvm::StringRef name) const;
  /// Asks `names` first what a name stands for; null is an answer for names
  /// that the text explains. An empty function ends that.
  void setHost(std::function<Meaning *(llvm::StringRef)> names) {
    host = std::move(names);
  }
  std::pair<Expr *, Scope *> findValue(llvm::StringRef name) override;
  void
  forEachName(llvm::function_ref<void(llvm::StringRef)> visit) const override;
  bool isLibrary() const override { return isOfLibrary; }
  SyntaxTree &getTree() override { return tree ? *tree : outer->getTree(); }
  std::string qualify(llvm::StringRef name) override {
    return outer ? outer->qualify(name) : prefix + name.str();
  }

private:
  /// Where a name is defined: a statement, or one name of an import.
  struct Definition {
    const Stmt *statement = nullptr;
    const ImportAlias *alias = nullptr;
    Meaning *meaning = nullptr;
    bool resolved = false;
  };

  void collect(Block statements);
  Meaning *resolve(llvm::StringRef name, const Definition &definition);
  Meaning *resolveFunction(const FunctionDef *def);
  /// The name under which the host runs a function of this file; empty for none.
  std::string nameHostFunction(const FunctionDef *def);
  Meaning *resolveImport(const Stmt *statement, const ImportAlias *alias);
  /// The dotted name of the module of a `from` statement. Above the outermost
  /// package it is the written one.
  std::string getModuleName(const ImportFromStmt &from);
  /// What `from x import *` statements bring.
  Meaning *lookupStars(llvm::StringRef name);

  Compilation &unit;
  Scope *outer = nullptr;
  std::unique_ptr<SyntaxTree> tree;
  std::string prefix;
  bool isOfLibrary = false;
  /// Whether the file is a module of the program that is imported.
  bool isImported = false;
  std::function<Meaning *(llvm::StringRef)> host;
  std::string package;
  llvm::SmallVector<const ImportFromStmt *> stars;
  llvm::StringMap<Definition> definitions;
  llvm::StringMap<Meaning *> parameters;
  /// Declarations decorated with `_overload`, by name.
  llvm::StringMap<llvm::SmallVector<const FunctionDef *>> overloads;
};

/// Whether a function is decorated to run on the host when compiled code calls
/// it: `@torch.jit.ignore` without `drop=True`.
bool isLeftToHost(llvm::ArrayRef<Expr *> decorators);

/// What a class statement defines: a script class, an enum, a named tuple, an
/// exception, an interface or a module class.
Meaning *resolveClass(Compilation &unit, Scope &scope, const ClassDef *def);

/// Adds the methods that `@dataclass` writes: the constructor, and comparisons
/// as its arguments ask for (TS-DC-001, 002).
void addDataclassMethods(Compilation &unit, Scope &scope, ClassEntry &entry);

/// What the value of an expression that the host evaluates stands for; null for
/// None, which cannot be told from nothing (TS-PY-008).
Meaning *resolveHostValue(Compilation &unit, Scope &scope, Expr *value);

/// The function a call of the host returns: `make(3)`, where `make` defines a
/// function and returns it. Null when it is no such call.
Meaning *resolveClosure(Compilation &unit, Scope &scope, const CallExpr *call);

/// `NamedTuple("P", [...])` and `namedtuple("P", ...)`; null when the call is
/// neither.
Meaning *resolveNamedTupleCall(Compilation &unit, Scope &scope,
                               const CallExpr *call);

/// `torch.FloatTensor` and the like; null for other names.
Meaning *makeTypedTensor(Compilation &unit, llvm::StringRef name);

/// A member of a Python module. Numbers, strings and tuples of such that a
/// module of the program assigns are constants here, unlike as globals
/// (TS-SCOPE-012).
Meaning *lookupMember(NamespaceMeaning &space, llvm::StringRef name);

/// What a dotted name is in: `a` for `a.b`, empty for `a`.
llvm::StringRef getParentName(llvm::StringRef dottedName);

/// The dotted name of an expression of names and attributes, or empty.
std::string getDottedName(const Expr *expr);

/// Whether some decorator is `name` (its last parts), called or not; hands out
/// the call.
bool hasDecorator(llvm::ArrayRef<Expr *> decorators, llvm::StringRef name,
                  const CallExpr **call = nullptr);

/// The Python type of a literal, or empty.
llvm::StringRef getPythonTypeOf(const Expr *value);

/// The meaning of a Python value that TorchScript cannot use, of a given type.
Meaning *makeUnusableValue(Compilation &unit, llvm::StringRef pythonType);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_FILESCOPE_H
