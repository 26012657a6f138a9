//===- ModuleClasses.cpp - Export of the classes of modules ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Class statements below nn.Module: annotations give attributes their types,
// values come from a state file. See docs/rationale.
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "FunctionExporter.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// Members every nn.Module has, with these types.
static bool isInherited(llvm::StringRef name) {
  return name == "training" || name == "_is_full_backward_hook";
}

/// Whether readers find out the type from the value: a submodule's is its
/// class, and an annotation cannot say NoneType.
static bool isInferred(mlir::Type type, const ModuleNames &names) {
  return names.isModule(type) || llvm::isa<ts::TSNoneType>(type);
}

/// `name: T`, or `name: Final[T] = value`.
static bool writeAttribute(ts::AttrOp op, const ModuleNames &names,
                           llvm::raw_ostream &os) {
  llvm::StringRef name = op.getName();
  mlir::Type type = op.getType();
  bool isConstant = op.getKind() == ts::FieldKind::Constant;
  if (isInherited(name) || (!isConstant && isInferred(type, names)))
    return true;
  if (!isIdentifier(name)) {
    if (!isConstant && llvm::isa<ts::TSTensorType>(type))
      return true;
    return refuse(op, "attribute '" + name +
                          "', which is no identifier and has a type that its "
                          "value does not tell");
  }
  std::optional<std::string> spelling = names.spell(type);
  if (!spelling)
    return refuse(op, "the type of attribute '" + name + "'");
  if (!isConstant) {
    os << "    " << name << ": " << *spelling << '\n';
    return true;
  }
  std::optional<std::string> value =
      op.getInit() ? constantText(names, *op.getInit()) : std::nullopt;
  if (!value)
    return refuse(op, "the value of constant '" + name + "'");
  os << "    " << name << ": Final[" << *spelling << "] = " << *value << '\n';
  return true;
}

bool torchscript::writeModuleClass(ts::ClassOp op, ModuleNames &names,
                                   llvm::raw_ostream &os) {
  bool valid = true;
  std::string attributes, methods;
  llvm::raw_string_ostream attributeStream(attributes);
  for (auto attribute : op.getBody().getOps<ts::AttrOp>())
    valid &= writeAttribute(attribute, names, attributeStream);

  for (const auto &[value, name] : names.getTensorConstants(op.getSymName()))
    attributeStream << "    " << name << ": Tensor\n";

  ContainerKind container = names.getContainerKind(op.getSymName());
  auto write = [&](mlir::func::FuncOp function, bool isExported) {
    std::optional<std::string> body = exportFunction(names, function);
    valid &= body.has_value();
    if (!body)
      return;
    methods += isExported ? "\n    @torch.jit.export\n" : "\n";
    methods += *body;
  };
  for (auto method : op.getBody().getOps<ts::MethodOp>()) {
    const MethodName *name = names.lookupMethod(method.getFunction());
    mlir::func::FuncOp function = names.lookupFunction(method.getFunction());
    if (!name || !isIdentifier(name->name) || !function ||
        name->owner != op.getSymName()) {
      valid = refuse(method, "method '" + method.getName() + "'");
      continue;
    }
    // Containers have these by themselves.
    if (container != ContainerKind::None &&
        (name->name == "__len__" || name->name == "__contains__"))
      continue;
    write(function, name->kind == MethodName::Plain && name->name != "forward");
  }
  for (mlir::func::FuncOp function :
       names.getUndeclaredMethods(op.getSymName()))
    write(function, /*isExported=*/false);

  names.declare(op.getSymName());
  os << "\n\nclass " << names.lookup(op.getSymName()) << "(torch.nn."
     << (container == ContainerKind::List   ? "ModuleList"
         : container == ContainerKind::Dict ? "ModuleDict"
                                            : "Module")
     << "):\n"
     << attributes;
  if (attributes.empty())
    methods.erase(0, 1);
  os << methods;
  if (attributes.empty() && methods.empty())
    os << "    pass\n";
  return valid;
}
