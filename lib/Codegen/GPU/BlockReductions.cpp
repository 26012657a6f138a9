//===- BlockReductions.cpp - Reductions of rows by blocks -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads reads a row together, each thread four neighbours at a time
// and keeps what it has found; gpu.all_reduce makes one number of that, in the
// way that each target does it best.
//
//===----------------------------------------------------------------------===//

#include "BlockKernels.h"

#include "LaunchBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::ts;

/// Threads of a block: a power of two.
static constexpr int64_t kRowThreads = 128;
/// Neighbours in a row that a thread reads together; the last thread that is
/// needed for the rest of a row is one of the block.
static constexpr int64_t kGroup = 4;
/// Rows of fewer elements are reduced by one thread.
static constexpr int64_t kShortestRow = 64;

/// The operation that adds an element to the output, when order does not matter
/// and nothing else looks at the output; else null.
static Operation *getCombiner(linalg::LinalgOp op, OpOperand &output) {
  BlockArgument carried = op.getMatchingBlockArgument(&output);
  unsigned index = output.getOperandNumber() - op.getNumDpsInputs();
  Operation *combiner =
      op.getBlock()->getTerminator()->getOperand(index).getDefiningOp();
  if (!combiner || !carried.hasOneUse() ||
      *carried.getUsers().begin() != combiner ||
      combiner->getNumOperands() != 2 || !arith::getNeutralElement(combiner))
    return nullptr;
  if (isa<arith::AddFOp, arith::MulFOp>(combiner)) {
    auto flags = cast<arith::ArithFastMathInterface>(combiner)
                     .getFastMathFlagsAttr();
    bool isFree =
        bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::reassoc);
    return isFree || addsProducts(op) ? combiner : nullptr;
  }
  return combiner;
}

/// Whether neighbouring elements of each input's row lie next to each other.
static bool isAlongMemory(linalg::LinalgOp op, unsigned dim) {
  bool isMoved = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(dim))
      continue;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    auto type = dyn_cast<MemRefType>(input->get().getType());
    if (!last || last.getPosition() != dim || !type ||
        !isLastMemrefDimUnitStride(type))
      return false;
    isMoved = true;
  }
  return isMoved;
}

bool ts::isRowReduction(linalg::LinalgOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  if (reduced.size() != 1 || !isAlongMemory(op, reduced.front()))
    return false;
  int64_t size = op.getStaticLoopRanges()[reduced.front()];
  if (!ShapedType::isDynamic(size) && size < kShortestRow)
    return false;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    Type type = getElementTypeOrSelf(output.get().getType());
    if (!type.isIntOrFloat() || type.isInteger(1) || type.isBF16() ||
        op.getMatchingIndexingMap(&output).isFunctionOfDim(reduced.front()) ||
        !getCombiner(op, output))
      return false;
  }
  return true;
}

/// What the combiner makes of two numbers.
static Value combine(ImplicitLocOpBuilder &b, Operation *combiner,
                     BlockArgument carried, Value old, Value element) {
  IRMapping mapping;
  for (Value operand : combiner->getOperands())
    mapping.map(operand, operand == carried ? old : element);
  return b.clone(*combiner, mapping)->getResult(0);
}

/// The body at an element of the row, added to what was found.
static SmallVector<Value> addElement(ImplicitLocOpBuilder &b,
                                     linalg::LinalgOp op, unsigned dim,
                                     Value index, SmallVector<Value> &point,
                                     ArrayRef<Value> found) {
  point[dim] = index;
  SmallVector<Value> elements = loadElements(b, op, point, found);
  return cloneBody(b, op, point, elements);
}

/// What is found in the elements of a row that are no whole group: the last
/// ones, one for each of the first threads.
static SmallVector<Value> addRest(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                                  unsigned dim, Value index, Value size,
                                  SmallVector<Value> &point,
                                  ArrayRef<Value> found) {
  Value isThere =
      b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, index, size);
  auto branch = b.create<scf::IfOp>(ValueRange(found).getTypes(), isThere,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  b.create<scf::YieldOp>(addElement(b, op, dim, index, point, found));
  b.setInsertionPointToStart(branch.elseBlock());
  b.create<scf::YieldOp>(found);
  return SmallVector<Value>(branch.getResults());
}

/// What a thread finds in its elements of the row: groups of neighbours, each
/// place in a group with a number of its own, so that a group is a vector.
static SmallVector<Value> buildRowLoop(ImplicitLocOpBuilder &b,
                                       linalg::LinalgOp op, Value thread,
                                       Value size, unsigned dim,
                                       SmallVector<Value> &point) {
  MutableArrayRef<OpOperand> outputs = op.getDpsInitsMutable();
  unsigned count = outputs.size();
  SmallVector<Value> neutral;
  for (unsigned i = 0; i < kGroup * count; ++i)
    neutral.push_back(b.create<arith::ConstantOp>(
        *arith::getNeutralElement(getCombiner(op, outputs[i % count]))));
  Value group = makeIndex(b, kGroup);
  Value groups = b.createOrFold<arith::DivUIOp>(size, group);
  Value end = multiplyIndices(b, groups, group);
  auto loop = b.create<scf::ForOp>(multiplyIndices(b, thread, group), end,
                                   makeIndex(b, kRowThreads * kGroup), neutral);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> carried(loop.getRegionIterArgs()), next;
    for (unsigned i = 0; i < kGroup; ++i)
      next.append(addElement(
          b, op, dim, addIndices(b, loop.getInductionVar(), makeIndex(b, i)),
          point, ArrayRef<Value>(carried).slice(i * count, count)));
    b.create<scf::YieldOp>(next);
  }
  SmallVector<Value> found(loop.getResults().take_front(count));
  for (unsigned i = count; i < kGroup * count; ++i) {
    OpOperand &output = outputs[i % count];
    found[i % count] =
        combine(b, getCombiner(op, output), op.getMatchingBlockArgument(&output),
                found[i % count], loop.getResult(i));
  }
  std::optional<int64_t> known = getConstantIntValue(size);
  return known && *known % kGroup == 0
             ? found
             : addRest(b, op, dim, addIndices(b, end, thread), size, point,
                       found);
}

/// The one number that the threads of the block have found together.
static Value buildTotal(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                        OpOperand &output, Value found) {
  auto total = b.create<gpu::AllReduceOp>(found, gpu::AllReduceOperationAttr(),
                                          /*uniform=*/true);
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&total.getBody());
  Value old = body->addArgument(found.getType(), b.getLoc());
  Value element = body->addArgument(found.getType(), b.getLoc());
  b.create<gpu::YieldOp>(combine(b, getCombiner(op, output),
                                 op.getMatchingBlockArgument(&output), old,
                                 element));
  return total;
}

/// Lets the first thread write the row's results.
static void buildRowEnd(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                        Value thread, ValueRange point, ArrayRef<Value> fills,
                        ArrayRef<Value> totals) {
  Value isFirst = b.create<arith::CmpIOp>(arith::CmpIPredicate::eq, thread,
                                          makeIndex(b, 0));
  auto branch = b.create<scf::IfOp>(isFirst);
  b.setInsertionPointToStart(branch.thenBlock());
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    SmallVector<Value> place = getPlace(b, op, &output, point);
    Value begin = fills[index];
    if (!begin)
      begin = b.create<memref::LoadOp>(output.get(), place);
    Value result = combine(b, getCombiner(op, output),
                           op.getMatchingBlockArgument(&output), begin,
                           totals[index]);
    b.create<memref::StoreOp>(result, output.get(), place);
  }
}

void ts::buildRowReduction(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                           ArrayRef<Value> bounds, ArrayRef<Value> fills) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<unsigned> parallel, reduced;
  op.getParallelDims(parallel);
  op.getReductionDims(reduced);
  Value rows = makeIndex(b, 1), one = rows;
  SmallVector<Value> sizes;
  for (unsigned dim : parallel) {
    sizes.push_back(bounds[dim]);
    rows = multiplyIndices(b, rows, bounds[dim]);
  }
  gpu::LaunchOp launch =
      buildLaunch(b, {rows, one, one}, {kRowThreads, 1, 1});
  Value thread = launch.getThreadIds().x;
  SmallVector<Value> point(op.getNumLoops());
  for (auto [dim, index] :
       llvm::zip(parallel, splitNumber(b, launch.getBlockIds().x, sizes)))
    point[dim] = index;
  SmallVector<Value> found = buildRowLoop(
      b, op, thread, bounds[reduced.front()], reduced.front(), point);
  SmallVector<Value> totals;
  for (auto [value, output] : llvm::zip(found, op.getDpsInitsMutable()))
    totals.push_back(buildTotal(b, op, output, value));
  // The row's own index is not one of the results' places.
  point[reduced.front()] = makeIndex(b, 0);
  buildRowEnd(b, op, thread, point, fills, totals);
}
