//===- Views.h - Operators that rearrange elements --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of view operators: what each does to the elements of its
// operand.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_VIEWS_H
#define TORCHSCRIPT_ANALYSIS_VIEWS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// How the elements of a result are those of the first operand.
enum class ViewKind {
  None,      ///< no view
  Identity,  ///< all of them, in the same places
  Reshape,   ///< the same row-major sequence
  Transpose, ///< dimensions in another order
  Select,    ///< one index of a dimension, which is dropped
  Slice,     ///< some indices of a dimension
  Expand,    ///< repeated along new dimensions or ones of size 1
};

/// The kind of an operator whose result may share its operand's storage.
ViewKind getViewKind(OperatorOp op);

/// Whether the operator's result may share its operand's storage.
inline bool isView(OperatorOp op) { return getViewKind(op) != ViewKind::None; }

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_VIEWS_H
