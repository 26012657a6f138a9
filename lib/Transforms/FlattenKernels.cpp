//===- FlattenKernels.cpp - Compiled kernels into the outer module --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dissolves the nested module of kernels, and keeps the names of the program's
// functions apart from what comes together there.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Conversion/SymbolNames.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFLATTENKERNELS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// Puts the names of the program's functions into a space of their own: beside
/// them stand soon those of the mathematical library, of the runtime and of
/// LLVM itself, and a program may use any of these names.
static void renameFunctions(ModuleOp module) {
  llvm::DenseMap<StringAttr, StringAttr> names;
  for (auto function : module.getOps<func::FuncOp>()) {
    StringAttr name = function.getSymNameAttr();
    if (function.isExternal() || name == kInitObjectsSymbol ||
        name == kReleaseObjectsSymbol)
      continue;
    names[name] =
        StringAttr::get(module.getContext(), kProgramPrefix + name.getValue());
  }
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
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/false);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (StringAttr name = names.lookup(function.getSymNameAttr()))
      function.setSymNameAttr(name);
    if (auto variants = function->getAttrOfType<ArrayAttr>(kVariantsAttr)) {
      SmallVector<Attribute> renamed;
      for (auto name : variants.getAsRange<StringAttr>())
        renamed.push_back(names.lookup(name) ? names.lookup(name) : name);
      function->setAttr(kVariantsAttr,
                        ArrayAttr::get(module.getContext(), renamed));
    }
  }
}

namespace {
struct TSFlattenKernels
    : public ts::impl::TSFlattenKernelsBase<TSFlattenKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    renameFunctions(module);
    auto kernels = module.lookupSymbol<ModuleOp>(kKernelModule);
    if (!kernels)
      return;
    for (Operation &op : llvm::make_early_inc_range(*kernels.getBody())) {
      if (!isa<LLVM::LLVMDialect>(op.getDialect())) {
        op.emitError("kernels are not compiled: found '")
            << op.getName() << "'";
        return signalPassFailure();
      }
      StringAttr name = SymbolTable::getSymbolName(&op);
      if (Operation *other = module.lookupSymbol(name)) {
        auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        if (function && function.isExternal() && isa<LLVM::LLVMFuncOp>(other)) {
          op.erase();
          continue;
        }
        op.emitError("symbol @") << name.getValue() << " exists already";
        return signalPassFailure();
      }
      op.moveBefore(kernels);
      ++numMoved;
    }
    module.walk([&](tsrt::KernelCallOp call) {
      if (call.getCallee().getRootReference() != kKernelModule)
        return;
      call.setCalleeAttr(
          FlatSymbolRefAttr::get(call.getCallee().getLeafReference()));
      ++numCalls;
    });
    kernels.erase();
    // MLIR's own passes over kernels have merged constants.
    ts::restoreLocations(module);
  }
};
} // namespace
