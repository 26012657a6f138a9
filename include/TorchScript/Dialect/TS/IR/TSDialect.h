//===- TSDialect.h - The ts dialect -----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSDIALECT_H
#define TORCHSCRIPT_DIALECT_TS_IR_TSDIALECT_H

#include "mlir/IR/Dialect.h"

#include "TorchScript/Dialect/TS/IR/TSDialect.h.inc"

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSDIALECT_H
