//===- InstanceWriter.h - Instances as ts.object ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes instances and values of the host into the module.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EMIT_INSTANCEWRITER_H
#define TORCHSCRIPT_LIB_FRONTEND_EMIT_INSTANCEWRITER_H

#include "ModuleProgram.h"

namespace torchscript {

/// Writes objects as ts.object and values as attributes of the IR.
class InstanceWriter {
public:
  /// Reasons of failures go to `why`.
  InstanceWriter(ModuleProgram &program, std::string &why)
      : program(program), unit(program.getUnit()), context(&unit.getContext()),
        why(why) {}

  /// The object of a module whose type is known, written on first use; null
  /// after an error. `name` is the symbol a new one is to have.
  mlir::ts::ObjectOp getModule(const InstanceValue &instance,
                               llvm::StringRef name);

private:
  mlir::Attribute mismatch(const InstanceValue &value, const Type *type,
                           llvm::StringRef name);
  /// A value as an attribute of the given type, converted as at the boundary
  /// of the host; null after an error.
  mlir::Attribute getValue(const InstanceValue &value, const Type *type,
                           llvm::StringRef name);
  mlir::Attribute getExact(const InstanceValue &value, const Type *type,
                           llvm::StringRef name);
  mlir::Attribute getTensor(const InstanceValue &tensor);
  mlir::Attribute getObject(const InstanceValue &object, const ClassType *type,
                            llvm::StringRef name);
  mlir::Attribute getDict(const InstanceValue &dict, const DictType *type,
                          llvm::StringRef name);
  mlir::ts::ObjectOp writeObject(const InstanceValue &instance,
                                 const ClassType *type,
                                 mlir::NamedAttrList &fields,
                                 llvm::StringRef name);

  ModuleProgram &program;
  Compilation &unit;
  mlir::MLIRContext *context;
  std::string &why;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_EMIT_INSTANCEWRITER_H
