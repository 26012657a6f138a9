//===- ArchiveObjects.h - The saved object of an archive -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the objects an archive holds; their tensors are the archive's bytes,
// not copies of them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_ARCHIVEOBJECTS_H
#define TORCHSCRIPT_LIB_DRIVER_ARCHIVEOBJECTS_H

#include "TorchScript/Driver/HostValues.h"

#include "llvm/ADT/StringMap.h"

namespace torchscript {

class TorchScriptArchive;

/// Makes runtime objects of `ts.object`s.
class ObjectMaker {
public:
  /// `archive` may be null: there are then no external tensors.
  ObjectMaker(mlir::ModuleOp module, HostTypes &types,
              TorchScriptArchive *archive)
      : module(module), types(types), archive(archive) {}

  /// The object a symbol names; the same one each time.
  llvm::Expected<const HostValue *> getObject(llvm::StringRef symbol);

  /// A new tensor on a storage of the archive; offset, sizes and strides in
  /// elements.
  llvm::Expected<HostValue> loadTensor(llvm::StringRef storage, int32_t dtype,
                                       llvm::ArrayRef<int64_t> sizes,
                                       llvm::ArrayRef<int64_t> strides,
                                       int64_t offset);

  /// The value an attribute of the IR stands for, as one of `type`.
  llvm::Expected<HostValue> makeAttribute(mlir::Attribute data,
                                          mlir::Type type);

private:
  llvm::Error storeAttribute(mlir::Attribute data, mlir::Type type,
                             void *place);

  mlir::ModuleOp module;
  HostTypes &types;
  TorchScriptArchive *archive;
  llvm::StringMap<HostValue> objects;
  /// Storages of the archive by key, kept mapped by the archive.
  llvm::StringMap<llvm::StringRef> storages;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_ARCHIVEOBJECTS_H
