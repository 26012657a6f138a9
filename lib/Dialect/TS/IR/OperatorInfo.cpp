//===- OperatorInfo.cpp - What the schema says about an operator ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Effects and raising of operators and operations.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Schema/Schema.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;

/// Whether values of the type are mutable objects, or may hold one.
static bool isMutable(const torchscript::Type *type) {
  switch (type->getKind()) {
  case torchscript::TypeKind::None:
  case torchscript::TypeKind::Bool:
  case torchscript::TypeKind::Int:
  case torchscript::TypeKind::Float:
  case torchscript::TypeKind::Complex:
  case torchscript::TypeKind::Number:
  case torchscript::TypeKind::String:
  case torchscript::TypeKind::Device:
    return false;
  case torchscript::TypeKind::Optional:
  case torchscript::TypeKind::Tuple:
    return llvm::any_of(type->getContained(), isMutable);
  default:
    return true;
  }
}

/// Operators that use the random generator, print, or depend on the outside;
/// in-place forms have the same name with an underscore.
static bool hasHiddenEffects(StringRef base) {
  static const llvm::StringSet<> names = {
      "aten::alpha_dropout", "aten::bernoulli", "aten::binomial",
      "aten::cauchy", "aten::dropout", "aten::exponential",
      "aten::feature_alpha_dropout", "aten::feature_dropout",
      "aten::geometric", "aten::log_normal", "aten::manual_seed",
      "aten::multinomial", "aten::native_dropout", "aten::normal",
      "aten::poisson", "aten::rand", "aten::rand_like", "aten::randint",
      "aten::randint_like", "aten::randn", "aten::randn_like",
      "aten::random", "aten::randperm", "aten::rrelu", "aten::save",
      "aten::seed", "aten::uniform", "aten::warn", "aten::wait",
      "aten::set_grad_enabled", "aten::backward", "prim::Print"};
  base.consume_back("_");
  return names.contains(base);
}

OperatorInfo ts::lookupOperator(StringRef name) {
  OperatorInfo info;
  const torchscript::FunctionSchema *schema =
      torchscript::SchemaRegistry::get().find(name);
  if (!schema)
    return info;
  info.known = true;
  info.reads = llvm::any_of(schema->arguments, [](const auto &argument) {
    return isMutable(argument.type);
  });
  info.mutatedArgs = 0;
  for (auto [index, argument] : llvm::enumerate(schema->arguments)) {
    bool writes = argument.isWrite() ||
                  llvm::any_of(argument.alias.elements,
                               [](const auto &a) { return a.isWrite; });
    if (writes)
      info.mutatedArgs |= uint64_t(1) << std::min<size_t>(index, 63);
  }
  info.sideEffects = schema->isVararg || hasHiddenEffects(name.split('.').first);
  info.mutableResults = false;
  info.aliasesArgument = false;
  for (auto [index, result] : llvm::enumerate(schema->returns)) {
    info.mutableResults |= isMutable(result.type);
    info.aliasesArgument |= schema->resultMayAlias(index);
  }
  return info;
}

bool ts::mayRaise(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    bool raises = isa<RaiseOp, ThrowOp, AssertOp, UnwrapOp, ListUnpackOp,
                      WaitOp, ForkOp, CallMethodOp, RpcOp, UnsupportedOp,
                      WithOp, EnterOp, ExitScopeOp, WarnOp>(nested) ||
                  isa<CallOpInterface>(nested);
    if (auto operatorOp = dyn_cast<OperatorOp>(nested))
      raises = lookupOperator(operatorOp.getName()).mayRaise;
    return raises ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}
