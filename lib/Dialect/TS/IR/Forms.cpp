//===- Forms.cpp - Which pass has to run before ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations, the form they belong to, and the pass that replaces them.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Forms.h"

#include "TorchScript/Dialect/TS/IR/RemoteCalls.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::ts;

/// The pass that replaces an operation; empty for those of the last form.
static StringRef getPass(Operation *op) {
  if (isa<VarOp, LoadOp, StoreOp, DelOp>(op))
    return "ts-promote-slots";
  if (isa<BreakOp, ContinueOp, ReturnOp, RaiseOp, AssertOp>(op))
    return "ts-lower-exits";
  if (isa<WithOp>(op))
    return "ts-lower-with";
  if (isa<IfOp, WhileOp, ForOp>(op))
    return "convert-ts-to-scf";
  // The ends of blocks belong to what they are in.
  if (op->getName().getDialectNamespace() == "scf" &&
      !op->hasTrait<OpTrait::IsTerminator>())
    return "tsrt-lower-control-flow";
  if (isa<CallMethodOp, DictConstructOp, EnterOp, ExitScopeOp, ListConstructOp,
          ListUnpackOp, OperatorOp, PrintOp, UninitializedOp, UnwrapOp, WaitOp,
          WarnOp>(op) ||
      (isa<RpcOp>(op) && !op->hasAttr(kCheckedAttr)))
    return "convert-ts-to-tsrt";
  return "";
}

Form ts::getForm(Operation *op) {
  StringRef pass = getPass(op);
  if (pass.empty())
    return Form::Late;
  if (pass == "convert-ts-to-scf")
    return Form::SSA;
  bool isLast =
      pass == "tsrt-lower-control-flow" || pass == "convert-ts-to-tsrt";
  return isLast ? Form::SCF : Form::Source;
}

LogicalResult ts::requireForm(Operation *root, Form first) {
  static constexpr struct {
    StringLiteral name, pipeline;
  } forms[] = {{"source", "torchscript-to-ssa"},
               {"ssa", "torchscript-to-scf"},
               {"scf", "torchscript-to-tsrt"}};
  llvm::DenseSet<OperationName> reported;
  root->walk([&](Operation *op) {
    Form form = getForm(op);
    if (form >= first || !reported.insert(op->getName()).second)
      return;
    auto [name, pipeline] = forms[unsigned(form)];
    op->emitError("'") << op->getName() << "' belongs to the " << name
                       << " form; run " << getPass(op) << " (pipeline "
                       << pipeline << ") first";
  });
  return success(reported.empty());
}
