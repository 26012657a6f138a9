//===- VerifyForm.cpp - ts-verify-form ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Checks which of the three forms a module is in.
//
//===----------------------------------------------------------------------===//

#include "VerifiedForms.h"

#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSVERIFYFORM
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Why an operation does not belong to source form; empty when it does.
StringRef whyNotSource(Operation *op) {
  if (isa<ThrowOp>(op))
    return "is a raise of ssa form";
  if (isa<EnterOp, ExitScopeOp>(op))
    return "is a 'ts.with' of ssa form";
  if (isa<TensorValueOp, TensorRefOp, TensorOverwriteOp>(op))
    return "is about builtin tensors";
  if (isa<ForOp, WhileOp>(op) && op->getNumResults())
    return "carries values";
  if (isa<func::ReturnOp>(op))
    return "is a return of ssa form";
  if (isa<UnknownLoc>(op->getLoc()))
    return "has no source location";
  return "";
}

/// Why an operation does not belong to ssa form; empty when it does.
StringRef whyNotSSA(Operation *op) {
  if (isa<VarOp, LoadOp, StoreOp, DelOp>(op))
    return "is about a slot";
  if (isa<BreakOp, ContinueOp, ReturnOp, RaiseOp>(op))
    return "is an exit";
  if (isa<WithOp, AssertOp>(op))
    return "is a statement of source form";
  return "";
}

/// Why an operator is left to the runtime.
std::string whyResidue(OperatorOp op) {
  // A pass that tried knows it best.
  if (auto reason = op->getAttrOfType<StringAttr>(kResidueAttr))
    return reason.str();
  for (auto [i, operand] : llvm::enumerate(op.getArgs())) {
    auto tensor = dyn_cast<TSTensorType>(operand.getType());
    if (!tensor || (tensor.hasDtype() && tensor.hasRank()))
      continue;
    std::string text = "operand " + std::to_string(i) + " has no known ";
    return text + (tensor.hasDtype()  ? "rank"
                   : tensor.hasRank() ? "dtype"
                                      : "dtype and rank");
  }
  return "no pass has tried to compile it";
}

struct VerifyForm : public ts::impl::TSVerifyFormBase<VerifyForm> {
  using TSVerifyFormBase::TSVerifyFormBase;

  void runOnOperation() override {
    std::optional<VerifiedForm> kind = parseForm(form);
    if (!kind) {
      mlir::emitError(getOperation().getLoc(), "ts-verify-form: no form '")
          << form << "'; expected source, ssa or value";
      return signalPassFailure();
    }
    llvm::MapVector<OperationName, unsigned> counts;
    getOperation().walk([&](Operation *op) {
      StringRef why = whyNot(op, *kind);
      if (!why.empty()) {
        op->emitError("'") << op->getName() << "' " << why
                           << "; not allowed in " << form << " form";
        ++counts[op->getName()];
        ++numViolations;
      } else if (kind == VerifiedForm::Value) {
        checkResidue(op);
      }
    });
    if (counts.empty())
      return;
    InFlightDiagnostic summary =
        mlir::emitError(getOperation().getLoc(), "not in ") << form << " form:";
    for (auto [name, count] : counts)
      summary << " " << name << " " << count;
    summary.report();
    signalPassFailure();
  }

  /// Remarks on operators that still work on tensor objects.
  void checkResidue(Operation *op) {
    auto operatorOp = dyn_cast<OperatorOp>(op);
    auto isTensor = [](Type type) { return isa<TSTensorType>(type); };
    if (!operatorOp || (!llvm::any_of(op->getOperandTypes(), isTensor) &&
                        !llvm::any_of(op->getResultTypes(), isTensor)))
      return;
    ++numResidue;
    if (remarks)
      op->emitRemark("'") << operatorOp.getName() << "' runs in the runtime: "
                          << whyResidue(operatorOp);
  }
};

} // namespace

std::optional<VerifiedForm> ts::parseForm(StringRef name) {
  return llvm::StringSwitch<std::optional<VerifiedForm>>(name)
      .Case("source", VerifiedForm::Source)
      .Case("ssa", VerifiedForm::SSA)
      .Case("value", VerifiedForm::Value)
      .Default(std::nullopt);
}

StringRef ts::whyNot(Operation *op, VerifiedForm form) {
  if (form == VerifiedForm::Source)
    return whyNotSource(op);
  StringRef why = whyNotSSA(op);
  if (why.empty() && form == VerifiedForm::Value && isa<UnsupportedOp>(op))
    return "is not supported";
  return why;
}
