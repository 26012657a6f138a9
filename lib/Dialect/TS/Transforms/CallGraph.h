//===- CallGraph.h - Who calls whom -----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_CALLGRAPH_H
#define LIB_DIALECT_TS_TRANSFORMS_CALLGRAPH_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {

/// The functions that are called from outside: those with a body that are
/// public.
SmallVector<func::FuncOp> findEntries(ModuleOp module);

/// The calls between the functions of a module, by symbols and, for
/// `ts.call_method`, `ts.with` and operators on objects, by the names of
/// methods.
class MethodCallGraph {
public:
  explicit MethodCallGraph(ModuleOp module);

  /// The functions that may run when one of `roots` does, these included.
  llvm::SetVector<func::FuncOp>
  findReachable(ArrayRef<func::FuncOp> roots) const;

  /// True when a call of the function may call it again.
  bool isRecursive(func::FuncOp function) const;

private:
  void addCallees(Operation *op, SmallVectorImpl<func::FuncOp> &callees) const;
  /// The functions a function calls.
  SmallVector<func::FuncOp> findCallees(func::FuncOp function) const;

  llvm::StringMap<func::FuncOp> functions;
  llvm::StringMap<SmallVector<func::FuncOp, 1>> methods;
};

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_CALLGRAPH_H
