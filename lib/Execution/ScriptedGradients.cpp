//===- ScriptedGradients.cpp - Gradients through compiled functions -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where gradients are asked for, compiled code hands its operators on tensors
// to the program, whose tape records them. Everything else of a function runs
// as it was compiled.
//
//===----------------------------------------------------------------------===//

#include "ScriptedObjects.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;
namespace ts = mlir::ts;
using EValue = evaluate::Value;

/// Deepest nesting of containers that are searched for tensors.
static constexpr unsigned kMaxDepth = 50;

static void forEachTensor(const EValue &value,
                          llvm::function_ref<void(const EValue &)> body,
                          unsigned depth = 0) {
  if (asTensor(value))
    return body(value);
  if (depth > kMaxDepth)
    return;
  if (auto *list = value.dyn<ListObject>())
    for (const EValue &item : list->items)
      forEachTensor(item, body, depth + 1);
  else if (auto *tuple = value.dyn<TupleObject>())
    for (const EValue &item : tuple->items)
      forEachTensor(item, body, depth + 1);
  else if (auto *dict = value.dyn<DictObject>())
    for (auto &entry : dict->entries)
      if (entry.key)
        forEachTensor(entry.value, body, depth + 1);
}

static void forEachArgument(const Arguments &arguments,
                            llvm::function_ref<void(const EValue &)> body) {
  for (const EValue &value : arguments.positional)
    forEachTensor(value, body);
  for (const EValue &value : arguments.named)
    forEachTensor(value, body);
}

bool ScriptedProgram::needsGradients(Interpreter &in,
                                     const HostFunction &function,
                                     const Arguments &arguments) const {
  TensorOperators *tensors = in.options.tensors;
  if (!tensors || !tensors->records)
    return false;
  bool needs = function.self && instances->requiresGradients();
  forEachArgument(arguments, [&](const EValue &value) {
    needs |= tensors->requiresGradient(asTensor(value));
  });
  return needs;
}

/// Whether a type is that of tensors, or of a container of them.
static bool hasTensors(mlir::Type type) {
  if (llvm::isa<ts::TSTensorType>(type))
    return true;
  if (auto list = llvm::dyn_cast<ts::ListType>(type))
    return hasTensors(list.getElementType());
  if (auto tuple = llvm::dyn_cast<ts::TSTupleType>(type))
    return llvm::any_of(tuple.getElements(), hasTensors);
  return false;
}

/// The operators behind `with torch.no_grad():`.
static constexpr StringRef kSetGradients = "aten::set_grad_enabled";
static constexpr StringRef kGetGradients = "aten::is_grad_enabled";

/// Overloads with a number have steps of their own, which a program outside of
/// compiled code never comes to: there the number is a tensor.
static StringRef getGradientName(StringRef overload) {
  return llvm::StringSwitch<StringRef>(overload)
      .Cases("aten::add.Scalar", "aten::add_.Scalar", "AddBackward1")
      .Cases("aten::sub.Scalar", "aten::sub_.Scalar", "SubBackward1")
      .Cases("aten::mul.Scalar", "aten::mul_.Scalar", "MulBackward1")
      .Cases("aten::div.Scalar", "aten::div_.Scalar", "DivBackward1")
      .Case("aten::rsub.Scalar", "RsubBackward1")
      .Default("");
}

std::string ScriptedProgram::leaveOperator(mlir::Operation *operation) {
  auto op = llvm::cast<ts::OperatorOp>(operation);
  StringRef name = op.getName();
  if (name.split('.').first == kSetGradients ||
      name.split('.').first == kGetGradients) {
    operators.push_back({name.split('.').first.str(), {}, {}, {}});
    return getProgramName() + ".op" + std::to_string(operators.size() - 1);
  }
  const FunctionSchema *schema = SchemaRegistry::get().find(name);
  if (!schema || !name.starts_with("aten::") || op->getNumResults() == 0 ||
      !llvm::all_of(op->getResultTypes(), hasTensors) ||
      op.getArgs().size() != schema->arguments.size())
    return "";
  HostOperator called;
  size_t dot = name.find('.');
  called.name = name.take_front(dot).str();
  for (const Argument &argument : schema->arguments) {
    // Operators on containers of anything are no operators on tensors.
    if (argument.type->containsTypeVariable())
      return "";
    called.keywords.push_back(argument.kwOnly ? argument.name : "");
  }
  for (mlir::Type type : op->getResultTypes()) {
    called.results.push_back(session->getTypes().get(type));
    if (!called.results.back())
      return "";
  }
  called.gradientName = getGradientName(name);
  operators.push_back(std::move(called));
  return getProgramName() + ".op" + std::to_string(operators.size() - 1);
}

/// The tape goes on from the tensors that compiled code hands back.
void ScriptedProgram::onResult(const EValue &result) {
  if (numRecorded == 0)
    return;
  forEachTensor(result, [&](const EValue &tensor) {
    instances->keepForCall(
        static_cast<RuntimeTensor *>(tensor.getObject())->get(), tensor);
  });
}

void ScriptedProgram::callOperator(const HostOperator &called,
                                   llvm::ArrayRef<tsrt_value> args,
                                   llvm::MutableArrayRef<tsrt_value> results) {
  Interpreter &in = *interpreter;
  if (called.name == kSetGradients && args.size() == 1 && results.empty()) {
    in.call(in.getAttr(in.importModule("torch"), "_set_grad"),
            {EValue::boolean(args[0].u.i != 0)});
    return;
  }
  if (called.name == kGetGradients && results.size() == 1) {
    results[0].type = &tsrt_type_bool;
    results[0].u.i = in.options.tensors->records;
    return;
  }
  ValueVector positional{in.makeStr(called.name)}, names, named;
  for (auto [i, argument] : llvm::enumerate(args)) {
    EValue value = decodeFor(in, *this, argument);
    bool isKeyword = i < called.keywords.size() && !called.keywords[i].empty();
    if (isKeyword)
      names.push_back(EValue(in.intern(called.keywords[i])));
    (isKeyword ? named : positional).push_back(value);
  }
  EValue result = in.call(in.getAttr(in.importModule("_torch"), "call"),
                          Arguments(positional, names, named));
  if (!called.gradientName.empty() && asTensor(result))
    in.call(in.getAttr(in.importModule("_expansions"), "_named"),
            {result, in.makeStr(called.gradientName)});
  onResult(result);
  ValueVector parts =
      called.results.size() == 1 ? ValueVector{result} : in.unpack(result);
  if (parts.size() < results.size())
    in.raiseTypeError("'" + called.name + "' has fewer results");
  for (auto [i, place] : llvm::enumerate(results)) {
    TypeContext types;
    Encoder encoder(in, types);
    json data;
    encoder.encode(parts[i], data);
    auto made = makeValue(data, called.results[i], encoder.tensors,
                          &session->getTypes());
    if (!made)
      in.raise(in.types.RuntimeError, llvm::toString(made.takeError()));
    place = made->get();
    *made->address() = tsrt_value{};
  }
}

EValue ScriptedProgram::callRecorded(Interpreter &in,
                                     const HostFunction &function,
                                     llvm::ArrayRef<HostValue> bound,
                                     const Arguments &arguments) {
  auto chosen = session->leaveToHost(
      function, [&](mlir::Operation *op) { return leaveOperator(op); });
  if (!chosen)
    raiseFailure(in, chosen.takeError());
  forEachArgument(arguments, [&](const EValue &tensor) {
    instances->keepForCall(
        static_cast<RuntimeTensor *>(tensor.getObject())->get(), tensor);
  });
  ++numRecorded;
  auto leave = llvm::make_scope_exit([&] {
    if (--numRecorded == 0)
      instances->forgetCall();
  });
  auto result = callFunction(**chosen, bound);
  rethrow();
  if (!result)
    raiseFailure(in, result.takeError());
  return decodeFor(in, *this, result->get());
}
