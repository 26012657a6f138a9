//===- TensorAliases.h - Which tensors share storage ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of values that may lead to one storage, and what happens to each.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_TENSORALIASES_H
#define TORCHSCRIPT_ANALYSIS_TENSORALIASES_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::ts {

/// The alias classes of one function, without regard to order (Steensgaard's
/// way): a view and its tensor, a container and its elements, what is carried
/// by branches and loops. All that other code may know (arguments, attributes,
/// what a call was given) is one class. Answers hold until the function
/// changes.
class TensorAliases {
public:
  explicit TensorAliases(func::FuncOp function);

  /// Whether two values may lead to one storage.
  bool mayAlias(Value a, Value b) const;
  /// Whether code outside of the function may know the tensor while it runs.
  bool isExternal(Value value) const;
  /// Whether the function may change elements of the tensor.
  bool isWritten(Value value) const;
  /// Whether the function may change the sizes, the dtype or the storage of a
  /// tensor object of the class; then its static type says nothing.
  bool isReshaped(Value value) const;
  /// Whether calls and operators of unknown effect may write to what is
  /// external.
  bool mayCallWrite() const { return callsWrite; }
  /// Whether the function, or what it calls, may write to external tensors.
  bool writesExternal() const;
  /// Lets a new value stand for one that goes away.
  void replace(Value old, Value value);
  /// The operations that write to tensors of the class, in program order; calls
  /// are not among them.
  SmallVector<Operation *> getWrites(Value value) const;

private:
  struct Effects {
    bool isReshaped = false;
    SmallVector<Operation *> writes;
  };

  unsigned find(unsigned node) const;
  /// The node of a value, or nothing when it was not seen.
  std::optional<unsigned> lookup(Value value) const;
  unsigned getNode(Value value);
  void unite(unsigned a, unsigned b);
  void uniteAll(Operation *op);
  void uniteResults(OperatorOp op);
  void visit(Operation *op);
  void visitOperator(OperatorOp op);
  void visitControlFlow(Operation *op);

  llvm::DenseMap<Value, unsigned> nodes;
  mutable SmallVector<unsigned> parents;
  /// Recorded at nodes while the function is read, at classes afterwards.
  SmallVector<std::pair<unsigned, Operation *>> writes;
  SmallVector<unsigned> reshaped;
  llvm::DenseMap<unsigned, Effects> effects;
  bool callsWrite = false;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_TENSORALIASES_H
