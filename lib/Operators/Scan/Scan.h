//===- Scan.h - Partial results along a dimension ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_SCAN_SCAN_H
#define TORCHSCRIPT_LIB_OPERATORS_SCAN_SCAN_H

#include "TorchScript/Operators/Lowering.h"

namespace mlir::ts::operators {

/// Computes what is carried on from the element, its index and what was
/// carried here.
using StepFn = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, Location, Value element, Value index, ValueRange carried)>;

/// Goes along `axis` from `inits` on, numbers; gives what was carried at each
/// step, tensors of the sizes of `value`.
SmallVector<Value> scan(Lowering &l, Value value, int64_t axis,
                        ArrayRef<Value> inits, StepFn step);

} // namespace mlir::ts::operators

#endif // TORCHSCRIPT_LIB_OPERATORS_SCAN_SCAN_H
