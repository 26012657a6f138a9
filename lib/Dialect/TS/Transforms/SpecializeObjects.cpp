//===- SpecializeObjects.cpp - ts-specialize-objects ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes copies of the methods of a known object.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSPECIALIZEOBJECTS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct SpecializeObjects
    : public ts::impl::TSSpecializeObjectsBase<SpecializeObjects> {
  using TSSpecializeObjectsBase::TSSpecializeObjectsBase;

  void runOnOperation() override {
    SmallVector<ObjectOp> objects;
    if (failed(findObjects(objects)))
      return signalPassFailure();
    SmallVector<func::FuncOp> roots;
    for (ObjectOp root : objects)
      if (failed(makeRoots(root, roots)))
        return signalPassFailure();
    if (roots.empty())
      return;
    numMade += roots.size();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && !llvm::is_contained(roots, function))
        function.setPrivate();
  }

private:
  /// The object of the option, or all that no other object refers to.
  LogicalResult findObjects(SmallVectorImpl<ObjectOp> &objects);
  /// Makes the specialized functions of one object.
  LogicalResult makeRoots(ObjectOp root, SmallVectorImpl<func::FuncOp> &roots);
  func::FuncOp makeRoot(ObjectOp root, MethodOp method, func::FuncOp function);
};

} // namespace

LogicalResult
SpecializeObjects::findObjects(SmallVectorImpl<ObjectOp> &objects) {
  ModuleOp module = getOperation();
  if (!object.empty()) {
    auto named = module.lookupSymbol<ObjectOp>(object);
    if (!named)
      return mlir::emitError(module.getLoc(),
                             "ts-specialize-objects: no 'ts.object' is "
                             "called '")
             << object << "'";
    objects.push_back(named);
    return success();
  }
  llvm::DenseSet<StringRef> referenced;
  for (auto other : module.getOps<ObjectOp>())
    other.getFields().walk([&](FlatSymbolRefAttr symbol) {
      referenced.insert(symbol.getValue());
    });
  for (auto candidate : module.getOps<ObjectOp>())
    if (!referenced.contains(candidate.getSymName()))
      objects.push_back(candidate);
  return success();
}

LogicalResult
SpecializeObjects::makeRoots(ObjectOp root,
                             SmallVectorImpl<func::FuncOp> &roots) {
  ModuleOp module = getOperation();
  auto declaration =
      module.lookupSymbol<ClassOp>(root.getObjectType().getSymbol());
  SmallVector<MethodOp> chosen;
  for (const std::string &name : methods) {
    MethodOp method = declaration.lookupMethod(name);
    if (!method) {
      InFlightDiagnostic diagnostic = root.emitError("the class of '")
                                      << root.getSymName()
                                      << "' has no method '" << name << "'";
      diagnostic.attachNote(declaration.getLoc()) << "the class is here";
      return diagnostic;
    }
    chosen.push_back(method);
  }
  if (methods.empty()) {
    if (MethodOp forward = declaration.lookupMethod("forward"))
      chosen.push_back(forward);
    else
      llvm::append_range(chosen, declaration.getBody().getOps<MethodOp>());
  }
  for (MethodOp method : chosen) {
    auto function = module.lookupSymbol<func::FuncOp>(method.getFunction());
    bool takesSelf = !method.getIsStatic() && !function.isExternal() &&
                     function.getNumArguments() &&
                     function.getArgumentTypes().front() == root.getType();
    if (!takesSelf || !function.getBody().hasOneBlock())
      continue;
    std::string name = (root.getSymName() + "." + method.getName()).str();
    if (Operation *existing = module.lookupSymbol(name))
      return existing->emitError("'")
             << name
             << "' is already there, but ts-specialize-objects makes it";
    roots.push_back(makeRoot(root, method, function));
  }
  return success();
}

func::FuncOp SpecializeObjects::makeRoot(ObjectOp root, MethodOp method,
                                         func::FuncOp function) {
  func::FuncOp copy = function.clone();
  copy.setName((root.getSymName() + "." + method.getName()).str());
  copy.setPublic();
  OpBuilder builder(&getContext());
  builder.setInsertionPointAfter(function);
  builder.insert(copy);
  builder.setInsertionPointToStart(&copy.getBody().front());
  Value self = builder.create<ObjectRefOp>(copy.getLoc(), root.getType(),
                                           root.getSymName());
  copy.getArgument(0).replaceAllUsesWith(self);
  copy.eraseArgument(0);
  return copy;
}
