//===- CoreOperators.h - The operators of Core ATen -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_COREOPERATORS_H
#define TORCHSCRIPT_DIALECT_TS_IR_COREOPERATORS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// Whether a program of the level `core` may call the operator, `aten::add.Tensor`.
bool isCoreOperator(llvm::StringRef name);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_COREOPERATORS_H
