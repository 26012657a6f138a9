//===- Classes.cpp - Export of classes and interfaces ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Class statements. Parameters of an interface take the names of a class that
// implements it: TorchScript compares them, the `ts` dialect has none.
//
//===----------------------------------------------------------------------===//

#include "Classes.h"

#include "FunctionExporter.h"

using namespace torchscript;
namespace ts = mlir::ts;

bool torchscript::refuse(mlir::Operation *op, const llvm::Twine &what) {
  op->emitError() << "cannot be written as TorchScript text: " << what;
  return false;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Readers take the types of attributes from `__init__`: one for a class whose
/// objects are made by no code of the module.
static std::string writeConstructor(ts::ClassOp op, const ModuleNames &names,
                                    bool &valid) {
  std::string header, comment, body;
  for (auto attribute : op.getBody().getOps<ts::AttrOp>()) {
    std::string name = attribute.getName().str();
    std::optional<std::string> spelling = names.spell(attribute.getType());
    if (!spelling)
      valid = refuse(attribute, "the type of attribute '" + name + "'");
    header += ", " + name;
    comment += (comment.empty() ? "" : ", ") + spelling.value_or("Any");
    body += "        self." + name + " = " + name + "\n";
  }
  if (body.empty())
    return "";
  return "\n    def __init__(self" + header + "):\n        # type: (" +
         comment + ") -> None\n" + body;
}

bool torchscript::writeClass(ts::ClassOp op, ModuleNames &names,
                             llvm::raw_ostream &os) {
  bool valid = true;
  for (auto attribute : op.getBody().getOps<ts::AttrOp>())
    if (attribute.getInit() ||
        attribute.getKind() != ts::FieldKind::Attribute ||
        !isIdentifier(attribute.getName()))
      valid = refuse(attribute, "attribute '" + attribute.getName() +
                                    "', which '__init__' cannot declare");
  std::string text;
  for (auto method : op.getBody().getOps<ts::MethodOp>()) {
    const MethodName *name = names.lookupMethod(method.getFunction());
    mlir::func::FuncOp function = names.lookupFunction(method.getFunction());
    if (!name || !isIdentifier(name->name) || !function ||
        name->owner != op.getSymName()) {
      valid = refuse(method, "method '" + method.getName() + "'");
      continue;
    }
    std::optional<std::string> body = exportFunction(names, function);
    valid &= body.has_value();
    if (body)
      text += "\n" + *body;
  }
  names.declare(op.getSymName());
  if (!op.lookupMethod("__init__"))
    text += writeConstructor(op, names, valid);
  if (text.empty() && valid)
    return refuse(op, "class '" + op.getSymName() + "' without methods");
  os << "\n\nclass " << names.lookup(op.getSymName()) << ":\n"
     << llvm::StringRef(text).drop_front(!text.empty());
  return valid;
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

/// The function that implements a signature in a class; null for none.
static mlir::func::FuncOp findIn(ts::ClassOp op, ts::SignatureOp signature,
                                 const ModuleNames &names) {
  ts::MethodOp method = op.lookupMethod(signature.getName());
  if (!method || method.getIsStatic())
    return {};
  mlir::func::FuncOp function = names.lookupFunction(method.getFunction());
  auto type = llvm::cast<mlir::FunctionType>(signature.getType());
  if (!function || function.isExternal() || function.getNumArguments() == 0 ||
      function.getArgumentTypes().drop_front() != type.getInputs())
    return {};
  return function;
}

/// A class that implements the interface; null when the module has none.
static ts::ClassOp findImplementer(ts::InterfaceOp op,
                                   const ModuleNames &names) {
  for (auto candidate :
       op->getParentOfType<mlir::ModuleOp>().getOps<ts::ClassOp>())
    if (candidate.getIsModule() == op.getIsModule() &&
        llvm::all_of(op.getBody().getOps<ts::SignatureOp>(),
                     [&](auto s) { return bool(findIn(candidate, s, names)); }))
      return candidate;
  return {};
}

mlir::func::FuncOp torchscript::getImplementation(ts::InterfaceOp op,
                                                  llvm::StringRef method,
                                                  const ModuleNames &names) {
  ts::ClassOp model = findImplementer(op, names);
  for (auto signature : op.getBody().getOps<ts::SignatureOp>())
    if (model && signature.getName() == method)
      return findIn(model, signature, names);
  return {};
}

bool torchscript::writeInterface(ts::InterfaceOp op, const ModuleNames &names,
                                 llvm::raw_ostream &os) {
  bool valid = true;
  if (names.isArchive())
    os << "class " << lastComponent(names.lookup(op.getSymName()))
       << (op.getIsModule() ? "(ModuleInterface):\n" : "(Interface):\n");
  else
    os << "\n\n@torch.jit.interface\nclass " << names.lookup(op.getSymName())
       << (op.getIsModule() ? "(torch.nn.Module)" : "") << ":\n";
  const char *indent = names.isArchive() ? "  " : "    ";
  llvm::StringRef separator = "";
  bool isEmpty = true;
  for (auto signature : op.getBody().getOps<ts::SignatureOp>()) {
    auto type = llvm::cast<mlir::FunctionType>(signature.getType());
    mlir::func::FuncOp function =
        getImplementation(op, signature.getName(), names);
    if (type.getNumResults() > 1 || !isIdentifier(signature.getName())) {
      valid = refuse(signature, "signature '" + signature.getName() + "'");
      continue;
    }
    NameScope locals(NameScope::Local);
    std::string header = locals.choose("self"), comment;
    bool inKeywords = false;
    auto isKnown = [&](mlir::Type part) {
      return names.isArchive() || names.isDeclared(part);
    };
    bool isOpen = llvm::all_of(type.getInputs(), isKnown);
    auto spell = [&](mlir::Type part) {
      isOpen &= isKnown(part);
      std::optional<std::string> spelling = names.spell(part);
      if (!spelling)
        valid = refuse(signature, "a type in the signature of '" +
                                      signature.getName() + "'");
      return spelling.value_or("Any");
    };
    std::string result = type.getNumResults() ? spell(type.getResult(0))
                         : names.isArchive()  ? "NoneType"
                                              : "None";
    for (auto [i, input] : llvm::enumerate(type.getInputs())) {
      std::string wish =
          function
              ? FunctionExporter::parameterName(function.getArgument(i + 1))
              : "arg" + std::to_string(i + 1);
      std::string spelling = spell(input);
      if (function && isKeywordOnly(function, i + 1) && !inKeywords) {
        header += ", *";
        inKeywords = true;
      }
      header += ", " + locals.choose(wish) + (isOpen ? ": " + spelling : "");
      comment += (i ? ", " : "") + spelling;
    }
    os << separator << indent << "def " << signature.getName() << "(" << header
       << ")" << (isOpen ? " -> " + result : "") << ":\n";
    if (!isOpen)
      os << "        # type: (" << comment << ") -> " << result << '\n';
    os << indent << indent << "pass\n";
    separator = names.isArchive() ? "" : "\n";
    isEmpty = false;
  }
  if (isEmpty)
    os << indent << "pass\n";
  return valid;
}
