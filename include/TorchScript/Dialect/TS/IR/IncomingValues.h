//===- IncomingValues.h - What branches and loops hand on -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_INCOMINGVALUES_H
#define TORCHSCRIPT_DIALECT_TS_IR_INCOMINGVALUES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::ts {

/// The values that a branch or a loop, of this dialect or of scf, may give as
/// its result, or one of its regions as an argument; nothing for other values.
SmallVector<Value> getIncoming(Value value);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_INCOMINGVALUES_H
