//===- Objects.cpp - Objects and their methods ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructor and method calls, attributes, properties, `with`.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

mlir::func::CallOp FunctionExporter::constructorCall(ts::NewOp op) {
  // The first user: nothing sees the object before `__init__` does.
  mlir::Operation *first = nullptr;
  for (mlir::Operation *user : op->getUsers()) {
    mlir::Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
    if (!here)
      return {};
    if (!first || here->isBeforeInBlock(first))
      first = here;
  }
  auto call = llvm::dyn_cast_or_null<mlir::func::CallOp>(first);
  bool isInit =
      call && call.getNumResults() == 0 &&
      call.getCallee() == (op.getType().getName() + ".__init__").str() &&
      call->getOperand(0) == op.getResult() &&
      llvm::count(call->getOperands(), op.getResult()) == 1;
  return isInit ? call : mlir::func::CallOp();
}

bool FunctionExporter::isConstruction(mlir::OpOperand &use) {
  auto op = use.get().getDefiningOp<ts::NewOp>();
  return op && use.getOperandNumber() == 0 &&
         constructorCall(op) == use.getOwner();
}

/// `object.name(arguments)`, `prefix(object.name, arguments)`, or what the kind
/// of the method asks for.
void FunctionExporter::callMethod(mlir::Operation *op, const MethodName &method,
                                  llvm::StringRef prefix) {
  llvm::SmallVector<mlir::Value> operands(op->getOperands());
  bool isForked = !prefix.empty();
  if (method.kind == MethodName::Setter && !isForked) {
    // The value is evaluated first.
    llvm::SmallVector<Text> parts = take({operands[1], operands[0]});
    flush();
    line(operand(op, parts[1], operands[0].getType(), Binding::Atom) + "." +
         method.name + " = " +
         argumentText(op, parts[0], operands[1].getType(), false));
    return;
  }
  mlir::Value created;
  if (!operands.empty() && isConstruction(op->getOpOperand(0)))
    created = operands[0];
  llvm::ArrayRef<mlir::Value> given = operands;
  if (created)
    given = given.drop_front();
  llvm::SmallVector<Text> parts = take(given);

  std::string text;
  size_t numWritten = 0;
  if (created) {
    text = spell(op, created.getType());
  } else if (method.kind == MethodName::Static) {
    text = names.lookup(method.owner).str() + "." + method.name;
  } else {
    text = operand(op, parts[0], given[0].getType(), Binding::Atom) + "." +
           method.name;
    numWritten = 1;
  }
  if (method.kind == MethodName::Getter && !isForked)
    return finishCall(op, combine(text, Binding::Atom, parts));
  llvm::SmallVector<std::string> arguments;
  if (isForked)
    arguments.push_back(text);
  for (size_t i = numWritten; i < parts.size(); ++i)
    arguments.push_back(
        argumentText(op, parts[i], given[i].getType(), isForked));
  Text call = combine((isForked ? prefix.str() : text) + "(" +
                          llvm::join(arguments, ", ") + ")",
                      Binding::Atom, parts);
  if (created)
    return define(created, call);
  finishCall(op, call);
}

void FunctionExporter::callByName(ts::CallMethodOp op) {
  llvm::SmallVector<mlir::Value> operands(op->getOperands());
  llvm::SmallVector<Text> parts = take(operands);
  if (op->getNumResults() > 1)
    return refuse(op, "a method with several results");
  std::string text =
      operand(op, parts[0], operands[0].getType(), Binding::Atom) + "." +
      op.getName().str() + "(";
  for (size_t i = 1; i < parts.size(); ++i)
    text += (i > 1 ? ", " : "") +
            argumentText(op, parts[i], operands[i].getType(), false);
  finishCall(op, combine(text + ")", Binding::Atom, parts));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void FunctionExporter::getAttribute(ts::GetAttrOp op) {
  Text object = take(op.getObject());
  std::string text =
      operand(op, object, op.getObject().getType(), Binding::Atom) + "." +
      op.getName().str();
  define(op.getValue(), combine(text, Binding::Atom, object));
}

void FunctionExporter::setAttribute(ts::SetAttrOp op) {
  llvm::SmallVector<Text> parts = take({op.getValue(), op.getObject()});
  flush();
  mlir::Type type = op.getValue().getType();
  // `__init__` gives attributes their types.
  bool declares = method && method->name == "__init__" &&
                  op.getObject() == function.getArgument(0);
  bool isOpen =
      llvm::isa<ts::OptionalType, ts::UnionType, ts::AnyType, ts::ScalarType>(
          type);
  std::string value = parts[0].text;
  if (declares && isOpen)
    value = "torch.jit.annotate(" + spell(op, type) + ", " + value + ")";
  else if (declares || parts[0].looseness == Looseness::Display)
    value = exact(op, parts[0], type);
  line(operand(op, parts[1], op.getObject().getType(), Binding::Atom) + "." +
       op.getName().str() + " = " + value);
}

//===----------------------------------------------------------------------===//
// with
//===----------------------------------------------------------------------===//

void FunctionExporter::withStatement(ts::WithOp op) {
  Text manager = take(op.getManager());
  flush();
  protectReadsIn(op);
  std::string header =
      "with " + operand(op, manager, op.getManager().getType(), Binding::Atom);
  for (mlir::BlockArgument argument : op.getBodyBlock()->getArguments()) {
    if (argument.use_empty())
      continue;
    texts[argument].text = temporary();
    header += " as " + texts[argument].text;
  }
  line(header + ":");
  frames.emplace_back();
  for (mlir::Value slot : body(op.getBodyBlock()))
    declare(slot);
}
