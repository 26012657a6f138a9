//===- ArchiveData.h - The pickles of an archive ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `data.pkl` and `constants.pkl`: values of attributes as a pickle and the
// storages it refers to.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_ARCHIVEDATA_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_ARCHIVEDATA_H

#include "TorchScript/Archive/Pickler.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Target/TorchScript/ArchiveText.h"
#include "TorchScript/Dialect/TS/IR/MadeValues.h"
#include "TorchScript/Target/TorchScriptArchive/ExportArchive.h"

#include <deque>

namespace torchscript {

/// Writes the values of one pickle.
class ArchiveData {
public:
  ArchiveData(mlir::ModuleOp module, const ArchiveText &code,
              const ArchiveContents &contents)
      : module(module), code(code), contents(contents) {}

  /// A pickle of one object, or of a tuple of values; nothing after an error,
  /// which was reported.
  std::optional<std::string> pickleObject(mlir::ts::ObjectOp root);
  std::optional<std::string>
  pickleTuple(llvm::ArrayRef<mlir::Attribute> values);
  /// The records `0`, `1`, ... that the pickle refers to.
  llvm::ArrayRef<llvm::StringRef> getStorages() const { return storages; }

private:
  /// Deepest nesting of objects in each other.
  static constexpr unsigned maxDepth = 256;

  /// What the pickle calls a storage.
  struct Storage {
    std::string key;
    DType dtype;
    uint64_t numel;
  };

  void fail(const llvm::Twine &what);
  std::string spell(mlir::Type type);
  std::string lookup(llvm::StringRef symbol);
  void value(mlir::Attribute data);
  void list(mlir::ts::ListAttr data);
  void tensor(mlir::ts::TensorRefAttr data);
  void dense(mlir::DenseElementsAttr data);
  void object(llvm::StringRef symbol);
  /// What an operator makes: quantized tensors and packed weights
  /// (ArchiveExtensions.cpp).
  void made(const mlir::ts::MadeValue &data);
  void quantized(const mlir::ts::MadeValue &data);
  void linear(const mlir::ts::MadeValue &data);
  void convolution(const mlir::ts::MadeValue &data);
  void embedding(const mlir::ts::MadeValue &data);
  void cell(const mlir::ts::MadeValue &data);
  /// How the pickle calls the storage of a reference, read as `dtype`; nothing
  /// after an error.
  std::optional<Storage> getStorage(mlir::ts::TensorRefAttr data, DType dtype);
  Storage addStorage(llvm::StringRef bytes, DType dtype);

  mlir::ModuleOp module;
  const ArchiveText &code;
  const ArchiveContents &contents;
  Pickler pickle;
  /// Where errors belong.
  mlir::Operation *current = nullptr;
  bool valid = true;
  unsigned depth = 0;
  /// Objects without a name that have been written.
  unsigned numMade = 0;
  llvm::SmallVector<llvm::StringRef> storages;
  llvm::StringMap<Storage> known;
  /// Bytes of tensors that are in the IR.
  std::deque<std::string> owned;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_ARCHIVEDATA_H
