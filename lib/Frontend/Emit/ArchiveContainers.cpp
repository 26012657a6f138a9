//===- ArchiveContainers.cpp - Module containers at run time --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indexes ModuleList and ModuleDict objects with a value, through an interface.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

Meaning *FunctionEmitter::indexContainer(SourceRange range,
                                         TypedValue container, TypedValue index,
                                         const InterfaceType *type) {
  // The modules in order, seen through the interface, in a list or dict.
  const auto *owner = llvm::cast<ClassType>(container.type);
  llvm::SmallVector<TypedValue> keys, modules;
  for (const ClassAttribute &attribute : owner->getAttributes()) {
    const auto *member = llvm::dyn_cast<ClassType>(attribute.type);
    if (!member || !member->isModule())
      continue;
    std::string why;
    if (!isSubtypeOf(member, type, &why)) {
      error(range, "'" + member->spelling() +
                       "' does not have the interface '" + type->spelling() +
                       "'\n" + why);
      return nullptr;
    }
    mlir::Value module = builder.create<ts::GetAttrOp>(
        loc(range), lower(member), container.value,
        builder.getStringAttr(attribute.name));
    keys.push_back(constantString(range, attribute.name));
    modules.push_back(derefined(range, {module, member}, type));
  }
  if (!index.type->isInt() && !index.type->isString()) {
    error(range,
          "modules are indexed by int or str, not by " + index.spelling());
    return nullptr;
  }
  // Also those of a list are looked up by name (TS-IFACE-007).
  TypedValue key =
      index.type->isInt() ? callOperator(range, "aten::str", {index}) : index;
  TypedValue all = dictOf(range, keys, modules,
                          getTypes().getDict(TypeContext::getString(), type));
  TypedValue known = all ? callOperator(range, "aten::__contains__", {all, key})
                         : TypedValue();
  TypedValue unknown =
      known ? callOperator(range, "aten::__not__", {known}) : TypedValue();
  if (!unknown)
    return nullptr;
  auto check = builder.create<ts::IfOp>(loc(range), mlir::TypeRange(),
                                        unknown.value, /*withElse=*/false);
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(check.getThenBlock());
    TypedValue message = constantString(
        range, owner->spelling() + " does not have a field with name '");
    for (TypedValue part : {key, constantString(range, "'")})
      message = emitOp(range, "aten::add.str", {message, part},
                       TypeContext::getString());
    builder.create<ts::RaiseOp>(loc(range), "RuntimeError", message.value);
  }
  TypedValue chosen = callOperator(range, "aten::__getitem__", {all, key});
  return chosen ? makeValue(chosen) : nullptr;
}
