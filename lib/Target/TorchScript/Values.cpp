//===- Values.cpp - Values as text ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps values as text until they are used; constants; variables for what is
// used more than once.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

void FunctionExporter::refuse(mlir::Operation *op, const llvm::Twine &what) {
  failed = true;
  op->emitError() << "cannot be written as TorchScript text: " << what;
}

std::string FunctionExporter::spell(mlir::Operation *op, mlir::Type type) {
  if (std::optional<std::string> spelling = names.spell(type))
    return *spelling;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "type " << type;
  refuse(op, os.str());
  return "Any";
}

//===----------------------------------------------------------------------===//
// Waiting values
//===----------------------------------------------------------------------===//

llvm::SmallVector<Text>
FunctionExporter::take(llvm::ArrayRef<mlir::Value> operands) {
  llvm::SmallVector<mlir::Value> &pending = scope->pending;
  llvm::SmallVector<mlir::Value> waiting;
  for (mlir::Value operand : operands)
    if (llvm::is_contained(pending, operand))
      waiting.push_back(operand);
  // The text evaluates them now, in this order: right when they are the last
  // to wait, in this order.
  if (llvm::ArrayRef<mlir::Value>(pending).take_back(waiting.size()) ==
      llvm::ArrayRef<mlir::Value>(waiting))
    pending.truncate(pending.size() - waiting.size());
  else
    flush();
  llvm::SmallVector<Text> result;
  for (mlir::Value operand : operands)
    result.push_back(texts.lookup(operand));
  return result;
}

void FunctionExporter::assignTemporary(mlir::Value value, const Text &text) {
  std::string name = temporary();
  if (names.isArchive()) {
    line(stated(value.getDefiningOp(), name, value.getType(), text) + " = " +
         text.text);
    Text variable;
    variable.text = name;
    texts[value] = variable;
    return;
  }
  line(name + " = " + exact(value.getDefiningOp(), text, value.getType()));
  Text named;
  named.text = name;
  texts[value] = named;
}

bool FunctionExporter::isStored(mlir::Value value) {
  return value.hasOneUse() && llvm::isa<ts::StoreOp>(*value.getUsers().begin());
}

/// The store of a value that follows its operation, with nothing between them
/// but other stores; null for none.
static ts::StoreOp getStoreBehind(mlir::Value value) {
  if (!value.hasOneUse())
    return {};
  mlir::Operation *user = *value.getUsers().begin();
  mlir::Operation *op = value.getDefiningOp()->getNextNode();
  while (op && op != user && llvm::isa<ts::StoreOp, ts::VarOp>(op))
    op = op->getNextNode();
  auto store = op == user ? llvm::dyn_cast<ts::StoreOp>(user) : ts::StoreOp();
  bool isPlain =
      store && store.getValue() == value &&
      llvm::cast<ts::SlotType>(store.getSlot().getType()).getElementType() ==
          value.getType();
  return isPlain ? store : ts::StoreOp();
}

std::string FunctionExporter::target(mlir::Value result) {
  ts::StoreOp store = names.isArchive() && !names.isModule(result.getType())
                          ? getStoreBehind(result)
                          : ts::StoreOp();
  if (!store)
    return texts[result].text = temporary();
  protectReads(store.getSlot(), store);
  if (!isDeclaredOutside(store.getSlot()))
    declare(store.getSlot());
  done.insert(store);
  return slotName(store.getSlot());
}

void FunctionExporter::flush() {
  llvm::SmallVector<mlir::Value> waiting = std::move(scope->pending);
  scope->pending.clear();
  for (mlir::Value value : waiting) {
    Text text = texts.lookup(value);
    assignTemporary(value, text);
  }
}

mlir::Operation *FunctionExporter::onlyUser(mlir::Value value) {
  mlir::Operation *found = nullptr;
  for (mlir::OpOperand &use : value.getUses()) {
    mlir::Operation *user = use.getOwner();
    if (isConstruction(use))
      continue;
    // The element of a loop that is written in its header.
    auto loop = llvm::dyn_cast_or_null<ts::ForOp>(user->getParentOp());
    if (loop && analyze(loop).element == user)
      continue;
    if (found)
      return nullptr;
    found = user;
  }
  return found;
}

void FunctionExporter::define(mlir::Value result, Text text) {
  mlir::Operation *op = result.getDefiningOp();
  if (llvm::all_of(result.getUses(), isConstruction)) {
    flush();
    line(text.text);
    return;
  }
  mlir::Operation *user = onlyUser(result);
  if (user && user->getBlock() == op->getBlock()) {
    texts[result] = std::move(text);
    scope->pending.push_back(result);
    return;
  }
  flush();
  assignTemporary(result, text);
}

void FunctionExporter::protectReads(mlir::Value slot, mlir::Operation *by) {
  if (llvm::any_of(scope->pending, [&](mlir::Value value) {
        return llvm::is_contained(texts[value].slots, slot);
      }))
    flush();
  for (mlir::Value read : reads.lookup(slot)) {
    bool needed = llvm::any_of(read.getUsers(), [&](mlir::Operation *user) {
      return user != by && !done.contains(user);
    });
    if (needed)
      assignTemporary(read, texts.lookup(read));
  }
  reads.erase(slot);
}

void FunctionExporter::protectReadsIn(mlir::Operation *op) {
  llvm::SmallVector<mlir::Value> changed;
  op->walk([&](mlir::Operation *inner) {
    if (auto store = llvm::dyn_cast<ts::StoreOp>(inner))
      changed.push_back(store.getSlot());
    else if (auto del = llvm::dyn_cast<ts::DelOp>(inner))
      changed.push_back(del.getSlot());
  });
  for (mlir::Value slot : changed)
    if (!op->isProperAncestor(slot.getDefiningOp()))
      protectReads(slot, op);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string FunctionExporter::parenthesized(const Text &text, Binding least) {
  return text.binding < least ? "(" + text.text + ")" : text.text;
}

std::string FunctionExporter::exact(mlir::Operation *op, const Text &text,
                                    mlir::Type type) {
  if (text.looseness == Looseness::Exact)
    return text.text;
  return annotatedText(names, spell(op, type), text.text);
}

std::string FunctionExporter::operand(mlir::Operation *op, const Text &text,
                                      mlir::Type type, Binding least) {
  if (text.looseness == Looseness::Exact)
    return parenthesized(text, least);
  return exact(op, text, type);
}

Text FunctionExporter::combine(std::string text, Binding binding,
                               llvm::ArrayRef<Text> parts) {
  Text result;
  result.text = std::move(text);
  result.binding = binding;
  for (const Text &part : parts)
    result.slots.append(part.slots.begin(), part.slots.end());
  return result;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::optional<Text> FunctionExporter::constant(mlir::Operation *op) {
  Text text;
  if (auto scalar = llvm::dyn_cast<mlir::arith::ConstantOp>(op)) {
    std::optional<std::string> value = constantText(names, scalar.getValue());
    if (!value)
      return std::nullopt;
    text.text = *value;
    if (value->front() == '-')
      text.binding = Binding::Sign;
    return text;
  }
  if (auto number = llvm::dyn_cast<mlir::complex::ConstantOp>(op)) {
    auto part = [&](unsigned i) {
      return constantText(names, number.getValue()[i]).value_or("0.0");
    };
    text.text = "complex(" + part(0) + ", " + part(1) + ")";
    return text;
  }
  if (auto string = llvm::dyn_cast<ts::ConstantStrOp>(op)) {
    std::optional<std::string> value =
        constantText(names, string.getValueAttr());
    if (!value)
      refuse(op, "a string that is not UTF-8");
    text.text = value.value_or("\"\"");
    return text;
  }
  if (llvm::isa<ts::ConstantNoneOp>(op)) {
    text.text = "None";
    return text;
  }
  if (auto device = llvm::dyn_cast<ts::ConstantDeviceOp>(op)) {
    text.text = *constantText(names, device.getValue());
    return text;
  }
  if (auto member = llvm::dyn_cast<ts::ConstantEnumOp>(op)) {
    text.text = *constantText(names, member.getValue());
    return text;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Largest tensor that is written as nested lists.
static constexpr int64_t maxLiteralElements = 4096;

void FunctionExporter::tensorLiteral(ts::TensorLiteralOp op) {
  if (names.isArchive()) {
    Text text;
    text.text = names.constant(op.getValue());
    return define(op.getResult(), text);
  }
  if (method) {
    const auto &constants = names.getTensorConstants(method->owner);
    auto found = constants.find(op.getValue());
    if (found != constants.end() && method->kind != MethodName::Static) {
      Text text;
      text.text = texts.lookup(function.getArgument(method->self)).text + "." +
                  found->second;
      return define(op.getResult(), text);
    }
  }
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(op.getValue());
  llvm::StringRef dtype =
      dense ? spellElementType(dense.getElementType()) : llvm::StringRef();
  if (dtype.empty() || dense.getNumElements() > maxLiteralElements)
    return refuse(op, "a tensor that is not a small dense literal");
  llvm::ArrayRef<int64_t> shape = dense.getType().getShape();
  llvm::SmallVector<std::string> items;
  for (mlir::Attribute element : dense.getValues<mlir::Attribute>())
    items.push_back(constantText(names, element).value_or("0"));
  // Groups from the innermost dimension outwards.
  for (int64_t size : llvm::reverse(shape)) {
    llvm::SmallVector<std::string> groups;
    for (size_t i = 0; size != 0 && i < items.size(); i += size)
      groups.push_back(
          "[" + llvm::join(items.begin() + i, items.begin() + i + size, ", ") +
          "]");
    items = std::move(groups);
  }
  Text result;
  if (dense.getNumElements() == 0) {
    std::string sizes;
    for (int64_t size : shape)
      sizes += std::to_string(size) + ", ";
    result.text = "torch.zeros([" + llvm::StringRef(sizes).drop_back(2).str() +
                  "], dtype=torch." + dtype.str() + ")";
    return define(op.getResult(), result);
  }
  const std::string &text = items.front();
  result.text = "torch.tensor(" + text + ", dtype=torch." + dtype.str() + ")";
  define(op.getResult(), result);
}
