//===- NarrowProducts.cpp - Products of half precision --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Half precision is computed in float32: what is widened only to be multiplied
// is read as it is.
//
//===----------------------------------------------------------------------===//

#include "BlockKernels.h"
#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSNARROWPRODUCTS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// The tensor whose elements, widened one by one, are those of `value`, if
/// there is one: what the operation widens last, computed without that where it
/// is no tensor yet.
static Value getNarrow(Value value, IRRewriter &rewriter) {
  auto wide = value.getDefiningOp<linalg::GenericOp>();
  if (!wide || wide->getNumResults() != 1 || wide.getNumReductionLoops() ||
      !wide.getMatchingIndexingMap(wide.getDpsInitOperand(0)).isIdentity() ||
      wide.payloadUsesValueFromOperand(wide.getDpsInitOperand(0)))
    return {};
  Block &body = *wide.getBlock();
  auto extension =
      body.getTerminator()->getOperand(0).getDefiningOp<arith::ExtFOp>();
  if (!extension)
    return {};
  auto argument = dyn_cast<BlockArgument>(extension.getIn());
  if (argument && argument.getOwner() == &body) {
    OpOperand *input = wide.getDpsInputOperand(argument.getArgNumber());
    if (isa<RankedTensorType>(input->get().getType()) &&
        wide.getMatchingIndexingMap(input).isIdentity())
      return input->get();
  }
  rewriter.setInsertionPoint(wide);
  Type type = extension.getIn().getType();
  Value init = rewriter.create<tensor::EmptyOp>(
      wide.getLoc(),
      tensor::getMixedSizes(rewriter, wide.getLoc(), wide.getDpsInits()[0]),
      type);
  auto made = rewriter.create<linalg::GenericOp>(
      wide.getLoc(), init.getType(), wide.getDpsInputs(), init,
      wide.getIndexingMapsArray(), wide.getIteratorTypesArray());
  Region &region = made.getRegion();
  rewriter.cloneRegionBefore(wide.getRegion(), region, region.begin());
  region.front().getArguments().back().setType(type);
  Operation *end = region.front().getTerminator();
  end->setOperand(0, end->getOperand(0).getDefiningOp()->getOperand(0));
  return made.getResult(0);
}

/// Copies the operation with other inputs, whose elements it widens.
static void narrow(linalg::LinalgOp op, ArrayRef<Value> inputs,
                   IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  auto made = rewriter.create<linalg::GenericOp>(
      op.getLoc(), op->getResultTypes(), inputs, op.getDpsInits(),
      op.getIndexingMapsArray(), op.getIteratorTypesArray());
  Region &region = made.getRegion();
  rewriter.cloneRegionBefore(op->getRegion(0), region, region.begin());
  Block &body = region.front();
  for (auto [index, input] : llvm::enumerate(inputs)) {
    BlockArgument element = body.getArgument(index);
    Type wide = element.getType(), type = getElementTypeOrSelf(input.getType());
    if (type == wide)
      continue;
    element.setType(type);
    rewriter.setInsertionPointToStart(&body);
    auto extension = rewriter.create<arith::ExtFOp>(op.getLoc(), wide, element);
    rewriter.replaceAllUsesExcept(element, extension, extension);
  }
  rewriter.replaceOp(op, made);
}

namespace {
struct TSNarrowProducts
    : public ts::impl::TSNarrowProductsBase<TSNarrowProducts> {
  void getDependentDialects(DialectRegistry &registry) const override {
    TSNarrowProductsBase::getDependentDialects(registry);
    registry.insert<tensor::TensorDialect>();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> products;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && addsProducts(op))
        products.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    llvm::DenseMap<Value, Value> narrowed;
    for (linalg::LinalgOp op : products) {
      SmallVector<Value> inputs(op.getDpsInputs());
      bool isNarrower = false;
      for (Value &input : inputs) {
        auto [place, isNew] = narrowed.try_emplace(input);
        if (isNew)
          place->second = getNarrow(input, rewriter);
        if (Value other = place->second) {
          input = other;
          isNarrower = true;
          ++numOperands;
        }
      }
      if (isNarrower)
        narrow(op, inputs, rewriter);
    }
  }
};
} // namespace
