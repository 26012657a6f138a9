//===- Products.cpp - What is a product of matrices -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the loops of an operation into those of two matrices, and says which
// products are worth tiles.
//
//===----------------------------------------------------------------------===//

#include "Products.h"

#include "BlockKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

/// How many numbers a thread has along a side of the given size.
static int64_t chooseCount(int64_t size) {
  if (ShapedType::isDynamic(size) || size > 2 * kTileSide)
    return 4;
  return size > kTileSide ? 2 : 1;
}

/// The argument of the body that a number is, casts left aside.
static BlockArgument getArgument(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

bool ts::addsProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block &body = *op.getBlock();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!sum || !isa<arith::AddFOp, arith::AddIOp>(sum))
    return false;
  for (unsigned i : {0, 1}) {
    Operation *product = sum->getOperand(1 - i).getDefiningOp();
    if (sum->getOperand(i) != body.getArgument(2) || !product ||
        !isa<arith::MulFOp, arith::MulIOp>(product))
      continue;
    BlockArgument x = getArgument(product->getOperand(0)),
                  y = getArgument(product->getOperand(1));
    return x && y && x.getOwner() == &body && y.getOwner() == &body &&
           x.getArgNumber() + y.getArgNumber() == 1;
  }
  return false;
}

/// Sorts the loops by the operands that they move.
static std::optional<Product> sortLoops(linalg::LinalgOp op) {
  OpOperand *first = op.getDpsInputOperand(0), *second = op.getDpsInputOperand(1);
  AffineMap x = op.getMatchingIndexingMap(first),
            y = op.getMatchingIndexingMap(second),
            out = op.getMatchingIndexingMap(&*op.getDpsInitsMutable().begin());
  if (!out.isProjectedPermutation() || x.getNumSymbols() || y.getNumSymbols())
    return std::nullopt;
  Product product;
  op.getReductionDims(product.sum);
  SmallVector<unsigned> ofFirst, ofSecond;
  for (AffineExpr result : out.getResults()) {
    unsigned dim = cast<AffineDimExpr>(result).getPosition();
    bool inFirst = x.isFunctionOfDim(dim), inSecond = y.isFunctionOfDim(dim);
    if (!inFirst && !inSecond)
      return std::nullopt;
    (inFirst && inSecond ? product.batch : inFirst ? ofFirst : ofSecond)
        .push_back(dim);
  }
  if (product.batch.size() + ofFirst.size() + ofSecond.size() +
              product.sum.size() !=
          op.getNumLoops() ||
      ofFirst.empty() || ofSecond.empty() || product.sum.empty())
    return std::nullopt;
  // Neighbours in the result are columns.
  unsigned last = cast<AffineDimExpr>(out.getResults().back()).getPosition();
  product.left = llvm::is_contained(ofFirst, last);
  product.rows = product.left ? ofSecond : ofFirst;
  product.columns = product.left ? ofFirst : ofSecond;
  return product;
}

std::optional<Product> ts::matchProduct(linalg::LinalgOp op) {
  if (!addsProducts(op))
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.getElementType().isIntOrFloat() ||
        type.getElementType().isInteger(1))
      return std::nullopt;
  }
  if (getElementTypeOrSelf(op.getDpsInits()[0].getType()).isBF16())
    return std::nullopt;
  std::optional<Product> product = sortLoops(op);
  if (!product)
    return std::nullopt;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto getSize = [&](ArrayRef<unsigned> dims) {
    int64_t size = 1;
    for (unsigned dim : dims)
      size = ShapedType::isDynamic(size) || ShapedType::isDynamic(sizes[dim])
                 ? ShapedType::kDynamic
                 : size * sizes[dim];
    return size;
  };
  int64_t rows = getSize(product->rows), columns = getSize(product->columns);
  for (int64_t size : {rows, columns, getSize(product->sum)})
    if (!ShapedType::isDynamic(size) && size < kTileSide / 2)
      return std::nullopt;
  product->rowCount = chooseCount(rows);
  product->columnCount = chooseCount(columns);
  return product;
}

bool ts::isTiledProduct(linalg::LinalgOp op) { return matchProduct(op).has_value(); }
