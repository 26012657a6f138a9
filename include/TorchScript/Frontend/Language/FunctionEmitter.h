//===- FunctionEmitter.h - Emits the body of one function ---- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over one function: statements, expressions, calls. Methods are
// grouped by syntactic category, one source file each.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_FUNCTIONEMITTER_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_FUNCTIONEMITTER_H

#include "TorchScript/Frontend/Language/Compilation.h"
#include "TorchScript/Frontend/Language/Environment.h"
#include "TorchScript/Frontend/Language/SourceRanges.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace torchscript {

struct CallArgument;
struct Conversion;
struct SchemaMatch;

/// One fact about a variable that holds where a condition is true or false.
struct Refinement {
  std::string name;
  const Type *type = nullptr;
};

/// What is known about variables where a condition holds, and where it does
/// not (section 12).
struct Refinements {
  llvm::SmallVector<Refinement, 1> whenTrue, whenFalse;

  /// Those of `not c`.
  Refinements negated() const { return {whenFalse, whenTrue}; }
  /// Those of `a and b`, `a or b`.
  static Refinements conjunction(const Refinements &a, const Refinements &b,
                                 TypeContext &types);
  static Refinements disjunction(const Refinements &a, const Refinements &b,
                                 TypeContext &types);
};

/// An evaluated condition.
struct Condition {
  mlir::Value value;
  Refinements refinements;
  /// Set when the condition is decided at compile time.
  std::optional<bool> known;

  explicit operator bool() const { return bool(value); }
};

/// The state of the block that is being filled.
struct BlockState {
  /// A `return` or `raise` ends every path through the block.
  bool exits = false;
  /// Holds the code behind a `break` or `continue`: checked, then dropped.
  std::unique_ptr<mlir::Region> dead;
  /// Where slots go while the body of a `with` is emitted: before it.
  mlir::Operation *slotAnchor = nullptr;
  BlockState *parent = nullptr;
};

/// Emits one function into the module of the compilation.
class FunctionEmitter {
public:
  FunctionEmitter(Compilation &unit, FunctionEntry &entry);
  ~FunctionEmitter();

  /// Emits the whole function; false after an error, which is in the entry.
  bool run();

  Compilation &getUnit() { return unit; }
  TypeContext &getTypes() { return unit.getTypes(); }
  mlir::OpBuilder &getBuilder() { return builder; }
  FunctionEntry &getEntry() { return entry; }

  //===--------------------------------------------------------------------===//
  // Diagnostics and locations
  //===--------------------------------------------------------------------===//

  /// Records the error that ends the compilation of the function; later ones
  /// are ignored. The reference is to the recorded error.
  Diagnostic &error(SourceRange range, const llvm::Twine &message);
  /// Records an error of a callee that this function called at `site`.
  void calleeError(SourceRange site, const FunctionEntry &callee);
  /// Likewise for something with its own failure, named `name`.
  void nestedError(SourceRange site, const Diagnostic &failure,
                   llvm::StringRef name);
  /// Gives up without a message: what is used here is wrong because of an error
  /// that was reported.
  void failSilently() { failed = true; }
  /// Adds a note to the last error that proposes the most similar of `names` to
  /// one that is not known.
  static void suggest(Diagnostic &diagnostic, llvm::StringRef unknown,
                      llvm::ArrayRef<std::string> names);
  /// Refuses a construct that is not supported yet.
  void notSupported(SourceRange range, const llvm::Twine &construct);
  bool hasFailed() const { return failed; }
  mlir::Location loc(SourceRange range);

  //===--------------------------------------------------------------------===//
  // Values (Values.cpp, Constants.cpp)
  //===--------------------------------------------------------------------===//

  template <typename T, typename... Args>
  T *make(Args &&...args) {
    return unit.make<T>(std::forward<Args>(args)...);
  }
  Meaning *makeValue(TypedValue value) { return make<ValueMeaning>(value); }
  /// Likewise; null for a null value.
  Meaning *wrapped(TypedValue value) {
    return value ? makeValue(value) : nullptr;
  }
  mlir::Type lower(const Type *type);

  TypedValue constantInt(SourceRange range, int64_t value);
  TypedValue constantFloat(SourceRange range, double value);
  TypedValue constantComplex(SourceRange range, double real, double imag);
  TypedValue constantBool(SourceRange range, bool value);
  TypedValue constantString(SourceRange range, llvm::StringRef value);
  TypedValue constantNone(SourceRange range);
  /// A constant of the given static type (its own one when null).
  TypedValue constant(SourceRange range, const Constant &value,
                      const Type *type = nullptr);
  /// The value of a constant int, bool or string operation.
  static std::optional<int64_t> asConstantInt(mlir::Value value);
  static std::optional<bool> asConstantBool(mlir::Value value);
  static std::optional<std::string> asConstantString(mlir::Value value);

  /// The value seen as one of a supertype.
  mlir::Value derefine(SourceRange range, TypedValue value, const Type *type);
  TypedValue derefined(SourceRange range, TypedValue value, const Type *type) {
    return TypedValue(derefine(range, value, type), type,
                      value.inferred && type->isTensor());
  }
  TypedValue uncheckedCast(SourceRange range, TypedValue value,
                           const Type *type);
  /// Implicit conversion towards a type (section 6.1); returns the value itself
  /// when there is none.
  TypedValue convert(SourceRange range, TypedValue value, const Type *type,
                     bool allowConversions);
  TypedValue applyConversion(SourceRange range, TypedValue value,
                             const Conversion &conversion);
  /// Whether the value is directly the literal `[]` without a hint.
  bool isEmptyListLiteral(TypedValue value) const;
  TypedValue makeTuple(SourceRange range, llvm::ArrayRef<TypedValue> elements,
                       const TupleType *type = nullptr);
  TypedValue makeList(SourceRange range, llvm::ArrayRef<TypedValue> elements,
                      const Type *elementType);
  TypedValue tupleElement(SourceRange range, TypedValue tuple, size_t index);
  /// `ts.op` with exactly these operands, one per formal of the schema.
  TypedValue emitOp(SourceRange range, llvm::StringRef name,
                    llvm::ArrayRef<TypedValue> operands, const Type *result);

  //===--------------------------------------------------------------------===//
  // Names (Names.cpp)
  //===--------------------------------------------------------------------===//

  Meaning *lookupName(SourceRange range, llvm::StringRef name);
  /// Lookup without an error.
  Meaning *tryLookupName(SourceRange range, llvm::StringRef name);
  TypedValue loadVariable(SourceRange range, const Binding &binding);
  /// Reports that an outer name would stand for what is no value.
  void cannotReassign(SourceRange range, llvm::StringRef name,
                      const Meaning &meaning);
  /// Reports that a value would stand for an outer name that is none.
  void cannotHide(SourceRange range, llvm::StringRef name,
                  const Meaning &meaning);
  /// Binds a name to a meaning, with the rules of TS-SCOPE-004.
  bool assignName(SourceRange range, llvm::StringRef name, Meaning *value,
                  const Type *annotation = nullptr);
  /// Binds a variable in the innermost frame and stores the value.
  void bindVariable(SourceRange range, llvm::StringRef name, TypedValue value,
                    const Type *type);
  mlir::Value makeSlot(SourceRange range, llvm::StringRef name,
                       const Type *type);

  //===--------------------------------------------------------------------===//
  // Statements (Statements.cpp, Assignments.cpp)
  //===--------------------------------------------------------------------===//

  bool emitStatements(Block statements);
  /// Goes on behind a statement with an error; uses of what it would have bound
  /// are not reported (Recovery.cpp).
  class Recovery;
  bool emitStatement(Stmt *statement);
  bool emitReturn(SourceRange range, Expr *value);
  bool emitRaise(const RaiseStmt *statement);
  /// Raises and ends the block.
  void emitRaise(SourceRange range, llvm::StringRef className,
                 TypedValue message);
  bool emitAssert(const AssertStmt *statement);
  bool emitDelete(const DeleteStmt *statement);
  bool emitExit(SourceRange range, bool isBreak);
  bool emitWith(const WithStmt *statement);
  bool emitWithItems(const WithStmt *statement, size_t index);

  bool emitAssign(const AssignStmt *statement);
  bool emitAnnAssign(const AnnAssignStmt *statement);
  bool emitAugAssign(const AugAssignStmt *statement);
  /// `type`, that of `current` when null, decides between operators in place
  /// and others.
  TypedValue emitAugmented(const AugAssignStmt *statement, TypedValue current,
                           const Type *type = nullptr);
  bool emitAugmentedSubscript(const AugAssignStmt *statement,
                              const SubscriptExpr *target);
  /// Assigns a meaning to any target; `statement` is what errors underline.
  bool assignTarget(Expr *target, Meaning *value, SourceRange valueRange,
                    SourceRange statement);
  bool assignTuple(const TupleExpr *target, Meaning *value,
                   SourceRange valueRange, SourceRange statement);
  bool assignSubscript(const SubscriptExpr *target, TypedValue value,
                       SourceRange valueRange, SourceRange statement);
  bool assignAttribute(const AttributeExpr *target, TypedValue value,
                       SourceRange statement);
  /// Checks the stars of a pattern; the number of starred targets.
  std::optional<unsigned> checkPattern(llvm::ArrayRef<Expr *> targets,
                                       SourceRange range);

  //===--------------------------------------------------------------------===//
  // Control flow (ControlFlow.cpp, Loops.cpp, Conditions.cpp)
  //===--------------------------------------------------------------------===//

  bool emitIf(const IfStmt *statement);
  bool emitWhile(const WhileStmt *statement);
  bool emitFor(const ForStmt *statement);
  /// Iterates over a meaning: unrolled or as a `ts.for`. `body` is called with
  /// the element.
  bool emitForOver(SourceRange range, Meaning *iterable,
                   llvm::function_ref<bool(Meaning *element)> body);

  Condition emitCondition(Expr *expr);
  Condition emitIsNone(SourceRange range, Expr *lhs, Expr *rhs, bool negated);
  Condition emitIsInstance(SourceRange range, Expr *object, Expr *types);
  Condition emitHasAttr(SourceRange range, Expr *object, Expr *name);
  Condition emitBoolOperation(const BoolExpr *expr, size_t count);
  Condition emitCompareCondition(const CompareExpr *expr, size_t count);
  /// `lhs and rhs` or `lhs or rhs`.
  Condition emitShortCircuit(SourceRange range, BoolOperator op,
                             llvm::function_ref<Condition()> lhs,
                             llvm::function_ref<Condition()> rhs);
  mlir::Value toBool(SourceRange range, TypedValue value);
  void refine(SourceRange range, llvm::ArrayRef<Refinement> refinements);
  /// A value chosen by a condition; both arms have their own frame.
  TypedValue emitChoice(SourceRange range, const Condition &condition,
                        llvm::function_ref<TypedValue()> thenValue,
                        llvm::function_ref<TypedValue()> elseValue);

  /// Opens a block for statements, with its own frame.
  void enterBlock(mlir::Block *block);
  /// Closes it; adds a `ts.yield` where no exit stands. Hands over the frame.
  std::unique_ptr<Frame> leaveBlock(SourceRange range, bool *exits = nullptr);

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Operators.cpp, Displays.cpp, ...)
  //===--------------------------------------------------------------------===//

  TypedValue emitExpr(Expr *expr, const Type *hint = nullptr);
  Meaning *emitMeaning(Expr *expr, const Type *hint = nullptr);
  TypedValue emitUnary(const UnaryExpr *expr);
  TypedValue emitBinary(const BinaryExpr *expr);
  TypedValue emitBinaryOperator(SourceRange range, BinaryOperator op,
                                SourceRange lhsRange, TypedValue lhs,
                                SourceRange rhsRange, TypedValue rhs);
  TypedValue emitComparison(SourceRange range, CompareOperator op,
                            SourceRange lhsRange, TypedValue lhs,
                            SourceRange rhsRange, TypedValue rhs);
  TypedValue emitConditional(const ConditionalExpr *expr, const Type *hint);
  TypedValue emitFString(const FStringExpr *expr);
  TypedValue emitListDisplay(const ListExpr *expr, const Type *hint);
  TypedValue emitTupleDisplay(SourceRange range,
                              llvm::ArrayRef<Expr *> elements,
                              const Type *hint);
  TypedValue emitDictDisplay(const DictExpr *expr, const Type *hint);
  /// A list of evaluated elements, with the rules of literals.
  TypedValue listOf(SourceRange range, llvm::ArrayRef<TypedValue> elements,
                    const Type *hint);
  TypedValue dictOf(SourceRange range, llvm::ArrayRef<TypedValue> keys,
                    llvm::ArrayRef<TypedValue> values, const Type *hint,
                    llvm::ArrayRef<SourceRange> keyRanges = {});
  TypedValue emitListComprehension(const ComprehensionExpr *expr,
                                   const Type *hint);
  TypedValue emitDictComprehension(const ComprehensionExpr *expr,
                                   const Type *hint);
  /// The loop of a comprehension; `body` is called with the targets bound.
  bool emitComprehensionLoop(const ComprehensionExpr *expr,
                             llvm::function_ref<bool()> body);
  /// Evaluates expressions, splicing starred tuples.
  bool emitElements(llvm::ArrayRef<Expr *> exprs,
                    llvm::SmallVectorImpl<TypedValue> &values,
                    const Type *elementHint = nullptr);

  //===--------------------------------------------------------------------===//
  // Calls (Calls.cpp, SpecialForms.cpp)
  //===--------------------------------------------------------------------===//

  Meaning *emitCall(const CallExpr *expr, const Type *hint);
  bool emitArguments(const CallExpr *expr, ActualArguments &arguments);
  /// An argument in the form the matcher takes.
  CallArgument describeArgument(const ActualArgument &argument,
                                bool isKeyword) const;
  void bindOperands(const CallSite &site, const SchemaMatch &match,
                    const ActualArguments &arguments,
                    const ActualArgument *self,
                    llvm::SmallVectorImpl<TypedValue> &operands);
  TypedValue inlineBuiltin(SourceRange range, const FunctionSchema &schema,
                           llvm::StringRef body,
                           llvm::ArrayRef<TypedValue> operands);
  Meaning *emitSpecialForm(const SpecialFormMeaning *form, const CallExpr *expr,
                           const Type *hint);
  Meaning *emitPrint(const CallExpr *call);
  Meaning *emitRange(const CallExpr *call);
  Meaning *emitZip(const CallExpr *call);
  Meaning *emitEnumerate(const CallExpr *call);
  Meaning *makeIterableTree(SourceRange range,
                            llvm::ArrayRef<Meaning *> children);
  Meaning *emitListCall(const CallExpr *call, const Type *hint);
  Meaning *emitDictCall(const CallExpr *call, const Type *hint);
  TypedValue dictFromPairs(SourceRange range, Meaning *meaning,
                           const Type *hint);
  Meaning *emitGetAttr(const CallExpr *call);
  Meaning *emitAnnotate(const CallExpr *call);
  Meaning *emitToList(const SpecialFormMeaning *form, const CallExpr *call,
                      const Type *hint);
  Meaning *emitFork(const CallExpr *call);
  /// `rpc_sync`, `rpc_async` and `remote` (RemoteCalls.cpp).
  Meaning *emitRemoteCall(SpecialForm form, const CallExpr *call);
  /// The function an archive defines for a task (Fork.cpp).
  bool emitTaskDefinition(const FunctionDef *function);
  /// A fork of what is no function: the future of its call.
  Meaning *emitForkedCall(SourceRange range, Meaning *callee,
                          const ActualArguments &arguments);
  Meaning *emitWait(SourceRange range, TypedValue future);
  Meaning *emitAssertCall(const CallExpr *call);
  Meaning *emitWarn(const CallExpr *call);
  /// Resolves the overloads of an operator and emits it.
  TypedValue callOperator(const CallSite &site, llvm::StringRef name,
                          const ActualArguments &arguments,
                          const ActualArgument *self = nullptr);
  /// Likewise with positional arguments only.
  TypedValue callOperator(SourceRange range, llvm::StringRef name,
                          llvm::ArrayRef<TypedValue> arguments);
  /// An operator or, when the first argument is an object, its method.
  TypedValue callMagic(SourceRange range, llvm::StringRef magic,
                       llvm::StringRef op, llvm::ArrayRef<ActualArgument> args);
  /// Calls a compiled function or method.
  TypedValue callFunction(const CallSite &site, FunctionEntry &callee,
                          const ActualArguments &arguments);
  /// The position of the signature that takes the arguments; nothing after an
  /// error, which lists them.
  std::optional<size_t>
  chooseOverload(const CallSite &site,
                 llvm::ArrayRef<const FunctionSchema *> schemas,
                 const ActualArguments &arguments);
  /// Matches the arguments against one signature; false after an error.
  /// `callee`, when given, is where a note points.
  bool bindArguments(const CallSite &site, const FunctionSchema &schema,
                     const ActualArguments &arguments,
                     llvm::SmallVectorImpl<TypedValue> &operands,
                     const FunctionDef *callee = nullptr);

  //===--------------------------------------------------------------------===//
  // Subscripts (Subscripts.cpp, TensorIndexing.cpp)
  //===--------------------------------------------------------------------===//

  Meaning *emitSubscript(const SubscriptExpr *expr, const Type *hint);
  /// `modules[index]` with an index known only at run time; the result is seen
  /// through an interface.
  Meaning *indexContainer(SourceRange range, TypedValue container,
                          TypedValue index, const InterfaceType *type);
  bool emitSliceBounds(const SliceExpr *slice, TypedValue (&bounds)[3]);
  Meaning *sliceStaticTuple(SourceRange range,
                            llvm::ArrayRef<Meaning *> elements,
                            llvm::ArrayRef<TypedValue> bounds);
  /// The positions that constant bounds (start, stop, step) select.
  bool slicePositions(SourceRange range, int64_t size,
                      llvm::ArrayRef<TypedValue> bounds,
                      llvm::SmallVectorImpl<int64_t> &positions);
  TypedValue emitSlice(SourceRange range, TypedValue value, TypedValue start,
                       TypedValue stop, TypedValue step);
  TypedValue emitTupleSlice(SourceRange range, TypedValue tuple,
                            TypedValue start, TypedValue stop, TypedValue step);
  /// `tensor[indices]`: the view by ints and slices, then the index tensors.
  bool emitTensorIndices(SourceRange range, TypedValue tensor,
                         llvm::ArrayRef<Expr *> indices, TypedValue &view,
                         llvm::SmallVectorImpl<TypedValue> &indexTensors,
                         llvm::ArrayRef<TypedValue> evaluated = {});
  /// `tensor[indices]`, the items perhaps evaluated already.
  TypedValue indexTensor(SourceRange range, TypedValue tensor,
                         llvm::ArrayRef<Expr *> indices,
                         llvm::ArrayRef<TypedValue> evaluated);
  TypedValue emitTensorSubscript(SourceRange range, TypedValue tensor,
                                 llvm::ArrayRef<Expr *> indices);
  bool assignTensor(SourceRange range, SourceRange target, TypedValue tensor,
                    llvm::ArrayRef<Expr *> indices, TypedValue value,
                    SourceRange valueRange);
  TypedValue convertToTensor(SourceRange range, TypedValue value,
                             TypedValue like);

  //===--------------------------------------------------------------------===//
  // Attributes, iterables, types
  //===--------------------------------------------------------------------===//

  Meaning *emitAttribute(const AttributeExpr *expr);
  /// What a callee stands for when that can be told without emitting anything:
  /// names and attributes of Python modules. Null otherwise.
  Meaning *peekCallee(Expr *expr);
  /// In `__init__`, the first assignment of an attribute declares it. False
  /// after an error.
  bool declareAttribute(SourceRange range, const ClassType *type,
                        TypedValue object, llvm::StringRef name,
                        TypedValue value);
  /// The type an annotation stands for; null after an error.
  const Type *parseType(Expr *expr);

  Environment &getEnvironment() { return env; }

private:
  class BranchJoin;
  void undefinedName(SourceRange range, llvm::StringRef name);

  Compilation &unit;
  FunctionEntry &entry;
  mlir::OpBuilder builder;
  Environment env;
  BlockState *block = nullptr;
  /// What a `break` or `continue` here belongs to.
  enum class LoopKind { None, Loop, Unrolled } loop = LoopKind::None;
  /// Values of `[]` without a hint, which fit every list.
  llvm::DenseSet<mlir::Value> emptyListLiterals;
  /// Code behind breaks, dropped when the function is done.
  std::vector<std::unique_ptr<mlir::Region>> retired;
  /// When set, operations get this place: the body of a builtin function.
  SourceRange inlinedAt;
  Diagnostic ignored;
  /// The type of the returns so far, when the result is not annotated.
  const Type *returnType = nullptr;
  /// Whether that is the type of an unannotated parameter.
  bool returnInferred = false;
  /// Where it was determined.
  SourceRange previousReturn;
  bool failed = false;
};

/// The operator of a binary operator: `aten::add`.
llvm::StringRef getOperatorName(BinaryOperator op);

/// Resolves annotations outside a function body: signatures, class attributes.
/// Null after an error, which `report` has received.
const Type *
resolveType(Compilation &unit, Scope &scope, Expr *expr,
            llvm::function_ref<void(SourceRange, const llvm::Twine &)> report);

/// The value a host expression has when the function is defined (defaults);
/// nothing when it is not understood.
std::optional<Constant> evaluateConstant(Compilation &unit, Scope &scope,
                                         Expr *expr);
/// A function without parameters that computes what a call of the host gave
/// (a tensor as default); null when the call is not understood.
FunctionEntry *makeHostFunction(Compilation &unit, Scope &scope,
                                llvm::StringRef name, Expr *expr);
/// What a dotted name of the host stands for; null when it is none.
Meaning *evaluateStatic(Compilation &unit, Scope &scope, Expr *expr);

/// Whether a call is `torch._check` or `torch._check_is_size`, whose message is a
/// function without parameters.
bool isCheck(const Expr *callee);

/// Whether this is `*args` or `**kwargs`.
bool isVariadic(const Parameter &parameter);

/// Reports the first construct of the function that TorchScript's own parser
/// refuses, whether or not the code is reachable (TS-MSG-004). True when there
/// is none. Archives define functions for their tasks; `acceptsPython` as in
/// Compilation.
bool checkSyntax(
    const FunctionDef *function, bool isInit, bool isArchive,
    bool acceptsPython,
    llvm::function_ref<void(SourceRange, const llvm::Twine &)> report);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_FUNCTIONEMITTER_H
