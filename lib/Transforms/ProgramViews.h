//===- ProgramViews.h - Views in exported programs --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operators look at their operand's storage, as PyTorch decides it when
// it exports, and how what was written through one gets back.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMVIEWS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMVIEWS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Strides of a tensor of an exported program, counting elements: operators give
/// contiguous tensors, views what they make of their operand's strides. Nothing
/// when sizes or the view are not known well enough.
std::optional<SmallVector<int64_t>> getProgramStrides(Value tensor);

/// Whether a tensor with those strides is contiguous.
bool isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides);

/// The strides that a tensor has as `sizes`, of as many elements; nothing when
/// it has to be copied. PyTorch's rule for `view`: dimensions that lie behind
/// each other in memory are taken together.
std::optional<SmallVector<int64_t>>
computeViewStrides(ArrayRef<int64_t> from, ArrayRef<int64_t> strides,
                   ArrayRef<int64_t> sizes);

/// Whether the result shares its first operand's storage. `reshape` and
/// `contiguous` do unless they have to copy; conversions that change nothing do.
bool isProgramView(OperatorOp op);

/// The contents of the base of `view`, now `base`, when those of the view are
/// `part`; null for a view that has no inverse here.
Value buildViewInverse(OpBuilder &builder, Location loc, OperatorOp view,
                       Value base, Value part);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMVIEWS_H
