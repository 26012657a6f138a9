//===- LowerLibraryCalls.cpp - Library calls to C functions ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes constant parameters, the addresses of buffers and a place of the call
// to the function.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSLOWERLIBRARYCALLS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

namespace {

/// Lowers the calls of one kernel.
class Lowerer {
public:
  Lowerer(func::FuncOp kernel, ArrayRef<Call> calls);
  void lower(const Call &call);
  /// A call of a function of this module on several threads.
  void lowerParallel(tsrt::LibraryCallOp op);

private:
  Value getAddress(Value buffer);
  Value makeArray(ArrayRef<Value> elements, Type type);
  Value getPlace();
  /// What a place has at first whose call finds the image there.
  Value makeWord(StringAttr image);
  LLVM::LLVMFuncOp getFunction(StringRef name);

  func::FuncOp kernel;
  ModuleOp module;
  OpBuilder builder;
  Location loc;
  LLVM::LLVMPointerType pointer;
  LLVM::GlobalOp places;
  unsigned next = 0;
};

struct TSLowerLibraryCalls
    : public ts::impl::TSLowerLibraryCallsBase<TSLowerLibraryCalls> {
  void runOnOperation() override;
};

} // namespace

Lowerer::Lowerer(func::FuncOp kernel, ArrayRef<Call> calls)
    : kernel(kernel), module(kernel->getParentOfType<ModuleOp>()),
      builder(kernel), loc(kernel.getLoc()),
      pointer(LLVM::LLVMPointerType::get(kernel.getContext())) {
  if (calls.empty())
    return;
  auto type = LLVM::LLVMArrayType::get(pointer, calls.size());
  std::string name = (kernel.getName() + "$library").str();
  places = builder.create<LLVM::GlobalOp>(loc, type, /*isConstant=*/false,
                                          LLVM::Linkage::Internal, name,
                                          Attribute(), /*alignment=*/8);
  places->setAttr(tsrt::kLibraryPlacesAttr,
                  builder.getI64IntegerAttr(int64_t(calls.size())));
  builder.createBlock(&places.getInitializerRegion());
  Value words = builder.create<LLVM::ZeroOp>(loc, type);
  for (auto [index, call] : llvm::enumerate(calls))
    if (auto image = call.op->getAttrOfType<StringAttr>(kImageAttr))
      words = builder.create<LLVM::InsertValueOp>(loc, words, makeWord(image),
                                                  int64_t(index));
  builder.create<LLVM::ReturnOp>(loc, words);
}

Value Lowerer::makeWord(StringAttr image) {
  Type byte = builder.getI8Type();
  if (!module.lookupSymbol(image)) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    top.create<LLVM::GlobalOp>(loc, byte, /*isConstant=*/true,
                               LLVM::Linkage::External, image, Attribute());
  }
  // Odd: no address of what is prepared.
  Value begin = builder.create<LLVM::AddressOfOp>(loc, pointer, image);
  return builder.create<LLVM::GEPOp>(loc, pointer, byte, begin,
                                     ArrayRef<LLVM::GEPArg>{1});
}

/// The address of a buffer's first element.
Value Lowerer::getAddress(Value buffer) {
  if (!buffer)
    return builder.create<LLVM::ZeroOp>(loc, pointer);
  Value index =
      builder.create<memref::ExtractAlignedPointerAsIndexOp>(loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (succeeded(getStridesAndOffset(type, strides, offset)) && offset) {
    int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    bool isKnown = !ShapedType::isDynamic(offset);
    Value inFront = builder.create<arith::ConstantIndexOp>(
        loc, isKnown ? offset * bytes : bytes);
    if (!isKnown)
      inFront = builder.create<arith::MulIOp>(
          loc, inFront,
          builder.create<memref::ExtractStridedMetadataOp>(loc, buffer)
              .getOffset());
    index = builder.create<arith::AddIOp>(loc, index, inFront);
  }
  Value bits =
      builder.create<arith::IndexCastOp>(loc, builder.getI64Type(), index);
  return builder.create<LLVM::IntToPtrOp>(loc, pointer, bits);
}

/// An array on the stack of the function's entry.
Value Lowerer::makeArray(ArrayRef<Value> elements, Type type) {
  OpBuilder entry = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Value size = entry.create<LLVM::ConstantOp>(
      loc, builder.getI64Type(), int64_t(std::max<size_t>(elements.size(), 1)));
  Value array = entry.create<LLVM::AllocaOp>(loc, pointer, type, size);
  for (auto [index, element] : llvm::enumerate(elements)) {
    Value slot = builder.create<LLVM::GEPOp>(
        loc, pointer, type, array,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(index))});
    builder.create<LLVM::StoreOp>(loc, element, slot);
  }
  return array;
}

/// Where the next call keeps what it prepared.
Value Lowerer::getPlace() {
  Value base =
      builder.create<LLVM::AddressOfOp>(loc, pointer, places.getSymName());
  return builder.create<LLVM::GEPOp>(
      loc, pointer, pointer, base,
      ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(next++))});
}

LLVM::LLVMFuncOp Lowerer::getFunction(StringRef name) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
  return top.create<LLVM::LLVMFuncOp>(
      loc, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointer, pointer, pointer, pointer}));
}

void Lowerer::lower(const Call &call) {
  builder.setInsertionPoint(call.op);
  loc = call.op->getLoc();
  SmallVector<Value> numbers, addresses;
  for (int64_t parameter : call.parameters)
    numbers.push_back(
        builder.create<LLVM::ConstantOp>(loc, builder.getI64Type(), parameter));
  for (auto [place, buffer, dim] : call.sizes)
    numbers[place] = builder.create<arith::IndexCastOp>(
        loc, builder.getI64Type(),
        builder.create<memref::DimOp>(loc, buffer, dim));
  for (Value input : call.inputs)
    addresses.push_back(getAddress(input));
  Value arguments[] = {makeArray(numbers, builder.getI64Type()),
                       makeArray(addresses, pointer), getAddress(call.output),
                       getPlace()};
  getFunction(call.function);
  builder.create<LLVM::CallOp>(loc, TypeRange(), call.function,
                               ValueRange(arguments));
  call.op->erase();
}

void Lowerer::lowerParallel(tsrt::LibraryCallOp op) {
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  SmallVector<Value> addresses;
  for (Value input : op.getInputs())
    addresses.push_back(getAddress(input));
  Value array = makeArray(addresses, pointer);
  auto function = module.lookupSymbol<func::FuncOp>(op.getFunction());
  Value constant = builder.create<func::ConstantOp>(
      loc, function.getFunctionType(),
      FlatSymbolRefAttr::get(op.getFunctionAttr()));
  SmallVector<Value> arguments;
  for (int64_t parameter : op.getParameters())
    arguments.push_back(
        builder.create<LLVM::ConstantOp>(loc, builder.getI64Type(), parameter));
  // The first two words of the first buffer.
  for (int64_t word = 0; arguments.size() < 2; ++word)
    arguments.push_back(builder.create<memref::LoadOp>(
        loc, op.getInputs().front(),
        ValueRange{builder.create<arith::ConstantIndexOp>(loc, word)}));
  arguments.push_back(
      builder.create<UnrealizedConversionCastOp>(loc, pointer, constant)
          .getResult(0));
  arguments.push_back(array);
  constexpr StringLiteral name = "tsrt_parallel_for";
  if (!module.lookupSymbol(name)) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    top.create<LLVM::LLVMFuncOp>(
        loc, name,
        LLVM::LLVMFunctionType::get(
            LLVM::LLVMVoidType::get(builder.getContext()),
            llvm::to_vector(ValueRange(arguments).getTypes())));
  }
  builder.create<LLVM::CallOp>(loc, TypeRange(), name, ValueRange(arguments));
  op.erase();
}

/// A call of a function of numbers.
static void lowerMathCall(tsrt::MathCallOp call) {
  auto module = call->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(call.getFunction())) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    top.create<LLVM::LLVMFuncOp>(
        call.getLoc(), call.getFunction(),
        LLVM::LLVMFunctionType::get(
            call.getResult().getType(),
            llvm::to_vector(call.getInputs().getTypes())));
  }
  OpBuilder builder(call);
  auto made =
      builder.create<LLVM::CallOp>(call.getLoc(), call.getResult().getType(),
                                   call.getFunction(), call.getInputs());
  call.replaceAllUsesWith(made);
  call.erase();
}

/// Whether all operands are buffers; reports a call on tensors.
static bool verifyBuffers(Operation *call) {
  if (llvm::none_of(call->getOperandTypes(), llvm::IsaPred<TensorType>))
    return true;
  call->emitOpError("is on tensors; run ts-bufferize-kernels first");
  return false;
}

void TSLowerLibraryCalls::runOnOperation() {
  for (auto kernel : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
    SmallVector<Call> calls;
    SmallVector<tsrt::MathCallOp> functions;
    SmallVector<tsrt::LibraryCallOp> parallel;
    kernel.walk([&](Operation *op) {
      if (auto call = dyn_cast<tsrt::MathCallOp>(op))
        functions.push_back(call);
      auto library = dyn_cast<tsrt::LibraryCallOp>(op);
      if (library && library->hasAttr(tsrt::kParallelAttr))
        parallel.push_back(library);
      else if (library)
        calls.push_back(describe(library));
      else if (auto convolution = dyn_cast<tsrt::ConvolutionOp>(op))
        calls.push_back(describe(convolution));
    });
    llvm::for_each(functions, lowerMathCall);
    numLowered += functions.size() + parallel.size();
    if (calls.empty() && parallel.empty())
      continue;
    if (!llvm::all_of(calls, [](Call &call) { return verifyBuffers(call.op); }))
      return signalPassFailure();
    Lowerer lowerer(kernel, calls);
    for (const Call &call : calls)
      lowerer.lower(call);
    llvm::for_each(parallel,
                   [&](tsrt::LibraryCallOp op) { lowerer.lowerParallel(op); });
    numLowered += calls.size();
  }
}
