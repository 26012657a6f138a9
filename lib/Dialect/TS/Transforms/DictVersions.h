//===- DictVersions.h - Dicts of known keys ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_DICTVERSIONS_H
#define LIB_DIALECT_TS_TRANSFORMS_DICTVERSIONS_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ts {

/// Gives each reader of a dict that changes in its block a dict with the pairs
/// it has there, and takes the changes out, as splitListVersions does. Keys are
/// constant strings.
bool splitDictVersions(DictConstructOp made);

/// Patterns that answer what dicts hold that nobody changes.
void populateDictPatterns(RewritePatternSet &patterns);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_DICTVERSIONS_H
