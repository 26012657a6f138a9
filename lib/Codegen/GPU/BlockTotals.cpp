//===- BlockTotals.cpp - One number of what all threads have --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What gpu.all_reduce becomes: a tree in memory that the block shares, a level
// and a barrier for each halving; or, on chips whose threads run in groups that
// read each other's registers, exchanges within the groups, and one barrier for
// the groups' numbers.
//
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "LaunchBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
/// Expands reductions that lie behind each other in a kernel.
class TotalBuilder {
public:
  TotalBuilder(gpu::GPUFuncOp kernel, ArrayRef<gpu::AllReduceOp> totals)
      : totals(totals), b(kernel.getLoc(), kernel.getContext()) {
    b.setLoc(this->totals.front().getLoc());
    b.setInsertionPointToStart(&kernel.getBody().front());
    thread = makeIndex(b, 0);
    const gpu::Dimension dims[] = {gpu::Dimension::x, gpu::Dimension::y,
                                   gpu::Dimension::z};
    for (auto [dim, size] : llvm::zip(dims, *kernel.getKnownBlockSize())) {
      if (size > 1)
        thread = addIndices(b, thread,
                            multiplyIndices(b, b.create<gpu::ThreadIdOp>(dim),
                                            makeIndex(b, numThreads)));
      numThreads *= size;
    }
  }

  void buildTree();
  void buildExchanges();

private:
  SmallVector<Value> share(int64_t count);
  Value exchangeWord(Value word, int64_t distance);
  Value exchange(Value value, int64_t distance);
  /// What the reduction makes of two numbers.
  Value combine(gpu::AllReduceOp total, Value x, Value y);
  void finish(ValueRange values);

  SmallVector<gpu::AllReduceOp> totals;
  ImplicitLocOpBuilder b;
  /// The number of the thread in its block.
  Value thread;
  int64_t numThreads = 1;
};
} // namespace

/// Memory of the block with `count` numbers for each reduction.
SmallVector<Value> TotalBuilder::share(int64_t count) {
  SmallVector<Value> buffers;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(thread);
  for (gpu::AllReduceOp total : totals)
    buffers.push_back(b.create<memref::AllocOp>(
        MemRefType::get({count}, total.getType(), MemRefLayoutAttrInterface(),
                        b.getI64IntegerAttr(kWorkgroupSpace))));
  return buffers;
}

Value TotalBuilder::combine(gpu::AllReduceOp total, Value x, Value y) {
  Block &body = total.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), ValueRange{x, y});
  for (Operation &op : body.without_terminator())
    b.clone(op, mapping);
  return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
}

void TotalBuilder::finish(ValueRange values) {
  // The next round of a loop writes what threads may still read.
  if (totals.front()->getParentOfType<LoopLikeOpInterface>())
    b.create<gpu::BarrierOp>();
  for (auto [total, value] : llvm::zip(totals, values)) {
    total.getResult().replaceAllUsesWith(value);
    total.erase();
  }
}

void TotalBuilder::buildTree() {
  b.setInsertionPointAfter(totals.back());
  SmallVector<Value> shared = share(numThreads);
  for (auto [buffer, total] : llvm::zip(shared, totals))
    b.create<memref::StoreOp>(total.getValue(), buffer, thread);
  for (int64_t half = numThreads / 2; half; half /= 2) {
    b.create<gpu::BarrierOp>();
    Value works = b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, thread,
                                          makeIndex(b, half));
    auto branch = b.create<scf::IfOp>(works);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value other = addIndices(b, thread, makeIndex(b, half));
    for (auto [buffer, total] : llvm::zip(shared, totals)) {
      Value x = b.create<memref::LoadOp>(buffer, thread);
      Value y = b.create<memref::LoadOp>(buffer, other);
      b.create<memref::StoreOp>(combine(total, x, y), buffer, thread);
    }
  }
  b.create<gpu::BarrierOp>();
  SmallVector<Value> values;
  for (Value buffer : shared)
    values.push_back(
        b.create<memref::LoadOp>(buffer, ValueRange{makeIndex(b, 0)}));
  finish(values);
}

Value TotalBuilder::exchangeWord(Value word, int64_t distance) {
  auto number = [&](int64_t value) {
    return b.create<arith::ConstantIntOp>(value, 32);
  };
  return b
      .create<gpu::ShuffleOp>(word, number(distance), number(kExchangeWidth),
                              gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

/// The value of the thread whose number differs in the bit `distance`; as words
/// of 32 bits.
Value TotalBuilder::exchange(Value value, int64_t distance) {
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type whole = b.getIntegerType(bits), word = b.getI32Type();
  Value number = value;
  if (!type.isInteger())
    number = b.create<arith::BitcastOp>(whole, value);
  if (bits == 64) {
    Value half = b.create<arith::ConstantIntOp>(32, 64);
    Value low = b.create<arith::TruncIOp>(word, number);
    Value high =
        b.create<arith::TruncIOp>(word, b.create<arith::ShRUIOp>(number, half));
    low = b.create<arith::ExtUIOp>(whole, exchangeWord(low, distance));
    high = b.create<arith::ExtUIOp>(whole, exchangeWord(high, distance));
    number = b.create<arith::OrIOp>(low, b.create<arith::ShLIOp>(high, half));
  } else if (bits == 32) {
    number = exchangeWord(number, distance);
  } else {
    number = b.create<arith::ExtUIOp>(word, number);
    number = b.create<arith::TruncIOp>(whole, exchangeWord(number, distance));
  }
  return type.isInteger() ? number : b.create<arith::BitcastOp>(type, number);
}

void TotalBuilder::buildExchanges() {
  b.setInsertionPointAfter(totals.back());
  SmallVector<Value> values;
  for (gpu::AllReduceOp total : totals) {
    Value value = total.getValue();
    for (int64_t distance = kExchangeWidth / 2; distance; distance /= 2)
      value = combine(total, value, exchange(value, distance));
    values.push_back(value);
  }
  int64_t numGroups = numThreads / kExchangeWidth;
  if (numGroups == 1)
    return finish(values);
  SmallVector<Value> shared = share(numGroups);
  Value width = makeIndex(b, kExchangeWidth);
  Value isFirst = b.create<arith::CmpIOp>(
      arith::CmpIPredicate::eq, b.create<arith::RemUIOp>(thread, width),
      makeIndex(b, 0));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(b.create<scf::IfOp>(isFirst).thenBlock());
    Value group = b.create<arith::DivUIOp>(thread, width);
    for (auto [buffer, value] : llvm::zip(shared, values))
      b.create<memref::StoreOp>(value, buffer, group);
  }
  b.create<gpu::BarrierOp>();
  for (auto [total, buffer, value] : llvm::zip(totals, shared, values))
    for (int64_t group = 0; group < numGroups; ++group) {
      Value found =
          b.create<memref::LoadOp>(buffer, ValueRange{makeIndex(b, group)});
      value = group ? combine(total, value, found) : found;
    }
  finish(values);
}

LogicalResult ts::expandTotals(gpu::GPUFuncOp kernel, bool hasExchanges) {
  SmallVector<SmallVector<gpu::AllReduceOp>> groups;
  kernel.walk([&](gpu::AllReduceOp total) {
    if (groups.empty() || groups.back().back()->getNextNode() != total)
      groups.emplace_back();
    groups.back().push_back(total);
  });
  if (groups.empty())
    return success();
  int64_t numThreads = 1;
  for (int32_t size : kernel.getKnownBlockSize().value_or(ArrayRef<int32_t>()))
    numThreads *= size;
  if (!kernel.getKnownBlockSize() || !llvm::isPowerOf2_64(numThreads))
    return groups.front().front().emitOpError(
        "needs blocks of a known size that is a power of two");
  for (ArrayRef<gpu::AllReduceOp> group : groups) {
    TotalBuilder builder(kernel, group);
    if (hasExchanges && numThreads % kExchangeWidth == 0)
      builder.buildExchanges();
    else
      builder.buildTree();
  }
  return success();
}
