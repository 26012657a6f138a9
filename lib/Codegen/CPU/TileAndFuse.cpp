//===- TileAndFuse.cpp - Groups of operations row by row ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A normalization or a softmax is several operations on the same rows. A group
// is a root and the producers that it alone needs; the dimensions that index
// all of them in the same way are tiled by one, so that the rest, a row, stays
// in cache between them.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSTILEANDFUSE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct TSTileAndFuse : public ts::impl::TSTileAndFuseBase<TSTileAndFuse> {
  void runOnOperation() override;
};

/// For each loop of an operation the loop of the root that runs with it, or -1.
using LoopMap = SmallVector<int64_t>;

/// A root with its producers, and the root's loops that all of them share.
struct Group {
  linalg::LinalgOp root;
  llvm::MapVector<Operation *, LoopMap> members;
  llvm::SmallBitVector shared;
};

} // namespace

/// Elements of a row from which on a loop over rows pays.
static constexpr int64_t kShortestRow = 32;

/// Elements of a row up to which it stays in cache.
static constexpr int64_t kLongestRow = 1 << 16;

static bool isCandidate(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::LinalgOp>(op);
  return generic && generic.hasPureTensorSemantics() &&
         isa<linalg::GenericOp, linalg::FillOp>(op) &&
         llvm::all_of(generic.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

/// How the loops of `producer` run when `operand` of a member is a slice of its
/// result. Nothing when no loop of the root is left to share.
static std::optional<LoopMap> followOperand(const Group &group,
                                            linalg::LinalgOp producer,
                                            OpOperand &operand) {
  auto consumer = cast<linalg::LinalgOp>(operand.getOwner());
  const LoopMap &outer = group.members.find(consumer)->second;
  auto result = cast<OpResult>(operand.get());
  AffineMap uses = consumer.getMatchingIndexingMap(&operand);
  AffineMap makes = producer.getIndexingMapMatchingResult(result);
  LoopMap loops(producer.getNumLoops(), -1);
  bool sharesAny = false;
  for (unsigned d = 0; d < makes.getNumResults(); ++d) {
    int64_t loop = outer[uses.getDimPosition(d)];
    loops[makes.getDimPosition(d)] = loop;
    sharesAny |= loop >= 0 && group.shared.test(loop);
  }
  if (!sharesAny)
    return std::nullopt;
  return loops;
}

/// The shared loops that `loops` of `op` has as parallel loops, too.
static llvm::SmallBitVector getShared(const llvm::SmallBitVector &shared,
                                      linalg::LinalgOp op,
                                      const LoopMap &loops) {
  llvm::SmallBitVector has(shared.size());
  auto iterators = op.getIteratorTypesArray();
  for (auto [d, loop] : llvm::enumerate(loops))
    if (loop >= 0 && linalg::isParallelIterator(iterators[d]))
      has.set(loop);
  return has &= shared;
}

/// Adds the producer of an operand if all its users are in the group and share
/// loops that index its result alike.
static bool addProducer(Group &group, OpOperand &operand) {
  Operation *op = operand.get().getDefiningOp();
  if (!isCandidate(op) || op->getNumResults() != 1 ||
      group.members.contains(op) || op->getBlock() != group.root->getBlock())
    return false;
  auto producer = cast<linalg::LinalgOp>(op);
  std::optional<LoopMap> loops;
  for (OpOperand &use : op->getUses()) {
    if (!group.members.contains(use.getOwner()))
      return false;
    std::optional<LoopMap> here = followOperand(group, producer, use);
    if (!here)
      return false;
    if (!loops)
      loops = here;
    // What users do not index alike they do not share.
    for (auto [loop, other] : llvm::zip_equal(*loops, *here))
      if (loop != other)
        loop = -1;
  }
  llvm::SmallBitVector shared = getShared(group.shared, producer, *loops);
  if (shared.none())
    return false;
  group.shared = shared;
  group.members[op] = *loops;
  return true;
}

/// Turns of the loops of a member that are not shared, of a row; -1 when they
/// are not known.
static int64_t getRow(const Group &group, linalg::LinalgOp op,
                      const LoopMap &loops) {
  int64_t elements = 1;
  for (auto [loop, size] : llvm::zip_equal(loops, op.getStaticLoopRanges())) {
    if (loop >= 0 && group.shared.test(loop))
      continue;
    if (ShapedType::isDynamic(size))
      return -1;
    elements *= size;
  }
  return elements;
}

/// Whether a pass over rows saves one over memory: one of several members
/// reduces, and rows are neither empty nor short nor too long for the cache.
static bool isWorthwhile(Group &group) {
  unsigned passes = 0;
  bool reduces = false;
  for (const auto &[op, loops] : group.members) {
    if (isa<linalg::FillOp>(op))
      continue;
    ++passes;
    auto member = cast<linalg::LinalgOp>(op);
    reduces |= member.getNumReductionLoops() > 0;
    if (llvm::is_contained(member.getStaticLoopRanges(), 0))
      return false;
  }
  int64_t row = getRow(group, group.root, group.members.front().second);
  if (group.root.getNumReductionLoops() == 0 && row >= 0 && row < kShortestRow)
    return false;
  return reduces && passes > 1 && row <= kLongestRow;
}

/// The group of a root; its members are what the loops will compute.
static Group collect(linalg::LinalgOp root) {
  Group group{root, {}, llvm::SmallBitVector(root.getNumLoops())};
  auto iterators = root.getIteratorTypesArray();
  LoopMap own;
  for (auto [d, type] : llvm::enumerate(iterators)) {
    own.push_back(d);
    if (linalg::isParallelIterator(type))
      group.shared.set(d);
  }
  group.members[root] = own;
  // Members whose users all are members appear in any order.
  for (bool grows = true; grows;) {
    grows = false;
    auto members = group.members.takeVector();
    for (auto &entry : members)
      group.members.insert(entry);
    for (auto &[op, loops] : members)
      for (OpOperand &operand : op->getOpOperands())
        grows |= addProducer(group, operand);
  }
  return group;
}

/// Runs the group in loops over the shared dimensions; equal parts are computed
/// once, and what lives for a turn gets a buffer of a row.
static bool tile(IRRewriter &rewriter, Group &group) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned d = 0; d < group.shared.size(); ++d)
    sizes.push_back(rewriter.getIndexAttr(group.shared.test(d) ? 1 : 0));
  scf::SCFTileAndFuseOptions options;
  options.tilingOptions.setTileSizes(sizes);
  options.setFusionControlFn([&](tensor::ExtractSliceOp, OpResult producer,
                                 bool) {
    return std::make_tuple(group.members.contains(producer.getOwner()), false);
  });
  auto root = cast<TilingInterface>(group.root.getOperation());
  rewriter.setInsertionPoint(root);
  FailureOr<scf::SCFTileAndFuseResult> result =
      scf::tileConsumerAndFuseProducersUsingSCF(rewriter, root, options);
  if (failed(result) || result->loops.empty())
    return false;
  for (Value value : root->getResults())
    if (Value replacement = result->replacements.lookup(value))
      rewriter.replaceAllUsesWith(value, replacement);
  Operation *loop = result->loops.front();
  for (LoopLikeOpInterface each : result->loops)
    each->setAttr(tsrt::kParallelAttr, rewriter.getUnitAttr());
  DominanceInfo dominance(loop->getParentOp());
  eliminateCommonSubExpressions(rewriter, dominance, loop);
  RewritePatternSet patterns(rewriter.getContext());
  tensor::populateFoldTensorEmptyPatterns(patterns);
  linalg::populateLinalgTilingCanonicalizationPatterns(patterns);
  GreedyRewriteConfig config;
  config.scope = loop->getParentRegion();
  SmallVector<Operation *> inside;
  loop->walk([&](Operation *op) { inside.push_back(op); });
  (void)applyOpPatternsAndFold(inside, std::move(patterns), config);
  return true;
}

void TSTileAndFuse::runOnOperation() {
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  llvm::DenseSet<Operation *> taken;
  IRRewriter rewriter(&getContext());
  // Consumers first.
  for (linalg::LinalgOp op : llvm::reverse(ops)) {
    if (taken.contains(op) || !isCandidate(op) || op->getNumResults() != 1 ||
        isa<linalg::FillOp>(op))
      continue;
    Group group = collect(op);
    if (!isWorthwhile(group))
      continue;
    SmallVector<Operation *> members;
    for (auto &[member, loops] : group.members)
      members.push_back(member);
    if (!tile(rewriter, group))
      continue;
    ++numGroups;
    numFused += members.size() - 1;
    taken.insert(members.begin(), members.end());
    // Users stand behind or before in the order of discovery.
    for (bool erases = true; erases;) {
      erases = false;
      for (Operation *&member : members)
        if (member && member->use_empty()) {
          rewriter.eraseOp(member);
          member = nullptr;
          erases = true;
        }
    }
  }
}
