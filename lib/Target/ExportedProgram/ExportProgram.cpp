//===- ExportProgram.cpp - Lifted functions as programs -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using namespace mlir;
using GraphValue = exported::Argument;
using Kind = exported::Argument::Kind;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// TorchScript has overloads of their own for numbers where PyTorch's functions
/// take the number for a tensor.
static std::string getTarget(StringRef name) {
  auto [space, rest] = name.split("::");
  auto [base, overload] = rest.split('.');
  StringRef plain = base;
  plain.consume_back("_");
  bool isArithmetic = llvm::StringSwitch<bool>(plain)
                          .Cases("add", "sub", "mul", "div", true)
                          .Cases("true_divide", "multiply", "subtract", true)
                          .Case("divide", true)
                          .Default(false);
  if (isArithmetic && overload == "Scalar")
    overload = "Tensor";
  else if (isArithmetic && overload == "Scalar_mode")
    overload = "Tensor_mode";
  else if (plain == "floor_divide" && overload == "Scalar")
    overload = base.ends_with("_") ? "Tensor" : "";
  return ("torch.ops." + space + "." + base + "." +
          (overload.empty() ? "default" : overload))
      .str();
}

/// Functions of Python on sizes.
static StringRef getNumberTarget(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("aten::sym_size.int", "torch.ops.aten.sym_size.int")
      .Case("aten::add.int", "_operator.add")
      .Case("aten::sub.int", "_operator.sub")
      .Case("aten::mul.int", "_operator.mul")
      .Case("aten::floordiv.int", "_operator.floordiv")
      .Case("aten::remainder.int", "_operator.mod")
      .Case("aten::eq.int", "_operator.eq")
      .Case("aten::ne.int", "_operator.ne")
      .Case("aten::ge.int", "_operator.ge")
      .Case("aten::le.int", "_operator.le")
      .Case("aten::lt.int", "_operator.lt")
      .Case("aten::gt.int", "_operator.gt")
      .Default("");
}

static bool isSizeFunction(StringRef name) {
  return !getNumberTarget(name).empty();
}

/// Whether an argument is what the formal has when it is left out.
static bool isDefault(const GraphValue &value, const Constant &constant) {
  switch (constant.getKind()) {
  case Constant::Kind::None:
    return value.kind == Kind::None;
  case Constant::Kind::Bool:
    return value.kind == Kind::Bool && constant.getBool() == bool(value.integer);
  case Constant::Kind::Int:
    if (value.kind == Kind::Float)
      return value.number == double(constant.getInt());
    return (value.kind == Kind::Int || value.kind == Kind::DType ||
            value.kind == Kind::Layout || value.kind == Kind::MemoryFormat) &&
           value.integer == constant.getInt();
  case Constant::Kind::Float:
    if (value.kind == Kind::Int)
      return double(value.integer) == constant.getFloat();
    return value.kind == Kind::Float && value.number == constant.getFloat();
  case Constant::Kind::String:
    return value.kind == Kind::Str && value.text == constant.getString();
  case Constant::Kind::List:
    return value.kind == Kind::List &&
           value.elements.size() == constant.getElements().size() &&
           llvm::all_of(llvm::zip(value.elements, constant.getElements()),
                        [](auto pair) {
                          return isDefault(std::get<0>(pair),
                                           std::get<1>(pair));
                        });
  default:
    return false;
  }
}

bool GraphWriter::writeInputs(ts::OperatorOp op, const FunctionSchema &schema,
                              exported::Node &node) {
  std::vector<GraphValue> values;
  for (auto [operand, formal] :
       llvm::zip(op.getOperands(), schema.arguments)) {
    std::optional<GraphValue> value = getArgument(operand, op, &formal);
    if (!value)
      return false;
    values.push_back(std::move(*value));
  }
  // What an index leaves out has values there.
  if (op.getName() == "aten::slice.Tensor" && values.size() == 5)
    for (size_t i : {size_t(2), size_t(3)})
      if (values[i].kind == Kind::None) {
        values[i].kind = Kind::Int;
        values[i].integer = i == 2 ? 0 : INT64_MAX;
      }
  // Arguments by position up to the last that is not the default.
  size_t count = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const Argument &formal = schema.arguments[i];
    if (!formal.kwOnly && !(formal.hasDefault() &&
                            isDefault(values[i], formal.getDefault())))
      count = i + 1;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const Argument &formal = schema.arguments[i];
    bool isWritten = formal.kwOnly
                         ? !(formal.hasDefault() &&
                             isDefault(values[i], formal.getDefault()))
                         : i < count;
    bool isPython = StringRef(node.target).starts_with("_operator.");
    // The node that is asserted has its name only here.
    if (formal.name == "assert_msg" && values[0].kind == Kind::Symbol &&
        StringRef(values[i].text).starts_with("Runtime assertion failed"))
      values[i].text += " on node '" + node.inputs[0].second.text + "'";
    if (isWritten)
      node.inputs.emplace_back(isPython ? "" : formal.name,
                               std::move(values[i]));
  }
  return true;
}

bool GraphWriter::define(mlir::Value value, const std::string &name,
                         std::optional<exported::TensorMeta> known,
                         Operation *op) {
  std::optional<exported::TensorMeta> meta = getTensorMeta(value.getType());
  if (!meta)
    meta = getSymbolicMeta(value);
  if (!meta)
    meta = std::move(known);
  if (!meta) {
    if (auto undecided = op->getAttrOfType<StringAttr>("ts.undecided")) {
      op->emitError("Could not guard on data-dependent expression ")
          << undecided.getValue()
          << ": an exported program has the same operators for all data; say "
             "before this call which it is, with torch._check(...) or "
             "torch._check_is_size(...)";
      // One message is enough.
      names[value] = name;
      return false;
    }
    // A size that is an element of a tensor.
    auto readsItem = [](mlir::Value operand) {
      SmallVector<mlir::Value> values = {stripDerefines(operand)};
      if (auto list = values[0].getDefiningOp<ts::ListConstructOp>())
        values.assign(list.getElements().begin(), list.getElements().end());
      return llvm::any_of(values, [](mlir::Value value) {
        Operation *made = stripDerefines(value).getDefiningOp();
        return value.getType().isInteger(64) &&
               isa_and_nonnull<ts::OperatorOp>(made);
      });
    };
    bool isData = llvm::any_of(op->getOperands(), readsItem);
    if (isData)
      op->emitError("Could not guard on data-dependent expression: the sizes "
                    "of the result depend on the values of tensors");
    else if (auto called = dyn_cast<ts::OperatorOp>(op))
      op->emitError("dtype and sizes of the result of '" + called.getName() +
                    "' are not known to the compiler, so it cannot be "
                    "exported");
    else
      op->emitError("dtype and sizes of the result are not known to the "
                    "compiler, so it cannot be exported");
    return false;
  }
  names[value] = name;
  graph.tensors[name] = std::move(*meta);
  return true;
}

static GraphValue makeTensor(std::string name) {
  GraphValue value;
  value.kind = Kind::Tensor;
  value.text = std::move(name);
  return value;
}

/// The results that have names of their own, for a node with several.
static SmallVector<mlir::Value> getParts(ts::OperatorOp op, ArrayAttr parts) {
  SmallVector<mlir::Value> values;
  if (!parts)
    return values;
  if (op.getNumResults() > 1)
    llvm::append_range(values, op.getResults());
  else if (auto unpack =
               dyn_cast<ts::ListUnpackOp>(*op.getResult(0).user_begin()))
    llvm::append_range(values, unpack.getResults());
  if (values.size() != parts.size())
    values.clear();
  return values;
}

bool GraphWriter::writeOutputs(ts::OperatorOp op, const FunctionSchema &schema,
                               exported::Node &node) {
  auto parts = op->getAttrOfType<ArrayAttr>("ts.node_parts");
  SmallVector<mlir::Value> values = getParts(op, parts);
  if (!values.empty()) {
    std::vector<GraphValue> outputs;
    for (auto [i, value] : llvm::enumerate(values)) {
      std::string name = cast<StringAttr>(parts[i]).str();
      // What nobody uses and nothing is known of.
      auto type = dyn_cast<ts::TSTensorType>(value.getType());
      if (name.empty() && type && !type.hasDtype()) {
        outputs.emplace_back();
        continue;
      }
      if (name.empty())
        name = node.name + "_unused_" + std::to_string(i);
      if (!define(value, name, std::nullopt, op))
        return false;
      outputs.push_back(makeTensor(name));
    }
    if (op.getNumResults() > 1) {
      node.outputs = std::move(outputs);
      return true;
    }
    GraphValue &list = node.outputs.emplace_back();
    list.kind = Kind::List;
    list.elements = std::move(outputs);
    return true;
  }
  if (op.getNumResults() == 0)
    return true;
  if (op.getNumResults() == 1 && isSizeFunction(op.getName())) {
    defineNumber(op.getResult(0), node.name);
    GraphValue &number = node.outputs.emplace_back();
    number.kind = Kind::Symbol;
    number.integer = op.getResult(0).getType().isInteger(1) ? 2 : 0;
    number.text = node.name;
    return true;
  }
  if (ts::isItem(op.getName()) && defineItem(op, node))
    return true;
  if (op.getNumResults() != 1 ||
      !isa<ts::TSTensorType>(op.getResult(0).getType())) {
    op.emitError("'" + op.getName() +
                 "' gives a value that depends on the values of tensors and "
                 "is no tensor, which cannot be exported");
    return false;
  }
  // A write in place gives its operand, which is called like the write then.
  std::optional<exported::TensorMeta> known;
  mlir::Value written;
  for (unsigned i : schema.getAliasedArguments(0))
    if (schema.arguments[i].isWrite())
      written = stripDerefines(op.getOperand(i));
  if (written) {
    if (auto name = names.find(written); name != names.end())
      known = graph.tensors[name->second];
    names[written] = node.name;
  }
  if (!define(op.getResult(0), node.name, known, op))
    return false;
  node.outputs.push_back(makeTensor(node.name));
  return true;
}

/// `File "net.py", line 3, in forward` and the line, of the innermost place
/// that is not in a library's text.
std::string GraphWriter::getTrace(Location loc) {
  SmallVector<Location> frames;
  for (Location next = loc;;) {
    next = ts::stripModuleStack(next);
    auto call = dyn_cast<CallSiteLoc>(next);
    if (!call) {
      frames.push_back(next);
      break;
    }
    // Callees may have been inlined themselves.
    Location callee = ts::stripModuleStack(call.getCallee());
    while (auto inner = dyn_cast<CallSiteLoc>(callee)) {
      frames.push_back(inner.getCallee());
      callee = ts::stripModuleStack(inner.getCaller());
    }
    frames.push_back(callee);
    next = call.getCaller();
  }
  auto sources = function->getParentOfType<ModuleOp>()
                     ->getAttrOfType<DictionaryAttr>(
                         ts::TSDialect::kSourcesAttr);
  std::string fallback;
  for (Location frame : frames) {
    std::optional<ts::SourceRange> range = ts::decodeLocation(frame);
    if (!range)
      continue;
    StringRef file = range->file, name = range->function;
    bool isLibrary = file.starts_with("torch/") || file.starts_with("<");
    auto text = sources ? sources.getAs<StringAttr>(file) : StringAttr();
    StringRef rest = text ? text.getValue() : StringRef();
    for (unsigned line = 1; line < range->line; ++line)
      rest = rest.split('\n').second;
    std::string trace =
        ("  File \"" + file.substr(file.rfind('/') + 1) + "\", line " +
         Twine(range->line) + ", in " +
         name.substr(name.rfind('.') + 1) + "\n    " +
         rest.split('\n').first.trim() + "\n")
            .str();
    if (!isLibrary)
      return trace;
    if (fallback.empty())
      fallback = trace;
  }
  return fallback;
}

void GraphWriter::describeOrigin(Operation *op, exported::Node &node) {
  node.stackTrace = getTrace(op->getLoc());
  StringRef stack = ts::getModuleStack(op->getLoc());
  if (!stack.empty())
    node.metadata["nn_module_stack"] = stack.str();
}

bool GraphWriter::writeNode(ts::OperatorOp op) {
  const FunctionSchema *schema = SchemaRegistry::get().find(op.getName());
  auto name = op->getAttrOfType<StringAttr>("ts.node");
  if (!schema || !name) {
    op.emitError("has no schema or no 'ts.node'");
    return false;
  }
  exported::Node node;
  node.name = name.str();
  node.target = isSizeFunction(op.getName()) ? getNumberTarget(op.getName()).str()
                                             : getTarget(op.getName());
  describeOrigin(op, node);
  if (!writeInputs(op, *schema, node) || !writeOutputs(op, *schema, node))
    return false;
  graph.nodes.push_back(std::move(node));
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool GraphWriter::nameInputs() {
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    std::string name =
        function.getArgAttrOfType<StringAttr>(i, "ts.name").str();
    Attribute literal = function.getArgAttr(i, "ts.literal");
    if (literal) {
      graph.inputs.push_back(*getLiteral(literal));
      continue;
    }
    auto value = function.getArgAttrOfType<ts::TensorRefAttr>(i, "ts.value");
    std::optional<exported::TensorMeta> known;
    if (value) {
      known = getTensorMeta(value.getTensorType());
      for (auto [i, stride] : llvm::enumerate(value.getStrides()))
        if (known)
          known->strides[i].value = stride;
    }
    if (!define(argument, name, known, function))
      return false;
    graph.tensors[name].requiresGrad = value && value.getRequiresGrad();
    graph.inputs.push_back(makeTensor(name));
  }
  return true;
}

bool GraphWriter::writeBlock(Block &block) {
  bool isFine = true;
  for (Operation &operation : block) {
    if (ts::isGraphControlFlow(&operation)) {
      if (!writeControlFlow(&operation)) {
        isFine = false;
        refused.insert(&operation);
      }
      continue;
    }
    auto op = dyn_cast<ts::OperatorOp>(operation);
    if (!op || ts::isGraphCondition(op) || ts::isSliceLoopPart(op) ||
        ts::getNumberOperand(op))
      continue;
    // An element of a tensor has the type of its dtype already.
    bool isConversion =
        op.getName() == "aten::Int.Scalar" || op.getName() == "aten::Float.Scalar";
    auto number = isConversion ? names.find(stripDerefines(op.getOperand(0)))
                               : names.end();
    if (number != names.end()) {
      std::string name = number->second;
      names[op.getResult(0)] = name;
      numbers[op.getResult(0)] = numbers.lookup(stripDerefines(op.getOperand(0)));
      continue;
    }
    if (!writeNode(op)) {
      isFine = false;
      refused.insert(op);
    }
  }
  return isFine;
}

bool GraphWriter::run() {
  return nameInputs() && writeBlock(function.getBody().front());
}

/// The paths of the modules that are called, each call once, in their order.
static std::vector<std::string>
listCalledModules(const exported::Graph &graph) {
  std::vector<std::string> paths;
  llvm::StringSet<> seen;
  for (const exported::Node &node : graph.nodes) {
    auto stack = node.metadata.find("nn_module_stack");
    if (stack == node.metadata.end())
      continue;
    for (const ts::ModuleStackEntry &entry :
         ts::parseModuleStack(stack->second)) {
      if (entry.path.empty() || !seen.insert(entry.key).second)
        continue;
      StringRef suffix = StringRef(entry.key).split('@').second;
      paths.push_back(entry.path +
                      (suffix.empty() ? "" : "@" + suffix.str()));
    }
  }
  return paths;
}

std::optional<ExportedModule> torchscript::exportProgram(ModuleOp module) {
  func::FuncOp program;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!ts::isExportedProgram(function))
      continue;
    if (program) {
      function.emitError("is a second exported program of the module");
      return std::nullopt;
    }
    program = function;
  }
  if (!program) {
    module.emitError("the module has no exported program: no function with "
                     "'ts.graph_outputs'");
    return std::nullopt;
  }
  ExportedModule result;
  GraphWriter graph(program, result.program.graph);
  if (!graph.run() || !writeSignature(program, graph, result))
    return std::nullopt;
  result.program.calledModules = listCalledModules(result.program.graph);
  // What is known of numbers that only data say; callers know the others.
  if (auto symbols = program->getAttrOfType<ArrayAttr>("ts.graph_symbols"))
    for (auto symbol : symbols.getAsRange<ts::SymbolRangeAttr>()) {
      if (!ts::isUnbacked(symbol) || symbol.getName().empty())
        continue;
      exported::Range &range = result.program.ranges[symbol.getName().str()];
      if (symbol.getMin() != INT64_MIN)
        range.min = symbol.getMin();
      if (symbol.getMax() != INT64_MAX)
        range.max = symbol.getMax();
    }
  return result;
}
