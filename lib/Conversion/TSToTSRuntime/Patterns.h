//===- Patterns.h - Patterns of convert-ts-to-tsrt -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts that make up convert-ts-to-tsrt.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSTOTSRUNTIME_PATTERNS_H
#define TORCHSCRIPT_LIB_CONVERSION_TSTOTSRUNTIME_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::ts {

/// Lists and dicts: construction and inlined accesses.
void populateContainerPatterns(RewritePatternSet &patterns);

/// Accesses of dicts, and operators of strings, by unboxed runtime calls.
void populateDirectCallPatterns(RewritePatternSet &patterns);

/// Operators by boxed call, statements by runtime call.
void populateOperatorPatterns(RewritePatternSet &patterns);

/// Calls to workers of torch.distributed.rpc.
void populateRemoteCallPatterns(RewritePatternSet &patterns);

/// Context managers to calls between scope marks.
void populateScopePatterns(RewritePatternSet &patterns);

/// Reads and writes of one element of a tensor, without views.
void populateTensorElementPatterns(RewritePatternSet &patterns);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_CONVERSION_TSTOTSRUNTIME_PATTERNS_H
