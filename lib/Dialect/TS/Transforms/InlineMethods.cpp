//===- InlineMethods.cpp - ts-inline-methods ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlines calls that are about known objects.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"

#include "TorchScript/Dialect/TS/IR/Derefine.h"
#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSINLINEMETHODS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// Replaces a call by the body of its callee. Locations become call sites of
/// `place`.
static void inlineCall(func::CallOp call, func::FuncOp callee, Location place) {
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *nested) {
      nested->setLoc(CallSiteLoc::get(nested->getLoc(), place));
    });
  }
  for (auto [result, value] :
       llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

namespace {

struct InlineMethods : public ts::impl::TSInlineMethodsBase<InlineMethods> {
  using TSInlineMethodsBase::TSInlineMethodsBase;

  void runOnOperation() override {
    for (func::FuncOp function : findEntries(getOperation())) {
      function.walk([&](CallMethodOp call) { resolve(call); });
      inlineCalls(function);
    }
  }

private:
  /// Makes a direct call of a method call on an object of known class.
  void resolve(CallMethodOp call);
  /// Inlines one level of calls with known objects.
  void inlineCalls(func::FuncOp function);
  /// Where a call is, and about which module.
  Location getPlace(func::CallOp call);
};

} // namespace

void InlineMethods::resolve(CallMethodOp call) {
  auto type =
      dyn_cast<ObjectType>(lookThroughDerefine(call.getObject()).getType());
  if (!type)
    return;
  auto declaration = getOperation().lookupSymbol<ClassOp>(type.getSymbol());
  MethodOp method =
      declaration ? declaration.lookupMethod(call.getName()) : MethodOp();
  if (!method)
    return;
  auto callee = getOperation().lookupSymbol<func::FuncOp>(method.getFunction());
  SmallVector<Value> operands;
  if (!method.getIsStatic())
    operands.push_back(lookThroughDerefine(call.getObject()));
  llvm::append_range(operands, call.getArgs());
  FunctionType signature = callee.getFunctionType();
  if (TypeRange(signature.getInputs()) != ValueRange(operands).getTypes() ||
      TypeRange(signature.getResults()) != TypeRange(call.getResultTypes()))
    return;
  OpBuilder builder(call);
  auto direct = builder.create<func::CallOp>(call.getLoc(), callee, operands);
  call.replaceAllUsesWith(direct.getResults());
  call.erase();
  ++numResolved;
}

/// Counts the calls that were inlined, over all runs of the pass.
static constexpr StringRef kCallsAttr = "ts.module_calls";

Location InlineMethods::getPlace(func::CallOp call) {
  auto ref = markModules && call.getNumOperands() != 0
                 ? lookThroughDerefine(call.getOperand(0))
                       .getDefiningOp<ObjectRefOp>()
                 : ObjectRefOp();
  ModuleOp module = getOperation();
  auto object = ref ? module.lookupSymbol<ObjectOp>(ref.getObjectAttr())
                    : ObjectOp();
  auto type = object ? module.lookupSymbol<ClassOp>(
                           object.getObjectType().getSymbol())
                     : ClassOp();
  if (!type || !type.getIsModule())
    return call.getLoc();
  auto count = module->getAttrOfType<IntegerAttr>(kCallsAttr);
  int64_t number = count ? count.getInt() : 0;
  module->setAttr(kCallsAttr,
                  Builder(&getContext()).getI64IntegerAttr(number + 1));
  return markModuleCall(call.getLoc(), object.getSymName(), number);
}

void InlineMethods::inlineCalls(func::FuncOp function) {
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
    inlineCall(call, callee, getPlace(call));
    ++numInlined;
  }
}
