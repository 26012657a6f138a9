//===- LowerLaunches.cpp - Host code of kernels calls the runtime ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch hands the runtime the addresses of its arguments; an element that
// the host wants to know is copied there.
//
//===----------------------------------------------------------------------===//

#include "FlatKernels.h"
#include "HostMemory.h"
#include "LaunchBuilder.h"
#include "ProgramGlobals.h"
#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSLOWERLAUNCHES
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct Kernel {
  int64_t index;
  SmallVector<FlatArgument> arguments;
};

/// Lowers the launches of one function.
class HostLowering {
public:
  HostLowering(func::FuncOp function, const llvm::StringMap<Kernel> &kernels);

  void lower(gpu::LaunchFuncOp launch);
  void lower(memref::LoadOp load);

private:
  Value number(int64_t value) {
    return b.create<LLVM::ConstantOp>(b.getI64Type(),
                                      b.getI64IntegerAttr(value));
  }
  Value slot(Value array, int64_t index, Type type) {
    return b.create<LLVM::GEPOp>(
        pointer, type, array,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(index))});
  }
  Value toWord(Value index) {
    return b.create<arith::IndexCastOp>(b.getI64Type(), index);
  }
  /// The address that the buffer's offset and strides count from.
  Value getBase(memref::ExtractStridedMetadataOp buffer) {
    return b.create<memref::ExtractAlignedPointerAsIndexOp>(
        buffer.getBaseBuffer());
  }
  /// The address of the element that the indices name.
  Value getAddress(memref::ExtractStridedMetadataOp buffer, ValueRange indices);
  Value getArgument(gpu::LaunchFuncOp launch, const FlatArgument &argument,
                    llvm::DenseMap<unsigned, memref::ExtractStridedMetadataOp>
                        &buffers);
  Value makeArray(Type type, int64_t size);
  void call(StringRef name, ArrayRef<Value> arguments);

  func::FuncOp function;
  const llvm::StringMap<Kernel> &kernels;
  ImplicitLocOpBuilder b;
  Type pointer;
  /// On the stack: values of arguments, their addresses, the grid, an element.
  Value values, addresses, grid, element;
};

struct TSLowerLaunches
    : public ts::impl::TSLowerLaunchesBase<TSLowerLaunches> {
  void runOnOperation() override;

private:
  LogicalResult flatten(gpu::GPUModuleOp code);

  llvm::StringMap<Kernel> kernels;
  SmallVector<KernelDescription> descriptions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value HostLowering::makeArray(Type type, int64_t size) {
  return b.create<LLVM::AllocaOp>(pointer, type, number(size));
}

HostLowering::HostLowering(func::FuncOp function,
                           const llvm::StringMap<Kernel> &kernels)
    : function(function), kernels(kernels),
      b(function.getLoc(), function.getContext()),
      pointer(LLVM::LLVMPointerType::get(function.getContext())) {
  size_t most = 1;
  function.walk([&](gpu::LaunchFuncOp launch) {
    most = std::max(most, kernels.lookup(launch.getKernelName().getValue())
                              .arguments.size());
  });
  b.setInsertionPointToStart(&function.getBody().front());
  values = makeArray(b.getI64Type(), most);
  addresses = makeArray(pointer, most);
  grid = makeArray(b.getI64Type(), 3);
  element = makeArray(b.getI64Type(), 2);
}

void HostLowering::call(StringRef name, ArrayRef<Value> arguments) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    SmallVector<Type> types = llvm::to_vector(
        llvm::map_range(arguments, [](Value value) { return value.getType(); }));
    top.create<LLVM::LLVMFuncOp>(
        module.getLoc(), name,
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()),
                                    types));
  }
  b.create<LLVM::CallOp>(TypeRange(), name, ValueRange(arguments));
}

/// The bytes of an element in memory.
static int64_t getBytes(Type type) {
  return type.isIndex() ? 8
                        : std::max<int64_t>(1, type.getIntOrFloatBitWidth() / 8);
}

Value HostLowering::getAddress(memref::ExtractStridedMetadataOp buffer,
                               ValueRange indices) {
  Value place = buffer.getOffset();
  for (auto [index, stride] : llvm::zip(indices, buffer.getStrides()))
    place = addIndices(b, place, multiplyIndices(b, index, stride));
  int64_t bytes = getBytes(
      cast<MemRefType>(buffer.getSource().getType()).getElementType());
  return addIndices(b, getBase(buffer),
                    multiplyIndices(b, place, makeIndex(b, bytes)));
}

Value HostLowering::getArgument(
    gpu::LaunchFuncOp launch, const FlatArgument &argument,
    llvm::DenseMap<unsigned, memref::ExtractStridedMetadataOp> &buffers) {
  Value operand = launch.getKernelOperand(argument.operand);
  if (argument.kind == FlatArgument::Number) {
    if (operand.getType().isIndex())
      return toWord(operand);
    if (operand.getType().isInteger(1))
      return b.create<arith::ExtUIOp>(b.getI8Type(), operand);
    return operand;
  }
  memref::ExtractStridedMetadataOp &buffer = buffers[argument.operand];
  if (!buffer)
    buffer = b.create<memref::ExtractStridedMetadataOp>(operand);
  switch (argument.kind) {
  case FlatArgument::Pointer:
    return toWord(getBase(buffer));
  case FlatArgument::Offset:
    return toWord(buffer.getOffset());
  case FlatArgument::Size:
    return toWord(buffer.getSizes()[argument.dim]);
  default:
    return toWord(buffer.getStrides()[argument.dim]);
  }
}

void HostLowering::lower(gpu::LaunchFuncOp launch) {
  b.setInsertionPoint(launch);
  b.setLoc(launch.getLoc());
  const Kernel &kernel =
      kernels.find(launch.getKernelName().getValue())->second;
  llvm::DenseMap<unsigned, memref::ExtractStridedMetadataOp> buffers;
  for (auto [index, argument] : llvm::enumerate(kernel.arguments)) {
    Value value = getArgument(launch, argument, buffers);
    Value place = slot(values, index, b.getI64Type());
    b.create<LLVM::StoreOp>(value, place);
    b.create<LLVM::StoreOp>(place, slot(addresses, index, pointer));
  }
  gpu::KernelDim3 blocks = launch.getGridSizeOperandValues();
  Value sizes[] = {blocks.x, blocks.y, blocks.z};
  for (auto [index, size] : llvm::enumerate(sizes))
    b.create<LLVM::StoreOp>(toWord(size), slot(grid, index, b.getI64Type()));
  Value program =
      b.create<LLVM::AddressOfOp>(pointer, StringRef(getProgramSymbol()));
  call("tsrt_device_launch", {program, number(kernel.index), grid, addresses});
  launch.erase();
}

void HostLowering::lower(memref::LoadOp load) {
  b.setInsertionPoint(load);
  b.setLoc(load.getLoc());
  Type type = load.getType();
  auto buffer = b.create<memref::ExtractStridedMetadataOp>(load.getMemRef());
  Value address = b.create<LLVM::IntToPtrOp>(
      pointer, toWord(getAddress(buffer, load.getIndices())));
  call("tsrt_device_read", {element, address, number(getBytes(type))});
  Value value;
  if (type.isIndex())
    value = b.create<arith::IndexCastOp>(
        type, b.create<LLVM::LoadOp>(b.getI64Type(), element));
  else if (type.isInteger(1))
    value = b.create<arith::TruncIOp>(
        type, b.create<LLVM::LoadOp>(b.getI8Type(), element));
  else
    value = b.create<LLVM::LoadOp>(type, element);
  load.replaceAllUsesWith(value);
  load.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// "file:line" of the source.
static std::string getPlaceText(Location loc) {
  std::optional<SourceRange> range = decodeLocation(loc);
  return range ? range->file + ":" + std::to_string(range->line) : "";
}

LogicalResult TSLowerLaunches::flatten(gpu::GPUModuleOp code) {
  RewritePatternSet patterns(&getContext());
  memref::populateFoldMemRefAliasOpPatterns(patterns);
  memref::LoadOp::getCanonicalizationPatterns(patterns, &getContext());
  if (failed(applyPatternsAndFoldGreedily(code, std::move(patterns))))
    return failure();
  for (auto function : code.getOps<gpu::GPUFuncOp>()) {
    FailureOr<SmallVector<FlatArgument>> arguments = flattenKernel(function);
    if (failed(arguments))
      return failure();
    KernelDescription description;
    description.name = function.getName();
    ArrayRef<int32_t> block = function.getKnownBlockSize().value_or(
        ArrayRef<int32_t>{1, 1, 1});
    std::copy(block.begin(), block.end(), description.block.begin());
    for (const FlatArgument &argument : *arguments)
      description.argumentBytes.push_back(argument.bytes);
    description.place = getPlaceText(function.getLoc());
    kernels[function.getName()] = {int64_t(descriptions.size()), *arguments};
    descriptions.push_back(std::move(description));
  }
  return success();
}

void TSLowerLaunches::runOnOperation() {
  ModuleOp module = getOperation();
  kernels.clear();
  descriptions.clear();
  if (auto code = module.lookupSymbol<gpu::GPUModuleOp>(kDeviceCode))
    if (failed(flatten(code)))
      return signalPassFailure();
  LLVM::GlobalOp program = buildProgram(module, descriptions);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    SmallVector<Operation *> ops;
    WalkResult walk = function.walk([&](Operation *op) {
      auto load = dyn_cast<memref::LoadOp>(op);
      bool reads = load && !isHostMemory(load.getMemRef());
      if (reads && !load.getType().isIntOrIndexOrFloat()) {
        load.emitOpError("reads from a device what is no number: ")
            << load.getType();
        return WalkResult::interrupt();
      }
      if (reads || isa<gpu::LaunchFuncOp>(op))
        ops.push_back(op);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    function->setAttr(tsrt::kDeviceProgramAttr,
                      FlatSymbolRefAttr::get(program.getSymNameAttr()));
    if (!ops.empty()) {
      HostLowering lowering(function, kernels);
      for (Operation *op : ops)
        if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
          lowering.lower(launch);
        else
          lowering.lower(cast<memref::LoadOp>(op));
      numCalls += ops.size();
    }
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, kHostMemoryAttr);
  }
}
