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
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

using torchscript::FunctionSchema;
using torchscript::SchemaRegistry;

bool ts::writesTensorsOf(OperatorOp op, unsigned index) {
  uint64_t mutated = lookupOperator(op.getName()).mutatedArgs;
  if (!((mutated >> std::min(index, 63u)) & 1))
    return false;
  if (isa<TSTensorType>(lookThroughCasts(op.getArgs()[index]).getType()))
    return true;
  // `append` writes to the list, not to the tensors in it; `Tensor(a!)[]` is
  // about those.
  const FunctionSchema *schema = SchemaRegistry::get().find(op.getName());
  return schema && index < schema->arguments.size() &&
         llvm::any_of(
             schema->arguments[index].alias.elements,
             [](const torchscript::AliasInfo &element) {
               return element.isWrite;
             });
}

bool ts::writesTensors(OperatorOp op) {
  for (unsigned index = 0; index < op.getArgs().size(); ++index)
    if (writesTensorsOf(op, index))
      return true;
  return false;
}

bool ts::storesOperands(OperatorOp op) {
  uint64_t mutated = lookupOperator(op.getName()).mutatedArgs;
  for (auto [index, operand] : llvm::enumerate(op.getArgs()))
    if (((mutated >> std::min<size_t>(index, 63)) & 1) &&
        !isa<TSTensorType>(lookThroughCasts(operand).getType()))
      return true;
  return false;
}

bool ts::changesShape(OperatorOp op) {
  if (changesSizes(op))
    return true;
  // An `out=` tensor of other sizes is resized.
  const FunctionSchema *schema = SchemaRegistry::get().find(op.getName());
  return !schema ||
         llvm::any_of(schema->arguments, [](const torchscript::Argument &arg) {
           return arg.isWrite() && arg.kwOnly;
         });
}

std::optional<unsigned> ts::getReturnedOperand(OperatorOp op) {
  const FunctionSchema *schema = SchemaRegistry::get().find(op.getName());
  if (!schema || schema->returns.size() != 1 || op.getNumResults() != 1 ||
      !schema->returns.front().isWrite() || changesShape(op))
    return std::nullopt;
  llvm::SmallVector<unsigned, 2> operands = schema->getAliasedArguments(0);
  if (operands.size() != 1 || operands.front() >= op.getArgs().size() ||
      !schema->arguments[operands.front()].isWrite() ||
      !isa<TSTensorType>(op.getArgs()[operands.front()].getType()))
    return std::nullopt;
  return operands.front();
}

bool ts::mayWriteUnseen(Operation *op) {
  if (auto operation = dyn_cast<OperatorOp>(op))
    return !lookupOperator(operation.getName()).known;
  return isa<CallOpInterface, CallMethodOp, ForkOp, WaitOp, RpcOp, EnterOp,
             ExitScopeOp, WithOp>(op);
}

bool ts::mayResultAlias(OperatorOp op) {
  if (std::optional<bool> known = returnsArgument(op))
    return *known;
  OperatorInfo info = lookupOperator(op.getName());
  return !info.known || info.aliasesArgument;
}

bool ts::mayWriteTensors(Operation *root) {
  return root
      ->walk([](Operation *op) {
        auto operation = dyn_cast<OperatorOp>(op);
        bool writes = (operation && writesTensors(operation)) ||
                      isa<TensorOverwriteOp>(op) || mayWriteUnseen(op);
        return writes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool ts::mayChangeBetween(Operation *read, Operation *user) {
  Operation *end = read->getBlock()->findAncestorOpInBlock(*user);
  if (!end)
    return true;
  for (Operation *op = read->getNextNode(); op != end; op = op->getNextNode())
    if (!op || mayWriteTensors(op))
      return true;
  // A loop runs what comes after `user`, too.
  return end != user && mayWriteTensors(end);
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
