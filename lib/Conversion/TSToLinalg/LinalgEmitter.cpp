//===- LinalgEmitter.cpp - Building tensor values -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders shared by the operator families.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

Value LinalgEmitter::getValue(Value tensor) {
  if (auto ref = tensor.getDefiningOp<TensorRefOp>())
    tensor = ref.getValue();
  if (Value known = values.lookup(tensor))
    return known;
  RankedTensorType type = getTensorType(tensor.getType()).toBuiltin();
  Value value = tensor;
  if (tensor.getType() != type) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(tensor);
    if (auto read = tensor.getDefiningOp<TensorValueOp>())
      value =
          builder.create<TensorValueOp>(read.getLoc(), type, read.getTensor());
    else
      value = builder.create<tensor::BitcastOp>(tensor.getLoc(), type, tensor);
  }
  values[tensor] = value;
  return value;
}

Value LinalgEmitter::empty(RankedTensorType type) {
  return builder.create<tensor::EmptyOp>(getLoc(), type.getShape(),
                                         type.getElementType());
}

Value LinalgEmitter::constant(Type type, double number) {
  TypedAttr attr =
      isa<FloatType>(type)
          ? cast<TypedAttr>(builder.getFloatAttr(type, number))
          : cast<TypedAttr>(builder.getIntegerAttr(type, int64_t(number)));
  return builder.create<arith::ConstantOp>(getLoc(), attr);
}

Value LinalgEmitter::fill(RankedTensorType type, double element) {
  Value number = constant(type.getElementType(), element);
  return builder.create<linalg::FillOp>(getLoc(), number, empty(type))
      .getResult(0);
}

Value LinalgEmitter::elementwise(ValueRange operands, RankedTensorType type,
                                 ElementFn body) {
  SmallVector<Value> inputs;
  SmallVector<SmallVector<int64_t>> dims;
  for (Value operand : operands) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand.getType()).getShape();
    // Dimensions that stretch are dropped, so that the maps stay projections.
    SmallVector<int64_t> kept, keptDims;
    int64_t offset = type.getRank() - int64_t(shape.size());
    for (auto [index, size] : llvm::enumerate(shape))
      if (size == type.getDimSize(offset + index)) {
        kept.push_back(size);
        keptDims.push_back(offset + index);
      }
    inputs.push_back(reshape(operand, kept));
    dims.push_back(keptDims);
  }
  return elementwise(inputs, dims, type, body);
}

Value LinalgEmitter::elementwise(ValueRange operands,
                                 ArrayRef<SmallVector<int64_t>> dims,
                                 RankedTensorType type, ElementFn body) {
  MLIRContext *context = builder.getContext();
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps;
  for (ArrayRef<int64_t> operandDims : dims) {
    SmallVector<AffineExpr> exprs;
    for (int64_t dim : operandDims)
      exprs.push_back(getAffineDimExpr(dim, context));
    maps.push_back(AffineMap::get(rank, 0, exprs, context));
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return builder
      .create<linalg::GenericOp>(
          getLoc(), type, operands, empty(type), maps, iterators,
          [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
            Value result = body(nested, nestedLoc, args.drop_back());
            nested.create<linalg::YieldOp>(nestedLoc, result);
          })
      .getResult(0);
}

Value LinalgEmitter::reduce(Value value, ArrayRef<int64_t> dims, double init,
                            ElementFn combine) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(dims, i))
      shape.push_back(type.getDimSize(i));
  Value start = fill(RankedTensorType::get(shape, type.getElementType()), init);
  return builder
      .create<linalg::ReduceOp>(
          getLoc(), value, start, dims,
          [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
            nested.create<linalg::YieldOp>(nestedLoc,
                                           combine(nested, nestedLoc, args));
          })
      .getResult(0);
}

Value LinalgEmitter::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  auto result = RankedTensorType::get(shape, type.getElementType());
  bool collapses = result.getRank() < type.getRank();
  if (result.getRank() != type.getRank())
    if (std::optional<SmallVector<ReassociationIndices>> groups =
            getReassociationIndicesForReshape(type, result)) {
      if (collapses)
        return builder.create<tensor::CollapseShapeOp>(getLoc(), result, value,
                                                       *groups);
      return builder.create<tensor::ExpandShapeOp>(getLoc(), result, value,
                                                   *groups);
    }
  // Through one dimension: every shape collapses to it and expands from it.
  auto group = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups;
    if (rank)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
    return groups;
  };
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  if (type.getRank() == 0)
    value =
        builder.create<tensor::ExpandShapeOp>(getLoc(), flat, value, group(0));
  else if (type.getRank() != 1)
    value = builder.create<tensor::CollapseShapeOp>(getLoc(), flat, value,
                                                    group(type.getRank()));
  if (result.getRank() == 0)
    return builder.create<tensor::CollapseShapeOp>(getLoc(), result, value,
                                                   group(0));
  if (result.getRank() == 1)
    return value;
  return builder.create<tensor::ExpandShapeOp>(getLoc(), result, value,
                                               group(result.getRank()));
}

Value LinalgEmitter::transpose(Value value, ArrayRef<int64_t> order) {
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  auto result = RankedTensorType::get(shape, type.getElementType());
  return builder
      .create<linalg::TransposeOp>(getLoc(), value, empty(result), order)
      ->getResult(0);
}

Value LinalgEmitter::pad(Value value, ArrayRef<int64_t> low,
                         ArrayRef<int64_t> high, double element) {
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  auto amounts = [&](ArrayRef<int64_t> last) {
    SmallVector<OpFoldResult> all(type.getRank() - last.size(),
                                  builder.getIndexAttr(0));
    for (int64_t amount : last)
      all.push_back(builder.getIndexAttr(amount));
    return all;
  };
  Value number = constant(type.getElementType(), element);
  return builder.create<tensor::PadOp>(getLoc(), Type(), value, amounts(low),
                                       amounts(high), number);
}

Value LinalgEmitter::broadcast(Value value, ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> dims) {
  auto type = RankedTensorType::get(
      shape, cast<RankedTensorType>(value.getType()).getElementType());
  SmallVector<SmallVector<int64_t>> maps{SmallVector<int64_t>(dims)};
  return elementwise(
      value, maps, type,
      [](OpBuilder &, Location, ValueRange args) { return args.front(); });
}

Value LinalgEmitter::convertNumber(Value number, Type type) {
  return convertElement(builder, getLoc(), number, number.getType(), type);
}

Value emitter::convertElement(OpBuilder &builder, Location loc, Value element,
                              Type from, Type to) {
  if (from == to)
    return element;
  auto isUnsigned = [](Type type) {
    return type.isInteger(1) || type.isUnsignedInteger();
  };
  auto fromInteger = dyn_cast<IntegerType>(from);
  auto toInteger = dyn_cast<IntegerType>(to);
  if (fromInteger && toInteger) {
    if (to.isInteger(1)) {
      Value zero = builder.create<arith::ConstantOp>(
          loc, builder.getZeroAttr(element.getType()));
      return builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ne,
                                           element, zero);
    }
    Type target = builder.getIntegerType(toInteger.getWidth());
    if (toInteger.getWidth() == fromInteger.getWidth())
      return element;
    if (toInteger.getWidth() < fromInteger.getWidth())
      return builder.create<arith::TruncIOp>(loc, target, element);
    if (isUnsigned(from))
      return builder.create<arith::ExtUIOp>(loc, target, element);
    return builder.create<arith::ExtSIOp>(loc, target, element);
  }
  if (fromInteger) {
    if (isUnsigned(from))
      return builder.createOrFold<arith::UIToFPOp>(loc, to, element);
    return builder.createOrFold<arith::SIToFPOp>(loc, to, element);
  }
  if (toInteger) {
    if (to.isInteger(1)) {
      Value zero =
          builder.create<arith::ConstantOp>(loc, builder.getZeroAttr(from));
      return builder.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UNE,
                                           element, zero);
    }
    return builder.create<arith::FPToSIOp>(
        loc, builder.getIntegerType(toInteger.getWidth()), element);
  }
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth < toWidth)
    return builder.create<arith::ExtFOp>(loc, to, element);
  return builder.createOrFold<arith::TruncFOp>(loc, to, element);
}
