//===- GraphEmitter.cpp - Nodes as operations -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphEmitter.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"
#include "mlir/IR/Verifier.h"

using namespace torchscript;
using namespace mlir;
using ArgumentKind = exported::Argument::Kind;

bool GraphEmitter::define(StringRef name, Value value) {
  if (values.try_emplace(name, value).second)
    return true;
  fail("'" + name + "' is defined twice");
  return false;
}

Value GraphEmitter::fail(const Twine &message) {
  if (!problem.empty())
    return nullptr;
  problem = message.str();
  if (!current)
    return nullptr;
  std::string name;
  for (const exported::Argument &output : current->outputs)
    if (name.empty())
      name = output.text;
  problem = "node " + (name.empty() ? "" : "'" + name + "', ") +
            current->target + ": " + problem;
  return nullptr;
}

/// The innermost place of a trace of Python:
/// `File "net.py", line 3, in forward`. Directories are those of another
/// machine and left out.
static Location readLocation(StringRef trace, Location otherwise) {
  size_t at = trace.rfind("File \"");
  if (at == StringRef::npos)
    return otherwise;
  auto [path, rest] = trace.substr(at + 6).split('"');
  unsigned line;
  if (!rest.consume_front(", line ") || rest.consumeInteger(10, line))
    return otherwise;
  StringRef function;
  if (rest.consume_front(", in "))
    function = rest.split('\n').first.rtrim();
  StringRef file = path.substr(path.rfind('/') + 1);
  return ts::makeLocation(otherwise.getContext(), file, line, 1, 0, 0,
                          function);
}

bool GraphEmitter::emit(const exported::Graph &graph) {
  const exported::Node *outer = current;
  Location place = loc;
  for (const exported::Node &node : graph.nodes) {
    current = &node;
    loc = readLocation(node.stackTrace, place);
    if (auto stack = node.metadata.find("nn_module_stack");
        stack != node.metadata.end())
      loc = ts::setModuleStack(loc, stack->second);
    if (!emitNode(node))
      return false;
  }
  current = outer;
  loc = place;
  return true;
}

bool GraphEmitter::emitNode(const exported::Node &node) {
  for (auto emit : {&GraphEmitter::emitNumber, &GraphEmitter::emitCheck,
                    &GraphEmitter::emitControlFlow})
    if (std::optional<bool> done = (this->*emit)(node))
      return *done;
  StringRef target = node.target;
  if (!target.consume_front("torch.ops.")) {
    fail("only operators, operators of control flow and functions on numbers "
         "are supported");
    return false;
  }
  auto [space, rest] = target.split('.');
  auto [name, overload] = rest.rsplit('.');
  if (space.empty() || name.empty() || overload.empty()) {
    fail("the name of an operator is `torch.ops.SPACE.NAME.OVERLOAD`");
    return false;
  }
  std::string spelled = (space + "::" + name).str();
  if (overload != "default")
    spelled += ("." + overload).str();
  return emitOperator(node, spelled);
}

/// The results of the schema as MLIR types.
static SmallVector<mlir::Type> getResultTypes(const FunctionSchema &schema,
                                              MLIRContext *context) {
  SmallVector<mlir::Type> types;
  for (const Argument &result : schema.returns)
    types.push_back(lowerType(result.type, context));
  return types;
}

/// The arguments of a node that are numbers where the schema has tensors.
static SmallVector<unsigned> listNumbers(const exported::Node &node,
                                         const FunctionSchema &schema) {
  SmallVector<unsigned> numbers;
  for (auto &[key, value] : node.inputs) {
    int index = schema.getArgumentIndex(key);
    bool isNumber = value.kind == ArgumentKind::Int ||
                    value.kind == ArgumentKind::Float ||
                    value.kind == ArgumentKind::Bool ||
                    value.kind == ArgumentKind::Complex ||
                    value.kind == ArgumentKind::Symbol;
    if (index >= 0 && isNumber &&
        schema.arguments[index].type->is(TypeKind::Tensor))
      numbers.push_back(unsigned(index));
  }
  return numbers;
}

/// Python's operators give a number for a tensor; TorchScript has overloads for
/// that: `aten::add.Scalar`. Null when no number is given, or there is no
/// overload with numbers there: `3 - x` is `sub.Tensor(3, x)`.
static const FunctionSchema *findScalarOverload(const exported::Node &node,
                                                const FunctionSchema &schema) {
  SmallVector<unsigned> numbers = listNumbers(node, schema);
  std::string overload =
      schema.overload.empty() ? "Tensor" : schema.overload;
  size_t at = overload.rfind("Tensor");
  if (numbers.empty() || at == std::string::npos)
    return nullptr;
  overload.replace(at, 6, "Scalar");
  const FunctionSchema *scalar =
      SchemaRegistry::get().find(schema.name + "." + overload);
  bool fits = scalar && llvm::all_of(numbers, [&](unsigned index) {
                return index < scalar->arguments.size() &&
                       scalar->arguments[index].type->isNumeric();
              });
  return fits ? scalar : nullptr;
}

bool GraphEmitter::emitOperator(const exported::Node &node,
                                const std::string &name) {
  const FunctionSchema *schema = SchemaRegistry::get().find(name);
  if (!schema) {
    std::vector<std::string> similar = SchemaRegistry::get().suggest(name);
    fail("the operator is unknown" +
         (similar.empty() ? Twine() : "; did you mean " + similar.front()));
    return false;
  }
  if (const FunctionSchema *scalar = findScalarOverload(node, *schema))
    schema = scalar;
  // By name; nameless arguments stand for the next formal.
  llvm::StringMap<const exported::Argument *> given;
  size_t position = 0;
  for (auto &[key, value] : node.inputs) {
    std::string formal = key;
    if (formal.empty() && position < schema->arguments.size())
      formal = schema->arguments[position].name;
    ++position;
    if (!given.try_emplace(formal, &value).second) {
      fail("the argument '" + formal + "' is given twice");
      return false;
    }
  }
  SmallVector<Value> operands;
  size_t used = 0;
  for (const Argument &formal : schema->arguments) {
    auto it = given.find(formal.name);
    Value operand;
    if (it != given.end()) {
      ++used;
      operand = getArgument(*it->second, formal);
    } else if (formal.hasDefault()) {
      operand = getConstant(formal.getDefault(), formal.type);
    } else {
      fail("the argument '" + formal.name + "' is missing");
    }
    if (!operand)
      return false;
    operands.push_back(operand);
  }
  if (used != given.size()) {
    fail("it has an argument that " + schema->spelling() + " has not");
    return false;
  }
  // Checked here, so that what is wrong in the file has a message of its own.
  OperationState state(loc, ts::OperatorOp::getOperationName());
  ts::OperatorOp::build(builder, state,
                        getResultTypes(*schema, builder.getContext()),
                        schema->getFullName(), operands);
  Operation *op = builder.create(state);
  {
    ScopedDiagnosticHandler silence(builder.getContext(),
                                    [](Diagnostic &) { return success(); });
    if (failed(verify(op))) {
      fail("the arguments do not fit " + schema->spelling());
      op->erase();
      return false;
    }
  }
  return bindResults(node, op->getResults());
}

bool GraphEmitter::bindResults(const exported::Node &node,
                               ValueRange results) {
  size_t used = 0;
  for (const exported::Argument &output : node.outputs) {
    if (used == results.size()) {
      fail("it names more results than there are");
      return false;
    }
    // Operators of control flow with one result have a list of one.
    bool isOne = output.kind == ArgumentKind::List &&
                 StringRef(node.target).contains(".higher_order.") &&
                 output.elements.size() == 1 &&
                 !isa<ts::ListType>(results[used].getType());
    if (!bindResult(isOne ? output.elements.front() : output, results[used++]))
      return false;
  }
  return true;
}

bool GraphEmitter::bindResult(const exported::Argument &output, Value result) {
  switch (output.kind) {
  case ArgumentKind::None:
    return true;
  case ArgumentKind::Tensor:
    if (!isa<ts::TSTensorType>(result.getType()))
      break;
    return define(output.text, result);
  case ArgumentKind::Symbol:
    if (!ts::isNumber(result.getType()) && !result.getType().isInteger(1))
      break;
    return define(output.text, result);
  case ArgumentKind::List: {
    auto list = dyn_cast<ts::ListType>(result.getType());
    if (!list)
      break;
    SmallVector<mlir::Type> types(output.elements.size(),
                                  list.getElementType());
    auto unpack = builder.create<ts::ListUnpackOp>(loc, types, result);
    for (auto [element, value] :
         llvm::zip_equal(output.elements, unpack.getResults()))
      if (!bindResult(element, value))
        return false;
    return true;
  }
  default:
    break;
  }
  fail("a result is of another kind than the operator's");
  return false;
}
