//===- LiftedState.cpp - Tensors of an object by path ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftedState.h"

using namespace mlir;
using namespace mlir::ts;

LiftedState::LiftedState(ModuleOp module, ObjectOp root) {
  collect(module, root, "");
}

const LiftedState::Tensor *LiftedState::findConstant(Attribute value) const {
  auto it = constants.find(value);
  return it == constants.end() ? nullptr : &it->second;
}

void LiftedState::collect(ModuleOp module, ObjectOp object,
                          const std::string &prefix) {
  // A module that is reached twice has the names of its first path.
  if (!visited.insert(object).second)
    return;
  auto declaration =
      module.lookupSymbol<ClassOp>(object.getObjectType().getSymbol());
  if (!declaration)
    return;
  auto attributes = declaration.getBody().getOps<AttrOp>();
  auto unsaved = object->getAttrOfType<ArrayAttr>("ts.not_persistent");
  for (AttrOp attribute : attributes) {
    Attribute value = object.getFields().get(attribute.getNameAttr());
    std::string path = prefix + attribute.getName().str();
    auto tensor = dyn_cast_or_null<TensorRefAttr>(value);
    if (tensor && attribute.getKind() == FieldKind::Parameter)
      parameters.insert({tensor, {GraphInputKind::Parameter, path, true}});
    else if (tensor && attribute.getKind() == FieldKind::Buffer)
      buffers.insert(
          {tensor,
           {GraphInputKind::Buffer, path,
            !unsaved || !llvm::is_contained(unsaved, attribute.getNameAttr())}});
    else if (isa_and_nonnull<TensorRefAttr, ElementsAttr>(value))
      constants.insert({value, {GraphInputKind::Constant, path, true}});
  }
  for (AttrOp attribute : attributes)
    if (auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(
            object.getFields().get(attribute.getNameAttr())))
      if (auto inner = module.lookupSymbol<ObjectOp>(symbol))
        collect(module, inner, prefix + attribute.getName().str() + ".");
}
