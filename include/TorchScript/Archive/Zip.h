//===- Zip.h - Zip archives in memory ---------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads zip archives out of (mapped) memory and writes them to files. Both use
// minizip; the reader hands out stored records as slices without a copy.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_ZIP_H
#define TORCHSCRIPT_ARCHIVE_ZIP_H

#include "TorchScript/Archive/ArchiveError.h"
#include "TorchScript/Archive/Limits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>
#include <string>
#include <vector>

namespace torchscript {

/// One entry of a zip archive's central directory.
struct ZipRecord {
  /// Full name, with the root directory.
  std::string name;
  /// Bytes in the file.
  uint64_t compressedSize = 0;
  /// Bytes after inflation, as the directory claims.
  uint64_t size = 0;
  /// CRC-32 as the directory claims; 0 when the writer did not compute it.
  uint32_t crc = 0;
  /// True when deflated; otherwise stored.
  bool deflated = false;
  /// Where the entry stands in the directory.
  uint64_t directoryPosition = 0;
};

/// A zip archive in memory. Not safe for use from several threads at once.
class ZipReader {
public:
  /// Reads the directory. `buffer` must outlive the reader and all slices;
  /// its identifier names the file in errors. With `checkCrc` each record is
  /// checked when it is first read, unless its recorded CRC is 0.
  static llvm::Expected<std::unique_ptr<ZipReader>>
  open(llvm::MemoryBufferRef buffer, const ArchiveLimits &limits = {},
       bool checkCrc = true);
  ~ZipReader();
  ZipReader(const ZipReader &) = delete;
  ZipReader &operator=(const ZipReader &) = delete;

  /// All records except directories, in directory order. Names are unique.
  llvm::ArrayRef<ZipRecord> getRecords() const { return records; }
  /// The name of the first entry of the directory, be it a directory or not.
  llvm::StringRef getFirstName() const { return firstName; }
  /// The record of that full name, or null.
  const ZipRecord *find(llvm::StringRef name) const;
  /// The contents of a record of this reader: a slice of the buffer, or of a
  /// copy that the reader keeps when the record is deflated. Fails when the
  /// record has more than `maxSize` bytes, is damaged or breaks a limit.
  llvm::Expected<llvm::StringRef> read(const ZipRecord &record,
                                       uint64_t maxSize = ~uint64_t(0));

private:
  struct Handle;
  ZipReader(llvm::MemoryBufferRef buffer, const ArchiveLimits &limits,
            bool checkCrc);
  llvm::Error readDirectory();
  llvm::Error failure(const ZipRecord &record, const llvm::Twine &message,
                      std::optional<uint64_t> offset = std::nullopt) const;
  llvm::Expected<llvm::StringRef> readStored(const ZipRecord &record);
  llvm::Expected<llvm::StringRef> readDeflated(const ZipRecord &record);
  llvm::Error goTo(const ZipRecord &record);

  llvm::MemoryBufferRef buffer;
  ArchiveLimits limits;
  bool checkCrc;
  std::unique_ptr<Handle> handle;
  std::string firstName;
  std::vector<ZipRecord> records;
  llvm::StringMap<size_t> byName;
  /// What was read so far, by index of the record.
  std::vector<std::optional<llvm::StringRef>> contents;
  std::vector<std::unique_ptr<char[]>> inflated;
  uint64_t totalInflated = 0;
};

/// Writes a zip archive under a temporary name and renames it at the end.
class ZipWriter {
public:
  /// Starts an archive that will be called `path`.
  static llvm::Expected<std::unique_ptr<ZipWriter>>
  create(llvm::StringRef path);
  /// Starts an archive that takeBytes() gives when it is complete.
  static llvm::Expected<std::unique_ptr<ZipWriter>> createInMemory();
  /// Removes the temporary file when `finish` was not reached.
  ~ZipWriter();
  ZipWriter(const ZipWriter &) = delete;
  ZipWriter &operator=(const ZipWriter &) = delete;

  /// How one record is written.
  struct RecordOptions {
    /// Deflate the record instead of storing it.
    bool deflate = false;
    /// The payload starts on a multiple of this many bytes (a power of two);
    /// 1 for no alignment.
    unsigned alignment = 1;
  };
  /// Adds a record.
  llvm::Error add(llvm::StringRef name, llvm::StringRef bytes,
                  RecordOptions options);
  /// Adds a stored record without alignment.
  llvm::Error add(llvm::StringRef name, llvm::StringRef bytes) {
    return add(name, bytes, RecordOptions());
  }
  /// Completes the archive and gives it its name.
  llvm::Error finish();
  /// The bytes of a complete archive of createInMemory().
  std::string takeBytes() { return std::move(bytes); }

private:
  struct Handle;
  /// Lets minizip write to a stream, which this owns from now on; null for one
  /// that could not be opened.
  llvm::Error start(void *stream);
  llvm::Error finishInMemory();
  explicit ZipWriter(std::string path);

  std::string path, temporaryPath, bytes;
  bool isInMemory = false;
  std::unique_ptr<Handle> handle;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_ZIP_H
