//===- VectorBody.cpp - The body of an operation on vectors ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::loops;

/// How far an index moves when a loop advances by one; nothing when that is not
/// the same everywhere.
static std::optional<int64_t> getStep(AffineExpr index, unsigned dim,
                                      unsigned numDims) {
  MLIRContext *context = index.getContext();
  AffineExpr d = getAffineDimExpr(dim, context);
  AffineExpr step =
      simplifyAffineExpr(index.replace(d, d + 1) - index, numDims, 0);
  auto constant = dyn_cast<AffineConstantExpr>(step);
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

Access loops::getAccess(linalg::GenericOp op, OpOperand &operand,
                        unsigned dim) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isFunctionOfDim(dim))
    return Access::Fixed;
  auto type = cast<MemRefType>(operand.get().getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(getStridesAndOffset(type, strides, offset)) || strides.empty() ||
      strides.back() != 1)
    return Access::Other;
  for (AffineExpr index : map.getResults().drop_back())
    if (index.isFunctionOfDim(dim))
      return Access::Other;
  std::optional<int64_t> step =
      getStep(map.getResults().back(), dim, map.getNumDims());
  return step == 1   ? Access::Contiguous
         : step == 2 ? Access::EverySecond
                     : Access::Other;
}

static bool isElement(Type type) {
  return type.isIntOrFloat() && !type.isInteger(1) &&
         llvm::isPowerOf2_32(type.getIntOrFloatBitWidth()) &&
         type.getIntOrFloatBitWidth() <= 64;
}

//===----------------------------------------------------------------------===//
// Elements of other buffers
//===----------------------------------------------------------------------===//

/// How a number of the body moves when a loop advances by one: not at all, by
/// one, or in another way.
static std::optional<int64_t> getStep(linalg::GenericOp op, Value value,
                                      unsigned dim) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBody())
      return 0;
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    bool isFixed =
        op.isDpsInput(&operand) && getAccess(op, operand, dim) == Access::Fixed;
    return isFixed ? std::optional<int64_t>(0) : std::nullopt;
  }
  Operation *made = value.getDefiningOp();
  if (!op->isProperAncestor(made))
    return 0;
  if (auto index = dyn_cast<linalg::IndexOp>(made))
    return index.getDim() == dim;
  SmallVector<std::optional<int64_t>> steps;
  for (Value operand : made->getOperands())
    steps.push_back(getStep(op, operand, dim));
  if (llvm::all_of(steps, [](auto step) { return step == 0; }))
    return 0;
  if (isa<arith::IndexCastOp>(made))
    return steps[0];
  if (isa<arith::AddIOp, arith::SubIOp>(made) && steps[0] && steps[1])
    return isa<arith::AddIOp>(made) ? *steps[0] + *steps[1]
                                    : *steps[0] - *steps[1];
  return std::nullopt;
}

static auto getLoads(linalg::GenericOp op) {
  return op.getBody()->getOps<memref::LoadOp>();
}

bool loops::readsOthers(linalg::GenericOp op) { return !getLoads(op).empty(); }

bool loops::readsAlong(linalg::GenericOp op, unsigned dim, unsigned width) {
  return llvm::all_of(getLoads(op), [&](memref::LoadOp load) {
    SmallVector<int64_t> strides;
    int64_t offset;
    MemRefType type = load.getMemRefType();
    std::optional<int64_t> last = 0;
    for (Value index : load.getIndices()) {
      if (last != 0)
        return false;
      last = getStep(op, index, dim);
    }
    if (last == 0)
      return true;
    return last == 1 && type.getElementTypeBitWidth() <= width &&
           succeeded(getStridesAndOffset(type, strides, offset)) &&
           strides.back() == 1;
  });
}

bool loops::isVectorizable(linalg::GenericOp op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    // Bytes of truth values are not bits of vectors.
    if (!type || !isElement(type.getElementType()))
      return false;
  }
  return llvm::all_of(
      op.getBody()->without_terminator(), [&](Operation &inner) {
        if (isa<linalg::IndexOp, arith::ConstantOp>(inner))
          return true;
        if (auto load = dyn_cast<memref::LoadOp>(inner))
          return isElement(load.getType()) &&
                 !op->isProperAncestor(
                     load.getMemRef().getParentBlock()->getParentOp());
        return OpTrait::hasElementwiseMappableTraits(&inner) &&
               inner.getNumResults() == 1 && inner.getNumRegions() == 0 &&
               inner.getResult(0).getType().isIntOrIndexOrFloat() &&
               isa<arith::ArithDialect, math::MathDialect>(inner.getDialect());
      });
}

SmallVector<Value> Body::getIndices(OpOperand &operand, const Place &place) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<OpFoldResult> dims(place.indices.begin(), place.indices.end());
  for (OpFoldResult &dim : dims)
    if (std::optional<int64_t> constant = getConstantIntValue(dim))
      dim = b.getIndexAttr(*constant);
  SmallVector<Value> indices;
  for (OpFoldResult index : affine::makeComposedFoldedMultiResultAffineApply(
           b, b.getLoc(), map, dims))
    indices.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), index));
  return indices;
}

/// Elements 0, 2, 4, ... of memory, or 1, 3, 5, ..., by two loads, the second
/// of which begins `apart` elements behind the first: as many as a vector has,
/// or one less, so that nothing behind the last even one is read.
static Value readEverySecond(ImplicitLocOpBuilder &b, VectorType type,
                             Value memory, SmallVector<Value> indices,
                             int64_t apart, bool isSecond = false) {
  int64_t lanes = type.getNumElements();
  Value low = b.create<vector::LoadOp>(type, memory, indices);
  indices.back() = b.create<arith::AddIOp>(
      indices.back(), b.create<arith::ConstantIndexOp>(apart));
  Value high = b.create<vector::LoadOp>(type, memory, indices);
  SmallVector<int64_t> lanesOf;
  for (int64_t place = isSecond; place < 2 * lanes; place += 2)
    lanesOf.push_back(place < lanes ? place : place - apart + lanes);
  return b.create<vector::ShuffleOp>(low, high, lanesOf);
}

Value Body::read(OpOperand &operand, const Place &place) {
  SmallVector<Value> indices = getIndices(operand, place);
  Value memory = operand.get();
  Access access =
      place.lanes == 1 ? Access::Fixed : getAccess(op, operand, place.dim);
  if (access == Access::Fixed)
    return b.create<memref::LoadOp>(memory, indices);
  auto type = VectorType::get(
      place.lanes, cast<MemRefType>(memory.getType()).getElementType());
  if (access == Access::EverySecond && place.paired) {
    Place first = place;
    Value &index = first.indices[*place.paired];
    if (place.isSecond)
      index = b.create<arith::ConstantIndexOp>(*getConstantIntValue(index) - 1);
    return readEverySecond(b, type, memory, getIndices(operand, first),
                           /*apart=*/place.lanes, place.isSecond);
  }
  if (access == Access::EverySecond)
    return readEverySecond(b, type, memory, indices,
                           /*apart=*/place.lanes - 1);
  if (!place.mask)
    return b.create<vector::LoadOp>(type, memory, indices);
  Value zero = b.create<arith::ConstantOp>(b.getZeroAttr(type));
  return b.create<vector::MaskedLoadOp>(type, memory, indices, place.mask,
                                        zero);
}

void Body::write(OpOperand &operand, const Place &place, Value value) {
  SmallVector<Value> indices = getIndices(operand, place);
  if (place.lanes == 1 || getAccess(op, operand, place.dim) == Access::Fixed) {
    b.create<memref::StoreOp>(value, operand.get(), indices);
    return;
  }
  value = spread(place, value);
  if (place.mask)
    b.create<vector::MaskedStoreOp>(operand.get(), indices, place.mask, value);
  else
    b.create<vector::StoreOp>(value, operand.get(), indices);
}

SmallVector<Value> Body::readInputs(const Place &place) {
  SmallVector<Value> values;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    bool isUsed = !op.getMatchingBlockArgument(operand).use_empty();
    Value known;
    if (values.size() < place.known.size())
      known = place.known[values.size()];
    values.push_back(known ? known : isUsed ? read(*operand, place) : Value());
  }
  return values;
}

Value Body::spread(const Place &place, Value value) {
  if (place.lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  return b.create<vector::BroadcastOp>(
      VectorType::get(place.lanes, value.getType()), value);
}

Value Body::getIndex(const Place &place, int64_t dim) {
  Value index = place.indices[dim];
  if (place.lanes == 1 || dim != int64_t(place.dim))
    return index;
  auto type = VectorType::get(place.lanes, b.getIndexType());
  auto lanes = llvm::to_vector(llvm::seq<int64_t>(0, place.lanes));
  Value steps =
      b.create<arith::ConstantOp>(DenseIntElementsAttr::get(type, lanes));
  return b.create<arith::AddIOp>(spread(place, index), steps);
}

Value loops::buildBeyond(ImplicitLocOpBuilder &b, bool isMax, Value x,
                         Value found) {
  using FP = arith::CmpFPredicate;
  Value isBeyond = b.create<arith::CmpFOp>(isMax ? FP::OGT : FP::OLT, x, found);
  return b.create<arith::SelectOp>(isBeyond, x, found);
}

Value loops::buildExtremum(ImplicitLocOpBuilder &b, bool isMax, Value x,
                           Value found) {
  Value best = buildBeyond(b, isMax, x, found);
  Value isNan = b.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, x, x);
  return b.create<arith::SelectOp>(isNan, x, best);
}

/// Scalars stay scalars as long as no operand is a vector.
Value Body::cloneOnVectors(const Place &place, Operation &inner,
                           ArrayRef<Value> operands) {
  bool isVector = llvm::any_of(operands, [](Value operand) {
    return isa<VectorType>(operand.getType());
  });
  SmallVector<Value> values(operands);
  Type type = inner.getResult(0).getType();
  if (isVector) {
    for (Value &value : values)
      value = spread(place, value);
    type = VectorType::get(place.lanes, type);
  }
  bool isMax = isa<arith::MaximumFOp>(inner);
  if (&inner == withoutNan) {
    auto first = dyn_cast<BlockArgument>(inner.getOperand(0));
    bool isFound = first && first.getOwner() == op.getBody() &&
                   first.getArgNumber() >= op.getNumDpsInputs();
    compared.push_back(values[isFound]);
    return buildBeyond(b, isMax, values[0], values[1]);
  }
  if (isMax || isa<arith::MinimumFOp>(inner))
    return buildExtremum(b, isMax, values[0], values[1]);
  OperationState state(inner.getLoc(), inner.getName());
  state.addOperands(values);
  state.addTypes(type);
  state.addAttributes(inner.getAttrs());
  return b.create(state)->getResult(0);
}

/// The scalar that an index of the body is in the first lane.
Value Body::getFirst(const Place &place, IRMapping &values, Value index) {
  Operation *made = index.getDefiningOp();
  Value known = values.lookupOrDefault(index);
  if (!isa<VectorType>(known.getType()))
    return known;
  if (auto number = dyn_cast<linalg::IndexOp>(made))
    return place.indices[number.getDim()];
  // Sums and conversions of such numbers.
  IRMapping first;
  for (Value operand : made->getOperands())
    first.map(operand, getFirst(place, values, operand));
  return b.clone(*made, first)->getResult(0);
}

Value Body::readOther(const Place &place, IRMapping &values,
                      memref::LoadOp load) {
  bool isRow = false;
  SmallVector<Value> indices;
  for (Value index : load.getIndices()) {
    isRow |= isa<VectorType>(values.lookupOrDefault(index).getType());
    indices.push_back(getFirst(place, values, index));
  }
  Value memory = load.getMemRef();
  if (!isRow)
    return b.create<memref::LoadOp>(memory, indices);
  auto type = VectorType::get(place.lanes, load.getType());
  if (!place.mask)
    return b.create<vector::LoadOp>(type, memory, indices);
  Value zero = b.create<arith::ConstantOp>(b.getZeroAttr(type));
  return b.create<vector::MaskedLoadOp>(type, memory, indices, place.mask,
                                        zero);
}

SmallVector<Value> Body::compute(const Place &place, ArrayRef<Value> inputs,
                                 ArrayRef<Value> outputs) {
  Block &body = *op.getBody();
  IRMapping values;
  for (auto [argument, value] : llvm::zip(body.getArguments(), inputs))
    values.map(argument, value);
  for (auto [argument, value] :
       llvm::zip(body.getArguments().drop_front(inputs.size()), outputs))
    values.map(argument, value);
  for (Operation &inner : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      values.map(index.getResult(), getIndex(place, index.getDim()));
      continue;
    }
    if (isa<arith::ConstantOp>(inner)) {
      b.clone(inner, values);
      continue;
    }
    if (auto load = dyn_cast<memref::LoadOp>(inner)) {
      values.map(load.getResult(), readOther(place, values, load));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : inner.getOperands())
      operands.push_back(values.lookupOrDefault(operand));
    values.map(inner.getResult(0), cloneOnVectors(place, inner, operands));
  }
  SmallVector<Value> results;
  for (Value result : body.getTerminator()->getOperands())
    results.push_back(values.lookupOrDefault(result));
  return results;
}
