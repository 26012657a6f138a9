//===- ArchiveProgram.h - The code of an archive ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes and functions of an archive's code, declared on first use.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEPROGRAM_H
#define TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEPROGRAM_H

#include "TorchScript/Frontend/Language/Compilation.h"

#include "TorchScript/Archive/TorchScriptArchive.h"

namespace torchscript {

class ArchiveInstance;
class ArchiveProgram;

/// One file of code: the global names all archives have, and its definitions.
class ArchiveFile : public Scope {
public:
  ArchiveFile(ArchiveProgram &program, const ArchiveCode &code,
              std::unique_ptr<SyntaxTree> tree);

  Meaning *lookup(llvm::StringRef name) override;
  SyntaxTree &getTree() override { return *tree; }
  std::string qualify(llvm::StringRef name) override;
  const Type *lookupType(llvm::StringRef dottedName) override;
  bool isArchive() const override { return true; }
  Constant evaluateLiteral(const Expr *expr) const override;

  /// The class or function of that name, or null.
  const Stmt *find(llvm::StringRef name) const;
  /// What names in it begin with.
  llvm::StringRef getPath() const { return code.path; }

private:
  ArchiveProgram &program;
  const ArchiveCode &code;
  std::unique_ptr<SyntaxTree> tree;
  llvm::StringMap<const Stmt *> definitions;
};

/// A class of the archive's code.
struct ArchiveClass {
  enum class Kind { Module, Plain, NamedTuple, Enum, Interface };
  Kind kind = Kind::Plain;
  const ClassDef *def = nullptr;
  ArchiveFile *file = nullptr;
  /// `__torch__.a.C`.
  std::string name;
  /// Null when the declaration is wrong, which was reported.
  const Type *type = nullptr;
  /// For modules and plain classes.
  ClassEntry *entry = nullptr;
  /// Names of hooks in the order they are to be called.
  llvm::SmallVector<std::string, 0> preHooks, hooks;
};

/// The classes and functions of one archive.
class ArchiveProgram {
public:
  ArchiveProgram(TorchScriptArchive &archive, Compilation &unit,
                 DiagnosticSink &diagnostics);
  ~ArchiveProgram();

  TorchScriptArchive &getArchive() { return archive; }
  Compilation &getUnit() { return unit; }
  DiagnosticSink &getDiagnostics() { return diagnostics; }
  /// What makes the objects of the archive; set before anything is compiled.
  ArchiveInstance *instance = nullptr;

  /// A name all code sees, such as `torch` or `CONSTANTS`; null when there is
  /// no such name.
  Meaning *lookupGlobal(llvm::StringRef name);
  /// What a dotted name below `__torch__` stands for; null for nothing.
  Meaning *lookup(llvm::StringRef qualifiedName);
  /// The type of that dotted name, declared with all it refers to; null when
  /// there is none or its declaration is wrong.
  const Type *lookupType(llvm::StringRef qualifiedName);
  /// The class of that dotted name, declared; null when there is none.
  ArchiveClass *findClass(llvm::StringRef qualifiedName);
  /// Whether some interface declared so far has a method of this name.
  bool isInterfaceMethod(llvm::StringRef name) const;
  /// All classes declared so far, in order.
  std::deque<ArchiveClass> &getClasses() { return classes; }
  /// A type in the spelling of annotations and type tags; null with the reason
  /// in `error`.
  const Type *parseType(llvm::StringRef text, std::string &error);
  /// A value of the constants table at a place in the code; null after an
  /// error of `emitter`.
  TypedValue emitConstant(FunctionEmitter &emitter, SourceRange range,
                          uint64_t index);
  /// A function with the meaning an operator had in older archives.
  Meaning *lookupUpgrader(llvm::StringRef name);
  /// What calling the saved module itself runs: its forward with the hooks
  /// around it. Null when it has no hooks, or when they cannot be compiled.
  FunctionEntry *makeForwardWithHooks(ArchiveClass &root);
  /// The static type of a value by itself; null when the archive does not say.
  const Type *typeOf(const ArchiveValue &value);

private:
  ArchiveFile *getFile(llvm::StringRef path);
  bool isPath(llvm::StringRef path) const;
  void declare(ArchiveClass &declared);
  void declareMembers();
  void declareMembersOf(ArchiveClass &declared);
  void declareNamedTuple(ArchiveClass &declared);
  void declareEnum(ArchiveClass &declared);
  void declareInterface(ArchiveClass &declared);
  void declareAttribute(ArchiveClass &declared, llvm::StringRef name,
                        Expr *annotation, Expr *value,
                        const llvm::StringMap<AttributeKind> &kinds);
  void linkInterfaces();
  const Type *resolve(Expr *annotation);
  TypedValue emitValue(FunctionEmitter &emitter, SourceRange range,
                       const ArchiveValue &value, const Type *type);

  TorchScriptArchive &archive;
  Compilation &unit;
  DiagnosticSink &diagnostics;
  /// By dotted path; null for paths without a file.
  llvm::StringMap<std::unique_ptr<ArchiveFile>> files;
  /// Every path that a file lies at or below.
  llvm::StringMap<bool> paths;
  std::deque<ArchiveClass> classes;
  llvm::StringMap<ArchiveClass *> classesByName;
  llvm::StringMap<Meaning *> meanings;
  /// Classes whose members are still to be declared.
  std::vector<ArchiveClass *> pending;
  bool isDeclaring = false;
  /// Nesting of declarations that need each other's fields.
  unsigned declareDepth = 0;
  std::vector<const InterfaceType *> interfaces;
  /// The text of the functions of lookupUpgrader.
  Scope *upgraderScope = nullptr;
  /// The text of makeForwardWithHooks.
  std::unique_ptr<SyntaxTree> hooksTree;
  /// Signatures of interface methods.
  std::deque<FunctionSchema> schemas;
};

/// The value of a literal: numbers, strings, lists and tuples; unset when it is
/// anything else.
Constant evaluateLiteral(const Expr *expr);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEPROGRAM_H
