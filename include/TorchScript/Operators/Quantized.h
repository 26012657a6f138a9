//===- Quantized.h - Quantized tensors as their parts -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No value is a quantized tensor. What reads one that the same function makes
// reads what it was made of, and arithmetic on such is arithmetic on integers
// and floats, of whose result a quantized tensor is made.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_QUANTIZED_H
#define TORCHSCRIPT_OPERATORS_QUANTIZED_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Replaces what reads or computes with a quantized tensor by arithmetic on
/// floats and integers, where an operator made the tensor of operands of known
/// dtypes, and nothing writes it. Where a zero point that is not known fits no
/// integer, the operator that makes the tensor raises. What nothing needs any
/// more is erased, in front of the operator. False, and nothing was done, for
/// other operators, and where the tensor cannot be made.
bool expandQuantized(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_QUANTIZED_H
