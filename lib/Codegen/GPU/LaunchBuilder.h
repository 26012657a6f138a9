//===- LaunchBuilder.h - Making launches ------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks and threads for a space of indices, and loops of one element.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_LAUNCHBUILDER_H
#define TORCHSCRIPT_CODEGEN_GPU_LAUNCHBUILDER_H

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ts {

/// The memory space of what the threads of a block share, as an integer: the
/// one that all targets' conversions know.
inline constexpr unsigned kWorkgroupSpace = 3;
/// The most rows of blocks (y) of a launch; further ones go to z.
inline constexpr int64_t kMaxRowsOfBlocks = 32768;

/// Threads of a block in x, y and z.
using BlockSize = std::array<int64_t, 3>;

/// An empty launch; the builder is put inside of it.
gpu::LaunchOp buildLaunch(ImplicitLocOpBuilder &b, ArrayRef<Value> grid,
                          BlockSize block);

/// What each thread of a launch over `sizes` computes: builds a launch with a
/// thread for each point, the last dimension along x, and calls `body` with the
/// point where there is one.
void buildPointLaunch(
    ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
    llvm::function_ref<void(ImplicitLocOpBuilder &, ValueRange)> body);

/// Index arithmetic that folds.
Value addIndices(ImplicitLocOpBuilder &b, Value x, Value y);
Value multiplyIndices(ImplicitLocOpBuilder &b, Value x, Value y);
Value ceilDivide(ImplicitLocOpBuilder &b, Value x, int64_t by);
Value makeIndex(ImplicitLocOpBuilder &b, OpFoldResult value);
Value makeIndex(ImplicitLocOpBuilder &b, int64_t value);

/// The indices whose row-major number is `number`.
SmallVector<Value> splitNumber(ImplicitLocOpBuilder &b, Value number,
                               ArrayRef<Value> sizes);

/// The operands of the operation's body at a point of its loops; those of
/// outputs are `accumulators` where that has a value.
SmallVector<Value> loadElements(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                                ValueRange point,
                                ArrayRef<Value> accumulators);
/// Copies the body of an operation for a point; what it yields.
SmallVector<Value> cloneBody(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                             ValueRange point, ValueRange elements);
/// The indices of an operand's element at a point.
SmallVector<Value> getPlace(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                            OpOperand *operand, ValueRange point);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_LAUNCHBUILDER_H
