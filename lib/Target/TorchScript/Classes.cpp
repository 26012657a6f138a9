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

static bool refuse(mlir::Operation *op, const llvm::Twine &what) {
  op->emitError() << "cannot be written as TorchScript text: " << what;
  return false;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

bool torchscript::writeClass(ts::ClassOp op, ModuleNames &names,
                             llvm::raw_ostream &os) {
  if (op.getIsModule())
    return refuse(op, "module class '" + op.getSymName() +
                          "', whose objects hold values from outside");
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
    std::optional<std::string> body = FunctionExporter(names, function).run();
    valid &= body.has_value();
    if (body)
      text += "\n" + *body;
  }
  names.declare(op.getSymName());
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
static mlir::func::FuncOp getImplementation(ts::ClassOp op,
                                            ts::SignatureOp signature,
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
static ts::ClassOp getImplementation(ts::InterfaceOp op,
                                     const ModuleNames &names) {
  for (auto candidate :
       op->getParentOfType<mlir::ModuleOp>().getOps<ts::ClassOp>())
    if (candidate.getIsModule() == op.getIsModule() &&
        llvm::all_of(op.getBody().getOps<ts::SignatureOp>(), [&](auto s) {
          return bool(getImplementation(candidate, s, names));
        }))
      return candidate;
  return {};
}

bool torchscript::writeInterface(ts::InterfaceOp op, const ModuleNames &names,
                                 llvm::raw_ostream &os) {
  ts::ClassOp model = getImplementation(op, names);
  bool valid = true;
  os << "\n\n@torch.jit.interface\nclass " << names.lookup(op.getSymName())
     << (op.getIsModule() ? "(torch.nn.Module)" : "") << ":\n";
  llvm::StringRef separator = "";
  for (auto signature : op.getBody().getOps<ts::SignatureOp>()) {
    auto type = llvm::cast<mlir::FunctionType>(signature.getType());
    mlir::func::FuncOp function =
        model ? getImplementation(model, signature, names)
              : mlir::func::FuncOp();
    if (type.getNumResults() > 1 || !isIdentifier(signature.getName())) {
      valid = refuse(signature, "signature '" + signature.getName() + "'");
      continue;
    }
    // As in the methods: the names are chosen in the same order.
    NameScope locals(&names.getScope());
    std::string header = locals.choose("self"), comment;
    bool isOpen = llvm::all_of(
        type.getInputs(), [&](auto input) { return names.isDeclared(input); });
    auto spell = [&](mlir::Type part) {
      isOpen &= names.isDeclared(part);
      std::optional<std::string> spelling = names.spell(part);
      if (!spelling)
        valid = refuse(signature, "a type in the signature of '" +
                                      signature.getName() + "'");
      return spelling.value_or("Any");
    };
    std::string result =
        type.getNumResults() ? spell(type.getResult(0)) : "None";
    for (auto [i, input] : llvm::enumerate(type.getInputs())) {
      std::string wish =
          function
              ? FunctionExporter::parameterName(function.getArgument(i + 1))
              : "arg" + std::to_string(i + 1);
      std::string spelling = spell(input);
      header += ", " + locals.choose(wish) + (isOpen ? ": " + spelling : "");
      comment += (i ? ", " : "") + spelling;
    }
    os << separator << "    def " << signature.getName() << "(" << header << ")"
       << (isOpen ? " -> " + result : "") << ":\n";
    if (!isOpen)
      os << "        # type: (" << comment << ") -> " << result << '\n';
    os << "        pass\n";
    separator = "\n";
  }
  if (separator.empty())
    os << "    pass\n";
  return valid;
}
