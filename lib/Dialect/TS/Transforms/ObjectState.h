//===- ObjectState.h - What is known about objects --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_OBJECTSTATE_H
#define LIB_DIALECT_TS_TRANSFORMS_OBJECTSTATE_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {

/// Emits operations that make the value an attribute of the IR stands for, as
/// one of `type`; null when that is not possible.
Value makeAttributeValue(ModuleOp module, OpBuilder &builder, Location loc,
                         Attribute value, Type type);

/// The attributes of `ts.object`s that keep their initial value while given
/// functions run.
class ObjectState {
public:
  ObjectState(ModuleOp module, const llvm::SetVector<func::FuncOp> &running);

  /// The value of an attribute read, made before it, when it is known; null
  /// otherwise. A list or dict is made only when nobody can change it.
  Value makeConstant(GetAttrOp read) const;

private:
  /// Handles are pointers: looking up a symbol does not change the state.
  mutable ModuleOp module;
  /// Class and attribute names of what some function assigns.
  llvm::DenseSet<std::pair<StringRef, StringRef>> written;
};

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_OBJECTSTATE_H
