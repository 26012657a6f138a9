//===- ProgramWriter.cpp - Programs as JSON -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"

#include "ProgramStatements.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
using namespace torchscript::exported;
using json = nlohmann::ordered_json;
using Value = exported::Argument;
using Kind = Value::Kind;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The schema's number of a dtype; 0 for one that it has not.
static int64_t getSchemaNumber(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return 12;
  case DType::BFloat16:
    return 13;
  case DType::UInt16:
    return 28;
  case DType::Float8E4M3FN:
    return 29;
  case DType::Float8E5M2:
    return 30;
  case DType::Float8E4M3FNUZ:
    return 31;
  case DType::Float8E5M2FNUZ:
    return 32;
  case DType::UInt32:
    return 34;
  case DType::UInt64:
    return 35;
  default:
    return int64_t(dtype) < 11 ? int64_t(dtype) + 1 : 0;
  }
}

static json writeExpression(const Extent &extent) {
  std::string text = extent.expression;
  bool isName = llvm::all_of(
      text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (isName)
    text = "Symbol('" + text +
           (StringRef(text).starts_with("u") ? "', integer=True)"
                                             : "', positive=True, integer=True)");
  json hint = nullptr;
  if (extent.hint)
    hint = {{"as_int", *extent.hint}};
  return {{"as_expr", {{"expr_str", text}, {"hint", hint}}}};
}

static json writeExtent(const Extent &extent) {
  if (extent.value)
    return {{"as_int", *extent.value}};
  return writeExpression(extent);
}

static json writeDevice(StringRef device) {
  auto [type, index] = device.split(':');
  int64_t number;
  json written = {{"type", type.str()}, {"index", nullptr}};
  if (!index.getAsInteger(10, number))
    written["index"] = number;
  return written;
}

json exported::writeTensorMeta(const TensorMeta &meta) {
  json sizes = json::array(), strides = json::array();
  for (const Extent &size : meta.sizes)
    sizes.push_back(writeExtent(size));
  for (const Extent &stride : meta.strides)
    strides.push_back(writeExtent(stride));
  return {{"dtype", getSchemaNumber(meta.dtype)},
          {"sizes", sizes},
          {"requires_grad", meta.requiresGrad},
          {"device", writeDevice(meta.device)},
          {"strides", strides},
          {"storage_offset", writeExtent(meta.offset)},
          {"layout", 7}};
}

static json writeNumber(const SymbolicNumber &number) {
  const Extent &extent = number.extent;
  if (!extent.value)
    return writeExpression(extent);
  if (number.kind == SymbolicNumber::Kind::Bool)
    return {{"as_bool", *extent.value != 0}};
  return {{"as_int", *extent.value}};
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static json writeFloat(double number) {
  if (number != number)
    return "NaN";
  if (number - number != 0)
    return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

static const char *symbolTags[] = {"as_sym_int", "as_sym_float", "as_sym_bool"};

/// A member of a list of numbers some of which are of the graph.
static json writeSymbolic(const Value &value) {
  switch (value.kind) {
  case Kind::Symbol:
    return {{"as_name", value.text}};
  case Kind::Float:
    return {{"as_float", writeFloat(value.number)}};
  case Kind::Bool:
    return {{"as_bool", value.integer != 0}};
  default:
    return {{"as_int", value.integer}};
  }
}

/// The schema's number of a layout or memory format of TorchScript.
static int64_t findNumber(int64_t number, llvm::ArrayRef<int64_t> numbers) {
  return llvm::find(numbers, number) - numbers.begin();
}

static json writeList(const Value &list, StringRef emptyTag);

/// The tag of a value and what stands behind it.
static std::pair<std::string, json> writeTagged(const Value &value) {
  switch (value.kind) {
  case Kind::None:
    return {"as_none", true};
  case Kind::Tensor:
    return {"as_tensor", {{"name", value.text}}};
  case Kind::Symbol:
    return {symbolTags[value.integer], {{"as_name", value.text}}};
  case Kind::Int:
    return {"as_int", value.integer};
  case Kind::Float:
    return {"as_float", writeFloat(value.number)};
  case Kind::Complex:
    return {"as_complex",
            {{"real", value.number}, {"imag", value.imaginary}}};
  case Kind::Bool:
    return {"as_bool", value.integer != 0};
  case Kind::Str:
    return {"as_string", value.text};
  case Kind::DType:
    return {"as_scalar_type", getSchemaNumber(DType(value.integer))};
  case Kind::Layout:
    return {"as_layout", findNumber(value.integer, {-1, 1, 2, 4, 5, 6, 3, 0})};
  case Kind::MemoryFormat:
    return {"as_memory_format", findNumber(value.integer, {-1, 0, 2, 3, 1})};
  case Kind::Device:
    return {"as_device", writeDevice(value.text)};
  case Kind::Object:
    return {"as_custom_obj", {{"name", value.text}, {"class_fqn", ""}}};
  case Kind::Graph:
    return {"as_graph",
            {{"name", value.text}, {"graph", writeGraph(*value.graph)}}};
  case Kind::List:
    break;
  }
  return {"", nullptr};
}

json exported::writeArgument(const Value &value, StringRef emptyTag) {
  if (value.kind == Kind::List)
    return writeList(value, emptyTag);
  auto [tag, content] = writeTagged(value);
  return {{tag, content}};
}

static bool anyOf(const Value &list, Kind kind) {
  return llvm::any_of(list.elements,
                      [&](const Value &each) { return each.kind == kind; });
}

static json writeList(const Value &list, StringRef emptyTag) {
  json elements = json::array();
  if (list.elements.empty())
    return {{emptyTag.str(), elements}};
  Kind first = list.elements.front().kind;
  if (anyOf(list, Kind::None) && anyOf(list, Kind::Tensor)) {
    for (const Value &each : list.elements)
      elements.push_back(writeArgument(each, ""));
    return {{"as_optional_tensors", elements}};
  }
  if (anyOf(list, Kind::Symbol)) {
    std::string tag;
    for (const Value &each : list.elements) {
      if (each.kind == Kind::Symbol)
        tag = symbolTags[each.integer];
      elements.push_back(writeSymbolic(each));
    }
    return {{tag + "s", elements}};
  }
  if (first == Kind::List) {
    std::string tag;
    for (const Value &each : list.elements) {
      json inner = writeList(each, "as_ints");
      tag = inner.begin().key();
      elements.push_back(inner.begin().value());
    }
    // `as_ints` becomes `as_int_lists`.
    tag.pop_back();
    return {{tag == "as_tensor" ? "as_nested_tensors" : tag + "_lists",
             elements}};
  }
  std::string tag;
  for (const Value &each : list.elements) {
    auto [one, content] = writeTagged(each);
    tag = one;
    elements.push_back(content);
  }
  return {{tag + "s", elements}};
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// How an empty list is written for a formal of that type.
static StringRef getEmptyTag(const torchscript::Argument *formal) {
  const torchscript::Type *type = formal ? formal->type : nullptr;
  if (const auto *optional = llvm::dyn_cast_or_null<OptionalType>(type))
    type = optional->getElement();
  const auto *list = llvm::dyn_cast_or_null<ListType>(type);
  const torchscript::Type *element = list ? list->getElement() : nullptr;
  if (!element)
    return "as_tensors";
  if (element->isInt())
    return "as_ints";
  if (element->isFloat())
    return "as_floats";
  if (element->isBool())
    return "as_bools";
  return "as_tensors";
}

static json writeNode(const Node &node) {
  const FunctionSchema *schema = findSchema(node.target);
  json inputs = json::array(), outputs = json::array();
  for (auto &[name, value] : node.inputs) {
    int index = schema ? schema->getArgumentIndex(name) : -1;
    const torchscript::Argument *formal =
        index < 0 ? nullptr : &schema->arguments[index];
    inputs.push_back({{"name", name},
                      {"arg", writeArgument(value, getEmptyTag(formal))},
                      {"kind", formal && formal->kwOnly ? 2 : 1}});
  }
  for (const Value &value : node.outputs)
    outputs.push_back(writeArgument(value, "as_tensors"));
  json metadata = json::object();
  if (!node.stackTrace.empty())
    metadata["stack_trace"] = node.stackTrace;
  for (auto &[key, value] : node.metadata)
    metadata[key] = value;
  json written = {{"target", node.target},
                  {"inputs", inputs},
                  {"outputs", outputs},
                  {"metadata", metadata},
                  {"is_hop_single_tensor_return", nullptr}};
  if (!node.name.empty())
    written["name"] = node.name;
  return written;
}

json exported::writeGraph(const Graph &graph) {
  json inputs = json::array(), outputs = json::array(), nodes = json::array();
  for (const Value &input : graph.inputs)
    inputs.push_back(writeArgument(input, "as_tensors"));
  for (const Value &output : graph.outputs)
    outputs.push_back(writeArgument(output, "as_tensors"));
  for (const Node &node : graph.nodes)
    nodes.push_back(writeNode(node));
  json tensors = json::object();
  for (auto &[name, meta] : graph.tensors)
    tensors[name] = writeTensorMeta(meta);
  json numbers[] = {json::object(), json::object(), json::object()};
  for (auto &[name, number] : graph.numbers)
    numbers[int(number.kind)][name] = writeNumber(number);
  return {{"inputs", inputs},
          {"outputs", outputs},
          {"nodes", nodes},
          {"tensor_values", tensors},
          {"sym_int_values", numbers[0]},
          {"sym_bool_values", numbers[2]},
          {"is_single_tensor_return", graph.isSingleResult},
          {"custom_obj_values", json::object()},
          {"sym_float_values", numbers[1]}};
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static json writeInput(const InputSpec &input) {
  json name = {{"name", input.name}};
  switch (input.kind) {
  case InputSpec::Kind::Parameter:
    return {{"parameter", {{"arg", name}, {"parameter_name", input.target}}}};
  case InputSpec::Kind::Buffer:
    return {{"buffer",
             {{"arg", name},
              {"buffer_name", input.target},
              {"persistent", input.isPersistent}}}};
  case InputSpec::Kind::Constant:
    return {{"tensor_constant",
             {{"arg", name}, {"tensor_constant_name", input.target}}}};
  case InputSpec::Kind::Object:
    return {{"custom_obj", {{"arg", name}, {"custom_obj_name", input.target}}}};
  case InputSpec::Kind::Token:
    return {{"token", {{"arg", name}}}};
  case InputSpec::Kind::UserInput:
    break;
  }
  Kind kind = input.argument.kind;
  json argument = writeArgument(input.argument, "as_tensors");
  if (kind == Kind::Tensor || kind == Kind::Symbol)
    return {{"user_input", {{"arg", argument}}}};
  return {{"constant_input", {{"name", input.name}, {"value", argument}}}};
}

static json writeOutput(const OutputSpec &output) {
  json name = {{"name", output.argument.text}};
  auto targeted = [&](const char *kind, const char *target) -> json {
    return {{kind, {{"arg", name}, {target, output.target}}}};
  };
  switch (output.kind) {
  case OutputSpec::Kind::UserOutput:
    return {{"user_output",
             {{"arg", writeArgument(output.argument, "as_tensors")}}}};
  case OutputSpec::Kind::Loss:
    return {{"loss_output", {{"arg", name}}}};
  case OutputSpec::Kind::BufferMutation:
    return targeted("buffer_mutation", "buffer_name");
  case OutputSpec::Kind::ParameterMutation:
    return targeted("parameter_mutation", "parameter_name");
  case OutputSpec::Kind::InputMutation:
    return targeted("user_input_mutation", "user_input_name");
  case OutputSpec::Kind::GradientToParameter:
    return targeted("gradient_to_parameter", "parameter_name");
  case OutputSpec::Kind::GradientToInput:
    return targeted("gradient_to_user_input", "user_input_name");
  case OutputSpec::Kind::Token:
    break;
  }
  return {{"token", {{"arg", name}}}};
}

static json writeTreeNode(const Tree &tree) {
  json children = json::array();
  if (tree.kind == Tree::Kind::Leaf)
    return {{"type", nullptr}, {"context", nullptr}, {"children_spec", children}};
  for (const Tree &child : tree.children)
    children.push_back(writeTreeNode(child));
  return {{"type", tree.type},
          {"context", tree.context},
          {"children_spec", children}};
}

static std::string writeTree(const Tree &tree) {
  return json::array({1, writeTreeNode(tree)}).dump();
}

static json writeModule(const Program &program) {
  json inputs = json::array(), outputs = json::array();
  for (const InputSpec &input : program.inputs)
    inputs.push_back(writeInput(input));
  for (const OutputSpec &output : program.outputs)
    outputs.push_back(writeOutput(output));
  json names = nullptr;
  if (!program.parameterNames.empty())
    names = program.parameterNames;
  json call = {{"inputs", json::array()},
               {"outputs", json::array()},
               {"in_spec", writeTree(program.inputTree)},
               {"out_spec", writeTree(program.outputTree)},
               {"forward_arg_names", names}};
  json calls = json::array();
  calls.push_back({{"fqn", ""}, {"signature", call}});
  for (const std::string &path : program.calledModules)
    calls.push_back({{"fqn", path}, {"signature", nullptr}});
  json fields = json::object();
  for (auto &[type, list] : program.namedTuples)
    fields[type] = {{"field_names", list}};
  return {{"graph", writeGraph(program.graph)},
          {"signature", {{"input_specs", inputs}, {"output_specs", outputs}}},
          {"module_call_graph", calls},
          {"metadata", json::object()},
          {"treespec_namedtuple_fields", fields}};
}

std::string exported::writeProgramText(const Program &program) {
  json ranges = json::object();
  for (auto &[symbol, range] : program.ranges) {
    json bounds = {{"min_val", nullptr}, {"max_val", nullptr}};
    if (range.min)
      bounds["min_val"] = *range.min;
    if (range.max)
      bounds["max_val"] = *range.max;
    ranges[symbol] = bounds;
  }
  json whole = {{"graph_module", writeModule(program)},
                {"opset_version", {{"aten", 10}}},
                {"range_constraints", ranges},
                {"schema_version", {{"major", 8}, {"minor", 14}}},
                {"verifiers", json::array({program.dialect})},
                {"torch_version", "2.9.0"}};
  return whole.dump(-1, ' ', /*ensure_ascii=*/true,
                    json::error_handler_t::replace);
}
