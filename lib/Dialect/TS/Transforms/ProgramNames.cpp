//===- ProgramNames.cpp - ts-name-program ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramNames.h"

#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
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
  void nameParts(Operation *op, ValueRange parts);

  Block &block;
  Builder builder;
  /// Numbers are given without regard to inputs; then what is in their way, or
  /// in the way of a node before it, is renamed.
  torchscript::NodeNames &names;
  torchscript::NodeNames numbers;
  /// How many operators of each kind have graphs.
  unsigned conditions = 0, loops = 0;
};
} // namespace

void BlockNamer::nameParts(Operation *op, ValueRange parts) {
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
  if (target == "aten::remainder.int")
    base = "mod";
  std::string name = names.renameNode(
      numbers.makeNode(torchscript::toSnakeCase(base)));
  op->setAttr("ts.node", builder.getStringAttr(name));
  if (op.getNumResults() == 1)
    known[op.getResult(0)] = name;
  nameParts(op, getParts(op));
}

void BlockNamer::nameControlFlow(Operation *op) {
  bool isLoop = isa<WhileOp>(op);
  std::string number = std::to_string(isLoop ? loops++ : conditions++);
  std::string graphs[] = {
      (isLoop ? "while_loop_cond_graph_" : "true_graph_") + number,
      (isLoop ? "while_loop_body_graph_" : "false_graph_") + number};
  for (std::string &graph : graphs)
    graph = names.makeInput(graph);
  op->setAttr("ts.node_graphs",
              builder.getStrArrayAttr({graphs[0], graphs[1]}));
  std::string name =
      names.renameNode(numbers.makeNode(isLoop ? "while_loop" : "cond"));
  op->setAttr("ts.node", builder.getStringAttr(name));
  SmallVector<Value> operands = getGraphOperands(op);
  for (Region &region : op->getRegions()) {
    torchscript::NodeNames inner;
    BlockNamer namer(region.front(), inner);
    unsigned position = 0;
    for (Value argument : region.getArguments())
      namer.known[argument] =
          inner.makeInput(getGraphInputName(op, position++, ""));
    for (Value operand : operands)
      namer.known[operand] = inner.makeInput(
          getGraphInputName(op, position++, known.lookup(operand)));
    namer.run();
  }
  nameParts(op, op->getResults());
}

void BlockNamer::run() {
  for (Operation &op : block) {
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      if (!isGraphCondition(&op))
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
    bool isChoice = isa<ForOp, WhileOp>(op) ||
                    (isa<IfOp>(op) && op->getNumResults() != 0);
    if (!isChoice || isGraphControlFlow(op))
      return;
    op->emitError("a decomposition has a ")
        << (isa<IfOp>(op) ? "branch" : "loop")
        << " that depends on the values of tensors, which an exported program "
           "has not; write it with torch.where";
    isFine = false;
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
