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

#ifndef TORCHSCRIPT_LIB_FRONTEND_EMIT_FILESCOPE_H
#define TORCHSCRIPT_LIB_FRONTEND_EMIT_FILESCOPE_H

#include "Compilation.h"

namespace torchscript {

/// The global names of one file. Definitions are looked at when they are first
/// used; of several definitions of a name the last one counts, as in Python.
class FileScope : public Scope {
public:
  FileScope(Compilation &unit, std::unique_ptr<SyntaxTree> tree,
            llvm::StringRef prefix, bool isLibrary);

  Meaning *lookup(llvm::StringRef name) override;
  SyntaxTree &getTree() override { return *tree; }
  std::string qualify(llvm::StringRef name) override {
    return prefix + name.str();
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
  Meaning *resolveAssignment(llvm::StringRef name, Expr *value);
  Meaning *resolveImport(const Stmt *statement, const ImportAlias *alias);

  Compilation &unit;
  std::unique_ptr<SyntaxTree> tree;
  std::string prefix;
  bool isLibrary;
  llvm::StringMap<Definition> definitions;
};

/// What a class statement defines: a script class, an enum, a named tuple, an
/// exception, an interface or a module class.
Meaning *resolveClass(Compilation &unit, Scope &scope, const ClassDef *def);

/// `NamedTuple("P", [...])` and `namedtuple("P", ...)`; null when the call is
/// neither.
Meaning *resolveNamedTupleCall(Compilation &unit, Scope &scope,
                               const CallExpr *call);

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

#endif // TORCHSCRIPT_LIB_FRONTEND_EMIT_FILESCOPE_H
