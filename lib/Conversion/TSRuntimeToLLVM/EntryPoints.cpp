//===- EntryPoints.cpp - What the host calls -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The boxed entry of a function: unpacks tsrt_values, calls, packs the result.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::tsrt;

void tsrt::addBoxedEntry(Lowering &l, LLVM::LLVMFuncOp entry,
                         LLVM::LLVMFuncOp function, FunctionType type) {
  OpBuilder b(l.getContext());
  Location loc = function.getLoc();
  entry->setLoc(loc);
  Block *block = entry.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  Value arguments = block->getArgument(0), resultSlot = block->getArgument(1);

  // Arguments are borrowed; those in a box are copied out and released after.
  SmallVector<Value> operands;
  SmallVector<std::pair<Type, Value>> copies;
  for (auto [i, argument] : llvm::enumerate(type.getInputs())) {
    Value address = l.offset(b, loc, arguments, int64_t(i * kValueSize));
    if (isa<ts::TSTupleType>(argument) || isa<ts::OptionalType>(argument)) {
      Value slot = l.spill(b, loc, l.zero(b, loc, l.native(argument)));
      l.call(b, loc, "tsrt_unbox_value", l.ptr(),
             {address, l.descriptor(b, loc, argument), slot});
      Value value = l.load(b, loc, l.native(argument), slot);
      copies.emplace_back(argument, value);
      operands.push_back(value);
      continue;
    }
    operands.push_back(
        l.unboxOwned(b, loc, argument, l.load(b, loc, l.valueType(), address)));
  }
  auto call = b.create<LLVM::CallOp>(loc, function, operands);
  for (auto [argument, value] : copies)
    l.release(b, loc, argument, value);

  SmallVector<Type> results(type.getResults());
  bool raises = !results.empty() && isa<ErrorType>(results.front());
  auto getResult = [&](unsigned i) -> Value {
    if (results.size() == 1)
      return call.getResult();
    return b.create<LLVM::ExtractValueOp>(loc, call.getResult(), i);
  };
  Value error = raises ? getResult(0) : l.nullPointer(b, loc);
  Type noneType = ts::TSNoneType::get(l.getContext());
  Value boxed;
  if (results.size() > (raises ? 1 : 0)) {
    Type result = results.back();
    boxed = l.boxOwned(b, loc, result, getResult(results.size() - 1));
  } else {
    boxed = l.boxOwned(b, loc, noneType, Value());
  }
  if (raises) {
    Value failed = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, error,
                                          l.nullPointer(b, loc));
    // A box made of zeros is not the host's business.
    Value none = l.boxOwned(b, loc, noneType, Value());
    Value slot = l.spill(b, loc, boxed);
    Value dropped = l.spill(b, loc, none);
    l.call(b, loc, "tsrt_value_release", {},
           b.create<LLVM::SelectOp>(loc, failed, slot, dropped).getResult());
    boxed = b.create<LLVM::SelectOp>(loc, failed, none, boxed);
  }
  l.store(b, loc, boxed, resultSlot);
  b.create<LLVM::ReturnOp>(loc, error);
}
