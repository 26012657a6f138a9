//===- OperatorInfo.cpp - What the schema says about an operator ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Effects and raising of operators, from their schemas, and of operations.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "llvm/ADT/StringSet.h"
#include <mutex>

using namespace mlir;
using namespace mlir::ts;
using torchscript::FunctionSchema;
using torchscript::TypeKind;

/// True for operators whose schema does not show that they draw random numbers
/// or depend on or change a state of the process.
static bool hasHiddenEffect(StringRef base) {
  static const llvm::StringSet<> names = {
      "normal",          "poisson",       "multinomial",
      "manual_seed",     "seed",          "initial_seed",
      "backward",        "warn",          "save",
      "rrelu",           "lstm",          "gru",
      "rnn_tanh",        "rnn_relu",      "set_data",
      "requires_grad_",  "record_stream", "_set_detach",
      "set_grad_enabled"};
  return names.contains(base) || base.contains("rand") ||
         base.contains("dropout") || base.contains("grad_enabled");
}

/// True for operators on numbers and lengths that cannot fail.
static bool cannotRaise(const FunctionSchema &schema, StringRef base) {
  static const llvm::StringSet<> names = {"add",       "sub",
                                          "mul",       "neg",
                                          "eq",        "ne",
                                          "lt",        "le",
                                          "gt",        "ge",
                                          "len",       "__and__",
                                          "__or__",    "__xor__",
                                          "__not__",   "__is__",
                                          "__isnot__", "dim",
                                          "size",      "dtype",
                                          "device",    "is_floating_point"};
  if (!names.contains(base))
    return false;
  bool lengths = base == "len" || base == "dim" || base == "dtype" ||
                 base == "device" || base == "is_floating_point";
  return llvm::all_of(schema.arguments, [&](const torchscript::Argument &arg) {
    switch (arg.type->getKind()) {
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Complex:
    case TypeKind::Bool:
    case TypeKind::String:
      return true;
    default:
      return lengths;
    }
  });
}

static bool isGenerator(const torchscript::Argument &argument) {
  const torchscript::Type *type = argument.type;
  if (type->is(TypeKind::Optional))
    type = type->getContained().front();
  return type->is(TypeKind::Generator);
}

static bool writes(const torchscript::AliasInfo &alias) {
  return alias.isWrite || llvm::any_of(alias.elements, writes);
}

static OperatorInfo readSchema(StringRef name) {
  OperatorInfo info;
  const FunctionSchema *schema = torchscript::SchemaRegistry::get().find(name);
  auto [space, rest] = name.split("::");
  StringRef base = rest.split('.').first;
  if (!schema || schema->isVarret)
    return info;
  if (schema->isVararg) {
    // What makes a text of any values reads them.
    if (schema->returns.size() == 1 &&
        schema->returns.front().type->is(TypeKind::String)) {
      info.known = true;
      info.mutatedArgs = 0;
      info.aliasesArgument = info.sideEffects = false;
    }
    return info;
  }
  info.known = true;
  info.mutatedArgs = 0;
  info.aliasesArgument = false;
  info.sideEffects = (space != "aten" && space != "prim") ||
                     schema->arguments.empty() || schema->returns.empty() ||
                     hasHiddenEffect(base);
  for (auto [i, argument] : llvm::enumerate(schema->arguments)) {
    info.sideEffects |= isGenerator(argument);
    if (!writes(argument.alias))
      continue;
    if (i < 64)
      info.mutatedArgs |= uint64_t(1) << i;
    else
      info.sideEffects = true;
  }
  // An operator without a result is there for what it writes.
  if (schema->returns.empty() && info.mutatedArgs && !hasHiddenEffect(base) &&
      (space == "aten" || space == "prim"))
    info.sideEffects = false;
  for (size_t i = 0; i < schema->returns.size(); ++i)
    info.aliasesArgument |= schema->resultMayAlias(i);
  info.mayRaise = !cannotRaise(*schema, base);
  return info;
}

OperatorInfo ts::lookupOperator(StringRef name) {
  static std::mutex mutex;
  static llvm::StringMap<OperatorInfo> known;
  std::lock_guard<std::mutex> lock(mutex);
  auto [entry, isNew] = known.try_emplace(name);
  if (isNew)
    entry->second = readSchema(name);
  return entry->second;
}

/// The list of numbers that a branch hands on. Whoever changes what comes out of
/// it changes the list.
static Value getBranchResult(OpOperand &use) {
  auto list = dyn_cast<ListType>(use.get().getType());
  if (!list || !list.getElementType().isIntOrFloat() ||
      !isa<YieldOp>(use.getOwner()))
    return {};
  auto branch = dyn_cast<IfOp>(use.getOwner()->getParentOp());
  return branch ? branch.getResult(use.getOperandNumber()) : Value();
}

bool ts::isListOnlyRead(Value list) {
  return llvm::all_of(list.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (Value result = getBranchResult(use))
      return isListOnlyRead(result);
    if (isa<DerefineOp, UncheckedCastOp>(user))
      return isListOnlyRead(user->getResult(0));
    if (isa<ListUnpackOp>(user))
      return true;
    auto op = dyn_cast<OperatorOp>(user);
    return op && !((lookupOperator(op.getName()).mutatedArgs >>
                    std::min(use.getOperandNumber(), 63u)) &
                   1);
  });
}

bool ts::mayRaise(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    bool raises =
        isa<RaiseOp, ThrowOp, AssertOp, UnwrapOp, ListUnpackOp, WaitOp, ForkOp,
            CallMethodOp, RpcOp, UnsupportedOp, WithOp, EnterOp, ExitScopeOp>(
            nested) ||
        isa<CallOpInterface>(nested);
    if (auto operatorOp = dyn_cast<OperatorOp>(nested))
      raises = lookupOperator(operatorOp.getName()).mayRaise;
    return raises ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}
