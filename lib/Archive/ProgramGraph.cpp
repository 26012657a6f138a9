//===- ProgramGraph.cpp - Graphs of programs ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using namespace torchscript::exported;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The dtype of a number of the schema, which are one more than TorchScript's
/// up to complex128 and have gaps of their own after it.
static std::optional<DType> getSchemaDType(int64_t number) {
  switch (number) {
  case 12:
    return DType::Bool;
  case 13:
    return DType::BFloat16;
  case 28:
    return DType::UInt16;
  case 29:
    return DType::Float8E4M3FN;
  case 30:
    return DType::Float8E5M2;
  case 31:
    return DType::Float8E4M3FNUZ;
  case 32:
    return DType::Float8E5M2FNUZ;
  case 34:
    return DType::UInt32;
  case 35:
    return DType::UInt64;
  default:
    if (number >= 1 && number <= 11)
      return DType(number - 1);
    return std::nullopt;
  }
}

static DType readDType(const Cursor &at) {
  int64_t number = at.asInt();
  std::optional<DType> dtype = getSchemaDType(number);
  if (!dtype)
    at.fail("unknown dtype " + llvm::Twine(number));
  return dtype.value_or(DType::Float32);
}

/// TorchScript's number of a layout or memory format, from that of the schema.
static int64_t readNumbered(const Cursor &at, llvm::ArrayRef<int64_t> numbers) {
  int64_t number = at.asInt();
  if (number >= 0 && size_t(number) < numbers.size() && numbers[number] >= 0)
    return numbers[number];
  at.fail("unknown number " + llvm::Twine(number));
  return 0;
}

/// `{"expr_str": s, "hint": {"as_int": n}}`
static Extent readExpression(const Cursor &at) {
  Extent extent;
  extent.expression = at["expr_str"].asString();
  if (Cursor hint = at.find("hint"))
    if (Cursor number = hint.find("as_int"))
      extent.hint = number.asInt();
  // An expression may be a number.
  int64_t number;
  if (!llvm::StringRef(extent.expression).getAsInteger(10, number))
    extent.value = number;
  return extent;
}

Extent exported::readExtent(const Cursor &at) {
  Extent extent;
  std::string tag = at.getTag();
  if (tag == "as_int") {
    extent.value = at[tag.c_str()].asInt();
  } else if (tag == "as_expr") {
    extent = readExpression(at[tag.c_str()]);
  } else if (!tag.empty()) {
    at.fail("'" + tag + "' is no size");
  }
  return extent;
}

/// `cuda:1` of a kind and an index.
static std::string readDevice(const Cursor &at) {
  std::string name = at["type"].asString();
  if (Cursor index = at.find("index"))
    name += ":" + std::to_string(index.asInt());
  return name;
}

TensorMeta exported::readTensorMeta(const Cursor &at) {
  TensorMeta meta;
  meta.dtype = readDType(at["dtype"]);
  for (auto [key, list] : {std::make_pair("sizes", &meta.sizes),
                           std::make_pair("strides", &meta.strides)}) {
    Cursor extents = at[key];
    for (size_t i = 0; i < extents.size(); ++i)
      list->push_back(readExtent(extents[i]));
  }
  meta.requiresGrad = at["requires_grad"].asBool();
  meta.offset.value = 0;
  if (Cursor device = at.find("device"))
    meta.device = readDevice(device);
  if (Cursor layout = at.find("layout"); layout && layout.asInt() != 7)
    layout.fail("only strided tensors are supported");
  return meta;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Argument makeLiteral(Argument::Kind kind, int64_t integer) {
  Argument literal;
  literal.kind = kind;
  literal.integer = integer;
  return literal;
}

static Argument makeText(Argument::Kind kind, std::string text) {
  Argument literal;
  literal.kind = kind;
  literal.text = std::move(text);
  return literal;
}

static Argument makeFloat(double number) {
  Argument literal;
  literal.kind = Argument::Kind::Float;
  literal.number = number;
  return literal;
}

/// A value of the graph, or a number: `{"as_name": s}`, `{"as_int": n}`.
static Argument readSymbol(const Cursor &at) {
  std::string tag = at.getTag();
  Cursor value = at.find(tag.c_str());
  if (tag == "as_name")
    return makeText(Argument::Kind::Symbol, value.asString());
  if (tag == "as_int")
    return makeLiteral(Argument::Kind::Int, value.asInt());
  if (tag == "as_bool")
    return makeLiteral(Argument::Kind::Bool, value.asBool());
  if (tag == "as_float")
    return makeFloat(value.asFloat());
  if (!tag.empty())
    at.fail("'" + tag + "' is no number");
  return {};
}

static Argument readComplex(const Cursor &at) {
  Argument literal = makeFloat(at["real"].asFloat());
  literal.kind = Argument::Kind::Complex;
  literal.imaginary = at["imag"].asFloat();
  return literal;
}

/// One value of the union `tag` of lists and single values: the part behind
/// `as_`, without the plural.
static Argument readScalar(llvm::StringRef tag, const Cursor &at,
                           unsigned depth) {
  using Kind = Argument::Kind;
  if (tag == "tensor" || tag == "token")
    return makeText(Kind::Tensor, at["name"].asString());
  if (tag == "optional_tensor") {
    if (at.getTag() == "as_none")
      return {};
    // Up to schema 5 the tensor itself stands here.
    Cursor tensor = at.find("as_tensor");
    return makeText(Kind::Tensor,
                    (tensor ? tensor["name"] : at["name"]).asString());
  }
  if (tag == "int")
    return makeLiteral(Kind::Int, at.asInt());
  if (tag == "float")
    return makeFloat(at.asFloat());
  if (tag == "string")
    return makeText(Kind::Str, at.asString());
  if (tag == "bool")
    return makeLiteral(Kind::Bool, at.asBool());
  if (tag.starts_with("sym_")) {
    Argument symbol = readSymbol(at);
    if (symbol.kind == Kind::Symbol)
      symbol.integer = tag == "sym_float" ? 1 : tag == "sym_bool" ? 2 : 0;
    return symbol;
  }
  if (tag == "scalar_type")
    return makeLiteral(Kind::DType, int64_t(readDType(at)));
  if (tag == "memory_format")
    return makeLiteral(Kind::MemoryFormat,
                       readNumbered(at, {-1, 0, 2, 3, 1}));
  if (tag == "layout")
    return makeLiteral(Kind::Layout,
                       readNumbered(at, {-1, 1, 2, 4, 5, 6, 3, 0}));
  if (tag == "device")
    return makeText(Kind::Device, readDevice(at));
  if (tag == "complex")
    return readComplex(at);
  if (tag == "operator")
    return makeText(Kind::Str, at.asString());
  if (tag == "custom_obj")
    return makeText(Kind::Object, at["name"].asString());
  if (tag == "graph") {
    Argument argument = makeText(Kind::Graph, at["name"].asString());
    argument.graph =
        std::make_shared<Graph>(readGraph(at["graph"], depth + 1));
    return argument;
  }
  at.fail("arguments 'as_" + tag + "' are not supported");
  return {};
}

static Argument readList(llvm::StringRef tag, const Cursor &at,
                         unsigned depth) {
  Argument list;
  list.kind = Argument::Kind::List;
  for (size_t i = 0; i < at.size(); ++i)
    list.elements.push_back(readScalar(tag, at[i], depth));
  return list;
}

Argument exported::readArgument(const Cursor &at, unsigned depth) {
  if (depth > maxDepth) {
    at.fail("nested too deep");
    return {};
  }
  std::string tag = at.getTag();
  if (tag.empty() || tag == "as_none")
    return {};
  Cursor value = at.find(tag.c_str());
  llvm::StringRef kind = tag;
  if (!kind.consume_front("as_")) {
    at.fail("'" + tag + "' is no argument");
    return {};
  }
  if (kind == "int_lists" || kind == "float_lists" ||
      kind == "nested_tensors") {
    llvm::StringRef element =
        llvm::StringSwitch<llvm::StringRef>(kind)
            .Case("int_lists", "int")
            .Case("float_lists", "float")
            .Default("tensor");
    Argument list;
    list.kind = Argument::Kind::List;
    for (size_t i = 0; i < value.size(); ++i)
      list.elements.push_back(readList(element, value[i], depth));
    return list;
  }
  if (kind.consume_back("s"))
    return readList(kind, value, depth);
  return readScalar(kind, value, depth);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static Node readNode(const Cursor &at, unsigned depth) {
  Node node;
  node.target = at["target"].asString();
  Cursor inputs = at["inputs"];
  for (size_t i = 0; i < inputs.size(); ++i)
    node.inputs.emplace_back(inputs[i]["name"].asString(),
                             readArgument(inputs[i]["arg"], depth));
  Cursor outputs = at["outputs"];
  for (size_t i = 0; i < outputs.size(); ++i)
    node.outputs.push_back(readArgument(outputs[i], depth));
  if (Cursor name = at.find("name"))
    node.name = name.asString();
  Cursor metadata = at.find("metadata");
  if (metadata)
    for (const std::string &key : metadata.getKeys())
      if (Cursor value = metadata.find(key.c_str()))
        (key == "stack_trace" ? node.stackTrace : node.metadata[key]) =
            value.asString();
  return node;
}

/// What is said of an int, float or bool of the graph.
static SymbolicNumber readNumber(const Cursor &at, SymbolicNumber::Kind kind) {
  SymbolicNumber number;
  number.kind = kind;
  std::string tag = at.getTag();
  Cursor value = at.find(tag.c_str());
  if (tag == "as_expr")
    number.extent = readExpression(value);
  else if (tag == "as_int")
    number.extent.value = value.asInt();
  else if (tag == "as_bool")
    number.extent.value = value.asBool();
  else if (tag == "as_float")
    number.extent.expression = std::to_string(value.asFloat());
  else if (!tag.empty())
    at.fail("'" + tag + "' is no number");
  return number;
}

Graph exported::readGraph(const Cursor &at, unsigned depth) {
  Graph graph;
  if (depth > maxDepth) {
    at.fail("nested too deep");
    return graph;
  }
  Cursor inputs = at["inputs"], outputs = at["outputs"], nodes = at["nodes"];
  for (size_t i = 0; i < inputs.size(); ++i)
    graph.inputs.push_back(readArgument(inputs[i], depth));
  for (size_t i = 0; i < outputs.size(); ++i)
    graph.outputs.push_back(readArgument(outputs[i], depth));
  graph.nodes.reserve(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    graph.nodes.push_back(readNode(nodes[i], depth));
  Cursor tensors = at["tensor_values"];
  for (const std::string &name : tensors.getKeys())
    graph.tensors[name] = readTensorMeta(tensors[name.c_str()]);
  using Kind = SymbolicNumber::Kind;
  for (auto [key, kind] : {std::pair("sym_int_values", Kind::Int),
                           std::pair("sym_bool_values", Kind::Bool),
                           std::pair("sym_float_values", Kind::Float)})
    if (Cursor numbers = at.find(key))
      for (const std::string &name : numbers.getKeys())
        graph.numbers[name] = readNumber(numbers[name.c_str()], kind);
  if (Cursor single = at.find("is_single_tensor_return"))
    graph.isSingleResult = single.asBool();
  return graph;
}
