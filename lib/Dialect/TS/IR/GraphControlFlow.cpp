//===- GraphControlFlow.cpp - Control flow of exported programs -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isGraphControlFlow(Operation *op) {
  auto kind = op->getAttrOfType<StringAttr>("ts.control_flow");
  auto branch = dyn_cast<IfOp>(op);
  return kind && ((branch && branch.getElseBlock() && kind == "cond") ||
                  (isa<WhileOp>(op) && kind == "while_loop"));
}

bool ts::isGraphCondition(Operation *op) {
  auto call = dyn_cast<OperatorOp>(op);
  return call && call.getName() == "aten::Bool.Tensor" &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isGraphControlFlow(user) ||
                  (isa<ConditionOp>(user) &&
                   isGraphControlFlow(user->getParentOp()));
         });
}

static bool isState(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  auto input = function ? function.getArgAttrOfType<GraphInputAttr>(
                              argument.getArgNumber(), "ts.graph_input")
                        : GraphInputAttr();
  return input && input.getKind() != GraphInputKind::User;
}

/// Adds the values that a use stands for: those behind conversions and lists.
static void collect(Value value, Operation *op,
                    llvm::SetVector<Value> &found) {
  while (auto derefine = value.getDefiningOp<DerefineOp>())
    value = derefine.getOperand();
  Operation *made = value.getDefiningOp();
  Region *region = value.getParentRegion();
  if (!made || !op->isAncestor(made)) {
    if (auto list = dyn_cast_or_null<ListConstructOp>(made)) {
      for (Value element : list.getElements())
        collect(element, op, found);
      return;
    }
    bool isInside = !made && op->isAncestor(region->getParentOp());
    // Constants and literal inputs stand where they are used.
    bool isLiteral = made && !isa<OperatorOp>(made) &&
                     !isGraphControlFlow(made) && made->getNumOperands() == 0;
    auto argument = dyn_cast<BlockArgument>(value);
    if (auto function =
            argument ? dyn_cast<func::FuncOp>(region->getParentOp())
                     : func::FuncOp())
      isLiteral = bool(
          function.getArgAttr(argument.getArgNumber(), "ts.literal"));
    if (!isInside && !isLiteral)
      found.insert(value);
  }
}

SmallVector<Value> ts::getGraphOperands(Operation *op) {
  llvm::SetVector<Value> found;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!inner->hasTrait<OpTrait::ConstantLike>())
          collect(operand, op, found);
    });
  SmallVector<Value> values = found.takeVector();
  auto rank = [](Value value) -> std::pair<int, unsigned> {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isInput =
        argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
    if (isInput)
      return {isState(value) ? 2 : 0, argument.getArgNumber()};
    return {1, 0};
  };
  llvm::stable_sort(values,
                    [&](Value a, Value b) { return rank(a) < rank(b); });
  return values;
}

std::string ts::getGraphInputName(Operation *op, unsigned position,
                                  StringRef name) {
  return isa<WhileOp>(op) ? "arg" + std::to_string(position) + "_1"
                          : name.str();
}
