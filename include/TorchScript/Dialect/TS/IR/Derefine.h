//===- Derefine.h - Values before they lost type information ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks through `ts.derefine`.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_DEREFINE_H
#define TORCHSCRIPT_DIALECT_TS_IR_DEREFINE_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"

namespace mlir::ts {

/// The value before it was derefined.
inline Value lookThroughDerefine(Value value) {
  while (auto derefine = value.getDefiningOp<DerefineOp>())
    value = derefine.getInput();
  return value;
}

/// Whether a value of one type may be seen as the other: one is a subtype.
inline bool isCastable(Type from, Type to) {
  return isSubtype(from, to) || isSubtype(to, from);
}

/// `value` as another type, which isCastable(): widened when that is a
/// supertype, otherwise narrowed without a check.
inline Value castTo(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isSubtype(value.getType(), type))
    return builder.create<DerefineOp>(value.getLoc(), type, value);
  return builder.create<UncheckedCastOp>(value.getLoc(), type, value);
}

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_DEREFINE_H
