//===- Einsum.h - Sums of products by an equation ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an equation asks for is text that the compiler reads, which the texts of
// decompositions cannot.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_EINSUM_H
#define TORCHSCRIPT_OPERATORS_EINSUM_H

#include "TorchScript/Operators/Inference.h"

namespace mlir::ts {

/// Replaces an einsum of a constant equation and tensors of one dtype, several
/// of them of static shapes, by sums, products of matrices and permutations: operand after
/// operand from the left, as PyTorch does without a path. False, and nothing was
/// done, for other operators, and where it would raise.
bool expandEinsum(OperatorOp op);

/// The rule: each name of the result has the size that it has in the operands,
/// which are of one dtype.
bool inferEinsum(Inference &inference, OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_EINSUM_H
