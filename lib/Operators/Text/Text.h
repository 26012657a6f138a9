//===- Text.h - Rules of what texts compute ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_TEXT_TEXT_H
#define TORCHSCRIPT_LIB_OPERATORS_TEXT_TEXT_H

#include "TorchScript/Operators/Inference.h"

namespace mlir::ts::text {
#include "TorchScript/Operators/TextArguments.h.inc"

/// The first two operands where they are of one dtype; a dtype that is no truth
/// value's.
struct Pair {
  Type dtype;
  TensorInfo first, second;
};
std::optional<Pair> getPair(Inference &i, OperatorOp op);

bool inferLoss(Inference &i, OperatorOp op);
bool inferHingeLoss(Inference &i, OperatorOp op);
bool inferCosineLoss(Inference &i, OperatorOp op);
bool inferDist(Inference &i, OperatorOp op);
bool inferDistance(Inference &i, OperatorOp op);
bool inferDistances(Inference &i, OperatorOp op);
bool inferOuter(Inference &i, OperatorOp op);
bool inferAddr(Inference &i, OperatorOp op);
bool inferInner(Inference &i, OperatorOp op);
bool inferKron(Inference &i, OperatorOp op);
bool inferBilinear(Inference &i, OperatorOp op);
bool inferCross(Inference &i, OperatorOp op);
bool inferTensorDot(Inference &i, OperatorOp op);
bool inferArea(Inference &i, OperatorOp op);
bool inferCumulativeArea(Inference &i, OperatorOp op);

} // namespace mlir::ts::text

#endif // TORCHSCRIPT_LIB_OPERATORS_TEXT_TEXT_H
