//===- TSAttrs.h - Attributes of the ts dialect -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSATTRS_H
#define TORCHSCRIPT_DIALECT_TS_IR_TSATTRS_H

#include "mlir/IR/BuiltinAttributes.h"

#include "TorchScript/Dialect/TS/IR/TSEnums.h.inc"
#include "TorchScript/Dialect/TS/IR/TSTypes.h"

#define GET_ATTRDEF_CLASSES
#include "TorchScript/Dialect/TS/IR/TSAttrs.h.inc"

namespace mlir::ts {

/// True when `attr` may stand for a value of type `type` as a constant or as
/// the initial state of an object. A symbol is accepted for every object or
/// interface type.
bool isValueOfType(Attribute attr, Type type);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSATTRS_H
