//===- Statements.cpp - Statements ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assignments, `if`, exits, and the function as a whole.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The variable a parameter is: stored once, at once, and nothing else is done
/// with the argument.
static ts::StoreOp getParameterStore(mlir::BlockArgument argument) {
  if (!argument.hasOneUse())
    return {};
  auto store = llvm::dyn_cast<ts::StoreOp>(*argument.getUsers().begin());
  if (!store || store->getBlock() != argument.getOwner())
    return {};
  for (mlir::Operation *user : store.getSlot().getUsers())
    if (user != store && user->getBlock() == store->getBlock() &&
        user->isBeforeInBlock(store))
      return {};
  return store;
}

bool torchscript::isKeywordOnly(mlir::func::FuncOp function, unsigned index) {
  return function.getArgAttr(index, "ts.keyword_only") != nullptr;
}

std::string FunctionExporter::parameterName(mlir::BlockArgument argument) {
  auto function =
      llvm::cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
  if (ts::StoreOp store = getParameterStore(argument))
    if (auto var = store.getSlot().getDefiningOp<ts::VarOp>())
      return var.getName().str();
  auto name = function.getArgAttrOfType<mlir::StringAttr>(
      argument.getArgNumber(), "ts.name");
  return name ? name.getValue().str()
              : "arg" + std::to_string(argument.getArgNumber());
}

void FunctionExporter::signature() {
  bool hasSelf = method && method->kind != MethodName::Static;
  llvm::SmallVector<mlir::BlockArgument> arguments(function.getArguments());
  mlir::Value self;
  if (hasSelf) {
    // It comes first.
    std::rotate(arguments.begin(), arguments.begin() + method->self,
                arguments.begin() + method->self + 1);
    self = arguments.front();
  }
  mlir::FunctionType type = function.getFunctionType();
  if (type.getNumResults() > 1)
    refuse(function, "a function with several results");
  // Python evaluates annotations at once, type comments are read later: the
  // place for a class that is yet to come, such as that of the method itself.
  bool isOpen = names.isArchive() ||
                llvm::all_of(llvm::ArrayRef(arguments).drop_front(hasSelf),
                             [&](mlir::Value value) {
                               return names.isDeclared(value.getType());
                             });
  for (mlir::Type result : type.getResults())
    isOpen &= names.isArchive() || names.isDeclared(result);
  std::string header, comment;
  bool inKeywords = false;
  // A list is no default in Python. Whoever calls such a function in the text
  // gives all arguments.
  unsigned firstDefault = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (llvm::isa_and_nonnull<ts::ListAttr>(
            function.getArgAttr(i, "ts.default")) &&
        !names.isArchive())
      firstDefault = i + 1;
  for (mlir::BlockArgument argument : arguments) {
    bool isSelf = argument == self;
    std::string name;
    ts::StoreOp store = isSelf ? ts::StoreOp() : getParameterStore(argument);
    if (store) {
      name = slotName(store.getSlot());
      declare(store.getSlot());
      done.insert(store);
    } else {
      name = locals.choose(isSelf ? "self" : parameterName(argument));
      texts[argument].text = name;
    }
    bool isKeyword = isKeywordOnly(function, argument.getArgNumber());
    if (isKeyword && !inKeywords)
      header += header.empty() ? "*" : ", *";
    inKeywords |= isKeyword;
    header += (header.empty() ? "" : ", ") + name;
    if (isSelf) {
      if (names.isArchive())
        header += ": " + spell(function, argument.getType());
      continue;
    }
    if (names.isModule(argument.getType()) && !names.isArchive())
      refuse(function, "a function of several modules");
    std::string spelling = spell(function, argument.getType());
    comment += (comment.empty() ? "" : ", ") + spelling;
    if (isOpen)
      header += ": " + spelling;
    mlir::Attribute given =
        function.getArgAttr(argument.getArgNumber(), "ts.default");
    if (!given || argument.getArgNumber() < firstDefault)
      continue;
    if (names.isArchive() && llvm::isa<ts::NoneAttr>(given) &&
        llvm::isa<ts::TSTensorType>(argument.getType()))
      refuse(function,
             "None as the default of tensor '" + parameterName(argument) + "'");
    else if (std::optional<std::string> value = constantText(names, given))
      header += (isOpen ? " = " : "=") + *value;
    else
      refuse(function,
             "the default of parameter '" + parameterName(argument) + "'");
  }
  std::string result = type.getNumResults() ? spell(function, type.getResult(0))
                       : names.isArchive()  ? "NoneType"
                                            : "None";
  std::string name = method && (hasSelf || !names.isArchive())
                         ? method->name
                         : names.lookup(function.getSymName()).str();
  if (names.isArchive())
    name = lastComponent(name).str();
  line("def " + name + "(" + header + ")" + (isOpen ? " -> " + result : "") +
       ":");
  ++indent;
  if (!isOpen)
    line("# type: (" + comment + ") -> " + result);
}

std::optional<std::string>
torchscript::exportFunction(const ModuleNames &names,
                            mlir::func::FuncOp function) {
  // With names that no program has first, to see which others are needed.
  constexpr char mark = '$';
  NameScope marked(NameScope::Local);
  marked.setMark(mark);
  std::optional<std::string> draft =
      FunctionExporter(names, function, std::move(marked)).run();
  if (!draft)
    return std::nullopt;
  // Annotations and defaults mean names outside, whatever the parameters are.
  llvm::StringRef body = *draft;
  body = body.drop_front(std::min(body.find(":\n"), body.size()));
  NameScope locals(NameScope::Local);
  for (const auto &used : getUsedNames(body, mark))
    locals.reserve(used.getKey());
  return FunctionExporter(names, function, std::move(locals)).run();
}

std::optional<std::string> FunctionExporter::run() {
  if (function.isExternal() || !function.getBody().hasOneBlock()) {
    refuse(function,
           function.isExternal()
               ? "a function without a body"
               : "a function with several blocks (not in source form)");
    return std::nullopt;
  }
  BlockScope outermost;
  scope = &outermost;
  frames.emplace_back();
  bool isFree = method && method->kind == MethodName::Static;
  indent = method && !(isFree && names.isArchive()) ? 1 : 0;
  if (names.isArchive()) {
    // Archives have methods and functions only.
  } else if (isFree)
    line("@staticmethod");
  else if (method && method->kind == MethodName::Getter)
    line("@property");
  else if (method && method->kind == MethodName::Setter)
    line("@" + method->name + ".setter");
  signature();
  size_t before = lines.size();
  block(&function.getBody().front());
  if (lines.size() == before)
    line("pass");
  if (failed)
    return std::nullopt;
  std::string text;
  for (const Line &l : lines)
    text += std::string((names.isArchive() ? 2 : 4) * l.indent, ' ') + l.text +
            "\n";
  return text;
}

void FunctionExporter::block(mlir::Block *block) {
  for (mlir::Operation &op : *block)
    operation(&op);
  flush();
}

FunctionExporter::Frame FunctionExporter::body(mlir::Block *inner) {
  BlockScope innerScope;
  BlockScope *outer = scope;
  scope = &innerScope;
  ++indent;
  size_t before = lines.size();
  block(inner);
  if (lines.size() == before)
    line("pass");
  --indent;
  scope = outer;
  Frame frame = std::move(frames.back());
  frames.pop_back();
  return frame;
}

void FunctionExporter::operation(mlir::Operation *op) {
  if (done.contains(op))
    return;
  if (std::optional<Text> value = constant(op)) {
    texts[op->getResult(0)] = *value;
    done.insert(op);
    return;
  }
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case([&](ts::VarOp) {})
      .Case([&](ts::LoadOp o) {
        if (names.isModule(o.getValue().getType())) {
          texts[o.getValue()] = texts.lookup(o.getSlot());
          return;
        }
        Text text;
        text.text = slotName(o.getSlot());
        text.slots.push_back(o.getSlot());
        texts[o.getValue()] = text;
        reads[o.getSlot()].push_back(o.getValue());
      })
      .Case([&](ts::StoreOp o) { store(o); })
      .Case([&](ts::DelOp o) {
        flush();
        protectReads(o.getSlot(), o);
        line("del " + slotName(o.getSlot()));
      })
      .Case([&](ts::IfOp o) {
        if (o.getNumResults())
          choice(o);
        else
          ifStatement(o);
      })
      .Case([&](ts::WhileOp o) { whileStatement(o); })
      .Case([&](ts::ForOp o) { forStatement(o); })
      .Case([&](ts::WithOp o) { withStatement(o); })
      .Case([&](ts::SetAttrOp o) { setAttribute(o); })
      .Case([&](ts::YieldOp) { flush(); })
      .Case([&](ts::BreakOp) {
        flush();
        line("break");
      })
      .Case([&](ts::ContinueOp) {
        flush();
        line("continue");
      })
      .Case<ts::ReturnOp, mlir::func::ReturnOp>(
          [&](mlir::Operation *o) { returnStatement(o); })
      .Case([&](ts::RaiseOp o) { raiseStatement(o); })
      .Case([&](ts::AssertOp o) { assertStatement(o); })
      .Case([&](ts::PrintOp o) {
        llvm::SmallVector<mlir::Value> operands(o.getValues());
        llvm::SmallVector<std::string> arguments;
        for (auto [text, value] : llvm::zip(take(operands), operands))
          arguments.push_back(text.looseness == Looseness::Display
                                  ? exact(o, text, value.getType())
                                  : text.text);
        flush();
        line("print(" + llvm::join(arguments, ", ") + ")");
      })
      .Case([&](ts::WarnOp o) {
        Text message = take(o.getMessage());
        flush();
        line((names.isArchive() ? "torch.warn(" : "warnings.warn(") +
             message.text + ", " + std::to_string(o.getStacklevel()) + ")");
      })
      .Case([&](ts::ListUnpackOp o) {
        Text list = take(o.getList());
        flush();
        std::string targets;
        for (mlir::Value element : o.getElements()) {
          targets += target(element) + ", ";
        }
        if (targets.empty())
          return refuse(o, "unpacking into nothing");
        if (o.getElements().size() > 1)
          targets.resize(targets.size() - 2);
        else
          targets.pop_back();
        line(targets + " = " + exact(o, list, o.getList().getType()));
      })
      .Default([&](mlir::Operation *o) {
        if (!expression(o))
          refuse(o, "'" + o->getName().getStringRef() + "'");
      });
  done.insert(op);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

std::string FunctionExporter::slotName(mlir::Value slot) {
  std::string &name = slotNames[slot];
  if (name.empty()) {
    auto var = slot.getDefiningOp<ts::VarOp>();
    name = locals.choose(var ? var.getName() : llvm::StringRef("v"));
  }
  return name;
}

bool FunctionExporter::isDeclaredOutside(mlir::Value slot) const {
  for (const Frame &frame : llvm::ArrayRef(frames).drop_back())
    if (frame.contains(slot))
      return true;
  return false;
}

void FunctionExporter::store(ts::StoreOp op) {
  mlir::Value slot = op.getSlot();
  // The variable of a new object gets it where `__init__` is called.
  if (isConstruction(op.getValueMutable()))
    return;
  Text text = take(op.getValue());
  if (names.isModule(op.getValue().getType())) {
    // Which module it is does not change: its path stands for the variable
    // until the next one is stored.
    mlir::Operation *var = slot.getDefiningOp();
    if (texts.contains(slot) && texts.lookup(slot).text != text.text &&
        op->getBlock() != var->getBlock())
      return refuse(op, "a variable that holds one of several modules");
    texts[slot] = text;
    return;
  }
  assign(op, slot, text);
}

/// Whether only a test gives a value this type: no annotation can say `list` or
/// `tuple` of anything.
static bool isRefinement(mlir::Type type) {
  auto members = llvm::dyn_cast<ts::UnionType>(type);
  return members && llvm::any_of(members.getMembers(), [](mlir::Type member) {
           return llvm::isa<ts::AnyListType, ts::AnyTupleType>(member);
         });
}

void FunctionExporter::assign(mlir::Operation *op, mlir::Value slot,
                              const Text &text) {
  mlir::Type type = llvm::cast<ts::SlotType>(slot.getType()).getElementType();
  flush();
  protectReads(slot, op);
  std::string name = slotName(slot);
  if (text.text == name)
    return;
  if (isDeclaredOutside(slot)) {
    line(name + " = " +
         (text.looseness == Looseness::Display ? exact(op, text, type)
                                               : text.text));
    return;
  }
  declare(slot);
  line(stated(op, name, type, text) + " = " + text.text);
}

std::string FunctionExporter::stated(mlir::Operation *op, llvm::StringRef name,
                                     mlir::Type type, const Text &text) {
  bool isOpen =
      llvm::isa<ts::OptionalType, ts::UnionType, ts::AnyType, ts::ScalarType>(
          type);
  if ((isOpen && !isRefinement(type)) || text.looseness != Looseness::Exact)
    return (name + ": " + spell(op, type)).str();
  return name.str();
}

/// PyTorch's lexer takes the `not in` out of `not index`.
std::string FunctionExporter::negated(const Text &condition) const {
  return names.isArchive() ? "torch.__not__(" + condition.text + ")"
                           : "not " + parenthesized(condition, Binding::Not);
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

static bool isExit(mlir::Block *block) {
  return block && !block->empty() && !llvm::isa<ts::YieldOp>(block->back());
}

void FunctionExporter::ifStatement(ts::IfOp op) {
  Text condition = take(op.getCondition());
  flush();
  protectReadsIn(op);
  line("if " + condition.text + ":");
  frames.emplace_back();
  Frame thenFrame = body(op.getThenBlock());
  Frame elseFrame;
  mlir::Block *elseBlock = op.getElseBlock();
  bool hasElse = elseBlock && !(elseBlock->getOperations().size() == 1 &&
                                llvm::isa<ts::YieldOp>(elseBlock->front()));
  if (hasElse) {
    std::vector<Line> before = std::move(lines);
    lines.clear();
    frames.emplace_back();
    elseFrame = body(elseBlock);
    std::vector<Line> elseLines = std::move(lines);
    lines = std::move(before);
    // One `if` and nothing else: an `elif`.
    bool isChain = llvm::StringRef(elseLines[0].text).starts_with("if ");
    for (const Line &l : llvm::ArrayRef(elseLines).drop_front()) {
      llvm::StringRef text = l.text;
      isChain &=
          l.indent > indent + 1 || text.starts_with("elif ") || text == "else:";
    }
    if (isChain) {
      elseLines[0].text = "el" + elseLines[0].text;
      for (Line &l : elseLines)
        --l.indent;
    } else {
      line("else:");
    }
    lines.insert(lines.end(), elseLines.begin(), elseLines.end());
  }
  // What both branches define is defined after them.
  bool thenExits = isExit(op.getThenBlock()), elseExits = isExit(elseBlock);
  for (mlir::Value slot : thenFrame)
    if (elseExits || elseFrame.contains(slot))
      declare(slot);
  if (thenExits)
    for (mlir::Value slot : elseFrame)
      declare(slot);
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// True when control cannot reach the operation: both branches of the `if` in
/// front of it leave the function.
static bool followsExits(mlir::Operation *op) {
  for (op = op->getPrevNode(); op; op = op->getPrevNode()) {
    if (llvm::isa<ts::UninitializedOp>(op))
      continue;
    auto branch = llvm::dyn_cast<ts::IfOp>(op);
    return branch && isExit(branch.getThenBlock()) &&
           isExit(branch.getElseBlock());
  }
  return false;
}

void FunctionExporter::returnStatement(mlir::Operation *op) {
  bool isLast = op->getBlock() == &function.getBody().front();
  if (isLast && followsExits(op))
    return;
  if (op->getNumOperands() == 0) {
    flush();
    if (!isLast)
      line(names.isArchive() ? "return None" : "return");
    return;
  }
  Text text = take(op->getOperand(0));
  flush();
  line("return " + text.text);
}

static bool isBuiltinException(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("Exception", "RuntimeError", "ValueError", "TypeError", true)
      .Cases("IndexError", "KeyError", "LookupError", "AttributeError", true)
      .Cases("AssertionError", "ArithmeticError", "OverflowError", true)
      .Cases("ZeroDivisionError", "FloatingPointError", "NameError", true)
      .Cases("NotImplementedError", "OSError", "IOError", "EOFError", true)
      .Cases("StopIteration", "MemoryError", "ImportError", true)
      .Cases("UnicodeError", "TimeoutError", "PermissionError", true)
      .Cases("FileNotFoundError", "RecursionError", "SystemError", true)
      .Default(false);
}

/// The operator, and an exit that readers see.
void FunctionExporter::raiseInArchive(ts::RaiseOp op) {
  Text message = take(op.getMessage());
  flush();
  llvm::StringRef name = op.getClassName();
  std::string text = "ops.prim.RaiseException(" + message.text;
  if (name.contains('.'))
    text += ", " + *constantText(names, op.getClassNameAttr());
  line(text + ")");
  mlir::FunctionType type = function.getFunctionType();
  if (type.getNumResults() == 0)
    return line("return None");
  line("return uninitialized(" + spell(op, type.getResult(0)) + ")");
}

void FunctionExporter::raiseStatement(ts::RaiseOp op) {
  if (names.isArchive())
    return raiseInArchive(op);
  llvm::StringRef name = op.getClassName();
  name.consume_front("builtins.");
  llvm::StringRef own = names.lookup(op.getClassName());
  if (!own.empty())
    name = own;
  else if (!isBuiltinException(name))
    return refuse(op, "exception class '" + op.getClassName() + "'");
  Text message = take(op.getMessage());
  flush();
  // `raise C` has no message and keeps the bare name.
  bool isBare = name == op.getClassName() && message.text == "\"\"";
  // A message with the bare name is that of the operator, after which readers
  // have to see an exit.
  if (!isBare && name == op.getClassName() && name == "RuntimeError")
    line("torch.ops.prim.RaiseException(" + message.text + ")");
  line("raise " + name + (isBare ? "" : "(" + message.text + ")"));
}

void FunctionExporter::assertStatement(ts::AssertOp op) {
  Text condition = take(op.getCondition());
  flush();
  if (op.getMessage().empty()) {
    line("assert " + condition.text);
    return;
  }
  std::vector<Line> emitted;
  std::optional<Text> message = yieldedText(&op.getMessage().front(), emitted);
  if (!message)
    return;
  if (emitted.empty()) {
    line("assert " + condition.text + ", " + message->text);
    return;
  }
  line("if " + negated(condition) + ":");
  lines.insert(lines.end(), emitted.begin(), emitted.end());
  ++indent;
  if (names.isArchive())
    line("ops.prim.RaiseException(torch.add(\"AssertionError: \", " +
         message->text + "))");
  else
    line("raise AssertionError(" + message->text + ")");
  --indent;
}
