//===- Residue.cpp - Why an operator stays on objects ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the analyses in the order in which they decide.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/Residue.h"

#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/ShapeRules.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isTensorOperator(OperatorOp op) {
  auto holdsTensor = [](Type type) {
    return type
        .walk([](Type part) {
          return isa<TSTensorType, TensorType>(part) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
        })
        .wasInterrupted();
  };
  return llvm::any_of(op->getOperandTypes(), holdsTensor) ||
         llvm::any_of(op->getResultTypes(), holdsTensor);
}

bool ts::isInValueForm(OperatorOp op) {
  auto isValue = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isValue) ||
         llvm::any_of(op->getResultTypes(), isValue);
}

std::string ts::explainWrites(func::FuncOp function) {
  std::string reason;
  function.walk([&](Operation *op) {
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      if (!writesTensors(operation))
        return WalkResult::advance();
      reason = "'" + operation.getName().str() + "' writes to a tensor";
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      reason =
          "the call of '" + call.getCallee().str() + "' may write to tensors";
    } else if (auto call = dyn_cast<CallMethodOp>(op)) {
      reason = "the call of the method '" + call.getName().str() +
               "' may write to tensors";
    } else if (isa<TensorOverwriteOp>(op)) {
      reason = "a tensor is overwritten";
    } else {
      return WalkResult::advance();
    }
    reason += " in the same function";
    if (auto place = decodeLocation(op->getLoc()))
      reason += " (line " + std::to_string(place->line) + ")";
    return WalkResult::interrupt();
  });
  return reason;
}

std::string ts::explainResidue(OperatorOp op) {
  for (auto [index, operand] : llvm::enumerate(op.getArgs())) {
    TSTensorType type = getTensorType(operand);
    if (!type || (type.hasDtype() && type.hasStaticShape()))
      continue;
    std::string unknown = type.hasDtype() ? "" : "dtype";
    if (!type.hasStaticShape())
      unknown += (unknown.empty() ? "" : " and ") +
                 std::string(type.hasRank() ? "sizes" : "rank");
    bool isOne = unknown == "dtype" || unknown == "rank";
    return "the " + unknown + " of operand " + std::to_string(index) +
           (isOne ? " is" : " are") + " not known";
  }
  if (refusesDtypes(op))
    return "PyTorch has no kernel for the dtypes: the call fails";
  if (!inferResultTypes(op))
    return "no rule tells the shape of the result, or the call may fail";
  if (op.getNumResults() != 1)
    return "it has several results";
  return "it has no lowering to linalg";
}
