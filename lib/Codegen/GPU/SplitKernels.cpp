//===- SplitKernels.cpp - Kernels for devices and for the processor -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is for devices when all that it computes has a form there. What has
// none names the operation.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Codegen/Passes.h"
#include "DeviceForms.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSPLITKERNELS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSSplitKernels : public ts::impl::TSSplitKernelsBase<TSSplitKernels> {
  void runOnOperation() override;

private:
  /// The calls of each kernel, by its name.
  llvm::StringMap<SmallVector<tsrt::KernelCallOp>> calls;

  ModuleOp getDeviceModule(ModuleOp kernels);
  void move(func::FuncOp kernel, ModuleOp device);
};
} // namespace

/// Why the operation cannot run on the targets; empty when it can.
static std::string findObstacle(Operation *op,
                                ArrayRef<DeviceTarget> targets) {
  std::string name = op->getName().getStringRef().str();
  for (TypeRange types : {TypeRange(op->getOperandTypes()),
                          TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!isDeviceType(mlir::getElementTypeOrSelf(type))) {
        std::string text = "numbers of ";
        llvm::raw_string_ostream(text) << mlir::getElementTypeOrSelf(type);
        return text;
      }
  if (auto call = dyn_cast<tsrt::LibraryCallOp>(op))
    return "calls " + call.getFunction().str();
  if (auto call = dyn_cast<tsrt::MathCallOp>(op))
    return "calls " + call.getFunction().str();
  if (isa<math::MathDialect>(op->getDialect()))
    return hasDeviceForm(op, targets) ? "" : describeMath(op);
  if (isa<linalg::LinalgOp, linalg::YieldOp, linalg::IndexOp>(op) ||
      isa<arith::ArithDialect, tensor::TensorDialect, scf::SCFDialect,
          memref::MemRefDialect, affine::AffineDialect>(op->getDialect()) ||
      isa<bufferization::ToTensorOp,
          bufferization::MaterializeInDestinationOp, func::ReturnOp>(op))
    return "";
  return name;
}

/// Why a kernel stays on the processor, with the operation; empty when it need
/// not.
static std::pair<std::string, Operation *>
findObstacle(func::FuncOp kernel, ArrayRef<DeviceTarget> targets) {
  std::pair<std::string, Operation *> found;
  kernel.getBody().walk([&](Operation *op) {
    found = {findObstacle(op, targets), op};
    return found.first.empty() ? WalkResult::advance()
                               : WalkResult::interrupt();
  });
  return found;
}

ModuleOp TSSplitKernels::getDeviceModule(ModuleOp kernels) {
  auto device = getOperation().lookupSymbol<ModuleOp>(kDeviceKernelModule);
  if (device)
    return device;
  OpBuilder builder(kernels->getContext());
  builder.setInsertionPointAfter(kernels);
  return builder.create<ModuleOp>(kernels.getLoc(),
                                  StringRef(kDeviceKernelModule));
}

void TSSplitKernels::move(func::FuncOp kernel, ModuleOp device) {
  // Numbers are passed in memory of the host, and so are sizes, which come
  // behind all inputs and outputs.
  Builder builder(&getContext());
  tsrt::KernelCallOp call = calls[kernel.getName()].front();
  unsigned numInputs = call.getInputs().size();
  unsigned numOutputs = call.getDestinations().size() + call.getNumResults();
  SmallVector<Type> outputs(call.getResultTypes());
  auto isNumber = [&](unsigned index) {
    if (index < numInputs)
      return !isa<TSTensorType>(call.getInputs()[index].getType());
    return index >= numInputs + numOutputs;
  };
  ArrayRef<int64_t> into = call.getPositions();
  unsigned result = 0;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    bool isHost = isNumber(i);
    if (i >= numInputs && i < numInputs + numOutputs &&
        !llvm::is_contained(into, int64_t(i - numInputs)))
      isHost = !isa<TSTensorType>(outputs[result++]);
    if (isHost)
      kernel.setArgAttr(i, kHostMemoryAttr, builder.getUnitAttr());
  }
  for (tsrt::KernelCallOp each : calls[kernel.getName()])
    each.setCalleeAttr(SymbolRefAttr::get(
        &getContext(), kDeviceKernelModule,
        FlatSymbolRefAttr::get(kernel.getSymNameAttr())));
  if (auto sizes = kernel->getAttrOfType<FlatSymbolRefAttr>(kSizesAttr)) {
    auto function =
        SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(kernel, sizes);
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.setArgAttr(i, kHostMemoryAttr, builder.getUnitAttr());
    function->moveBefore(device.getBody(), device.getBody()->end());
  }
  kernel->moveBefore(device.getBody(), device.getBody()->end());
  ++numMoved;
}

void TSSplitKernels::runOnOperation() {
  ModuleOp module = getOperation();
  std::vector<DeviceTarget> targets = getDeviceTargets(module);
  auto kernels = module.lookupSymbol<ModuleOp>(kKernelModule);
  if (!kernels || targets.empty())
    return;
  calls.clear();
  module.walk([&](tsrt::KernelCallOp call) {
    if (call.getCallee().getRootReference() == kKernelModule)
      calls[call.getCallee().getLeafReference()].push_back(call);
  });
  for (auto kernel : llvm::to_vector(kernels.getOps<func::FuncOp>())) {
    if (!calls.count(kernel.getName()))
      continue;
    auto [reason, op] = findObstacle(kernel, targets);
    if (reason.empty()) {
      move(kernel, getDeviceModule(kernels));
      continue;
    }
    kernel->setAttr(kHostReasonAttr, StringAttr::get(&getContext(), reason));
    kernel->setLoc(op->getLoc());
    ++numLeft;
  }
}
