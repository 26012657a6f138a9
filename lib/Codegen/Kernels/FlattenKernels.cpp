//===- FlattenKernels.cpp - Compiled kernels into the outer module --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dissolves the nested module of kernels.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFLATTENKERNELS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSFlattenKernels
    : public ts::impl::TSFlattenKernelsBase<TSFlattenKernels> {
  void runOnOperation() override {
    for (StringRef name : {StringRef(kKernelModule),
                           StringRef(kDeviceKernelModule)})
      if (auto kernels = getOperation().lookupSymbol<ModuleOp>(name))
        if (failed(flatten(kernels)))
          return signalPassFailure();
    // MLIR's own passes over kernels have merged constants.
    ts::restoreLocations(getOperation());
  }

private:
  LogicalResult flatten(ModuleOp kernels) {
    ModuleOp module = getOperation();
    for (Operation &op : llvm::make_early_inc_range(*kernels.getBody())) {
      if (!isa<LLVM::LLVMDialect>(op.getDialect())) {
        op.emitError("kernels are not compiled: found '")
            << op.getName() << "'";
        return failure();
      }
      StringAttr name = SymbolTable::getSymbolName(&op);
      if (Operation *other = module.lookupSymbol(name)) {
        auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        if (function && function.isExternal() && isa<LLVM::LLVMFuncOp>(other)) {
          op.erase();
          continue;
        }
        op.emitError("symbol @") << name.getValue() << " exists already";
        return failure();
      }
      op.moveBefore(kernels);
      ++numMoved;
    }
    module.walk([&](tsrt::KernelCallOp call) {
      if (call.getCallee().getRootReference() != kernels.getSymNameAttr() ||
          call.getCallee().getNestedReferences().empty())
        return;
      call.setCalleeAttr(
          FlatSymbolRefAttr::get(call.getCallee().getLeafReference()));
      ++numCalls;
    });
    kernels.erase();
    return success();
  }
};
} // namespace
