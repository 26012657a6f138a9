//===- Expressions.cpp - Operations that compute a value ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Casts, displays, calls and conditional expressions.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "TorchScript/Dialect/TS/IR/Literals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

bool FunctionExporter::expression(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, bool>(op)
      .Case<ts::DerefineOp, ts::BoxOp>([&](mlir::Operation *o) {
        cast(o);
        return true;
      })
      .Case<ts::UncheckedCastOp, ts::UnboxOp, ts::UnwrapOp>(
          [&](mlir::Operation *o) {
            narrow(o);
            return true;
          })
      .Case<ts::TupleConstructOp, ts::TupleIndexOp, ts::TupleSliceOp,
            ts::ListConstructOp, ts::DictConstructOp, ts::LiteralOp>(
          [&](mlir::Operation *o) {
            display(o);
            return true;
          })
      .Case([&](ts::IsNoneOp o) {
        Text input = take(o.getInput());
        if (names.isArchive()) {
          // What readers find out from `is` stands in the text already.
          define(o.getResult(),
                 combine("torch.__is__(" +
                             exact(o, input, o.getInput().getType()) +
                             ", None)",
                         Binding::Atom, input));
          return true;
        }
        Text text = combine(parenthesized(input, Binding::BitOr) + " is None",
                            Binding::Compare, input);
        define(o.getResult(), text);
        return true;
      })
      .Case([&](ts::IsInstanceOp o) {
        isInstance(o);
        return true;
      })
      .Case([&](mlir::func::CallOp o) {
        callFunction(o, o.getCallee(), "");
        return true;
      })
      .Case([&](ts::ForkOp o) {
        callFunction(o, o.getCallee(),
                     names.isArchive() ? "fork" : "torch.jit.fork");
        return true;
      })
      .Case([&](ts::NewOp o) {
        // Its class is called where `__init__` is.
        if (!constructorCall(o))
          refuse(o, "an object that no '__init__' completes");
        return true;
      })
      .Case([&](ts::GetAttrOp o) {
        getAttribute(o);
        return true;
      })
      .Case([&](ts::CallMethodOp o) {
        callByName(o);
        return true;
      })
      .Case([&](ts::WaitOp o) {
        Text future = take(o.getFuture());
        llvm::StringRef wait =
            names.isArchive() ? "torch.wait(" : "torch.jit.wait(";
        define(o.getResult(), combine((wait + future.text + ")").str(),
                                      Binding::Atom, future));
        return true;
      })
      .Case([&](ts::RpcOp o) {
        remoteCall(o);
        return true;
      })
      .Case([&](ts::ObjectRefOp o) {
        if (!names.isArchive())
          return false;
        Text text;
        text.text = names.constant(o.getObjectAttr());
        texts[o.getResult()] = text;
        return true;
      })
      .Case([&](ts::TensorLiteralOp o) {
        tensorLiteral(o);
        return true;
      })
      .Case([&](ts::UninitializedOp o) {
        uninitialized(o);
        return true;
      })
      .Case([&](ts::OperatorOp o) {
        operatorCall(o);
        return true;
      })
      .Default([](mlir::Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// To a supertype: TorchScript does it by itself where the type is known.
void FunctionExporter::cast(mlir::Operation *op) {
  mlir::Value input = op->getOperand(0), result = op->getResult(0);
  Text text = take(input);
  if (names.isModule(input.getType())) {
    text.looseness = Looseness::Subtype;
    texts[result] = text;
    return;
  }
  bool isTensor = llvm::isa<ts::TSTensorType>(result.getType());
  if (text.looseness == Looseness::Exact && !isTensor)
    text.looseness = Looseness::Subtype;
  mlir::Operation *source = input.getDefiningOp();
  if (source && source->hasTrait<mlir::OpTrait::ConstantLike>()) {
    texts[result] = text;
    return;
  }
  define(result, text);
}

/// To a subtype: `_unwrap_optional` where that says it, else a variable that an
/// assertion refines.
void FunctionExporter::narrow(mlir::Operation *op) {
  mlir::Value input = op->getOperand(0), result = op->getResult(0);
  Text text = take(input);
  if (llvm::isa<ts::TSTensorType>(input.getType()))
    return define(result, text);
  auto optional = llvm::dyn_cast<ts::OptionalType>(input.getType());
  if (optional && optional.getElementType() == result.getType()) {
    std::string inner = exact(op, text, input.getType());
    llvm::StringRef unwrap = names.isArchive() ? "torch._unwrap_optional("
                                               : "torch.jit._unwrap_optional(";
    if (!names.isArchive() || llvm::isa<ts::UnwrapOp>(op))
      return define(result,
                    combine((unwrap + inner + ")").str(), Binding::Atom, text));
  }
  if (names.isArchive())
    return define(result,
                  combine("unchecked_cast(" + spell(op, result.getType()) +
                              ", " + exact(op, text, input.getType()) + ")",
                          Binding::Atom, text));
  flush();
  std::string type;
  if (auto members = llvm::dyn_cast<ts::UnionType>(result.getType())) {
    for (mlir::Type member : members.getMembers())
      type += (type.empty() ? "(" : ", ") + spell(op, member);
    type += ")";
  } else {
    type = spell(op, result.getType());
  }
  std::string name = temporary();
  line(name + " = " + exact(op, text, input.getType()));
  line("assert isinstance(" + name + ", " + type + ")");
  Text named;
  named.text = name;
  texts[result] = named;
}

void FunctionExporter::isInstance(ts::IsInstanceOp op) {
  Text input = take(op.getInput());
  llvm::SmallVector<std::string> types;
  for (mlir::Attribute attribute : op.getTypes()) {
    mlir::Type type = llvm::cast<mlir::TypeAttr>(attribute).getValue();
    // PyTorch cannot read such a test: it has no name for these types there.
    if (names.isArchive() && llvm::isa<ts::AnyListType, ts::AnyTupleType>(type))
      return refuse(op, "a test for a list or tuple of anything");
    types.push_back(spell(op, type));
  }
  std::string list =
      types.size() == 1 ? types[0] : "(" + llvm::join(types, ", ") + ")";
  Text text =
      combine("isinstance(" + exact(op, input, op.getInput().getType()) + ", " +
                  list + ")",
              Binding::Atom, input);
  if (!names.isArchive() || isStored(op.getResult()))
    return define(op.getResult(), text);
  // A test that stands in a condition would refine types once more.
  flush();
  assignTemporary(op.getResult(), text);
}

std::optional<std::string> FunctionExporter::anyValue(mlir::Type type) {
  using Result = std::optional<std::string>;
  return llvm::TypeSwitch<mlir::Type, Result>(type)
      .Case([](mlir::IntegerType integer) -> Result {
        return integer.getWidth() == 1 ? "False" : "0";
      })
      .Case([](mlir::Float64Type) -> Result { return "0.0"; })
      .Case([](mlir::ComplexType) -> Result { return "complex(0.0, 0.0)"; })
      .Case([](ts::ScalarType) -> Result { return "0"; })
      .Case([](ts::StrType) -> Result { return "\"\""; })
      .Case([](ts::ListType) -> Result { return "[]"; })
      .Case([](ts::DictType) -> Result { return "{}"; })
      .Case<ts::OptionalType, ts::AnyType, ts::TSNoneType>(
          [](mlir::Type) -> Result { return "None"; })
      .Case([](ts::TSTensorType) -> Result { return "torch.zeros([])"; })
      .Case([](ts::DeviceType) -> Result { return "torch.device(\"cpu\")"; })
      .Case([&](ts::UnionType members) {
        return anyValue(members.getMembers().front());
      })
      .Case([&](ts::TSTupleType tuple) -> Result {
        std::string text;
        for (mlir::Type element : tuple.getElements()) {
          Result part = anyValue(element);
          std::optional<std::string> spelling = names.spell(element);
          if (!part || !spelling)
            return std::nullopt;
          text += "torch.jit.annotate(" + *spelling + ", " + *part + "), ";
        }
        std::optional<std::string> name = names.spell(tuple);
        return (tuple.isNamed() ? name.value_or("") : "") + "(" + text + ")";
      })
      .Default([](mlir::Type) -> Result { return std::nullopt; });
}

void FunctionExporter::uninitialized(ts::UninitializedOp op) {
  if (op->use_empty())
    return;
  if (names.isArchive()) {
    Text text;
    text.text = "uninitialized(" + spell(op, op.getType()) + ")";
    texts[op.getResult()] = text;
    return;
  }
  std::optional<std::string> value = anyValue(op.getType());
  if (!value)
    return refuse(op, "a value that is not initialized");
  Text text;
  text.text = *value;
  text.looseness = Looseness::Display;
  texts[op.getResult()] = text;
}

//===----------------------------------------------------------------------===//
// Displays
//===----------------------------------------------------------------------===//

void FunctionExporter::display(mlir::Operation *op) {
  mlir::Value result = op->getResult(0);
  if (auto literal = llvm::dyn_cast<ts::LiteralOp>(op)) {
    std::optional<std::string> value = constantText(names, literal.getValue());
    if (!value)
      return refuse(op, "a container of these constants");
    Text text;
    text.text = *value;
    // Its elements may be of a subtype.
    text.looseness = Looseness::Display;
    return define(result, text);
  }
  if (auto index = llvm::dyn_cast<ts::TupleIndexOp>(op)) {
    Text tuple = take(index.getTuple());
    auto type = llvm::cast<ts::TSTupleType>(index.getTuple().getType());
    std::string text =
        operand(op, tuple, type, Binding::Atom) +
        (type.isNamed()
             ? "." + type.getFields()[index.getIndex()].getValue().str()
             : "[" + std::to_string(index.getIndex()) + "]");
    return define(result, combine(text, Binding::Atom, tuple));
  }
  if (auto slice = llvm::dyn_cast<ts::TupleSliceOp>(op)) {
    Text tuple = take(slice.getTuple());
    std::string text =
        operand(op, tuple, slice.getTuple().getType(), Binding::Atom) + "[" +
        std::to_string(slice.getBegin()) + ":" +
        std::to_string(slice.getEnd()) + "]";
    return define(result, combine(text, Binding::Atom, tuple));
  }

  // All modules of a container, to be subscripted: the container itself.
  auto access = result.hasOneUse()
                    ? llvm::dyn_cast<ts::OperatorOp>(*result.getUsers().begin())
                    : ts::OperatorOp();
  if (access && getContainerAccess(access).container)
    return;
  llvm::SmallVector<mlir::Value> operands(op->getOperands());
  auto dict = llvm::dyn_cast<ts::DictConstructOp>(op);
  if (dict) {
    // Key and value of each entry are evaluated together.
    operands.clear();
    for (auto [key, value] : llvm::zip(dict.getKeys(), dict.getValues()))
      operands.append({key, value});
  }
  llvm::SmallVector<Text> parts = take(operands);
  std::string text;
  bool isLoose = false;
  for (auto [i, part] : llvm::enumerate(parts)) {
    bool isValue = dict && i % 2 == 1;
    text += i == 0 ? "" : isValue ? ": " : ", ";
    isLoose |= part.looseness != Looseness::Exact;
    text += part.looseness == Looseness::Display
                ? exact(op, part, operands[i].getType())
                : part.text;
  }
  if (auto tuple = llvm::dyn_cast<ts::TSTupleType>(result.getType())) {
    if (tuple.isNamed())
      text = spell(op, tuple) + "(" + text + ")";
    else
      text = "(" + text + (parts.size() == 1 ? ",)" : ")");
    Text built = combine(text, Binding::Atom, parts);
    built.looseness = isLoose ? Looseness::Subtype : Looseness::Exact;
    return define(result, built);
  }
  Text built =
      combine(dict ? "{" + text + "}" : "[" + text + "]", Binding::Atom, parts);
  built.looseness =
      isLoose || parts.empty() ? Looseness::Display : Looseness::Exact;
  define(result, built);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

std::string FunctionExporter::argumentText(mlir::Operation *op,
                                           const Text &text, mlir::Type type,
                                           bool isForked) {
  return text.looseness == Looseness::Display || isForked
             ? exact(op, text, type)
             : text.text;
}

llvm::SmallVector<std::string> FunctionExporter::argumentTexts(
    mlir::Operation *op, mlir::func::FuncOp function,
    llvm::ArrayRef<Text> texts, llvm::ArrayRef<mlir::Value> values,
    unsigned numLeft, bool isForked) {
  llvm::SmallVector<std::string> arguments;
  for (auto [i, text] : llvm::enumerate(texts)) {
    unsigned index = numLeft + i;
    std::string name;
    if (function && index < function.getNumArguments() &&
        isKeywordOnly(function, index))
      name = parameterName(function.getArgument(index)) + "=";
    arguments.push_back(name +
                        argumentText(op, text, values[i].getType(), isForked));
  }
  return arguments;
}

void FunctionExporter::finishCall(mlir::Operation *op, const Text &text) {
  if (op->getNumResults() == 1)
    return define(op->getResult(0), text);
  flush();
  line(text.text);
}

/// `callee(arguments)`, or `prefix(callee, arguments)`.
void FunctionExporter::callFunction(mlir::Operation *op, llvm::StringRef callee,
                                    llvm::StringRef prefix) {
  if (const MethodName *known = names.lookupMethod(callee))
    return callMethod(op, callee, *known, prefix);
  llvm::StringRef name = names.lookup(callee);
  if (name.empty())
    return refuse(op, "call of '" + callee + "', which is not in the module");
  llvm::SmallVector<mlir::Value> operands(op->getOperands());
  llvm::SmallVector<Text> parts = take(operands);
  llvm::SmallVector<std::string> arguments;
  if (!prefix.empty())
    arguments.push_back(name.str());
  llvm::append_range(arguments, argumentTexts(op, names.lookupFunction(callee),
                                              parts, operands,
                                              /*numLeft=*/0, !prefix.empty()));
  finishCall(op, combine((prefix.empty() ? name : prefix).str() + "(" +
                             llvm::join(arguments, ", ") + ")",
                         Binding::Atom, parts));
}

/// `rpc_sync(worker, function, (arguments,))` and the like.
void FunctionExporter::remoteCall(ts::RpcOp op) {
  if (names.isArchive())
    return refuse(op, "a remote call, for which archives have no form");
  llvm::StringRef callee =
      op.getCallee() ? names.lookup(*op.getCallee()) : llvm::StringRef();
  if (callee.empty() || op.getArgs().empty())
    return refuse(op, "a remote call of a function that is not in the module");
  llvm::SmallVector<mlir::Value> operands(op.getArgs());
  llvm::SmallVector<Text> parts = take(operands);
  std::string text = "torch.distributed.rpc." + op.getKind().str() + "(" +
                     parts[0].text + ", " + callee.str() + ", (";
  auto function = mlir::SymbolTable::lookupNearestSymbolFrom<
      mlir::func::FuncOp>(op, op.getCalleeAttr());
  size_t count = function ? function.getNumArguments() : parts.size() - 1;
  for (size_t i = 1; i <= count; ++i)
    text += argumentText(op, parts[i], operands[i].getType(),
                         /*isForked=*/true) +
            ", ";
  text += ")";
  if (count + 1 < parts.size())
    text += ", {}, " + parts.back().text;
  finishCall(op, combine(text + ")", Binding::Atom, parts));
}

//===----------------------------------------------------------------------===//
// Conditional expressions
//===----------------------------------------------------------------------===//

/// The text of what a block yields; statements it needs go to `emitted`.
std::optional<Text> FunctionExporter::yieldedText(mlir::Block *block,
                                                  std::vector<Line> &emitted) {
  auto yield = llvm::dyn_cast<ts::YieldOp>(block->getTerminator());
  if (!yield || yield.getNumOperands() != 1) {
    refuse(block->getParentOp(), "a conditional expression with an exit");
    return std::nullopt;
  }
  std::swap(lines, emitted);
  BlockScope inner;
  BlockScope *outer = scope;
  scope = &inner;
  ++indent;
  frames.emplace_back();
  for (mlir::Operation &op : block->without_terminator())
    operation(&op);
  Text text = take(yield.getOperand(0));
  flush();
  frames.pop_back();
  --indent;
  scope = outer;
  std::swap(lines, emitted);
  return text;
}

void FunctionExporter::choice(ts::IfOp op) {
  if (op.getNumResults() != 1)
    return refuse(op, "'ts.if' with several results");
  mlir::Value result = op.getResult(0);
  Text condition = take(op.getCondition());
  std::vector<Line> thenLines, elseLines;
  std::optional<Text> thenText = yieldedText(op.getThenBlock(), thenLines);
  std::optional<Text> elseText = yieldedText(op.getElseBlock(), elseLines);
  if (!thenText || !elseText)
    return;
  if (thenLines.empty() && elseLines.empty()) {
    Text parts[] = {condition, *thenText, *elseText};
    std::string test = parenthesized(condition, Binding::And);
    if (elseText->text == "False")
      return define(result,
                    combine(parenthesized(condition, Binding::Not) + " and " +
                                parenthesized(*thenText, Binding::Not),
                            Binding::And, parts));
    if (thenText->text == "True")
      return define(result, combine(test + " or " +
                                        parenthesized(*elseText, Binding::And),
                                    Binding::Or, parts));
    std::string text =
        operand(op, *thenText, result.getType(), Binding::Or) + " if " +
        parenthesized(condition, Binding::Or) + " else " +
        operand(op, *elseText, result.getType(), Binding::Conditional);
    return define(result, combine(text, Binding::Conditional, parts));
  }
  // Some branch needs statements.
  flush();
  std::string name = temporary();
  auto branch = [&](std::vector<Line> &branchLines, const Text &text) {
    lines.insert(lines.end(), branchLines.begin(), branchLines.end());
    // What the last statement computes for this alone.
    bool isLocal = llvm::none_of(text.slots, [&](mlir::Value slot) {
      return !op->isProperAncestor(slot.getDefiningOp());
    });
    llvm::StringRef last = lines.back().text;
    if (names.isArchive() && isLocal && !branchLines.empty() &&
        lines.back().indent == indent + 1 &&
        last.consume_front(text.text + " = ")) {
      lines.back().text = (name + " = " + last).str();
      return;
    }
    ++indent;
    line(name + " = " + exact(op, text, result.getType()));
    --indent;
  };
  line("if " + condition.text + ":");
  branch(thenLines, *thenText);
  line("else:");
  branch(elseLines, *elseText);
  Text named;
  named.text = name;
  texts[result] = named;
}
