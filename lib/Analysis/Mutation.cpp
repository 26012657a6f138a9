//===- Mutation.cpp - Which code writes to tensors ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the effects of operators for tensors.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/ShapeRules.h"
#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::writesTensors(OperatorOp op) {
  uint64_t mutated = lookupOperator(op.getName()).mutatedArgs;
  for (auto [index, operand] : llvm::enumerate(op.getArgs())) {
    // `append` writes to the list, not to the tensors in it.
    Type type = lookThroughCasts(operand).getType();
    if (isa<TSTensorType>(type) && (mutated >> std::min<size_t>(index, 63)) & 1)
      return true;
  }
  return false;
}

bool ts::mayResultAlias(OperatorOp op) {
  OperatorInfo info = lookupOperator(op.getName());
  // Outside of training these return their argument, which their schemas do
  // not say.
  static const StringRef identities[] = {"aten::dropout", "aten::alpha_dropout",
                                         "aten::feature_dropout",
                                         "aten::feature_alpha_dropout"};
  return !info.known || info.aliasesArgument ||
         llvm::is_contained(identities, getBaseName(op));
}

bool ts::mayWriteTensors(Operation *root) {
  return root
      ->walk([](Operation *op) {
        if (auto operation = dyn_cast<OperatorOp>(op))
          return writesTensors(operation) ? WalkResult::interrupt()
                                          : WalkResult::advance();
        if (isa<TensorOverwriteOp, func::CallOp, CallMethodOp>(op))
          return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// True when a tensor reached from `value` may be older than the function's
/// body, without being an argument.
static bool mayBeShared(Value value) {
  SmallVector<Value> worklist{value};
  llvm::DenseSet<Value> visited;
  while (!worklist.empty()) {
    Value next = lookThroughCasts(worklist.pop_back_val());
    if (!visited.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (isa<func::FuncOp>(argument.getOwner()->getParentOp()))
        continue;
      return true;
    }
    Operation *op = next.getDefiningOp();
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      if (mayResultAlias(operation))
        llvm::append_range(worklist, operation.getArgs());
      continue;
    }
    if (isa<LiteralOp, TensorRefOp>(op) ||
        op->hasTrait<OpTrait::ConstantLike>())
      continue;
    if (!isa<ListConstructOp, TupleConstructOp, TupleIndexOp, DictConstructOp,
             DerefineOp, UncheckedCastOp>(op))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

bool ts::mayWriteSharedTensors(func::FuncOp function) {
  return function
      ->walk([](Operation *op) {
        bool writes = isa<func::CallOp, CallMethodOp>(op);
        if (auto overwrite = dyn_cast<TensorOverwriteOp>(op))
          writes = mayBeShared(overwrite.getTensor());
        if (auto operation = dyn_cast<OperatorOp>(op);
            operation && writesTensors(operation))
          writes = llvm::any_of(operation.getArgs(), [](Value operand) {
            return isa<TSTensorType>(lookThroughCasts(operand).getType()) &&
                   mayBeShared(operand);
          });
        return writes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
