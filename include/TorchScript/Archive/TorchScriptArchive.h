//===- TorchScriptArchive.h - A torch.jit.save file -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything in a TorchScript archive, checked: code, constants, the data's
// object graph, memory of its tensors, user files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_TORCHSCRIPTARCHIVE_H
#define TORCHSCRIPT_ARCHIVE_TORCHSCRIPTARCHIVE_H

#include "TorchScript/Archive/DebugRanges.h"
#include "TorchScript/Archive/Value.h"
#include "TorchScript/Archive/Zip.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace torchscript {

/// One `code/....py` record.
struct ArchiveCode {
  /// What names in it begin with: `__torch__.torch.nn.modules.linear`.
  std::string path;
  /// The record without the root directory.
  std::string record;
  llvm::StringRef text;
};

/// One file the user put into the archive.
struct ArchiveExtraFile {
  std::string name;
  llvm::StringRef bytes;
};

/// An open archive, or the one TorchScript module in a `torch.package` file.
/// The file stays mapped while it lives; not safe for use from
/// several threads at once.
class TorchScriptArchive {
public:
  /// Lowest and highest format version that is read.
  static constexpr uint64_t minVersion = 1, maxVersion = 10;

  /// Opens and checks a file.
  static llvm::Expected<std::unique_ptr<TorchScriptArchive>>
  open(llvm::StringRef path, const ArchiveOptions &options = {});
  /// Opens and checks an archive in memory; the buffer's identifier names it.
  static llvm::Expected<std::unique_ptr<TorchScriptArchive>>
  open(std::unique_ptr<llvm::MemoryBuffer> buffer,
       const ArchiveOptions &options = {});
  ~TorchScriptArchive();

  /// The file's name as the user gave it.
  llvm::StringRef getPath() const { return buffer->getBufferIdentifier(); }
  /// The directory all records are in.
  llvm::StringRef getRootName() const { return rootName; }
  /// The format version, which also is the version of its operators.
  uint64_t getVersion() const { return version; }
  /// The object that was saved.
  const ArchiveObject &getRoot() const { return *root; }
  /// The table behind `CONSTANTS.c0`, `CONSTANTS.c1`, ...
  llvm::ArrayRef<const ArchiveValue *> getConstants() const;
  /// All files of code, by path.
  llvm::ArrayRef<ArchiveCode> getCode() const { return code; }
  /// The file of code of that dotted path, or null.
  const ArchiveCode *findCode(llvm::StringRef path) const;
  /// The table of original places of a file of code of this archive; null when
  /// the archive has none or a damaged one, which becomes a warning.
  const DebugRanges *getDebugRanges(const ArchiveCode &file);
  /// The user's files.
  llvm::ArrayRef<ArchiveExtraFile> getExtraFiles() const { return extraFiles; }
  /// What was tolerated, in order.
  llvm::ArrayRef<std::string> getWarnings() const { return warnings; }

  /// The record of that name, without the root directory; fails when there is
  /// none.
  llvm::Expected<llvm::StringRef> readRecord(llvm::StringRef name);
  /// The memory of a storage: at least numel elements, little endian. A slice
  /// of the mapped file when the record is stored.
  llvm::Expected<llvm::StringRef> readStorage(const ArchiveStorage &storage);
  /// The memory of a record for tensors to live in: 16-byte aligned, the same
  /// at each call. It may be written: the file itself stays as it is, but the
  /// archive's other functions then see what was written. A copy is only made
  /// of records that are not aligned in the file.
  llvm::Expected<llvm::MutableArrayRef<char>>
  getTensorMemory(llvm::StringRef record);
  /// The elements of a strided tensor in C order, little endian; conjugated
  /// and negated as it says. Quantized tensors: their integers.
  llvm::Expected<std::vector<char>> readTensor(const ArchiveTensor &tensor);

private:
  TorchScriptArchive(std::unique_ptr<llvm::MemoryBuffer> buffer,
                     const ArchiveOptions &options);
  llvm::Error load();
  llvm::Error findRoot();
  llvm::Error findPackagedModule();
  llvm::Error readVersion();
  llvm::Error readCode();
  llvm::Expected<const ArchiveValue *> readPickleRecord(llvm::StringRef name,
                                                        llvm::StringRef prefix,
                                                        ArchiveGraph &graph);
  llvm::Error failure(llvm::StringRef record, const llvm::Twine &message) const;
  const ZipRecord *findRecord(llvm::StringRef name) const;

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  ArchiveOptions options;
  std::unique_ptr<ZipReader> zip;
  std::string rootName;
  /// Where code, pickles and the storages of the data are below the root.
  std::string codeDirectory = "code/", pickleDirectory,
              storageDirectory = "data/", constantDirectory = "constants/";
  uint64_t version = 0;
  ArchiveGraph dataGraph, constantsGraph;
  const ArchiveObject *root = nullptr;
  const ArchiveTuple *constants = nullptr;
  std::vector<ArchiveCode> code;
  std::vector<ArchiveExtraFile> extraFiles;
  std::vector<std::string> warnings;
  /// Copies of records that are not aligned.
  llvm::StringMap<std::unique_ptr<std::max_align_t[]>> alignedCopies;

  /// A table that was read, with the graph its strings come from.
  struct LoadedRanges;
  llvm::StringMap<std::unique_ptr<LoadedRanges>> debugRanges;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_TORCHSCRIPTARCHIVE_H
