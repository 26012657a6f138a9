//===- SerializeKernels.cpp - Device code as bytes ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One image per target of the program.
//
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "ProgramGlobals.h"
#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSERIALIZEKERNELS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSSerializeKernels
    : public ts::impl::TSSerializeKernelsBase<TSSerializeKernels> {
  void getDependentDialects(DialectRegistry &registry) const override {
    TSSerializeKernelsBase::getDependentDialects(registry);
    registry.insert<NVVM::NVVMDialect, ROCDL::ROCDLDialect,
                    spirv::SPIRVDialect, index::IndexDialect,
                    cf::ControlFlowDialect>();
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
    registerROCDLDialectTranslation(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto code = module.lookupSymbol<gpu::GPUModuleOp>(kDeviceCode);
    if (!code)
      return;
    std::vector<DeviceTarget> targets = getDeviceTargets(module);
    if (targets.empty()) {
      module.emitError("device code has no target: run ts-set-device first");
      return signalPassFailure();
    }
    SmallVector<ImageDescription> images;
    for (const DeviceTarget &target : targets) {
      FailureOr<std::string> bytes = makeImage(code, target);
      if (failed(bytes))
        return signalPassFailure();
      images.push_back({target, std::move(*bytes)});
      ++numImages;
      numBytes += images.back().bytes.size();
    }
    code.erase();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
    addImages(module, images);
  }

private:
  FailureOr<std::string> makeImage(gpu::GPUModuleOp code,
                                   const DeviceTarget &target) {
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto alone = builder.create<ModuleOp>(code.getLoc());
    builder.setInsertionPointToEnd(alone.getBody());
    auto copy = cast<gpu::GPUModuleOp>(builder.clone(*code));
    auto run = [&](OpPassManager &pipeline, Operation *op) {
      return runPipeline(pipeline, op);
    };
    FailureOr<std::string> bytes =
        target.kind == DeviceKind::SPIRV
            ? makeSPIRV(alone, copy, run)
            : makeMachineCode(alone, copy, target, run);
    alone.erase();
    return bytes;
  }
};
} // namespace
