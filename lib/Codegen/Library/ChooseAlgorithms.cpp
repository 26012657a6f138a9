//===- ChooseAlgorithms.cpp - How libraries compute convolutions ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cost model of one core. Its rates are those of a processor with 130
// GFLOP/s; only their ratios count. They were fitted to times of layers of 7x7
// to 56x56 pictures, whose weights came from the last cache, and order the
// three ways as measured.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSCHOOSEALGORITHMS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Operations and bytes in a nanosecond: products of a direct convolution and
/// of Winograd's, weights from the last cache, transformed values in the second
/// cache.
constexpr double kDirect = 117, kProducts = 110, kWeights = 30, kValues = 50;

/// Products of halves go by tiles of so many rows and columns and steps of the
/// depth. With fewer multiplications, who looks at the last bits sees those of
/// floats.
constexpr int64_t kTile = 16, kStep = 32, kFewestProducts = 1 << 20;

/// A convolution of 3x3.
struct Layer {
  double pictures, rows, columns, channels, filters;

  double countPairs() const { return channels * filters; }
};

struct TSChooseAlgorithms
    : public ts::impl::TSChooseAlgorithmsBase<TSChooseAlgorithms> {
  using Base::Base;
  void runOnOperation() override;
};

} // namespace

/// Nanoseconds of the direct way.
static double estimateDirect(const Layer &layer) {
  double outputs = layer.pictures * layer.rows * layer.columns;
  return 2 * 9 * outputs * layer.countPairs() / kDirect +
         9 * layer.countPairs() * sizeof(float) / kWeights;
}

/// Nanoseconds of Winograd's method on squares of `tile` outputs: products of
/// the points of tiles, packed weights, transformed inputs and outputs, which
/// are written and read.
static double estimateWinograd(const Layer &layer, int64_t tile) {
  double points = double((tile + 2) * (tile + 2));
  double tiles = layer.pictures *
                 double(llvm::divideCeil(uint64_t(layer.rows), tile)) *
                 double(llvm::divideCeil(uint64_t(layer.columns), tile));
  double values = points * tiles * (layer.channels + layer.filters);
  return 2 * points * tiles * layer.countPairs() / kProducts +
         points * layer.countPairs() * sizeof(float) / kWeights +
         2 * values * sizeof(float) / kValues;
}

/// The size of squares, or 0 for the direct way.
static int64_t chooseTile(tsrt::ConvolutionOp op) {
  if (!op.takesWinograd())
    return 0;
  auto out = cast<ShapedType>(op.getInit().getType());
  auto kernel = cast<ShapedType>(op.getWeights().getType());
  if (!out.hasStaticShape() || out.getNumElements() == 0)
    return 0;
  Layer layer{double(out.getDimSize(0)), double(out.getDimSize(1)),
              double(out.getDimSize(2)), double(kernel.getDimSize(1)),
              double(kernel.getDimSize(0))};
  // Small differences are not worth larger weights.
  double least = 0.9 * estimateDirect(layer);
  int64_t best = 0;
  for (int64_t tile : {2, 4}) {
    double cost = estimateWinograd(layer, tile);
    if (cost >= least)
      continue;
    least = cost;
    best = tile;
  }
  return best;
}

/// Whether rows [rows,depth] times constant weights [depth,columns] are worth
/// products of halves. Sizes that are not known may be large: the runtime looks
/// at them again.
static bool isWorthBf16x3(int64_t rows, int64_t depth, int64_t columns) {
  auto get = [](int64_t size) {
    return ShapedType::isDynamic(size) ? kFewestProducts
                                       : std::min(size, kFewestProducts);
  };
  if (get(rows) < kTile || get(depth) < kStep || get(columns) < kTile)
    return false;
  return std::min(get(rows) * get(depth), kFewestProducts) * get(columns) >=
         kFewestProducts;
}

static bool isWorthBf16x3(tsrt::ConvolutionOp op) {
  auto out = cast<ShapedType>(op.getInit().getType());
  auto kernel = cast<ShapedType>(op.getWeights().getType());
  if (!op.takesBf16x3())
    return false;
  // The output has its channels last, and may have gaps behind its pixels.
  int64_t rows = ShapedType::kDynamic;
  ArrayRef<int64_t> pixels = out.getShape().take_front(3);
  if (llvm::none_of(pixels, ShapedType::isDynamic))
    rows = pixels[0] * pixels[1] * pixels[2];
  return isWorthBf16x3(rows, kernel.getDimSize(1), kernel.getDimSize(0));
}

/// Lets a product with constant weights be one of halves; see
/// tsrt_onednn_matmul for the parameters.
static bool allowBf16x3(tsrt::LibraryCallOp op) {
  constexpr size_t rows = 1, columns = 2, depth = 3, constant = 6;
  SmallVector<int64_t> p(op.getParameters());
  if (op.getFunction() != "tsrt_onednn_matmul" || p[0] != 1 ||
      p[constant] != 1 || !isWorthBf16x3(p[rows], p[depth], p[columns]))
    return false;
  p[constant] = 2;
  op.setParameters(p);
  return true;
}

void TSChooseAlgorithms::runOnOperation() {
  if (!accuracy.empty() && accuracy != "strict" && accuracy != "default") {
    getOperation().emitError("ts-choose-algorithms has no accuracy '")
        << accuracy << "'; there are strict and default";
    return signalPassFailure();
  }
  bool isStrict = accuracy == "strict";
  if (accuracy.empty())
    for (Operation *op = getOperation(); op; op = op->getParentOp())
      isStrict |= op->hasAttr(tsrt::kStrictAttr);
  if (isStrict)
    return;
  getOperation().walk([&](tsrt::ConvolutionOp op) {
    if (int64_t tile = chooseTile(op)) {
      op.setWinograd(tile);
      ++numWinograd;
    }
    if (isWorthBf16x3(op)) {
      op.setBf16x3(true);
      ++numBf16x3;
    }
  });
  getOperation().walk([&](tsrt::LibraryCallOp op) {
    if (allowBf16x3(op))
      ++numBf16x3;
  });
}
