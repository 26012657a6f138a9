//===- CodePrinter.cpp - Functions as PyTorch prints them -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text that `.code` of a scripted function is. A value that is used once,
// by the next operation that is written, has no name; a line that would be too
// long is taken apart.
//
//===----------------------------------------------------------------------===//

#include "CodePrinter.h"

#include "TorchScript/Target/TorchScript/FunctionCode.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
namespace ts = mlir::ts;
using llvm::StringRef;

/// Expressions of this length stand in a line of their own.
static constexpr size_t kLongExpression = 40;

CodePrinter::CodePrinter(const ModuleNames &names, mlir::func::FuncOp function,
                         const CodeGraph &graph)
    : names(names), function(function), graph(graph),
      isTraced(isTracedFunction(function)) {}

bool CodePrinter::isLong(StringRef text) const {
  return text.size() + level * 2 >= kLongExpression;
}

//===----------------------------------------------------------------------===//
// Which values have no name
//===----------------------------------------------------------------------===//

bool CodePrinter::canInline(const CodeValue &value) const {
  const CodeNode &node = *value.node;
  if (node.outputs.size() != 1 || value.uses.size() != 1 ||
      !node.blocks.empty() || node.kind == CodeNode::Parameter ||
      llvm::isa_and_nonnull<ts::IsInstanceOp>(node.op))
    return false;
  auto [user, index] = value.uses[0];
  if (!value.name.empty() && user->kind != CodeNode::Exit)
    return false;
  bool isLoop = user->kind == CodeNode::For || user->kind == CodeNode::While;
  return !(isLoop && index > 0) &&
         !llvm::isa_and_nonnull<ts::ForkOp>(user->op);
}

/// The node in front of another that is no constant; null for none.
static const CodeNode *getPrevious(const CodeNode &node) {
  const CodeNode *previous = nullptr;
  for (const auto &other : node.block->nodes) {
    if (other.get() == &node)
      break;
    if (other->kind != CodeNode::Constant)
      previous = other.get();
  }
  return previous;
}

const CodeNode *CodePrinter::scanValue(const CodeNode *point,
                                       const CodeValue &value) {
  const CodeNode *node = value.node;
  if (node == point && canInline(value)) {
    point = scanNode(*node);
    inlined.insert(node);
  } else if (node->kind == CodeNode::Constant) {
    inlined.insert(node);
  }
  return point;
}

const CodeNode *CodePrinter::scanNode(const CodeNode &node) {
  if (inlined.contains(&node))
    return &node;
  for (const auto &block : node.blocks)
    scanBlock(*block);
  const CodeNode *point = getPrevious(node);
  for (const CodeValue *input : llvm::reverse(node.inputs))
    point = scanValue(point, *input);
  return point;
}

void CodePrinter::scanBlock(const CodeBlock &block) {
  scanNode(block.exit);
  for (const auto &node : llvm::reverse(block.nodes))
    scanNode(*node);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isReserved(StringRef name) {
  static const char *const words[] = {
      "_",      "as",     "aten",   "attribute", "CONSTANTS", "fork",
      "getattr", "inf",   "nan",    "infj",      "nanj",      "ops",
      "__torch__", "and", "assert", "async",     "await",     "break",
      "class",  "continue", "def",  "del",       "elif",      "else",
      "except", "finally", "for",   "from",      "global",    "if",
      "import", "in",     "is",     "lambda",    "None",      "nonlocal",
      "not",    "or",     "pass",   "raise",     "return",    "True",
      "False",  "try",    "while",  "with",      "yield",     "uninitialized",
      "unchecked_cast"};
  return llvm::is_contained(words, name);
}

std::string CodePrinter::choose(std::string wish) {
  std::string name = wish;
  while (used.contains(name) || isReserved(name))
    name = wish + std::to_string(nextNumber[name]++);
  used.insert(name);
  return name;
}

void CodePrinter::name(const CodeValue &value) {
  if (texts.count(&value))
    return;
  std::string wish;
  for (char c : value.name.empty() ? StringRef("_") : StringRef(value.name))
    wish += llvm::isAlnum(c) ? c : '_';
  if (llvm::isDigit(wish[0]))
    wish = "_" + wish;
  texts[&value] = choose(std::move(wish));
}

std::string CodePrinter::list(llvm::ArrayRef<CodeValue *> values,
                              StringRef end) {
  std::string out;
  for (auto [i, value] : llvm::enumerate(values))
    out += (i ? ", " : "") + use(value);
  return out + end.str();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void CodePrinter::line(const llvm::Twine &content) {
  text += std::string(level * 2, ' ') + content.str() + "\n";
}

/// Assigns the inputs up to the last one that is too long, and before them what
/// is computed earlier.
void CodePrinter::splitLong(llvm::ArrayRef<CodeValue *> inputs) {
  const CodeValue *last = nullptr;
  for (const CodeValue *input : inputs)
    if (input->node->kind != CodeNode::Constant &&
        inlined.contains(input->node) && isLong(use(input)))
      last = input;
  auto found = llvm::find(pending, last);
  if (found == pending.end())
    return;
  std::vector<const CodeValue *> first(pending.begin(), found + 1);
  pending.erase(pending.begin(), found + 1);
  for (const CodeValue *value : first) {
    std::string expression = use(value);
    // It has a name from now on.
    texts.erase(value);
    inlined.erase(value->node);
    define(*value->node, expression);
  }
}

/// The values that an operation uses are written.
void CodePrinter::forget(const CodeNode &user) {
  llvm::erase_if(pending, [&](const CodeValue *value) {
    return value->uses[0].first == &user;
  });
}

void CodePrinter::define(const CodeNode &node, StringRef value) {
  for (const CodeValue *output : node.outputs)
    name(*output);
  std::string targets = list(node.outputs);
  // What a function without a result gives has a name, too.
  if (targets.empty() && llvm::isa_and_nonnull<mlir::func::CallOp>(node.op))
    targets = choose("_");
  line(targets + (targets.empty() ? "" : " = ") + value);
}

/// Whether a value's type is written where it is assigned first.
bool CodePrinter::isAnnotated(const CodeValue &value) {
  return llvm::isa<ts::OptionalType, ts::UnionType>(value.type) &&
         annotated.insert(&value).second;
}

void CodePrinter::assign(llvm::ArrayRef<CodeValue *> targets,
                         llvm::ArrayRef<CodeValue *> values, bool isApart) {
  if (targets.empty())
    return;
  if (!isApart) {
    bool isTyped = targets.size() == 1 && isAnnotated(*targets[0]);
    return line(list(targets) +
                (isTyped ? " : " + spell(targets[0]->type) : "") + " = " +
                list(values));
  }
  for (auto [target, value] : llvm::zip(targets, values)) {
    bool isTyped = isAnnotated(*target) || target->type != value->type;
    line(use(target) + (isTyped ? ": " + spell(target->type) : "") + " = " +
         use(value));
  }
}

void CodePrinter::print(const CodeBlock &block, bool hasMore) {
  size_t before = text.size();
  for (const auto &node : block.nodes)
    print(*node);
  splitLong(block.exit.inputs);
  forget(block.exit);
  if (text.size() == before && !hasMore)
    line("pass");
}

void CodePrinter::printIf(const CodeNode &node) {
  for (const CodeValue *output : node.outputs)
    name(*output);
  line("if " + use(node.inputs[0]) + ":");
  for (int i = 0; i < 2; ++i) {
    if (i)
      line("else:");
    ++level;
    const CodeBlock &branch = *node.blocks[i];
    print(branch, !node.outputs.empty());
    assign(node.outputs, branch.exit.inputs, /*isApart=*/false);
    --level;
  }
}

void CodePrinter::printLoop(const CodeNode &node) {
  const CodeBlock &body = *node.blocks[0];
  llvm::ArrayRef<CodeValue *> parameters = body.parameters.outputs;
  llvm::ArrayRef<CodeValue *> carried = parameters.drop_front();
  llvm::ArrayRef<CodeValue *> exits = body.exit.inputs;
  for (const CodeValue *value : carried)
    name(*value);
  assign(carried, llvm::ArrayRef(node.inputs).drop_front(), /*isApart=*/true);
  // What comes out has the names of what is handed on.
  for (auto [output, value] : llvm::zip(node.outputs, carried))
    texts[output] = std::string(use(value));
  name(*parameters[0]);
  bool isFor = node.kind == CodeNode::For;
  if (isFor) {
    line("for " + use(parameters[0]) + " in range(" + use(node.inputs[0]) +
         "):");
  } else {
    line(use(parameters[0]) + " = " + use(node.inputs[0]));
    line("while " + use(parameters[0]) + ":");
  }
  ++level;
  print(body, !carried.empty() || !isFor);
  assign(isFor ? carried : parameters, exits, /*isApart=*/false);
  --level;
}

/// Whether a constant is only what an exception says.
static bool isMessage(const CodeNode &node) {
  return node.kind == CodeNode::Constant && node.outputs[0]->uses.size() == 1 &&
         node.outputs[0]->uses[0].first->kind == CodeNode::Raise;
}

/// What an exception is made with.
static std::string message(const CodeNode &raise, StringRef text) {
  StringRef inner = text;
  if (raise.text != "AssertionError")
    return text.str();
  if (inner.consume_front("\""))
    return ("\"AssertionError: " + inner).str();
  return ("torch.add(\"AssertionError: \", " + text + ")").str();
}

std::string CodePrinter::shortened(std::string constant) const {
  auto found = longConstants.find(constant);
  return found == longConstants.end() ? constant : found->second;
}

/// Long strings and names of functions are assigned at the beginning.
void CodePrinter::nameLongConstants(const CodeBlock &block) {
  for (const auto &node : block.nodes) {
    std::string value;
    auto call = llvm::dyn_cast_or_null<mlir::func::CallOp>(node->op);
    if (node->kind == CodeNode::Constant && !node->outputs[0]->uses.empty() &&
        !isMessage(*node))
      value = constant(*node);
    else if (call && !names.lookupMethod(call.getCallee()))
      value = names.lookup(call.getCallee()).str();
    else if (node->kind == CodeNode::Raise && isMessage(*node->inputs[0]->node))
      value = message(*node, constant(*node->inputs[0]->node));
    if (isLong(value) && !longConstants.count(value)) {
      std::string name = choose("_");
      longConstants[value] = name;
      line(name + " = " + value);
    }
    for (const auto &inner : node->blocks)
      nameLongConstants(*inner);
  }
}

void CodePrinter::print(const CodeNode &node) {
  printAlone(node);
  if (node.kind != CodeNode::Constant && inlined.contains(&node))
    pending.push_back(node.outputs[0]);
}

void CodePrinter::printAlone(const CodeNode &node) {
  if (node.kind == CodeNode::Constant) {
    std::string value = shortened(constant(node));
    texts[node.outputs[0]] = value;
    inlined.insert(&node);
    return;
  }
  if (node.kind == CodeNode::While) {
    // The first condition is written with the loop.
    splitLong({node.inputs[0]});
    forget(node);
    return printLoop(node);
  }
  splitLong(node.inputs);
  forget(node);
  if (node.kind == CodeNode::If)
    return printIf(node);
  if (node.kind == CodeNode::For)
    return printLoop(node);
  if (node.kind == CodeNode::Unpack) {
    for (const CodeValue *output : node.outputs)
      name(*output);
    return line(list(node.outputs, ", = ") + use(node.inputs[0]));
  }
  if (node.kind == CodeNode::Raise) {
    std::string text = isMessage(*node.inputs[0]->node)
                           ? constant(*node.inputs[0]->node)
                           : use(node.inputs[0]);
    StringRef cls = node.text;
    return line("ops.prim.RaiseException(" + shortened(message(node, text)) +
                (cls.contains('.') ? ", \"" + cls + "\"" : "") + ")");
  }
  if (auto op = llvm::dyn_cast_or_null<ts::SetAttrOp>(node.op))
    return line(memberText(use(node.inputs[0]), op.getName()) + " = " +
                use(node.inputs[1]));
  std::string value = expression(node);
  if (inlined.contains(&node))
    texts[node.outputs[0]] = value;
  else
    define(node, value);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void CodePrinter::signature() {
  const MethodName *method = names.lookupMethod(function.getSymName());
  StringRef symbol = function.getSymName();
  std::string header =
      "def " +
      // Several functions of one name have a number behind a dollar sign.
      (method ? method->name
              : lastComponent(symbol).take_until(
                    [](char c) { return c == '$'; }).str()) +
      "(";
  for (auto [i, parameter] :
       llvm::enumerate(graph.body.parameters.outputs)) {
    name(*parameter);
    header += (i ? ",\n    " : "") + use(parameter);
    if (i == 0 && method && method->kind != MethodName::Static)
      continue;
    header += ": " + spell(parameter->type);
    if (mlir::Attribute value = function.getArgAttr(i, "ts.default"))
      header += "=" + literal(value);
  }
  mlir::FunctionType type = function.getFunctionType();
  header += ") -> " +
            (type.getNumResults() ? spell(type.getResult(0)) : "NoneType") +
            ":\n";
  text = header + text;
}

std::optional<std::string> CodePrinter::run() {
  scanBlock(graph.body);
  signature();
  level = 1;
  nameLongConstants(graph.body);
  for (const auto &node : graph.body.nodes)
    if (valid)
      print(*node);
  llvm::ArrayRef<CodeValue *> results = graph.body.exit.inputs;
  splitLong(results);
  line("return " + (results.empty() ? "None" : list(results)));
  return valid ? std::optional(text) : std::nullopt;
}

std::optional<std::string>
torchscript::printFunctionCode(mlir::func::FuncOp function) {
  auto module = function->getParentOfType<mlir::ModuleOp>();
  ModuleNames names(module, TextForm::Archive);
  if (std::unique_ptr<CodeGraph> graph = CodeGraph::build(function))
    if (auto text = CodePrinter(names, function, *graph).run())
      return text;
  // The text of an archive says the same with other names.
  std::optional<std::string> text = exportFunction(names, function);
  if (!text || !names.lookupMethod(function.getSymName()))
    return text;
  std::string out;
  for (StringRef rest = *text; !rest.empty();) {
    auto [first, tail] = rest.split('\n');
    first.consume_front("  ");
    out += first.str() + "\n";
    rest = tail;
  }
  return out;
}
