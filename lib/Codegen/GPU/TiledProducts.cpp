//===- TiledProducts.cpp - Products of matrices by tiles ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 16x16 threads make a tile of the result, each up to 4x4 numbers of it that lie
// next to each other: what a thread reads of a row or column of shared memory is
// a vector. Tiles are brought there by all threads, neighbours by neighbours.
// Places outside of the matrices are read as zeros. Rows, columns and the sum
// may be several loops each, counted as one: a convolution is the product of its
// filters and its windows, which are never written out.
//
//===----------------------------------------------------------------------===//

#include "BlockKernels.h"

#include "LaunchBuilder.h"
#include "Products.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ts;

static constexpr int64_t kSide = kTileSide;

namespace {
/// An index along rows or columns that a thread reads or writes.
struct Line {
  /// Null where tiles cover the matrix exactly.
  Value inside;
  /// Of each loop; those of the first line where it is outside.
  SmallVector<Value> indices;
};

/// Builds the code of a block.
class TileBuilder {
public:
  TileBuilder(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
              const Product &product, ArrayRef<Value> bounds)
      : b(b), op(op), product(product), bounds(bounds),
        point(op.getNumLoops()) {}

  void build(ArrayRef<Value> fills);

private:
  /// The matrix of an operand, as a block works on it.
  struct Side {
    OpOperand *operand = nullptr;
    Value shared;
    int64_t count = 1;
    /// Whether neighbours along the sum lie next to each other.
    bool isAlongSum = false;
    /// What the thread reads in each step.
    SmallVector<Line> lines;
  };

  Value count(ArrayRef<unsigned> dims);
  void setPoint(ArrayRef<unsigned> dims, ValueRange indices) {
    for (auto [dim, index] : llvm::zip_equal(dims, indices))
      point[dim] = index;
  }
  SmallVector<Value> split(Value number, ArrayRef<unsigned> dims);
  void buildPlaces(gpu::LaunchOp launch, Value tilesOfColumns,
                   Value tilesOfRows);
  Side makeSide(OpOperand *operand, ArrayRef<unsigned> outer, Value first,
                Value bound, int64_t count);
  void loadTile(const Side &side, ArrayRef<unsigned> outer, Value step);
  SmallVector<Value> buildStep(Value step, ValueRange sums);
  /// The products of a step's tiles, added to the sums.
  SmallVector<Value> multiplyTiles(Value step, ValueRange sums);
  Value multiply(Value left, Value right, Value sum);
  void store(ValueRange sums);
  Value moveTo(int64_t number);
  Value loadSum(int64_t number);
  /// Whether an index is inside; null where bounds are multiples of `tile`.
  Value isBelow(Value index, Value bound, int64_t tile) {
    std::optional<int64_t> known = getConstantIntValue(bound);
    if (known && *known % tile == 0)
      return {};
    return b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, index, bound);
  }
  Value both(Value x, Value y) {
    return !x ? y : !y ? x : b.create<arith::AndIOp>(x, y);
  }
  Value orZero(Value condition, Value value) {
    if (!condition)
      return value;
    Value none = b.create<arith::ConstantOp>(b.getZeroAttr(value.getType()));
    return b.create<arith::SelectOp>(condition, value, none);
  }
  /// Where the tile of a step begins in shared memory: steps use two places in
  /// turns, so that one barrier for each step is enough.
  Value getBegin(const Side &side, Value step) {
    Value turn = b.create<arith::AndIOp>(step, makeIndex(b, kSide));
    return multiplyIndices(b, turn, makeIndex(b, kSide * side.count));
  }
  /// The place of the thread's number in a row or column of the result.
  Value getIndex(Value first, Value thread, int64_t count, int64_t number) {
    Value begin = multiplyIndices(b, thread, makeIndex(b, count));
    return addIndices(b, addIndices(b, first, begin), makeIndex(b, number));
  }

  ImplicitLocOpBuilder &b;
  linalg::LinalgOp op;
  const Product &product;
  ArrayRef<Value> bounds;
  SmallVector<Value> point;
  Value x, y, firstRow, firstColumn, numRows, numColumns, depth;
  Side left, right;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value TileBuilder::count(ArrayRef<unsigned> dims) {
  Value number = makeIndex(b, 1);
  for (unsigned dim : dims)
    number = multiplyIndices(b, number, bounds[dim]);
  return number;
}

SmallVector<Value> TileBuilder::split(Value number, ArrayRef<unsigned> dims) {
  SmallVector<Value> sizes;
  for (unsigned dim : dims)
    sizes.push_back(bounds[dim]);
  return splitNumber(b, number, sizes);
}

/// Which tile of which product the block has: its number counts products, rows
/// of tiles, tiles.
void TileBuilder::buildPlaces(gpu::LaunchOp launch, Value tilesOfColumns,
                              Value tilesOfRows) {
  x = launch.getThreadIds().x;
  y = launch.getThreadIds().y;
  SmallVector<Value> sizes;
  for (unsigned dim : product.batch)
    sizes.push_back(bounds[dim]);
  llvm::append_values(sizes, tilesOfRows, tilesOfColumns);
  SmallVector<Value> numbers =
      splitNumber(b, launch.getBlockIds().x, sizes);
  setPoint(product.batch, ValueRange(numbers).drop_back(2));
  unsigned next = product.batch.size();
  firstRow = multiplyIndices(b, numbers[next],
                             makeIndex(b, kSide * product.rowCount));
  firstColumn = multiplyIndices(b, numbers[next + 1],
                                makeIndex(b, kSide * product.columnCount));
}

/// `outer` are the loops of the operand alone. Threads along x read what lies
/// next to each other.
TileBuilder::Side TileBuilder::makeSide(OpOperand *operand,
                                        ArrayRef<unsigned> outer, Value first,
                                        Value bound, int64_t count) {
  Side side;
  side.operand = operand;
  side.count = count;
  side.shared = b.create<memref::AllocOp>(MemRefType::get(
      {2 * kSide * kSide * count}, getElementTypeOrSelf(operand->get().getType()),
      MemRefLayoutAttrInterface(), b.getI64IntegerAttr(kWorkgroupSpace)));
  AffineExpr last = op.getMatchingIndexingMap(operand).getResults().back();
  side.isAlongSum = llvm::none_of(
      outer, [&](unsigned dim) { return last.isFunctionOfDim(dim); });
  for (int64_t number = 0; number < count; ++number) {
    Line &line = side.lines.emplace_back();
    Value index = addIndices(b, addIndices(b, first, side.isAlongSum ? y : x),
                             makeIndex(b, number * kSide));
    line.inside = isBelow(index, bound, kSide * count);
    // What is outside reads the first line instead, which there is.
    line.indices = split(orZero(line.inside, index), outer);
  }
  return side;
}

/// Element (i, p) of the tile lies at p * (16 * count) + i, from its begin.
void TileBuilder::loadTile(const Side &side, ArrayRef<unsigned> outer,
                           Value step) {
  Value p = side.isAlongSum ? x : y, sum = addIndices(b, step, p);
  Value isInSum = isBelow(sum, depth, kSide);
  setPoint(product.sum, split(orZero(isInSum, sum), product.sum));
  Value begin = getBegin(side, step);
  for (auto [number, line] : llvm::enumerate(side.lines)) {
    setPoint(outer, line.indices);
    Value element =
        b.create<memref::LoadOp>(side.operand->get(),
                                 getPlace(b, op, side.operand, point));
    element = orZero(both(isInSum, line.inside), element);
    Value row = addIndices(
        b, begin, multiplyIndices(b, p, makeIndex(b, kSide * side.count)));
    Value place = addIndices(b, addIndices(b, row, side.isAlongSum ? y : x),
                             makeIndex(b, number * kSide));
    b.create<memref::StoreOp>(element, side.shared, place);
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// One step of a sum: rounded once where both are floats of that size, which
/// all devices have an instruction for.
Value TileBuilder::multiply(Value leftElement, Value rightElement, Value sum) {
  Type type = sum.getType();
  if ((type.isF32() || type.isF64()) && leftElement.getType() == type &&
      rightElement.getType() == type)
    return b.create<math::FmaOp>(leftElement, rightElement, sum);
  Value elements[] = {leftElement, rightElement, sum};
  if (product.left)
    std::swap(elements[0], elements[1]);
  return cloneBody(b, op, point, elements).front();
}

/// Written out, so that what a thread does between two barriers has no loop: an
/// OpenCL driver for processors makes vectors of its threads then. Places are
/// constants behind one that the step decides; others it would keep for each
/// thread.
SmallVector<Value> TileBuilder::multiplyTiles(Value step, ValueRange sums) {
  SmallVector<Value> next(sums);
  Value row = getIndex(getBegin(left, step), y, left.count, 0);
  Value column = getIndex(getBegin(right, step), x, right.count, 0);
  for (int64_t p = 0; p < kSide; ++p) {
    auto read = [&](const Side &side, Value begin) {
      SmallVector<Value> elements;
      for (int64_t number = 0; number < side.count; ++number)
        elements.push_back(b.create<memref::LoadOp>(
            side.shared,
            addIndices(b, begin,
                       makeIndex(b, p * side.count * kSide + number))));
      return elements;
    };
    SmallVector<Value> lefts = read(left, row), rights = read(right, column);
    for (auto [index, sum] : llvm::enumerate(next))
      sum = multiply(lefts[index / product.columnCount],
                     rights[index % product.columnCount], sum);
  }
  return next;
}

SmallVector<Value> TileBuilder::buildStep(Value step, ValueRange sums) {
  loadTile(left, product.rows, step);
  loadTile(right, product.columns, step);
  b.create<gpu::BarrierOp>();
  return multiplyTiles(step, sums);
}

/// Sets the point to the thread's result with a number; whether that is inside,
/// null for certain.
Value TileBuilder::moveTo(int64_t number) {
  Value row = getIndex(firstRow, y, product.rowCount,
                       number / product.columnCount);
  Value column = getIndex(firstColumn, x, product.columnCount,
                          number % product.columnCount);
  setPoint(product.rows, split(row, product.rows));
  setPoint(product.columns, split(column, product.columns));
  return both(isBelow(row, numRows, kSide * product.rowCount),
              isBelow(column, numColumns, kSide * product.columnCount));
}

/// What a sum begins with. What is outside begins with zero: the elements there
/// are other threads'.
Value TileBuilder::loadSum(int64_t number) {
  OpOperand &output = *op.getDpsInitsMutable().begin();
  Type type = getElementTypeOrSelf(output.get().getType());
  Value inside = moveTo(number);
  if (!inside)
    return b.create<memref::LoadOp>(output.get(),
                                    getPlace(b, op, &output, point));
  auto branch = b.create<scf::IfOp>(TypeRange(type), inside,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value begin = b.create<memref::LoadOp>(output.get(),
                                         getPlace(b, op, &output, point));
  b.create<scf::YieldOp>(begin);
  b.setInsertionPointToStart(branch.elseBlock());
  Value none = b.create<arith::ConstantOp>(b.getZeroAttr(type));
  b.create<scf::YieldOp>(none);
  return branch.getResult(0);
}

void TileBuilder::store(ValueRange sums) {
  OpOperand &output = *op.getDpsInitsMutable().begin();
  for (auto [index, sum] : llvm::enumerate(sums)) {
    OpBuilder::InsertionGuard guard(b);
    if (Value inside = moveTo(index))
      b.setInsertionPointToStart(b.create<scf::IfOp>(inside).thenBlock());
    b.create<memref::StoreOp>(sum, output.get(),
                              getPlace(b, op, &output, point));
  }
}

void TileBuilder::build(ArrayRef<Value> fills) {
  OpBuilder::InsertionGuard guard(b);
  numRows = count(product.rows);
  numColumns = count(product.columns);
  depth = count(product.sum);
  Value columns = ceilDivide(b, numColumns, kSide * product.columnCount);
  Value rows = ceilDivide(b, numRows, kSide * product.rowCount);
  Value blocks = multiplyIndices(b, multiplyIndices(b, rows, columns),
                                 count(product.batch));
  Value one = makeIndex(b, 1);
  gpu::LaunchOp launch =
      buildLaunch(b, {blocks, one, one}, {kSide, kSide, 1});
  buildPlaces(launch, columns, rows);
  left = makeSide(op.getDpsInputOperand(product.left), product.rows, firstRow,
                  numRows, product.rowCount);
  right = makeSide(op.getDpsInputOperand(1 - product.left), product.columns,
                   firstColumn, numColumns, product.columnCount);
  SmallVector<Value> sums;
  for (int64_t i = 0; i < product.rowCount * product.columnCount; ++i)
    sums.push_back(fills[0] ? fills[0] : loadSum(i));
  auto loop = b.create<scf::ForOp>(makeIndex(b, 0), depth,
                                   makeIndex(b, kSide), sums);
  if (sums.front().getType().isF32() &&
      isa<FloatType>(getElementTypeOrSelf(left.shared.getType())))
    loop->setAttr(kProductAttr, b.getDenseI64ArrayAttr({product.rowCount,
                                                        product.columnCount}));
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> carried(loop.getRegionIterArgs());
    b.create<scf::YieldOp>(buildStep(loop.getInductionVar(), carried));
  }
  store(loop.getResults());
}

void ts::buildTiledProduct(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                           ArrayRef<Value> bounds, ArrayRef<Value> fills) {
  Product product = *matchProduct(op);
  TileBuilder(b, op, product, bounds).build(fills);
}
