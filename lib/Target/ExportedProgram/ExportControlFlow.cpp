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
  SmallVector<mlir::Value> values = ts::getGraphArguments(op, region);
  auto slices = ts::matchSliceLoop(op);
  size_t numCarried = slices ? slices->loop.getInits().size() : values.size();
  size_t numGiven = values.size();
  llvm::append_range(values, outer);
  bool isFine = true;
  for (auto [i, value] : llvm::enumerate(values)) {
    GraphValue input = operands[i];
    std::string name = input.text;
    input.text = ts::getGraphInputName(op, unsigned(i), name);
    // A slice is not what it is of.
    if (i >= numCarried && i < numGiven) {
      isFine = inner.define(value, input.text, std::nullopt, op) && isFine;
      made->inputs.push_back(std::move(input));
      continue;
    }
    if (auto meta = graph.tensors.find(name); meta != graph.tensors.end())
      made->tensors[input.text] = meta->second;
    if (auto number = graph.numbers.find(name); number != graph.numbers.end())
      made->numbers[input.text] = number->second;
    inner.names[value] = input.text;
    if (AffineExpr size = numbers.lookup(value))
      inner.numbers[value] = size;
    made->inputs.push_back(std::move(input));
  }
  isFine = isFine && inner.writeBlock(region.front());
  numInts = inner.numInts;
  numFloats = inner.numFloats;
  Operation *end = region.front().getTerminator();
  SmallVector<mlir::Value> results(end->getOperands());
  if (auto condition = dyn_cast<ts::ConditionOp>(end)) {
    results = {inner.getPredicate(condition.getCondition())};
    made->isSingleResult = true;
  }
  if (slices)
    for (ts::OperatorOp output : slices->outputs)
      results.push_back(output.getArgs()[1]);
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
  SmallVector<mlir::Value> values = ts::getGraphResults(op);
  if (!name || !graphs || graphs.size() != op->getNumRegions() ||
      (!values.empty() && (!parts || parts.size() != values.size())) ||
      llvm::is_contained(values, mlir::Value())) {
    op->emitError("has no 'ts.node', 'ts.node_graphs' or 'ts.node_parts'");
    return false;
  }
  SmallVector<mlir::Value> outer = ts::getGraphOperands(op);
  SmallVector<mlir::Value> given = ts::getGivenValues(op);
  // Operands are given in lists: what is carried, what is sliced, the rest.
  SmallVector<size_t> lists;
  auto slices = ts::matchSliceLoop(op);
  if (slices && !slices->isMap())
    lists.push_back(slices->loop.getInits().size());
  if (slices || isa<ts::WhileOp>(op))
    lists.push_back(given.size());
  llvm::append_range(given, outer);
  lists.push_back(given.size());
  std::vector<GraphValue> operands;
  for (mlir::Value value : given) {
    auto operand = getArgument(value, op, nullptr);
    if (!operand)
      return false;
    operands.push_back(std::move(*operand));
  }
  exported::Node node;
  node.name = name.str();
  StringRef kind = op->getAttrOfType<StringAttr>("ts.control_flow").getValue();
  node.target =
      ("torch.ops.higher_order." + (kind == "map" ? "map_impl" : kind)).str();
  describeOrigin(op, node);
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
  auto begin = operands.begin();
  for (size_t end : lists) {
    auto next = operands.begin() + std::ptrdiff_t(end);
    node.inputs.emplace_back("", makeList({begin, next}));
    begin = next;
  }
  std::vector<GraphValue> results;
  for (auto [i, value] : llvm::enumerate(values)) {
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
