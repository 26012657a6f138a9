//===- ArchiveText.cpp - Export of the code of archives -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Class statements in the dialect of archives, and what goes into which file.
//
//===----------------------------------------------------------------------===//

#include "DemoteCarried.h"
#include "TorchScript/Target/TorchScript/ArchiveText.h"

#include "Classes.h"
#include "CopyCoalescing.h"
#include "FunctionExporter.h"

#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>

using namespace torchscript;
namespace ts = mlir::ts;

namespace {
/// Writes one module's code.
class ArchiveTextWriter {
public:
  explicit ArchiveTextWriter(mlir::ModuleOp module)
      : module(module),
        names(std::make_shared<ModuleNames>(module, TextForm::Archive)) {}

  std::optional<ArchiveText> run();

private:
  /// Texts by name, so that they do not depend on the order in the module.
  using Definitions = std::map<std::string, std::string>;

  void define(llvm::StringRef symbol, std::string text);
  std::string quoted(llvm::StringRef text);
  std::string writeEnum(ts::EnumOp op);
  std::string writeNamedTuple(ts::TSTupleType type);
  std::string writeClass(ts::ClassOp op);
  void writeAttribute(ts::AttrOp op, bool isFirst, llvm::raw_ostream &os);
  void writeMethods(ts::ClassOp op, llvm::raw_ostream &os);
  void writeList(llvm::StringRef name, ts::ClassOp op, ts::FieldKind kind,
                 llvm::raw_ostream &os);
  void writeHooks(llvm::StringRef name, mlir::Attribute hooks,
                  llvm::raw_ostream &os);
  unsigned getVersion();

  mlir::ModuleOp module;
  std::shared_ptr<ModuleNames> names;
  std::map<std::string, Definitions> files;
  /// Classes with an object that `__setstate__` restores.
  llvm::StringSet<> restored;
  bool valid = true;
};
} // namespace

static bool isArchiveIdentifier(llvm::StringRef name) {
  return isIdentifier(name) && llvm::isASCII(name);
}

std::string ArchiveTextWriter::quoted(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  printStringLiteral(text, os);
  return result;
}

void ArchiveTextWriter::define(llvm::StringRef symbol, std::string text) {
  llvm::StringRef name = names->lookup(symbol);
  llvm::StringRef base = lastComponent(name);
  files[name.drop_back(base.size() + 1).str()][base.str()] = std::move(text);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::string ArchiveTextWriter::writeEnum(ts::EnumOp op) {
  std::string text =
      ("class " + lastComponent(names->lookup(op.getSymName())) + "(Enum):\n")
          .str();
  for (auto [member, value] : llvm::zip(op.getMembers(), op.getValues())) {
    std::optional<std::string> written = constantText(*names, value);
    llvm::StringRef name = llvm::cast<mlir::StringAttr>(member).getValue();
    if (written && isArchiveIdentifier(name))
      text += ("  " + name + " = " + *written + "\n").str();
    else
      valid = refuse(op, "member '" + name + "' of an enum");
  }
  return text;
}

std::string ArchiveTextWriter::writeNamedTuple(ts::TSTupleType type) {
  llvm::StringRef name = names->lookup(type.getName().getValue());
  std::string text = ("class " + lastComponent(name) + "(NamedTuple):\n").str();
  for (auto [field, element] :
       llvm::zip(type.getFields(), type.getElements())) {
    std::optional<std::string> spelling = names->spell(element);
    if (spelling && isArchiveIdentifier(field.getValue()))
      text += "  " + field.getValue().str() + " : " + *spelling + "\n";
    else
      valid = refuse(module, "field '" + field.getValue() + "' of " + name);
  }
  if (type.size() == 0)
    valid = refuse(module, name + ", which has no fields");
  return text;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// `__parameters__ = ["weight", ]`
void ArchiveTextWriter::writeList(llvm::StringRef name, ts::ClassOp op,
                                  ts::FieldKind kind, llvm::raw_ostream &os) {
  os << "  " << name << " = [";
  for (auto attribute : op.getBody().getOps<ts::AttrOp>())
    if (attribute.getKind() == kind)
      os << quoted(attribute.getName()) << ", ";
  os << "]\n";
}

/// `__forward_hooks__ = ["after", ]`, if there are any.
void ArchiveTextWriter::writeHooks(llvm::StringRef name, mlir::Attribute hooks,
                                   llvm::raw_ostream &os) {
  auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(hooks);
  if (!list || list.empty())
    return;
  os << "  " << name << " = [";
  for (auto hook : list.getAsRange<mlir::StringAttr>())
    os << quoted(hook.getValue()) << ", ";
  os << "]\n";
}

void ArchiveTextWriter::writeAttribute(ts::AttrOp op, bool isFirst,
                                       llvm::raw_ostream &os) {
  llvm::StringRef name = op.getName();
  std::optional<std::string> spelling = names->spell(op.getType());
  if (!spelling) {
    valid = refuse(op, "the type of attribute '" + name + "'");
    return;
  }
  bool isPlain = isArchiveIdentifier(name);
  if (op.getKind() == ts::FieldKind::Constant) {
    std::optional<std::string> value =
        op.getInit() ? constantText(*names, *op.getInit()) : std::nullopt;
    if (value && isPlain)
      os << "  " << name << " : Final[" << *spelling << "] = " << *value
         << '\n';
    else
      valid = refuse(op, "constant '" + name + "'");
    return;
  }
  if (isPlain) {
    os << "  " << name << " : " << *spelling << '\n';
    return;
  }
  if (isFirst)
    os << "  __annotations__ = []\n";
  os << "  __annotations__[" << quoted(name) << "] = " << *spelling << '\n';
}

/// `forward` first, then by name. What restores objects is left out of classes
/// whose objects have their values.
void ArchiveTextWriter::writeMethods(ts::ClassOp op, llvm::raw_ostream &os) {
  Definitions methods;
  std::string forward;
  auto write = [&](mlir::func::FuncOp function, llvm::StringRef name) {
    if (!isArchiveIdentifier(name)) {
      valid = refuse(function, "a method of the name '" + name + "'");
      return;
    }
    std::optional<std::string> text = exportFunction(*names, function);
    valid &= text.has_value();
    (name == "forward" ? forward : methods[name.str()]) = text.value_or("");
  };
  for (auto method : op.getBody().getOps<ts::MethodOp>()) {
    llvm::StringRef name = method.getName();
    if (method.getIsStatic() ||
        (!restored.contains(op.getSymName()) &&
         (name == "__setstate__" || name == "__getstate__")))
      continue;
    const MethodName *known = names->lookupMethod(method.getFunction());
    mlir::func::FuncOp function = names->lookupFunction(method.getFunction());
    if (!known || !function || known->owner != op.getSymName())
      valid = refuse(method, "method '" + name + "'");
    else
      write(function, known->name);
  }
  for (mlir::func::FuncOp function :
       names->getUndeclaredMethods(op.getSymName()))
    write(function, names->lookupMethod(function.getSymName())->name);
  os << forward;
  for (const auto &[name, text] : methods)
    os << text;
}

std::string ArchiveTextWriter::writeClass(ts::ClassOp op) {
  std::string text, body;
  llvm::raw_string_ostream os(body);
  text = ("class " + lastComponent(names->lookup(op.getSymName())) +
          (op.getIsModule() ? "(Module):\n" : ":\n"))
             .str();
  if (op.getIsModule()) {
    writeList("__parameters__", op, ts::FieldKind::Parameter, os);
    writeList("__buffers__", op, ts::FieldKind::Buffer, os);
    writeHooks("__forward_pre_hooks__", op->getAttr("ts.pre_hooks"), os);
    writeHooks("__forward_hooks__", op->getAttr("ts.hooks"), os);
  }
  bool isFirst = true;
  for (bool isConstant : {false, true})
    for (auto attribute : op.getBody().getOps<ts::AttrOp>()) {
      if ((attribute.getKind() == ts::FieldKind::Constant) != isConstant)
        continue;
      writeAttribute(attribute, isFirst, os);
      isFirst = false;
    }
  writeMethods(op, os);
  if (body.empty())
    body = "  pass\n";
  return text + body;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The version that first gave an operator the meaning it has now.
static unsigned getVersion(llvm::StringRef name) {
  llvm::StringRef base = name.split("::").second.split('.').first;
  if (!name.starts_with("aten::"))
    return 3;
  return llvm::StringSwitch<unsigned>(base)
      .Cases("div", "div_", 4)
      .Case("full", 5)
      .Case("linspace", 8)
      .Case("logspace", 9)
      .Cases("gelu", "gelu_", 10)
      .Default(3);
}

unsigned ArchiveTextWriter::getVersion() {
  unsigned version = 3;
  module.walk([&](ts::OperatorOp op) {
    version = std::max(version, ::getVersion(op.getName()));
  });
  return version;
}

std::optional<ArchiveText> ArchiveTextWriter::run() {
  for (auto object : module.getOps<ts::ObjectOp>())
    if (object->hasAttr("ts.restorer"))
      restored.insert(object.getObjectType().getName());
  // In the order of their names, for the sake of CONSTANTS.
  std::map<llvm::StringRef, mlir::Operation *> definitions;
  for (mlir::Operation &op : *module.getBody()) {
    auto symbol = op.getAttrOfType<mlir::StringAttr>("sym_name");
    llvm::StringRef name = symbol ? names->lookup(symbol.getValue()) : "";
    if (!name.empty())
      definitions[name] = &op;
    else if (!llvm::isa<ts::ObjectOp>(op) &&
             !(symbol && names->lookupMethod(symbol.getValue())))
      valid = refuse(&op, "'" + op.getName().getStringRef() + "'");
  }
  for (ts::TSTupleType type : names->getNamedTuples())
    define(type.getName().getValue(), writeNamedTuple(type));
  for (auto [name, op] : definitions) {
    if (auto function = llvm::dyn_cast<mlir::func::FuncOp>(op)) {
      std::optional<std::string> text = exportFunction(*names, function);
      valid &= text.has_value();
      define(function.getSymName(), text.value_or(""));
    } else if (auto enumeration = llvm::dyn_cast<ts::EnumOp>(op)) {
      define(enumeration.getSymName(), writeEnum(enumeration));
    } else if (auto interface = llvm::dyn_cast<ts::InterfaceOp>(op)) {
      std::string text;
      llvm::raw_string_ostream os(text);
      valid &= writeInterface(interface, *names, os);
      define(interface.getSymName(), os.str());
    } else if (auto type = llvm::dyn_cast<ts::ClassOp>(op)) {
      define(type.getSymName(), writeClass(type));
    }
  }
  if (!valid)
    return std::nullopt;
  ArchiveText result;
  for (const auto &[path, texts] : files) {
    std::string text;
    for (const auto &[name, definition] : texts)
      text += definition;
    result.files.push_back({path, std::move(text)});
  }
  result.constants = names->getConstants();
  result.version = getVersion();
  result.lookup = [names = names](llvm::StringRef symbol) {
    return names->lookup(symbol).str();
  };
  result.spell = [names = names](mlir::Type type) {
    return names->spell(type);
  };
  return result;
}

std::optional<ArchiveText>
torchscript::exportArchiveText(mlir::ModuleOp module) {
  demoteCarriedValues(module);
  for (auto function : module.getOps<mlir::func::FuncOp>())
    coalesceCopies(function);
  return ArchiveTextWriter(module).run();
}
