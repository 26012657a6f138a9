//===- PrepareModule.cpp - What an archive needs
//---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows symbols from the instance: classes of values, functions that are
// called, methods that interfaces call by name.
//
//===----------------------------------------------------------------------===//

#include "PrepareModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace torchscript;
namespace ts = mlir::ts;

void torchscript::separateHooks(mlir::ModuleOp module) {
  for (auto type : module.getOps<ts::ClassOp>())
    for (auto method : type.getBody().getOps<ts::MethodOp>()) {
      auto function =
          module.lookupSymbol<mlir::func::FuncOp>(method.getFunction());
      auto forward =
          function ? function->getAttrOfType<mlir::StringAttr>("ts.forward")
                   : mlir::StringAttr();
      if (!forward || !module.lookupSymbol(forward))
        continue;
      method.setFunction(forward.getValue());
      for (const char *name : {"ts.pre_hooks", "ts.hooks"})
        if (mlir::Attribute hooks = function->getAttr(name))
          type->setAttr(name, hooks);
    }
}

namespace {
/// Finds what is reachable.
class Reachable {
public:
  explicit Reachable(mlir::ModuleOp module) : module(module) {}

  void run(ts::ObjectOp root);
  bool contains(llvm::StringRef symbol) const { return seen.contains(symbol); }

private:
  void add(llvm::StringRef symbol) {
    if (seen.insert(symbol).second)
      if (mlir::Operation *op = module.lookupSymbol(symbol))
        work.push_back(op);
  }
  void add(mlir::Attribute attribute);
  void visit(mlir::Operation *op);
  void addManager(mlir::Type type);
  bool addInterfaceMethods();

  mlir::ModuleOp module;
  llvm::StringSet<> seen;
  llvm::SmallVector<mlir::Operation *> work;
};
} // namespace

/// What the types and symbols in an attribute name.
void Reachable::add(mlir::Attribute attribute) {
  mlir::AttrTypeWalker walker;
  walker.addWalk(
      [&](mlir::FlatSymbolRefAttr symbol) { add(symbol.getValue()); });
  walker.addWalk([&](ts::ObjectType type) { add(type.getName()); });
  walker.addWalk([&](ts::InterfaceType type) { add(type.getName()); });
  walker.addWalk([&](ts::EnumType type) { add(type.getName()); });
  walker.walk(attribute);
}

void Reachable::visit(mlir::Operation *op) {
  op->walk([&](mlir::Operation *nested) {
    // Methods are followed where they are called.
    if (llvm::isa<ts::MethodOp>(nested))
      return;
    for (mlir::NamedAttribute attribute : nested->getAttrs())
      add(attribute.getValue());
    for (mlir::Type type : nested->getResultTypes())
      add(mlir::TypeAttr::get(type));
    if (auto with = llvm::dyn_cast<ts::WithOp>(nested))
      addManager(with.getManager().getType());
  });
  auto type = llvm::dyn_cast<ts::ClassOp>(op);
  if (!type)
    return;
  for (const char *name : {"ts.pre_hooks", "ts.hooks"})
    if (auto hooks = type->getAttrOfType<mlir::ArrayAttr>(name))
      for (auto hook : hooks.getAsRange<mlir::StringAttr>())
        if (ts::MethodOp method = type.lookupMethod(hook.getValue()))
          add(method.getFunction());
}

/// `with` calls two methods without naming them.
void Reachable::addManager(mlir::Type type) {
  auto object = llvm::dyn_cast<ts::ObjectType>(type);
  auto manager = object ? module.lookupSymbol<ts::ClassOp>(object.getName())
                        : ts::ClassOp();
  for (const char *name : {"__enter__", "__exit__"})
    if (ts::MethodOp method =
            manager ? manager.lookupMethod(name) : ts::MethodOp())
      add(method.getFunction());
}

/// A class that has all methods of an interface may be behind it.
bool Reachable::addInterfaceMethods() {
  for (auto interface : module.getOps<ts::InterfaceOp>()) {
    if (!contains(interface.getSymName()))
      continue;
    for (auto type : module.getOps<ts::ClassOp>()) {
      auto signatures = interface.getBody().getOps<ts::SignatureOp>();
      if (contains(type.getSymName()) &&
          llvm::all_of(signatures, [&](ts::SignatureOp signature) {
            return bool(type.lookupMethod(signature.getName()));
          }))
        for (ts::SignatureOp signature : signatures)
          add(type.lookupMethod(signature.getName()).getFunction());
    }
  }
  return !work.empty();
}

void Reachable::run(ts::ObjectOp root) {
  add(root.getSymName());
  if (auto type =
          module.lookupSymbol<ts::ClassOp>(root.getObjectType().getName()))
    for (auto method : type.getBody().getOps<ts::MethodOp>())
      add(method.getFunction());
  do {
    while (!work.empty()) {
      mlir::Operation *op = work.pop_back_val();
      visit(op);
      // Whoever saves the object again needs its state.
      auto object = llvm::dyn_cast<ts::ObjectOp>(op);
      auto type = object && object->hasAttr("ts.restorer")
                      ? module.lookupSymbol<ts::ClassOp>(
                            object.getObjectType().getName())
                      : ts::ClassOp();
      if (ts::MethodOp getter =
              type ? type.lookupMethod("__getstate__") : ts::MethodOp())
        add(getter.getFunction());
    }
  } while (addInterfaceMethods());
}

void torchscript::keepReachable(mlir::ModuleOp module, ts::ObjectOp root) {
  Reachable reachable(module);
  reachable.run(root);
  llvm::SmallVector<mlir::Operation *> dead;
  for (mlir::Operation &op : *module.getBody()) {
    auto symbol = op.getAttrOfType<mlir::StringAttr>("sym_name");
    if (symbol && !reachable.contains(symbol.getValue()))
      dead.push_back(&op);
    else if (auto type = llvm::dyn_cast<ts::ClassOp>(op))
      for (auto method : type.getBody().getOps<ts::MethodOp>())
        if (!reachable.contains(method.getFunction()))
          dead.push_back(method);
  }
  for (mlir::Operation *op : dead)
    op->erase();
}
