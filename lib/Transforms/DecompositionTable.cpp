//===- DecompositionTable.cpp - What operators consist of -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds decompositions in the module and in the compiler itself.
//
//===----------------------------------------------------------------------===//

#include "DecompositionTable.h"

#include "TorchScript/Decompositions/Decompositions.h"
#include "TorchScript/Dialect/TS/IR/Decomposition.h"

using namespace mlir;
using namespace mlir::ts;
using namespace torchscript;

Location Decomposition::getDecorator() {
  auto place = getModule()->getAttrOfType<LocationAttr>(kDecoratorAttr);
  return place ? Location(place) : body.getLoc();
}

StringRef Decomposition::getFunctionName() {
  return body.getName().rsplit('.').second.empty()
             ? body.getName()
             : body.getName().rsplit('.').second;
}

/// The function of a module that stands for operators.
static func::FuncOp getBody(ModuleOp module) {
  auto symbol = module->getAttrOfType<FlatSymbolRefAttr>(kDecompositionAttr);
  auto body = symbol ? module.lookupSymbol<func::FuncOp>(symbol.getAttr())
                     : func::FuncOp();
  return body && !body.isExternal() ? body : func::FuncOp();
}

void DecompositionTable::setUsers(ModuleOp module) {
  users.clear();
  auto all =
      module ? module.lookupSymbol<ModuleOp>(kDecompositionModule) : ModuleOp();
  if (!all)
    return;
  for (auto inner : all.getOps<ModuleOp>()) {
    auto operators = inner->getAttrOfType<ArrayAttr>(kDecomposesAttr);
    func::FuncOp body = getBody(inner);
    if (!operators || !body)
      continue;
    for (auto op : operators.getAsRange<StringAttr>()) {
      auto &slot = users[op];
      slot = std::make_unique<Decomposition>();
      slot->body = body;
      slot->isUsers = true;
    }
  }
}

Decomposition *DecompositionTable::lookupUsers(StringRef op) {
  auto it = users.find(op);
  return it == users.end() ? nullptr : it->second.get();
}

bool DecompositionTable::isComposite(StringRef op) {
  const EmbeddedDecomposition *found = findDecomposition(op);
  return found && found->isComposite;
}

Decomposition *DecompositionTable::lookupLibrary(StringRef op) {
  auto [it, isNew] = library.try_emplace(op);
  const EmbeddedDecomposition *found = isNew ? findDecomposition(op) : nullptr;
  if (!found)
    return it->second.get();
  OwningOpRef<ModuleOp> module = loadDecomposition(*found, context);
  if (!module || !getBody(*module))
    return nullptr;
  it->second = std::make_unique<Decomposition>();
  it->second->body = getBody(*module);
  it->second->isComposite = found->isComposite;
  it->second->module = std::move(module);
  return it->second.get();
}
