//===- Tree.h - Syntax tree: common parts, statements -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree of a source file: the owner of its nodes, and the statements of the
// whole Python 3 grammar. Expressions are in Expr.h. Nothing is refused here:
// what TorchScript does not support is refused, by name, by the emitter.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_TREE_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_TREE_H

#include "TorchScript/Frontend/Syntax/Expr.h"

#include "llvm/Support/Allocator.h"

#include <memory>

namespace torchscript {

//===----------------------------------------------------------------------===//
// Type comments
//===----------------------------------------------------------------------===//

/// A comment that starts with `# type:`, or with that prefix in another spacing
/// (`#type:`), which TorchScript reports as an error. `# type: ignore` is not
/// recorded, but as an error when it ends another comment.
struct TypeComment {
  /// What stands behind the prefix, without surrounding blanks; points into
  /// the source file.
  llvm::StringRef text;
  /// The range of `text`.
  SourceRange textRange;
  /// The whole comment, from `#` to the end of the line.
  SourceRange range;
  /// True when the prefix is exactly `# type:`.
  bool regularPrefix = true;
  /// True when the comment is alone on its line.
  bool ownLine = false;
};

/// A signature type comment, `(T, T) -> R`, cut at its outer commas.
struct SignatureComment {
  /// The argument types, each without surrounding blanks.
  llvm::SmallVector<SourceRange, 4> arguments;
  /// The result type; "nowhere" when there is no `->`.
  SourceRange result;
  /// Why the comment has not the form of a signature, and the token.
  std::string problem;
  SourceRange problemRange;
};

/// Cuts the text of a type comment into argument and result types. False with
/// the problem when it does not have the form of a signature.
bool splitSignatureComment(const TypeComment &comment,
                           SignatureComment &signature);

/// The kind of the token that a comment's line begins with, as messages name
/// it: `ident`, `for`.
std::string getLineStartKind(const TypeComment &comment);

/// Adds the types of a parameter's comment, which has no parentheses, to the
/// arguments. False with the problem when it is none.
bool splitParameterComment(const TypeComment &comment,
                           SignatureComment &signature);

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Base of all statements. Nodes live in a SyntaxTree and are immutable once
/// parsed.
class Stmt {
public:
  enum class Kind {
    FunctionDef,
    ClassDef,
    Return,
    Delete,
    Assign,
    AugAssign,
    AnnAssign,
    For,
    While,
    If,
    With,
    Match,
    Raise,
    Try,
    Assert,
    Import,
    ImportFrom,
    Global,
    Nonlocal,
    ExprStmt,
    Pass,
    Break,
    Continue,
  };

  Kind getKind() const { return stmtKind; }
  /// From the first token to the last token of the statement, as in CPython's
  /// `ast`: a function's decorators and trailing comments are outside.
  SourceRange getRange() const { return range; }
  /// The first token (`def`, `if`, a name, ...).
  SourceRange getFirstToken() const { return firstToken; }

protected:
  Stmt(Kind kind, SourceRange range, SourceRange firstToken)
      : stmtKind(kind), range(range), firstToken(firstToken) {}

private:
  Kind stmtKind;
  SourceRange range;
  SourceRange firstToken;
};

/// A list of statements; in a `Block` of a compound statement never empty.
using Block = llvm::ArrayRef<Stmt *>;

/// `def f(...) -> T: body`, also `async def`.
class FunctionDef : public Stmt {
public:
  FunctionDef(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::FunctionDef, range, firstToken) {}
  static bool classof(const Stmt *s) {
    return s->getKind() == Kind::FunctionDef;
  }

  llvm::StringRef name;
  SourceRange nameRange;
  bool isAsync = false;
  llvm::ArrayRef<Expr *> decorators;
  ParameterList *parameters = nullptr;
  /// The annotation behind `->`, or null.
  Expr *returns = nullptr;
  /// From `def` to the `:` (exclusive) that opens the body.
  SourceRange headerRange;
  /// The comment on its own line directly below the header, or behind the
  /// header's colon; null when there is none.
  const TypeComment *typeComment = nullptr;
  /// Every type comment from `def` to the end of the body in source order,
  /// nested functions' included, parameters' and `typeComment` included.
  llvm::ArrayRef<TypeComment> allTypeComments;
  Block body;
};

/// `class C(bases): body`.
class ClassDef : public Stmt {
public:
  ClassDef(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::ClassDef, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::ClassDef; }

  llvm::StringRef name;
  SourceRange nameRange;
  llvm::ArrayRef<Expr *> decorators;
  /// Bases, possibly starred.
  llvm::ArrayRef<Expr *> bases;
  llvm::ArrayRef<KeywordArgument> keywords;
  Block body;
};

/// `return` or `return value`.
class ReturnStmt : public Stmt {
public:
  ReturnStmt(SourceRange range, SourceRange firstToken, Expr *value)
      : Stmt(Kind::Return, range, firstToken), value(value) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Return; }
  /// Null for a bare `return`.
  Expr *value;
};

/// `del a, b[i]`.
class DeleteStmt : public Stmt {
public:
  DeleteStmt(SourceRange range, SourceRange firstToken,
             llvm::ArrayRef<Expr *> targets)
      : Stmt(Kind::Delete, range, firstToken), targets(targets) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Delete; }
  llvm::ArrayRef<Expr *> targets;
};

/// `a = b = value`.
class AssignStmt : public Stmt {
public:
  AssignStmt(SourceRange range, SourceRange firstToken,
             llvm::ArrayRef<Expr *> targets, Expr *value)
      : Stmt(Kind::Assign, range, firstToken), targets(targets), value(value) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Assign; }
  /// At least one, from left to right.
  llvm::ArrayRef<Expr *> targets;
  Expr *value;
  /// A `# type:` comment at the end of the statement's last line, or null.
  const TypeComment *typeComment = nullptr;
};

/// `target op= value`.
class AugAssignStmt : public Stmt {
public:
  AugAssignStmt(SourceRange range, SourceRange firstToken, Expr *target,
                BinaryOperator op, SourceRange opRange, Expr *value)
      : Stmt(Kind::AugAssign, range, firstToken), target(target), op(op),
        opRange(opRange), value(value) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::AugAssign; }
  Expr *target;
  BinaryOperator op;
  /// The operator token, with its `=`.
  SourceRange opRange;
  Expr *value;
};

/// `target: annotation` or `target: annotation = value`.
class AnnAssignStmt : public Stmt {
public:
  AnnAssignStmt(SourceRange range, SourceRange firstToken, Expr *target,
                Expr *annotation, Expr *value)
      : Stmt(Kind::AnnAssign, range, firstToken), target(target),
        annotation(annotation), value(value) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::AnnAssign; }
  /// A name, an attribute or a subscript.
  Expr *target;
  Expr *annotation;
  /// Null for a declaration.
  Expr *value;
};

/// `for target in iterable: body else: orelse`, also `async for`.
class ForStmt : public Stmt {
public:
  ForStmt(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::For, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::For; }
  bool isAsync = false;
  Expr *target = nullptr;
  Expr *iterable = nullptr;
  Block body;
  /// Empty when there is no `else`.
  Block orelse;
  /// A `# type:` comment behind the header's colon, or null.
  const TypeComment *typeComment = nullptr;
};

/// `while condition: body else: orelse`.
class WhileStmt : public Stmt {
public:
  WhileStmt(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::While, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::While; }
  Expr *condition = nullptr;
  Block body;
  Block orelse;
};

/// `if condition: body else: orelse`. An `elif` is an IfStmt that is the only
/// statement of `orelse` and has `isElif` set.
class IfStmt : public Stmt {
public:
  IfStmt(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::If, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::If; }
  bool isElif = false;
  Expr *condition = nullptr;
  Block body;
  /// Empty when there is neither `elif` nor `else`.
  Block orelse;
};

/// `context as target` of a `with` statement.
struct WithItem {
  Expr *context = nullptr;
  /// Null when there is no `as`.
  Expr *target = nullptr;
};

/// `with items: body`, also `async with`.
class WithStmt : public Stmt {
public:
  WithStmt(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::With, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::With; }
  bool isAsync = false;
  llvm::ArrayRef<WithItem> items;
  Block body;
  /// A `# type:` comment behind the header's colon, or null.
  const TypeComment *typeComment = nullptr;
};

/// A name with its place.
struct NameRef {
  llvm::StringRef name;
  SourceRange range;
};

/// What stands behind `case`, or a part of it.
struct Pattern {
  enum class Kind {
    Value,    ///< `1`, `-2j`, `"a"`, `None`, `a.b`: what equals it
    Capture,  ///< `name`; `_`, without a name, matches anything
    Star,     ///< `*name` in a sequence; `*_` has no name
    Sequence, ///< `[p, q]`, `p, q`
    Mapping,  ///< `{key: p, **name}`
    Class,    ///< `C(p, a=q)`
    Or,       ///< `p | q`
    As,       ///< `p as name`
  };
  Kind kind;
  SourceRange range;
  /// The value of Value, the class of Class.
  Expr *value = nullptr;
  /// What Capture, Star and As bind, and the rest of a Mapping; may be empty.
  llvm::StringRef name;
  /// Elements, values of keys, arguments (by position first), alternatives; the
  /// one pattern of As.
  llvm::ArrayRef<Pattern *> parts;
  /// The keys of a Mapping, one for each part.
  llvm::ArrayRef<Expr *> keys;
  /// The names of the last parts of a Class.
  llvm::ArrayRef<NameRef> keywords;
};

/// `case pattern if guard: body`.
struct MatchCase {
  SourceRange range;
  Pattern *pattern = nullptr;
  /// Null when there is no `if`.
  Expr *guard = nullptr;
  Block body;
};

/// `match subject: case ...`.
class MatchStmt : public Stmt {
public:
  MatchStmt(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::Match, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Match; }
  Expr *subject = nullptr;
  llvm::ArrayRef<MatchCase> cases;
};

/// `raise`, `raise exception`, `raise exception from cause`.
class RaiseStmt : public Stmt {
public:
  RaiseStmt(SourceRange range, SourceRange firstToken, Expr *exception,
            Expr *cause)
      : Stmt(Kind::Raise, range, firstToken), exception(exception),
        cause(cause) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Raise; }
  /// Null for a bare `raise`.
  Expr *exception;
  Expr *cause;
};

/// `except type as name: body`.
struct ExceptHandler {
  SourceRange range;
  /// Null for a bare `except:`.
  Expr *type = nullptr;
  /// Empty when there is no `as`.
  llvm::StringRef name;
  Block body;
};

/// `try: ... except ...: ... else: ... finally: ...`, also `except*`.
class TryStmt : public Stmt {
public:
  TryStmt(SourceRange range, SourceRange firstToken)
      : Stmt(Kind::Try, range, firstToken) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Try; }
  bool isStar = false;
  Block body;
  llvm::ArrayRef<ExceptHandler> handlers;
  Block orelse;
  Block finalbody;
};

/// `assert condition, message`.
class AssertStmt : public Stmt {
public:
  AssertStmt(SourceRange range, SourceRange firstToken, Expr *condition,
             Expr *message)
      : Stmt(Kind::Assert, range, firstToken), condition(condition),
        message(message) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Assert; }
  Expr *condition;
  /// Null when there is no message.
  Expr *message;
};

/// `name as asname` of an import; `name` may be dotted, or `*`.
struct ImportAlias {
  llvm::StringRef name;
  /// Empty when there is no `as`.
  llvm::StringRef asName;
  SourceRange range;
};

/// `import a.b as c, d`.
class ImportStmt : public Stmt {
public:
  ImportStmt(SourceRange range, SourceRange firstToken,
             llvm::ArrayRef<ImportAlias> names)
      : Stmt(Kind::Import, range, firstToken), names(names) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Import; }
  llvm::ArrayRef<ImportAlias> names;
};

/// `from ..module import a as b`.
class ImportFromStmt : public Stmt {
public:
  ImportFromStmt(SourceRange range, SourceRange firstToken,
                 llvm::StringRef module, unsigned level,
                 llvm::ArrayRef<ImportAlias> names)
      : Stmt(Kind::ImportFrom, range, firstToken), module(module), level(level),
        names(names) {}
  static bool classof(const Stmt *s) {
    return s->getKind() == Kind::ImportFrom;
  }
  /// Dotted; empty in `from . import a`.
  llvm::StringRef module;
  /// Number of leading dots.
  unsigned level;
  llvm::ArrayRef<ImportAlias> names;
};

/// `global a, b`.
class GlobalStmt : public Stmt {
public:
  GlobalStmt(SourceRange range, SourceRange firstToken,
             llvm::ArrayRef<NameRef> names)
      : Stmt(Kind::Global, range, firstToken), names(names) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Global; }
  llvm::ArrayRef<NameRef> names;
};

/// `nonlocal a, b`.
class NonlocalStmt : public Stmt {
public:
  NonlocalStmt(SourceRange range, SourceRange firstToken,
               llvm::ArrayRef<NameRef> names)
      : Stmt(Kind::Nonlocal, range, firstToken), names(names) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Nonlocal; }
  llvm::ArrayRef<NameRef> names;
};

/// An expression used as a statement.
class ExprStmt : public Stmt {
public:
  ExprStmt(SourceRange range, SourceRange firstToken, Expr *value)
      : Stmt(Kind::ExprStmt, range, firstToken), value(value) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::ExprStmt; }
  Expr *value;
};

/// `pass`.
class PassStmt : public Stmt {
public:
  explicit PassStmt(SourceRange range) : Stmt(Kind::Pass, range, range) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Pass; }
};

/// `break`.
class BreakStmt : public Stmt {
public:
  explicit BreakStmt(SourceRange range) : Stmt(Kind::Break, range, range) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Break; }
};

/// `continue`.
class ContinueStmt : public Stmt {
public:
  explicit ContinueStmt(SourceRange range)
      : Stmt(Kind::Continue, range, range) {}
  static bool classof(const Stmt *s) { return s->getKind() == Kind::Continue; }
};

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

/// Owns the nodes of one parsed file and keeps its source alive. Nodes, their
/// lists and decoded strings live in one arena and are freed together.
class SyntaxTree {
public:
  explicit SyntaxTree(std::shared_ptr<const SourceFile> file)
      : file(std::move(file)) {}
  SyntaxTree(const SyntaxTree &) = delete;
  SyntaxTree &operator=(const SyntaxTree &) = delete;

  const SourceFile &getFile() const { return *file; }
  std::shared_ptr<const SourceFile> getFilePtr() const { return file; }

  /// The statements at module level, in order.
  Block body;
  /// Every type comment of the file, in order.
  llvm::ArrayRef<TypeComment> typeComments;

  /// Makes a node in the arena. Destructors are not run.
  template <typename T, typename... Args>
  T *create(Args &&...args) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "arena nodes are never destroyed");
    return new (allocator.Allocate<T>()) T(std::forward<Args>(args)...);
  }
  /// Copies a list into the arena.
  template <typename T>
  llvm::ArrayRef<T> copy(llvm::ArrayRef<T> list) {
    if (list.empty())
      return {};
    T *data = allocator.Allocate<T>(list.size());
    std::uninitialized_copy(list.begin(), list.end(), data);
    return {data, list.size()};
  }
  /// Copies a string into the arena.
  llvm::StringRef copy(llvm::StringRef text) {
    return text.empty() ? llvm::StringRef() : text.copy(allocator);
  }

private:
  std::shared_ptr<const SourceFile> file;
  llvm::BumpPtrAllocator allocator;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_TREE_H
