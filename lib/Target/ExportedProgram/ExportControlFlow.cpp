//===- ExportControlFlow.cpp - Nodes that run graphs ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"

using namespace torchscript;
using namespace mlir;
using GraphValue = exported::Argument;
using Kind = exported::Argument::Kind;

static GraphValue makeList(std::vector<GraphValue> elements) {
  GraphValue list;
  list.kind = Kind::List;
  list.elements = std::move(elements);
  return list;
}

mlir::Value GraphWriter::getPredicate(mlir::Value condition) const {
  Operation *made = condition.getDefiningOp();
  return made && ts::isGraphCondition(made) ? made->getOperand(0) : condition;
}

std::shared_ptr<exported::Graph>
GraphWriter::writeGraph(Operation *op, Region &region,
                        ArrayRef<GraphValue> operands, ValueRange outer) {
  auto made = std::make_shared<exported::Graph>();
  GraphWriter inner(function, *made);
  inner.numInts = numInts;
  inner.numFloats = numFloats;
  SmallVector<mlir::Value> values(region.getArguments());
  llvm::append_range(values, outer);
  for (auto [i, value] : llvm::enumerate(values)) {
    GraphValue input = operands[i];
    std::string name = input.text;
    input.text = ts::getGraphInputName(op, unsigned(i), name);
    if (auto meta = graph.tensors.find(name); meta != graph.tensors.end())
      made->tensors[input.text] = meta->second;
    if (auto number = graph.numbers.find(name); number != graph.numbers.end())
      made->numbers[input.text] = number->second;
    inner.names[value] = input.text;
    if (AffineExpr size = numbers.lookup(value))
      inner.numbers[value] = size;
    made->inputs.push_back(std::move(input));
  }
  bool isFine = inner.writeBlock(region.front());
  numInts = inner.numInts;
  numFloats = inner.numFloats;
  Operation *end = region.front().getTerminator();
  SmallVector<mlir::Value> results(end->getOperands());
  if (auto condition = dyn_cast<ts::ConditionOp>(end)) {
    results = {inner.getPredicate(condition.getCondition())};
    made->isSingleResult = true;
  }
  for (mlir::Value result : results) {
    auto output = inner.getArgument(result, end, nullptr);
    if (!output)
      return nullptr;
    made->outputs.push_back(std::move(*output));
  }
  return isFine ? made : nullptr;
}

bool GraphWriter::writeControlFlow(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("ts.node");
  auto graphs = op->getAttrOfType<ArrayAttr>("ts.node_graphs");
  auto parts = op->getAttrOfType<ArrayAttr>("ts.node_parts");
  if (!name || !graphs || graphs.size() != op->getNumRegions() ||
      (op->getNumResults() && (!parts || parts.size() != op->getNumResults()))) {
    op->emitError("has no 'ts.node', 'ts.node_graphs' or 'ts.node_parts'");
    return false;
  }
  SmallVector<mlir::Value> outer = ts::getGraphOperands(op);
  auto loop = dyn_cast<ts::WhileOp>(op);
  SmallVector<mlir::Value> given;
  if (loop)
    llvm::append_range(given, loop.getInits());
  size_t carried = given.size();
  llvm::append_range(given, outer);
  std::vector<GraphValue> operands;
  for (mlir::Value value : given) {
    auto operand = getArgument(value, op, nullptr);
    if (!operand)
      return false;
    operands.push_back(std::move(*operand));
  }
  exported::Node node;
  node.name = name.str();
  node.target = ("torch.ops.higher_order." +
                 op->getAttrOfType<StringAttr>("ts.control_flow").getValue())
                    .str();
  node.stackTrace = getTrace(op->getLoc());
  if (auto branch = dyn_cast<ts::IfOp>(op)) {
    auto predicate =
        getArgument(getPredicate(branch.getCondition()), op, nullptr);
    if (!predicate)
      return false;
    node.inputs.emplace_back("", std::move(*predicate));
  }
  for (auto [i, region] : llvm::enumerate(op->getRegions())) {
    GraphValue graphValue;
    graphValue.kind = Kind::Graph;
    graphValue.text = cast<StringAttr>(graphs[i]).str();
    graphValue.graph = writeGraph(op, region, operands, outer);
    if (!graphValue.graph)
      return false;
    node.inputs.emplace_back("", std::move(graphValue));
  }
  auto middle = operands.begin() + std::ptrdiff_t(carried);
  if (loop)
    node.inputs.emplace_back("", makeList({operands.begin(), middle}));
  node.inputs.emplace_back("", makeList({middle, operands.end()}));
  std::vector<GraphValue> results;
  for (auto [i, value] : llvm::enumerate(op->getResults())) {
    std::string part = cast<StringAttr>(parts[i]).str();
    if (part.empty())
      part = node.name + "_unused_" + std::to_string(i);
    if (!define(value, part, std::nullopt, op))
      return false;
    GraphValue &output = results.emplace_back();
    output.kind = Kind::Tensor;
    output.text = part;
  }
  // One result is a list in files, several are not.
  if (results.size() == 1)
    node.outputs = {makeList(std::move(results))};
  else
    node.outputs = std::move(results);
  graph.nodes.push_back(std::move(node));
  return true;
}
