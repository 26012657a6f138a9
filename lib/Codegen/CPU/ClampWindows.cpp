//===- ClampWindows.cpp - Poolings without padded copies ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window that reaches over the edge has the pixels of the edge in it, too:
// its maximum is the same when they are read for those outside. Where that
// would keep pixels that lie side by side from being read together, and for
// sums, windows at the edge are smaller ones.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// The padding in front of a pooling when it can be left out: of so many rows
/// and columns, from the given dimension on, with what changes no result.
template <typename PoolingOp>
static tensor::PadOp getPadding(PoolingOp op, unsigned rows, bool isMax) {
  auto pad = op.getInputs()[0].template getDefiningOp<tensor::PadOp>();
  Value element = pad ? pad.getConstantPaddingValue() : Value();
  if (!element || !op.hasPureTensorSemantics() ||
      !pad.getSourceType().hasStaticShape() || !pad.getType().hasStaticShape())
    return nullptr;
  bool isNeutral = isMax ? matchPattern(element, m_NegInfFloat())
                         : matchPattern(element, m_AnyZeroFloat());
  auto isOne = [](int64_t n) { return n == 1; };
  if (!isNeutral ||
      !llvm::all_of(op.getDilations().template getValues<int64_t>(), isOne))
    return nullptr;
  for (unsigned dim = 0; dim < 4; ++dim)
    if (dim != rows && dim != rows + 1 &&
        (pad.getStaticLow()[dim] != 0 || pad.getStaticHigh()[dim] != 0))
      return nullptr;
  return pad;
}

template <typename PoolingOp>
static SmallVector<Axis> getAxes(PoolingOp op, tensor::PadOp pad,
                                 unsigned rows) {
  auto window = cast<ShapedType>(op.getInputs()[1].getType());
  auto result = cast<ShapedType>(op->getResult(0).getType());
  SmallVector<Axis> axes;
  for (unsigned d = 0; d < 2; ++d)
    axes.push_back({pad.getSourceType().getDimSize(d + rows),
                    window.getDimSize(d), result.getDimSize(d + rows),
                    op.getStrides().template getValues<int64_t>()[d],
                    pad.getStaticLow()[d + rows]});
  return axes;
}

/// Puts a value in the place of a pooling of what was padded.
static void replacePooling(Operation *op, tensor::PadOp pad, Value made) {
  op->getResult(0).replaceAllUsesWith(made);
  op->erase();
  if (pad->use_empty())
    pad->erase();
}

//===----------------------------------------------------------------------===//
// The edge for what is outside
//===----------------------------------------------------------------------===//

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

/// Whether there is one now.
static bool tryClamp(linalg::PoolingNhwcMaxOp op) {
  tensor::PadOp pad = getPadding(op, /*rows=*/1, /*isMax=*/true);
  if (!pad)
    return false;
  SmallVector<Axis> axes = getAxes(op, pad, /*rows=*/1);
  if (!llvm::all_of(axes, [](const Axis &axis) { return axis.isClampable(); }))
    return false;
  OpBuilder builder(op);
  replacePooling(op, pad, clamp(builder, op, pad, axes));
  return true;
}

//===----------------------------------------------------------------------===//
// Smaller windows at the edge
//===----------------------------------------------------------------------===//

namespace {
/// Results side by side along an axis, whose windows have the same places in
/// the picture.
struct Stretch {
  int64_t first, count;
  /// Of a window's places, the first in the picture, and how many are.
  int64_t begin, size;
};
} // namespace

/// All results of an axis; none when a window has nothing of the picture.
static SmallVector<Stretch> getStretches(const Axis &axis) {
  SmallVector<Stretch> regions;
  for (int64_t i = 0; i < axis.results; ++i) {
    int64_t start = i * axis.stride - axis.low;
    int64_t begin = std::max<int64_t>(0, -start);
    int64_t size = std::min(axis.window, axis.picture - start) - begin;
    if (size <= 0)
      return {};
    if (!regions.empty() && regions.back().begin == begin &&
        regions.back().size == size)
      ++regions.back().count;
    else
      regions.push_back({i, 1, begin, size});
  }
  return regions;
}

/// The pooling of the picture itself, region by region.
template <typename PoolingOp>
static Value split(OpBuilder &b, PoolingOp op, tensor::PadOp pad, unsigned rows,
                   ArrayRef<Axis> axes,
                   ArrayRef<SmallVector<Stretch>> stretches) {
  Location loc = op.getLoc();
  auto numbers = [&](ArrayRef<int64_t> values) {
    return llvm::map_to_vector(
        values, [&](int64_t n) -> OpFoldResult { return b.getIndexAttr(n); });
  };
  SmallVector<OpFoldResult> ones = numbers({1, 1, 1, 1});
  Value result = op.getOutputs()[0];
  Type element = getElementTypeOrSelf(result.getType());
  for (const Stretch &y : stretches[0])
    for (const Stretch &x : stretches[1]) {
      SmallVector<int64_t> from(4, 0), to(4, 0);
      auto sizes = llvm::to_vector(pad.getSourceType().getShape());
      auto results =
          llvm::to_vector(cast<ShapedType>(result.getType()).getShape());
      for (auto [d, region] : llvm::enumerate(ArrayRef{y, x})) {
        const Axis &axis = axes[d];
        from[rows + d] = region.first * axis.stride - axis.low + region.begin;
        sizes[rows + d] = (region.count - 1) * axis.stride + region.size;
        to[rows + d] = region.first;
        results[rows + d] = region.count;
      }
      Value picture = b.create<tensor::ExtractSliceOp>(
          loc, pad.getSource(), numbers(from), numbers(sizes), ones);
      Value window = b.create<tensor::EmptyOp>(
          loc, ArrayRef<int64_t>{y.size, x.size}, element);
      Value part = b.create<tensor::ExtractSliceOp>(loc, result, numbers(to),
                                                    numbers(results), ones);
      auto pooled = b.create<PoolingOp>(
          loc, part.getType(), ValueRange{picture, window}, ValueRange{part},
          op.getStrides(), op.getDilations());
      result =
          b.create<tensor::InsertSliceOp>(loc, pooled.getResult(0), result,
                                          numbers(to), numbers(results), ones);
    }
  return result;
}

/// Whether windows at the edge are smaller ones now.
template <typename PoolingOp>
static bool trySplit(PoolingOp op, unsigned rows, bool isMax) {
  // More regions would be as many small loops.
  constexpr size_t most = 16;
  tensor::PadOp pad = getPadding(op, rows, isMax);
  if (!pad)
    return false;
  SmallVector<Axis> axes = getAxes(op, pad, rows);
  SmallVector<SmallVector<Stretch>> regions{getStretches(axes[0]),
                                            getStretches(axes[1])};
  size_t count = regions[0].size() * regions[1].size();
  if (count == 0 || count > most)
    return false;
  OpBuilder builder(op);
  replacePooling(op, pad, split(builder, op, pad, rows, axes, regions));
  return true;
}

void TSClampWindows::runOnOperation() {
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops) {
    bool isDone =
        llvm::TypeSwitch<Operation *, bool>(op)
            .Case([](linalg::PoolingNhwcMaxOp max) { return tryClamp(max); })
            .Case([](linalg::PoolingNchwMaxOp max) {
              return trySplit(max, /*rows=*/2, /*isMax=*/true);
            })
            .Case([](linalg::PoolingNhwcSumOp sum) {
              return trySplit(sum, /*rows=*/1, /*isMax=*/false);
            })
            .Case([](linalg::PoolingNchwSumOp sum) {
              return trySplit(sum, /*rows=*/2, /*isMax=*/false);
            })
            .Default([](Operation *) { return false; });
    numClamped += isDone;
  }
}
