//===- ExpandMath.h - Functions of floats as arithmetic -----------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For targets of all kinds: what --ts-expand-math does, as a function and as
// patterns.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_MATH_EXPANDMATH_H
#define TORCHSCRIPT_CODEGEN_MATH_EXPANDMATH_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::ts {

/// The result of an operation of the math dialect on f64, f32, f16, bf16 or
/// vectors of them, computed by operations of arith alone (and math.absf,
/// math.sqrt, products and sums rounded once where processors have them); null
/// for other types, for operations that processors have, and for sines, cosines
/// and tangents of f64, which need a branch.
Value expandMath(OpBuilder &builder, Operation *op);

/// Adds the pattern that replaces what `expandMath` knows.
void populateExpandMathPatterns(RewritePatternSet &patterns);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_MATH_EXPANDMATH_H
