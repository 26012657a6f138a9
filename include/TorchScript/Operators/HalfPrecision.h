//===- HalfPrecision.h - float16 and bfloat16, in float32 -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_HALFPRECISION_H
#define TORCHSCRIPT_OPERATORS_HALFPRECISION_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Builds the tensor with elements of float32: `type`, an object or a value.
using WidenFn = llvm::function_ref<Value(OpBuilder &, Value tensor, Type type)>;

/// Attribute of an operator on float32 that stands for one on half precision:
/// the dtype of that, to which PyTorch's kernels round steps of a few
/// operators.
inline constexpr llvm::StringLiteral kStepDtypeAttr = "ts.step_dtype";

/// A copy of an operator on half precision at the insertion point: operands and
/// results of half precision are of float32, numbers are rounded as elements
/// are. Null where PyTorch's kernels round sums elsewhere than at the end; what
/// was built for operands then has no users.
OperatorOp buildInSinglePrecision(OpBuilder &builder, OperatorOp op,
                                  WidenFn convert);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_HALFPRECISION_H
