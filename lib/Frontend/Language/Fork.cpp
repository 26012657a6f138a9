//===- Fork.cpp - torch.jit.fork and wait ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits tasks and what waits for them (TS-ASYNC-001 to 009).
//
//===----------------------------------------------------------------------===//

#include "ControlFlowOperators.h"

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace torchscript;
namespace ts = mlir::ts;

namespace {

/// A function an archive defines for a task. It has no parameters: it uses the
/// variables around it, and returns at its end only.
class TaskMeaning : public Meaning {
public:
  explicit TaskMeaning(const FunctionDef *function)
      : Meaning(MeaningKind::Other), function(function) {}
  std::string describe() const override { return "function"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

private:
  const FunctionDef *const function;
};

} // namespace

Meaning *TaskMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                           const ActualArguments &) {
  mlir::OpBuilder &builder = emitter.getBuilder();
  Block body = function->body;
  auto *last = llvm::dyn_cast<ReturnStmt>(body.back());
  emitter.enterBlock(builder.getInsertionBlock());
  TypedValue result;
  if (emitter.emitStatements(last ? body.drop_back() : body))
    result = last && last->value ? emitter.emitExpr(last->value)
                                 : emitter.constantNone(site.call);
  mlir::Block *end = builder.getInsertionBlock();
  emitter.leaveBlock(site.call);
  // What stands here is the body of a function, which returns.
  if (auto yield = llvm::dyn_cast<ts::YieldOp>(end->back()))
    yield.erase();
  builder.setInsertionPointToEnd(end);
  return emitter.wrapped(result);
}

bool FunctionEmitter::emitTaskDefinition(const FunctionDef *function) {
  Binding binding;
  if (entry.scope->isArchive())
    binding.meaning = make<TaskMeaning>(function);
  else
    binding.meaning = makeLocalFunction(*this, function);
  env.bind(function->name, std::move(binding));
  return true;
}

/// Makes parameters of the values from outside that `function` uses, and gives
/// them as arguments at the builder's place. A variable becomes its value.
/// Null arguments after one that is assigned to.
static bool captureValues(mlir::func::FuncOp function, mlir::Location loc,
                          mlir::OpBuilder &builder,
                          llvm::SmallVectorImpl<mlir::Value> &arguments) {
  mlir::Region &region = function.getBody();
  mlir::Block &body = region.front();
  llvm::SetVector<mlir::Value> captured;
  body.walk([&](mlir::Operation *op) {
    for (mlir::Value operand : op->getOperands())
      if (!region.isAncestor(operand.getParentRegion()))
        captured.insert(operand);
  });
  for (mlir::Value value : captured) {
    auto slot = llvm::dyn_cast<ts::SlotType>(value.getType());
    if (!slot) {
      mlir::Value parameter = body.addArgument(value.getType(), loc);
      mlir::replaceAllUsesInRegionWith(value, parameter, region);
      arguments.push_back(value);
      continue;
    }
    mlir::Value parameter = body.addArgument(slot.getElementType(), loc);
    for (mlir::Operation *user : llvm::make_early_inc_range(value.getUsers())) {
      if (!region.isAncestor(user->getParentRegion()))
        continue;
      auto load = llvm::dyn_cast<ts::LoadOp>(user);
      if (!load)
        return false;
      load.getResult().replaceAllUsesWith(parameter);
      load.erase();
    }
    arguments.push_back(builder.create<ts::LoadOp>(loc, value));
  }
  return true;
}

Meaning *FunctionEmitter::emitFork(const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (call->arguments.empty()) {
    error(range, "Expected at least one argument to fork()");
    return nullptr;
  }
  Meaning *callee = emitMeaning(call->arguments[0]);
  if (!callee)
    return nullptr;
  CallExpr rest(range, call->arguments[0], call->arguments.drop_front(),
                call->keywords);
  ActualArguments arguments;
  FunctionEntry *target = nullptr;
  if (auto *function = llvm::dyn_cast<FunctionMeaning>(callee)) {
    target = function->entry;
  } else if (auto *method = llvm::dyn_cast<MethodMeaning>(callee)) {
    target = method->entry;
    arguments.positional.push_back(
        {"", rangeOf(call->arguments[0]), method->self});
  }
  if (!emitArguments(&rest, arguments))
    return nullptr;
  if (!target)
    return emitForkedCall(range, callee, arguments);
  if (!unit.compile(*target)) {
    calleeError(range, *target);
    return nullptr;
  }
  llvm::SmallVector<TypedValue> operands;
  if (!bindArguments({range, range}, target->schema, arguments, operands))
    return nullptr;
  llvm::SmallVector<mlir::Value> values;
  for (const TypedValue &operand : operands)
    values.push_back(operand.value);
  const Type *type = getTypes().getFuture(target->schema.returns[0].type);
  mlir::Value future = builder.create<ts::ForkOp>(loc(range), lower(type),
                                                  target->symbol, values);
  return makeValue({future, type});
}

/// What is no function of its own (an operator, a module, a class) becomes one:
/// the call is emitted into it, and the values it uses become parameters.
Meaning *FunctionEmitter::emitForkedCall(SourceRange range, Meaning *callee,
                                         const ActualArguments &arguments) {
  mlir::OpBuilder::InsertPoint here = builder.saveInsertionPoint();
  std::string symbol = unit.uniqueSymbol(entry.symbol + ".<forked>");
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  auto function = builder.create<mlir::func::FuncOp>(
      loc(range), symbol, builder.getFunctionType({}, {}));
  mlir::Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Meaning *called = callee->call(*this, {range, range}, arguments);
  TypedValue result = called ? called->asValue(*this, range) : TypedValue();
  if (!result) {
    builder.restoreInsertionPoint(here);
    function.erase();
    return nullptr;
  }
  bool isNone = result.type->isNone();
  builder.create<ts::ReturnOp>(loc(range),
                               isNone ? mlir::Value() : result.value);
  builder.restoreInsertionPoint(here);
  llvm::SmallVector<mlir::Value> values;
  if (!captureValues(function, loc(range), builder, values)) {
    function.erase();
    notSupported(range, "a task that assigns to variables around it");
    return nullptr;
  }
  // In a traceback the task has one frame, with this name.
  LineColumn begin = range.getBegin(), end = range.getEnd();
  mlir::Location place =
      ts::makeLocation(&unit.getContext(), range.file->getName(), begin.line,
                       begin.column, end.line, end.column, "<forked function>");
  body->walk([&](mlir::Operation *op) { op->setLoc(place); });
  llvm::SmallVector<mlir::Type> outputs;
  if (!isNone)
    outputs.push_back(result.value.getType());
  function.setType(builder.getFunctionType(body->getArgumentTypes(), outputs));
  function.setPrivate();

  const Type *type = getTypes().getFuture(result.type);
  mlir::Value future =
      builder.create<ts::ForkOp>(loc(range), lower(type), symbol, values);
  return makeValue({future, type});
}

Meaning *FunctionEmitter::emitWait(SourceRange range, TypedValue future) {
  const auto *type = llvm::dyn_cast<WrapperType>(future.type);
  if (!type || type->is(TypeKind::RRef))
    return wrapped(callOperator(range, "aten::wait", {future}));
  return makeValue({builder.create<ts::WaitOp>(
                        loc(range), lower(type->getElement()), future.value),
                    type->getElement()});
}
