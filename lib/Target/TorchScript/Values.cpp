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

#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ConvertUTF.h"

#include <cmath>

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
  line(name + " = " + exact(value.getDefiningOp(), text, value.getType()));
  Text named;
  named.text = name;
  texts[value] = named;
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
  return "torch.jit.annotate(" + spell(op, type) + ", " + text.text + ")";
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

std::string FunctionExporter::intText(int64_t value) {
  // The sign is an operator, and the positive number would not fit.
  if (value == INT64_MIN)
    return "(-9223372036854775807 - 1)";
  return std::to_string(value);
}

std::string FunctionExporter::floatText(double value) {
  if (std::isnan(value))
    return "math.nan";
  if (std::isinf(value))
    return value < 0 ? "-math.inf" : "math.inf";
  std::string text;
  llvm::raw_string_ostream os(text);
  printFloatLiteral(value, os);
  return text;
}

static std::string stringText(llvm::StringRef value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printStringLiteral(value, os);
  return text;
}

static bool isUtf8(llvm::StringRef text) {
  const auto *cursor = reinterpret_cast<const llvm::UTF8 *>(text.data());
  return llvm::isLegalUTF8String(&cursor, cursor + text.size());
}

std::optional<std::string>
FunctionExporter::attributeText(mlir::Operation *op, mlir::Attribute value) {
  if (auto boolean = llvm::dyn_cast<mlir::BoolAttr>(value))
    return boolean.getValue() ? "True" : "False";
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value))
    return intText(integer.getInt());
  if (auto real = llvm::dyn_cast<mlir::FloatAttr>(value))
    return floatText(real.getValueAsDouble());
  if (auto string = llvm::dyn_cast<mlir::StringAttr>(value)) {
    if (!isUtf8(string.getValue())) {
      refuse(op, "a string that is not UTF-8");
      return std::nullopt;
    }
    return stringText(string.getValue());
  }
  return std::nullopt;
}

std::optional<Text> FunctionExporter::constant(mlir::Operation *op) {
  Text text;
  if (auto scalar = llvm::dyn_cast<mlir::arith::ConstantOp>(op)) {
    std::optional<std::string> value = attributeText(op, scalar.getValue());
    if (!value)
      return std::nullopt;
    text.text = *value;
    if (value->front() == '-')
      text.binding = Binding::Sign;
    return text;
  }
  if (auto number = llvm::dyn_cast<mlir::complex::ConstantOp>(op)) {
    auto part = [&](unsigned i) {
      return floatText(
          llvm::cast<mlir::FloatAttr>(number.getValue()[i]).getValueAsDouble());
    };
    text.text = "complex(" + part(0) + ", " + part(1) + ")";
    return text;
  }
  if (auto string = llvm::dyn_cast<ts::ConstantStrOp>(op)) {
    std::optional<std::string> value = attributeText(op, string.getValueAttr());
    text.text = value.value_or("\"\"");
    return text;
  }
  if (llvm::isa<ts::ConstantNoneOp>(op)) {
    text.text = "None";
    return text;
  }
  if (auto device = llvm::dyn_cast<ts::ConstantDeviceOp>(op)) {
    std::string name = device.getValue().getKind().str();
    if (device.getValue().getIndex() >= 0)
      name += ":" + std::to_string(device.getValue().getIndex());
    text.text = "torch.device(" + stringText(name) + ")";
    return text;
  }
  if (auto member = llvm::dyn_cast<ts::ConstantEnumOp>(op)) {
    text.text =
        spell(op, member.getType()) + "." + member.getValue().getMember().str();
    return text;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Largest tensor that is written as nested lists.
static constexpr int64_t maxLiteralElements = 4096;

static llvm::StringRef dtypeName(mlir::Type type) {
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return "bool";
    case 8:
      return integer.isUnsigned() ? "uint8" : "int8";
    case 16:
      return "int16";
    case 32:
      return "int32";
    default:
      return "int64";
    }
  }
  return type.isF64() ? "float64" : type.isF32() ? "float32" : "";
}

void FunctionExporter::tensorLiteral(ts::TensorLiteralOp op) {
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(op.getValue());
  llvm::StringRef dtype =
      dense ? dtypeName(dense.getElementType()) : llvm::StringRef();
  if (dtype.empty() || dense.getNumElements() > maxLiteralElements)
    return refuse(op, "a tensor that is not a small dense literal");
  llvm::ArrayRef<int64_t> shape = dense.getType().getShape();
  llvm::SmallVector<std::string> items;
  for (mlir::Attribute element : dense.getValues<mlir::Attribute>())
    items.push_back(attributeText(op, element).value_or("0"));
  // Groups from the innermost dimension outwards.
  for (int64_t size : llvm::reverse(shape)) {
    llvm::SmallVector<std::string> groups;
    for (size_t i = 0; size != 0 && i < items.size(); i += size)
      groups.push_back(
          "[" + llvm::join(items.begin() + i, items.begin() + i + size, ", ") +
          "]");
    items = std::move(groups);
  }
  std::string text = items.size() == 1 ? items[0] : "";
  if (text.empty())
    return refuse(op, "a tensor without elements");
  Text result;
  result.text = "torch.tensor(" + text + ", dtype=torch." + dtype.str() + ")";
  define(op.getResult(), result);
}
