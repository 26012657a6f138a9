//===- EntryPoints.cpp - What the host calls -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The boxed entry of a function, and that of all C functions of a type: unpacks
// tsrt_values, calls, packs the result.
//
//===----------------------------------------------------------------------===//

#include "LibraryFunction.h"
#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {
/// Unpacks arguments and packs a result at one place.
class Boxes {
public:
  Boxes(Lowering &l, OpBuilder &b, Location loc) : l(l), b(b), loc(loc) {}

  /// The native values of the boxes from `address` on. They are borrowed; those
  /// in a box are copied out, see release().
  SmallVector<Value> open(TypeRange types, Value address) {
    SmallVector<Value> values;
    for (auto [i, type] : llvm::enumerate(types)) {
      Value box = l.offset(b, loc, address, int64_t(i * kValueSize));
      if (isa<ts::TSTupleType>(type) || isa<ts::OptionalType>(type)) {
        Value slot = l.spill(b, loc, l.zero(b, loc, l.native(type)));
        l.call(b, loc, "tsrt_unbox_value", l.ptr(),
               {box, l.descriptor(b, loc, type), slot});
        Value value = l.load(b, loc, l.native(type), slot);
        copies.emplace_back(type, value);
        values.push_back(value);
        continue;
      }
      values.push_back(
          l.unboxOwned(b, loc, type, l.load(b, loc, l.valueType(), box)));
    }
    return values;
  }

  /// Releases what open() copied.
  void release() {
    for (auto [type, value] : copies)
      l.release(b, loc, type, value);
  }

  /// Stores a result (null: None) in a box; None when there is an `error`,
  /// unless that is null.
  void close(Type type, Value result, Value error, Value address) {
    Type noneType = ts::TSNoneType::get(l.getContext());
    Value boxed = l.boxOwned(b, loc, result ? type : noneType, result);
    if (error) {
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
    l.store(b, loc, boxed, address);
  }

private:
  Lowering &l;
  OpBuilder &b;
  Location loc;
  SmallVector<std::pair<Type, Value>> copies;
};
} // namespace

void tsrt::addBoxedEntry(Lowering &l, LLVM::LLVMFuncOp entry,
                         LLVM::LLVMFuncOp function, FunctionType type) {
  OpBuilder b(l.getContext());
  Location loc = function.getLoc();
  entry->setLoc(loc);
  Block *block = entry.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  Boxes boxes(l, b, loc);
  SmallVector<Value> operands =
      boxes.open(type.getInputs(), block->getArgument(0));
  auto call = b.create<LLVM::CallOp>(loc, function, operands);
  boxes.release();

  TypeRange results = type.getResults();
  bool raises = !results.empty() && isa<ErrorType>(results.front());
  auto getResult = [&](unsigned i) -> Value {
    if (results.size() == 1)
      return call.getResult();
    return b.create<LLVM::ExtractValueOp>(loc, call.getResult(), i);
  };
  Value error = raises ? getResult(0) : Value(), result;
  if (results.size() > (raises ? 1 : 0))
    result = getResult(results.size() - 1);
  boxes.close(result ? results.back() : Type(), result, error,
              block->getArgument(1));
  b.create<LLVM::ReturnOp>(loc, error ? error : l.nullPointer(b, loc));
}

LLVM::LLVMFuncOp tsrt::addBoxedCall(Lowering &l, StringRef name,
                                    FunctionType type) {
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = l.module.getLoc();
  auto caller = b.create<LLVM::LLVMFuncOp>(
      loc, name,
      LLVM::LLVMFunctionType::get(l.ptr(), {l.ptr(), l.ptr(), l.ptr()}),
      LLVM::Linkage::Internal);
  // It is shared so that there is less code.
  caller.setPassthroughAttr(b.getStrArrayAttr({"noinline"}));
  Block *block = caller.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  Boxes boxes(l, b, loc);
  SmallVector<Value> operands{block->getArgument(2)};
  for (auto [input, value] :
       llvm::zip_equal(type.getInputs(),
                       boxes.open(type.getInputs(), block->getArgument(0)))) {
    Type parameter = getCParameterType(l, input);
    if (!parameter)
      continue;
    if (parameter != l.native(input))
      value = l.spill(b, loc, value);
    else if (parameter.isInteger(1)) // as C passes a bool
      value = b.create<LLVM::ZExtOp>(loc, l.i32(), value);
    operands.push_back(value);
  }
  Type result = type.getNumResults() ? type.getResult(0) : Type();
  if (result)
    operands.push_back(l.spill(b, loc, l.zero(b, loc, l.native(result))));
  Value slot = operands.back();
  auto calleeType = LLVM::LLVMFunctionType::get(
      l.ptr(), llvm::to_vector(TypeRange(ValueRange(operands).drop_front())));
  Value error = b.create<LLVM::CallOp>(loc, calleeType, operands).getResult();
  boxes.release();
  boxes.close(result, result ? l.load(b, loc, l.native(result), slot) : Value(),
              error, block->getArgument(1));
  b.create<LLVM::ReturnOp>(loc, error);
  return caller;
}
