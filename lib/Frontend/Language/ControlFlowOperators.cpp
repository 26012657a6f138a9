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
  auto count = [](TypedValue value) {
    auto *tuple = llvm::dyn_cast<TupleType>(value.type);
    return tuple ? tuple->getElements().size() : 1;
  };
  size_t numResults = 0;
  auto runFirst = [&] {
    TypedValue result = run(branches[0]);
    numResults = result ? count(result) : 0;
    return result;
  };
  auto runSecond = [&] {
    TypedValue result = run(branches[1]);
    if (!result || !numResults || count(result) == numResults)
      return result;
    emitter.error(range, "Expected to return same number of outputs but got:\n"
                         "  true branch returns " +
                             std::to_string(numResults) +
                             " item(s)\n  false branch returns " +
                             std::to_string(count(result)) + " item(s)");
    return TypedValue();
  };
  TypedValue chosen = emitter.emitChoice(range, condition, runFirst, runSecond);
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

//===----------------------------------------------------------------------===//
// Slices of tensors
//===----------------------------------------------------------------------===//

/// A tensor, or tensors in tuples; lists that are written out are tuples.
static TypedValue emitTree(FunctionEmitter &emitter, Expr *expr) {
  llvm::ArrayRef<Expr *> parts;
  if (auto *list = llvm::dyn_cast<ListExpr>(expr))
    parts = list->elements;
  else if (auto *tuple = llvm::dyn_cast<TupleExpr>(expr))
    parts = tuple->elements;
  else
    return emitter.emitExpr(expr);
  llvm::SmallVector<TypedValue> elements;
  for (Expr *part : parts) {
    elements.push_back(emitTree(emitter, part));
    if (!elements.back())
      return {};
  }
  return emitter.makeTuple(rangeOf(expr), elements);
}

/// Appends the tensors of a tree; false, and an error, when something else is
/// in it. `what` is for the error.
static bool flattenTree(FunctionEmitter &emitter, SourceRange range,
                        TypedValue tree, llvm::StringRef what,
                        llvm::SmallVectorImpl<TypedValue> &leaves) {
  if (auto *tuple = llvm::dyn_cast<TupleType>(tree.type)) {
    for (size_t i = 0; i < tuple->getElements().size(); ++i)
      if (!flattenTree(emitter, range, emitter.tupleElement(range, tree, i),
                       what, leaves))
        return false;
    return true;
  }
  if (!tree.type->isTensor()) {
    emitter.error(range, what + " should be a tensor or tensors in tuples, but "
                                "it has " +
                             tree.spelling());
    return false;
  }
  leaves.push_back(tree);
  return true;
}

/// The tree of a type with other leaves, which are taken from the front.
static TypedValue rebuildTree(FunctionEmitter &emitter, SourceRange range,
                              const Type *type,
                              llvm::ArrayRef<TypedValue> &leaves) {
  auto *tuple = llvm::dyn_cast<TupleType>(type);
  if (!tuple) {
    TypedValue leaf = leaves.front();
    leaves = leaves.drop_front();
    return leaf;
  }
  llvm::SmallVector<TypedValue> elements;
  for (const Type *element : tuple->getElements())
    elements.push_back(rebuildTree(emitter, range, element, leaves));
  return emitter.makeTuple(range, elements);
}

namespace {
/// A loop over the slices of tensors along their first dimension.
class SliceLoop {
public:
  SliceLoop(FunctionEmitter &emitter, SourceRange range)
      : emitter(emitter), range(range) {}

  /// Emits the loop; false after an error. `carry` is null for `map`.
  bool emit(Meaning *function, TypedValue carry, TypedValue xs,
            llvm::ArrayRef<ActualArgument> others);
  /// What is carried behind the loop, and what was gathered.
  TypedValue carried, stacked;

private:
  bool emitTurn(ts::ForOp loop, Meaning *function, TypedValue carry,
                TypedValue xs, llvm::ArrayRef<ActualArgument> others);
  bool gather(ts::ForOp loop, llvm::ArrayRef<TypedValue> values);

  FunctionEmitter &emitter;
  const SourceRange range;
  llvm::SmallVector<TypedValue> inits, inputs, lists;
  /// What a turn gives.
  const Type *result = nullptr;
};
} // namespace

bool SliceLoop::gather(ts::ForOp loop, llvm::ArrayRef<TypedValue> values) {
  mlir::OpBuilder &builder = emitter.getBuilder();
  for (TypedValue value : values) {
    TypedValue list;
    {
      mlir::OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(loop);
      list = emitter.makeList(range, {}, TypeContext::getTensor());
    }
    lists.push_back(list);
    if (!list ||
        !emitter.emitOp(range, "aten::append.t", {list, value}, list.type))
      return false;
  }
  return true;
}

bool SliceLoop::emitTurn(ts::ForOp loop, Meaning *function, TypedValue carry,
                         TypedValue xs,
                         llvm::ArrayRef<ActualArgument> others) {
  llvm::SmallVector<TypedValue> carries, slices, next, gathered;
  for (auto [init, argument] :
       llvm::zip_equal(inits, loop.getRegionIterArgs()))
    carries.push_back({argument, init.type});
  TypedValue turn{loop.getInductionVar(), TypeContext::getInt()};
  for (TypedValue input : inputs)
    slices.push_back(emitter.callOperator(
        range, "aten::select", {input, emitter.constantInt(range, 0), turn}));
  ActualArguments arguments;
  llvm::ArrayRef<TypedValue> leaves = carries;
  if (carry)
    arguments.positional.push_back(
        {"", range, rebuildTree(emitter, range, carry.type, leaves)});
  leaves = slices;
  arguments.positional.push_back(
      {"", range, rebuildTree(emitter, range, xs.type, leaves)});
  llvm::append_range(arguments.positional, others);
  Meaning *called = function->call(emitter, {range, range}, arguments);
  TypedValue made = called ? called->asValue(emitter, range) : TypedValue();
  if (!made)
    return false;
  TypedValue output = made;
  if (carry) {
    auto *pair = llvm::dyn_cast<TupleType>(made.type);
    if (!pair || pair->getElements().size() != 2) {
      emitter.error(range, "combine_fn should return a pair of the next carry "
                           "and an output, but returns " +
                               made.spelling());
      return false;
    }
    TypedValue following = emitter.tupleElement(range, made, 0);
    if (!flattenTree(emitter, range, following, "the carry of combine_fn",
                     next))
      return false;
    if (next.size() != inits.size()) {
      emitter.error(range, "combine_fn should return a carry like init, " +
                               carry.spelling() + ", but returns " +
                               following.spelling());
      return false;
    }
    output = emitter.tupleElement(range, made, 1);
  }
  result = output.type;
  if (!flattenTree(emitter, range, output, "the result of the function",
                   gathered) ||
      !gather(loop, gathered))
    return false;
  llvm::SmallVector<mlir::Value> yielded;
  for (TypedValue value : next)
    yielded.push_back(value.value);
  emitter.getBuilder().create<ts::YieldOp>(emitter.loc(range), yielded);
  return true;
}

bool SliceLoop::emit(Meaning *function, TypedValue carry, TypedValue xs,
                     llvm::ArrayRef<ActualArgument> others) {
  if (!flattenTree(emitter, range, xs, "xs", inputs) ||
      (carry && !flattenTree(emitter, range, carry, "init", inits)))
    return false;
  if (inputs.empty()) {
    emitter.error(range, "xs has no tensor");
    return false;
  }
  TypedValue zero = emitter.constantInt(range, 0);
  TypedValue count = emitter.callOperator(range, "aten::size",
                                          {inputs.front(), zero});
  if (!count)
    return false;
  mlir::OpBuilder &builder = emitter.getBuilder();
  llvm::SmallVector<mlir::Value> values;
  for (TypedValue init : inits)
    values.push_back(init.value);
  auto loop =
      builder.create<ts::ForOp>(emitter.loc(range), count.value, values);
  mark(loop, carry ? "scan" : "map");
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBodyBlock());
    if (!emitTurn(loop, function, carry, xs, others))
      return false;
  }
  llvm::SmallVector<TypedValue> finals, stacks;
  for (auto [init, value] : llvm::zip_equal(inits, loop.getResults()))
    finals.push_back({value, init.type});
  for (TypedValue list : lists)
    stacks.push_back(
        emitter.callOperator(range, "aten::stack", {list, zero}));
  llvm::ArrayRef<TypedValue> leaves = finals;
  if (carry)
    carried = rebuildTree(emitter, range, carry.type, leaves);
  leaves = stacks;
  stacked = rebuildTree(emitter, range, result, leaves);
  return bool(stacked);
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
  TypedValue xs =
      function ? emitTree(emitter, call->arguments[1]) : TypedValue();
  if (!xs)
    return nullptr;
  llvm::SmallVector<ActualArgument> others;
  for (Expr *argument : call->arguments.drop_front(2)) {
    TypedValue value = emitter.emitExpr(argument);
    if (!value)
      return nullptr;
    others.push_back({"", rangeOf(argument), value});
  }
  SliceLoop loop(emitter, range);
  return loop.emit(function, TypedValue(), xs, others)
             ? emitter.makeValue(loop.stacked)
             : nullptr;
}

/// The tensors of a tree, each the result of an operator on the old one.
static TypedValue
mapTree(FunctionEmitter &emitter, SourceRange range, TypedValue tree,
        llvm::function_ref<TypedValue(TypedValue)> change) {
  llvm::SmallVector<TypedValue> leaves;
  if (!flattenTree(emitter, range, tree, "xs", leaves))
    return {};
  for (TypedValue &leaf : leaves) {
    leaf = change(leaf);
    if (!leaf)
      return {};
  }
  llvm::ArrayRef<TypedValue> rest = leaves;
  return rebuildTree(emitter, range, tree.type, rest);
}

/// `scan(combine_fn, init, xs, *, dim=0, reverse=False)`: what is carried from
/// slice to slice, and the outputs, stacked.
static Meaning *emitScan(FunctionEmitter &emitter, const CallExpr *call) {
  SourceRange range = rangeOf(call);
  OperatorCall operands(emitter, call,
                        {"combine_fn", "init", "xs", "dim", "reverse"});
  Expr *init = operands.find("init"), *xs = operands.find("xs");
  Meaning *function = operands.getFunction("combine_fn");
  if (!function)
    return nullptr;
  if (!init || !xs || call->arguments.size() > 3) {
    emitter.error(range, "scan expects combine_fn, init and xs, and dim and "
                         "reverse by name");
    return nullptr;
  }
  TypedValue carry = emitTree(emitter, init);
  TypedValue inputs = carry ? emitTree(emitter, xs) : TypedValue();
  Condition reverse;
  if (Expr *flag = operands.find("reverse")) {
    reverse = emitter.emitCondition(flag);
    if (!reverse || !reverse.known) {
      emitter.error(rangeOf(flag), "reverse should be True or False");
      return nullptr;
    }
  }
  bool isReverse = reverse && *reverse.known;
  TypedValue zero = emitter.constantInt(range, 0);
  auto flip = [&](TypedValue tensor) {
    TypedValue dims = emitter.makeList(range, {zero}, TypeContext::getInt());
    return emitter.callOperator(range, "aten::flip", {tensor, dims});
  };
  Expr *dim = operands.find("dim");
  if (TypedValue wanted = dim && inputs ? emitter.emitExpr(dim) : TypedValue())
    inputs = mapTree(emitter, range, inputs, [&](TypedValue tensor) {
      return emitter.callOperator(range, "aten::movedim",
                                  {tensor, wanted, zero});
    });
  if (inputs && isReverse)
    inputs = mapTree(emitter, range, inputs, flip);
  SliceLoop loop(emitter, range);
  if (!inputs || !loop.emit(function, carry, inputs, {}))
    return nullptr;
  if (isReverse)
    loop.stacked = mapTree(emitter, range, loop.stacked, flip);
  return loop.stacked ? emitter.makeValue(emitter.makeTuple(
                            range, {loop.carried, loop.stacked}))
                      : nullptr;
}

/// What a call of a member is emitted by.
static ControlFlowEmitter findEmitter(llvm::StringRef name) {
  return llvm::StringSwitch<ControlFlowEmitter>(name)
      .Case("cond", emitCond)
      .Case("while_loop", emitWhileLoop)
      .Case("map", emitMap)
      .Case("scan", emitScan)
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
