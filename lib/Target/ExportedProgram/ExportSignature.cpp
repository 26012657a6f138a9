//===- ExportSignature.cpp - Signatures of lifted functions ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"

#include <nlohmann/json.hpp>

using namespace torchscript;
using namespace mlir;
using exported::InputSpec;
using exported::OutputSpec;
using exported::Tree;
using Kind = exported::Argument::Kind;

/// The tree of an attribute.
static Tree getTree(Attribute attribute) {
  Tree tree;
  auto container = dyn_cast<ts::TreeAttr>(attribute);
  if (!container)
    return tree;
  switch (container.getKind()) {
  case ts::TreeKind::Tuple:
    tree.kind = Tree::Kind::Tuple;
    tree.type = "builtins.tuple";
    break;
  case ts::TreeKind::List:
    tree.kind = Tree::Kind::List;
    tree.type = "builtins.list";
    break;
  case ts::TreeKind::Dict:
    tree.kind = Tree::Kind::Dict;
    tree.type = "builtins.dict";
    break;
  }
  for (Attribute child : container.getChildren())
    tree.children.push_back(getTree(child));
  tree.context = "null";
  if (tree.kind == Tree::Kind::Dict) {
    nlohmann::json keys = nlohmann::json::array();
    if (container.getKeys())
      for (Attribute key : container.getKeys()) {
        tree.keys.push_back(cast<StringAttr>(key).str());
        keys.push_back(tree.keys.back());
      }
    tree.context = keys.dump();
  }
  return tree;
}

static InputSpec::Kind getKind(ts::GraphInputKind kind) {
  switch (kind) {
  case ts::GraphInputKind::Parameter:
    return InputSpec::Kind::Parameter;
  case ts::GraphInputKind::Buffer:
    return InputSpec::Kind::Buffer;
  case ts::GraphInputKind::Constant:
    return InputSpec::Kind::Constant;
  case ts::GraphInputKind::User:
    break;
  }
  return InputSpec::Kind::UserInput;
}

static OutputSpec::Kind getKind(ts::GraphOutputKind kind) {
  switch (kind) {
  case ts::GraphOutputKind::BufferMutation:
    return OutputSpec::Kind::BufferMutation;
  case ts::GraphOutputKind::ParameterMutation:
    return OutputSpec::Kind::ParameterMutation;
  case ts::GraphOutputKind::InputMutation:
    return OutputSpec::Kind::InputMutation;
  case ts::GraphOutputKind::User:
    break;
  }
  return OutputSpec::Kind::UserOutput;
}

/// The elements of a tensor as files hold them.
static std::string getBytes(DenseElementsAttr dense) {
  std::string bytes;
  if (dense.getElementType().isInteger(1)) {
    for (bool element : dense.getValues<bool>())
      bytes += char(element);
    return bytes;
  }
  ArrayRef<char> raw = dense.getRawData();
  size_t count = dense.isSplat() ? size_t(dense.getNumElements()) : 1;
  for (size_t i = 0; i < count; ++i)
    bytes.append(raw.begin(), raw.end());
  return bytes;
}

/// Adds the tensor of an argument; false when the file cannot hold it.
static bool addTensor(func::FuncOp function, unsigned i, const InputSpec &input,
                      ExportedModule &module) {
  auto value = function.getArgAttrOfType<ts::TensorRefAttr>(i, "ts.value");
  std::optional<DType> dtype = ts::getDType(value.getDtype());
  if (!dtype) {
    function.emitError("the tensor '" + input.target +
                       "' has a dtype that programs have not");
    return false;
  }
  exported::Payload &tensor = module.tensors[input.target];
  tensor.dtype = *dtype;
  tensor.sizes.assign(value.getSizes().begin(), value.getSizes().end());
  tensor.strides.assign(value.getStrides().begin(), value.getStrides().end());
  tensor.offset = value.getOffset();
  tensor.requiresGrad = value.getRequiresGrad();
  tensor.isConstant =
      input.kind == InputSpec::Kind::Constant || !input.isPersistent;
  tensor.storage = value.getStorage().str();
  if (auto dense = function.getArgAttrOfType<DenseElementsAttr>(i, "ts.contents"))
    module.contents[tensor.storage] = getBytes(dense);
  return true;
}

bool torchscript::writeSignature(func::FuncOp function, GraphWriter &graph,
                                 ExportedModule &module) {
  exported::Program &program = module.program;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto attribute =
        function.getArgAttrOfType<ts::GraphInputAttr>(i, "ts.graph_input");
    InputSpec &input = program.inputs.emplace_back();
    input.kind = getKind(attribute.getKind());
    input.name = function.getArgAttrOfType<StringAttr>(i, "ts.name").str();
    input.argument = program.graph.inputs[i];
    input.target = attribute.getTarget().str();
    input.isPersistent = attribute.getPersistent();
    if (input.kind != InputSpec::Kind::UserInput &&
        !addTensor(function, i, input, module))
      return false;
  }
  Operation *terminator = function.getBody().front().getTerminator();
  auto tuple = terminator->getOperand(0).getDefiningOp<ts::TupleConstructOp>();
  if (!tuple) {
    terminator->emitError("an exported program returns a tuple that it makes");
    return false;
  }
  auto outputs = function->getAttrOfType<ArrayAttr>("ts.graph_outputs");
  for (auto [value, attribute] :
       llvm::zip_equal(tuple.getElements(), outputs)) {
    auto kind = cast<ts::GraphOutputAttr>(attribute);
    auto argument = graph.getArgument(value, terminator, nullptr);
    if (!argument)
      return false;
    program.graph.outputs.push_back(*argument);
    program.outputs.push_back(
        {getKind(kind.getKind()), *argument, kind.getTarget().str()});
  }
  program.inputTree = getTree(function->getAttr("ts.input_tree"));
  program.outputTree = getTree(function->getAttr("ts.output_tree"));
  if (auto names = function->getAttrOfType<ArrayAttr>("ts.parameter_names"))
    for (Attribute name : names)
      program.parameterNames.push_back(cast<StringAttr>(name).str());
  auto dialect = function->getAttrOfType<StringAttr>("ts.graph_dialect");
  program.dialect = dialect ? dialect.str() : "TRAINING";
  return true;
}
