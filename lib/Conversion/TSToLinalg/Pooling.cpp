//===- Pooling.cpp - Poolings to linalg -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two-dimensional maximum and average poolings as named linalg operations.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Contractions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <limits>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

static Value pad(LinalgEmitter &emitter, Value value, const Pooling2D &pool,
                 double element) {
  return emitter.pad(value, pool.padLow, pool.padHigh, element);
}

/// Pools the padded value, starting from `init` everywhere.
template <typename PoolOp>
static Value buildPool(LinalgEmitter &emitter, const Pooling2D &pool,
                       Value padded, ArrayRef<int64_t> shape, double init) {
  OpBuilder &builder = emitter.builder;
  Type element = cast<RankedTensorType>(padded.getType()).getElementType();
  auto type = RankedTensorType::get(shape, element);
  Value window =
      emitter.empty(RankedTensorType::get(ArrayRef(pool.kernel), element));
  return builder
      .create<PoolOp>(emitter.getLoc(), type, ValueRange{padded, window},
                      emitter.fill(type, init),
                      builder.getI64TensorAttr(pool.stride),
                      builder.getI64TensorAttr(pool.dilation))
      .getResult(0);
}

Value emitter::convertPooling(LinalgEmitter &emitter, OperatorOp op) {
  std::optional<Pooling2D> pool = getPooling2D(op);
  if (!pool)
    return {};
  Value input = emitter.getValue(pool->input);
  RankedTensorType type = pool->resultType.toBuiltin();
  if (pool->isMax) {
    double lowest = -std::numeric_limits<double>::infinity();
    return buildPool<linalg::PoolingNchwMaxOp>(
        emitter, *pool, pad(emitter, input, *pool, lowest), type.getShape(),
        lowest);
  }
  Value sum = buildPool<linalg::PoolingNchwSumOp>(
      emitter, *pool, pad(emitter, input, *pool, 0), type.getShape(), 0);
  auto divide = [](OpBuilder &b, Location loc, ValueRange args) -> Value {
    return b.create<arith::DivFOp>(loc, args[0], args[1]);
  };
  bool padded = llvm::any_of(pool->padLow, [](int64_t n) { return n != 0; });
  if (pool->countPadding || !padded) {
    double count = double(pool->kernel[0] * pool->kernel[1]);
    return emitter.elementwise(
        sum, type, [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
          Value number = b.create<arith::ConstantOp>(
              loc, b.getFloatAttr(type.getElementType(), count));
          return divide(b, loc, {args[0], number});
        });
  }
  // How many elements of each window are not padding: the sum of ones.
  ArrayRef<int64_t> in = pool->inputType.getShape();
  Value ones = emitter.fill(
      RankedTensorType::get({1, 1, in[2], in[3]}, type.getElementType()), 1);
  Value counts = buildPool<linalg::PoolingNchwSumOp>(
      emitter, *pool, pad(emitter, ones, *pool, 0),
      {1, 1, type.getDimSize(2), type.getDimSize(3)}, 0);
  return emitter.elementwise({sum, counts}, type, divide);
}
