//===- FunctionClosure.cpp - A function with what it needs -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the functions one function may call.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"

#include "TorchScript/Dialect/TS/IR/RemoteCalls.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SHA256.h"

#include <set>

using namespace mlir;

/// Methods the runtime or a dynamic call may reach without a func.call.
static bool isCalledByName(ts::MethodOp method, bool hasDynamicCalls) {
  StringRef name = method.getName();
  return hasDynamicCalls ||
         (name.starts_with("__") && name.ends_with("__") && name != "__init__");
}

OwningOpRef<ModuleOp> ts::extractFunction(ModuleOp module, StringRef symbol) {
  return extractFunctions(module, symbol.str());
}

/// The functions that one may call, itself included.
static std::set<std::string> collectCallees(SymbolTable &table,
                                            StringRef symbol) {
  std::set<std::string> found;
  SmallVector<std::string> worklist{symbol.str()};
  while (!worklist.empty()) {
    std::string name = worklist.pop_back_val();
    auto function = table.lookup<func::FuncOp>(name);
    if (!function || !found.insert(name).second)
      continue;
    function.walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        worklist.push_back(call.getCallee().str());
      else if (auto fork = dyn_cast<ts::ForkOp>(op))
        worklist.push_back(fork.getCallee().str());
    });
  }
  return found;
}

std::string ts::hashFunction(ModuleOp module, StringRef symbol) {
  SymbolTable table(module);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const std::string &name : collectCallees(table, symbol)) {
    auto function = table.lookup<func::FuncOp>(name);
    OwningOpRef<func::FuncOp> copy(function.clone());
    // What the importer notes of other uses of the function is left out.
    for (NamedAttribute attribute : function->getDiscardableAttrs())
      (*copy)->removeAttr(attribute.getName());
    copy->setPrivate();
    copy->walk([](RpcOp op) { op->removeAttr(kRemoteAttr); });
    copy->print(os, OpPrintingFlags().useLocalScope());
    os << "\n";
  }
  llvm::SHA256 hash;
  hash.update(os.str());
  return llvm::toHex(ArrayRef(hash.final()).take_front(16),
                     /*LowerCase=*/true);
}

/// Names the functions of remote calls for other processes, once.
static void nameRemoteCallees(ModuleOp module) {
  llvm::StringMap<std::string> hashes;
  module.walk([&](ts::RpcOp rpc) {
    if (!rpc.getCallee() || rpc->hasAttr(ts::kRemoteAttr))
      return;
    std::string &hash = hashes[*rpc.getCallee()];
    if (hash.empty())
      hash = ts::hashFunction(module, *rpc.getCallee());
    Builder builder(module.getContext());
    rpc->setAttr(ts::kRemoteAttr,
                 builder.getStrArrayAttr({*rpc.getCallee(), hash}));
  });
}

OwningOpRef<ModuleOp> ts::extractFunctions(ModuleOp module,
                                           ArrayRef<std::string> symbols) {
  llvm::StringSet<> needed, classes, dynamicNames;
  SmallVector<std::string> worklist(symbols);
  SymbolTable table(module);
  // The first round knows no dynamic calls; when there are some, a second one
  // keeps all methods of the classes, and those of these names of all classes:
  // the object may be the host's.
  auto visitType = [&](Type type) {
    type.walk([&](ts::ObjectType object) { classes.insert(object.getName()); });
  };
  auto drain = [&] {
    while (!worklist.empty()) {
      std::string name = worklist.pop_back_val();
      auto func = table.lookup<func::FuncOp>(name);
      if (!func || !needed.insert(name).second)
        continue;
      visitType(func.getFunctionType());
      func.walk([&](Operation *op) {
        for (Type type : op->getResultTypes())
          visitType(type);
        if (auto call = dyn_cast<func::CallOp>(op))
          worklist.push_back(call.getCallee().str());
        else if (auto fork = dyn_cast<ts::ForkOp>(op))
          worklist.push_back(fork.getCallee().str());
        else if (auto rpc = dyn_cast<ts::RpcOp>(op); rpc && rpc.getCallee())
          worklist.push_back(rpc.getCallee()->str());
        else if (auto call = dyn_cast<ts::CallMethodOp>(op))
          dynamicNames.insert(call.getName());
      });
    }
  };
  size_t before;
  do {
    before = needed.size() + classes.size();
    drain();
    for (auto declaration : module.getOps<ts::ClassOp>()) {
      bool isSeen = classes.contains(declaration.getSymName());
      if (isSeen)
        for (auto attribute : declaration.getBody().getOps<ts::AttrOp>())
          visitType(attribute.getType());
      for (auto method : declaration.getBody().getOps<ts::MethodOp>())
        if ((isSeen ? isCalledByName(method, !dynamicNames.empty())
                    : dynamicNames.contains(method.getName())) &&
            !needed.contains(method.getFunction()) &&
            table.lookup<func::FuncOp>(method.getFunction()))
          worklist.push_back(method.getFunction().str());
    }
  } while (!worklist.empty() || needed.size() + classes.size() != before);

  OwningOpRef<ModuleOp> result(ModuleOp::create(module.getLoc()));
  (*result)->setAttrs(module->getAttrDictionary());
  for (Operation &op : *module.getBody())
    if (!isa<func::FuncOp>(op) ||
        needed.contains(cast<func::FuncOp>(op).getSymName()))
      result->push_back(op.clone());
  nameRemoteCallees(*result);
  llvm::StringSet<> visible;
  for (const std::string &symbol : symbols)
    visible.insert(symbol);
  for (auto declaration : result->getOps<ts::ClassOp>())
    for (auto method : llvm::make_early_inc_range(
             declaration.getBody().getOps<ts::MethodOp>())) {
      if (!needed.contains(method.getFunction()))
        method.erase();
      else if (isCalledByName(method, !dynamicNames.empty()))
        visible.insert(method.getFunction());
    }
  for (auto func : result->getOps<func::FuncOp>())
    if (visible.contains(func.getSymName()))
      func.setPublic();
    else
      func.setPrivate();
  return result;
}
