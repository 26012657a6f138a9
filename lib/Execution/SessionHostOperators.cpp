//===- SessionHostOperators.cpp - Functions whose operators the host runs -===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow, containers, strings and objects stay compiled; calls of some
// operators become calls of the host (`host::call`).
//
//===----------------------------------------------------------------------===//

#include "SessionImpl.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"

using namespace torchscript;
using namespace mlir;

llvm::Expected<const HostFunction *> Session::leaveToHost(
    const HostFunction &function,
    llvm::function_ref<std::string(mlir::Operation *)> getHostName) {
  std::string key = function.name + " by the host";
  if (auto found = impl->specialized.find(key);
      found != impl->specialized.end())
    return found->second.get();
  OwningOpRef<ModuleOp> module =
      ts::extractFunction(getModule(), function.symbol);
  llvm::SmallVector<ts::OperatorOp> operators;
  module->walk([&](ts::OperatorOp op) { operators.push_back(op); });
  for (ts::OperatorOp op : operators) {
    std::string name = getHostName(op);
    if (name.empty())
      continue;
    OpBuilder builder(op);
    llvm::SmallVector<Value> operands{
        builder.create<ts::ConstantStrOp>(op.getLoc(), name)};
    llvm::append_range(operands, op.getArgs());
    auto call = builder.create<ts::OperatorOp>(
        op.getLoc(), op->getResultTypes(), "host::call", operands);
    op->replaceAllUsesWith(call->getResults());
    op->erase();
  }
  auto entry = build(*module, function.symbol, key);
  if (!entry)
    return entry.takeError();
  auto made = std::make_unique<HostFunction>(function);
  made->entry = *entry;
  made->callsProgram = true;
  return (impl->specialized[key] = std::move(made)).get();
}
