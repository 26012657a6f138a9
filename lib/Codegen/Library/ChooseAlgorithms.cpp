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
  });
}
