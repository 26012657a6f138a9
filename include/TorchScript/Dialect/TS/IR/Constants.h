//===- Constants.h - What is statically known of operands -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants behind operands of operators: numbers, None and lists of ints,
// looked up through the casts the importer writes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_CONSTANTS_H
#define TORCHSCRIPT_DIALECT_TS_IR_CONSTANTS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::ts {

/// The value behind ts.derefine, ts.unchecked_cast, ts.box and ts.unbox: what a
/// number or an Optional was made from.
Value lookThroughCasts(Value value);

/// Whether the value is None (also a None seen as an Optional).
bool isNone(Value value);

/// The constant of an int or bool operand.
std::optional<int64_t> getConstantInt(Value value);

/// The constant of a bool operand.
std::optional<bool> getConstantBool(Value value);

/// The constant of an int or float operand, as a double.
std::optional<double> getConstantNumber(Value value);

/// The constant of a str operand.
std::optional<StringRef> getConstantStr(Value value);

/// The elements of a list that is made of the given values and never changed.
/// The list must be a ts.list.construct all of whose users only read.
std::optional<SmallVector<Value>> getListElements(Value value);

/// The constants of a list of ints that is never changed.
std::optional<SmallVector<int64_t>> getConstantIntList(Value value);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_CONSTANTS_H
