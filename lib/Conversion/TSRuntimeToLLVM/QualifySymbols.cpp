//===- QualifySymbols.cpp - Names of a program's functions ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the functions of a program apart from those of libraries by name.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TSRuntime/IR/SymbolNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSQUALIFYSYMBOLS
#include "TorchScript/Conversion/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// The names that functions with a body get. Those the host calls by a fixed
/// name keep it.
static llvm::DenseMap<StringAttr, StringAttr> chooseNames(ModuleOp module) {
  llvm::DenseMap<StringAttr, StringAttr> names;
  for (auto function : module.getOps<func::FuncOp>()) {
    StringAttr name = function.getSymNameAttr();
    if (function.isExternal() || name == kInitObjectsSymbol ||
        name == kReleaseObjectsSymbol)
      continue;
    names[name] =
        StringAttr::get(module.getContext(), kProgramPrefix + name.getValue());
  }
  return names;
}

namespace {
struct QualifySymbols : public ts::impl::TSQualifySymbolsBase<QualifySymbols> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::DenseMap<StringAttr, StringAttr> names = chooseNames(module);
    renameReferences(module, names);
    for (auto function : module.getOps<func::FuncOp>())
      renameFunction(function, names);
    numRenamed += names.size();
  }

private:
  using Names = llvm::DenseMap<StringAttr, StringAttr>;

  static void renameReferences(ModuleOp module, const Names &names) {
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [&](FlatSymbolRefAttr reference) -> std::optional<Attribute> {
          StringAttr name = names.lookup(reference.getAttr());
          if (!name)
            return std::nullopt;
          return FlatSymbolRefAttr::get(name);
        });
    // What @kernels::@k names is no function of the program.
    replacer.addReplacement(
        [](SymbolRefAttr reference)
            -> std::optional<std::pair<Attribute, WalkResult>> {
          if (reference.getNestedReferences().empty())
            return std::nullopt;
          return std::make_pair(Attribute(reference), WalkResult::skip());
        });
    // Kernels have symbols of their own.
    for (Operation &op : *module.getBody())
      if (!isa<ModuleOp>(op))
        replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true,
                                              /*replaceLocs=*/false,
                                              /*replaceTypes=*/false);
  }

  static void renameFunction(func::FuncOp function, const Names &names) {
    if (StringAttr name = names.lookup(function.getSymNameAttr()))
      function.setSymNameAttr(name);
    auto variants = function->getAttrOfType<ArrayAttr>(kVariantsAttr);
    if (!variants)
      return;
    SmallVector<Attribute> renamed;
    for (auto name : variants.getAsRange<StringAttr>()) {
      StringAttr found = names.lookup(name);
      renamed.push_back(found ? found : name);
    }
    function->setAttr(kVariantsAttr,
                      ArrayAttr::get(function.getContext(), renamed));
  }
};
} // namespace
