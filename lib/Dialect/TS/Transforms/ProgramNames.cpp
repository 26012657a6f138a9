//===- ProgramNames.cpp - ts-name-program ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTypes.h"
#include "ProgramNames.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSNAMEPROGRAM
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// The results of an operator that get names of their own: of several, or of
/// the list that the next operation takes apart.
static ValueRange getParts(OperatorOp op) {
  if (op.getNumResults() > 1)
    return op.getResults();
  if (op.getNumResults() == 1 && op.getResult(0).hasOneUse())
    if (auto unpack = dyn_cast<ListUnpackOp>(*op.getResult(0).user_begin()))
      return unpack.getResults();
  return {};
}

namespace {
/// Names the nodes of a block and of the graphs inside it.
class BlockNamer {
public:
  BlockNamer(Block &block, torchscript::NodeNames &names)
      : block(block), builder(block.getParentOp()->getContext()),
        names(names) {}

  void run();
  /// What values of the graph are called.
  llvm::DenseMap<Value, std::string> known;

private:
  void name(OperatorOp op);
  void nameControlFlow(Operation *op);
  /// The names of results, which are numbered even where nobody uses them.
  void nameParts(Operation *op, ArrayRef<Value> parts);

  Block &block;
  Builder builder;
  /// Numbers are given without regard to inputs; then what is in their way, or
  /// in the way of a node before it, is renamed.
  torchscript::NodeNames &names;
  torchscript::NodeNames numbers;
  /// How many operators of each kind have graphs.
  llvm::StringMap<unsigned> counts;
};
} // namespace

void BlockNamer::nameParts(Operation *op, ArrayRef<Value> parts) {
  SmallVector<std::string> spelled;
  for (Value part : parts) {
    std::string number = numbers.makeNode("getitem");
    spelled.push_back(part.use_empty() ? "" : names.renameNode(number));
    known[part] = spelled.back();
  }
  if (spelled.empty())
    return;
  SmallVector<StringRef> list(spelled.begin(), spelled.end());
  op->setAttr("ts.node_parts", builder.getStrArrayAttr(list));
}

void BlockNamer::name(OperatorOp op) {
  StringRef target = op.getName();
  std::string base = target.split("::").second.split('.').first.str();
  // Sizes are asked by passes, which name nodes by the overload, too.
  if (target == "aten::sym_size.int")
    base = "sym_size_int";
  if (isSizeCheck(target))
    base += "_default";
  if (target == "aten::remainder.int")
    base = "mod";
  std::string name = names.renameNode(
      numbers.makeNode(torchscript::toSnakeCase(base)));
  op->setAttr("ts.node", builder.getStringAttr(name));
  if (op.getNumResults() == 1)
    known[op.getResult(0)] = name;
  nameParts(op, SmallVector<Value>(getParts(op)));
}

/// The names of an operator's graphs.
static SmallVector<StringRef> getGraphNames(StringRef kind) {
  if (kind == "cond")
    return {"true", "false"};
  if (kind == "while_loop")
    return {"while_loop_cond", "while_loop_body"};
  return {kind == "map" ? "body" : "scan_combine"};
}

/// Outputs that nobody reads are results all the same.
static void makeStacks(Operation *op) {
  std::optional<SliceLoop> parts = matchSliceLoop(op);
  if (!parts)
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (auto [output, stack] : llvm::zip_equal(parts->outputs, parts->stacks)) {
    if (stack)
      continue;
    Value list = output.getArgs()[0];
    auto element = dyn_cast<TSTensorType>(
        lookThroughCasts(output.getArgs()[1]).getType());
    auto from = dyn_cast<TSTensorType>(
        lookThroughCasts(parts->slices.front().getArgs()[0]).getType());
    Value zero = builder.create<arith::ConstantOp>(
        op->getLoc(), builder.getI64IntegerAttr(0));
    builder.create<OperatorOp>(op->getLoc(), getStackType(from, element),
                               "aten::stack", ValueRange{list, zero});
  }
}

void BlockNamer::nameControlFlow(Operation *op) {
  makeStacks(op);
  StringRef kind = op->getAttrOfType<StringAttr>("ts.control_flow").getValue();
  std::string number = std::to_string(counts[kind]++);
  SmallVector<Attribute> graphs;
  for (StringRef base : getGraphNames(kind))
    graphs.push_back(builder.getStringAttr(
        names.makeInput((base + "_graph_" + number).str())));
  op->setAttr("ts.node_graphs", builder.getArrayAttr(graphs));
  std::string name = names.renameNode(
      numbers.makeNode(kind == "map" ? "map_impl" : kind.str()));
  op->setAttr("ts.node", builder.getStringAttr(name));
  SmallVector<Value> outer(getGivenValues(op));
  llvm::append_range(outer, getGraphOperands(op));
  for (Region &region : op->getRegions()) {
    torchscript::NodeNames inner;
    BlockNamer namer(region.front(), inner);
    SmallVector<Value> values = getGraphArguments(op, region);
    llvm::append_range(values, ArrayRef<Value>(outer).drop_front(values.size()));
    for (auto [i, value] : llvm::enumerate(values))
      namer.known[value] = inner.makeInput(
          getGraphInputName(
              op, unsigned(i), known.lookup(lookThroughCasts(outer[i]))));
    namer.run();
  }
  nameParts(op, getGraphResults(op));
}

void BlockNamer::run() {
  for (Operation &op : block) {
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      if (!isGraphCondition(&op) && !isSliceLoopPart(&op) &&
          !getNumberOperand(&op))
        name(operation);
    } else if (isGraphControlFlow(&op)) {
      nameControlFlow(&op);
    }
  }
}

void ts::nameNodes(func::FuncOp function, torchscript::NodeNames &names) {
  BlockNamer namer(function.getBody().front(), names);
  for (BlockArgument argument : function.getArguments())
    if (auto name = function.getArgAttrOfType<StringAttr>(
            argument.getArgNumber(), "ts.name"))
      namer.known[argument] = name.str();
  namer.run();
}

/// Refuses what a user's decomposition leaves to be decided when the program
/// runs; assertions are looked at by others.
static LogicalResult checkDecided(func::FuncOp function) {
  bool isFine = true;
  function.walk([&](Operation *op) {
    if (isGraphControlFlow(op) && failed(settleGraphTypes(op)))
      isFine = false;
  });
  DenseSet<Location> places;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isChoice = isa<ForOp, WhileOp>(op) ||
                    (isa<IfOp>(op) && op->getNumResults() != 0);
    if (!isChoice || isGraphControlFlow(op))
      return WalkResult::advance();
    isFine = false;
    // Once for each operator, whose parts have its place.
    if (!places.insert(op->getLoc()).second)
      return WalkResult::skip();
    op->emitError("a decomposition has a ")
        << (isa<IfOp>(op) ? "branch" : "loop")
        << " that depends on the values of tensors, which an exported program "
           "has not; write it with torch.where";
    return WalkResult::skip();
  });
  return success(isFine);
}

namespace {
struct NameProgram : public ts::impl::TSNameProgramBase<NameProgram> {
  void runOnOperation() override {
    if (auto texts = getOperation().lookupSymbol<ModuleOp>(kDecompositionModule))
      texts.erase();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isExportedProgram(function))
        continue;
      if (failed(checkDecided(function)))
        return signalPassFailure();
      for (Operation &op : llvm::make_early_inc_range(
               llvm::reverse(function.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
      torchscript::NodeNames names;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        names.makeInput(
            function.getArgAttrOfType<StringAttr>(i, "ts.name").str());
      nameNodes(function, names);
    }
  }
};
} // namespace
