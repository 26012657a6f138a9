//===- SchemaCache.h - Schemas by the names in the IR -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the dialect that remembers which schema a name stands for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_IR_SCHEMACACHE_H
#define TORCHSCRIPT_LIB_DIALECT_TS_IR_SCHEMACACHE_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/Support/ThreadLocalCache.h"
#include "llvm/ADT/DenseMap.h"

namespace torchscript {
struct FunctionSchema;
} // namespace torchscript

namespace mlir::ts {

/// Schemas by the uniqued names of the context that the dialect belongs to.
class SchemaCache : public DialectInterface::Base<SchemaCache> {
public:
  explicit SchemaCache(Dialect *dialect) : Base(dialect) {}

  /// The schema of `name`; null when the table has none.
  const torchscript::FunctionSchema *find(StringAttr name) const;

private:
  mutable ThreadLocalCache<
      llvm::DenseMap<const void *, const torchscript::FunctionSchema *>>
      schemas;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_IR_SCHEMACACHE_H
