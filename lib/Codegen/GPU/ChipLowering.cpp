//===- ChipLowering.cpp - Kernels as functions of the LLVM dialect --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are pointers to global memory, what a block shares is a global, and
// the numbers of threads are registers. The rest is what the processor's code
// is lowered by, too.
//
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "LaunchBuilder.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::ts;

/// What instructions on matrices in shared memory want.
static constexpr unsigned kSharedAlignment = 32;
/// The address space of global memory, of NVIDIA's and AMD's chips alike.
static constexpr unsigned kGlobalSpace = 1;

/// Attribute of a function until it is one of the LLVM dialect: the threads of a
/// block.
static constexpr llvm::StringLiteral kBlockAttr = "block";

namespace {
/// Makes a function of a kernel.
class ChipLowering {
public:
  ChipLowering(ModuleOp module, gpu::GPUFuncOp kernel, DeviceKind kind)
      : module(module), kernel(kernel), kind(kind),
        b(kernel.getLoc(), kernel.getContext()) {}

  LogicalResult run();

private:
  func::FuncOp makeFunction();
  LogicalResult lower(Operation *op);
  /// The number that another thread has, by its number.
  Value lowerExchange(gpu::ShuffleOp exchange);
  /// The address of the element of a buffer.
  Value getAddress(Value buffer, ValueRange indices);
  void shareMemory(memref::AllocOp alloc);
  template <typename NVX, typename NVY, typename NVZ, typename AMDX,
            typename AMDY, typename AMDZ>
  Value readRegister(gpu::Dimension dim);

  Type getMemoryType(Type type) {
    return type.isIndex() ? Type(b.getI64Type()) : type;
  }

  ModuleOp module;
  gpu::GPUFuncOp kernel;
  DeviceKind kind;
  ImplicitLocOpBuilder b;
  func::FuncOp function;
  /// Pointers by buffer.
  llvm::DenseMap<Value, Value> pointers;
  SmallVector<Operation *> allocations;
};
} // namespace

func::FuncOp ChipLowering::makeFunction() {
  SmallVector<Type> types;
  for (Type type : kernel.getArgumentTypes())
    types.push_back(isa<MemRefType>(type) ? LLVM::LLVMPointerType::get(
                                                b.getContext(), kGlobalSpace)
                                          : type);
  b.setInsertionPointToEnd(module.getBody());
  auto made = b.create<func::FuncOp>(kernel.getName(),
                                     b.getFunctionType(types, TypeRange()));
  made->setAttr(kBlockAttr,
                b.getDenseI32ArrayAttr(kernel.getKnownBlockSize().value_or(
                    ArrayRef<int32_t>{1, 1, 1})));
  made.getBody().takeBody(kernel.getBody());
  Block &entry = made.getBody().front();
  for (auto [index, type] : llvm::enumerate(types)) {
    BlockArgument argument = entry.getArgument(index);
    if (!isa<MemRefType>(argument.getType()))
      continue;
    Value pointer = entry.insertArgument(index, type, argument.getLoc());
    pointers[entry.getArgument(index + 1)] = pointer;
    // Loads and stores know the pointer; the buffer goes at the end.
    entry.addArgument(entry.getArgument(index + 1).getType(),
                      argument.getLoc());
    Value last = entry.getArguments().back();
    entry.getArgument(index + 1).replaceAllUsesWith(last);
    pointers.erase(entry.getArgument(index + 1));
    pointers[last] = pointer;
    entry.eraseArgument(index + 1);
  }
  return made;
}

Value ChipLowering::getAddress(Value buffer, ValueRange indices) {
  auto type = cast<MemRefType>(buffer.getType());
  Value pointer = pointers.lookup(buffer);
  if (!pointer)
    return {};
  Value place = makeIndex(b, 0);
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (dim)
      place = multiplyIndices(b, place, makeIndex(b, type.getDimSize(dim)));
    place = addIndices(b, place, index);
  }
  Value word = b.create<arith::IndexCastOp>(b.getI64Type(), place);
  return b.create<LLVM::GEPOp>(pointer.getType(),
                               getMemoryType(type.getElementType()), pointer,
                               ValueRange{word});
}

void ChipLowering::shareMemory(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  auto array = LLVM::LLVMArrayType::get(getMemoryType(type.getElementType()),
                                        type.getNumElements());
  std::string name = (kernel.getName() + "_shared" +
                      Twine(allocations.size())).str();
  OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
  auto global = top.create<LLVM::GlobalOp>(
      alloc.getLoc(), array, /*isConstant=*/false, LLVM::Linkage::Internal,
      name, Attribute(), kSharedAlignment, /*addrSpace=*/kWorkgroupSpace);
  OpBuilder inside(global.getContext());
  inside.createBlock(&global.getInitializerRegion());
  inside.create<LLVM::ReturnOp>(
      alloc.getLoc(), inside.create<LLVM::UndefOp>(alloc.getLoc(), array));
  pointers[alloc] = b.create<LLVM::AddressOfOp>(global);
  allocations.push_back(alloc);
}

template <typename NVX, typename NVY, typename NVZ, typename AMDX,
          typename AMDY, typename AMDZ>
Value ChipLowering::readRegister(gpu::Dimension dim) {
  Type type = b.getI32Type();
  Value number;
  bool isNVIDIA = kind == DeviceKind::NVVM;
  switch (dim) {
  case gpu::Dimension::x:
    number = isNVIDIA ? b.create<NVX>(type)->getResult(0)
                      : b.create<AMDX>(type)->getResult(0);
    break;
  case gpu::Dimension::y:
    number = isNVIDIA ? b.create<NVY>(type)->getResult(0)
                      : b.create<AMDY>(type)->getResult(0);
    break;
  case gpu::Dimension::z:
    number = isNVIDIA ? b.create<NVZ>(type)->getResult(0)
                      : b.create<AMDZ>(type)->getResult(0);
    break;
  }
  return b.create<arith::IndexCastUIOp>(b.getIndexType(), number);
}

Value ChipLowering::lowerExchange(gpu::ShuffleOp exchange) {
  Type type = b.getI32Type();
  auto number = [&](int64_t value) {
    return b.create<arith::ConstantIntOp>(value, 32);
  };
  Value value = exchange.getValue(), distance = exchange.getOffset();
  if (kind == DeviceKind::NVVM)
    return b.create<NVVM::ShflOp>(type, number(-1), value, distance,
                                  number(kExchangeWidth - 1),
                                  NVVM::ShflKind::bfly, UnitAttr());
  // The number of the thread in its group, by which memory is addressed.
  Value low = b.create<ROCDL::MbcntLoOp>(type, number(-1), number(0));
  Value thread = b.create<ROCDL::MbcntHiOp>(type, number(-1), low);
  Value other = b.create<arith::XOrIOp>(thread, distance);
  return b.create<ROCDL::DsBpermuteOp>(
      type, b.create<arith::ShLIOp>(other, number(2)), value);
}

LogicalResult ChipLowering::lower(Operation *op) {
  b.setInsertionPoint(op);
  b.setLoc(op->getLoc());
  Value made;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value address = getAddress(load.getMemRef(), load.getIndices());
    if (!address)
      return op->emitOpError("reads a buffer that device code does not know");
    made = b.create<LLVM::LoadOp>(getMemoryType(load.getType()), address);
    if (load.getType().isIndex())
      made = b.create<arith::IndexCastOp>(b.getIndexType(), made);
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    Value address = getAddress(store.getMemRef(), store.getIndices());
    if (!address)
      return op->emitOpError("writes a buffer that device code does not know");
    Value value = store.getValue();
    if (value.getType().isIndex())
      value = b.create<arith::IndexCastOp>(b.getI64Type(), value);
    b.create<LLVM::StoreOp>(value, address);
  } else if (auto address =
                 dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op)) {
    Value pointer = pointers.lookup(address.getSource());
    if (!pointer)
      return op->emitOpError("is of a buffer that device code does not know");
    made = b.create<arith::IndexCastOp>(
        b.getIndexType(), b.create<LLVM::PtrToIntOp>(b.getI64Type(), pointer));
  } else if (auto id = dyn_cast<gpu::ThreadIdOp>(op)) {
    made = readRegister<NVVM::ThreadIdXOp, NVVM::ThreadIdYOp,
                        NVVM::ThreadIdZOp, ROCDL::ThreadIdXOp,
                        ROCDL::ThreadIdYOp, ROCDL::ThreadIdZOp>(
        id.getDimension());
  } else if (auto id = dyn_cast<gpu::BlockIdOp>(op)) {
    made = readRegister<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp,
                        ROCDL::BlockIdXOp, ROCDL::BlockIdYOp,
                        ROCDL::BlockIdZOp>(id.getDimension());
  } else if (isa<gpu::BarrierOp>(op)) {
    if (kind == DeviceKind::NVVM)
      b.create<NVVM::Barrier0Op>();
    else
      b.create<ROCDL::BarrierOp>();
  } else if (auto exchange = dyn_cast<gpu::ShuffleOp>(op);
             exchange && exchange.getMode() == gpu::ShuffleMode::XOR &&
             exchange.getShuffleResult().getType().isInteger(32) &&
             getConstantIntValue(exchange.getWidth()) == kExchangeWidth &&
             exchange.getValid().use_empty()) {
    made = lowerExchange(exchange);
  } else if (isa<gpu::ReturnOp>(op)) {
    b.create<func::ReturnOp>();
  } else {
    return isa<gpu::GPUDialect, memref::MemRefDialect>(op->getDialect())
               ? op->emitOpError("has no form in device code")
               : success();
  }
  if (made)
    op->getResult(0).replaceAllUsesWith(made);
  op->erase();
  return success();
}

LogicalResult ChipLowering::run() {
  function = makeFunction();
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      b.setInsertionPoint(op);
      b.setLoc(op->getLoc());
      shareMemory(alloc);
    }
  for (Operation *op : ops) {
    if (isa<memref::AllocOp, func::FuncOp>(op))
      continue;
    // Numbers that outlining gave the kernel and nobody uses.
    if (isa<gpu::BlockDimOp, gpu::GridDimOp, gpu::ThreadIdOp, gpu::BlockIdOp>(
            op) &&
        op->use_empty()) {
      op->erase();
      continue;
    }
    if (failed(lower(op)))
      return failure();
  }
  for (Operation *alloc : allocations)
    alloc->erase();
  Block &entry = function.getBody().front();
  unsigned count = function.getNumArguments();
  entry.eraseArguments(count, entry.getNumArguments() - count);
  return success();
}

LogicalResult ts::lowerToChip(ModuleOp module, gpu::GPUModuleOp code,
                              const DeviceTarget &target) {
  for (auto kernel : code.getOps<gpu::GPUFuncOp>()) {
    useTensorCores(kernel, target);
    if (failed(expandTotals(kernel, /*hasExchanges=*/true)) ||
        failed(ChipLowering(module, kernel, target.kind).run()))
      return failure();
  }
  code.erase();
  return success();
}

/// Says of functions that they are kernels, and how many threads a block has.
static void markKernels(ModuleOp module, DeviceKind kind) {
  Builder b(module.getContext());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto block = cast_if_present<DenseI32ArrayAttr>(
        function->removeAttr(kBlockAttr));
    if (!block)
      continue;
    if (kind == DeviceKind::NVVM) {
      function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                        b.getUnitAttr());
      function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(), block);
      continue;
    }
    int64_t threads = int64_t(block[0]) * block[1] * block[2];
    function->setAttr(ROCDL::ROCDLDialect::getKernelFuncAttrName(),
                      b.getUnitAttr());
    function->setAttr("rocdl.flat_work_group_size",
                      b.getStringAttr(Twine(threads) + "," + Twine(threads)));
  }
}

FailureOr<std::string> ts::makeMachineCode(ModuleOp module,
                                           gpu::GPUModuleOp code,
                                           const DeviceTarget &target,
                                           RunPipelineFn run) {
  if (failed(lowerToChip(module, code, target)))
    return failure();
  OpPassManager pipeline(ModuleOp::getOperationName());
  pipeline.addPass(createLowerAffinePass());
  pipeline.addPass(createCanonicalizerPass());
  pipeline.addPass(createCSEPass());
  pipeline.addPass(createConvertSCFToCFPass());
  pipeline.addPass(arith::createArithExpandOpsPass());
  pipeline.addPass(createConvertMathToLLVMPass());
  pipeline.addPass(createConvertFuncToLLVMPass());
  pipeline.addPass(createArithToLLVMConversionPass());
  pipeline.addPass(createConvertIndexToLLVMPass());
  pipeline.addPass(createConvertControlFlowToLLVMPass());
  pipeline.addPass(createReconcileUnrealizedCastsPass());
  if (failed(run(pipeline, module)))
    return failure();
  markKernels(module, target.kind);
  return compileForChip(module, target);
}
