//===- OperatorInfo.h - What the schema says about an operator --*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_OPERATORINFO_H
#define TORCHSCRIPT_DIALECT_TS_IR_OPERATORINFO_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir {
class Operation;
class Value;
} // namespace mlir

namespace mlir::ts {

/// The effects of an operator, from its schema.
struct OperatorInfo {
  /// False when the table has no such operator; everything else is then the
  /// most pessimistic.
  bool known = false;
  /// Reads the elements of a tensor, list or dict.
  bool reads = true;
  /// Bit i: argument i is mutated. All ones: unknown.
  uint64_t mutatedArgs = ~uint64_t(0);
  /// Has an effect the schema does not mention: random numbers, files, time.
  bool sideEffects = true;
  /// Some result is a mutable object.
  bool mutableResults = true;
  /// Some result is (or may be) an alias of an argument.
  bool aliasesArgument = true;
  /// May raise.
  bool mayRaise = true;
};

/// Looks up `namespace::operator.overload`.
OperatorInfo lookupOperator(llvm::StringRef name);

/// Whether every user of a fresh list only reads it, so that its elements are
/// those it was made of; casts are followed.
bool isListOnlyRead(Value list);

/// True when executing the operation, nested ones included, may raise.
/// Calls are taken to raise.
bool mayRaise(Operation *op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_OPERATORINFO_H
