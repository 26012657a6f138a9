//===- ObjectReader.h - Runtime objects as ts.object ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way back from what ObjectMaker makes: what objects hold now becomes the
// initial values of a copy of the program.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_OBJECTREADER_H
#define TORCHSCRIPT_LIB_EXECUTION_OBJECTREADER_H

#include "TorchScript/Execution/ObjectMaker.h"

#include "llvm/ADT/DenseMap.h"

namespace torchscript {

/// Writes the values of objects into a module.
class ObjectReader {
public:
  /// `module` is a copy of the one that `objects` makes objects of.
  ObjectReader(mlir::ModuleOp module, ObjectMaker &objects)
      : module(module), objects(objects) {}

  /// Gives the `ts.object` of a symbol, and all that are reached from it, the
  /// values that they have now. Objects that the program made itself become
  /// new ones. The error names the attribute whose value cannot be written.
  llvm::Error read(llvm::StringRef symbol);

  /// The bytes behind the tensors that were read, by the keys of their
  /// `#ts.tensor_ref`s. They live as long as the tensors do.
  llvm::StringMap<llvm::StringRef> storages;

private:
  llvm::Error readFields(mlir::ts::ObjectOp object, const void *from);
  llvm::Expected<mlir::Attribute> readValue(const tsrt_value &value,
                                            mlir::Type type);
  llvm::Expected<mlir::Attribute> readPlace(const tsrt_type *type,
                                            const void *place,
                                            mlir::Type declared);
  llvm::Expected<mlir::Attribute> readTuple(const tsrt_value &value,
                                            mlir::ts::TSTupleType type);
  llvm::Expected<mlir::Attribute> readList(const tsrt_value &value,
                                           mlir::ts::ListType type);
  llvm::Expected<mlir::Attribute> readDict(const tsrt_value &value,
                                           mlir::ts::DictType type);
  llvm::Expected<mlir::Attribute> readObject(const tsrt_value &value);
  mlir::Attribute readTensor(const tsrt_tensor *tensor);
  /// Packed weights and quantized tensors: the operator that makes them.
  llvm::Expected<mlir::Attribute> readMade(const tsrt_value &value);

  mlir::ModuleOp module;
  ObjectMaker &objects;
  /// Objects by their address, and those whose fields are not read yet.
  llvm::DenseMap<const void *, std::string> symbols;
  llvm::SmallVector<std::pair<std::string, const void *>> pending;
  /// Keys by where the elements begin.
  llvm::DenseMap<const void *, std::string> keys;
  /// What has tensors of its own.
  std::vector<HostValue> kept;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_OBJECTREADER_H
