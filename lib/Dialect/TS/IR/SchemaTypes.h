//===- SchemaTypes.h - Types against those of schemas -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether types of the dialect fit the types in an operator's schema.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_IR_SCHEMATYPES_H
#define TORCHSCRIPT_LIB_DIALECT_TS_IR_SCHEMATYPES_H

#include "TorchScript/Base/Types/Type.h"
#include "mlir/IR/Types.h"

namespace mlir::ts {

/// Compares the types of one call with its schema, from the first operand to
/// the last result; type variables keep what they were first bound to.
class SchemaTypes {
public:
  /// With `allowValues` a builtin tensor is a Tensor.
  explicit SchemaTypes(bool allowValues) : allowValues(allowValues) {}

  /// May an operand of `type` stand where the schema says `formal`? Any subtype
  /// may.
  bool acceptsOperand(Type type, const torchscript::Type *formal);

  /// May a result have `type` where the schema says `formal`? Only a Tensor may
  /// be known better.
  bool acceptsResult(Type type, const torchscript::Type *formal);

private:
  bool acceptsLeaf(Type type, torchscript::TypeKind kind) const;
  bool isTensor(Type type) const;
  bool isSame(Type type, const torchscript::Type *formal);
  /// The type a variable is bound to; binds it to `type` when it is free.
  Type bind(Type type, const torchscript::Type *variable);

  bool allowValues;
  llvm::SmallVector<std::pair<const torchscript::Type *, Type>, 2> bound;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_IR_SCHEMATYPES_H
