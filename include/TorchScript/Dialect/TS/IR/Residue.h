//===- Residue.h - Operators that stay on objects ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that no pass could compile are calls of the runtime. The pass that
// gave up on one says why, in an attribute.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_RESIDUE_H
#define TORCHSCRIPT_DIALECT_TS_IR_RESIDUE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// Attribute of a `ts.op` that stays: the reason, a text.
inline constexpr llvm::StringLiteral kResidueAttr = "ts.residue";

/// Unit attribute of a `ts.op` that runs only where a kernel, which computes the
/// same, does not: because the guard of its sizes is false, or elements are not
/// what it takes. It may raise PyTorch's error: it has an effect, and stays.
inline constexpr llvm::StringLiteral kFallbackAttr = "ts.fallback";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_RESIDUE_H
