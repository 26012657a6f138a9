//===- SpecializeObjects.cpp - ts-specialize-objects ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Makes one copy of a method for a known object.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "Canonicalization.h"
#include "ObjectState.h"

#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSPECIALIZEOBJECTS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// Folding exposes calls and calls expose folding; a chain of submodules needs
/// one round per level.
static constexpr unsigned kMaxRounds = 64;

/// The value before it was derefined.
static Value lookThroughDerefine(Value value) {
  while (auto derefine = value.getDefiningOp<DerefineOp>())
    value = derefine.getInput();
  return value;
}

/// Replaces a call by the body of its callee. Locations become call sites.
static void inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *nested) {
      nested->setLoc(CallSiteLoc::get(nested->getLoc(), call.getLoc()));
    });
  }
  for (auto [result, value] :
       llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

namespace {

struct SpecializeObjects
    : public ts::impl::TSSpecializeObjectsBase<SpecializeObjects> {
  using TSSpecializeObjectsBase::TSSpecializeObjectsBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    addCanonicalization(set);
    populateRefineTypesPatterns(set);
    patterns = std::move(set);
    return success();
  }

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
    for (unsigned round = 0; round < kMaxRounds; ++round) {
      bool changed = false;
      ObjectState state(getOperation(),
                        MethodCallGraph(getOperation()).findReachable(roots));
      for (func::FuncOp function : roots)
        changed |= specialize(function, state);
      if (!changed)
        break;
    }
    for (func::FuncOp function : roots)
      function.walk([&](GetAttrOp) { ++numKept; });
    if (prune)
      eraseUnreachable(roots);
  }

private:
  /// The object of the option, or all that no other object refers to.
  LogicalResult findObjects(SmallVectorImpl<ObjectOp> &objects);
  /// Makes the specialized functions of one object.
  LogicalResult makeRoots(ObjectOp root, SmallVectorImpl<func::FuncOp> &roots);
  func::FuncOp makeRoot(ObjectOp root, MethodOp method, func::FuncOp function);
  /// One round of folding and inlining; true when something changed.
  bool specialize(func::FuncOp function, const ObjectState &state);
  /// Makes a direct call of a method call on an object of known class.
  bool resolve(CallMethodOp call);
  /// Erases the functions that no specialized one calls.
  void eraseUnreachable(ArrayRef<func::FuncOp> roots);

  FrozenRewritePatternSet patterns;
};

} // namespace

LogicalResult
SpecializeObjects::findObjects(SmallVectorImpl<ObjectOp> &objects) {
  ModuleOp module = getOperation();
  if (!object.empty()) {
    auto named = module.lookupSymbol<ObjectOp>(object);
    if (!named)
      return module.emitError(
                 "ts-specialize-objects: no 'ts.object' is called '")
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

bool SpecializeObjects::resolve(CallMethodOp call) {
  auto type =
      dyn_cast<ObjectType>(lookThroughDerefine(call.getObject()).getType());
  if (!type)
    return false;
  auto declaration = getOperation().lookupSymbol<ClassOp>(type.getSymbol());
  MethodOp method =
      declaration ? declaration.lookupMethod(call.getName()) : MethodOp();
  if (!method)
    return false;
  auto callee = getOperation().lookupSymbol<func::FuncOp>(method.getFunction());
  SmallVector<Value> operands;
  if (!method.getIsStatic())
    operands.push_back(lookThroughDerefine(call.getObject()));
  llvm::append_range(operands, call.getArgs());
  FunctionType signature = callee.getFunctionType();
  if (TypeRange(signature.getInputs()) != ValueRange(operands).getTypes() ||
      TypeRange(signature.getResults()) != TypeRange(call.getResultTypes()))
    return false;
  OpBuilder builder(call);
  auto direct = builder.create<func::CallOp>(call.getLoc(), callee, operands);
  call.replaceAllUsesWith(direct.getResults());
  call.erase();
  return true;
}

bool SpecializeObjects::specialize(func::FuncOp function,
                                   const ObjectState &state) {
  bool changed = false;
  if (freeze) {
    function.walk([&](GetAttrOp read) {
      if (Value constant = state.makeConstant(read)) {
        read.replaceAllUsesWith(constant);
        read.erase();
        ++numConstants;
        changed = true;
      }
    });
  }
  function.walk([&](CallMethodOp call) { changed |= resolve(call); });
  // Branches that are not taken go before their calls are looked at.
  (void)applyPatternsAndFoldGreedily(function, patterns);
  restoreLocations(function);

  MethodCallGraph graph(getOperation());
  SmallVector<func::CallOp> calls;
  unsigned size = 0;
  function.walk([&](Operation *op) {
    ++size;
    auto call = dyn_cast<func::CallOp>(op);
    if (call && llvm::any_of(call.getOperands(), [](Value operand) {
          return lookThroughDerefine(operand).getDefiningOp<ObjectRefOp>();
        }))
      calls.push_back(call);
  });
  for (func::CallOp call : calls) {
    auto callee = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee || callee == function || callee.isExternal() ||
        !callee.getBody().hasOneBlock() || graph.isRecursive(callee))
      continue;
    callee.walk([&](Operation *) { ++size; });
    if (size > maxInlined)
      break;
    inlineCall(call, callee);
    ++numInlined;
    changed = true;
  }
  return changed;
}

void SpecializeObjects::eraseUnreachable(ArrayRef<func::FuncOp> roots) {
  ModuleOp module = getOperation();
  llvm::SetVector<func::FuncOp> reachable =
      MethodCallGraph(module).findReachable(roots);
  llvm::DenseSet<StringRef> erased;
  for (auto function : module.getOps<func::FuncOp>())
    if (!reachable.contains(function))
      erased.insert(function.getNameAttr().getValue());
  for (auto declaration : module.getOps<ClassOp>())
    for (auto method :
         llvm::make_early_inc_range(declaration.getBody().getOps<MethodOp>()))
      if (erased.contains(method.getFunction()))
        method.erase();
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!reachable.contains(function))
      function.erase();
}
