//===- TypeVariables.h - Binding of type variables ----------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the type variables of a formal to the types of actual arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_BASE_SCHEMA_TYPEVARIABLES_H
#define TORCHSCRIPT_LIB_BASE_SCHEMA_TYPEVARIABLES_H

#include "TorchScript/Base/Types/Type.h"
#include "llvm/ADT/SmallVector.h"

namespace torchscript {

/// What the type variables of one call are bound to; there are at most three.
class TypeBindings {
public:
  explicit TypeBindings(TypeContext &context) : context(context) {}

  /// Matches `actual` against `formal`, binding variables on the way. Returns
  /// the reason of a failure, empty on success.
  std::string match(const Type *formal, const Type *actual);

  /// Whether a Tensor that is matched next is one only for want of an
  /// annotation; reasons say so.
  bool isInferredTensor = false;

  /// `formal` with variables replaced, or null when one is not bound.
  const Type *replace(const Type *formal) const;

private:
  std::string matchVariable(const VariableType *variable, const Type *actual);
  std::string matchList(const ListType *formal, const Type *actual);
  std::string matchTuple(const TupleType *formal, const Type *actual);
  std::string matchOptional(const OptionalType *formal, const Type *actual);
  const Type *lookup(const Type *variable) const;
  std::string spell(const Type *actual) const;

  TypeContext &context;
  llvm::SmallVector<std::pair<const Type *, const Type *>, 3> bindings;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_BASE_SCHEMA_TYPEVARIABLES_H
