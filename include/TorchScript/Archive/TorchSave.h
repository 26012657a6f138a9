//===- TorchSave.h - What torch.save writes ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zip files with one pickle and its storages: state dicts (`.pth`) and the
// records of exported programs that hold tensors. Nothing of a file is run:
// the pickle may only make containers, numbers, strings and tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_TORCHSAVE_H
#define TORCHSCRIPT_ARCHIVE_TORCHSAVE_H

#include "TorchScript/Archive/Limits.h"
#include "TorchScript/Archive/Value.h"
#include "TorchScript/Archive/Zip.h"

namespace torchscript {

/// A value that torch.save of PyTorch 1.6 or newer wrote.
class TorchSaveFile {
public:
  /// Reads the pickle. `buffer` must outlive the file; its identifier names it
  /// in errors.
  static llvm::Expected<std::unique_ptr<TorchSaveFile>>
  open(llvm::MemoryBufferRef buffer, const ArchiveOptions &options = {});

  /// What was saved.
  const ArchiveValue &getValue() const { return *value; }

  /// The bytes of a storage's record, `ArchiveStorage::recordName`.
  llvm::Expected<llvm::StringRef> readRecord(llvm::StringRef name);
  /// The bytes of a tensor's storage, which hold all its elements. Fails for
  /// tensors whose elements are not plain memory. `name` is for errors.
  llvm::Expected<llvm::StringRef> readStorage(const ArchiveTensor &tensor,
                                              llvm::StringRef name);

private:
  explicit TorchSaveFile(llvm::MemoryBufferRef buffer) : buffer(buffer) {}

  llvm::MemoryBufferRef buffer;
  std::unique_ptr<ZipReader> zip;
  /// The directory of all records, with its slash.
  std::string root;
  ArchiveGraph graph;
  const ArchiveValue *value = nullptr;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_TORCHSAVE_H
