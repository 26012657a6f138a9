//===- CarriedValues.h - What branches and loops carry ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_CARRIEDVALUES_H
#define LIB_DIALECT_TS_TRANSFORMS_CARRIEDVALUES_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"

namespace mlir::ts {

/// How to carry other values in place of one value.
struct CarriedConversion {
  /// The types of the values to carry.
  SmallVector<Type> types;
  /// Makes the values to carry from the old value.
  function_ref<SmallVector<Value>(OpBuilder &, Location, Value)> unpack;
  /// Makes the old value from the values carried.
  function_ref<Value(OpBuilder &, Location, ValueRange)> pack;
};

/// Result `index` of a branch or loop, with the values that it can be.
struct Carried {
  OpResult result;
  /// What the blocks yield, and for loops the initial value and what the
  /// condition hands on.
  SmallVector<Value, 3> given;
  /// The arguments of blocks by which a loop carries it.
  SmallVector<Value, 2> arguments;
};

/// What the operation carries, result by result; nothing when one of its blocks
/// does not end in `ts.yield`.
SmallVector<Carried> getCarried(IfOp op);
SmallVector<Carried> getCarried(ForOp op);
SmallVector<Carried> getCarried(WhileOp op);

/// Replaces carried value `index` of an operation whose blocks end in
/// `ts.yield`.
void convertCarried(RewriterBase &rewriter, IfOp op, unsigned index,
                    const CarriedConversion &conversion);
void convertCarried(RewriterBase &rewriter, ForOp op, unsigned index,
                    const CarriedConversion &conversion);
void convertCarried(RewriterBase &rewriter, WhileOp op, unsigned index,
                    const CarriedConversion &conversion);

/// The `ts.yield` of a region; null when there is none.
YieldOp getYield(Region &region);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_CARRIEDVALUES_H
