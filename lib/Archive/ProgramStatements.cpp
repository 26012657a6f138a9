//===- ProgramStatements.cpp - Nodes as statements of Python --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramStatements.h"

#include "TorchScript/Base/NodeNames.h"
#include "TorchScript/Base/Schema/Schema.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;
using namespace torchscript::exported;
using llvm::StringRef;
using Value = exported::Argument;
using Kind = Value::Kind;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string exported::spellString(StringRef text) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string spelled(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\')
      spelled += '\\';
    if (c == '\n')
      spelled += "\\n";
    else if (c == '\t')
      spelled += "\\t";
    else if (c == '\r')
      spelled += "\\r";
    else
      spelled += c;
  }
  return spelled + quote;
}

/// The shortest digits that give the number back.
static std::string spellFloat(double number) {
  if (number != number)
    return "nan";
  if (number - number != 0)
    return number > 0 ? "inf" : "-inf";
  std::string digits;
  for (int precision = 0; precision < 18; ++precision) {
    digits.clear();
    llvm::raw_string_ostream(digits) << llvm::format("%.*e", precision, number);
    if (std::strtod(digits.c_str(), nullptr) == number)
      break;
  }
  auto [mantissa, exponent] = StringRef(digits).split('e');
  int power = std::atoi(exponent.str().c_str());
  if (power < -4 || power >= 16)
    return digits;
  int decimals = std::max(
      1, int(mantissa.split('.').second.size()) - power);
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", decimals, number);
  return text;
}

static std::string spellDevice(StringRef device) {
  auto [type, index] = device.split(':');
  return ("device(type='" + type +
          (index.empty() ? "')" : "', index=" + index + ")"))
      .str();
}

/// `torch.channels_last` for TorchScript's number.
static std::string spellMemoryFormat(int64_t number) {
  static const char *names[] = {"contiguous_format", "preserve_format",
                                "channels_last", "channels_last_3d"};
  return number >= 0 && number < 4 ? std::string("torch.") + names[number]
                                   : std::to_string(number);
}

static std::string spellLayout(int64_t number) {
  static const char *names[] = {"strided",    "sparse_coo", "sparse_csr",
                                "_mkldnn",    "sparse_csc", "sparse_bsr",
                                "sparse_bsc"};
  return number >= 0 && number < 7 ? std::string("torch.") + names[number]
                                   : std::to_string(number);
}

std::string exported::spellValue(const Value &argument) {
  switch (argument.kind) {
  case Kind::None:
    return "None";
  case Kind::Tensor:
  case Kind::Symbol:
  case Kind::Object:
  case Kind::Graph:
    return argument.text;
  case Kind::Int:
    return std::to_string(argument.integer);
  case Kind::Float:
    return spellFloat(argument.number);
  case Kind::Complex:
    return "(" + spellFloat(argument.number) +
           (argument.imaginary < 0 ? "" : "+") +
           spellFloat(argument.imaginary) + "j)";
  case Kind::Bool:
    return argument.integer ? "True" : "False";
  case Kind::Str:
    return spellString(argument.text);
  case Kind::DType:
    return "torch." +
           getDTypeName(getDType(argument.integer).value_or(DType::Float32))
               .str();
  case Kind::Layout:
    return spellLayout(argument.integer);
  case Kind::MemoryFormat:
    return spellMemoryFormat(argument.integer);
  case Kind::Device:
    return spellDevice(argument.text);
  case Kind::List: {
    std::string text = "[";
    for (const Value &element : argument.elements)
      text += (text.size() > 1 ? ", " : "") + spellValue(element);
    return text + "]";
  }
  }
  return "";
}

/// Appends the values of the graph in an argument that are not in `names`.
static void collectNames(const Value &argument,
                         std::vector<std::string> &names) {
  bool isValue = argument.kind == Kind::Tensor ||
                 argument.kind == Kind::Symbol ||
                 argument.kind == Kind::Object || argument.kind == Kind::Graph;
  if (isValue && !llvm::is_contained(names, argument.text))
    names.push_back(argument.text);
  for (const Value &element : argument.elements)
    collectNames(element, names);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static StringRef getBriefType(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return "b8";
  case DType::UInt16:
    return "u16";
  case DType::UInt32:
    return "u32";
  case DType::UInt64:
    return "u64";
  case DType::Float8E4M3FN:
    return "f8e4m3fn";
  case DType::Float8E5M2:
    return "f8e5m2";
  case DType::Float8E4M3FNUZ:
    return "f8e4m3fnuz";
  case DType::Float8E5M2FNUZ:
    return "f8e5m2fnuz";
  default:
    return getBriefName(dtype);
  }
}

static std::string spellExtent(const Extent &extent) {
  return extent.value ? std::to_string(*extent.value)
                      : spellExpression(extent.expression);
}

std::string exported::spellType(const TensorMeta &meta) {
  std::string text = getBriefType(meta.dtype).str() + "[";
  StringRef separator;
  for (const Extent &size : meta.sizes) {
    text += separator.str() + spellExtent(size);
    separator = ", ";
  }
  return text + "]";
}

/// What is known of a value of the graph.
static std::string getType(const Graph &graph, const std::string &name) {
  if (auto it = graph.tensors.find(name); it != graph.tensors.end())
    return spellType(it->second);
  if (auto it = graph.numbers.find(name); it != graph.numbers.end())
    return "Sym(" + spellExtent(it->second.extent) + ")";
  return "";
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// `{} + {}` for `_operator.add`; empty for what is written as a call.
static StringRef getPattern(StringRef target) {
  if (!target.consume_front("_operator."))
    return "";
  return llvm::StringSwitch<StringRef>(target)
      .Case("add", "{} + {}")
      .Case("sub", "{} - {}")
      .Case("mul", "{} * {}")
      .Case("floordiv", "{} // {}")
      .Case("truediv", "{} / {}")
      .Case("mod", "{} % {}")
      .Case("pow", "{} ** {}")
      .Case("lshift", "{} << {}")
      .Case("rshift", "{} >> {}")
      .Case("and_", "{} & {}")
      .Case("or_", "{} | {}")
      .Case("xor", "{} ^ {}")
      .Case("eq", "{} == {}")
      .Case("ne", "{} != {}")
      .Case("lt", "{} < {}")
      .Case("gt", "{} > {}")
      .Case("le", "{} <= {}")
      .Case("ge", "{} >= {}")
      .Case("neg", "-{}")
      .Case("pos", "+{}")
      .Case("invert", "~{}")
      .Case("getitem", "{}[{}]")
      .Default("");
}

const FunctionSchema *exported::findSchema(StringRef target) {
  if (!target.consume_front("torch.ops."))
    return nullptr;
  auto [space, rest] = target.split('.');
  auto [name, overload] = rest.rsplit('.');
  std::string spelled = (space + "::" + name).str();
  if (overload != "default")
    spelled += ("." + overload).str();
  return SchemaRegistry::get().find(spelled);
}

/// The arguments of a call: by name from the first that is not in its place.
static std::string spellCall(const Node &node) {
  const FunctionSchema *schema = findSchema(node.target);
  std::string text = node.target + "(";
  bool byName = false;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    auto &[name, value] = node.inputs[i];
    if (schema && !name.empty())
      byName |= i >= schema->arguments.size() ||
                schema->arguments[i].kwOnly ||
                schema->arguments[i].name != name;
    text += i > 0 ? ", " : "";
    if (byName)
      text += name + " = ";
    // The values that a loop carries are a tuple.
    bool isTuple = value.kind == Kind::List &&
                   node.target == "torch.ops.higher_order.while_loop";
    std::string spelled = spellValue(value);
    text += isTuple ? "(" + spelled.substr(1, spelled.size() - 2) +
                          (value.elements.size() == 1 ? ",)" : ")")
                    : spelled;
  }
  return text + ")";
}

static std::string spellExpressionOf(const Node &node) {
  StringRef pattern = getPattern(node.target);
  if (pattern.empty() || pattern.count("{}") != node.inputs.size())
    return spellCall(node);
  std::string text;
  for (auto &[name, value] : node.inputs) {
    auto [before, after] = pattern.split("{}");
    text += before.str() + spellValue(value);
    pattern = after;
  }
  return text + pattern.str();
}

/// The results as a flat list, and whether the node gives a tuple or list.
static llvm::ArrayRef<Value> getResults(const Node &node, bool &isTuple) {
  isTuple = node.outputs.size() > 1;
  if (node.outputs.size() == 1 && node.outputs.front().kind == Kind::List) {
    isTuple = true;
    return node.outputs.front().elements;
  }
  // Operators of control flow always give tuples.
  isTuple |= StringRef(node.target).contains("higher_order.") &&
             node.outputs.size() == 1;
  return node.outputs;
}

/// `NODE_unused_I` is a result without a name.
static bool isUnused(const Value &result) {
  auto [base, number] = StringRef(result.text).rsplit("_unused_");
  return result.text.empty() || (!number.empty() && llvm::all_of(number, llvm::isDigit));
}

/// The name of a node, made up where the file does not say it.
static std::string getName(const Node &node, bool isTuple, NodeNames &names) {
  if (!isTuple && node.outputs.size() == 1)
    return node.outputs.front().text;
  if (!node.name.empty())
    return node.name;
  for (const Value &output : node.outputs)
    if (auto [base, number] = StringRef(output.text).rsplit("_unused_");
        !number.empty())
      return base.str();
  return names.makeNode(getBaseName(node.target));
}

/// Names that are taken in the graph.
static void reserveNames(const Graph &graph, NodeNames &names) {
  for (const Value &input : graph.inputs)
    names.makeInput(input.text);
  for (const Node &node : graph.nodes) {
    bool isTuple;
    for (const Value &result : getResults(node, isTuple))
      if (!isUnused(result))
        names.makeInput(result.text);
    for (auto &[name, value] : node.inputs)
      if (value.kind == Kind::Graph)
        names.makeInput(value.text);
  }
}

std::vector<Statement> exported::makeStatements(const Graph &graph) {
  std::vector<Statement> statements;
  NodeNames names;
  reserveNames(graph, names);
  for (const Node &node : graph.nodes) {
    Statement statement;
    statement.trace = node.stackTrace;
    for (auto &[name, value] : node.inputs) {
      collectNames(value, statement.uses);
      if (value.kind == Kind::Graph)
        statements.push_back({value.text, "", "self." + value.text, {},
                              node.stackTrace});
    }
    bool isTuple;
    llvm::ArrayRef<Value> results = getResults(node, isTuple);
    statement.name = getName(node, isTuple, names);
    statement.expression = spellExpressionOf(node);
    if (!isTuple)
      statement.type = getType(graph, statement.name);
    std::string whole = statement.name;
    statements.push_back(std::move(statement));
    if (!isTuple)
      continue;
    for (size_t i = 0; i < results.size(); ++i)
      if (!isUnused(results[i]))
        statements.push_back({results[i].text,
                              getType(graph, results[i].text),
                              whole + "[" + std::to_string(i) + "]",
                              {whole},
                              node.stackTrace});
  }
  return statements;
}

std::string exported::spellResults(const Graph &graph,
                                   std::vector<std::string> &names) {
  std::string text = "(";
  for (const Value &output : graph.outputs) {
    collectNames(output, names);
    text += (text.size() > 1 ? ", " : "") + spellValue(output);
  }
  if (graph.isSingleResult && graph.outputs.size() == 1)
    return text.substr(1);
  return text + (graph.outputs.size() == 1 ? ",)" : ")");
}

std::vector<Parameter> exported::getParameters(const Graph &graph) {
  std::vector<Parameter> parameters;
  for (const Value &input : graph.inputs)
    parameters.push_back({input.text, getType(graph, input.text)});
  return parameters;
}

std::vector<Parameter> exported::getParameters(const Program &program) {
  std::vector<Parameter> parameters;
  for (const InputSpec &input : program.inputs)
    parameters.push_back({input.name, getType(program.graph, input.name)});
  return parameters;
}

std::vector<std::pair<std::string, const Graph *>>
exported::getSubgraphs(const Graph &graph) {
  std::vector<std::pair<std::string, const Graph *>> graphs;
  for (const Node &node : graph.nodes)
    for (auto &[name, value] : node.inputs)
      if (value.kind == Kind::Graph)
        graphs.emplace_back(value.text, value.graph.get());
  return graphs;
}
