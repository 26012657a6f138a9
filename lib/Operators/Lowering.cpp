//===- Lowering.cpp - Building tensor values ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders shared by the operator families: elementwise operations, reductions
// and elements of other dtypes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ts;

SmallVector<int64_t> ts::getOtherDims(int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> rest;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(dims, i))
      rest.push_back(i);
  return rest;
}

bool ts::isHalf(Type dtype) {
  return dtype && (dtype.isF16() || dtype.isBF16());
}

bool ts::isComputable(Type dtype) {
  return dtype && (dtype.isF32() || dtype.isF64() || isa<IntegerType>(dtype));
}

bool ts::isArithmetic(Type dtype) {
  auto complex = dyn_cast_if_present<ComplexType>(dtype);
  return isComputable(complex ? complex.getElementType() : dtype);
}

bool ts::isMovable(Type dtype) {
  return isHalf(dtype) || isArithmetic(dtype);
}

bool ts::isConvertible(Type from, Type to) {
  return from == to || (isMovable(from) && isMovable(to));
}

Value ts::addElements(OpBuilder &b, Location loc, Value x, Value y,
                      arith::FastMathFlags flags) {
  if (isa<ComplexType>(x.getType()))
    return b.create<complex::AddOp>(loc, x, y);
  if (isa<FloatType>(x.getType()))
    return b.create<arith::AddFOp>(loc, x, y, flags);
  return b.create<arith::AddIOp>(loc, x, y);
}

Value ts::multiplyElements(OpBuilder &b, Location loc, Value x, Value y,
                           arith::FastMathFlags flags) {
  if (isa<ComplexType>(x.getType()))
    return b.create<complex::MulOp>(loc, x, y);
  if (isa<FloatType>(x.getType()))
    return b.create<arith::MulFOp>(loc, x, y, flags);
  return b.create<arith::MulIOp>(loc, x, y);
}

Sizes Lowering::materialize(ArrayRef<Size> expressions) {
  Sizes sizes;
  for (Size size : expressions)
    sizes.push_back(materialize(size));
  return sizes;
}

Sizes Lowering::sizesOf(Value tensor) {
  return tensor::getMixedSizes(builder, loc, tensor);
}

OpFoldResult Lowering::sizeOf(Value tensor, int64_t dim) {
  return tensor::getMixedSize(builder, loc, tensor, dim);
}

Value Lowering::index(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, loc, size);
}

Value Lowering::empty(ArrayRef<OpFoldResult> sizes, Type element) {
  return builder.create<tensor::EmptyOp>(loc, sizes, element);
}

Value Lowering::constant(Type type, double number) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    return builder.create<complex::ConstantOp>(
        loc, complex,
        builder.getArrayAttr({builder.getFloatAttr(part, number),
                              builder.getFloatAttr(part, 0)}));
  }
  TypedAttr attr =
      isa<FloatType>(type)
          ? cast<TypedAttr>(builder.getFloatAttr(type, number))
          : cast<TypedAttr>(builder.getIntegerAttr(type, int64_t(number)));
  return builder.create<arith::ConstantOp>(loc, attr);
}

Value Lowering::fill(ArrayRef<OpFoldResult> sizes, Value number) {
  return builder
      .create<linalg::FillOp>(loc, number, empty(sizes, number.getType()))
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Elementwise operations and reductions
//===----------------------------------------------------------------------===//

Value Lowering::elementwise(ValueRange operands, ArrayRef<OpFoldResult> sizes,
                            Type element, ElementFn body) {
  SmallVector<Value> inputs;
  SmallVector<SmallVector<int64_t>> dims;
  for (Value operand : operands) {
    RankedTensorType type = getRanked(operand);
    // Dimensions that stretch are dropped, so that the maps stay projections.
    SmallVector<int64_t> dropped, kept;
    int64_t offset = int64_t(sizes.size()) - type.getRank();
    for (auto [index, size] : llvm::enumerate(type.getShape()))
      if (size == 1 && getConstantIntValue(sizes[offset + index]) != 1)
        dropped.push_back(index);
      else
        kept.push_back(offset + index);
    inputs.push_back(squeeze(operand, dropped));
    dims.push_back(kept);
  }
  return elementwise(inputs, dims, sizes, element, body);
}

Value Lowering::elementwise(ValueRange operands,
                            ArrayRef<SmallVector<int64_t>> dims,
                            ArrayRef<OpFoldResult> sizes, Type element,
                            ElementFn body) {
  MLIRContext *context = builder.getContext();
  unsigned rank = sizes.size();
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
  Value result = empty(sizes, element);
  return builder
      .create<linalg::GenericOp>(
          loc, result.getType(), operands, result, maps, iterators,
          [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
            Value element = body(nested, nestedLoc, args.drop_back());
            nested.create<linalg::YieldOp>(nestedLoc, element);
          })
      .getResult(0);
}

Value Lowering::map(Value value, Type element, ElementFn body) {
  SmallVector<SmallVector<int64_t>> dims{
      getOtherDims(getRanked(value).getRank(), {})};
  return elementwise(value, dims, sizesOf(value), element, body);
}

Value Lowering::along(Value full, Value part, ArrayRef<int64_t> dims,
                      ElementFn body) {
  RankedTensorType type = getRanked(full);
  SmallVector<SmallVector<int64_t>> maps{getOtherDims(type.getRank(), {}),
                                         SmallVector<int64_t>(dims)};
  return elementwise({full, part}, maps, sizesOf(full), type.getElementType(),
                     body);
}

Value Lowering::reduce(Value value, ArrayRef<int64_t> dims, Value init,
                       ElementFn combine) {
  Sizes all = sizesOf(value), sizes;
  for (int64_t dim : getOtherDims(all.size(), dims))
    sizes.push_back(all[dim]);
  // Without elements nothing is combined.
  if (llvm::any_of(dims, [&](int64_t dim) {
        return isConstantIntValue(all[dim], 0);
      }))
    return fill(sizes, init);
  return builder
      .create<linalg::ReduceOp>(
          loc, value, fill(sizes, init), dims,
          [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
            nested.create<linalg::YieldOp>(nestedLoc,
                                           combine(nested, nestedLoc, args));
          })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Conditions on elements
//===----------------------------------------------------------------------===//

void Lowering::require(Value isGood) {
  SmallVector<int64_t> dims = getOtherDims(getRanked(isGood).getRank(), {});
  auto both = [](OpBuilder &b, Location l, ValueRange args) -> Value {
    return b.create<arith::AndIOp>(l, args[0], args[1]);
  };
  Value all = reduce(isGood, dims, constant(builder.getI1Type(), 1), both);
  if (requirement)
    all = elementwise({requirement, all}, ArrayRef<OpFoldResult>(),
                      builder.getI1Type(), both);
  requirement = all;
}

Value Lowering::checkIndices(Value indices, OpFoldResult size, bool wraps) {
  Value extent = index(size);
  auto asIndex = [&](OpBuilder &b, Location l, Value element) -> Value {
    Value place = b.create<arith::IndexCastOp>(l, b.getIndexType(), element);
    if (!wraps)
      return place;
    Value zero = b.create<arith::ConstantIndexOp>(l, 0);
    Value isBelow = b.create<arith::CmpIOp>(l, arith::CmpIPredicate::slt, place,
                                            zero);
    Value wrapped = b.create<arith::AddIOp>(l, place, extent);
    return b.create<arith::SelectOp>(l, isBelow, wrapped, place);
  };
  require(map(indices, builder.getI1Type(),
              [&](OpBuilder &b, Location l, ValueRange args) -> Value {
                // Negative numbers are large ones.
                return b.create<arith::CmpIOp>(l, arith::CmpIPredicate::ult,
                                               asIndex(b, l, args[0]), extent);
              }));
  return map(indices, builder.getI64Type(),
             [&](OpBuilder &b, Location l, ValueRange args) -> Value {
               Value place = asIndex(b, l, args[0]);
               Value zero = b.create<arith::ConstantIndexOp>(l, 0);
               Value isGood = b.create<arith::CmpIOp>(
                   l, arith::CmpIPredicate::ult, place, extent);
               Value safe = b.create<arith::SelectOp>(l, isGood, place, zero);
               return b.create<arith::IndexCastOp>(l, b.getI64Type(), safe);
             });
}

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

Value Lowering::convert(Value value, Type from, Type to) {
  if (from == to)
    return value;
  return map(value, getComputeType(to),
             [&](OpBuilder &b, Location l, ValueRange args) {
               return convertElement(b, l, args[0], from, to);
             });
}

/// The least and the greatest number that is an element of a dtype of real
/// numbers; floats may be infinite or NaN beside it. Negative integers as
/// unsigned ones wrap.
static std::pair<double, double> getRange(Type number, Type dtype) {
  if (auto type = dyn_cast<FloatType>(dtype)) {
    llvm::APFloat largest = llvm::APFloat::getLargest(type.getFloatSemantics());
    bool losesInfo;
    largest.convert(llvm::APFloat::IEEEdouble(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return {-largest.convertToDouble(), largest.convertToDouble()};
  }
  unsigned width = dtype.getIntOrFloatBitWidth();
  if (dtype.isUnsignedInteger()) {
    double max = std::ldexp(1.0, width) - 1;
    return {isa<IntegerType>(number) ? -max : 0, max};
  }
  double limit = std::ldexp(1.0, width - 1);
  // Of 64 bits the next double below the bound.
  return {-limit, width == 64 ? std::nextafter(limit, 0) : limit - 1};
}

Fit ts::getFit(const NumberArgument &number, Type dtype) {
  Value value = number.getValue();
  if (!value || !isNumber(value.getType()) || !isMovable(dtype))
    return Fit::Never;
  auto complex = dyn_cast<ComplexType>(dtype);
  if (isa<ComplexType>(value.getType()))
    return complex ? Fit::Always : Fit::Never;
  if (complex)
    dtype = complex.getElementType();
  bool isFloat = value.getType().isF64();
  if (value.getType().isInteger(1) || dtype.isInteger(1) || dtype.isF64() ||
      (!isFloat && (dtype.isInteger(64) || dtype.isF32() || dtype.isBF16())))
    return Fit::Always;
  std::optional<double> constant = number.constant();
  if (!constant)
    return Fit::Checked;
  auto [min, max] = getRange(value.getType(), dtype);
  bool fits = (*constant >= min && *constant <= max) ||
              (isa<FloatType>(dtype) && !std::isfinite(*constant));
  return fits ? Fit::Always : Fit::Never;
}

void Lowering::requireFit(const NumberArgument &number, Type dtype) {
  if (getFit(number, dtype) != Fit::Checked)
    return;
  dtype = getPartDtype(dtype);
  Value value = number.getValue();
  auto [min, max] = getRange(value.getType(), dtype);
  bool isFloat = value.getType().isF64();
  auto isWithin = [&, min = min, max = max](OpBuilder &b, Location l,
                                            ValueRange) -> Value {
    auto bound = [&](double number) -> Value {
      TypedAttr attr = isFloat ? TypedAttr(b.getF64FloatAttr(number))
                               : TypedAttr(b.getI64IntegerAttr(number));
      return b.create<arith::ConstantOp>(l, attr);
    };
    if (!isFloat)
      return b.create<arith::AndIOp>(
          l,
          b.create<arith::CmpIOp>(l, arith::CmpIPredicate::sge, value,
                                  bound(min)),
          b.create<arith::CmpIOp>(l, arith::CmpIPredicate::sle, value,
                                  bound(max)));
    auto compare = [&](arith::CmpFPredicate predicate, Value x, double y) {
      return b.create<arith::CmpFOp>(l, predicate, x, bound(y));
    };
    if (isa<IntegerType>(dtype))
      return b.create<arith::AndIOp>(
          l, compare(arith::CmpFPredicate::OGE, value, min),
          compare(arith::CmpFPredicate::OLE, value, max));
    // NaN is below nothing, and is taken.
    Value size = b.create<math::AbsFOp>(l, value);
    return b.create<arith::OrIOp>(
        l, compare(arith::CmpFPredicate::ULE, size, max),
        compare(arith::CmpFPredicate::OEQ, size,
                std::numeric_limits<double>::infinity()));
  };
  require(generate({}, builder.getI1Type(), isWithin));
}

Value Lowering::convertNumber(Value number, Type to) {
  return convertElement(builder, loc, number, number.getType(), to);
}

static Value convertFromInteger(OpBuilder &builder, Location loc, Value element,
                                IntegerType from, Type to) {
  bool isUnsigned = from.getWidth() == 1 || from.isUnsigned();
  auto target = dyn_cast<IntegerType>(to);
  if (!target)
    return isUnsigned ? builder.createOrFold<arith::UIToFPOp>(loc, to, element)
                      : builder.createOrFold<arith::SIToFPOp>(loc, to, element);
  if (target.getWidth() == 1) {
    Value zero = builder.create<arith::ConstantOp>(
        loc, builder.getZeroAttr(element.getType()));
    return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne,
                                               element, zero);
  }
  Type type = builder.getIntegerType(target.getWidth());
  if (target.getWidth() == from.getWidth())
    return element;
  if (target.getWidth() < from.getWidth())
    return builder.createOrFold<arith::TruncIOp>(loc, type, element);
  if (isUnsigned)
    return builder.createOrFold<arith::ExtUIOp>(loc, type, element);
  return builder.createOrFold<arith::ExtSIOp>(loc, type, element);
}

/// From or to complex numbers.
static Value convertComplex(OpBuilder &builder, Location loc, Value element,
                            Type from, Type to) {
  auto source = dyn_cast<ComplexType>(from), target = dyn_cast<ComplexType>(to);
  if (!source) {
    Type part = target.getElementType();
    Value real = convertElement(builder, loc, element, from, part);
    Value zero =
        builder.create<arith::ConstantOp>(loc, builder.getZeroAttr(part));
    return builder.create<complex::CreateOp>(loc, to, real, zero);
  }
  Type part = source.getElementType();
  Value real = builder.create<complex::ReOp>(loc, element);
  Value imaginary = builder.create<complex::ImOp>(loc, element);
  auto convert = [&](Value value, Type type) {
    return convertElement(builder, loc, value, part, type);
  };
  if (target)
    return builder.create<complex::CreateOp>(
        loc, to, convert(real, target.getElementType()),
        convert(imaginary, target.getElementType()));
  real = convert(real, to);
  return to.isInteger(1) ? builder.create<arith::OrIOp>(loc, real,
                                                        convert(imaginary, to))
                         : real;
}

Value ts::convertElement(OpBuilder &builder, Location loc, Value element,
                         Type from, Type to) {
  if (from == to)
    return element;
  if (isa<ComplexType>(from) || isa<ComplexType>(to))
    return convertComplex(builder, loc, element, from, to);
  // Half precision is made from float32, and read as that.
  Type single = builder.getF32Type();
  if (isHalf(from) && to != single)
    return convertElement(builder, loc,
                          convertElement(builder, loc, element, from, single),
                          single, to);
  if (isHalf(to) && from != single)
    return convertElement(builder, loc,
                          convertElement(builder, loc, element, from, single),
                          single, to);
  if (auto fromInteger = dyn_cast<IntegerType>(from))
    return convertFromInteger(builder, loc, element, fromInteger, to);
  if (auto toInteger = dyn_cast<IntegerType>(to)) {
    if (to.isInteger(1)) {
      Value zero =
          builder.create<arith::ConstantOp>(loc, builder.getZeroAttr(from));
      return builder.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UNE,
                                           element, zero);
    }
    // As on the CPU: narrow ones are parts of 32 bits, unsigned ones of 64.
    bool isWide = toInteger.isUnsigned() || toInteger.getWidth() == 64;
    IntegerType whole = builder.getIntegerType(isWide ? 64 : 32);
    Value integer = builder.create<arith::FPToSIOp>(loc, whole, element);
    return convertFromInteger(builder, loc, integer, whole, to);
  }
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth < toWidth)
    return builder.createOrFold<arith::ExtFOp>(loc, to, element);
  return builder.createOrFold<arith::TruncFOp>(loc, to, element);
}
