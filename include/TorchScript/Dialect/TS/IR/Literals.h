//===- Literals.h - Containers of constants ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a list or dict of constants is data rather than code.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_LITERALS_H
#define TORCHSCRIPT_DIALECT_TS_IR_LITERALS_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"

namespace mlir::ts {

/// The number of constants from which on a container is made by `ts.literal`.
constexpr unsigned kLargeLiteral = 64;

/// True when `value` may be the value of a `ts.literal` and is large: a list or
/// dict that holds at least kLargeLiteral constants, neither tensors nor
/// objects.
bool isLargeLiteral(Attribute value);

} // namespace mlir::ts

// A header of its own: few files make or read literals.
#define GET_OP_CLASSES
#include "TorchScript/Dialect/TS/IR/TSLiteralOps.h.inc"

#endif // TORCHSCRIPT_DIALECT_TS_IR_LITERALS_H
