//===- ControlFlowOperators.cpp - torch.cond and its like -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlowOperators.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

namespace {
/// A function whose text stands inside of another function.
class LocalFunctionMeaning : public OpaqueMeaning {
public:
  LocalFunctionMeaning(llvm::StringRef name, const ParameterList *parameters,
                       Block body, Expr *value)
      : OpaqueMeaning("function", Messages()), name(name),
        parameters(parameters), body(body), value(value) {}
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

private:
  bool bind(FunctionEmitter &emitter, const CallSite &site,
            const ActualArguments &arguments);

  const std::string name;
  const ParameterList *const parameters;
  /// Without the return at its end.
  const Block body;
  /// What is returned; null for None.
  Expr *const value;
};
} // namespace

bool LocalFunctionMeaning::bind(FunctionEmitter &emitter, const CallSite &site,
                                const ActualArguments &arguments) {
  llvm::ArrayRef<Parameter> formals = parameters->parameters;
  if (arguments.positional.size() > formals.size() ||
      !arguments.keywords.empty()) {
    emitter.error(site.call, name + "() takes " + llvm::Twine(formals.size()) +
                                 " positional arguments but " +
                                 llvm::Twine(arguments.positional.size()) +
                                 " were given");
    return false;
  }
  for (auto [i, formal] : llvm::enumerate(formals)) {
    TypedValue given;
    if (i < arguments.positional.size())
      given = arguments.positional[i].value;
    else if (formal.defaultValue)
      given = emitter.emitExpr(formal.defaultValue);
    else
      emitter.error(site.call, name + "() missing 1 required positional "
                                      "argument: '" +
                                   formal.name + "'");
    if (!given)
      return false;
    mlir::Value slot = emitter.makeSlot(formal.range, formal.name, given.type);
    emitter.getBuilder().create<ts::StoreOp>(emitter.loc(site.call),
                                             given.value, slot);
    Binding binding;
    binding.own = {slot, given.type};
    binding.place = formal.range;
    binding.inferred = given.inferred;
    emitter.getEnvironment().bind(formal.name, std::move(binding));
  }
  return true;
}

Meaning *LocalFunctionMeaning::call(FunctionEmitter &emitter,
                                    const CallSite &site,
                                    const ActualArguments &arguments) {
  Environment &env = emitter.getEnvironment();
  env.push();
  env.current().hidesOuter = true;
  auto leave = llvm::make_scope_exit([&] { env.pop(); });
  if (!bind(emitter, site, arguments) || !emitter.emitStatements(body))
    return nullptr;
  if (!value)
    return emitter.makeValue(emitter.constantNone(site.call));
  return emitter.wrapped(emitter.emitExpr(value));
}

//===----------------------------------------------------------------------===//
// Functions as operands
//===----------------------------------------------------------------------===//

/// The first return of a block; null when there is none.
static const Stmt *findReturn(Block block) {
  for (const Stmt *statement : block) {
    const Stmt *found = nullptr;
    if (llvm::isa<ReturnStmt>(statement))
      return statement;
    if (auto *branch = llvm::dyn_cast<IfStmt>(statement)) {
      found = findReturn(branch->body);
      found = found ? found : findReturn(branch->orelse);
    } else if (auto *loop = llvm::dyn_cast<ForStmt>(statement)) {
      found = findReturn(loop->body);
    } else if (auto *loop = llvm::dyn_cast<WhileStmt>(statement)) {
      found = findReturn(loop->body);
    } else if (auto *with = llvm::dyn_cast<WithStmt>(statement)) {
      found = findReturn(with->body);
    }
    if (found)
      return found;
  }
  return nullptr;
}

Meaning *torchscript::makeLocalFunction(FunctionEmitter &emitter,
                                        const FunctionDef *function) {
  Block body = function->body;
  auto *last = llvm::dyn_cast<ReturnStmt>(body.back());
  if (last)
    body = body.drop_back();
  if (const Stmt *inner = findReturn(body))
    emitter.notSupported(inner->getRange(), "a return that is not at the end "
                                            "of a function inside of another");
  return emitter.getUnit().make<LocalFunctionMeaning>(
      function->name, function->parameters, body, last ? last->value : nullptr);
}

Meaning *torchscript::makeLambda(FunctionEmitter &emitter,
                                 const LambdaExpr *lambda) {
  return emitter.getUnit().make<LocalFunctionMeaning>(
      "<lambda>", lambda->parameters, Block(), lambda->body);
}

namespace {
/// The arguments of a call by the names of the operator.
class OperatorCall {
public:
  OperatorCall(FunctionEmitter &emitter, const CallExpr *call,
               std::initializer_list<llvm::StringRef> names)
      : emitter(emitter), call(call), names(names) {}

  /// The expression of a parameter; null when it is not given.
  Expr *find(llvm::StringRef name) const {
    size_t index = size_t(llvm::find(names, name) - names.begin());
    if (index < call->arguments.size())
      return call->arguments[index];
    for (const KeywordArgument &keyword : call->keywords)
      if (keyword.name == name)
        return keyword.value;
    return nullptr;
  }
  /// A function; null after an error.
  Meaning *getFunction(llvm::StringRef name) {
    Expr *expr = find(name);
    if (!expr) {
      emitter.error(rangeOf(call), "missing argument '" + name + "'");
      return nullptr;
    }
    return emitter.emitMeaning(expr);
  }
  /// The values of a list or tuple of operands; false after an error.
  bool getOperands(llvm::StringRef name, ActualArguments &operands);

private:
  FunctionEmitter &emitter;
  const CallExpr *call;
  const std::vector<llvm::StringRef> names;
};
} // namespace

bool OperatorCall::getOperands(llvm::StringRef name,
                               ActualArguments &operands) {
  Expr *expr = find(name);
  if (!expr)
    return true;
  llvm::SmallVector<TypedValue> values;
  SourceRange range = rangeOf(expr);
  if (auto *list = llvm::dyn_cast<ListExpr>(expr)) {
    if (!emitter.emitElements(list->elements, values))
      return false;
  } else if (auto *tuple = llvm::dyn_cast<TupleExpr>(expr)) {
    if (!emitter.emitElements(tuple->elements, values))
      return false;
  } else {
    TypedValue whole = emitter.emitExpr(expr);
    if (!whole)
      return false;
    auto *type = llvm::dyn_cast<TupleType>(whole.type);
    if (!type) {
      emitter.error(range, "Expect operands to be a tuple of possibly nested "
                           "dict/list/tuple that only consists of tensor "
                           "leaves, but got " +
                               whole.spelling() + ".");
      return false;
    }
    for (size_t i = 0; i < type->getElements().size(); ++i)
      values.push_back(emitter.tupleElement(range, whole, i));
  }
  for (TypedValue value : values)
    operands.positional.push_back({"", range, value});
  return true;
}

/// Says of which operator an operation is.
static void mark(mlir::Operation *op, llvm::StringRef name) {
  op->setAttr("ts.control_flow", mlir::StringAttr::get(op->getContext(), name));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// `cond(pred, true_fn, false_fn, operands)`: a `ts.if`.
static Meaning *emitCond(FunctionEmitter &emitter, const CallExpr *call) {
  SourceRange range = rangeOf(call);
  OperatorCall operands(emitter, call,
                        {"pred", "true_fn", "false_fn", "operands"});
  Expr *predicate = operands.find("pred");
  if (!predicate) {
    emitter.error(range, "missing argument 'pred'");
    return nullptr;
  }
  Condition condition = emitter.emitCondition(predicate);
  if (!condition)
    return nullptr;
  Meaning *branches[2] = {operands.getFunction("true_fn"), nullptr};
  branches[1] = branches[0] ? operands.getFunction("false_fn") : nullptr;
  ActualArguments arguments;
  if (!branches[1] || !operands.getOperands("operands", arguments))
    return nullptr;
  auto run = [&](Meaning *branch) {
    Meaning *result = branch->call(emitter, {range, range}, arguments);
    return result ? result->asValue(emitter, range) : TypedValue();
  };
  // A condition that is known selects a branch.
  if (condition.known)
    return emitter.wrapped(run(branches[*condition.known ? 0 : 1]));
  TypedValue chosen = emitter.emitChoice(
      range, condition, [&] { return run(branches[0]); },
      [&] { return run(branches[1]); });
  if (!chosen)
    return nullptr;
  if (auto branch = chosen.value.getDefiningOp<ts::IfOp>())
    mark(branch, "cond");
  const auto *tuple = llvm::dyn_cast<TupleType>(chosen.type);
  if (!tuple)
    return emitter.makeValue(chosen);
  // Results are values of their own, not a tuple.
  llvm::SmallVector<TypedValue> elements;
  for (size_t i = 0; i < tuple->getElements().size(); ++i)
    elements.push_back(emitter.tupleElement(range, chosen, i));
  return emitter.makeValue(emitter.makeTuple(range, elements, tuple));
}

/// `while_loop(cond_fn, body_fn, carried)`: a `ts.while`.
static Meaning *emitWhileLoop(FunctionEmitter &emitter,
                              const CallExpr *call) {
  SourceRange range = rangeOf(call);
  OperatorCall operands(emitter, call,
                        {"cond_fn", "body_fn", "carried_inputs"});
  Meaning *test = operands.getFunction("cond_fn");
  Meaning *body = test ? operands.getFunction("body_fn") : nullptr;
  ActualArguments carried;
  if (!body || !operands.getOperands("carried_inputs", carried))
    return nullptr;
  mlir::OpBuilder &builder = emitter.getBuilder();
  mlir::Location loc = emitter.loc(range);
  llvm::SmallVector<mlir::Value> inits;
  for (const ActualArgument &value : carried.positional)
    inits.push_back(value.value.value);
  auto loop = builder.create<ts::WhileOp>(loc, inits);
  mark(loop, "while_loop");
  // Runs a function on the arguments of a block.
  auto run = [&](Meaning *function, mlir::Block *block) {
    if (!block->empty())
      block->clear();
    builder.setInsertionPointToStart(block);
    ActualArguments arguments = carried;
    for (auto [argument, value] :
         llvm::zip_equal(arguments.positional, block->getArguments()))
      argument.value.value = value;
    Meaning *result = function->call(emitter, {range, range}, arguments);
    return result ? result->asValue(emitter, range) : TypedValue();
  };
  TypedValue result;
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    TypedValue holds = run(test, loop.getConditionBlock());
    mlir::Value value = holds ? emitter.toBool(range, holds) : mlir::Value();
    if (!value)
      return nullptr;
    builder.create<ts::ConditionOp>(
        loc, value, loop.getConditionBlock()->getArguments());
    result = run(body, loop.getBodyBlock());
    if (!result)
      return nullptr;
    auto *tuple = llvm::dyn_cast<TupleType>(result.type);
    llvm::SmallVector<mlir::Value> next;
    for (size_t i = 0; tuple && i < tuple->getElements().size(); ++i)
      next.push_back(emitter.tupleElement(range, result, i).value);
    if (!tuple)
      next.push_back(result.value);
    if (!llvm::equal(mlir::ValueRange(next).getTypes(),
                     mlir::ValueRange(inits).getTypes())) {
      emitter.error(range, "body_fn should return the same number and kinds "
                           "of values as carried_inputs, but returns " +
                               result.spelling());
      return nullptr;
    }
    builder.create<ts::YieldOp>(loc, next);
  }
  llvm::SmallVector<TypedValue> elements;
  for (auto [argument, value] :
       llvm::zip_equal(carried.positional, loop.getResults()))
    elements.push_back({value, argument.value.type});
  return emitter.makeValue(emitter.makeTuple(range, elements));
}

/// `map(f, xs, *args)`: the results for the slices of `xs`, stacked.
static Meaning *emitMap(FunctionEmitter &emitter, const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (call->arguments.size() < 2 || !call->keywords.empty()) {
    emitter.error(range, "map expects a function and a tensor, and further "
                         "arguments by position");
    return nullptr;
  }
  Meaning *function = emitter.emitMeaning(call->arguments[0]);
  TypedValue xs = function ? emitter.emitExpr(call->arguments[1]) : TypedValue();
  if (!xs)
    return nullptr;
  if (!xs.type->isTensor()) {
    emitter.notSupported(range, "map over anything but a tensor");
    return nullptr;
  }
  ActualArguments arguments;
  arguments.positional.push_back({"", range, {}});
  for (Expr *argument : call->arguments.drop_front(2)) {
    TypedValue value = emitter.emitExpr(argument);
    if (!value)
      return nullptr;
    arguments.positional.push_back({"", rangeOf(argument), value});
  }
  TypedValue zero = emitter.constantInt(range, 0);
  TypedValue count = emitter.callOperator(range, "aten::size", {xs, zero});
  TypedValue list = emitter.makeList(range, {}, TypeContext::getTensor());
  if (!count || !list)
    return nullptr;
  Meaning *indices = emitter.getUnit().make<RangeMeaning>(
      zero, count, emitter.constantInt(range, 1), /*onlyEnd=*/true,
      std::nullopt);
  bool isFine = emitter.emitForOver(range, indices, [&](Meaning *index) {
    TypedValue i = index->asValue(emitter, range);
    if (!i)
      return false;
    arguments.positional[0].value =
        emitter.callOperator(range, "aten::select", {xs, zero, i});
    Meaning *result = function->call(emitter, {range, range}, arguments);
    TypedValue value = result ? result->asValue(emitter, range) : TypedValue();
    if (!value)
      return false;
    if (!value.type->isTensor()) {
      emitter.notSupported(range, "map of a function that gives anything but "
                                  "a tensor");
      return false;
    }
    return bool(
        emitter.emitOp(range, "aten::append.t", {list, value}, list.type));
  });
  return isFine ? emitter.wrapped(
                      emitter.callOperator(range, "aten::stack", {list, zero}))
                : nullptr;
}

/// What a call of a member is emitted by.
static ControlFlowEmitter findEmitter(llvm::StringRef name) {
  return llvm::StringSwitch<ControlFlowEmitter>(name)
      .Case("cond", emitCond)
      .Case("while_loop", emitWhileLoop)
      .Case("map", emitMap)
      .Default(nullptr);
}

static constexpr llvm::StringLiteral kDescription = "operator of control flow ";

Meaning *torchscript::makeControlFlowOperator(Compilation &unit,
                                              llvm::StringRef name) {
  if (!findEmitter(name))
    return nullptr;
  return unit.make<OpaqueMeaning>((kDescription + name).str(),
                                  OpaqueMeaning::Messages());
}

ControlFlowEmitter torchscript::findControlFlow(const OpaqueMeaning &callee) {
  std::string description = callee.describe();
  llvm::StringRef name = description;
  return name.consume_front(kDescription) ? findEmitter(name) : nullptr;
}
