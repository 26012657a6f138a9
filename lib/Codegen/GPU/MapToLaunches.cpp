//===- MapToLaunches.cpp - Loops of kernels become launches ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation on buffers becomes a launch with a thread for each result;
// what is reduced is a loop of the thread. Loops around such operations stay on
// the host, and single elements are touched by launches of one thread.
//
//===----------------------------------------------------------------------===//

#include "BlockKernels.h"
#include "HostMemory.h"
#include "LaunchBuilder.h"
#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSMAPTOLAUNCHES
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSMapToLaunches
    : public ts::impl::TSMapToLaunchesBase<TSMapToLaunches> {
  void runOnOperation() override;

private:
  void mapBlock(Block &block);
  void mapComputation(linalg::LinalgOp op);
  void mapElements(ArrayRef<Operation *> ops);
};
} // namespace

//===----------------------------------------------------------------------===//
// Operations of linalg
//===----------------------------------------------------------------------===//

/// Dimensions next to each other in all operands become one, so that rows are
/// long; the operation that does the same.
static linalg::LinalgOp collapse(linalg::LinalgOp op, IRRewriter &rewriter) {
  if (!isa<linalg::GenericOp, linalg::CopyOp>(op.getOperation()) ||
      op.hasIndexSemantics() || op.getNumLoops() < 2)
    return op;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  auto isMerged = [&](unsigned dim) {
    ReassociationIndices pair{int64_t(dim), int64_t(dim) + 1};
    if (kinds[dim] != kinds[dim + 1])
      return false;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      if (!map.isProjectedPermutation() ||
          !linalg::isDimSequencePreserved(map, pair))
        return false;
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (type && !type.getLayout().isIdentity() &&
          map.isFunctionOfDim(dim))
        return false;
    }
    return true;
  };
  SmallVector<ReassociationIndices> groups{{0}};
  for (unsigned dim = 0; dim + 1 < op.getNumLoops(); ++dim) {
    if (!isMerged(dim))
      groups.emplace_back();
    groups.back().push_back(dim + 1);
  }
  if (groups.size() == op.getNumLoops() ||
      !linalg::areDimSequencesPreserved(maps, groups))
    return op;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> made =
      linalg::collapseOpIterationDims(op, groups, rewriter);
  if (failed(made))
    return op;
  linalg::LinalgOp collapsed = made->collapsedOp;
  rewriter.eraseOp(op);
  return collapsed;
}

/// Whether a reduced dimension decides where the output's element lies, as in
/// a scan: it is written in the loop then, and no value of the loop.
static bool isWrittenInLoop(linalg::LinalgOp op, OpOperand *output) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  AffineMap map = op.getMatchingIndexingMap(output);
  return llvm::any_of(reduced,
                      [&](unsigned dim) { return map.isFunctionOfDim(dim); });
}

/// The number that all of the buffer's elements are when `op` begins, where an
/// operation filled it that nobody else sees the work of; that is removed.
static Value takeFill(linalg::LinalgOp op, memref::AllocOp buffer) {
  Block *block = op->getBlock();
  linalg::FillOp last;
  for (Operation *user : buffer->getUsers()) {
    if (isa<ViewLikeOpInterface>(user))
      return {};
    auto fill = dyn_cast<linalg::FillOp>(user);
    if (fill && fill->getBlock() == block && fill->isBeforeInBlock(op) &&
        (!last || last->isBeforeInBlock(fill)))
      last = fill;
  }
  if (!last)
    return {};
  for (Operation *user : buffer->getUsers()) {
    Operation *top = block->findAncestorOpInBlock(*user);
    if (!top || (top != last && top != op && last->isBeforeInBlock(top) &&
                 top->isBeforeInBlock(op)))
      return {};
  }
  Value number = last.getInputs()[0];
  last.erase();
  return number;
}

/// Whether the operation writes every element of the output.
static bool coversOutput(linalg::LinalgOp op, OpOperand *output) {
  AffineMap map = op.getMatchingIndexingMap(output);
  return map.isProjectedPermutation() && !isWrittenInLoop(op, output);
}

/// What the outputs hold where it is a number that was filled in.
static SmallVector<Value> takeFills(linalg::LinalgOp op) {
  SmallVector<Value> numbers;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    bool isRead = llvm::count_if(op->getOpOperands(), [&](OpOperand &other) {
                    return other.get() == output.get();
                  }) > 1;
    auto alloc = output.get().getDefiningOp<memref::AllocOp>();
    bool mayTake = alloc && op.payloadUsesValueFromOperand(&output) &&
                   !isRead && coversOutput(op, &output);
    numbers.push_back(mayTake ? takeFill(op, alloc) : Value());
  }
  return numbers;
}

/// What an output holds before its element at the point is computed; zero where
/// nobody asks.
static Value loadOutput(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                        OpOperand *output, ValueRange point) {
  if (op.payloadUsesValueFromOperand(output))
    return b.create<memref::LoadOp>(output->get(),
                                    getPlace(b, op, output, point));
  return b.create<arith::ConstantOp>(
      b.getZeroAttr(getElementTypeOrSelf(output->get().getType())));
}

/// Writes what an output becomes.
static void storeOutput(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                        OpOperand *output, ValueRange point, Value element) {
  b.create<memref::StoreOp>(element, output->get(),
                            getPlace(b, op, output, point));
}

/// The body at a point inside of all loops: outputs without an accumulator are
/// read and written there. What the accumulators become.
static SmallVector<Value> buildBody(ImplicitLocOpBuilder &b,
                                    linalg::LinalgOp op, ValueRange point,
                                    ArrayRef<OpOperand *> carried,
                                    ArrayRef<Value> accumulators) {
  SmallVector<Value> before;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    const auto *found = llvm::find(carried, &output);
    before.push_back(found != carried.end()
                         ? accumulators[found - carried.begin()]
                         : loadOutput(b, op, &output, point));
  }
  SmallVector<Value> yielded =
      cloneBody(b, op, point, loadElements(b, op, point, before));
  SmallVector<Value> results;
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (llvm::is_contained(carried, &output))
      results.push_back(yielded[index]);
    else
      storeOutput(b, op, &output, point, yielded[index]);
  }
  return results;
}

/// The thread's loops over the reduced dimensions; what the `carried` outputs,
/// whose values go from round to round, become.
static SmallVector<Value>
buildReduction(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
               ArrayRef<Value> bounds, ArrayRef<unsigned> reduced,
               SmallVector<Value> &point, ArrayRef<OpOperand *> carried,
               SmallVector<Value> accumulators) {
  if (reduced.empty())
    return buildBody(b, op, point, carried, accumulators);
  unsigned dim = reduced.front();
  auto loop = b.create<scf::ForOp>(makeIndex(b, 0), bounds[dim],
                                   makeIndex(b, 1), accumulators);
  OpBuilder::InsertionGuard guard(b);
  // The body of a loop without values has its end already.
  if (accumulators.empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToStart(loop.getBody());
  point[dim] = loop.getInductionVar();
  SmallVector<Value> next =
      buildReduction(b, op, bounds, reduced.drop_front(), point, carried,
                     SmallVector<Value>(loop.getRegionIterArgs()));
  if (!accumulators.empty())
    b.create<scf::YieldOp>(next);
  return SmallVector<Value>(loop.getResults());
}

/// What a thread computes for its point of the parallel dimensions.
static void buildThread(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                        ArrayRef<Value> bounds, ArrayRef<unsigned> parallel,
                        ValueRange threadPoint, ArrayRef<Value> fills) {
  SmallVector<Value> point(op.getNumLoops());
  for (auto [dim, index] : llvm::zip(parallel, threadPoint))
    point[dim] = index;
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  SmallVector<OpOperand *> carried;
  SmallVector<Value> accumulators;
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (isWrittenInLoop(op, &output))
      continue;
    carried.push_back(&output);
    accumulators.push_back(fills[index] ? fills[index]
                                        : loadOutput(b, op, &output, point));
  }
  SmallVector<Value> results =
      buildReduction(b, op, bounds, reduced, point, carried, accumulators);
  for (auto [output, result] : llvm::zip(carried, results))
    storeOutput(b, op, output, point, result);
}

/// Whether the elements of all operands are numbers, not memory themselves.
static bool hasNumbers(linalg::LinalgOp op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIntOrIndexOrFloat() || isa<ComplexType>(element);
  });
}

void TSMapToLaunches::mapComputation(linalg::LinalgOp op) {
  IRRewriter rewriter(&getContext());
  op = collapse(op, rewriter);
  SmallVector<Value> fills = takeFills(op);
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<OpFoldResult> sizes;
  SmallVector<Value> bounds;
  for (const Range &range : op.createLoopRanges(b, b.getLoc())) {
    sizes.push_back(range.size);
    bounds.push_back(makeIndex(b, range.size));
  }
  ++numComputations;
  if (isTiledProduct(op) || isRowReduction(op)) {
    (isTiledProduct(op) ? buildTiledProduct : buildRowReduction)(b, op, bounds,
                                                                 fills);
    op.erase();
    ++numBlocks;
    return;
  }
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  SmallVector<OpFoldResult> parallelSizes;
  for (unsigned dim : parallel)
    parallelSizes.push_back(sizes[dim]);
  buildPointLaunch(b, parallelSizes,
                   [&](ImplicitLocOpBuilder &inner, ValueRange point) {
                     buildThread(inner, op, bounds, parallel, point, fills);
                   });
  op.erase();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void TSMapToLaunches::mapElements(ArrayRef<Operation *> ops) {
  ImplicitLocOpBuilder b(ops.front()->getLoc(), ops.front());
  Value one = makeIndex(b, 1);
  gpu::LaunchOp launch = buildLaunch(b, {one, one, one}, {1, 1, 1});
  for (Operation *op : ops)
    op->moveBefore(launch.getBody().front().getTerminator());
  ++numElements;
}

/// Whether the operation reads or writes single elements of device memory.
static bool touchesElements(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        auto load = dyn_cast<memref::LoadOp>(inner);
        auto store = dyn_cast<memref::StoreOp>(inner);
        bool touches = (load && !isHostMemory(load.getMemRef())) ||
                       (store && !isHostMemory(store.getMemRef()));
        return touches ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a loop or branch can run in one thread: it says nothing to the host,
/// and contains nothing that has threads of its own.
static bool isForOneThread(Operation *op) {
  if (op->getNumResults())
    return false;
  return !op->walk([](Operation *inner) {
              bool isHost = isa<linalg::LinalgOp, memref::AllocOp,
                                gpu::LaunchOp>(inner);
              if (auto store = dyn_cast<memref::StoreOp>(inner))
                isHost |= isHostMemory(store.getMemRef());
              if (auto load = dyn_cast<memref::LoadOp>(inner))
                isHost |= isHostMemory(load.getMemRef());
              return isHost ? WalkResult::interrupt() : WalkResult::advance();
            }).wasInterrupted();
}

void TSMapToLaunches::mapBlock(Block &block) {
  // Stores behind each other are one launch.
  SmallVector<Operation *> stores;
  auto flush = [&] {
    if (!stores.empty())
      mapElements(std::exchange(stores, {}));
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (store && !isHostMemory(store.getMemRef())) {
      stores.push_back(store);
      continue;
    }
    if (isa<arith::ConstantOp>(op) && !stores.empty()) {
      op.moveBefore(stores.front());
      continue;
    }
    flush();
    if (isa<linalg::FillOp>(op)) {
      // It may become part of what reduces into the buffer.
      continue;
    } else if (auto computation = dyn_cast<linalg::LinalgOp>(op)) {
      mapComputation(computation);
    } else if (op.getNumRegions() && !isa<gpu::LaunchOp>(op)) {
      if (touchesElements(&op) && isForOneThread(&op)) {
        mapElements(&op);
        continue;
      }
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          mapBlock(inner);
    }
  }
  flush();
  for (auto fill : llvm::make_early_inc_range(block.getOps<linalg::FillOp>()))
    mapComputation(fill);
}

void TSMapToLaunches::runOnOperation() {
  func::FuncOp kernel = getOperation();
  if (kernel.isExternal())
    return;
  SmallVector<memref::CopyOp> copies;
  kernel.walk([&](memref::CopyOp copy) { copies.push_back(copy); });
  for (memref::CopyOp copy : copies) {
    OpBuilder builder(copy);
    builder.create<linalg::CopyOp>(copy.getLoc(), copy.getSource(),
                                   copy.getTarget());
    copy.erase();
  }
  WalkResult onTensors = kernel.walk([](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics() && hasNumbers(op))
      return WalkResult::advance();
    op.emitOpError(op.hasPureBufferSemantics()
                       ? "has elements that are no numbers"
                       : "is on tensors; run ts-bufferize-kernels first");
    return WalkResult::interrupt();
  });
  if (onTensors.wasInterrupted())
    return signalPassFailure();
  for (Block &block : kernel.getBody())
    mapBlock(block);
}
