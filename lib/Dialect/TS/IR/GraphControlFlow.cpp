//===- GraphControlFlow.cpp - Control flow of exported programs -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isGraphControlFlow(Operation *op) {
  auto kind = op->getAttrOfType<StringAttr>("ts.control_flow");
  auto branch = dyn_cast<IfOp>(op);
  return kind && ((branch && branch.getElseBlock() && kind == "cond") ||
                  (isa<WhileOp>(op) && kind == "while_loop") ||
                  (isa<ForOp>(op) && (kind == "map" || kind == "scan")));
}

//===----------------------------------------------------------------------===//
// Loops over slices
//===----------------------------------------------------------------------===//

bool SliceLoop::isMap() {
  return loop->getAttrOfType<StringAttr>("ts.control_flow") == "map";
}

static ForOp getSliceLoop(Operation *op) {
  auto loop = dyn_cast_or_null<ForOp>(op);
  return loop && isGraphControlFlow(loop) ? loop : ForOp();
}

/// The tensor that a slice is of.
static Value getSliced(OperatorOp slice) {
  return lookThroughCasts(slice.getArgs()[0]);
}

/// `aten::select.int(x, 0, turn)` of a tensor from outside.
static bool isSlice(OperatorOp op, ForOp loop) {
  return op.getName() == "aten::select.int" &&
         op.getArgs()[2] == loop.getInductionVar() &&
         getConstantInt(op.getArgs()[1]) == 0 &&
         !loop.getBody().isAncestor(getSliced(op).getParentRegion());
}

/// The list that an operator appends to or stacks; null when it is not made
/// empty where the operator sees it.
static ListConstructOp getGathered(OperatorOp op, StringRef name) {
  if (op.getName() != name)
    return {};
  auto list =
      lookThroughCasts(op.getArgs()[0]).getDefiningOp<ListConstructOp>();
  return list && list.getElements().empty() ? list : ListConstructOp();
}

/// The stack of what a turn appends; nothing when the list is used in another
/// way.
static std::optional<OperatorOp> findStack(OperatorOp append) {
  ListConstructOp list = getGathered(append, "aten::append.t");
  if (!list || !append.getResult(0).use_empty())
    return std::nullopt;
  OperatorOp stack;
  for (Operation *user : list->getUsers()) {
    auto op = dyn_cast<OperatorOp>(user);
    if (op == append)
      continue;
    bool isStack = op && op.getName() == "aten::stack" && !stack &&
                   getConstantInt(op.getArgs()[1]) == 0;
    if (!isStack)
      return std::nullopt;
    stack = op;
  }
  return stack;
}

std::optional<SliceLoop> ts::matchSliceLoop(Operation *op) {
  SliceLoop parts;
  parts.loop = getSliceLoop(op);
  if (!parts.loop)
    return std::nullopt;
  for (Operation &inner : *parts.loop.getBodyBlock()) {
    auto call = dyn_cast<OperatorOp>(inner);
    if (!call)
      continue;
    if (isSlice(call, parts.loop))
      parts.slices.push_back(call);
    if (call.getName() != "aten::append.t")
      continue;
    std::optional<OperatorOp> stack = findStack(call);
    if (!stack)
      return std::nullopt;
    parts.outputs.push_back(call);
    parts.stacks.push_back(*stack);
  }
  bool isCounted = !llvm::all_of(
      parts.loop.getInductionVar().getUsers(), [&](Operation *user) {
        auto call = dyn_cast<OperatorOp>(user);
        return call && llvm::is_contained(parts.slices, call);
      });
  if (parts.slices.empty() || isCounted)
    return std::nullopt;
  return parts;
}

Value ts::getNumberOperand(Operation *op) {
  auto call = dyn_cast_or_null<OperatorOp>(op);
  bool isNumber = call && (call.getName() == "prim::NumToTensor.Scalar" ||
                           call.getName() == "prim::NumToTensor.wrapped");
  return isNumber ? call.getArgs()[0] : Value();
}

bool ts::isSliceLoopPart(Operation *op) {
  auto call = dyn_cast_or_null<OperatorOp>(op);
  if (!call)
    return false;
  if (ForOp loop = getSliceLoop(op->getParentOp()))
    if (isSlice(call, loop) || call.getName() == "aten::append.t")
      return true;
  if (ListConstructOp list = getGathered(call, "aten::stack"))
    return llvm::any_of(list->getUsers(), [](Operation *user) {
      return user->getName().getStringRef() == OperatorOp::getOperationName() &&
             getSliceLoop(user->getParentOp());
    });
  return op->getNumResults() == 1 && !op->use_empty() &&
         op->getResult(0).getType().isInteger(64) &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return getSliceLoop(user); });
}

SmallVector<Value> ts::getGraphArguments(Operation *op, Region &region) {
  SmallVector<Value> values(region.getArguments());
  if (auto parts = matchSliceLoop(op)) {
    values.erase(values.begin());
    for (OperatorOp slice : parts->slices)
      values.push_back(slice.getResult(0));
  }
  return values;
}

SmallVector<Value> ts::getGivenValues(Operation *op) {
  if (auto loop = dyn_cast<WhileOp>(op))
    return SmallVector<Value>(loop.getInits());
  SmallVector<Value> values;
  if (auto parts = matchSliceLoop(op)) {
    llvm::append_range(values, parts->loop.getInits());
    for (OperatorOp slice : parts->slices)
      values.push_back(getSliced(slice));
  }
  return values;
}

TSTensorType ts::getStackType(TSTensorType sliced, TSTensorType output) {
  MLIRContext *context = sliced.getContext();
  if (!output || !output.hasRank() || !output.hasDtype())
    return TSTensorType::get(context);
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  if (sliced.hasRank() && !sliced.getShape().empty())
    shape[0] = sliced.getShape().front();
  llvm::append_range(shape, output.getShape());
  return TSTensorType::get(context, ArrayRef<int64_t>(shape),
                           output.getDtype());
}

SmallVector<Value> ts::getGraphResults(Operation *op) {
  SmallVector<Value> values(op->getResults());
  if (auto parts = matchSliceLoop(op))
    for (OperatorOp stack : parts->stacks)
      values.push_back(stack ? stack.getResult(0) : Value());
  return values;
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
static void collect(Value value, Operation *op, llvm::SetVector<Value> &found) {
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
    if (auto function = argument ? dyn_cast<func::FuncOp>(region->getParentOp())
                                 : func::FuncOp())
      isLiteral =
          bool(function.getArgAttr(argument.getArgNumber(), "ts.literal"));
    if (!isInside && !isLiteral)
      found.insert(value);
  }
}

SmallVector<Value> ts::getGraphOperands(Operation *op) {
  llvm::SetVector<Value> found;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      // Of the parts of this loop only what is appended is a use.
      auto call = dyn_cast<OperatorOp>(inner);
      if (call && inner->getParentOp() == op && isSliceLoopPart(inner)) {
        if (call.getName() == "aten::append.t")
          collect(call.getArgs()[1], op, found);
        return;
      }
      for (Value operand : inner->getOperands())
        if (!inner->hasTrait<OpTrait::ConstantLike>())
          collect(operand, op, found);
    });
  // Inputs of the program by their order, then what it computes, then its
  // state.
  SmallVector<std::pair<unsigned, Value>> inputs, state;
  SmallVector<Value> computed;
  for (Value value : found) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      (isState(value) ? state : inputs)
          .emplace_back(argument.getArgNumber(), value);
    else
      computed.push_back(value);
  }
  llvm::sort(inputs, llvm::less_first());
  llvm::sort(state, llvm::less_first());
  SmallVector<Value> values(llvm::make_second_range(inputs));
  llvm::append_range(values, computed);
  llvm::append_range(values, llvm::make_second_range(state));
  return values;
}

std::string ts::getGraphInputName(Operation *op, unsigned position,
                                  StringRef name) {
  return isa<WhileOp>(op) ? "arg" + std::to_string(position) + "_1"
                          : name.str();
}
