//===- OperatorVerifier.h - Calls against schemas ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_OPERATORVERIFIER_H
#define TORCHSCRIPT_DIALECT_TS_IR_OPERATORVERIFIER_H

#include "mlir/IR/Operation.h"

namespace mlir::ts {

/// Checks that `op`, a call of the operator `name` ("aten::add.Tensor") on
/// operands and to results of these types, agrees with the operator's schema in
/// number and types. With `allowValues` tensors may be builtin tensors.
/// Operators of a namespace that the table of schemas does not have are not
/// checked. Reports what is wrong, with the schema in a note.
LogicalResult verifyOperatorCall(Operation *op, StringAttr name,
                                 TypeRange operands, TypeRange results,
                                 bool allowValues);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_OPERATORVERIFIER_H
