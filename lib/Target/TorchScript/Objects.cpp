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

#include "Classes.h"
#include "FunctionExporter.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The user of a value that comes first; null when some user is not below the
/// value's block.
static mlir::Operation *firstUser(mlir::Value value) {
  mlir::Operation *first = nullptr;
  for (mlir::Operation *user : value.getUsers()) {
    mlir::Operation *here =
        value.getDefiningOp()->getBlock()->findAncestorOpInBlock(*user);
    if (!here)
      return nullptr;
    if (!first || here->isBeforeInBlock(first))
      first = here;
  }
  return first;
}

/// The variable that alone holds a value and nothing else; null for none.
static mlir::Value getOnlySlot(ts::NewOp op) {
  auto store = op->hasOneUse()
                   ? llvm::dyn_cast<ts::StoreOp>(*op->getUsers().begin())
                   : ts::StoreOp();
  if (!store || store->getBlock() != op->getBlock())
    return {};
  for (mlir::Operation *user : store.getSlot().getUsers())
    if (user != store && (!llvm::isa<ts::LoadOp>(user) ||
                          (user->getBlock() == store->getBlock() &&
                           user->isBeforeInBlock(store))))
      return {};
  return store.getSlot();
}

mlir::func::CallOp FunctionExporter::constructorCall(ts::NewOp op) {
  // The first user: nothing sees the object before `__init__` does. It may be
  // kept in a variable from the start.
  mlir::Value object = op.getResult();
  mlir::Operation *first = firstUser(object);
  if (mlir::Value slot = getOnlySlot(op)) {
    first = nullptr;
    for (mlir::Operation *user : slot.getUsers())
      if (auto load = llvm::dyn_cast<ts::LoadOp>(user))
        if (load->getBlock() == op->getBlock() &&
            (!first || load->isBeforeInBlock(first)))
          first = load;
    for (mlir::Operation *user : slot.getUsers()) {
      mlir::Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
      if (!first || !here || here->isBeforeInBlock(first))
        if (!llvm::isa<ts::StoreOp>(user))
          return {};
    }
    if (!first || !first->hasOneUse())
      return {};
    object = first->getResult(0);
    first = *first->getUsers().begin();
  }
  auto call = llvm::dyn_cast_or_null<mlir::func::CallOp>(first);
  bool isInit =
      call && call->getBlock() == op->getBlock() && call.getNumResults() == 0 &&
      call.getCallee() == (op.getType().getName() + ".__init__").str() &&
      call->getOperand(0) == object &&
      llvm::count(call->getOperands(), object) == 1;
  return isInit ? call : mlir::func::CallOp();
}

ts::NewOp FunctionExporter::constructedBy(mlir::Operation *call) {
  if (call->getNumOperands() == 0)
    return {};
  mlir::Operation *source = call->getOperand(0).getDefiningOp();
  if (auto load = llvm::dyn_cast_or_null<ts::LoadOp>(source)) {
    source = nullptr;
    for (mlir::Operation *user : load.getSlot().getUsers())
      if (auto store = llvm::dyn_cast<ts::StoreOp>(user))
        source = store.getValue().getDefiningOp();
  }
  auto op = llvm::dyn_cast_or_null<ts::NewOp>(source);
  return op && constructorCall(op) == call ? op : ts::NewOp();
}

bool FunctionExporter::isConstruction(mlir::OpOperand &use) {
  if (llvm::isa<ts::StoreOp>(use.getOwner())) {
    auto op = use.get().getDefiningOp<ts::NewOp>();
    return op && getOnlySlot(op) && constructorCall(op);
  }
  return use.getOperandNumber() == 0 && constructedBy(use.getOwner());
}

/// `object.name(arguments)`, `prefix(object.name, arguments)`, or what the kind
/// of the method asks for.
void FunctionExporter::callMethod(mlir::Operation *op, llvm::StringRef callee,
                                  const MethodName &method,
                                  llvm::StringRef prefix) {
  // The object comes first.
  llvm::SmallVector<mlir::Value> operands(op->getOperands());
  if (method.self < operands.size())
    std::rotate(operands.begin(), operands.begin() + method.self,
                operands.begin() + method.self + 1);
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
  ts::NewOp created = constructedBy(op);
  llvm::ArrayRef<mlir::Value> given = operands;
  if (created)
    given = given.drop_front();
  llvm::SmallVector<Text> parts = take(given);

  std::string text;
  size_t numWritten = 0;
  if (created) {
    text = spell(op, created.getType());
  } else if (method.kind == MethodName::Static) {
    text = names.isArchive()
               ? names.lookup(callee).str()
               : names.lookup(method.owner).str() + "." + method.name;
  } else {
    text = memberText(operand(op, parts[0], given[0].getType(), Binding::Atom),
                      method.name);
    numWritten = 1;
  }
  if (method.kind == MethodName::Getter && !isForked)
    return finishCall(op, combine(text, Binding::Atom, parts));
  llvm::SmallVector<std::string> arguments;
  if (isForked)
    arguments.push_back(text);
  llvm::append_range(arguments,
                     argumentTexts(op, names.lookupFunction(callee),
                                   llvm::ArrayRef(parts).drop_front(numWritten),
                                   given.drop_front(numWritten),
                                   operands.size() - given.size() + numWritten,
                                   isForked));
  Text call = combine((isForked ? prefix.str() : text) + "(" +
                          llvm::join(arguments, ", ") + ")",
                      Binding::Atom, parts);
  if (mlir::Value slot = created ? getOnlySlot(created) : mlir::Value())
    return assign(op, slot, call);
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
  auto module = op->getParentOfType<mlir::ModuleOp>();
  auto type = llvm::dyn_cast<ts::InterfaceType>(operands[0].getType());
  auto interface = type ? module.lookupSymbol<ts::InterfaceOp>(type.getName())
                        : ts::InterfaceOp();
  mlir::func::FuncOp model =
      interface ? getImplementation(interface, op.getName(), names)
                : mlir::func::FuncOp();
  text +=
      llvm::join(argumentTexts(op, model, llvm::ArrayRef(parts).drop_front(),
                               llvm::ArrayRef(operands).drop_front(),
                               /*numLeft=*/1, /*isForked=*/false),
                 ", ");
  finishCall(op, combine(text + ")", Binding::Atom, parts));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void FunctionExporter::getAttribute(ts::GetAttrOp op) {
  Text object = take(op.getObject());
  Text text = combine(
      memberText(operand(op, object, op.getObject().getType(), Binding::Atom),
                 op.getName()),
      Binding::Atom, object);
  // A submodule is the same one wherever it is read.
  if (names.isModule(op.getValue().getType()))
    texts[op.getValue()] = text;
  else
    define(op.getValue(), text);
}

void FunctionExporter::setAttribute(ts::SetAttrOp op) {
  if (!isIdentifier(op.getName()))
    return refuse(op, "an assignment to attribute '" + op.getName() +
                          "', which is no identifier");
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
    value = annotatedText(names, spell(op, type), value);
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
