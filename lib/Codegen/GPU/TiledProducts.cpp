//===- TiledProducts.cpp - Products of matrices by tiles ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 16x16 threads make a tile of the result, each up to 4x4 numbers of it that lie
// 16 apart, so that what neighbours read and write lies next to each other.
// Places outside of the matrices are read as zeros.
//
//===----------------------------------------------------------------------===//

#include "BlockKernels.h"

#include "LaunchBuilder.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ts;

/// Threads along each side of a tile, and elements of a step along the sum.
static constexpr int64_t kSide = 16;

/// The dimensions of a product, and how many numbers of the result a thread
/// has along rows and columns.
namespace {
struct Product {
  SmallVector<unsigned> batch;
  unsigned m, n, k;
  int64_t rows, columns;
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
  void buildPlaces(gpu::LaunchOp launch, Value tilesOfColumns,
                   Value tilesOfRows);
  /// A copy of a tile of an operand; `outer` is its dimension beside k.
  void loadTile(OpOperand *operand, Value shared, unsigned outer, Value first,
                Value step, int64_t count);
  SmallVector<Value> buildStep(Value step, ValueRange sums);
  /// The products of a step's tiles, added to the sums.
  SmallVector<Value> multiplyTiles(ValueRange sums);
  void store(ValueRange sums);
  Value moveTo(int64_t number);
  Value loadSum(int64_t number);
  Value isBelow(Value index, Value bound) {
    return b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, index, bound);
  }
  Value makeShared(OpOperand *operand, int64_t count);
  /// The place of the thread's number in a row or column of the result.
  Value getIndex(Value first, Value thread, int64_t number) {
    return addIndices(b, first,
                      addIndices(b, thread, makeIndex(b, number * kSide)));
  }

  ImplicitLocOpBuilder &b;
  linalg::LinalgOp op;
  const Product &product;
  ArrayRef<Value> bounds;
  SmallVector<Value> point;
  Value x, y, firstRow, firstColumn, left, right;
};
} // namespace

/// How many numbers a thread has along a side of the given size.
static int64_t chooseCount(int64_t size) {
  if (ShapedType::isDynamic(size) || size > 2 * kSide)
    return 4;
  return size > kSide ? 2 : 1;
}

static std::optional<Product> match(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !linalg::isaContractionOpInterface(op) ||
      !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return std::nullopt;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.size() != 1 || dims->n.size() != 1 ||
      dims->k.size() != 1)
    return std::nullopt;
  Product product;
  product.batch.assign(dims->batch.begin(), dims->batch.end());
  product.m = dims->m[0];
  product.n = dims->n[0];
  product.k = dims->k[0];
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  product.rows = chooseCount(sizes[product.m]);
  product.columns = chooseCount(sizes[product.n]);
  auto isSmall = [&](unsigned dim, int64_t least) {
    return !ShapedType::isDynamic(sizes[dim]) && sizes[dim] < least;
  };
  if (isSmall(product.m, kSide / 2) || isSmall(product.n, kSide / 2) ||
      isSmall(product.k, kSide / 2))
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.getElementType().isIntOrFloat() ||
        type.getElementType().isInteger(1) || type.getElementType().isBF16())
      return std::nullopt;
  }
  return product;
}

bool ts::isTiledProduct(linalg::LinalgOp op) { return match(op).has_value(); }

Value TileBuilder::makeShared(OpOperand *operand, int64_t count) {
  return b.create<memref::AllocOp>(MemRefType::get(
      {kSide * kSide * count}, getElementTypeOrSelf(operand->get().getType()),
      MemRefLayoutAttrInterface(), b.getI64IntegerAttr(kWorkgroupSpace)));
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
  for (auto [dim, number] : llvm::zip(product.batch, numbers))
    point[dim] = number;
  unsigned next = product.batch.size();
  firstRow = multiplyIndices(b, numbers[next],
                             makeIndex(b, kSide * product.rows));
  firstColumn = multiplyIndices(b, numbers[next + 1],
                                makeIndex(b, kSide * product.columns));
}

/// Element (i, p) of the tile lies at p * (16 * count) + i. Threads along x read
/// what lies next to each other.
void TileBuilder::loadTile(OpOperand *operand, Value shared, unsigned outer,
                           Value first, Value step, int64_t count) {
  auto last = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(operand).getResults().back());
  bool isAlongSum = last && last.getPosition() == product.k;
  for (int64_t number = 0; number < count; ++number) {
    Value i = getIndex(makeIndex(b, 0), isAlongSum ? y : x, number);
    Value p = isAlongSum ? x : y;
    Value index = addIndices(b, first, i), sum = addIndices(b, step, p);
    Value inside = b.create<arith::AndIOp>(isBelow(index, bounds[outer]),
                                           isBelow(sum, bounds[product.k]));
    // What is outside reads the first element instead, which there is.
    Value zero = makeIndex(b, 0);
    point[outer] = b.create<arith::SelectOp>(inside, index, zero);
    point[product.k] = b.create<arith::SelectOp>(inside, sum, zero);
    Value element = b.create<memref::LoadOp>(operand->get(),
                                             getPlace(b, op, operand, point));
    Value none = b.create<arith::ConstantOp>(b.getZeroAttr(element.getType()));
    element = b.create<arith::SelectOp>(inside, element, none);
    Value place = addIndices(
        b, multiplyIndices(b, p, makeIndex(b, kSide * count)), i);
    b.create<memref::StoreOp>(element, shared, place);
  }
}

SmallVector<Value> TileBuilder::multiplyTiles(ValueRange sums) {
  auto loop = b.create<scf::ForOp>(makeIndex(b, 0), makeIndex(b, kSide),
                                   makeIndex(b, 1), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value p = loop.getInductionVar();
  auto read = [&](Value shared, Value thread, int64_t count) {
    SmallVector<Value> elements;
    Value row = multiplyIndices(b, p, makeIndex(b, kSide * count));
    for (int64_t number = 0; number < count; ++number)
      elements.push_back(
          b.create<memref::LoadOp>(shared, getIndex(row, thread, number)));
    return elements;
  };
  SmallVector<Value> lefts = read(left, y, product.rows);
  SmallVector<Value> rights = read(right, x, product.columns);
  SmallVector<Value> next;
  for (auto [index, sum] : llvm::enumerate(loop.getRegionIterArgs()))
    next.push_back(cloneBody(b, op, point,
                             {lefts[index / product.columns],
                              rights[index % product.columns], sum})
                       .front());
  b.create<scf::YieldOp>(next);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> TileBuilder::buildStep(Value step, ValueRange sums) {
  SmallVector<OpOperand *> operands = op.getDpsInputOperands();
  // By definition m is of the first operand and n of the second.
  loadTile(operands[0], left, product.m, firstRow, step, product.rows);
  loadTile(operands[1], right, product.n, firstColumn, step, product.columns);
  b.create<gpu::BarrierOp>();
  SmallVector<Value> next = multiplyTiles(sums);
  b.create<gpu::BarrierOp>();
  return next;
}

void TileBuilder::store(ValueRange sums) {
  OpOperand &output = *op.getDpsInitsMutable().begin();
  for (auto [index, sum] : llvm::enumerate(sums)) {
    Value inside = moveTo(index);
    auto branch = b.create<scf::IfOp>(inside);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    b.create<memref::StoreOp>(sum, output.get(),
                              getPlace(b, op, &output, point));
  }
}

/// Sets the point to the thread's result with a number; whether that is inside.
Value TileBuilder::moveTo(int64_t number) {
  point[product.m] = getIndex(firstRow, y, number / product.columns);
  point[product.n] = getIndex(firstColumn, x, number % product.columns);
  return b.create<arith::AndIOp>(isBelow(point[product.m], bounds[product.m]),
                                 isBelow(point[product.n], bounds[product.n]));
}

/// What a sum begins with. What is outside begins with zero: the elements there
/// are other threads'.
Value TileBuilder::loadSum(int64_t number) {
  OpOperand &output = *op.getDpsInitsMutable().begin();
  Type type = getElementTypeOrSelf(output.get().getType());
  Value inside = moveTo(number);
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

void TileBuilder::build(ArrayRef<Value> fills) {
  OpBuilder::InsertionGuard guard(b);
  Value columns = ceilDivide(b, bounds[product.n], kSide * product.columns);
  Value rows = ceilDivide(b, bounds[product.m], kSide * product.rows);
  Value blocks = multiplyIndices(b, rows, columns), one = makeIndex(b, 1);
  for (unsigned dim : product.batch)
    blocks = multiplyIndices(b, blocks, bounds[dim]);
  gpu::LaunchOp launch =
      buildLaunch(b, {blocks, one, one}, {kSide, kSide, 1});
  left = makeShared(op.getDpsInputOperand(0), product.rows);
  right = makeShared(op.getDpsInputOperand(1), product.columns);
  buildPlaces(launch, columns, rows);
  SmallVector<Value> sums;
  for (int64_t i = 0; i < product.rows * product.columns; ++i) {
    if (fills[0]) {
      sums.push_back(fills[0]);
      continue;
    }
    sums.push_back(loadSum(i));
  }
  auto loop = b.create<scf::ForOp>(makeIndex(b, 0), bounds[product.k],
                                   makeIndex(b, kSide), sums);
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
  Product product = *match(op);
  TileBuilder(b, op, product, bounds).build(fills);
}
