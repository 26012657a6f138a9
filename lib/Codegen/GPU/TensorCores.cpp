//===- TensorCores.cpp - Products by the matrix units of NVIDIA's chips ---===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a product by tiles, what the threads of a block add up behind the barrier
// of a step is done by groups of 32 threads together: each has 16x16 numbers of
// the result in its registers, in an order of the chip's own, or two of them
// beside each other. Behind the loop they go through shared memory to the
// threads that store them.
//
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "LaunchBuilder.h"
#include "Products.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ts;

/// Groups of threads in a block.
static constexpr int64_t kNumGroups = kTileSide * kTileSide / kExchangeWidth;
/// Numbers of a piece of the result that a thread has.
static constexpr int64_t kNumSums = kTileSide * kTileSide / kExchangeWidth;

namespace {
/// How the units take operands of a type.
struct Form {
  /// Words of the instructions' names.
  StringRef shape, type, multiply;
  /// Elements of a sum in one instruction.
  int64_t depth;
  /// What a thread has of an operand.
  int64_t numWords;
  bool isRounded = false;
};

/// Rewrites the loop of a product.
class UnitBuilder {
public:
  UnitBuilder(gpu::GPUFuncOp kernel, scf::ForOp loop, const Form &form,
              gpu::BarrierOp barrier, ArrayRef<Value> tiles,
              ArrayRef<int64_t> counts)
      : kernel(kernel), loop(loop), form(form), barrier(barrier), tiles(tiles),
        rowCount(counts[0]), columnCount(counts[1]),
        numPieces(rowCount * columnCount / kNumGroups), b(loop.getLoc(), loop) {
  }

  void run();

private:
  void findPlace();
  scf::ForOp buildLoop();
  SmallVector<Value> loadOperand(bool isRight, Value step, int64_t sum,
                                 Value piece);
  SmallVector<Value> multiply(Value step, ValueRange sums);
  void roundElements();
  SmallVector<Value> redistribute(ValueRange sums);
  Value getPointer(Value buffer, Value place);
  Value call(Type result, const Twine &name, ValueRange operands) {
    return b
        .create<LLVM::CallIntrinsicOp>(result, ("llvm.nvvm." + name).str(),
                                       operands)
        ->getResult(0);
  }
  SmallVector<Value> unpack(Value structure, int64_t count) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(b.create<LLVM::ExtractValueOp>(structure, i));
    return values;
  }
  Type pack(Type word, int64_t count) {
    return LLVM::LLVMStructType::getLiteral(b.getContext(),
                                            SmallVector<Type>(count, word));
  }
  Value number(int64_t value) {
    return b.create<arith::ConstantIntOp>(value, 32);
  }
  Type getWord() {
    return form.type == "f16" ? Type(VectorType::get({2}, b.getF16Type()))
                              : b.getI32Type();
  }

  gpu::GPUFuncOp kernel;
  scf::ForOp loop;
  const Form &form;
  gpu::BarrierOp barrier;
  /// Shared memory of the operands, two places each: element (i, p) of one lies
  /// at p * (16 * count) + i.
  ArrayRef<Value> tiles;
  int64_t rowCount, columnCount, numPieces;
  ImplicitLocOpBuilder b;
  /// The thread's row and column in its block, and where the first piece of its
  /// group lies in the result, in pieces.
  Value x, y, row, column;
};
} // namespace

/// How a chip multiplies elements of a type; none where it has no units for
/// them, or where that would round what the program has not rounded.
static std::optional<Form> getForm(Type type, const DeviceTarget &target) {
  unsigned number = 0;
  StringRef chip = target.chip;
  if (target.kind != DeviceKind::NVVM || !chip.consume_front("sm_") ||
      chip.consumeInteger(10, number))
    return std::nullopt;
  if (type.isF16() && number >= 70)
    return Form{"m16n16k16", "f16", "f32.f32", 16, 8};
  if (type.isBF16() && number >= 80)
    return Form{"m16n16k16", "bf16", "bf16", 16, 4};
  if (type.isF32() && number >= 80 && target.allowsTF32)
    return Form{"m16n16k8", "tf32", "tf32", 8, 4, /*isRounded=*/true};
  return std::nullopt;
}

Value UnitBuilder::getPointer(Value buffer, Value place) {
  Value address = b.create<memref::ExtractAlignedPointerAsIndexOp>(buffer);
  auto type = LLVM::LLVMPointerType::get(b.getContext(), kWorkgroupSpace);
  Value base = b.create<LLVM::IntToPtrOp>(
      type, b.create<arith::IndexCastOp>(b.getI64Type(), address));
  Value word = b.create<arith::IndexCastOp>(b.getI64Type(), place);
  return b.create<LLVM::GEPOp>(
      type, cast<MemRefType>(buffer.getType()).getElementType(), base,
      ValueRange{word});
}

void UnitBuilder::findPlace() {
  x = b.create<gpu::ThreadIdOp>(gpu::Dimension::x);
  y = b.create<gpu::ThreadIdOp>(gpu::Dimension::y);
  Value thread =
      addIndices(b, multiplyIndices(b, y, makeIndex(b, kTileSide)), x);
  Value group = b.create<arith::DivUIOp>(thread, makeIndex(b, kExchangeWidth));
  Value first = multiplyIndices(b, group, makeIndex(b, numPieces));
  Value width = makeIndex(b, columnCount);
  row = b.createOrFold<arith::DivUIOp>(first, width);
  column = b.createOrFold<arith::RemUIOp>(first, width);
}

/// What the threads of a group have of 16 rows or columns of an operand
/// together, from an element of the step's sum on.
SmallVector<Value> UnitBuilder::loadOperand(bool isRight, Value step,
                                            int64_t sum, Value piece) {
  int64_t width = kTileSide * (isRight ? columnCount : rowCount);
  Value turn = b.create<arith::AndIOp>(step, makeIndex(b, kTileSide));
  Value place = multiplyIndices(b, turn, makeIndex(b, width));
  place =
      addIndices(b, place, multiplyIndices(b, piece, makeIndex(b, kTileSide)));
  place = addIndices(b, place, makeIndex(b, sum * width));
  Value pointer = getPointer(tiles[isRight], place);
  return unpack(call(pack(getWord(), form.numWords),
                     "wmma." + form.shape +
                         (isRight ? ".load.b.row" : ".load.a.col") +
                         ".stride." + form.type,
                     {pointer, number(width)}),
                form.numWords);
}

SmallVector<Value> UnitBuilder::multiply(Value step, ValueRange sums) {
  SmallVector<Value> next(sums);
  for (int64_t sum = 0; sum < kTileSide; sum += form.depth) {
    SmallVector<Value> left = loadOperand(/*isRight=*/false, step, sum, row);
    for (int64_t piece = 0; piece < numPieces; ++piece) {
      SmallVector<Value> operands(left);
      operands.append(loadOperand(/*isRight=*/true, step, sum,
                                  addIndices(b, column, makeIndex(b, piece))));
      MutableArrayRef<Value> mine(next);
      mine = mine.slice(piece * kNumSums, kNumSums);
      operands.append(mine.begin(), mine.end());
      llvm::copy(
          unpack(call(pack(b.getF32Type(), kNumSums),
                      "wmma." + form.shape + ".mma.col.row." + form.multiply,
                      operands),
                 kNumSums),
          mine.begin());
    }
  }
  return next;
}

/// Numbers of float32 become what the units read of them, to the nearest.
void UnitBuilder::roundElements() {
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store || !llvm::is_contained(tiles, store.getMemRef()))
      continue;
    b.setInsertionPoint(store);
    Value bits = call(b.getI32Type(), "f2tf32.rna", store.getValue());
    store.getValueMutable().assign(
        b.create<arith::BitcastOp>(b.getF32Type(), bits));
  }
}

/// The loop with the old one's loads, and sums in the units' order.
scf::ForOp UnitBuilder::buildLoop() {
  b.setInsertionPoint(loop);
  Value zero = b.create<arith::ConstantOp>(b.getF32FloatAttr(0));
  SmallVector<Value> sums(kNumSums * numPieces, zero);
  auto made = b.create<scf::ForOp>(loop.getLowerBound(), loop.getUpperBound(),
                                   loop.getStep(), sums);
  b.setInsertionPointToStart(made.getBody());
  loop.getInductionVar().replaceAllUsesWith(made.getInductionVar());
  Block &body = *loop.getBody();
  made.getBody()->getOperations().splice(made.getBody()->end(),
                                         body.getOperations(), body.begin(),
                                         std::next(Block::iterator(barrier)));
  b.setInsertionPointToEnd(made.getBody());
  b.create<scf::YieldOp>(
      multiply(made.getInductionVar(), made.getRegionIterArgs()));
  b.setInsertionPointAfter(made);
  return made;
}

/// The numbers that the thread stores, added to what they began with.
SmallVector<Value> UnitBuilder::redistribute(ValueRange sums) {
  int64_t width = kTileSide * columnCount;
  Value shared;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&kernel.getBody().front());
    shared = b.create<memref::AllocOp>(MemRefType::get(
        {kTileSide * rowCount * width}, b.getF32Type(),
        MemRefLayoutAttrInterface(), b.getI64IntegerAttr(kWorkgroupSpace)));
  }
  Value firstRow = multiplyIndices(b, row, makeIndex(b, kTileSide * width));
  for (int64_t piece = 0; piece < numPieces; ++piece) {
    Value begin = multiplyIndices(b, addIndices(b, column, makeIndex(b, piece)),
                                  makeIndex(b, kTileSide));
    SmallVector<Value> operands{
        getPointer(shared, addIndices(b, firstRow, begin))};
    llvm::append_range(operands, sums.slice(piece * kNumSums, kNumSums));
    operands.push_back(number(width));
    b.create<LLVM::CallIntrinsicOp>(
        TypeRange(),
        ("llvm.nvvm.wmma." + form.shape + ".store.d.row.stride.f32").str(),
        operands);
  }
  b.create<gpu::BarrierOp>();
  Value rows = multiplyIndices(b, y, makeIndex(b, rowCount * width));
  Value columns = multiplyIndices(b, x, makeIndex(b, columnCount));
  Value begin = addIndices(b, rows, columns);
  SmallVector<Value> results;
  for (auto [index, init] : llvm::enumerate(loop.getInitArgs())) {
    int64_t place = index / columnCount * width + int64_t(index) % columnCount;
    Value sum = b.create<memref::LoadOp>(
        shared, addIndices(b, begin, makeIndex(b, place)));
    results.push_back(matchPattern(init, m_AnyZeroFloat())
                          ? sum
                          : b.create<arith::AddFOp>(init, sum));
  }
  return results;
}

void UnitBuilder::run() {
  if (form.isRounded)
    roundElements();
  b.setInsertionPoint(loop);
  findPlace();
  scf::ForOp made = buildLoop();
  SmallVector<Value> results = redistribute(made.getResults());
  loop.replaceAllUsesWith(results);
  loop.erase();
}

/// The memory that a step fills before its barrier.
static SmallVector<Value> findTiles(scf::ForOp loop, gpu::BarrierOp barrier) {
  SmallVector<Value> tiles;
  for (auto store : loop.getBody()->getOps<memref::StoreOp>())
    if (store->isBeforeInBlock(barrier) &&
        !llvm::is_contained(tiles, store.getMemRef()))
      tiles.push_back(store.getMemRef());
  return tiles;
}

void ts::useTensorCores(gpu::GPUFuncOp kernel, const DeviceTarget &target) {
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) {
    if (loop->hasAttr(kProductAttr))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops) {
    auto counts =
        cast<DenseI64ArrayAttr>(loop->removeAttr(kProductAttr)).asArrayRef();
    auto barriers = loop.getBody()->getOps<gpu::BarrierOp>();
    if (!llvm::hasSingleElement(barriers) ||
        (counts[0] * counts[1]) % kNumGroups != 0)
      continue;
    SmallVector<Value> tiles = findTiles(loop, *barriers.begin());
    if (tiles.size() != 2 || getElementTypeOrSelf(tiles[0].getType()) !=
                                 getElementTypeOrSelf(tiles[1].getType()))
      continue;
    if (std::optional<Form> form =
            getForm(getElementTypeOrSelf(tiles[0].getType()), target))
      UnitBuilder(kernel, loop, *form, *barriers.begin(), tiles, counts).run();
  }
}
