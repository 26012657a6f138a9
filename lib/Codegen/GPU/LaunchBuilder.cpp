//===- LaunchBuilder.cpp - Making launches --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last dimension goes along x, so that neighbouring threads touch
// neighbouring elements; all others are counted together along y and z.
//
//===----------------------------------------------------------------------===//

#include "LaunchBuilder.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ts;

/// Threads of a block where nothing else decides.
static constexpr int64_t kThreads = 256;

Value ts::makeIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return b.create<arith::ConstantIndexOp>(value);
}

Value ts::makeIndex(ImplicitLocOpBuilder &b, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
}

Value ts::addIndices(ImplicitLocOpBuilder &b, Value x, Value y) {
  return b.createOrFold<arith::AddIOp>(x, y);
}

Value ts::multiplyIndices(ImplicitLocOpBuilder &b, Value x, Value y) {
  return b.createOrFold<arith::MulIOp>(x, y);
}

Value ts::ceilDivide(ImplicitLocOpBuilder &b, Value x, int64_t by) {
  if (by == 1)
    return x;
  if (std::optional<int64_t> known = getConstantIntValue(x))
    return makeIndex(b, llvm::divideCeil(*known, by));
  return b.create<arith::DivUIOp>(addIndices(b, x, makeIndex(b, by - 1)),
                                  makeIndex(b, by));
}

gpu::LaunchOp ts::buildLaunch(ImplicitLocOpBuilder &b, ArrayRef<Value> grid,
                              BlockSize block) {
  SmallVector<Value> threads;
  for (int64_t size : block)
    threads.push_back(makeIndex(b, size));
  auto launch = b.create<gpu::LaunchOp>(grid[0], grid[1], grid[2], threads[0],
                                        threads[1], threads[2]);
  b.setInsertionPointToEnd(&launch.getBody().front());
  auto end = b.create<gpu::TerminatorOp>();
  b.setInsertionPoint(end);
  return launch;
}

/// The number of points of some dimensions.
static Value countPoints(ImplicitLocOpBuilder &b, ArrayRef<Value> sizes) {
  Value count = makeIndex(b, 1);
  for (Value size : sizes)
    count = multiplyIndices(b, count, size);
  return count;
}

/// The powers of two that cover a row and leave the rest to y.
static BlockSize chooseBlock(Value rowSize, Value numRows) {
  int64_t x = kThreads;
  if (std::optional<int64_t> known = getConstantIntValue(rowSize))
    x = std::min<int64_t>(kThreads, llvm::PowerOf2Ceil(std::max<int64_t>(
                                        *known, 1)));
  int64_t y = kThreads / x;
  if (std::optional<int64_t> known = getConstantIntValue(numRows))
    y = std::min<int64_t>(y, llvm::PowerOf2Ceil(std::max<int64_t>(*known, 1)));
  return {x, y, 1};
}

SmallVector<Value> ts::splitNumber(ImplicitLocOpBuilder &b, Value number,
                                   ArrayRef<Value> sizes) {
  SmallVector<Value> indices(sizes.size());
  for (unsigned i = sizes.size(); i-- > 1;) {
    indices[i] = b.createOrFold<arith::RemUIOp>(number, sizes[i]);
    number = b.createOrFold<arith::DivUIOp>(number, sizes[i]);
  }
  if (!sizes.empty())
    indices[0] = number;
  return indices;
}

/// The condition that both numbers are below their bounds; null when blocks
/// cover them exactly.
static Value buildGuard(ImplicitLocOpBuilder &b, ArrayRef<Value> numbers,
                        ArrayRef<Value> bounds, BlockSize block) {
  Value guard;
  for (unsigned i = 0; i < 2; ++i) {
    std::optional<int64_t> known = getConstantIntValue(bounds[i]);
    int64_t most = i ? kMaxRowsOfBlocks * block[1] : INT64_MAX;
    if (known && *known % block[i] == 0 && *known <= most)
      continue;
    Value inside = b.create<arith::CmpIOp>(arith::CmpIPredicate::ult,
                                           numbers[i], bounds[i]);
    guard = guard ? b.create<arith::AndIOp>(guard, inside) : inside;
  }
  return guard;
}

void ts::buildPointLaunch(
    ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
    llvm::function_ref<void(ImplicitLocOpBuilder &, ValueRange)> body) {
  OpBuilder::InsertionGuard restore(b);
  SmallVector<Value> bounds;
  for (OpFoldResult size : sizes)
    bounds.push_back(makeIndex(b, size));
  Value one = makeIndex(b, 1);
  Value rowSize = bounds.empty() ? one : bounds.back();
  ArrayRef<Value> outer = bounds;
  if (!outer.empty())
    outer = outer.drop_back();
  Value numRows = countPoints(b, outer);
  BlockSize block = chooseBlock(rowSize, numRows);
  Value rowsOfBlocks = ceilDivide(b, numRows, block[1]);
  Value most = makeIndex(b, kMaxRowsOfBlocks);
  Value grid[] = {ceilDivide(b, rowSize, block[0]),
                  b.createOrFold<arith::MinUIOp>(rowsOfBlocks, most),
                  ceilDivide(b, rowsOfBlocks, kMaxRowsOfBlocks)};
  gpu::LaunchOp launch = buildLaunch(b, grid, block);
  gpu::KernelDim3 blocks = launch.getBlockIds(), threads = launch.getThreadIds();
  auto getNumber = [&](Value of, int64_t size, Value thread) {
    return addIndices(b, multiplyIndices(b, of, makeIndex(b, size)), thread);
  };
  Value x = getNumber(blocks.x, block[0], threads.x);
  bool isFlat = getConstantIntValue(grid[2]) == 1;
  Value rowOfBlocks =
      isFlat ? blocks.y : getNumber(blocks.z, kMaxRowsOfBlocks, blocks.y);
  Value row = getNumber(rowOfBlocks, block[1], threads.y);
  if (Value guard = buildGuard(b, {x, row}, {rowSize, numRows}, block)) {
    auto inside = b.create<scf::IfOp>(guard);
    b.setInsertionPointToStart(inside.thenBlock());
  }
  SmallVector<Value> point = splitNumber(b, row, outer);
  if (!sizes.empty())
    point.push_back(x);
  body(b, point);
}

SmallVector<Value> ts::getPlace(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                                OpOperand *operand, ValueRange point) {
  SmallVector<Value> place;
  AffineMap map = op.getMatchingIndexingMap(operand);
  SmallVector<OpFoldResult> operands(point.begin(), point.end());
  for (AffineExpr expression : map.getResults())
    place.push_back(makeIndex(
        b, affine::makeComposedFoldedAffineApply(
               b, b.getLoc(),
               AffineMap::get(map.getNumDims(), 0, expression), operands)));
  return place;
}

SmallVector<Value> ts::loadElements(ImplicitLocOpBuilder &b,
                                    linalg::LinalgOp op, ValueRange point,
                                    ArrayRef<Value> accumulators) {
  SmallVector<Value> elements;
  for (OpOperand *input : op.getDpsInputOperands())
    elements.push_back(
        isa<MemRefType>(input->get().getType())
            ? b.create<memref::LoadOp>(input->get(),
                                       getPlace(b, op, input, point))
            : input->get());
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    Value element = index < accumulators.size() ? accumulators[index] : Value();
    if (!element)
      element = b.create<memref::LoadOp>(output.get(),
                                         getPlace(b, op, &output, point));
    elements.push_back(element);
  }
  return elements;
}

SmallVector<Value> ts::cloneBody(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                                 ValueRange point, ValueRange elements) {
  Block *body = op.getBlock();
  IRMapping mapping;
  mapping.map(body->getArguments(), elements);
  for (Operation &inner : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), point[index.getDim()]);
      continue;
    }
    Operation *copy = b.clone(inner, mapping);
    copy->walk([&](linalg::IndexOp index) {
      index.replaceAllUsesWith(point[index.getDim()]);
      index.erase();
    });
  }
  SmallVector<Value> yielded;
  for (Value value : body->getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}
