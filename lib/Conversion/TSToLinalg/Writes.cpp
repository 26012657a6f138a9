//===- Writes.cpp - What writes consist of --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills, conversions of dtypes, and parts put into a whole.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

/// Whether elements of the dtype are converted here.
static bool isConvertible(Type dtype) {
  return isa<IntegerType>(dtype) || dtype.isF32() || dtype.isF64();
}

/// As PyTorch's kernels do: floats become narrow integers through wider ones.
static Value convert(OpBuilder &b, Location loc, Value element, Type from,
                     Type to) {
  auto integer = dyn_cast<IntegerType>(to);
  if (isa<FloatType>(from) && integer && integer.getWidth() > 1 &&
      integer.getWidth() < 32) {
    Type wide = b.getIntegerType(integer.isUnsigned() ? 64 : 32);
    element = b.create<arith::FPToSIOp>(loc, wide, element);
    return b.create<arith::TruncIOp>(loc, b.getIntegerType(integer.getWidth()),
                                     element);
  }
  return convertElement(b, loc, element, from, to);
}

static Value convertDtype(LinalgEmitter &emitter, OperatorOp op) {
  Type from = getTensorType(op.getArgs()[0]).getDtype();
  TSTensorType type = getTensorType(op.getResult(0));
  Value input = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  if (from == type.getDtype())
    return input;
  if (!isConvertible(from) || !isConvertible(type.getDtype()))
    return {};
  return emitter.elementwise(input, type.toBuiltin(),
                             [&](OpBuilder &b, Location loc, ValueRange args) {
                               return convert(b, loc, args[0], from,
                                              type.getDtype());
                             });
}

static Value convertFill(LinalgEmitter &emitter, OperatorOp op) {
  TSTensorType type = getTensorType(op.getResult(0));
  if (!isConvertible(type.getDtype()))
    return {};
  RankedTensorType builtin = type.toBuiltin();
  if (op.getName() == "aten::zero")
    return emitter.fill(builtin, 0);
  Value number = lookThroughCasts(op.getArgs()[1]);
  if (!isNumber(number.getType()) || isa<ComplexType>(number.getType()))
    return {};
  // Numbers that do not fit are refused when the program runs.
  bool fits = isa<FloatType>(type.getDtype()) ||
              number.getType() == type.getDtype() ||
              number.getType().isInteger(1);
  if (std::optional<int64_t> constant = getConstantInt(number);
      constant && isa<IntegerType>(type.getDtype()))
    fits |=
        *constant >= 0 && *constant <= (type.getDtype().isInteger(1) ? 1 : 127);
  if (!fits)
    return {};
  Value element = emitter.convertNumber(number, type.getDtype());
  return emitter.builder
      .create<linalg::FillOp>(emitter.getLoc(), element, emitter.empty(builtin))
      .getResult(0);
}

static Value convertScatter(LinalgEmitter &emitter, OperatorOp op,
                            const StaticSlice &slice) {
  OpBuilder &builder = emitter.builder;
  Value whole = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  Value part = emitter.getValue(lookThroughCasts(op.getArgs()[1]));
  auto type = cast<RankedTensorType>(whole.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      sizes, strides(type.getRank(), builder.getIndexAttr(1));
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  offsets[slice.dim] = builder.getIndexAttr(slice.start);
  sizes[slice.dim] = builder.getIndexAttr(slice.size);
  strides[slice.dim] = builder.getIndexAttr(slice.step);
  return builder.create<tensor::InsertSliceOp>(emitter.getLoc(), part, whole,
                                               offsets, sizes, strides);
}

Value emitter::convertWrite(LinalgEmitter &emitter, OperatorOp op) {
  StringRef name = op.getName();
  if (name == "aten::to.dtype")
    return convertDtype(emitter, op);
  if (name == "aten::fill.Scalar" || name == "aten::zero")
    return convertFill(emitter, op);
  std::optional<StaticSlice> slice = getScatteredSlice(op);
  if (slice && !isa<ComplexType>(getTensorType(op.getResult(0)).getDtype()))
    return convertScatter(emitter, op, *slice);
  return {};
}
