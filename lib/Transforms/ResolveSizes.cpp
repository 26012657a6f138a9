//===- ResolveSizes.cpp - Sizes of what comes from outside ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows sizes of results to the contents of objects; finds symbols.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "KernelFunction.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSRESOLVESIZES
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSResolveSizes : public ts::impl::TSResolveSizesBase<TSResolveSizes> {
  void runOnOperation() override;

private:
  LogicalResult resolve(SymbolOp symbol, ArrayRef<BindShapeOp> bounds);
  void resolveDims();
};
} // namespace

/// The dimension of the value that is just the symbol; nothing when none is.
static std::optional<int64_t> findDimension(BindShapeOp bound,
                                            SymbolOp symbol) {
  for (auto [dim, expr] : llvm::enumerate(bound.getSizes().getResults())) {
    auto place = dyn_cast<AffineSymbolExpr>(expr);
    if (!place)
      continue;
    auto known =
        bound.getSymbols()[place.getPosition()].getDefiningOp<SymbolOp>();
    if (known && known.getName() == symbol.getName())
      return dim;
  }
  return std::nullopt;
}

LogicalResult TSResolveSizes::resolve(SymbolOp symbol,
                                      ArrayRef<BindShapeOp> bounds) {
  DominanceInfo dominance(getOperation());
  for (OpOperand &use : llvm::make_early_inc_range(symbol->getUses())) {
    if (isa<BindShapeOp>(use.getOwner()))
      continue;
    for (BindShapeOp bound : bounds) {
      std::optional<int64_t> dim = findDimension(bound, symbol);
      if (!dim || !dominance.properlyDominates(bound.getValue(), use.getOwner()))
        continue;
      OpBuilder builder(use.getOwner());
      use.set(builder.create<tensor::DimOp>(symbol.getLoc(), bound.getValue(),
                                            *dim));
      ++numSymbols;
      break;
    }
    if (use.get() == symbol.getSize())
      return use.getOwner()->emitOpError("uses the symbol '")
             << symbol.getName()
             << "', which no ts.bind_shape before says to be a size";
  }
  return success();
}

void TSResolveSizes::resolveDims() {
  SmallVector<Operation *> questions;
  getOperation().walk([&](tensor::DimOp dim) {
    if (!dim.getSource().getDefiningOp<TensorValueOp>())
      questions.push_back(dim);
  });
  if (questions.empty())
    return;
  RewritePatternSet patterns(&getContext());
  kernel::populateSizePatterns(patterns);
  GreedyRewriteConfig config;
  config.strictMode = GreedyRewriteStrictness::ExistingAndNewOps;
  // What cannot be followed stays.
  (void)applyOpPatternsAndFold(questions, std::move(patterns), config);
  SmallVector<affine::AffineApplyOp> maps;
  getOperation().walk([&](affine::AffineApplyOp map) { maps.push_back(map); });
  for (affine::AffineApplyOp map : maps) {
    OpBuilder builder(map);
    std::optional<SmallVector<Value, 8>> values = affine::expandAffineMap(
        builder, map.getLoc(), map.getAffineMap(), map.getMapOperands());
    if (!values)
      continue;
    map.getResult().replaceAllUsesWith(values->front());
    map.erase();
  }
}

void TSResolveSizes::runOnOperation() {
  SmallVector<SymbolOp> symbols;
  SmallVector<BindShapeOp> bounds;
  getOperation().walk([&](Operation *op) {
    if (auto symbol = dyn_cast<SymbolOp>(op))
      symbols.push_back(symbol);
    else if (auto bound = dyn_cast<BindShapeOp>(op))
      bounds.push_back(bound);
  });
  for (SymbolOp symbol : symbols)
    if (failed(resolve(symbol, bounds)))
      return signalPassFailure();
  for (BindShapeOp bound : bounds)
    bound.erase();
  for (SymbolOp symbol : symbols)
    symbol.erase();
  resolveDims();
}
