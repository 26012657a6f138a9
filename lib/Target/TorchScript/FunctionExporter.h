//===- FunctionExporter.h - Exports the body of one function ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over one function. Operations are visited in order; a value used
// once waits as text until its user takes it up, and becomes a variable when
// that would change the order in which things happen.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_FUNCTIONEXPORTER_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_FUNCTIONEXPORTER_H

#include "Names.h"

#include "TorchScript/Base/Types/FunctionSchema.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace torchscript {

/// How tightly the outermost operator of a text binds.
enum class Binding : unsigned {
  Conditional,
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,
  Power,
  Atom,
};

/// What TorchScript's inference would miss about the type of a text.
enum class Looseness {
  /// Nothing: the text has the type of the value.
  Exact,
  /// It has a subtype: fits wherever the type is stated or expected.
  Subtype,
  /// A list or dict display whose element type must be stated.
  Display,
};

/// An expression as text.
struct Text {
  std::string text;
  Binding binding = Binding::Atom;
  Looseness looseness = Looseness::Exact;
  /// The variables the text reads.
  llvm::SmallVector<mlir::Value, 2> slots;
};

/// The iteration a `ts.for` was written as.
struct LoopPattern {
  enum Kind { Counted, Range, Elements };
  Kind kind = Counted;
  /// The operation in the body that computes the element; null for Counted.
  mlir::Operation *element = nullptr;
  /// The operation that computes the number of turns; null for Counted.
  mlir::Operation *count = nullptr;
};

/// The text of a function, indented when it is a method; nothing after errors
/// were reported. Parameters and variables keep their names, unless the text
/// needs what those would hide.
std::optional<std::string> exportFunction(const ModuleNames &names,
                                          mlir::func::FuncOp function);

/// The value of a constant, default or attribute as an expression; nothing when
/// it has none.
std::optional<std::string> constantText(const ModuleNames &names,
                                        mlir::Attribute value);

/// The name of a dtype behind `torch.`; empty when the element type is no
/// dtype's.
llvm::StringRef spellElementType(mlir::Type type);

/// How an operator is called in an archive: `torch.add`, `ops.prim.min`.
std::string spellCallee(llvm::StringRef name);

/// Whether an operand is the constant the schema has as default.
bool isDefault(mlir::Value value, const Argument &formal);

/// `text` with its type stated.
std::string annotatedText(const ModuleNames &names, llvm::StringRef type,
                          llvm::StringRef text);

/// The member of an object, where its name may be no identifier.
std::string memberText(llvm::StringRef object, llvm::StringRef member);

/// Exports one function.
class FunctionExporter {
public:
  /// Names of the function are chosen from `locals`.
  FunctionExporter(const ModuleNames &names, mlir::func::FuncOp function,
                   NameScope locals)
      : names(names), function(function),
        method(names.lookupMethod(function.getSymName())),
        locals(std::move(locals)) {}

  /// The text of the function, indented when it is a method; nothing after
  /// errors were reported.
  std::optional<std::string> run();
  /// The name a parameter would have.
  static std::string parameterName(mlir::BlockArgument argument);

private:
  using Frame = llvm::DenseSet<mlir::Value>;

  struct Line {
    unsigned indent;
    std::string text;
  };

  /// What waits in one block.
  struct BlockScope {
    /// Values that wait for their only use, in the order of evaluation.
    llvm::SmallVector<mlir::Value> pending;
  };

  //===--- Values (Values.cpp) --------------------------------------------===//

  /// Reports that an operation cannot be written.
  void refuse(mlir::Operation *op, const llvm::Twine &what);
  std::string spell(mlir::Operation *op, mlir::Type type);
  /// Takes up operands, given in the order in which the text evaluates them.
  llvm::SmallVector<Text> take(llvm::ArrayRef<mlir::Value> operands);
  Text take(mlir::Value operand) { return take(llvm::ArrayRef(operand))[0]; }
  /// The operation that alone uses a value, not counting the elements of loops
  /// that are written in the header; null when there are several.
  static mlir::Operation *onlyUser(mlir::Value value);
  /// Hands the text of a result to its user, or to a variable.
  void define(mlir::Value result, Text text);
  /// Assigns everything that waits to variables.
  void flush();
  /// A fresh name: `_0`, `_1`, ...
  std::string temporary() {
    return locals.choose("_" + std::to_string(numTemporaries++));
  }
  void assignTemporary(mlir::Value value, const Text &text);
  /// Whether a value becomes that of a variable and nothing else.
  static bool isStored(mlir::Value value);
  /// The variable that is assigned when one of several results is made: that
  /// of the store behind the operation, or a temporary one.
  std::string target(mlir::Value result);
  /// Before a variable changes: keeps what was read from it and is needed yet.
  void protectReads(mlir::Value slot, mlir::Operation *by);
  void protectReadsIn(mlir::Operation *op);
  /// The text with its type stated where needed.
  std::string exact(mlir::Operation *op, const Text &text, mlir::Type type);
  /// `exact`, in parentheses when it binds looser than `least`.
  std::string operand(mlir::Operation *op, const Text &text, mlir::Type type,
                      Binding least);
  static std::string parenthesized(const Text &text, Binding least);
  static Text combine(std::string text, Binding binding,
                      llvm::ArrayRef<Text> parts);
  std::optional<Text> constant(mlir::Operation *op);
  void tensorLiteral(mlir::ts::TensorLiteralOp op);

  //===--- Expressions (Expressions.cpp) ----------------------------------===//

  /// False when the operation is no expression.
  bool expression(mlir::Operation *op);
  void cast(mlir::Operation *op);
  void narrow(mlir::Operation *op);
  void display(mlir::Operation *op);
  void isInstance(mlir::ts::IsInstanceOp op);
  void callFunction(mlir::Operation *op, llvm::StringRef callee,
                    llvm::StringRef prefix);
  /// The arguments of a call of `function` (null for one that is not known)
  /// behind the first `numLeft` parameters, those that have to be given by name
  /// with it.
  llvm::SmallVector<std::string>
  argumentTexts(mlir::Operation *op, mlir::func::FuncOp function,
                llvm::ArrayRef<Text> texts, llvm::ArrayRef<mlir::Value> values,
                unsigned numLeft, bool isForked);
  void remoteCall(mlir::ts::RpcOp op);
  void choice(mlir::ts::IfOp op);
  std::optional<Text> yieldedText(mlir::Block *block,
                                  std::vector<Line> &emitted);
  void uninitialized(mlir::ts::UninitializedOp op);
  /// Some value of a type; nothing when none can be written.
  std::optional<std::string> anyValue(mlir::Type type);

  //===--- Objects (Objects.cpp) ------------------------------------------===//

  /// The call of `__init__` that completes a new object; null for others.
  static mlir::func::CallOp constructorCall(mlir::ts::NewOp op);
  /// The new object that a call completes; null for other operations.
  static mlir::ts::NewOp constructedBy(mlir::Operation *call);
  /// Whether a use only completes the new object.
  static bool isConstruction(mlir::OpOperand &use);
  void callMethod(mlir::Operation *op, llvm::StringRef callee,
                  const MethodName &method, llvm::StringRef prefix);
  void getAttribute(mlir::ts::GetAttrOp op);
  void setAttribute(mlir::ts::SetAttrOp op);
  void callByName(mlir::ts::CallMethodOp op);
  void withStatement(mlir::ts::WithOp op);
  /// An argument of a call.
  std::string argumentText(mlir::Operation *op, const Text &text,
                           mlir::Type type, bool isForked);
  /// Hands over the text of a call with at most one result.
  void finishCall(mlir::Operation *op, const Text &text);

  //===--- Operators (Operators.cpp, OperatorCalls.cpp) -------------------===//

  void operatorCall(mlir::ts::OperatorOp op);
  bool loopHeader(mlir::ts::OperatorOp op, llvm::StringRef base);
  bool infix(mlir::ts::OperatorOp op, llvm::StringRef base);
  bool subscript(mlir::ts::OperatorOp op, llvm::StringRef base);
  bool containerAccess(mlir::ts::OperatorOp op);
  bool special(mlir::ts::OperatorOp op, llvm::StringRef base);
  void plainCall(mlir::ts::OperatorOp op, const FunctionSchema &schema);
  /// The callee's text up to the parenthesis; `isMethod` when the first operand
  /// stands in front of it.
  std::string calleeOf(mlir::ts::OperatorOp op, bool &isMethod);
  std::string argument(mlir::ts::OperatorOp op, const FunctionSchema &schema,
                       unsigned index, const Text &text);
  /// Hands over the text of all results.
  void finish(mlir::ts::OperatorOp op, const Text &text);

  //===--- Statements (Statements.cpp, Loops.cpp) -------------------------===//

  void line(const llvm::Twine &text) { lines.push_back({indent, text.str()}); }
  /// The signature, up to the body.
  void signature();
  void block(mlir::Block *block);
  void operation(mlir::Operation *op);
  void store(mlir::ts::StoreOp op);
  /// `variable = text`, with its type where that must be stated.
  void assign(mlir::Operation *op, mlir::Value slot, const Text &text);
  /// The name of a variable, with its type where a text alone would give it
  /// another one.
  std::string stated(mlir::Operation *op, llvm::StringRef name, mlir::Type type,
                     const Text &text);
  /// `not condition`.
  std::string negated(const Text &condition) const;
  void declare(mlir::Value slot) { frames.back().insert(slot); }
  bool isDeclaredOutside(mlir::Value slot) const;
  std::string slotName(mlir::Value slot);
  /// The statements of a block, one level deeper, with their own frame.
  Frame body(mlir::Block *block);
  void ifStatement(mlir::ts::IfOp op);
  void whileStatement(mlir::ts::WhileOp op);
  void forStatement(mlir::ts::ForOp op);
  static LoopPattern analyze(mlir::ts::ForOp op);
  /// The loop a count belongs to when it is written as part of the header.
  static mlir::ts::ForOp loopOfCount(mlir::Operation *op);
  void assertStatement(mlir::ts::AssertOp op);
  void raiseStatement(mlir::ts::RaiseOp op);
  void raiseInArchive(mlir::ts::RaiseOp op);
  void returnStatement(mlir::Operation *op);

  const ModuleNames &names;
  mlir::func::FuncOp function;
  /// What the function is in its class; null outside classes.
  const MethodName *method;
  NameScope locals;
  bool failed = false;
  unsigned numTemporaries = 0;
  unsigned indent = 0;
  std::vector<Line> lines;
  std::vector<Frame> frames;
  BlockScope *scope = nullptr;
  llvm::DenseMap<mlir::Value, Text> texts;
  llvm::DenseMap<mlir::Value, std::string> slotNames;
  /// Loads of each variable whose text is its name.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> reads;
  /// Operations that need nothing further.
  llvm::DenseSet<mlir::Operation *> done;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_FUNCTIONEXPORTER_H
