//===- Strategy.h - How loops are made for a processor ------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions as data: a row for each instruction set (docs/codegen.md).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_CPU_STRATEGY_H
#define TORCHSCRIPT_LIB_CODEGEN_CPU_STRATEGY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::ts::loops {

struct Strategy {
  llvm::StringLiteral target;
  /// Bits of the vectors that loops use.
  int64_t vectorBits;
  /// Vectors that a reduction along a row adds up side by side, so that one
  /// need not wait for another.
  int64_t accumulators;
  /// Whether the rest of a loop is one vector of which some lanes count;
  /// otherwise it is done element by element.
  bool masksRest;
  /// The most elements of a window (a pooling's) that are unrolled, with
  /// results in registers.
  int64_t largestWindow;
};

/// The row of a target: `avx512`, `avx2`, `baseline`, or `host` for the
/// processor that runs the compiler; null when there is no such row.
const Strategy *getStrategy(llvm::StringRef target);

/// The row of the processors that the code around `op` is for: the host in a
/// process, or a level of x86-64.
const Strategy *getStrategy(Operation *op);

} // namespace mlir::ts::loops

#endif // TORCHSCRIPT_LIB_CODEGEN_CPU_STRATEGY_H
