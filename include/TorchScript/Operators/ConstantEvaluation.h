//===- ConstantEvaluation.h - Numbers that constants decide -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs compute sizes by way of small tensors: the smaller of two sizes as
// `torch.min(torch.tensor(sizes))`. Where the sizes are constants, so is what
// becomes of them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_CONSTANTEVALUATION_H
#define TORCHSCRIPT_OPERATORS_CONSTANTEVALUATION_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// The number that an operator reads from a small tensor which constants alone
/// decide: an IntegerAttr of 64 bits or one, a FloatAttr of 64. The runtime
/// computes it. Null when the operator gives no number or may have effects,
/// when it fails, or depends on anything else. `isFixed` says whether nobody
/// writes to a tensor.
Attribute evaluateNumber(OperatorOp op,
                         llvm::function_ref<bool(Value)> isFixed);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_CONSTANTEVALUATION_H
