//===- TransposedBlocks.cpp - Transpositions by blocks --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of an input is read by vectors along its memory, transposed in
// registers and put into a buffer, which the loops of the block read along
// theirs: each line of memory is touched once. A transposition of n vectors of
// n elements interleaves the first half of the vectors with the second, as
// often as n can be halved.
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::loops;

/// Shorter sides of blocks are not worth their loops.
static constexpr int64_t kShortest = 4;

/// The loop that moves along memory in an operand, or nothing.
static std::optional<unsigned> findContiguous(linalg::GenericOp op,
                                              OpOperand &operand) {
  for (unsigned dim = op.getNumLoops(); dim-- > 0;)
    if (getAccess(op, operand, dim) == Access::Contiguous)
      return dim;
  return std::nullopt;
}

namespace {

/// The loops of square blocks, and the inputs that are transposed in them.
struct Blocks {
  unsigned along, across;
  SmallVector<unsigned> inputs;
};

} // namespace

/// The one loop along which inputs move in memory where the results move along
/// another; nothing where there is none or more, or where an operand moves
/// along memory by neither.
static std::optional<Blocks> findBlocks(linalg::GenericOp op) {
  std::optional<unsigned> along = findContiguous(
                              op, *op.getDpsInitsMutable().begin()),
                          across;
  if (op.getNumParallelLoops() != op.getNumLoops() || !along ||
      op.hasIndexSemantics() || readsOthers(op))
    return std::nullopt;
  Blocks blocks;
  for (OpOperand &operand : op->getOpOperands()) {
    Access access = getAccess(op, operand, *along);
    bool isInput = op.isDpsInput(&operand);
    if (access == Access::Contiguous || (isInput && access == Access::Fixed))
      continue;
    std::optional<unsigned> dim = findContiguous(op, operand);
    if (!isInput || !dim || (across && across != dim))
      return std::nullopt;
    across = dim;
    blocks.inputs.push_back(operand.getOperandNumber());
  }
  if (!across)
    return std::nullopt;
  blocks.along = *along;
  blocks.across = *across;
  return blocks;
}

/// The side of blocks that leave no rest, at most `lanes`; 0 if there is none.
static int64_t chooseSide(linalg::GenericOp op, const Blocks &blocks,
                          int64_t lanes) {
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  int64_t along = sizes[blocks.along], across = sizes[blocks.across];
  if (ShapedType::isDynamic(along) || ShapedType::isDynamic(across))
    return 0;
  for (int64_t side = lanes; side >= kShortest; side /= 2)
    if (along % side == 0 && across % side == 0)
      return side;
  return 0;
}

/// n vectors of n elements as their columns.
static SmallVector<Value> transpose(ImplicitLocOpBuilder &b,
                                    SmallVector<Value> rows) {
  int64_t size = rows.size();
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < size; ++i) {
    low.push_back(i / 2 + i % 2 * size);
    high.push_back(size / 2 + i / 2 + i % 2 * size);
  }
  for (int64_t step = 1; step < size; step *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < size / 2; ++i) {
      Value first = rows[i], second = rows[i + size / 2];
      next.push_back(b.create<vector::ShuffleOp>(first, second, low));
      next.push_back(b.create<vector::ShuffleOp>(first, second, high));
    }
    rows = std::move(next);
  }
  return rows;
}

/// Makes a block read an input from a buffer on the stack in which loop `along`
/// moves along memory.
static void readTransposed(RewriterBase &rewriter, linalg::GenericOp op,
                           OpOperand &input, const Blocks &blocks,
                           int64_t side) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  Type element = cast<MemRefType>(input.get().getType()).getElementType();
  auto row = VectorType::get(side, element);
  AffineMap map = op.getMatchingIndexingMap(&input);
  SmallVector<int64_t> place(op.getNumLoops(), 0);
  auto number = [&](int64_t n) { return b.create<arith::ConstantIndexOp>(n); };
  SmallVector<Value> rows;
  for (int64_t &i = place[blocks.along]; i < side; ++i) {
    SmallVector<Value> indices;
    for (int64_t index : map.compose(place))
      indices.push_back(number(index));
    rows.push_back(b.create<vector::LoadOp>(row, input.get(), indices));
  }
  Value buffer;
  {
    OpBuilder::InsertionGuard guard(b);
    auto function = op->getParentOfType<func::FuncOp>();
    b.setInsertionPointToStart(&function.getBody().front());
    buffer = b.create<memref::AllocaOp>(MemRefType::get({side, side}, element),
                                        b.getI64IntegerAttr(64));
  }
  for (auto [i, column] : llvm::enumerate(transpose(b, rows)))
    b.create<vector::StoreOp>(column, buffer, ValueRange{number(i), number(0)});
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[input.getOperandNumber()] = AffineMap::get(
      op.getNumLoops(), 0,
      {b.getAffineDimExpr(blocks.across), b.getAffineDimExpr(blocks.along)},
      b.getContext());
  rewriter.modifyOpInPlace(op, [&] {
    input.set(buffer);
    op.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
  });
}

bool loops::buildTransposed(RewriterBase &rewriter, linalg::GenericOp op,
                            int64_t lanes, const Strategy &strategy) {
  std::optional<Blocks> blocks = findBlocks(op);
  int64_t side = blocks ? chooseSide(op, *blocks, lanes) : 0;
  if (!side)
    return false;
  SmallVector<int64_t> sides(op.getNumLoops(), 1);
  sides[blocks->along] = sides[blocks->across] = side;
  auto tiled = linalg::tileLinalgOp(
      rewriter, op, linalg::LinalgTilingOptions().setTileSizes(sides));
  if (failed(tiled))
    return false;
  auto block = cast<linalg::GenericOp>(tiled->op.getOperation());
  rewriter.setInsertionPoint(block);
  for (unsigned input : blocks->inputs)
    readTransposed(rewriter, block, block->getOpOperand(input), *blocks, side);
  buildParallel(rewriter, block, blocks->along, side, strategy);
  rewriter.eraseOp(block);
  return true;
}
