//===- SPIRVImage.cpp - Kernels as SPIR-V for OpenCL ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenCL's environment: physical addresses of 64 bits, bfloat16 as integers.
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::ts;

/// What kernels may use; what they do not is left out of the image.
static void setEnvironment(gpu::GPUModuleOp code) {
  MLIRContext *context = code.getContext();
  using C = spirv::Capability;
  auto capabilities = spirv::VerCapExtAttr::get(
      spirv::Version::V_1_0,
      {C::Kernel, C::Addresses, C::Int64, C::Int16, C::Int8, C::Float64,
       C::Float16, C::Vector16, C::Linkage},
      ArrayRef<spirv::Extension>{}, context);
  auto environment = spirv::TargetEnvAttr::get(
      capabilities, spirv::getDefaultResourceLimits(context),
      spirv::ClientAPI::OpenCL, spirv::Vendor::Unknown,
      spirv::DeviceType::Unknown, spirv::TargetEnvAttr::kUnknownDeviceID);
  code->setAttr(spirv::getTargetEnvAttrName(), environment);
  for (auto function : code.getOps<gpu::GPUFuncOp>()) {
    ArrayRef<int32_t> block = function.getKnownBlockSize().value_or(
        ArrayRef<int32_t>{1, 1, 1});
    function->setAttr(spirv::getEntryPointABIAttrName(),
                      spirv::getEntryPointABIAttr(context, block));
  }
}

/// The type with i16 for bfloat16.
static Type withoutBFloat16(Type type) {
  auto i16 = IntegerType::get(type.getContext(), 16);
  if (type.isBF16())
    return i16;
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && buffer.getElementType().isBF16()
             ? Type(MemRefType::Builder(buffer).setElementType(i16))
             : type;
}

/// SPIR-V has no bfloat16: what is left of it are bits that are moved.
static LogicalResult replaceBFloat16(gpu::GPUFuncOp function) {
  auto isShort = [](Value value) { return value.getType().isBF16(); };
  SmallVector<Operation *> casts;
  WalkResult result = function.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setType(withoutBFloat16(argument.getType()));
    if (isa<arith::BitcastOp>(op)) {
      casts.push_back(op);
    } else if (llvm::any_of(op->getOperands(), isShort) &&
               isa<arith::ArithDialect>(op->getDialect()) &&
               !isa<arith::SelectOp>(op)) {
      op->emitOpError("on bf16 has no form in SPIR-V");
      return WalkResult::interrupt();
    }
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (constant && constant.getType().isBF16()) {
      APInt bits = cast<FloatAttr>(constant.getValue())
                       .getValue()
                       .bitcastToAPInt();
      constant.setValueAttr(IntegerAttr::get(
          IntegerType::get(op->getContext(), 16), bits));
    }
    for (Value value : op->getResults())
      value.setType(withoutBFloat16(value.getType()));
    return WalkResult::advance();
  });
  for (Operation *cast : casts)
    if (cast->getOperand(0).getType() == cast->getResult(0).getType()) {
      cast->replaceAllUsesWith(cast->getOperands());
      cast->erase();
    }
  function.setFunctionType(FunctionType::get(
      function.getContext(), function.getBody().front().getArgumentTypes(),
      TypeRange()));
  return failure(result.wasInterrupted());
}

/// What OpenCL has and MLIR's conversion does not know, in terms of others.
static void replaceTruncations(gpu::GPUFuncOp function) {
  function.walk([](math::TruncOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value size = b.create<math::AbsFOp>(op.getOperand());
    Value whole = b.create<math::FloorOp>(size);
    Value made = b.create<math::CopySignOp>(whole, op.getOperand());
    op.replaceAllUsesWith(made);
    op.erase();
  });
}

/// MLIR's conversion leaves the results of a loop without turns undefined: they
/// are chosen anew behind it.
static void defineResults(gpu::GPUFuncOp function) {
  function.walk([](scf::ForOp loop) {
    std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound()),
                           end = getConstantIntValue(loop.getUpperBound());
    if (loop.getNumResults() == 0 || (begin && end && *begin < *end))
      return;
    ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
    b.setInsertionPointAfter(loop);
    Value turns =
        b.create<arith::CmpIOp>(arith::CmpIPredicate::slt,
                                loop.getLowerBound(), loop.getUpperBound());
    for (auto [result, init] :
         llvm::zip(loop.getResults(), loop.getInitArgs())) {
      auto chosen = b.create<arith::SelectOp>(turns, result, init);
      result.replaceAllUsesExcept(chosen, chosen);
    }
  });
}

/// Arithmetic on truth values, which SPIR-V does not count among integers.
static void replaceTruthArithmetic(gpu::GPUFuncOp function) {
  function.walk([](Operation *op) {
    if (op->getNumResults() != 1 || op->getNumOperands() != 2 ||
        !op->getResult(0).getType().isInteger(1))
      return;
    OpBuilder b(op);
    Value x = op->getOperand(0), y = op->getOperand(1), made;
    // As a signed number, true is less than false.
    if (isa<arith::AddIOp, arith::SubIOp>(op))
      made = b.create<arith::XOrIOp>(op->getLoc(), x, y);
    else if (isa<arith::MulIOp, arith::MinUIOp, arith::MaxSIOp>(op))
      made = b.create<arith::AndIOp>(op->getLoc(), x, y);
    else if (isa<arith::MaxUIOp, arith::MinSIOp>(op))
      made = b.create<arith::OrIOp>(op->getLoc(), x, y);
    if (!made)
      return;
    op->getResult(0).replaceAllUsesWith(made);
    op->erase();
  });
}

/// Gives memory that a block shares the name of its kernel, a dot and a number:
/// Oclgrind knows whose it is by that.
static void nameSharedMemory(spirv::ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<spirv::FuncOp>()) {
    unsigned number = 0;
    function.walk([&](spirv::AddressOfOp address) {
      auto variable =
          symbols.lookup<spirv::GlobalVariableOp>(address.getVariable());
      std::string prefix = (function.getName() + ".").str();
      if (!variable || variable.storageClass() != spirv::StorageClass::Workgroup ||
          variable.getSymName().starts_with(prefix))
        return;
      (void)symbols.rename(variable, prefix + std::to_string(number++));
    });
  }
}

FailureOr<std::string> ts::makeSPIRV(ModuleOp module, gpu::GPUModuleOp code,
                                     RunPipelineFn run) {
  setEnvironment(code);
  for (auto function : code.getOps<gpu::GPUFuncOp>()) {
    if (failed(expandTotals(function, /*hasExchanges=*/false)) ||
        failed(replaceBFloat16(function)))
      return failure();
    replaceTruncations(function);
    replaceTruthArithmetic(function);
    defineResults(function);
  }
  OpPassManager pipeline(ModuleOp::getOperationName());
  OpPassManager &inner = pipeline.nest<gpu::GPUModuleOp>();
  inner.addPass(createLowerAffinePass());
  inner.addPass(arith::createArithExpandOpsPass());
  inner.addPass(createCanonicalizerPass());
  inner.addPass(createCSEPass());
  inner.addPass(createConvertMathToSPIRVPass());
  std::unique_ptr<Pass> convert = createConvertGPUToSPIRVPass();
  if (failed(convert->initializeOptions("use-64bit-index=true",
                                        [&](const Twine &message) {
                                          return module.emitError(message);
                                        })))
    return failure();
  pipeline.addPass(std::move(convert));
  // The conversion leaves the SPIR-V inside of the gpu.module.
  OpPassManager &made =
      pipeline.nest<gpu::GPUModuleOp>().nest<spirv::ModuleOp>();
  made.addPass(spirv::createSPIRVLowerABIAttributesPass());
  made.addPass(spirv::createSPIRVUpdateVCEPass());
  if (failed(run(pipeline, module)))
    return failure();
  spirv::ModuleOp converted;
  module.walk([&](spirv::ModuleOp op) { converted = op; });
  SmallVector<uint32_t> words;
  if (converted)
    nameSharedMemory(converted);
  if (!converted || failed(spirv::serialize(converted, words)))
    return failure();
  return std::string(reinterpret_cast<const char *>(words.data()),
                     words.size() * sizeof(uint32_t));
}
