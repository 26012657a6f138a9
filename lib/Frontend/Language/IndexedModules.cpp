//===- IndexedModules.cpp - Containers of modules as values -----------------===//
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

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

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
  // An int stands for the name that its digits make: the position in a list.
  bool isPosition = index.type->isInt();
  for (auto [position, key] : llvm::enumerate(keys))
    isPosition =
        isPosition && asConstantString(key.value) == std::to_string(position);
  if (isPosition)
    for (auto [position, key] : llvm::enumerate(keys))
      key = constantInt(range, int64_t(position));
  else if (index.type->isInt())
    index = callOperator(range, "aten::str", {index});
  // Looked up by key: there are no negative positions.
  TypedValue all =
      dictOf(range, keys, modules, getTypes().getDict(index.type, type));
  TypedValue chosen =
      all ? callOperator(range, "aten::__getitem__", {all, index})
          : TypedValue();
  return chosen ? makeValue(chosen) : nullptr;
}
