//===- ClampWindows.cpp - Poolings without padded copies ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window that reaches over the edge has the pixels of the edge in it, too:
// its maximum is the same when they are read for those outside.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSCLAMPWINDOWS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct TSClampWindows : public ts::impl::TSClampWindowsBase<TSClampWindows> {
  void runOnOperation() override;
};

/// One of the two dimensions along which windows move.
struct Axis {
  /// Sizes of the picture, the window and the result.
  int64_t picture, window, results;
  int64_t stride, low;

  /// Does each window have a pixel of the picture, and all those of the edge
  /// that it reaches over?
  bool isClampable() const {
    return picture > 0 && low >= 0 && low < window &&
           (results - 1) * stride - low < picture;
  }
};

} // namespace

/// The padding in front of a pooling when it can be left out.
static tensor::PadOp getPadding(linalg::PoolingNhwcMaxOp op) {
  auto pad = op.getInputs()[0].getDefiningOp<tensor::PadOp>();
  Value element = pad ? pad.getConstantPaddingValue() : Value();
  if (!element || !matchPattern(element, m_NegInfFloat()) ||
      !op.hasPureTensorSemantics() || !pad.getSourceType().hasStaticShape() ||
      !pad.getType().hasStaticShape())
    return nullptr;
  auto isOne = [](int64_t n) { return n == 1; };
  ArrayRef<int64_t> low = pad.getStaticLow(), high = pad.getStaticHigh();
  if (!llvm::all_of(op.getDilations().getValues<int64_t>(), isOne) ||
      low[0] != 0 || low[3] != 0 || high[0] != 0 || high[3] != 0)
    return nullptr;
  return pad;
}

static SmallVector<Axis> getAxes(linalg::PoolingNhwcMaxOp op,
                                 tensor::PadOp pad) {
  auto window = cast<ShapedType>(op.getInputs()[1].getType());
  auto result = cast<ShapedType>(op->getResult(0).getType());
  SmallVector<Axis> axes;
  for (unsigned d = 0; d < 2; ++d)
    axes.push_back({pad.getSourceType().getDimSize(d + 1), window.getDimSize(d),
                    result.getDimSize(d + 1),
                    op.getStrides().getValues<int64_t>()[d],
                    pad.getStaticLow()[d + 1]});
  return axes;
}

/// min(max(result * stride + place - low, 0), picture - 1)
static Value buildIndex(OpBuilder &b, Location loc, const Axis &axis,
                        unsigned dim) {
  auto number = [&](int64_t n) {
    return b.create<arith::ConstantIndexOp>(loc, n).getResult();
  };
  Value first = b.create<arith::MulIOp>(
      loc, b.create<linalg::IndexOp>(loc, dim + 1), number(axis.stride));
  Value index = b.create<arith::AddIOp>(
      loc, first, b.create<linalg::IndexOp>(loc, dim + 4));
  index = b.create<arith::SubIOp>(loc, index, number(axis.low));
  index = b.create<arith::MaxSIOp>(loc, index, number(0));
  return b.create<arith::MinSIOp>(loc, index, number(axis.picture - 1));
}

/// A pooling that reads the picture itself.
static Value clamp(OpBuilder &b, linalg::PoolingNhwcMaxOp op, tensor::PadOp pad,
                   ArrayRef<Axis> axes) {
  constexpr unsigned loops = 6;
  MLIRContext *context = op.getContext();
  Value init = op.getOutputs()[0];
  auto select = [&](ArrayRef<unsigned> dims) {
    return AffineMap::getMultiDimMapWithTargets(loops, dims, context);
  };
  SmallVector<utils::IteratorType> iterators(4, utils::IteratorType::parallel);
  iterators.resize(loops, utils::IteratorType::reduction);
  auto generic = b.create<linalg::GenericOp>(
      op.getLoc(), init.getType(), ValueRange{op.getInputs()[1]},
      ValueRange{init}, ArrayRef{select({4, 5}), select({0, 1, 2, 3})},
      iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        SmallVector<Value> place{b.create<linalg::IndexOp>(loc, 0)};
        for (auto [d, axis] : llvm::enumerate(axes))
          place.push_back(buildIndex(b, loc, axis, d));
        place.push_back(b.create<linalg::IndexOp>(loc, 3));
        Value element =
            b.create<tensor::ExtractOp>(loc, pad.getSource(), place);
        Value most =
            b.create<arith::MaximumFOp>(loc, element, arguments.back());
        b.create<linalg::YieldOp>(loc, most);
      });
  return generic.getResult(0);
}

void TSClampWindows::runOnOperation() {
  SmallVector<linalg::PoolingNhwcMaxOp> ops;
  getOperation().walk([&](linalg::PoolingNhwcMaxOp op) { ops.push_back(op); });
  for (linalg::PoolingNhwcMaxOp op : ops) {
    tensor::PadOp pad = getPadding(op);
    if (!pad)
      continue;
    SmallVector<Axis> axes = getAxes(op, pad);
    if (!llvm::all_of(axes,
                      [](const Axis &axis) { return axis.isClampable(); }))
      continue;
    OpBuilder builder(op);
    op->getResult(0).replaceAllUsesWith(clamp(builder, op, pad, axes));
    op->erase();
    if (pad->use_empty())
      pad->erase();
    ++numClamped;
  }
}
