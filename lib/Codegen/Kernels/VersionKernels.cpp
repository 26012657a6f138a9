//===- VersionKernels.cpp - Kernels for several processors ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that names several levels of its processor has each kernel, and the
// loops that kernels call, once for each of them.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/CpuLevels.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSVERSIONKERNELS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSVersionKernels
    : public ts::impl::TSVersionKernelsBase<TSVersionKernels> {
  void runOnOperation() override;

private:
  /// Adds the functions for one level above the lowest.
  void addVersion(ArrayRef<func::FuncOp> functions, StringAttr level);
};
} // namespace

/// The levels of the program that the kernels belong to, which must be names in
/// ascending order; none for a program that runs here.
static FailureOr<SmallVector<StringAttr>> getLevels(ModuleOp kernels) {
  ArrayAttr cpus;
  for (Operation *op = kernels; op && !cpus; op = op->getParentOp())
    cpus = op->getAttrOfType<ArrayAttr>(kCpusAttr);
  SmallVector<StringAttr> levels;
  for (Attribute cpu : cpus ? cpus.getValue() : ArrayRef<Attribute>()) {
    auto name = dyn_cast<StringAttr>(cpu);
    unsigned level = name ? getCpuLevel(name.getValue()) : 0;
    if (level == 0 ||
        (!levels.empty() && level <= getCpuLevel(levels.back().getValue())))
      return kernels.emitError("'")
             << kCpusAttr
             << "' lists x86-64, x86-64-v2, x86-64-v3 and x86-64-v4 or some of "
                "them, lowest first; found "
             << cpu;
    levels.push_back(name);
  }
  return levels;
}

/// The functions that are compiled for each level: all but those that compute
/// sizes.
static SmallVector<func::FuncOp> collect(ModuleOp kernels) {
  llvm::DenseSet<StringAttr> sizes;
  for (auto function : kernels.getOps<func::FuncOp>())
    if (auto name = function->getAttrOfType<FlatSymbolRefAttr>(kSizesAttr))
      sizes.insert(name.getAttr());
  SmallVector<func::FuncOp> functions;
  for (auto function : kernels.getOps<func::FuncOp>())
    if (!function.isExternal() && !sizes.contains(function.getSymNameAttr()))
      functions.push_back(function);
  return functions;
}

/// The name of a function for a level.
static StringAttr nameVersion(StringAttr function, StringAttr level) {
  return StringAttr::get(function.getContext(),
                         function.getValue() + "$" + level.getValue());
}

void TSVersionKernels::addVersion(ArrayRef<func::FuncOp> functions,
                                  StringAttr level) {
  Builder builder(&getContext());
  llvm::DenseSet<StringAttr> names;
  for (func::FuncOp function : functions)
    names.insert(function.getSymNameAttr());
  for (func::FuncOp function : functions) {
    func::FuncOp version = function.clone();
    function->getBlock()->push_back(version);
    version.setSymNameAttr(nameVersion(function.getSymNameAttr(), level));
    version->removeAttr(kSizesAttr);
    version->removeAttr(kCpuVersionsAttr);
    version->setAttr(kCpuAttr, level);
    SmallVector<Attribute> passthrough;
    if (auto before = function->getAttrOfType<ArrayAttr>("passthrough"))
      llvm::append_range(passthrough, before);
    passthrough.push_back(
        builder.getStrArrayAttr({"target-cpu", level.getValue()}));
    version->setAttr("passthrough", builder.getArrayAttr(passthrough));
    version.walk([&](tsrt::LibraryCallOp call) {
      StringAttr callee = call.getFunctionAttr();
      if (names.contains(callee))
        call.setFunctionAttr(nameVersion(callee, level));
    });
    version.walk([&](func::CallOp call) {
      StringAttr callee = call.getCalleeAttr().getAttr();
      if (names.contains(callee))
        call.setCalleeAttr(FlatSymbolRefAttr::get(nameVersion(callee, level)));
    });
    ++numVersions;
  }
}

void TSVersionKernels::runOnOperation() {
  ModuleOp kernels = getOperation();
  FailureOr<SmallVector<StringAttr>> levels = getLevels(kernels);
  if (failed(levels))
    return signalPassFailure();
  if (levels->size() < 2)
    return;
  SmallVector<func::FuncOp> functions = collect(kernels);
  for (StringAttr level : llvm::drop_begin(*levels))
    addVersion(functions, level);
  for (func::FuncOp function : functions) {
    function->setAttr(kCpuAttr, levels->front());
    if (function.isPrivate())
      continue;
    SmallVector<Attribute> versions;
    for (StringAttr level : llvm::drop_begin(*levels))
      versions.push_back(nameVersion(function.getSymNameAttr(), level));
    function->setAttr(kCpuVersionsAttr,
                      ArrayAttr::get(&getContext(), versions));
  }
}
