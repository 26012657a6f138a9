//===- RemoteCalls.cpp - Calls to other workers ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `rpc_sync`, `rpc_async` and `remote` of torch.distributed.rpc (TS-RPC-001).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// How messages call the form, and what it is called in the program.
static llvm::StringRef nameOf(SpecialForm form) {
  return form == SpecialForm::RpcSync    ? "rpc_sync"
         : form == SpecialForm::RpcAsync ? "rpc_async"
                                         : "rpc_remote";
}

/// Checks how the form is called; false after an error.
static bool checkForm(FunctionEmitter &emitter, SpecialForm form,
                      const CallExpr *call) {
  std::string forms = nameOf(form).str() + "(dst_worker_name, user_callable";
  SourceRange range = rangeOf(call);
  size_t count = call->arguments.size();
  if (count < 2 || count > 5) {
    emitter.error(
        range, "Possible forms of call to " + nameOf(form) + "(..) are\n" +
                   forms + ", args, kwargs, timeout)\n" + forms +
                   ", args, kwargs)\n" + forms + ", args)\n" + forms +
                   ")\nNow the number of arguments is " + llvm::Twine(count));
    return false;
  }
  if (call->keywords.empty())
    return true;
  emitter.error(range, forms + ", args, kwargs)does not support kwargs yet");
  return false;
}

/// The keyword arguments, which must be written as a dict with literal keys;
/// false after an error.
static bool readKeywords(FunctionEmitter &emitter, Expr *expr,
                         ActualArguments &arguments) {
  auto *dict = llvm::dyn_cast<DictExpr>(expr);
  if (!dict) {
    emitter.error(rangeOf(expr), "the keyword arguments of a remote call must "
                                 "be written as a dict display");
    return false;
  }
  for (const DictEntry &entry : dict->entries) {
    auto *key = llvm::dyn_cast_or_null<StringLiteral>(entry.key);
    if (!key) {
      emitter.error(rangeOf(expr), "the keys of the keyword arguments of a "
                                   "remote call must be string literals");
      return false;
    }
    TypedValue value = emitter.emitExpr(entry.value);
    if (!value)
      return false;
    ActualArgument given{key->value.str(), rangeOf(entry.value), value};
    // A dict has the last of two entries.
    auto same = llvm::find_if(arguments.keywords, [&](const ActualArgument &a) {
      return a.name == given.name;
    });
    if (same != arguments.keywords.end())
      *same = given;
    else
      arguments.keywords.push_back(given);
  }
  return true;
}

/// What a call with such keyword arguments raises when it runs, or nothing. As
/// in PyTorch, the names in the dict are no part of what is checked before.
static std::string findWrongKeyword(const FunctionSchema &schema,
                                    const ActualArguments &arguments) {
  for (const ActualArgument &keyword : arguments.keywords) {
    int index = schema.getArgumentIndex(keyword.name);
    bool isPositional =
        index >= 0 && size_t(index) < arguments.positional.size();
    if (index < 0)
      return "Unknown keyword argument '" + keyword.name + "' for operator '" +
             schema.name + "'. Schema: " + schema.spelling();
    if (isPositional)
      return "Argument '" + keyword.name +
             "' specified both as positional and keyword argument. Schema: " +
             schema.spelling();
  }
  return "";
}

/// Raises when control comes here, in the middle of an expression.
static void emitFailure(FunctionEmitter &emitter, SourceRange range,
                        const std::string &text) {
  mlir::OpBuilder &builder = emitter.getBuilder();
  auto op = builder.create<ts::IfOp>(emitter.loc(range), mlir::TypeRange(),
                                     emitter.constantBool(range, true).value,
                                     /*withElse=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(op.getThenBlock());
  TypedValue message = emitter.constantString(range, text);
  builder.create<ts::RaiseOp>(emitter.loc(range), "RuntimeError",
                              message.value);
  builder.setInsertionPointToEnd(op.getElseBlock());
  builder.create<ts::YieldOp>(emitter.loc(range), mlir::ValueRange());
}

Meaning *FunctionEmitter::emitRemoteCall(SpecialForm form,
                                         const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (!checkForm(*this, form, call))
    return nullptr;
  llvm::ArrayRef<Expr *> parts = call->arguments;
  TypedValue worker = emitExpr(parts[0]);
  // What is no name and no WorkerInfo is looked up like one, and not found.
  if (worker && llvm::isa<CapsuleType>(worker.type))
    worker = callOperator(rangeOf(parts[0]), "prim::WorkerName", {worker});
  else if (worker && !worker.type->isString())
    worker = callOperator(rangeOf(parts[0]), "aten::str", {worker});
  Meaning *callee = worker ? emitMeaning(parts[1]) : nullptr;
  if (!callee)
    return nullptr;
  auto *function = llvm::dyn_cast<FunctionMeaning>(callee);
  if (!function) {
    error(rangeOf(parts[1]), "user_callable should be a FunctionValue, it's "
                             "now a " +
                                 callee->describe());
    return nullptr;
  }
  ActualArguments arguments;
  if (parts.size() > 2) {
    SourceRange place = rangeOf(parts[2]);
    Meaning *given = emitMeaning(parts[2]);
    llvm::SmallVector<Meaning *> elements;
    if (!given || !given->asElements(*this, place, elements))
      return nullptr;
    for (Meaning *element : elements) {
      arguments.positional.push_back(
          {"", place, element->asValue(*this, place)});
      if (!arguments.positional.back().value)
        return nullptr;
    }
  }
  if (parts.size() > 3 && !readKeywords(*this, parts[3], arguments))
    return nullptr;
  TypedValue timeout;
  if (parts.size() > 4) {
    timeout = emitExpr(parts[4]);
    if (!timeout)
      return nullptr;
    if (!timeout.type->isFloat()) {
      error(rangeOf(parts[4]),
            "the timeout must be a float, but it is a value of type '" +
                timeout.spelling() + "'");
      return nullptr;
    }
  }

  FunctionEntry &target = *function->entry;
  if (!unit.compile(target)) {
    calleeError(range, target);
    return nullptr;
  }
  // Those that are given by position must be enough.
  ActualArguments byPosition;
  byPosition.positional = arguments.positional;
  llvm::SmallVector<TypedValue> operands;
  if (!bindArguments({range, range}, target.schema, byPosition, operands))
    return nullptr;
  std::string wrong = findWrongKeyword(target.schema, arguments);
  if (!wrong.empty()) {
    emitFailure(*this, range, wrong);
  } else if (!arguments.keywords.empty()) {
    operands.clear();
    if (!bindArguments({range, range}, target.schema, arguments, operands))
      return nullptr;
  }
  llvm::SmallVector<mlir::Value> values{worker.value};
  for (const TypedValue &operand : operands)
    values.push_back(operand.value);
  if (timeout)
    values.push_back(timeout.value);
  const Type *result = target.schema.returns[0].type;
  if (form == SpecialForm::RpcAsync)
    result = getTypes().getFuture(result);
  else if (form == SpecialForm::RpcRemote)
    result = getTypes().getRRef(result);
  llvm::SmallVector<mlir::Type> types;
  if (!result->isNone())
    types.push_back(lower(result));
  auto op = builder.create<ts::RpcOp>(
      loc(range), types,
      builder.getStringAttr(form == SpecialForm::RpcRemote ? "remote"
                                                           : nameOf(form)),
      mlir::FlatSymbolRefAttr::get(builder.getContext(), target.symbol),
      values);
  if (types.empty())
    return makeValue(constantNone(range));
  return makeValue({op->getResult(0), result});
}
