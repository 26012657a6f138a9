//===- BoxedArguments.h - Arguments in boxes --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of a call that the runtime makes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_BOXEDARGUMENTS_H
#define TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_BOXEDARGUMENTS_H

#include "Lowering.h"

namespace mlir::tsrt {

/// Boxed operands in an array on the stack.
struct BoxedArguments {
  /// Address of the first `tsrt_value`; null when there are none.
  Value array;
  /// What release() drops.
  SmallVector<Value> cleanup;

  /// `types` are those before conversion; the boxes borrow the values.
  BoxedArguments(Lowering &l, OpBuilder &b, Location loc, TypeRange types,
                 ValueRange values) {
    array = types.empty() ? l.nullPointer(b, loc)
                          : l.scratch(b, loc, kValueSize * types.size(), 0);
    for (auto [i, type] : llvm::enumerate(types))
      l.store(b, loc, l.boxBorrowed(b, loc, type, values[i], cleanup),
              l.offset(b, loc, array, int64_t(i * kValueSize)));
  }

  /// Behind the call.
  void release(Lowering &l, OpBuilder &b, Location loc) {
    for (Value slot : cleanup)
      l.call(b, loc, "tsrt_value_release", {}, slot);
  }
};

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_BOXEDARGUMENTS_H
