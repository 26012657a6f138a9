//===- ViewLists.h - Operators that give lists of views ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decompositions whose results have as many elements as a shape says, which
// text cannot express.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_VIEWLISTS_H
#define TORCHSCRIPT_OPERATORS_VIEWLISTS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// How an operator such as chunk, split or unbind cuts its first operand, of
/// whose sizes that along `dim` is known.
struct Cut {
  int64_t dim = 0;
  /// The sizes of the parts; those of unbind are rows, without the dimension.
  SmallVector<int64_t> sizes;
  bool isRows = false;
};
/// Nothing for other operators, and those that raise.
std::optional<Cut> getCut(OperatorOp op);

/// Replaces chunk, split, unbind and broadcast_tensors of tensors of static
/// shape by a list of slices, selections or expansions. False when the operator
/// is none of them, or would raise.
bool expandListOperator(OperatorOp op);

/// How many tensors such an operator gives; nothing when that is not known. Of
/// tensor_split, broadcast_tensors and meshgrid sizes need not be known.
std::optional<int64_t> countParts(OperatorOp op);

/// The types of the tensors that chunk, split, unbind and their like give of a
/// tensor of static shape; nothing for other operators.
std::optional<SmallVector<Type>> getPartTypes(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_VIEWLISTS_H
