//===- Canonicalization.h - Patterns of all operations ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_CANONICALIZATION_H
#define LIB_DIALECT_TS_TRANSFORMS_CANONICALIZATION_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"

namespace mlir::ts {

/// Adds the canonicalization patterns of the ts and arith dialects.
inline void addCanonicalization(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (isa<TSDialect, arith::ArithDialect>(op.getDialect()))
      op.getCanonicalizationPatterns(patterns, context);
}

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_CANONICALIZATION_H
