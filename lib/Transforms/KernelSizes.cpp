//===- KernelSizes.cpp - The sizes of a kernel's results ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of the kernel in which only sizes of results are asked for: following
// them to the sizes of inputs leaves nothing of the computation.
//
//===----------------------------------------------------------------------===//

#include "KernelFunction.h"

#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
/// The size of a tensor that is a parameter.
struct DimOfParameter : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto read = op.getSource().getDefiningOp<bufferization::ToTensorOp>();
    auto buffer = read ? read.getMemref().getDefiningOp<memref::ReinterpretCastOp>()
                       : memref::ReinterpretCastOp();
    std::optional<int64_t> dim = op.getConstantIndex();
    if (!buffer || !dim || *dim >= int64_t(buffer.getMixedSizes().size()))
      return failure();
    rewriter.replaceOp(op, getValueOrCreateConstantIndexOp(
                               rewriter, op.getLoc(),
                               buffer.getMixedSizes()[*dim]));
    return success();
  }
};

/// The sizes of an expanded tensor are operands. MLIR 19 divides by the static
/// ones instead, which gives a wrong size where a group has two that are not.
struct DimOfExpanded : OpRewritePattern<tensor::DimOp> {
  explicit DimOfExpanded(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSource().getDefiningOp<tensor::ExpandShapeOp>();
    std::optional<int64_t> dim = op.getConstantIndex();
    if (!expand || !dim || *dim >= expand.getResultType().getRank())
      return failure();
    SmallVector<OpFoldResult> sizes = getMixedValues(
        expand.getStaticOutputShape(), expand.getOutputShape(), rewriter);
    rewriter.replaceOp(op, getValueOrCreateConstantIndexOp(
                               rewriter, op.getLoc(), sizes[*dim]));
    return success();
  }
};

/// A loop that writes elements of a tensor that it carries: its result has the
/// sizes of what it begins with. MLIR 19 knows it of slices only.
struct DimOfLoop : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto loop = op.getSource().getDefiningOp<scf::ForOp>();
    if (!loop)
      return failure();
    unsigned number = cast<OpResult>(op.getSource()).getResultNumber();
    if (getWritten(loop.getYieldedValues()[number]) !=
        loop.getRegionIterArg(number))
      return failure();
    rewriter.replaceOpWithNewOp<tensor::DimOp>(
        op, loop.getInitArgs()[number], op.getIndex());
    return success();
  }

private:
  /// The tensor that a chain of writes began with.
  static Value getWritten(Value tensor) {
    while (Operation *op = tensor.getDefiningOp()) {
      unsigned number = cast<OpResult>(tensor).getResultNumber();
      if (auto insert = dyn_cast<tensor::InsertOp>(op))
        tensor = insert.getDest();
      else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
        tensor = insert.getDest();
      else if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
        tensor = style.getDpsInitOperand(number)->get();
      else if (auto loop = dyn_cast<scf::ForOp>(op);
               loop && getWritten(loop.getYieldedValues()[number]) ==
                           loop.getRegionIterArg(number))
        tensor = loop.getInitArgs()[number];
      else
        break;
    }
    return tensor;
  }
};
} // namespace

void kernel::populateSizePatterns(RewritePatternSet &patterns) {
  patterns.add<DimOfExpanded, DimOfLoop>(patterns.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::DimOp::getCanonicalizationPatterns(patterns, patterns.getContext());
}

void kernel::replaceExpansions(func::FuncOp kernel) {
  SmallVector<tensor::ExpandShapeOp> expansions;
  kernel.walk([&](tensor::ExpandShapeOp op) {
    for (ArrayRef<int64_t> group : op.getReassociationIndices())
      if (llvm::count_if(group, [&](int64_t dim) {
            return op.getResultType().isDynamicDim(dim);
          }) > 1)
        return expansions.push_back(op);
  });
  for (tensor::ExpandShapeOp op : expansions) {
    OpBuilder builder(op);
    SmallVector<Value> sizes;
    for (OpFoldResult size : getMixedValues(op.getStaticOutputShape(),
                                            op.getOutputShape(), builder))
      sizes.push_back(
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), size));
    Value list = builder.create<tensor::FromElementsOp>(op.getLoc(), sizes);
    Value reshaped = builder.create<tensor::ReshapeOp>(
        op.getLoc(), op.getResultType(), op.getSrc(), list);
    op.replaceAllUsesWith(reshaped);
    op.erase();
  }
}

/// Whether the sizes of anything in the kernel are known at run time only.
static bool isSized(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), kernel::hasOwnSizes)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void kernel::buildSizes(func::FuncOp kernel) {
  if (!isSized(kernel))
    return;
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  auto sizes = cast<func::FuncOp>(builder.clone(*kernel));
  sizes.setName((kernel.getName() + kSizesSuffix).str());
  kernel->setAttr(kSizesAttr, FlatSymbolRefAttr::get(sizes.getNameAttr()));
  Block &body = sizes.getBody().front();
  // Numbers are no sizes.
  for (auto store : llvm::make_early_inc_range(body.getOps<memref::StoreOp>()))
    store.erase();
  SmallVector<bufferization::MaterializeInDestinationOp> stores(
      body.getOps<bufferization::MaterializeInDestinationOp>());
  int64_t count = 1;
  for (bufferization::MaterializeInDestinationOp store : stores)
    if (hasOwnSizes(store.getSource().getType()))
      count += cast<RankedTensorType>(store.getSource().getType()).getRank();
  auto type = MemRefType::get({count}, builder.getI64Type());
  sizes.insertArgument(sizes.getNumArguments(), type,
                       DictionaryAttr::get(builder.getContext()),
                       sizes.getLoc());
  Value answer = sizes.getArguments().back();
  int64_t next = 0;
  for (bufferization::MaterializeInDestinationOp store : stores) {
    builder.setInsertionPoint(store);
    Location loc = store.getLoc();
    auto tensor = cast<RankedTensorType>(store.getSource().getType());
    for (int64_t dim = 0; hasOwnSizes(tensor) && dim < tensor.getRank();
         ++dim) {
      Value size =
          builder.create<tensor::DimOp>(loc, store.getSource(), dim);
      Value number =
          builder.create<arith::IndexCastOp>(loc, builder.getI64Type(), size);
      Value place = builder.create<arith::ConstantIndexOp>(loc, next++);
      builder.create<memref::StoreOp>(loc, number, answer, place);
    }
    Operation *buffer = store.getDest().getDefiningOp();
    store.erase();
    if (buffer)
      buffer->erase();
  }
  RewritePatternSet patterns(builder.getContext());
  patterns.add<DimOfParameter>(builder.getContext());
  populateSizePatterns(patterns);
  (void)applyPatternsAndFoldGreedily(sizes, std::move(patterns));
}
