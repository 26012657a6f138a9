//===- RemoteCalls.h - Attributes of remote calls ------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_REMOTECALLS_H
#define TORCHSCRIPT_DIALECT_TS_IR_REMOTECALLS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// On a ts.rpc: the name of the function for other processes and the hash of
/// its program, two strings. Set by extractFunctions().
constexpr llvm::StringLiteral kRemoteAttr = "ts.remote";
/// On a ts.rpc: its worker has been checked, the timeout is its last operand.
constexpr llvm::StringLiteral kCheckedAttr = "ts.checked";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_REMOTECALLS_H
