//===- ElementOrder.h - How elements lie in memory --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of a tensor whose strides are not those of its sizes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_ELEMENTORDER_H
#define TORCHSCRIPT_DIALECT_TS_IR_ELEMENTORDER_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// Unit attribute of a function's argument, or of a `ts.op` that reads a tensor
/// from a list: elements do not lie in memory in the order of their indices
/// without gaps.
inline constexpr llvm::StringLiteral kStridedAttr = "ts.strided";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_ELEMENTORDER_H
