//===- Compiler.h - From trees to instructions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_COMPILER_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_COMPILER_H

#include "Code.h"
#include "Scopes.h"

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

namespace torchscript::evaluate {

/// Compiles one file. Errors go to the sink.
class Compiler {
public:
  Compiler(Interpreter &in, const SyntaxTree &tree, DiagnosticSink &sink);
  Value compile();

private:
  using Label = unsigned;
  /// A statement that an exit has to leave in an orderly way.
  struct Block {
    enum Kind {
      While,
      For,
      Try,
      FinallyTry,
      FinallyEnd,
      Handler,
      With,
      Result ///< what a `finally` on the way of a `return` is to give back
    };
    Block(Kind kind) : kind(kind) {}
    Kind kind;
    Label breakLabel = 0, continueLabel = 0;
    torchscript::Block finalBody;
    llvm::StringRef name; ///< of a handler's exception
  };
  /// The code of a scope in the making.
  struct Unit {
    Unit *outer;
    Scope *scope;
    CodeObject *code;
    Value owner;
    std::vector<Block> blocks;
    std::vector<uint32_t> labels;
    llvm::DenseMap<StrObject *, uint32_t> nameIndex, localIndex, cellIndex;
    SourceRange range;
  };

  // Instructions.
  void emit(Op op, uint32_t operand = 0);
  void emitConst(Value value);
  Label newLabel();
  void bind(Label label) { unit->labels[label] = position(); }
  uint32_t position() { return unit->code->instructions.size(); }
  uint32_t nameOperand(llvm::StringRef name);
  void finish();
  void resolveJumps();
  bool measureStack();
  void error(SourceRange range, const llvm::Twine &message,
             bool isUnsupported = false);

  // Scopes.
  void enter(Unit &inner, Scope *scope, llvm::StringRef name, const void *node);
  Value leave();
  void layOutSlots(Unit &inner, const ParameterList *parameters);
  void makeFunction(const Value &code, uint32_t flags);
  StrObject *mangled(llvm::StringRef name);

  // Names.
  enum class Access { Load, Store, Delete };
  void accessName(llvm::StringRef name, Access access);
  void loadClosure(llvm::StringRef name);

  // Statements.
  void compile(torchscript::Block block);
  void compile(const Stmt *stmt);
  void compileSimple(const Stmt *stmt);
  void compileFunction(const FunctionDef *function);
  uint32_t compileDefaults(const ParameterList *parameters);
  bool compileAnnotations(const FunctionDef *function);
  void compileAnnotation(const Expr *annotation);
  void compileClass(const ClassDef *cls);
  void compileClassBody(const ClassDef *cls);
  void compileReturn(const ReturnStmt *stmt);
  void compileAssign(const AssignStmt *stmt);
  void compileAugAssign(const AugAssignStmt *stmt);
  void compileAnnAssign(const AnnAssignStmt *stmt);
  void compileDelete(const Expr *target);
  void compileFor(const ForStmt *stmt);
  void compileWhile(const WhileStmt *stmt);
  /// The body of a `for` or `while`, the way back to `start`, and what follows
  /// when the loop is exhausted.
  template <typename Loop>
  void compileLoopBody(const Loop *stmt, Block::Kind kind, Label start,
                       Label exhausted);
  void compileIf(const IfStmt *stmt);
  void compileWith(const WithStmt *stmt, unsigned item);
  void compileMatch(const MatchStmt *stmt);
  void compileCase(const MatchCase &branch, Label end);
  void checkCases(const MatchStmt *stmt);
  void collectNames(const Pattern *pattern,
                    std::vector<llvm::StringRef> &names);
  void compileTry(const TryStmt *stmt);
  void compileExcept(const TryStmt *stmt);
  void compileHandler(const ExceptHandler &handler, Label end);
  void compileRaise(const RaiseStmt *stmt);
  void compileAssert(const AssertStmt *stmt);
  void compileImport(const ImportStmt *stmt);
  void compileImportFrom(const ImportFromStmt *stmt);
  void compileExit(const Stmt *stmt, bool isBreak);
  void store(const Expr *target);
  void storeElements(llvm::ArrayRef<Expr *> elements, SourceRange range);
  void pushBlock(Block block, SourceRange range);
  void unwind(const Block &block, bool keepsTop);

  // Expressions.
  void compile(const Expr *expr);
  void compileByKind(const Expr *expr);
  /// Attributes, items and slices.
  void compilePart(const Expr *expr);
  void compileOperator(const Expr *expr);
  /// Lists, tuples, sets, dictionaries and comprehensions.
  void compileDisplay(const Expr *expr);
  void compileYield(const Expr *expr);
  void compileNamed(const NamedExpr *expr);
  void compileLiteral(const Expr *expr);
  void compileFString(const FStringExpr *expr);
  void compileCall(const CallExpr *expr);
  void compileSpreadCall(llvm::ArrayRef<Expr *> arguments,
                         llvm::ArrayRef<KeywordArgument> keywords);
  void compileSequence(llvm::ArrayRef<Expr *> elements);
  void compileKeywords(llvm::ArrayRef<KeywordArgument> keywords);
  void compileBool(const BoolExpr *expr);
  void compileCompare(const CompareExpr *expr);
  void compileConditional(const ConditionalExpr *expr);
  void compileElements(Expr::Kind kind, llvm::ArrayRef<Expr *> elements);
  void compileDict(const DictExpr *expr);
  void compileLambda(const LambdaExpr *expr);
  void compileComprehension(const ComprehensionExpr *expr);
  void compileClause(const ComprehensionExpr *expr, unsigned clause);
  void compileCondition(const Expr *expr, Label target, bool jumpsIf);

  Interpreter &in;
  const SyntaxTree &tree;
  DiagnosticSink &sink;
  Scopes scopes;
  Unit *unit = nullptr;
  bool annotationsAreTexts = false;
  bool isInsideFunction() const { return unit->scope->isFunction(); }
};

/// The text that a body begins with, or None.
Value getDocumentation(Interpreter &in, torchscript::Block body);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_COMPILER_H
