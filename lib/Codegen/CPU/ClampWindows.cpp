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

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
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

namespace {
/// What windows move over: a picture, and the padding around it that can be
/// left out, or null.
struct Picture {
  Value source;
  tensor::PadOp pad;

  ArrayRef<int64_t> getSizes() const {
    return cast<ShapedType>(source.getType()).getShape();
  }
  int64_t getLow(unsigned dim) const {
    return pad ? tensor::PadOp(pad).getStaticLow()[dim] : 0;
  }
};
} // namespace

/// Whether the padding is of rows and columns only, from the given dimension
/// on, with what changes no result.
static bool isNeutral(tensor::PadOp pad, unsigned rows, bool isMax) {
  Value element = pad.getConstantPaddingValue();
  if (!element || !pad.getSourceType().hasStaticShape())
    return false;
  for (unsigned dim = 0; dim < 4; ++dim)
    if (dim != rows && dim != rows + 1 &&
        (pad.getStaticLow()[dim] != 0 || pad.getStaticHigh()[dim] != 0))
      return false;
  return isMax ? matchPattern(element, m_NegInfFloat())
               : matchPattern(element, m_AnyZeroFloat());
}

/// The picture of a pooling of known sizes without dilation, without its
/// padding where that can be left out; nothing for others.
template <typename PoolingOp>
static std::optional<Picture> getPicture(PoolingOp op, unsigned rows,
                                         bool isMax) {
  Value input = op.getInputs()[0];
  auto isOne = [](int64_t n) { return n == 1; };
  if (!op.hasPureTensorSemantics() ||
      !cast<ShapedType>(input.getType()).hasStaticShape() ||
      !llvm::all_of(op.getDilations().template getValues<int64_t>(), isOne))
    return std::nullopt;
  auto pad = input.template getDefiningOp<tensor::PadOp>();
  if (pad && isNeutral(pad, rows, isMax))
    return Picture{pad.getSource(), pad};
  return Picture{input, nullptr};
}

template <typename PoolingOp>
static SmallVector<Axis> getAxes(PoolingOp op, const Picture &picture,
                                 unsigned rows) {
  auto window = cast<ShapedType>(op.getInputs()[1].getType());
  auto result = cast<ShapedType>(op->getResult(0).getType());
  SmallVector<Axis> axes;
  for (unsigned d = 0; d < 2; ++d)
    axes.push_back({picture.getSizes()[d + rows], window.getDimSize(d),
                    result.getDimSize(d + rows),
                    op.getStrides().template getValues<int64_t>()[d],
                    picture.getLow(d + rows)});
  return axes;
}

/// Puts a value in the place of a pooling.
static void replacePooling(Operation *op, const Picture &picture, Value made) {
  op->getResult(0).replaceAllUsesWith(made);
  op->erase();
  tensor::PadOp pad = picture.pad;
  if (pad && pad->use_empty())
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
static Value clamp(OpBuilder &b, linalg::PoolingNhwcMaxOp op,
                   const Picture &picture, ArrayRef<Axis> axes) {
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
        Value element = b.create<tensor::ExtractOp>(loc, picture.source, place);
        Value most =
            b.create<arith::MaximumFOp>(loc, element, arguments.back());
        b.create<linalg::YieldOp>(loc, most);
      });
  return generic.getResult(0);
}

/// Whether there is one now.
static bool tryClamp(linalg::PoolingNhwcMaxOp op) {
  std::optional<Picture> picture = getPicture(op, /*rows=*/1, /*isMax=*/true);
  if (!picture || !picture->pad)
    return false;
  SmallVector<Axis> axes = getAxes(op, *picture, /*rows=*/1);
  if (!llvm::all_of(axes, [](const Axis &axis) { return axis.isClampable(); }))
    return false;
  OpBuilder builder(op);
  replacePooling(op, *picture, clamp(builder, op, *picture, axes));
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

namespace {

/// Poolings of parts of a picture, in place of one of a padded picture.
template <typename PoolingOp>
class Parts {
public:
  Parts(OpBuilder &builder, PoolingOp op, const Picture &picture, unsigned rows,
        ArrayRef<Axis> axes, ArrayRef<SmallVector<Stretch>> stretches)
      : b(op.getLoc(), builder), op(op), picture(picture), rows(rows),
        axes(axes), stretches(stretches) {}

  Value build();

private:
  using Sizes = SmallVector<int64_t>;

  SmallVector<OpFoldResult> numbers(ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(b.getContext(), values);
  }
  Value slice(Value tensor, ArrayRef<OpFoldResult> from, ArrayRef<int64_t> by) {
    return b.create<tensor::ExtractSliceOp>(tensor, from, numbers(by),
                                            numbers({1, 1, 1, 1}));
  }
  Value putBack(Value part, Value tensor, ArrayRef<OpFoldResult> to) {
    auto sizes = cast<ShapedType>(part.getType()).getShape();
    return b.create<tensor::InsertSliceOp>(part, tensor, to, numbers(sizes),
                                           numbers({1, 1, 1, 1}));
  }
  Value number(int64_t n) { return b.create<arith::ConstantIndexOp>(n); }
  /// The row or column of the picture where a stretch begins.
  int64_t getFirst(const Axis &axis, const Stretch &stretch) {
    return stretch.first * axis.stride - axis.low + stretch.begin;
  }
  /// What writes a number that all results begin with, for this pooling alone.
  linalg::FillOp getFill() {
    auto fill = op.getOutputs()[0].template getDefiningOp<linalg::FillOp>();
    return fill && fill->hasOneUse() ? fill : nullptr;
  }
  Value pool(Value picture, Value result, ArrayRef<int64_t> window) {
    Type element = getElementTypeOrSelf(result.getType());
    Value shape = b.create<tensor::EmptyOp>(window, element);
    if (linalg::FillOp fill = getFill())
      result = b.create<linalg::FillOp>(fill.getInputs(), ValueRange{result})
                   .getResult(0);
    return b
        .create<PoolingOp>(result.getType(), ValueRange{picture, shape},
                           ValueRange{result}, op.getStrides(),
                           op.getDilations())
        .getResult(0);
  }
  Value poolRegions();
  Value poolRow(Value row, SmallVector<OpFoldResult> from, int64_t height);
  Value poolRows();
  Value loop(int64_t turns, Value before,
             llvm::function_ref<Value(OpFoldResult, Value)> turn);

  ImplicitLocOpBuilder b;
  PoolingOp op;
  const Picture &picture;
  /// The first of the two dimensions of a picture.
  unsigned rows;
  ArrayRef<Axis> axes;
  ArrayRef<SmallVector<Stretch>> stretches;
};

} // namespace

/// The pooling of pictures into results, region by region.
template <typename PoolingOp>
Value Parts<PoolingOp>::poolRegions() {
  Value result = op.getOutputs()[0];
  for (const Stretch &y : stretches[0])
    for (const Stretch &x : stretches[1]) {
      Sizes from(4, 0), to(4, 0);
      Sizes sizes(picture.getSizes());
      Sizes results(cast<ShapedType>(result.getType()).getShape());
      for (auto [d, region] : llvm::enumerate(ArrayRef{y, x})) {
        const Axis &axis = axes[d];
        from[rows + d] = getFirst(axis, region);
        sizes[rows + d] = (region.count - 1) * axis.stride + region.size;
        to[rows + d] = region.first;
        results[rows + d] = region.count;
      }
      Value read = slice(picture.source, numbers(from), sizes);
      Value part = slice(result, numbers(to), results);
      result = putBack(pool(read, part, {y.size, x.size}), result, numbers(to));
    }
  return result;
}

/// A loop that `turn` is the body of, which gets its number and what was there
/// before and gives what is there then.
template <typename PoolingOp>
Value Parts<PoolingOp>::loop(
    int64_t turns, Value before,
    llvm::function_ref<Value(OpFoldResult, Value)> turn) {
  if (turns == 1)
    return turn(b.getIndexAttr(0), before);
  auto loop = b.create<scf::ForOp>(number(0), number(turns), number(1),
                                   ValueRange{before});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  b.create<scf::YieldOp>(
      turn(loop.getInductionVar(), loop.getRegionIterArg(0)));
  return loop.getResult(0);
}

/// One row of results, whose windows begin in row `from` of the picture.
template <typename PoolingOp>
Value Parts<PoolingOp>::poolRow(Value row, SmallVector<OpFoldResult> from,
                                int64_t height) {
  for (const Stretch &x : stretches[1]) {
    Sizes sizes{1, 1, height, (x.count - 1) * axes[1].stride + x.size};
    from[3] = b.getIndexAttr(getFirst(axes[1], x));
    Value read = slice(picture.source, from, sizes);
    SmallVector<OpFoldResult> to = numbers({0, 0, 0, x.first});
    Value part = slice(row, to, {1, 1, 1, x.count});
    row = putBack(pool(read, part, {height, x.size}), row, to);
  }
  return row;
}

/// Row by row, with channels in front: all regions while pixels are in cache.
template <typename PoolingOp>
Value Parts<PoolingOp>::poolRows() {
  ArrayRef<int64_t> sizes = picture.getSizes();
  linalg::FillOp fill = getFill();
  Value result = fill ? fill.getOutputs()[0] : op.getOutputs()[0];
  int64_t columns = cast<ShapedType>(result.getType()).getDimSize(3);
  SmallVector<OpFoldResult> to = numbers({0, 0, 0, 0}), from = to;
  // The row at a turn of a stretch, times a factor.
  auto place = [&](OpFoldResult turn, int64_t factor, int64_t first) {
    AffineExpr d = b.getAffineDimExpr(0);
    return affine::makeComposedFoldedAffineApply(
        b, b.getLoc(), AffineMap::get(1, 0, d * factor + first), turn);
  };
  auto plane = [&](Value before) {
    for (const Stretch &y : stretches[0])
      before = loop(y.count, before, [&](OpFoldResult i, Value rows) {
        from[2] = place(i, axes[0].stride, getFirst(axes[0], y));
        to[2] = place(i, 1, y.first);
        Value row = slice(rows, to, {1, 1, 1, columns});
        return putBack(poolRow(row, from, y.size), rows, to);
      });
    return before;
  };
  return loop(sizes[0], result, [&](OpFoldResult image, Value before) {
    to[0] = from[0] = image;
    return loop(sizes[1], before, [&](OpFoldResult channel, Value planes) {
      to[1] = from[1] = channel;
      return plane(planes);
    });
  });
}

template <typename PoolingOp>
Value Parts<PoolingOp>::build() {
  bool hasChannelsLast = rows == 1;
  if (hasChannelsLast)
    return poolRegions();
  Value result = poolRows();
  if (auto outer = result.getDefiningOp<scf::ForOp>())
    outer->setAttr(tsrt::kParallelAttr, b.getUnitAttr());
  return result;
}

/// Whether the pooling is one of regions now, smaller windows at the edge.
template <typename PoolingOp>
static bool trySplit(PoolingOp op, unsigned rows, bool isMax) {
  // More regions would be as many small loops.
  constexpr size_t most = 16;
  std::optional<Picture> picture = getPicture(op, rows, isMax);
  if (!picture)
    return false;
  SmallVector<Axis> axes = getAxes(op, *picture, rows);
  // Without an edge, rows gain nothing but what a fill writes.
  bool hasRows = rows == 2 && axes[0].results > 1 && axes[1].results > 1;
  if (!picture->pad && !hasRows)
    return false;
  SmallVector<SmallVector<Stretch>> regions{getStretches(axes[0]),
                                            getStretches(axes[1])};
  size_t count = regions[0].size() * regions[1].size();
  if (count == 0 || count > most)
    return false;
  OpBuilder builder(op);
  Parts<PoolingOp> parts(builder, op, *picture, rows, axes, regions);
  replacePooling(op, *picture, parts.build());
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
