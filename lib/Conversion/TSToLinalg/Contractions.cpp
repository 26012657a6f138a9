//===- Contractions.cpp - Products and convolutions to linalg -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products, linear layers and two-dimensional convolutions as named
// linalg operations, which libraries and code generation both recognise.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Contractions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static int64_t product(ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

/// [M, K] x [K, N] + init.
static Value matmul(LinalgEmitter &emitter, Value lhs, Value rhs, Value init) {
  return emitter.builder
      .create<linalg::MatmulOp>(emitter.getLoc(), init.getType(),
                                ValueRange{lhs, rhs}, init)
      .getResult(0);
}

static Value zeros(LinalgEmitter &emitter, ArrayRef<int64_t> shape,
                   Type element) {
  return emitter.fill(RankedTensorType::get(shape, element), 0);
}

/// input [.., K] x weight [N, K] transposed + bias [N].
static Value convertLinear(LinalgEmitter &emitter, OperatorOp op) {
  Value input = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  Value weight = emitter.getValue(lookThroughCasts(op.getArgs()[1]));
  Type element = getType(input).getElementType();
  ArrayRef<int64_t> shape = getType(input).getShape();
  int64_t rows = product(shape.drop_back()), depth = shape.back();
  int64_t columns = getType(weight).getDimSize(0);
  Value flat = emitter.reshape(input, {rows, depth});
  Value init;
  if (isNone(op.getArgs()[2])) {
    init = zeros(emitter, {rows, columns}, element);
  } else {
    Value bias = emitter.getValue(lookThroughCasts(op.getArgs()[2]));
    init = emitter.broadcast(bias, {rows, columns}, {1});
  }
  Value result =
      emitter.builder
          .create<linalg::MatmulTransposeBOp>(emitter.getLoc(), init.getType(),
                                              ValueRange{flat, weight}, init)
          .getResult(0);
  SmallVector<int64_t> full(shape);
  full.back() = columns;
  return emitter.reshape(result, full);
}

/// self + mat1 x mat2, with unit factors.
static Value convertAddmm(LinalgEmitter &emitter, OperatorOp op) {
  std::optional<double> beta = getConstantNumber(op.getArgs()[3]);
  std::optional<double> alpha = getConstantNumber(op.getArgs()[4]);
  if (beta != 1.0 || alpha != 1.0)
    return {};
  Value self = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  Value lhs = emitter.getValue(lookThroughCasts(op.getArgs()[1]));
  Value rhs = emitter.getValue(lookThroughCasts(op.getArgs()[2]));
  auto type = RankedTensorType::get(
      {getType(lhs).getDimSize(0), getType(rhs).getDimSize(1)},
      getType(lhs).getElementType());
  Value init = emitter.elementwise(
      self, type,
      [](OpBuilder &, Location, ValueRange args) { return args.front(); });
  return matmul(emitter, lhs, rhs, init);
}

/// matmul, mm, bmm of ranks 1 and more. Leading dimensions of the left operand
/// join its rows when the right one is a matrix; otherwise both become batches.
static Value convertMatmul(LinalgEmitter &emitter, OperatorOp op) {
  Value lhs = emitter.getValue(lookThroughCasts(op.getArgs()[0]));
  Value rhs = emitter.getValue(lookThroughCasts(op.getArgs()[1]));
  Type element = getType(lhs).getElementType();
  SmallVector<int64_t> a(getType(lhs).getShape()), b(getType(rhs).getShape());
  if (a.size() == 1)
    a.insert(a.begin(), 1);
  if (b.size() == 1)
    b.push_back(1);
  ArrayRef<int64_t> resultShape = getTensorType(op.getResult(0)).getShape();
  int64_t depth = a.back(), columns = b.back();
  Value result;
  if (b.size() == 2) {
    int64_t rows = product(ArrayRef(a).drop_back());
    result = matmul(emitter, emitter.reshape(lhs, {rows, depth}),
                    emitter.reshape(rhs, {depth, columns}),
                    zeros(emitter, {rows, columns}, element));
    return emitter.reshape(result, resultShape);
  }
  std::optional<SmallVector<int64_t>> batch =
      broadcastShapes({ArrayRef(a).drop_back(2), ArrayRef(b).drop_back(2)});
  int64_t batches = product(*batch), rows = a[a.size() - 2];
  auto batched = [&](Value value, ArrayRef<int64_t> shape) {
    SmallVector<int64_t> full(*batch);
    llvm::append_range(full, shape.take_back(2));
    Value same = emitter.elementwise(
        emitter.reshape(value, shape), RankedTensorType::get(full, element),
        [](OpBuilder &, Location, ValueRange args) { return args.front(); });
    return emitter.reshape(same,
                           {batches, shape[shape.size() - 2], shape.back()});
  };
  auto expand = [&](Value value, ArrayRef<int64_t> shape) {
    if (ArrayRef<int64_t>(*batch) == shape.drop_back(2))
      return emitter.reshape(value,
                             {batches, shape[shape.size() - 2], shape.back()});
    return batched(value, shape);
  };
  Value left = expand(lhs, a), right = expand(rhs, b);
  Value init = zeros(emitter, {batches, rows, columns}, element);
  result = emitter.builder
               .create<linalg::BatchMatmulOp>(emitter.getLoc(), init.getType(),
                                              ValueRange{left, right}, init)
               .getResult(0);
  return emitter.reshape(result, resultShape);
}

static Value convertConvolution(LinalgEmitter &emitter, OperatorOp op) {
  std::optional<Convolution2D> conv = getConvolution2D(op);
  if (!conv || !isa<FloatType>(conv->inputType.getDtype()))
    return {};
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.getLoc();
  Value input = emitter.pad(emitter.getValue(conv->input), conv->padLow,
                            conv->padHigh, 0);
  Value weight = emitter.getValue(conv->weight);
  RankedTensorType type = conv->resultType.toBuiltin();
  Value init = conv->bias ? emitter.broadcast(emitter.getValue(conv->bias),
                                              type.getShape(), {1})
                          : emitter.fill(type, 0);
  auto strides = builder.getI64TensorAttr(conv->stride);
  auto dilations = builder.getI64TensorAttr(conv->dilation);
  if (conv->groups == 1)
    return builder
        .create<linalg::Conv2DNchwFchwOp>(loc, type, ValueRange{input, weight},
                                          init, strides, dilations)
        .getResult(0);
  // Groups become a dimension of their own.
  auto split = [&](Value value, int64_t dim) {
    SmallVector<int64_t> shape(getType(value).getShape());
    int64_t size = shape[dim];
    shape[dim] = size / conv->groups;
    shape.insert(shape.begin() + dim, conv->groups);
    return emitter.reshape(value, shape);
  };
  Value groupedInit = split(init, 1);
  Value result = builder
                     .create<linalg::Conv2DNgchwGfchwOp>(
                         loc, groupedInit.getType(),
                         ValueRange{split(input, 1), split(weight, 0)},
                         groupedInit, strides, dilations)
                     .getResult(0);
  return emitter.reshape(result, type.getShape());
}

Value emitter::convertContraction(LinalgEmitter &emitter, OperatorOp op) {
  StringRef name = op.getName();
  TSTensorType type = getTensorType(op.getResult(0));
  if (isa<ComplexType>(type.getDtype()) || type.getDtype().isInteger(1))
    return {};
  if (name == "aten::linear")
    return convertLinear(emitter, op);
  if (name == "aten::addmm")
    return convertAddmm(emitter, op);
  if (name == "aten::matmul" || name == "aten::mm" || name == "aten::bmm")
    return convertMatmul(emitter, op);
  return convertConvolution(emitter, op);
}
