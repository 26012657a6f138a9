//===- StorageLayout.h - Where the elements of a view are -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views of a row-major storage of known sizes: their layouts, and the way back.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_STORAGELAYOUT_H
#define TORCHSCRIPT_LIB_TRANSFORMS_STORAGELAYOUT_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Sizes and strides, in elements, from an offset.
struct StorageLayout {
  SmallVector<int64_t> sizes, strides;
  int64_t offset = 0;
  /// Whether the storage is row-major for sure: some operators give their
  /// result the strides of an operand.
  bool isCertain = true;

  /// The row-major layout of a tensor of static shape.
  static StorageLayout get(TSTensorType type);
  bool isContiguous() const;
  /// Whether the elements fill their range, in some order of the dimensions.
  bool isDense() const;
  int64_t getNumElements() const;
};

/// The layout of the result of a view operator whose operand has the layout;
/// nothing when the result may be a copy or is not statically known. `expand`
/// gives strides of 0.
std::optional<StorageLayout> applyView(OperatorOp view,
                                       const StorageLayout &layout);

/// Whether PyTorch refuses to write to one while it reads the other: both are
/// dense and share some elements but not all in one order.
bool overlapPartially(const StorageLayout &a, const StorageLayout &b);

/// Whether a tensor seen through the operator can be written, and `buildBack`
/// knows how.
bool isWritableView(OperatorOp view);

/// The new elements of a view's operand, whose elements are `old` now, when
/// those of the view become `written`. All are objects.
Value buildBack(OpBuilder &builder, OperatorOp view, Value old, Value written);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_STORAGELAYOUT_H
