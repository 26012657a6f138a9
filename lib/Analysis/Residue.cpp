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

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"

using namespace mlir;
using namespace mlir::ts;

static bool holdsTensor(Type type) {
  return type
      .walk([](Type part) {
        return isa<TSTensorType, TensorType>(part) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the operator is about containers of anything, tensors among them.
static bool isOfContainers(OperatorOp op) {
  const torchscript::FunctionSchema *schema =
      torchscript::SchemaRegistry::get().find(op.getName());
  auto holdsTensors = [](const torchscript::Argument &argument) {
    const torchscript::Type *type = argument.type;
    while (!type->getContained().empty())
      type = type->getContained().front();
    return type->is(torchscript::TypeKind::Tensor);
  };
  return schema && !schema->isVararg && !schema->isVarret &&
         llvm::none_of(schema->arguments, holdsTensors) &&
         llvm::none_of(schema->returns, holdsTensors);
}

bool ts::isBoxedTensorOperator(OperatorOp op) {
  if (!isTensorOperator(op) || isOfContainers(op) || isLibraryCall(op) ||
      op->hasAttr(kFallbackAttr))
    return false;
  if (writesTensors(op))
    return true;
  // Nothing is computed where no result has elements.
  if (op.getNumResults() && llvm::all_of(op.getResultTypes(), [](Type type) {
        TSTensorType tensor = getTensorType(type);
        return tensor && tensor.hasRank() &&
               llvm::is_contained(tensor.getShape(), 0);
      }))
    return false;
  bool isQuestion = llvm::none_of(op->getResultTypes(), holdsTensor) &&
                    llvm::count_if(op->getOperandTypes(), holdsTensor) == 1;
  if (isQuestion || op.getNumResults() != 1)
    return !isQuestion;
  TSTensorType type = getTensorType(op.getResult(0).getType());
  return !isView(op) || !type || !type.hasRank();
}

bool ts::isTensorOperator(OperatorOp op) {
  return llvm::any_of(op->getOperandTypes(), holdsTensor) ||
         llvm::any_of(op->getResultTypes(), holdsTensor);
}

bool ts::isInValueForm(OperatorOp op) {
  auto isValue = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isValue) ||
         llvm::any_of(op->getResultTypes(), isValue);
}

std::string ts::explainResidue(OperatorOp op) {
  if (op->hasAttr(kFallbackAttr))
    return "it runs where a kernel does not take the sizes or the elements";
  if (isLibraryCall(op))
    return "a function of the runtime computes it as a whole";
  for (auto [index, operand] : llvm::enumerate(op.getArgs())) {
    TSTensorType type = getTensorType(operand);
    if (!type || (type.hasDtype() && type.hasRank()))
      continue;
    std::string unknown = type.hasDtype() ? "" : "dtype";
    if (!type.hasRank())
      unknown += (unknown.empty() ? "" : " and ") + std::string("rank");
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
