//===- Elements.h - What elementwise operators compute ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_OPERATORS_POINTWISE_ELEMENTS_H
#define LIB_OPERATORS_POINTWISE_ELEMENTS_H

#include "Pointwise.h"

namespace mlir::ts::pointwise::elements {

// One function for each operator of Operators.def: its element of the result.
#define TS_POINTWISE(arguments, op, arity, rule, categories, element)          \
  Value element(const Element &e);
#include "Operators.def"

/// Bounds that are numbers let NaN pass, two of which one is NaN make all NaN;
/// as elements of tensors they make what they meet NaN.
/// A bound that is null is none.
Value clampBetween(const Element &e, Value x, Value low, Value high,
                   bool areNumbers);
/// Between two numbers.
Value clampConstant(const Element &e, Value x, double low, double high);

} // namespace mlir::ts::pointwise::elements

#endif // LIB_OPERATORS_POINTWISE_ELEMENTS_H
