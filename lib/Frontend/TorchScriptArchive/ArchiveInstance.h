//===- ArchiveInstance.h - The object of an archive -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the archive's objects as ts.object and its values as attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEINSTANCE_H
#define TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEINSTANCE_H

#include "ArchiveProgram.h"
#include "ArchiveSource.h"
#include "TorchScript/Frontend/Modules/InstanceWriter.h"

namespace torchscript {

/// Writes objects and values of an archive into the module.
class ArchiveInstance : private InstanceTypes {
public:
  explicit ArchiveInstance(ArchiveProgram &program);

  /// The symbol of an object, written on first use; null after an error. `name`
  /// is the symbol a new one is to have.
  mlir::FlatSymbolRefAttr getObject(const ArchiveObject &object,
                                    const llvm::Twine &name);
  /// A value as an attribute of the given type; null after an error. `name`
  /// says in errors and symbols what the value is.
  mlir::Attribute getValue(const ArchiveValue &value, const Type *type,
                           const llvm::Twine &name);
  /// A strided tensor as `#ts.tensor_ref`; null after an error.
  mlir::Attribute getTensor(const ArchiveTensor &tensor,
                            const llvm::Twine &name);
  /// Likewise, as a `dense` attribute when it is small and shares its memory
  /// with no other tensor of the constants.
  mlir::Attribute getConstantTensor(const ArchiveTensor &tensor,
                                    const llvm::Twine &name);
  /// Adds the declarations of all classes, with the methods that were compiled.
  void declareClasses();

private:
  const ClassType *getClass(const InstanceValue &instance, const Type *declared,
                            llvm::StringRef name) override;
  const Type *getOwnType(const InstanceValue &value) override;
  FunctionEntry *getRestorer(const ClassType *type) override;
  mlir::Location getLocation(const ClassType *type) override;
  bool keepsIncomplete() const override { return true; }
  void fail(llvm::StringRef name, const llvm::Twine &what) override;
  void mismatch(const InstanceValue &value, const Type *type,
                llvm::StringRef name) override;
  void declareClass(const ArchiveClass &declared);
  void declareInterface(const InterfaceType &type, mlir::Location loc);
  void declareEnum(const EnumType &type, mlir::Location loc);

  ArchiveProgram &program;
  Compilation &unit;
  mlir::MLIRContext *context;
  ArchiveSource source;
  InstanceWriter writer;
  /// How many tensors of the constants lie on a record.
  llvm::StringMap<unsigned> constantUses;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEINSTANCE_H
