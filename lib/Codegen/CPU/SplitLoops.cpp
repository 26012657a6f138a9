//===- SplitLoops.cpp - Loops on several threads --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is worth several threads becomes a function of its bounds, which
// tsrt_parallel_for calls. A turn computes the same whichever thread has it.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSPLITLOOPS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct TSSplitLoops : public ts::impl::TSSplitLoopsBase<TSSplitLoops> {
  using TSSplitLoopsBase::TSSplitLoopsBase;
  void runOnOperation() override;

private:
  void split(Operation *op);
  /// Makes the loop, of `turns` turns that any thread may have, a call.
  void outline(scf::ForOp loop, int64_t turns, int64_t grain);
  /// The function of a loop: (address of the operands' addresses, begin, end).
  OwningOpRef<func::FuncOp> makeFunction(scf::ForOp loop,
                                         ArrayRef<Value> operands,
                                         ArrayRef<Value> constants);

  /// Names of functions by their texts.
  llvm::StringMap<std::string> functions;
};

} // namespace

/// The most bytes of buffers that a turn may have on a thread's stack.
static constexpr int64_t kMostStack = 256 << 10;

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Operations of an operation on buffers, where functions count as many as they
/// are made of; 0 when sizes are not known.
static int64_t countWork(linalg::LinalgOp op) {
  constexpr int64_t ofFunction = 16, ofMemory = 8;
  int64_t each = ofMemory;
  for (Operation &inner : op.getBlock()->without_terminator())
    each += isa<math::MathDialect>(inner.getDialect()) ? ofFunction : 1;
  for (int64_t range : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range))
      return 0;
    each *= range;
  }
  return each;
}

/// Turns of a loop from 0 by ones; 0 when they are not known.
static int64_t countTurns(scf::ForOp loop) {
  auto low = getConstantIntValue(loop.getLowerBound()),
       high = getConstantIntValue(loop.getUpperBound()),
       step = getConstantIntValue(loop.getStep());
  return low == 0 && step == 1 && high && *high > 0 ? *high : 0;
}

/// Operations of all turns of a loop.
static int64_t countWork(scf::ForOp loop) {
  int64_t sum = 0;
  loop.walk([&](linalg::LinalgOp op) {
    int64_t work = countWork(op);
    for (Operation *outer = op->getParentOp(); outer != loop->getParentOp();
         outer = outer->getParentOp())
      if (auto around = dyn_cast<scf::ForOp>(outer))
        work *= countTurns(around);
    sum += work;
  });
  return sum;
}

//===----------------------------------------------------------------------===//
// What can be handed to a function
//===----------------------------------------------------------------------===//

static int64_t getBytesOfElement(MemRefType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Whether a buffer is the address of its first element and nothing else.
static bool isAddress(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  int64_t offset;
  SmallVector<int64_t> strides;
  return buffer && buffer.hasStaticShape() && !buffer.getMemorySpace() &&
         succeeded(getStridesAndOffset(buffer, strides, offset)) &&
         (offset == 0 || (!ShapedType::isDynamic(offset) &&
                          buffer.getElementType().isIntOrFloat())) &&
         !ShapedType::isDynamicShape(strides);
}

/// How many bytes in front of its first element a buffer begins.
static int64_t getBytesInFront(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  (void)getStridesAndOffset(type, strides, offset);
  return offset == 0 ? 0 : offset * getBytesOfElement(type);
}

/// What the operation uses from outside, as operands and constants; false when
/// something else is among it, or when it has more buffers of its own than fit
/// on a stack.
static bool findUses(Operation *op, llvm::SetVector<Value> &operands,
                     llvm::SetVector<Value> &constants) {
  int64_t stack = 0;
  WalkResult result = op->walk([&](Operation *inner) {
    if (isa<CallOpInterface, memref::DeallocOp>(inner) ||
        isa<tsrt::TSRTDialect, LLVM::LLVMDialect>(inner->getDialect()))
      return WalkResult::interrupt();
    if (auto alloc = dyn_cast<memref::AllocOp>(inner)) {
      MemRefType type = alloc.getType();
      if (!isAddress(type) || !type.getElementType().isIntOrFloat())
        return WalkResult::interrupt();
      stack += type.getNumElements() * getBytesOfElement(type);
    }
    for (Value operand : inner->getOperands()) {
      if (op->isAncestor(operand.getParentBlock()->getParentOp()))
        continue;
      Operation *definition = operand.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>())
        constants.insert(operand);
      else if (isAddress(operand.getType()))
        operands.insert(operand);
      else
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted() && !operands.empty() && stack <= kMostStack;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

OwningOpRef<func::FuncOp>
TSSplitLoops::makeFunction(scf::ForOp loop, ArrayRef<Value> operands,
                           ArrayRef<Value> constants) {
  OpBuilder b(&getContext());
  Location loc = loop.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(
      loc, "split",
      b.getFunctionType({pointer, b.getI64Type(), b.getI64Type()}, {}));
  function->setPrivate();
  (*function)->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
  Block *body = function->addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping mapping;
  LLVMTypeConverter converter(&getContext());
  for (auto [index, operand] : llvm::enumerate(operands)) {
    Value slot = b.create<LLVM::GEPOp>(
        loc, pointer, pointer, body->getArgument(0),
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(index))});
    Value address = b.create<LLVM::LoadOp>(loc, pointer, slot);
    auto type = cast<MemRefType>(operand.getType());
    if (int64_t bytes = getBytesInFront(type))
      address = b.create<LLVM::GEPOp>(
          loc, pointer, b.getI8Type(), address,
          ValueRange{b.create<LLVM::ConstantOp>(loc, b.getI64Type(), -bytes)});
    Value buffer =
        MemRefDescriptor::fromStaticShape(b, loc, converter, type, address);
    mapping.map(
        operand,
        b.create<UnrealizedConversionCastOp>(loc, type, buffer).getResult(0));
  }
  for (Value constant : constants)
    mapping.map(constant, b.clone(*constant.getDefiningOp())->getResult(0));
  auto bound = [&](unsigned argument) -> Value {
    return b.create<arith::IndexCastOp>(loc, b.getIndexType(),
                                        body->getArgument(argument));
  };
  Value begin = bound(1), end = bound(2);
  auto part = cast<scf::ForOp>(b.clone(*loop, mapping));
  part.getLowerBoundMutable().assign(begin);
  part.getUpperBoundMutable().assign(end);
  part->removeAttr(tsrt::kParallelAttr);
  b.create<func::ReturnOp>(loc);
  // A thread's own buffers.
  b.setInsertionPoint(part);
  part.walk([&](memref::AllocOp alloc) {
    Value own = b.create<memref::AllocaOp>(alloc.getLoc(), alloc.getType(),
                                           b.getI64IntegerAttr(64));
    alloc.replaceAllUsesWith(own);
    alloc.erase();
  });
  return function;
}

void TSSplitLoops::outline(scf::ForOp loop, int64_t turns, int64_t grain) {
  llvm::SetVector<Value> operands, constants;
  if (!findUses(loop, operands, constants))
    return;
  ModuleOp module = getOperation();
  OwningOpRef<func::FuncOp> function =
      makeFunction(loop, operands.getArrayRef(), constants.getArrayRef());
  std::string text;
  llvm::raw_string_ostream os(text);
  (*function)->print(os, OpPrintingFlags().useLocalScope());
  std::string &name = functions[text];
  if (name.empty()) {
    SymbolTable symbols(module);
    func::FuncOp added = function.release();
    name = "split_" + std::to_string(functions.size() - 1);
    added.setName(name);
    name = symbols.insert(added, module.getBody()->end()).str();
    ++numFunctions;
  }
  OpBuilder b(loop);
  auto call = b.create<tsrt::LibraryCallOp>(
      loop.getLoc(), TypeRange(), name, ArrayRef<int64_t>{turns, grain},
      operands.getArrayRef(), operands.back());
  call->setAttr(tsrt::kParallelAttr, b.getUnitAttr());
  loop.erase();
  ++numLoops;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether a dimension moves along memory in an operand, where vectors and
/// blocks want whole numbers of elements.
static bool isAlong(linalg::LinalgOp op, unsigned dim) {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    // Results of a reduction are stored one by one.
    bool counts = op.isDpsInput(&operand) || op.getNumReductionLoops() == 0;
    return counts && map.getNumResults() > 0 &&
           map.getResults().back().isFunctionOfDim(dim);
  });
}

/// The outermost parallel dimension by which all results move that is long
/// enough for threads to have equal shares, or else the longest; nothing if
/// there is none. Sums of columns go along rows.
static std::optional<unsigned> chooseDim(linalg::LinalgOp op) {
  constexpr int64_t longEnough = 8;
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  auto iterators = op.getIteratorTypesArray();
  std::optional<unsigned> best;
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] < 2 || !linalg::isParallelIterator(iterators[dim]) ||
        (op.getNumReductionLoops() > 0 && isAlong(op, dim)))
      continue;
    bool movesAll =
        llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &output) {
          return op.getMatchingIndexingMap(&output).isFunctionOfDim(dim);
        });
    if (!movesAll || (best && sizes[dim] <= sizes[*best]))
      continue;
    best = dim;
    if (sizes[dim] >= longEnough)
      break;
  }
  return best;
}

/// How many elements along a dimension are one turn: few, but not less than is
/// worth a loop, and without a rest; 0 when that cannot be.
static int64_t chooseTurn(linalg::LinalgOp op, unsigned dim) {
  constexpr int64_t shortest = 64, shortestAlong = 2048, unit = 16;
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  int64_t size = sizes[dim], each = 1;
  for (int64_t other : sizes)
    each *= other;
  each /= size;
  bool along = isAlong(op, dim);
  int64_t step = along ? unit : 1;
  for (int64_t turn = step; turn <= size / 2; turn += step)
    if (size % turn == 0 && turn * each >= (along ? shortestAlong : shortest))
      return turn;
  return 0;
}

/// An operation as a loop over its outermost dimension; null when it stays.
static scf::ForOp makeLoop(linalg::LinalgOp op, int64_t &turns) {
  std::optional<unsigned> dim = chooseDim(op);
  llvm::SetVector<Value> operands, constants;
  if (!dim || !findUses(op, operands, constants))
    return {};
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  int64_t turn = chooseTurn(op, *dim);
  if (turn == 0)
    return {};
  IRRewriter rewriter(op.getContext());
  rewriter.setInsertionPoint(op);
  // The loop counts turns.
  turns = sizes[*dim] / turn;
  SmallVector<int64_t> tiles(sizes.size(), 0);
  tiles[*dim] = turn;
  auto tiled = linalg::tileLinalgOp(
      rewriter, op, linalg::LinalgTilingOptions().setTileSizes(tiles));
  if (failed(tiled) || tiled->loops.empty())
    return {};
  rewriter.eraseOp(op);
  // Indices that the body asks for, as arithmetic on vectors.
  tiled->op->walk([&](affine::AffineApplyOp apply) {
    rewriter.setInsertionPoint(apply);
    auto values = affine::expandAffineMap(
        rewriter, apply.getLoc(), apply.getAffineMap(), apply.getMapOperands());
    if (values)
      rewriter.replaceOp(apply, *values);
  });
  auto loop = cast<scf::ForOp>(tiled->loops.front());
  if (turn == 1)
    return loop;
  ImplicitLocOpBuilder b(loop.getLoc(), rewriter);
  b.setInsertionPoint(loop);
  loop.getUpperBoundMutable().assign(
      b.create<arith::ConstantIndexOp>(turns).getResult());
  loop.getStepMutable().assign(b.create<arith::ConstantIndexOp>(1).getResult());
  b.setInsertionPointToStart(loop.getBody());
  Value first = b.create<arith::MulIOp>(loop.getInductionVar(),
                                        b.create<arith::ConstantIndexOp>(turn));
  loop.getInductionVar().replaceAllUsesExcept(first, first.getDefiningOp());
  return loop;
}

void TSSplitLoops::split(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  auto body = dyn_cast<linalg::LinalgOp>(op);
  bool isRows =
      loop && loop->hasAttr(tsrt::kParallelAttr) && loop.getNumResults() == 0;
  if (!isRows && !(body && body.hasPureBufferSemantics()))
    return;
  int64_t work = loop ? countWork(loop) : countWork(body);
  if (work < 2 * grain)
    return;
  int64_t turns = loop ? countTurns(loop) : 0;
  if (body)
    loop = makeLoop(body, turns);
  if (!loop || turns < 2)
    return;
  int64_t each = std::max<int64_t>(work / turns, 1);
  outline(loop, turns, llvm::divideCeil(grain, each));
}

void TSSplitLoops::runOnOperation() {
  functions.clear();
  for (auto kernel : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
    if (kernel.isExternal() || kernel.isPrivate() ||
        !kernel.getBody().hasOneBlock())
      continue;
    for (Operation &op : llvm::make_early_inc_range(
             kernel.getBody().front().without_terminator()))
      split(&op);
  }
}
