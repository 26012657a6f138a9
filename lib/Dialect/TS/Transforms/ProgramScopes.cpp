//===- ProgramScopes.cpp - ts-program-scopes ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROGRAMSCOPES
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// The function that is a method of the manager's class; null when there is
/// none.
static func::FuncOp findMethod(ModuleOp module, Value manager, StringRef name) {
  auto object = dyn_cast<ObjectType>(manager.getType());
  auto declaration =
      object ? module.lookupSymbol<ClassOp>(object.getSymbol()) : ClassOp();
  MethodOp method = declaration ? declaration.lookupMethod(name) : MethodOp();
  return method ? module.lookupSymbol<func::FuncOp>(method.getFunctionAttr())
                : func::FuncOp();
}

static void enter(ModuleOp module, EnterOp op) {
  func::FuncOp method = findMethod(module, op.getManager(), "__enter__");
  if (!method)
    return;
  OpBuilder builder(op);
  auto call = builder.create<func::CallOp>(op.getLoc(), method,
                                           ValueRange{op.getManager()});
  if (op->getNumResults() == call->getNumResults())
    op->replaceAllUsesWith(call->getResults());
  if (op->use_empty())
    op->erase();
}

static void exit(ModuleOp module, ExitScopeOp op) {
  func::FuncOp method = findMethod(module, op.getManager(), "__exit__");
  if (!method)
    return;
  OpBuilder builder(op);
  Value none = builder.create<ConstantNoneOp>(op.getLoc());
  SmallVector<Value> operands = {op.getManager()};
  for (Type type : method.getArgumentTypes().drop_front()) {
    if (!isSubtype(none.getType(), type))
      return;
    operands.push_back(
        builder.create<DerefineOp>(op.getLoc(), type, none));
  }
  builder.create<func::CallOp>(op.getLoc(), method, operands);
  op->erase();
}

namespace {
struct ProgramScopes : public ts::impl::TSProgramScopesBase<ProgramScopes> {
  void runOnOperation() override {
    SmallVector<Operation *> operations;
    getOperation().walk([&](Operation *op) {
      if (isa<EnterOp, ExitScopeOp>(op))
        operations.push_back(op);
    });
    for (Operation *op : operations) {
      if (auto begin = dyn_cast<EnterOp>(op))
        enter(getOperation(), begin);
      else
        exit(getOperation(), cast<ExitScopeOp>(op));
    }
  }
};
} // namespace
