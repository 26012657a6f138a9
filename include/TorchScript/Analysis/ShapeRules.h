//===- ShapeRules.h - Result types of tensor operators ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dtype and sizes of an operator's results from those of its operands. One
// rule serves a family of operators; in-place and functional overloads share
// it. A rule answers only when the program cannot fail at this operator.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_SHAPERULES_H
#define TORCHSCRIPT_ANALYSIS_SHAPERULES_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// How an elementwise operator chooses the dtype of its result. `Bounds`: the
/// numbers behind its operand promote, too.
enum class DtypeRule { Promote, Float, Bool, Self, Select, Bounds };

/// The elementwise operators of PointwiseOps.def.
enum class Pointwise {
#define TS_POINTWISE(name, op, arity, rule) name,
#include "TorchScript/Analysis/PointwiseOps.def"
};

/// One line of PointwiseOps.def.
struct PointwiseInfo {
  Pointwise kind;
  unsigned arity;
  DtypeRule rule;
};

/// The type of a tensor, be it an object's or a value's (a builtin tensor);
/// null for other types.
TSTensorType getTensorType(Type type);

/// The tensor type of what is behind the casts of an operand, or null.
TSTensorType getTensorType(Value operand);

/// The builtin tensor with the sizes and the dtype of an object: `ui8` stays,
/// unlike in linalg. Rank and dtype are known.
RankedTensorType getValueType(TSTensorType type);

/// The name of an operator without its overload: `aten::add`.
StringRef getBaseName(OperatorOp op);

/// The elementwise operator an op is, if any. In-place forms (`aten::relu_`),
/// `out=` overloads and `div` with a rounding mode are not.
std::optional<PointwiseInfo> getPointwise(OperatorOp op);

/// The dtype two values promote to, by PyTorch's rules: `types` are tensor
/// types (dtype known) or scalar types. Null when it is not known.
Type promoteDtypes(TypeRange types);

/// The shape several shapes broadcast to, or nothing when they do not. All
/// shapes are static.
std::optional<SmallVector<int64_t>>
broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes);

/// Whether PyTorch has no kernel of the operator for the operands' dtypes, as
/// far as they are known: the call fails.
bool refusesDtypes(OperatorOp op);

/// The tensor type of every result, when the operator is known, its operands
/// are known well enough, and it cannot raise; else nothing. Only static
/// shapes are inferred.
std::optional<SmallVector<TSTensorType>> inferResultTypes(OperatorOp op);

/// A dimension that may be negative, brought into [0, rank); nothing when out
/// of range. Rank 0 counts as rank 1.
std::optional<int64_t> normalizeDim(int64_t dim, int64_t rank);

/// What `slice` or `narrow` takes of dimension `dim`: `size` elements from
/// `start` on, every `step`-th.
struct StaticSlice {
  int64_t dim = 0, start = 0, size = 0, step = 1;
};

/// The slice an operator takes of a tensor of static shape; nothing when it is
/// no slice, its bounds are not constant or it would raise.
std::optional<StaticSlice> getSlice(OperatorOp op);

/// The slice that `select_scatter` (of size 1) or `slice_scatter` replaces;
/// nothing when it is neither, or as above.
std::optional<StaticSlice> getScatteredSlice(OperatorOp op);

/// Spatial parameters of a convolution or pooling: one number stands for all
/// dimensions, an empty list for `otherwise`.
std::optional<SmallVector<int64_t>>
getSpatialParameter(Value list, unsigned rank, ArrayRef<int64_t> otherwise);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_SHAPERULES_H
