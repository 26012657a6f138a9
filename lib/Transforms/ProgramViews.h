//===- ProgramViews.h - Views in exported programs --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operators look at their operand's storage, as PyTorch decides it when
// it exports, and how what was written through one gets back.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMVIEWS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMVIEWS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Whether the result shares its first operand's storage. `reshape` and
/// `contiguous` do unless they have to copy; conversions that change nothing do.
bool isProgramView(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMVIEWS_H
