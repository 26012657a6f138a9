//===- ListOperators.h - Operators that give lists of views -----*- C++ -*-===//
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

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_LISTOPERATORS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_LISTOPERATORS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

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

/// Puts the elements of a new list that is only unpacked in the place of what
/// unpacks it. False when it is another list, or of another length.
bool forwardElements(ListUnpackOp unpack);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_LISTOPERATORS_H
