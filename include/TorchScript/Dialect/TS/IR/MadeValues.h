//===- MadeValues.h - Values that operators make ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initial values of attributes that have no form of their own, such as packed
// weights and quantized tensors, say which operator makes them from which
// other values: {arguments = [...], operator = "quantized::linear_prepack",
// type = !ts.capsule<...>}. They are made once, with the object they belong to.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_MADEVALUES_H
#define TORCHSCRIPT_DIALECT_TS_IR_MADEVALUES_H

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>

namespace mlir::ts {

/// The parts of a value that an operator makes.
struct MadeValue {
  StringRef name; ///< of the operator, with its overload
  ArrayRef<Attribute> arguments;
  Type type;

  /// What an attribute says; nothing when it says no such value.
  static std::optional<MadeValue> from(Attribute attribute);
  /// The attribute of a value.
  static DictionaryAttr get(StringRef name, ArrayRef<Attribute> arguments,
                            Type type);
};

/// The type that the value of an attribute has by itself; null for those whose
/// type only their place says.
Type getOwnType(Attribute value);

/// True when the value, or a part of it, is made by an operator.
bool hasMadeValue(Attribute value);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_MADEVALUES_H
