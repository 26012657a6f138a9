//===- HandedOver.h - What loops hand to their functions --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tsrt_parallel_for hands a function one address: of an array of addresses, one
// for each buffer. Where sizes are not known, the first of them is that of
// words: the number of turns and how many are worth a thread, numbers of the
// kernel, and the unknown sizes of each buffer, with the strides of parts of a
// larger one.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_CPU_HANDEDOVER_H
#define TORCHSCRIPT_LIB_CODEGEN_CPU_HANDEDOVER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace mlir::ts {

/// Values from outside that a loop uses.
struct HandedOver {
  llvm::SetVector<Value> buffers;
  /// Of index type.
  llvm::SetVector<Value> numbers;
  llvm::SetVector<Value> constants;
  /// Whether the function reads words.
  bool hasWords = false;
};

/// What an operation uses from outside, but for the bounds of a loop; nothing
/// when something else is among it, or when it has more buffers of its own than
/// fit on a stack.
std::optional<HandedOver> findHandedOver(Operation *op);

/// The private function `split` of a loop from 0 by ones: (address of addresses,
/// begin, end). It belongs to no module yet.
OwningOpRef<func::FuncOp> makeFunction(scf::ForOp loop,
                                       const HandedOver &handed);

/// Calls the function for all turns, on threads that take `grain` turns or more.
void createParallelCall(OpBuilder &b, Location loc, StringRef function,
                        OpFoldResult turns, OpFoldResult grain,
                        const HandedOver &handed);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_CODEGEN_CPU_HANDEDOVER_H
