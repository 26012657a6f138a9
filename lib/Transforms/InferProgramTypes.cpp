//===- InferProgramTypes.cpp - Types of composite operators ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that the compiler knows by their parts only have no rule. A function
// that calls one of them is decomposed and refined as compiled code is; what it
// returns has the types.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/ViewLists.h"
#include "TorchScript/Operators/Views.h"
#include "TorchScript/Support/NestedPipeline.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSINFERPROGRAMTYPES
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct InferProgramTypes
    : public ts::PipelinePass<
          ts::impl::TSInferProgramTypesBase<InferProgramTypes>> {
  using PipelinePass::PipelinePass;

  void runOnOperation() override;

private:
  /// The types of the values that a copy of the operation gives.
  SmallVector<Type> inferByParts(Operation *op);
  void refine(Operation *op);
};
} // namespace

static bool isKnown(Type type) {
  auto tensor = dyn_cast<TSTensorType>(type);
  return !tensor || (tensor.hasRank() && tensor.hasDtype());
}

/// Whether all sizes of a tensor are known.
static bool isStatic(Type type) {
  auto tensor = dyn_cast<TSTensorType>(type);
  return !tensor || (tensor.hasRank() && tensor.hasStaticShape());
}

/// Whether the operator has a result of which too little is known although its
/// operands are known: its sizes, too, where those of the operands are, as the
/// result may have been looked at before they were.
static bool isUnclear(OperatorOp op) {
  if (isSliceLoopPart(op))
    return false;
  bool areSizesKnown = llvm::all_of(op.getArgs(), [](Value operand) {
    return isStatic(lookThroughCasts(operand).getType());
  });
  bool isTensor = false, isVague = false;
  auto look = [&](Type type) {
    isTensor |= isa<TSTensorType>(type);
    isVague |= !isKnown(type) || (areSizesKnown && !isStatic(type));
  };
  for (Type type : op.getResultTypes())
    look(type);
  // Parts that are unpacked.
  if (op.getNumResults() == 1 && op.getResult(0).hasOneUse())
    if (auto unpack = dyn_cast<ListUnpackOp>(*op.getResult(0).user_begin()))
      for (Type type : unpack->getResultTypes())
        look(type);
  if (!isTensor || !isVague)
    return false;
  bool anyTensor = false;
  for (Value operand : op.getArgs()) {
    Type type = lookThroughCasts(operand).getType();
    anyTensor |= isa<TSTensorType, ListType>(type);
    if (!isKnown(type))
      return false;
    if (auto list = getListElements(operand))
      for (Value element : *list)
        if (!isKnown(lookThroughCasts(element).getType()))
          return false;
  }
  return anyTensor;
}

/// Clones the pure operations that make a value; tensors become arguments, and
/// so do lists that are changed before they are read.
static Value cloneOperand(Value value, OpBuilder &builder, IRMapping &mapping,
                          Block &body) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *made = value.getDefiningOp();
  bool isCast = isa_and_nonnull<DerefineOp, UncheckedCastOp>(made);
  bool isArgument = !made || isa<OperatorOp>(made) ||
                    made->getNumRegions() != 0 ||
                    (isa<ListType>(value.getType()) &&
                     !isListOnlyRead(lookThroughCasts(value))) ||
                    (isa<TSTensorType>(value.getType()) && !isCast);
  if (isArgument) {
    Value argument = body.addArgument(value.getType(), value.getLoc());
    mapping.map(value, argument);
    return argument;
  }
  for (Value operand : made->getOperands())
    cloneOperand(operand, builder, mapping, body);
  builder.clone(*made, mapping);
  return mapping.lookup(value);
}

SmallVector<Type> InferProgramTypes::inferByParts(Operation *op) {
  OpBuilder builder(&getContext());
  builder.setInsertionPointToEnd(getOperation().getBody());
  auto module = builder.create<ModuleOp>(op->getLoc());
  builder.setInsertionPointToStart(module.getBody());
  auto function = builder.create<func::FuncOp>(
      op->getLoc(), "parts", builder.getFunctionType({}, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (Value operand : op->getOperands())
    cloneOperand(operand, builder, mapping, *body);
  Operation *copy = builder.clone(*op, mapping);
  if (op->getNumResults() == 1 && op->getResult(0).hasOneUse())
    if (auto unpack = dyn_cast<ListUnpackOp>(*op->getResult(0).user_begin()))
      copy = builder.clone(*unpack.getOperation(), mapping);
  auto tuple = TSTupleType::get(&getContext(),
                                llvm::to_vector(copy->getResultTypes()));
  Value whole = builder.create<TupleConstructOp>(op->getLoc(), tuple,
                                                 copy->getResults());
  builder.create<ReturnOp>(op->getLoc(), whole);
  function.setType(builder.getFunctionType(body->getArgumentTypes(), tuple));
  SmallVector<Type> types;
  if (succeeded(runPipeline(manager, module)) && !function.isExternal()) {
    Operation *end = function.getBody().front().getTerminator();
    auto made = end->getNumOperands() == 1
                    ? lookThroughCasts(end->getOperand(0))
                          .getDefiningOp<TupleConstructOp>()
                    : TupleConstructOp();
    if (made)
      for (Value element : made.getElements())
        types.push_back(lookThroughCasts(element).getType());
  }
  module.erase();
  return types;
}

/// Gives a number that stands for a tensor the dtype that it has beside tensors
/// of its kind: it widens none of them.
static void refineNumber(OperatorOp op) {
  Type number = lookThroughCasts(getNumberOperand(op)).getType();
  if (getTensorType(op.getResult(0)).hasDtype() || !(number.isIntOrFloat()))
    return;
  Type dtype =
      number.isF64() ? Type(Float32Type::get(op.getContext())) : number;
  op.getResult(0).setType(
      TSTensorType::get(op.getContext(), ArrayRef<int64_t>(), dtype));
}

/// The type of a slice with computed bounds: its rank.
static SmallVector<Type> inferSlice(OperatorOp op) {
  TSTensorType input =
      op.getArgs().empty() ? TSTensorType() : getTensorType(op.getArgs()[0]);
  if (!input || !input.hasRank())
    return {};
  SmallVector<int64_t> shape(input.getShape());
  std::optional<SliceBounds> slice = getSliceBounds(op, int64_t(shape.size()));
  if (!slice)
    return {};
  shape[size_t(slice->dim)] = ShapedType::kDynamic;
  return {TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                            input.getDtype())};
}

void InferProgramTypes::refine(Operation *op) {
  SmallVector<Type> types = inferSlice(cast<OperatorOp>(op));
  if (types.empty())
    types = getPartTypes(cast<OperatorOp>(op)).value_or(SmallVector<Type>());
  if (types.empty())
    types = inferByParts(op);
  Operation *target = op;
  if (op->getNumResults() == 1 && op->getResult(0).hasOneUse())
    if (auto unpack = dyn_cast<ListUnpackOp>(*op->getResult(0).user_begin()))
      target = unpack;
  if (types.size() != target->getNumResults())
    return;
  for (auto [result, type] : llvm::zip_equal(target->getResults(), types)) {
    if (result.getType() == type || !isSubtype(type, result.getType()))
      continue;
    Type old = result.getType();
    result.setType(type);
    ++numRefined;
    OpBuilder builder(target->getContext());
    builder.setInsertionPointAfter(target);
    Value vague;
    for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
      if (isa<OperatorOp, DerefineOp>(use.getOwner()))
        continue;
      if (!vague)
        vague = builder.create<DerefineOp>(result.getLoc(), old, result);
      if (use.getOwner() != vague.getDefiningOp())
        use.set(vague);
    }
  }
}

void InferProgramTypes::runOnOperation() {
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (!function->hasAttr("ts.input_tree") || function.isExternal())
      continue;
    SmallVector<OperatorOp> operators;
    function.walk([&](OperatorOp op) { operators.push_back(op); });
    for (OperatorOp op : operators)
      if (getNumberOperand(op))
        refineNumber(op);
      else if (isUnclear(op) && !inferResultTypes(op))
        refine(op);
  }
}

std::unique_ptr<Pass> ts::createTSInferProgramTypes(OpPassManager refine) {
  return std::make_unique<InferProgramTypes>(std::move(refine));
}
