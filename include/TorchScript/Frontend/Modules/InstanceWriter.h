//===- InstanceWriter.h - Instances as ts.object ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes instances and values of the host into the module, whether they come
// from an archive or from recorded state.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_MODULES_INSTANCEWRITER_H
#define TORCHSCRIPT_FRONTEND_MODULES_INSTANCEWRITER_H

#include "TorchScript/Frontend/Language/Compilation.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Frontend/Modules/Instance.h"

#include "llvm/ADT/DenseSet.h"

namespace torchscript {

/// What the writer asks of whoever knows the types of instances.
class InstanceTypes {
public:
  virtual ~InstanceTypes();
  /// The class of a module or object that stands where `declared` is expected;
  /// null when it has none, which was reported.
  virtual const ClassType *getClass(const InstanceValue &instance,
                                    const Type *declared,
                                    llvm::StringRef name) = 0;
  /// The type of a value by itself; null when it is not known.
  virtual const Type *getOwnType(const InstanceValue &value) = 0;
  /// The tensor that stands for all that are the same object.
  virtual const InstanceValue &getFirst(const InstanceValue &tensor) {
    return tensor;
  }
  /// The function that restores an object from its state, when its class has
  /// one; null otherwise, and for one that failed to compile, which was
  /// reported.
  virtual FunctionEntry *getRestorer(const ClassType *) { return nullptr; }
  /// Where a class is declared.
  virtual mlir::Location getLocation(const ClassType *type) = 0;
  /// Whether two places that hold one list or dict share it in the program. What
  /// a host hands over is copied for each place.
  virtual bool sharesContainers() const { return true; }
  /// Whether objects are written without the attributes that failed.
  virtual bool keepsIncomplete() const { return false; }

  /// Reports what is wrong with the value called `name`.
  virtual void fail(llvm::StringRef name, const llvm::Twine &what) = 0;
  /// Reports a value that is not of the declared type.
  virtual void mismatch(const InstanceValue &value, const Type *type,
                        llvm::StringRef name) = 0;
};

/// Writes objects as ts.object and values as attributes of the IR.
class InstanceWriter {
public:
  InstanceWriter(Compilation &unit, InstanceTypes &types)
      : unit(unit), types(types), context(&unit.getContext()) {}

  /// The symbol of a module or object, written on first use; null after an
  /// error. `name` is the symbol a new one is to have.
  mlir::FlatSymbolRefAttr getObject(const InstanceValue &instance,
                                    const Type *declared, llvm::StringRef name);
  /// A value as an attribute of the given type, converted as at the boundary
  /// of the host; null after an error. `name` says in errors and symbols what
  /// the value is.
  mlir::Attribute getValue(const InstanceValue &value, const Type *type,
                           llvm::StringRef name);
  /// A tensor as `#ts.tensor_ref`; null after an error.
  mlir::Attribute getTensor(const InstanceValue &tensor, llvm::StringRef name);

private:
  mlir::Attribute mismatch(const InstanceValue &value, const Type *type,
                           llvm::StringRef name);
  mlir::Attribute getExact(const InstanceValue &value, const Type *type,
                           llvm::StringRef name);
  mlir::Attribute getSequence(const InstanceValue &value, const Type *type,
                              llvm::StringRef name);
  mlir::Attribute getDict(const InstanceValue &dict, const DictType *type,
                          llvm::StringRef name);
  /// False, with an error, for the second place of a list or dict that would
  /// have to be shared.
  bool isFirst(const InstanceValue &container, llvm::StringRef name);
  /// Told that a list or dict is written.
  void endContainer(const InstanceValue &container) {
    if (!types.sharesContainers())
      containers.erase(&container);
  }

  Compilation &unit;
  InstanceTypes &types;
  mlir::MLIRContext *context;
  llvm::DenseMap<const InstanceValue *, mlir::FlatSymbolRefAttr> objects;
  /// Lists and dicts written so far, to notice those that are shared; where
  /// nothing is shared, those that are being written.
  llvm::DenseSet<const InstanceValue *> containers;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_MODULES_INSTANCEWRITER_H
