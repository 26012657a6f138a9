//===- Reductions.h - Parameters of reductions ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The overloads of sum, mean, amax and amin, read into one form.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_REDUCTIONS_H
#define TORCHSCRIPT_ANALYSIS_REDUCTIONS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

enum class ReductionKind { Sum, Mean, Max, Min };

/// A reduction of a floating-point tensor of static shape over `dims`,
/// ascending; the result type has lost them or has them with size 1.
struct Reduction {
  ReductionKind kind;
  Value input;
  TSTensorType inputType, resultType;
  SmallVector<int64_t> dims;
};

/// Nothing when the op is no reduction or some parameter is not constant.
std::optional<Reduction> getReduction(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_REDUCTIONS_H
