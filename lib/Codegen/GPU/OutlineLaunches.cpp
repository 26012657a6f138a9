//===- OutlineLaunches.cpp - Launches become kernels of a gpu.module ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All launches of a program are functions of one gpu.module; those that compute
// the same are one function.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Utils.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSOUTLINELAUNCHES
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSOutlineLaunches
    : public ts::impl::TSOutlineLaunchesBase<TSOutlineLaunches> {
  void runOnOperation() override;

private:
  gpu::GPUModuleOp code;
  /// The functions by what they compute.
  llvm::StringMap<gpu::GPUFuncOp> functions;

  LogicalResult outline(gpu::LaunchOp launch);
  gpu::GPUModuleOp getCode();
};
} // namespace

gpu::GPUModuleOp TSOutlineLaunches::getCode() {
  if (!code) {
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    code = builder.create<gpu::GPUModuleOp>(getOperation().getLoc(),
                                            kDeviceCode);
  }
  return code;
}

/// The text of a function but its name and places.
static std::string print(gpu::GPUFuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  StringAttr name = function.getNameAttr();
  function.setName("kernel");
  function.print(os, OpPrintingFlags().useLocalScope());
  function.setName(name);
  return text;
}

LogicalResult TSOutlineLaunches::outline(gpu::LaunchOp launch) {
  // Constants are known in the function; all else that is defined outside
  // becomes an argument.
  if (failed(sinkOperationsIntoLaunchOp(launch, [](Operation *op) {
        return isa<arith::ConstantOp>(op);
      })))
    return failure();
  auto kernel = launch->getParentOfType<func::FuncOp>();
  SmallVector<Value> operands;
  std::string name =
      (kernel.getName() + "_" + Twine(functions.size())).str();
  gpu::GPUFuncOp function = outlineKernelFunc(launch, name, operands);
  function->setLoc(launch.getLoc());
  // Grids of other sizes run the same code.
  function.removeKnownGridSizeAttr();
  auto [known, isNew] = functions.try_emplace(print(function), function);
  if (isNew) {
    SymbolTable(getCode()).insert(function);
    ++numFunctions;
  } else {
    function.erase();
    function = known->second;
  }
  OpBuilder builder(launch);
  builder.create<gpu::LaunchFuncOp>(
      launch.getLoc(), function, launch.getGridSizeOperandValues(),
      launch.getBlockSizeOperandValues(), /*dynamicSharedMemorySize=*/Value(),
      operands);
  launch.erase();
  ++numLaunches;
  return success();
}

void TSOutlineLaunches::runOnOperation() {
  ModuleOp module = getOperation();
  code = module.lookupSymbol<gpu::GPUModuleOp>(kDeviceCode);
  functions.clear();
  SmallVector<gpu::LaunchOp> launches;
  module.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
  for (gpu::LaunchOp launch : launches)
    if (failed(outline(launch)))
      return signalPassFailure();
  if (code)
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(&getContext()));
}
