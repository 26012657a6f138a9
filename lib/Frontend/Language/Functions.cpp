//===- Functions.cpp - Functions: the walk as a whole ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets up the emitter of a function, runs it and settles the result type.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"

#include "TorchScript/Dialect/TS/IR/FunctionAttributes.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"

using namespace torchscript;
namespace ts = mlir::ts;

FunctionEmitter::FunctionEmitter(Compilation &unit, FunctionEntry &entry)
    : unit(unit), entry(entry), builder(&unit.getContext()) {}

FunctionEmitter::~FunctionEmitter() {
  while (block) {
    BlockState *parent = block->parent;
    if (block->dead)
      retired.push_back(std::move(block->dead));
    delete block;
    block = parent;
  }
  // Dropped code refers to live values and to other dropped code.
  for (auto &region : retired)
    region->dropAllReferences();
}

mlir::Location FunctionEmitter::loc(SourceRange range) {
  if (inlinedAt)
    range = inlinedAt;
  if (!range)
    range = entry.def->getRange();
  LineColumn begin = range.getBegin(), end = range.getEnd();
  return ts::makeLocation(&unit.getContext(), range.file->getName(), begin.line,
                          begin.column, end.line, end.column, entry.name);
}

Diagnostic &FunctionEmitter::error(SourceRange range,
                                   const llvm::Twine &message) {
  if (failed)
    return ignored = Diagnostic();
  failed = true;
  Diagnostic failure;
  failure.message = message.str();
  failure.range = inlinedAt ? inlinedAt : range;
  failure.context = entry.def->getRange();
  return entry.addFailure(std::move(failure));
}

void FunctionEmitter::calleeError(SourceRange site,
                                  const FunctionEntry &callee) {
  nestedError(site, callee.failure, callee.getCallName());
}

void FunctionEmitter::nestedError(SourceRange site, const Diagnostic &failure,
                                  llvm::StringRef name) {
  if (failed)
    return;
  failed = true;
  Diagnostic &added = entry.addFailure(failure);
  added.note(site, "'" + name +
                       "' is being compiled since it was called from '" +
                       entry.getCallName() + "'");
  added.notes.back().within(entry.def->getRange());
  added.notes.back().isTorchScripts = true;
}

void FunctionEmitter::notSupported(SourceRange range,
                                   const llvm::Twine &construct) {
  error(range, "not supported yet: " + construct).isUnsupported = true;
}

const Type *FunctionEmitter::parseType(Expr *expr) {
  return resolveType(unit, *entry.scope, expr,
                     [&](SourceRange range, const llvm::Twine &message) {
                       error(range, message);
                     });
}

/// Makes the operands of all returns agree with the result type.
static void settleReturns(mlir::func::FuncOp function, mlir::Type type,
                          bool isNone) {
  function.walk([&](ts::ReturnOp op) {
    mlir::Value value = op.getValue();
    if (isNone) {
      op.getValueMutable().clear();
      return;
    }
    if (!value || value.getType() == type)
      return;
    mlir::OpBuilder builder(op);
    op.getValueMutable().assign(
        builder.create<ts::DerefineOp>(op.getLoc(), type, value));
  });
}

/// Where a parameter stands; the place of the function where it is not written.
static SourceRange getPlace(const FunctionDef &def, llvm::StringRef name) {
  SourceRange place = def.getRange();
  for (const Parameter &parameter : def.parameters->parameters)
    if (parameter.name == name)
      place = parameter.range;
  return place;
}

/// The place of what stands for a function of Python. It has no frame of its
/// own: the place has a name, so that no pass looks for a better one, but none
/// in the text.
static mlir::Location getPythonPlace(mlir::OpBuilder &builder) {
  return mlir::NameLoc::get(builder.getStringAttr("python"));
}

/// The body of a function of the host: a call of it.
static void emitHostCall(FunctionEmitter &emitter, mlir::OpBuilder &builder,
                         const FunctionEntry &entry, const Type *type,
                         mlir::ValueRange arguments) {
  SourceRange range = entry.def->getRange();
  TypedValue name =
      emitter.constantString(range, entry.hostFunction + "/" + entry.symbol);
  llvm::SmallVector<mlir::Value> operands{name.value};
  llvm::append_range(operands, arguments);
  llvm::SmallVector<mlir::Type> results;
  if (!type->isNone())
    results.push_back(emitter.lower(type));
  auto call = builder.create<ts::OperatorOp>(getPythonPlace(builder), results,
                                             "host::call", operands);
  builder.create<ts::ReturnOp>(
      emitter.loc(range),
      results.empty() ? emitter.constantNone(range).value : call.getResult(0));
}

/// The body of a function that is marked as unused: its error.
static void emitUnusedError(FunctionEmitter &emitter, mlir::OpBuilder &builder,
                            const FunctionEntry &entry) {
  SourceRange range = entry.def->getRange();
  TypedValue message = emitter.constantString(range, entry.unusedMessage);
  bool isMethod = entry.owner && !entry.owner->module;
  mlir::Location place = emitter.loc(range);
  if (!isMethod)
    place = getPythonPlace(builder);
  builder.create<ts::RaiseOp>(
      place, isMethod ? "builtins.RuntimeError" : "RuntimeError",
      message.value);
}

bool FunctionEmitter::run() {
  mlir::ModuleOp module = unit.getModule();
  mlir::MLIRContext *context = &unit.getContext();
  SourceRange range = entry.def->getRange();
  llvm::SmallVector<mlir::Type> inputs;
  for (const Argument &argument : entry.schema.arguments)
    inputs.push_back(lower(argument.type));

  builder.setInsertionPointToEnd(module.getBody());
  auto function = builder.create<mlir::func::FuncOp>(
      loc(range), entry.symbol, mlir::FunctionType::get(context, inputs, {}));
  entry.op = function;
  mlir::Block *body = function.addEntryBlock();

  auto *state = new BlockState();
  block = state;
  builder.setInsertionPointToStart(body);
  for (auto [index, argument] : llvm::enumerate(entry.schema.arguments)) {
    SourceRange place = getPlace(*entry.def, argument.name);
    bool inferred = entry.inferred[index];
    TypedValue value(body->getArgument(index), argument.type, inferred);
    body->getArgument(index).setLoc(loc(place));
    if (argument.type->is(TypeKind::Class) && index == 0 && entry.selfType) {
      // The object itself is not reassigned.
      Binding binding;
      if (entry.owner && entry.owner->module)
        binding.meaning = entry.owner->module->getSelf(unit, value);
      else
        binding.meaning = makeValue(value);
      env.bind(argument.name, std::move(binding));
      continue;
    }
    bindVariable(place, argument.name, value, argument.type);
  }

  bool ok = true;
  if (!entry.hostFunction.empty()) {
    const Type *type = entry.schema.returns[0].type;
    emitHostCall(*this, builder, entry, type, body->getArguments());
    returnType = type;
    block->exits = true;
  } else if (!entry.unusedMessage.empty()) {
    emitUnusedError(*this, builder, entry);
    block->exits = true;
  } else {
    ok = emitStatements(entry.def->body);
  }
  if (ok && !block->exits) {
    const Type *declared =
        entry.resultAnnotated ? entry.schema.returns[0].type : nullptr;
    if (declared && !declared->isNone()) {
      error(range, "Function was not annotated as having type None, but does "
                   "not return along all paths");
      ok = false;
    } else {
      ok = emitReturn(range, nullptr);
    }
  }
  if (!ok || failed || !entry.failure.message.empty())
    return false;

  const Type *result = returnType;
  if (entry.resultAnnotated)
    result = entry.schema.returns[0].type;
  else if (!result)
    result = TypeContext::getNone();
  bool isNone = result->isNone();
  mlir::Type lowered = lower(result);

  // Both branches of a last `if` may have left the function.
  if (!block->dead && (body->empty() ||
                       !body->back().hasTrait<mlir::OpTrait::IsTerminator>())) {
    builder.setInsertionPointToEnd(body);
    if (isNone)
      builder.create<ts::ReturnOp>(loc(range), mlir::Value());
    else
      builder.create<ts::ReturnOp>(
          loc(range),
          builder.create<ts::UninitializedOp>(loc(range), lowered).getResult());
  }
  settleReturns(function, lowered, isNone);
  llvm::SmallVector<mlir::Type> outputs;
  if (!isNone)
    outputs.push_back(lowered);
  function.setType(mlir::FunctionType::get(context, inputs, outputs));
  if (!entry.resultAnnotated) {
    Argument returned;
    returned.type = result;
    entry.schema.returns.assign(1, returned);
  }
  return true;
}
