//===- Counting.cpp - Reference counting -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counting of references inside a native value. A process that never made a
// thread counts without a call and without locked instructions.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// Writes the function that adds `delta` to the count of an object or null.
class CountingWriter {
public:
  CountingWriter(Lowering &l, OpBuilder &b, LLVM::LLVMFuncOp function)
      : l(l), b(b), function(function), loc(function.getLoc()),
        object(function.getBody().front().getArgument(0)) {}

  /// `limit` is the least count that is changed in place; `runtime` does the
  /// rest.
  void write(int64_t delta, int64_t limit, StringRef runtime) {
    // Block by block: what holds goes on, what does not leaves.
    Region &body = function.getBody();
    Block *done = b.createBlock(&body, body.end());
    b.create<LLVM::ReturnOp>(loc, ValueRange());
    Block *slow = b.createBlock(&body, done->getIterator());
    l.call(b, loc, runtime, {}, object);
    b.create<LLVM::BrOp>(loc, ValueRange(), done);

    b.setInsertionPointToStart(&body.front());
    require(LLVM::ICmpPredicate::ne, object, l.nullPointer(b, loc), done, slow);
    auto count = b.create<LLVM::LoadOp>(
        loc, l.i64(), object, /*alignment=*/8, /*isVolatile=*/false,
        /*isNonTemporal=*/false, /*isInvariant=*/false,
        LLVM::AtomicOrdering::monotonic);
    // Negative: immortal.
    require(LLVM::ICmpPredicate::sge, count, number(0), done, slow);
    if (limit > 0)
      require(LLVM::ICmpPredicate::sge, count, number(limit), slow, slow);
    Value alone = l.load(b, loc, b.getI8Type(), l.singleThreaded(b, loc));
    require(LLVM::ICmpPredicate::ne, alone,
            l.constant(b, loc, b.getI8Type(), 0), slow, slow);
    Value changed = b.create<LLVM::AddOp>(loc, count, number(delta));
    b.create<LLVM::StoreOp>(loc, changed, object, /*alignment=*/8,
                            /*isVolatile=*/false, /*isNonTemporal=*/false,
                            LLVM::AtomicOrdering::monotonic);
    b.create<LLVM::BrOp>(loc, ValueRange(), done);
  }

private:
  Value number(int64_t value) { return l.constant(b, loc, l.i64(), value); }

  /// Goes on in a new block, before `next`, when the comparison holds.
  void require(LLVM::ICmpPredicate predicate, Value left, Value right,
               Block *otherwise, Block *next) {
    Value holds = b.create<LLVM::ICmpOp>(loc, predicate, left, right);
    OpBuilder::InsertPoint end = b.saveInsertionPoint();
    Block *rest = b.createBlock(next);
    b.restoreInsertionPoint(end);
    b.create<LLVM::CondBrOp>(loc, holds, rest, otherwise);
    b.setInsertionPointToStart(rest);
  }

  Lowering &l;
  OpBuilder &b;
  LLVM::LLVMFuncOp function;
  Location loc;
  Value object;
};

} // namespace

Value Lowering::singleThreaded(OpBuilder &b, Location loc) {
  constexpr StringLiteral name = "__libc_single_threaded";
  if (externalGlobals.insert(name).second)
    makeGlobal(b.getI8Type(), false, LLVM::Linkage::External, name, {});
  return addressOf(b, loc, name);
}

LLVM::LLVMFuncOp Lowering::getRetain() {
  return helper(
      "tsrt.retain", Type(), ptr(),
      [&](OpBuilder &b, LLVM::LLVMFuncOp function) {
        CountingWriter(*this, b, function).write(1, /*limit=*/0, "tsrt_retain");
      });
}

LLVM::LLVMFuncOp Lowering::getRelease() {
  return helper("tsrt.release", Type(), ptr(),
                [&](OpBuilder &b, LLVM::LLVMFuncOp function) {
                  CountingWriter(*this, b, function)
                      .write(-1, /*limit=*/2, "tsrt_release");
                });
}

void Lowering::emitCounting(OpBuilder &b, Location loc, Type type, Value value,
                            bool retain) {
  if (!isRefcounted(type))
    return;
  if (isHeapPointer(type)) {
    b.create<LLVM::CallOp>(loc, retain ? getRetain() : getRelease(), value);
    return;
  }
  if (isBoxedValue(type)) {
    call(b, loc, retain ? "tsrt_value_retain" : "tsrt_value_release", {},
         spill(b, loc, value));
    return;
  }
  // The payload of an absent optional is zero: counting it does nothing.
  SmallVector<Type> members;
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    members.push_back(optional.getElementType());
  else
    llvm::append_range(members, cast<ts::TSTupleType>(type).getElements());
  for (auto [i, member] : llvm::enumerate(members))
    if (isRefcounted(member))
      emitCounting(b, loc, member,
                   b.create<LLVM::ExtractValueOp>(loc, value, i), retain);
}

void Lowering::retain(OpBuilder &b, Location loc, Type type, Value value) {
  emitCounting(b, loc, type, value, /*retain=*/true);
}

void Lowering::release(OpBuilder &b, Location loc, Type type, Value value) {
  emitCounting(b, loc, type, value, /*retain=*/false);
}
