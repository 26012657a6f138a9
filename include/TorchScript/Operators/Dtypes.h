//===- Dtypes.h - Dtypes of operands and results ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type promotion, and the dtypes that operators refuse.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_DTYPES_H
#define TORCHSCRIPT_OPERATORS_DTYPES_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Operators/Arguments.h"

namespace mlir::ts {

/// The type of a tensor, be it an object's or a value's (a builtin tensor);
/// null for other types.
TSTensorType getTensorType(Type type);

/// The tensor type of what is behind the casts of an operand, or null.
TSTensorType getTensorType(Value operand);

/// The builtin tensor with the sizes and the dtype of an object: `ui8` stays,
/// unlike in linalg. Rank and dtype are known.
RankedTensorType getValueType(TSTensorType type);

/// The element type of a tensor type, object or value; null for other types and
/// where it is not known.
Type getTensorDtype(Type type);

/// The type a value of the dtype has in builtin tensors that are computed with:
/// `ui8` is `i8`.
Type getComputeType(Type dtype);

/// The dtype of the parts of complex numbers; others as they are.
Type getPartDtype(Type dtype);

/// The dtype two values promote to, by PyTorch's rules: `types` are tensor
/// types (dtype known) or scalar types. Null when it is not known.
Type promoteDtypes(TypeRange types);

/// The element type that an argument `ScalarType?` asks for; `otherwise` for
/// None, null when it is no constant or no dtype of the dialect.
Type getDtype(const IntArgument &argument, Type otherwise);

/// Whether PyTorch has no kernel of the operator for the operands' dtypes, as
/// far as they are known: the call fails.
bool refusesDtypes(OperatorOp op);

/// Whether calls of the operator `op`, a full name, fail when they compute in
/// the dtype.
bool mayRefuse(StringRef op, Type dtype);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_DTYPES_H
