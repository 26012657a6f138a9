//===- ControlFlowOps.cpp - Statements with blocks, and the exits ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Control flow edges, builders and verifiers.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

/// Checks that the block of a body ends in `ts.yield` or an exit.
static LogicalResult verifyBody(Operation *op, Region &body) {
  if (body.empty())
    return success();
  Operation &last = body.front().back();
  if (isa<YieldOp, BreakOp, ContinueOp, ReturnOp, RaiseOp>(last))
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("expects a block that ends in 'ts.yield' or an exit");
  diagnostic.attachNote(last.getLoc()) << "found '" << last.getName() << "'";
  return diagnostic;
}

static LogicalResult verifyTypes(Operation *op, TypeRange expected,
                                 TypeRange found, StringRef what) {
  if (expected.size() != found.size())
    return op->emitOpError("carries ") << expected.size() << " values, but has "
                                       << found.size() << " " << what;
  for (auto [i, a, b] : llvm::enumerate(expected, found))
    if (a != b)
      return op->emitOpError("carries value ")
             << i << " of type " << a << ", but its " << what << " have " << b;
  return success();
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

void IfOp::build(OpBuilder &builder, OperationState &state, TypeRange results,
                 Value condition, bool withElse) {
  state.addTypes(results);
  state.addOperands(condition);
  state.addRegion()->emplaceBlock();
  Region *elseRegion = state.addRegion();
  if (withElse)
    elseRegion->emplaceBlock();
}

LogicalResult IfOp::verify() {
  if (getNumResults() != 0 && getElseRegion().empty())
    return emitOpError("has results but no else");
  if (!getElseRegion().empty() && !getElseRegion().hasOneBlock())
    return emitOpError("expects an else of one block");
  return success();
}

LogicalResult IfOp::verifyRegions() {
  return success(succeeded(verifyBody(*this, getThenRegion())) &&
                 succeeded(verifyBody(*this, getElseRegion())));
}

OperandRange IfOp::getEntrySuccessorOperands(RegionBranchPoint) {
  return getOperation()->getOperands().take_front(0);
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.push_back(RegionSuccessor(getResults()));
    return;
  }
  regions.push_back(RegionSuccessor(&getThenRegion()));
  if (getElseRegion().empty())
    regions.push_back(RegionSuccessor());
  else
    regions.push_back(RegionSuccessor(&getElseRegion()));
}

//===----------------------------------------------------------------------===//
// While
//===----------------------------------------------------------------------===//

static void addCarriedBlock(OperationState &state, ValueRange inits) {
  Block &block = state.addRegion()->emplaceBlock();
  for (Value init : inits)
    block.addArgument(init.getType(), state.location);
}

void WhileOp::build(OpBuilder &builder, OperationState &state,
                    ValueRange inits) {
  state.addTypes(inits.getTypes());
  state.addOperands(inits);
  addCarriedBlock(state, inits);
  addCarriedBlock(state, inits);
}

ConditionOp WhileOp::getConditionOp() {
  return cast<ConditionOp>(getConditionBlock()->getTerminator());
}

LogicalResult WhileOp::verify() {
  TypeRange types = getInits().getTypes();
  return success(
      succeeded(verifyTypes(*this, types, getResultTypes(), "results")) &&
      succeeded(verifyTypes(*this, types, getCondition().getArgumentTypes(),
                            "arguments of the condition")) &&
      succeeded(verifyTypes(*this, types, getBody().getArgumentTypes(),
                            "arguments of the body")));
}

LogicalResult WhileOp::verifyRegions() {
  Operation &last = getConditionBlock()->back();
  if (!isa<ConditionOp>(last))
    return emitOpError("expects a condition that ends in 'ts.condition'");
  return verifyBody(*this, getBody());
}

OperandRange WhileOp::getEntrySuccessorOperands(RegionBranchPoint) {
  return getInits();
}

void WhileOp::getSuccessorRegions(RegionBranchPoint point,
                                  SmallVectorImpl<RegionSuccessor> &regions) {
  if (point == getCondition()) {
    regions.push_back(RegionSuccessor(&getBody(), getBody().getArguments()));
    regions.push_back(RegionSuccessor(getResults()));
    return;
  }
  regions.push_back(
      RegionSuccessor(&getCondition(), getCondition().getArguments()));
}

MutableOperandRange
ConditionOp::getMutableSuccessorOperands(RegionBranchPoint) {
  return getArgsMutable();
}

void ConditionOp::getSuccessorRegions(
    ArrayRef<Attribute> operands, SmallVectorImpl<RegionSuccessor> &regions) {
  auto loop = cast<WhileOp>((*this)->getParentOp());
  auto known = dyn_cast_or_null<BoolAttr>(operands.front());
  if (!known || known.getValue())
    regions.push_back(
        RegionSuccessor(&loop.getBody(), loop.getBody().getArguments()));
  if (!known || !known.getValue())
    regions.push_back(RegionSuccessor(loop.getResults()));
}

//===----------------------------------------------------------------------===//
// For
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state, Value count,
                  ValueRange inits) {
  state.addTypes(inits.getTypes());
  state.addOperands(count);
  state.addOperands(inits);
  Block &block = state.addRegion()->emplaceBlock();
  block.addArgument(builder.getI64Type(), state.location);
  for (Value init : inits)
    block.addArgument(init.getType(), state.location);
}

LogicalResult ForOp::verify() {
  if (getBody().getNumArguments() == 0 ||
      !getBody().getArgument(0).getType().isSignlessInteger(64))
    return emitOpError("expects a body whose first argument is an i64");
  TypeRange types = getInits().getTypes();
  return success(
      succeeded(verifyTypes(*this, types, getResultTypes(), "results")) &&
      succeeded(verifyTypes(*this, types,
                            ValueRange(getBody().getArguments().drop_front()),
                            "arguments of the body")));
}

LogicalResult ForOp::verifyRegions() { return verifyBody(*this, getBody()); }

OperandRange ForOp::getEntrySuccessorOperands(RegionBranchPoint) {
  return getInits();
}

void ForOp::getSuccessorRegions(RegionBranchPoint,
                                SmallVectorImpl<RegionSuccessor> &regions) {
  regions.push_back(
      RegionSuccessor(&getBody(), getBody().getArguments().drop_front()));
  regions.push_back(RegionSuccessor(getResults()));
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getBody()}; }

Block::BlockArgListType ForOp::getRegionIterArgs() {
  return getBody().getArguments().drop_front();
}

std::optional<MutableArrayRef<OpOperand>> ForOp::getYieldedValuesMutable() {
  Operation *last = getBodyBlock()->getTerminator();
  if (!isa<YieldOp>(last))
    return std::nullopt;
  return last->getOpOperands();
}

std::optional<ResultRange> ForOp::getLoopResults() { return getResults(); }

//===----------------------------------------------------------------------===//
// With
//===----------------------------------------------------------------------===//

LogicalResult WithOp::verifyRegions() {
  if (getBody().getNumArguments() > 1)
    return emitOpError("expects a body with at most one argument");
  for (Type type : getBody().getArgumentTypes())
    if (!isValueType(type))
      return emitOpError("expects a body whose argument is a value, not ")
             << type;
  return verifyBody(*this, getBody());
}

OperandRange WithOp::getEntrySuccessorOperands(RegionBranchPoint) {
  return getOperation()->getOperands().take_front(0);
}

void WithOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.push_back(RegionSuccessor(&getBody()));
  else
    regions.push_back(RegionSuccessor());
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

static LogicalResult verifyInLoop(Operation *op) {
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp())
    if (isa<ForOp, WhileOp>(parent))
      return success();
  return op->emitOpError("is outside of a loop");
}

LogicalResult BreakOp::verify() { return verifyInLoop(*this); }

LogicalResult ContinueOp::verify() { return verifyInLoop(*this); }

LogicalResult ReturnOp::verify() {
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  if (!function)
    return emitOpError("is outside of a function");
  ArrayRef<Type> expected = function.getResultTypes();
  if (expected.size() != getNumOperands())
    return emitOpError("returns ")
           << getNumOperands() << " values from a function with "
           << expected.size() << " results";
  if (getValue() && getValue().getType() != expected.front())
    return emitOpError("returns ")
           << getValue().getType() << " from a function that returns "
           << expected.front();
  return success();
}
