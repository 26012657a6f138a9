//===- LowerLibraryCalls.cpp - Library calls to C functions ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes the addresses of buffers and constant parameters to the function.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

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

namespace {
struct TSLowerLibraryCalls
    : public ts::impl::TSLowerLibraryCallsBase<TSLowerLibraryCalls> {
  void runOnOperation() override;

private:
  void lower(tsrt::LibraryCallOp call);
};
} // namespace

/// The address of a row-major buffer's first element.
static Value getAddress(OpBuilder &builder, Location loc, Value buffer) {
  Value index =
      builder.create<memref::ExtractAlignedPointerAsIndexOp>(loc, buffer);
  Value bits =
      builder.create<arith::IndexCastOp>(loc, builder.getI64Type(), index);
  return builder.create<LLVM::IntToPtrOp>(
      loc, LLVM::LLVMPointerType::get(builder.getContext()), bits);
}

void TSLowerLibraryCalls::lower(tsrt::LibraryCallOp call) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  Type i64 = builder.getI64Type();
  auto number = [&](int64_t value) -> Value {
    return builder.create<LLVM::ConstantOp>(loc, i64, value);
  };
  // Parameters and addresses in arrays on the stack of the function's entry.
  auto makeArray = [&](ArrayRef<Value> elements, Type type) {
    auto function = call->getParentOfType<func::FuncOp>();
    OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
    Value size = entry.create<LLVM::ConstantOp>(
        loc, i64, int64_t(std::max<size_t>(elements.size(), 1)));
    Value array = entry.create<LLVM::AllocaOp>(loc, pointer, type, size);
    for (auto [index, element] : llvm::enumerate(elements)) {
      Value slot = builder.create<LLVM::GEPOp>(
          loc, pointer, type, array,
          ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(index))});
      builder.create<LLVM::StoreOp>(loc, element, slot);
    }
    return array;
  };
  SmallVector<Value> numbers, addresses;
  for (int64_t parameter : call.getParameters())
    numbers.push_back(number(parameter));
  for (Value input : call.getInputs())
    addresses.push_back(getAddress(builder, loc, input));
  Value arguments[] = {makeArray(numbers, i64), makeArray(addresses, pointer),
                       getAddress(builder, loc, call.getInit())};
  builder.create<LLVM::CallOp>(loc, TypeRange(), call.getFunction(),
                               ValueRange(arguments));

  auto module = call->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(call.getFunction())) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    top.create<LLVM::LLVMFuncOp>(
        loc, call.getFunction(),
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()),
                                    {pointer, pointer, pointer}));
  }
  call.erase();
  ++numLowered;
}

void TSLowerLibraryCalls::runOnOperation() {
  SmallVector<tsrt::LibraryCallOp> calls;
  getOperation().walk([&](tsrt::LibraryCallOp op) {
    if (op->getParentOfType<func::FuncOp>())
      calls.push_back(op);
  });
  for (tsrt::LibraryCallOp call : calls)
    lower(call);
}
