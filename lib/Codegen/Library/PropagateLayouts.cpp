//===- PropagateLayouts.cpp - Channels last from end to end ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One sweep in program order. Values that have been computed with the channels
// last are remembered; what works on them does so, too. What is left wants the
// old order, and gets it by one transposition.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROPAGATELAYOUTS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// Which dimension of [N,C,H,W] each of [N,H,W,C] is, and the reverse.
static constexpr int64_t kToLast[] = {0, 2, 3, 1};
static constexpr int64_t kFromLast[] = {0, 3, 1, 2};

template <typename T>
static SmallVector<T> permute(ArrayRef<T> list, ArrayRef<int64_t> order) {
  SmallVector<T> result;
  for (int64_t index : order)
    result.push_back(list[index]);
  return result;
}

static RankedTensorType toLast(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(permute(tensor.getShape(), kToLast),
                               tensor.getElementType());
}

static bool isPicture(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 4 && type.hasStaticShape() &&
         !type.getEncoding();
}

namespace {

class Sweep {
public:
  explicit Sweep(Block &block) : block(block), builder(block.getParentOp()) {}

  void run();
  unsigned getConverted() const { return converted.size(); }
  unsigned getTransposed() const { return transposed; }

private:
  bool has(Value value) const { return last.count(value); }
  Value getLast(Value value);
  Value getEmpty(Location loc, Type type);
  Value transpose(Value value, RankedTensorType type, ArrayRef<int64_t> order);
  void finish();
  bool convert(tsrt::ConvolutionOp op);
  bool convert(linalg::GenericOp op);
  bool convert(linalg::ReduceOp op);
  bool convert(tensor::PadOp op);
  bool convert(tensor::InsertSliceOp op);
  template <typename From, typename To>
  bool convertPooling(From op);
  bool convert(Operation *op);
  void done(Operation *op, ValueRange results);

  Block &block;
  OpBuilder builder;
  /// Values of [N,C,H,W] with the same elements as [N,H,W,C].
  llvm::DenseMap<Value, Value> last;
  SmallVector<Operation *> converted;
  unsigned transposed = 0;
};

struct TSPropagateLayouts
    : public ts::impl::TSPropagateLayoutsBase<TSPropagateLayouts> {
  void runOnOperation() override;
};

} // namespace

Value Sweep::getEmpty(Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return builder.create<tensor::EmptyOp>(loc, tensor.getShape(),
                                         tensor.getElementType());
}

/// Reorders dimensions; pictures of one element in each channel keep the order
/// of their elements.
Value Sweep::transpose(Value value, RankedTensorType type,
                       ArrayRef<int64_t> order) {
  Location loc = value.getLoc();
  auto from = cast<RankedTensorType>(value.getType());
  int64_t height = order == ArrayRef(kToLast) ? 2 : 1;
  if (from.getDimSize(height) == 1 && from.getDimSize(height + 1) == 1) {
    SmallVector<ReassociationIndices> groups{{0}, {1, 2, 3}};
    auto flat = RankedTensorType::get(
        {from.getDimSize(0),
         from.getDimSize(1) * from.getDimSize(2) * from.getDimSize(3)},
        type.getElementType());
    Value joined =
        builder.create<tensor::CollapseShapeOp>(loc, flat, value, groups);
    return builder.create<tensor::ExpandShapeOp>(loc, type, joined, groups);
  }
  ++transposed;
  return builder
      .create<linalg::TransposeOp>(loc, value, getEmpty(loc, type), order)
      ->getResult(0);
}

/// The value with its channels last, made at the insertion point when nothing
/// has computed it.
Value Sweep::getLast(Value value) {
  if (auto known = last.find(value); known != last.end())
    return known->second;
  RankedTensorType type = toLast(value.getType());
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return getEmpty(empty.getLoc(), type);
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return builder
        .create<linalg::FillOp>(fill.getLoc(), fill.getInputs()[0],
                                getEmpty(fill.getLoc(), type))
        .getResult(0);
  Value result = transpose(value, type, kToLast);
  // Where a later operation sees it, too.
  last[value] = result;
  return result;
}

void Sweep::done(Operation *op, ValueRange results) {
  for (auto [from, to] : llvm::zip_equal(op->getResults(), results))
    last[from] = to;
  converted.push_back(op);
}

/// A depthwise convolution that the runtime computes in planes as fast as with
/// channels last (DepthwiseConvolution::isSupported).
static bool isForPlanes(tsrt::ConvolutionOp op) {
  constexpr int64_t narrowest = 16, largest = 1 << 15;
  ArrayRef<int64_t> weights =
      cast<ShapedType>(op.getWeights().getType()).getShape();
  auto result = cast<ShapedType>(op->getResult(0).getType());
  if (!result.hasStaticShape() || op.getAccumulate() ||
      int64_t(op.getGroups()) != result.getDimSize(1) ||
      int64_t(op.getGroups()) != weights[0] || weights[1] != 1 ||
      weights[2] != weights[3] || (weights[2] != 3 && weights[2] != 5))
    return false;
  auto isOne = [](int64_t n) { return n == 1; };
  return llvm::all_of(op.getStrides(), isOne) &&
         llvm::all_of(op.getDilations(), isOne) &&
         result.getDimSize(3) >= narrowest &&
         result.getDimSize(2) * result.getDimSize(3) <= largest;
}

bool Sweep::convert(tsrt::ConvolutionOp op) {
  if (op.getChannelsLast() || !isPicture(op.getInput()) ||
      op->getNumResults() != 1 || !isPicture(op.getResult()))
    return false;
  // Who needs its result with channels last reorders it instead of its input.
  if (!has(op.getInput()) && isForPlanes(op))
    return false;
  auto copy = cast<tsrt::ConvolutionOp>(builder.clone(*op));
  builder.setInsertionPoint(copy);
  copy.getInputMutable().assign(getLast(op.getInput()));
  copy.getInitMutable().assign(getLast(op.getInit()));
  copy.setChannelsLast(true);
  copy->getResult(0).setType(toLast(op.getResult().getType()));
  done(op, copy->getResults());
  return true;
}

/// Elementwise operations on four dimensions, some operands of which may be
/// broadcast.
bool Sweep::convert(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumLoops() != 4 ||
      op.getNumParallelLoops() != 4 || op.hasIndexSemantics())
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  int64_t known = 0, unknown = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (op.isDpsInit(&operand) && !map.isIdentity())
      return false;
    if (!map.isIdentity()) {
      if (!map.isProjectedPermutation())
        return false;
      continue;
    }
    if (!isPicture(operand.get()))
      return false;
    if (op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand))
      continue;
    bool isFill = operand.get().getDefiningOp<linalg::FillOp>() != nullptr;
    (has(operand.get()) || isFill ? known : unknown) += 1;
  }
  if (known == 0 || unknown > known)
    return false;
  // Old dimensions by the new ones.
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> dims;
  for (int64_t dim : kFromLast)
    dims.push_back(getAffineDimExpr(dim, context));
  SmallVector<AffineMap> newMaps;
  SmallVector<Value> inputs, inits;
  SmallVector<Type> types;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isFull = map.isIdentity();
    newMaps.push_back(isFull ? map : map.replaceDimsAndSymbols(dims, {}, 4, 0));
    Value value = operand.get();
    if (op.isDpsInit(&operand)) {
      types.push_back(toLast(value.getType()));
      inits.push_back(op.payloadUsesValueFromOperand(&operand)
                          ? getLast(value)
                          : getEmpty(op.getLoc(), types.back()));
    } else {
      inputs.push_back(isFull ? getLast(value) : value);
    }
  }
  auto copy = builder.create<linalg::GenericOp>(
      op.getLoc(), types, inputs, inits, newMaps, op.getIteratorTypesArray());
  IRMapping mapping;
  op.getRegion().cloneInto(&copy.getRegion(), mapping);
  done(op, copy.getResults());
  return true;
}

/// A reduction whose other dimensions keep their order.
bool Sweep::convert(linalg::ReduceOp op) {
  if (op.getInputs().size() != 1 || !has(op.getInputs()[0]))
    return false;
  SmallVector<int64_t> dims, rest;
  for (int64_t dim = 0; dim < 4; ++dim)
    (llvm::is_contained(op.getDimensions(), kToLast[dim]) ? dims : rest)
        .push_back(dim);
  for (size_t i = 1; i < rest.size(); ++i)
    if (kToLast[rest[i]] < kToLast[rest[i - 1]])
      return false;
  // The result is no picture: it takes the place of the old one.
  op->setOperand(0, last.lookup(op.getInputs()[0]));
  op.setDimensions(dims);
  return true;
}

bool Sweep::convert(tensor::PadOp op) {
  if (!has(op.getSource()) || !op.getConstantPaddingValue() ||
      !isPicture(op.getResult()))
    return false;
  auto copy = builder.create<tensor::PadOp>(
      op.getLoc(), toLast(op.getType()), getLast(op.getSource()),
      permute<OpFoldResult>(op.getMixedLowPad(), kToLast),
      permute<OpFoldResult>(op.getMixedHighPad(), kToLast),
      op.getConstantPaddingValue(), op.getNofold());
  done(op, copy->getResults());
  return true;
}

bool Sweep::convert(tensor::InsertSliceOp op) {
  if (!has(op.getSource()) || !isPicture(op.getSource()) ||
      !isPicture(op.getDest()))
    return false;
  auto copy = builder.create<tensor::InsertSliceOp>(
      op.getLoc(), getLast(op.getSource()), getLast(op.getDest()),
      permute<OpFoldResult>(op.getMixedOffsets(), kToLast),
      permute<OpFoldResult>(op.getMixedSizes(), kToLast),
      permute<OpFoldResult>(op.getMixedStrides(), kToLast));
  done(op, copy->getResults());
  return true;
}

template <typename From, typename To>
bool Sweep::convertPooling(From op) {
  if (!has(op.getInputs()[0]) || op->getNumResults() != 1 ||
      !isPicture(op->getResult(0)))
    return false;
  Value init = getLast(op.getOutputs()[0]);
  auto copy = builder.create<To>(
      op.getLoc(), TypeRange{init.getType()},
      ValueRange{getLast(op.getInputs()[0]), op.getInputs()[1]},
      ValueRange{init}, op.getStrides(), op.getDilations());
  done(op, copy->getResults());
  return true;
}

bool Sweep::convert(Operation *op) {
  builder.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tsrt::ConvolutionOp, linalg::GenericOp, linalg::ReduceOp,
            tensor::PadOp, tensor::InsertSliceOp>(
          [&](auto known) { return convert(known); })
      .Case<linalg::PoolingNchwMaxOp>([&](auto known) {
        return convertPooling<linalg::PoolingNchwMaxOp,
                              linalg::PoolingNhwcMaxOp>(known);
      })
      .Case<linalg::PoolingNchwSumOp>([&](auto known) {
        return convertPooling<linalg::PoolingNchwSumOp,
                              linalg::PoolingNhwcSumOp>(known);
      })
      .Default([](Operation *) { return false; });
}

/// Erases what was converted; who still uses an old value gets it by a
/// transposition.
void Sweep::finish() {
  for (Operation *op : llvm::reverse(converted)) {
    for (Value result : op->getResults()) {
      if (result.use_empty())
        continue;
      Value computed = last.lookup(result);
      builder.setInsertionPointAfterValue(computed);
      result.replaceAllUsesWith(transpose(
          computed, cast<RankedTensorType>(result.getType()), kFromLast));
    }
    op->erase();
  }
}

void Sweep::run() {
  for (Operation &op : llvm::make_early_inc_range(block))
    convert(&op);
  finish();
}

void TSPropagateLayouts::runOnOperation() {
  // Without a convolution nothing asks for it.
  bool isAsked = false;
  getOperation().walk([&](tsrt::ConvolutionOp op) {
    isAsked |= !op.getChannelsLast() && op->getNumResults() == 1;
  });
  if (!isAsked)
    return;
  getOperation().walk([&](Block *block) {
    if (llvm::none_of(
            *block, [](Operation &op) { return isa<tsrt::ConvolutionOp>(op); }))
      return;
    Sweep sweep(*block);
    sweep.run();
    numConverted += sweep.getConverted();
    numTransposed += sweep.getTransposed();
  });
  ts::restoreLocations(getOperation());
}
