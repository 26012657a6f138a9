//===- Forms.h - Which pass has to run before -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms of a module in the order of the pipelines, and what tells them
// apart.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_FORMS_H
#define TORCHSCRIPT_DIALECT_TS_IR_FORMS_H

#include "mlir/IR/Operation.h"

namespace mlir::ts {

/// The last form that has an operation.
enum class Form {
  Source, ///< slots, exits and `ts.with`
  SSA,    ///< `ts.if`, `ts.for` and `ts.while`
  SCF,    ///< structured control flow of scf, and operators (`ts.op`, ...)
  Late,   ///< all others
};

/// The last form that may have `op`.
Form getForm(Operation *op);

/// Checks that nothing in `root` belongs to a form before `first`. Reports each
/// kind of operation that does once, with the pass to run: "'ts.load' belongs to
/// the source form; run ts-promote-slots (pipeline torchscript-to-ssa) first".
LogicalResult requireForm(Operation *root, Form first);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_FORMS_H
