//===- TSTypes.h - Types of the ts dialect ----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSTYPES_H
#define TORCHSCRIPT_DIALECT_TS_IR_TSTYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"

#include "TorchScript/Dialect/TS/IR/TSDialect.h"

namespace mlir::ts {

/// True for the types a TorchScript value can have: `i64`, `f64`, `i1`,
/// `complex<f64>` and the types of the dialect except `!ts.slot`.
bool isValueType(Type type);

/// True when `None` is among the values of the type: None, Optional, Any, and
/// unions with a None member.
bool mayBeNone(Type type);

/// True when the type is a scalar of TorchScript: int, float, bool, complex.
bool isNumber(Type type);

/// True when every value of `sub` is one of `super`, by TorchScript's rules
/// (see `ts.derefine`). Class symbols are compared by name; a class and an
/// interface are taken to match, as this needs the module to decide.
bool isSubtype(Type sub, Type super);

/// What `isinstance` against the type `tested` gives for a value whose static
/// type is `type`, when the types alone decide it.
std::optional<bool> evaluateIsInstance(Type type, Type tested);

/// The type inside an optional, list, future, awaitable, remote reference or
/// slot; any other type as it is.
Type getElementTypeOrSelf(Type type);

/// The element types of a tuple; none for any other type.
ArrayRef<Type> getTupleElements(Type type);

/// The TorchScript spelling of a type, as in `List[Optional[int]]`.
std::string spellType(Type type);

} // namespace mlir::ts

#define GET_TYPEDEF_CLASSES
#include "TorchScript/Dialect/TS/IR/TSTypes.h.inc"

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSTYPES_H
