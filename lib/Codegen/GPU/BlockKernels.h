//===- BlockKernels.h - Computations of whole blocks ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches in which the threads of a block work together.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_BLOCKKERNELS_H
#define TORCHSCRIPT_CODEGEN_GPU_BLOCKKERNELS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ts {

/// Whether the body of the operation adds the product of its two elements to its
/// result: the order of such sums is nobody's promise.
bool addsProducts(linalg::LinalgOp op);

/// Whether the operation, on buffers, reduces rows that lie along memory, are
/// long, and may be added up in any order.
bool isRowReduction(linalg::LinalgOp op);

/// Builds its launch: a block for each row. `bounds` are the sizes of its loops;
/// `fills` says for each output what it holds before, or null where that is in
/// memory.
void buildRowReduction(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                       ArrayRef<Value> bounds, ArrayRef<Value> fills);

/// Whether the operation, on buffers, is a product of matrices, or several of
/// them, that are large enough for tiles.
bool isTiledProduct(linalg::LinalgOp op);

/// Builds its launch: a block for each tile of the result, which brings tiles of
/// the operands into shared memory; each thread has several results. Arguments
/// as above.
void buildTiledProduct(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                       ArrayRef<Value> bounds, ArrayRef<Value> fills);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_BLOCKKERNELS_H
