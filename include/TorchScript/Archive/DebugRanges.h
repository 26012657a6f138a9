//===- DebugRanges.h - Where archived code came from ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `.debug_pkl` table of a file of code: bytes of the archive's text to
// lines of the Python file the author wrote.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_DEBUGRANGES_H
#define TORCHSCRIPT_ARCHIVE_DEBUGRANGES_H

#include "TorchScript/Archive/ArchiveError.h"
#include "TorchScript/Archive/Value.h"

#include <optional>

namespace torchscript {

/// A range of the author's source. Lines and columns count from 1; the end is
/// exclusive.
struct OriginalRange {
  llvm::StringRef file;
  unsigned line = 0, column = 0;
  unsigned endLine = 0, endColumn = 0;
  /// The text of `line`, without its line end; empty for traced operations,
  /// of which only the line is known.
  llvm::StringRef lineText;
};

/// The table of one file of code.
class DebugRanges {
public:
  /// Reads the table from its pickle. Strings point into the pickle.
  static llvm::Expected<DebugRanges> create(const ArchiveValue &pickle,
                                            const ArchivePlace &place);

  /// Where the code at a byte of the archive's text came from, when known.
  std::optional<OriginalRange> lookup(uint64_t offset) const;
  /// Number of entries.
  size_t size() const { return entries.size(); }

private:
  /// A piece of the author's source.
  struct Source {
    /// Its lines with their line ends, and where each starts.
    std::vector<llvm::StringRef> lines;
    std::vector<uint64_t> starts;
    llvm::StringRef file;
    /// Number of its first line in the file.
    uint64_t firstLine = 0;
  };
  struct Entry {
    uint64_t offset, start, end;
    uint32_t source;
  };

  friend class DebugRangesReader;
  std::vector<Source> sources;
  std::vector<Entry> entries;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_DEBUGRANGES_H
