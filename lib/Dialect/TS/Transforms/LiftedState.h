//===- LiftedState.h - Tensors of an object by path -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_LIFTEDSTATE_H
#define TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_LIFTEDSTATE_H

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ts {

/// The tensors of an object and the modules in it, by value.
class LiftedState {
public:
  struct Tensor {
    GraphInputKind kind;
    /// The first path that leads to it: `conv.weight`.
    std::string path;
    /// Whether the state dict has it.
    bool isPersistent;
  };

  using Tensors = llvm::MapVector<TensorRefAttr, Tensor>;

  /// Nothing for a function without an object.
  LiftedState() = default;
  LiftedState(ModuleOp module, ObjectOp root);

  /// Parameters in the order of `named_parameters()`.
  const Tensors &getParameters() const { return parameters; }
  /// Buffers in the order of `named_buffers()`.
  const Tensors &getBuffers() const { return buffers; }
  /// A tensor that is neither; null when there is none of that value.
  const Tensor *findConstant(Attribute value) const;

private:
  void collect(ModuleOp module, ObjectOp object, const std::string &prefix);

  Tensors parameters, buffers;
  llvm::MapVector<Attribute, Tensor> constants;
  llvm::DenseSet<Operation *> visited;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_LIFTEDSTATE_H
