//===- FunctionAttributes.h - Attributes of functions -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of the attributes that functions carry from the front end to the native
// code.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_FUNCTIONATTRIBUTES_H
#define TORCHSCRIPT_DIALECT_TS_IR_FUNCTIONATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// A named tuple type: what the host gets where the function's own result is
/// the plain tuple of the same elements (TS-NT-008).
constexpr llvm::StringLiteral kNamedResultAttr = "ts.named_result";

/// The length of a list parameter that the host may give as one number: `int[2]
/// x` (TS-CALL-013).
constexpr llvm::StringLiteral kListSizeAttr = "ts.list_size";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_FUNCTIONATTRIBUTES_H
