//===- Products.h - Operations as products of matrices *- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How an operation on buffers is a product of two matrices.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_PRODUCTS_H
#define TORCHSCRIPT_CODEGEN_GPU_PRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace mlir::ts {

/// Threads along each side of a tile, and elements of a step along the sum.
inline constexpr int64_t kTileSide = 16;

/// Attribute of the loop over the steps of a product of floats whose sums are of
/// float32: how many numbers of the result a thread has along rows and columns.
/// A step fills the rows' tile, then the columns', and has one barrier; sums
/// begin with the loop's.
inline constexpr llvm::StringLiteral kProductAttr = "ts.product";

/// The loops of a product.
struct Product {
  /// Loops of both operands, of the first or second that `left` says, of the
  /// other, and those that are added up.
  SmallVector<unsigned> batch, rows, columns, sum;
  /// The operand that the rows are of.
  unsigned left = 0;
  /// How many numbers of the result a thread has along rows and columns.
  int64_t rowCount = 1, columnCount = 1;
};

/// The product that an operation is, if it is one that is large enough for tiles.
std::optional<Product> matchProduct(linalg::LinalgOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_PRODUCTS_H
