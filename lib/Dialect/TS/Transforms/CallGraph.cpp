//===- CallGraph.cpp - Who calls whom -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The calls between the functions of a module.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"

using namespace mlir;
using namespace mlir::ts;

SmallVector<func::FuncOp> ts::findEntries(ModuleOp module) {
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      entries.push_back(function);
  return entries;
}

MethodCallGraph::MethodCallGraph(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    functions[function.getName()] = function;
  for (auto declaration : module.getOps<ClassOp>())
    for (auto method : declaration.getBody().getOps<MethodOp>())
      if (func::FuncOp function = functions.lookup(method.getFunction()))
        methods[method.getName()].push_back(function);
}

void MethodCallGraph::addCallees(Operation *op,
                                 SmallVectorImpl<func::FuncOp> &callees) const {
  auto addMethod = [&](StringRef name) {
    auto found = methods.find(name);
    if (found != methods.end())
      callees.append(found->second);
  };
  if (auto call = dyn_cast<CallMethodOp>(op))
    addMethod(call.getName());
  if (isa<WithOp, EnterOp>(op))
    addMethod("__enter__");
  if (isa<WithOp, ExitScopeOp>(op))
    addMethod("__exit__");
  op->getAttrDictionary().walk([&](FlatSymbolRefAttr symbol) {
    if (func::FuncOp callee = functions.lookup(symbol.getValue()))
      callees.push_back(callee);
  });
}

SmallVector<func::FuncOp>
MethodCallGraph::findCallees(func::FuncOp function) const {
  SmallVector<func::FuncOp> callees;
  function.walk([&](Operation *op) { addCallees(op, callees); });
  return callees;
}

llvm::SetVector<func::FuncOp>
MethodCallGraph::findReachable(ArrayRef<func::FuncOp> roots) const {
  llvm::SetVector<func::FuncOp> reachable(roots.begin(), roots.end());
  for (size_t i = 0; i < reachable.size(); ++i)
    for (func::FuncOp callee : findCallees(reachable[i]))
      reachable.insert(callee);
  return reachable;
}

bool MethodCallGraph::isRecursive(func::FuncOp function) const {
  return findReachable(findCallees(function)).contains(function);
}
