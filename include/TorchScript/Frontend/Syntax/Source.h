//===- Source.h - Source text and ranges in it ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A named source text with its line table, and byte ranges that point into it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_SOURCE_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_SOURCE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torchscript {

/// A place in a source text: line and column count from 1, columns in bytes.
struct LineColumn {
  unsigned line = 1;
  unsigned column = 1;
};

/// An immutable source text. Bytes are kept as they were read (UTF-8); lines
/// end at "\n", "\r\n" or a lone "\r", as in Python.
class SourceFile {
public:
  /// Takes over `text`; `name` is what diagnostics print.
  SourceFile(std::string name, std::string text);
  SourceFile(const SourceFile &) = delete;
  SourceFile &operator=(const SourceFile &) = delete;

  /// The name diagnostics print.
  llvm::StringRef getName() const { return name; }
  /// The whole text.
  llvm::StringRef getText() const { return text; }
  /// Number of bytes of the text.
  uint32_t size() const { return static_cast<uint32_t>(text.size()); }

  /// Line and column of a byte offset; offsets past the end count as the end.
  LineColumn getLineColumn(uint32_t offset) const;
  /// Number of lines; an empty text has one.
  unsigned getNumLines() const { return lineStarts.size(); }
  /// Byte offset at which a line (from 1) starts; past the last, the end.
  uint32_t getLineStart(unsigned line) const;
  /// Text of a line (from 1) without its line end; empty when out of range.
  llvm::StringRef getLine(unsigned line) const;

private:
  std::string name;
  std::string text;
  std::vector<uint32_t> lineStarts;
};

/// The bytes [begin, end) of a source file. A default-made range is "nowhere".
struct SourceRange {
  const SourceFile *file = nullptr;
  uint32_t begin = 0;
  uint32_t end = 0;

  SourceRange() = default;
  SourceRange(const SourceFile *file, uint32_t begin, uint32_t end)
      : file(file), begin(begin), end(end) {}

  /// True when the range points into a file.
  bool isValid() const { return file != nullptr; }
  explicit operator bool() const { return isValid(); }
  /// Number of bytes.
  uint32_t size() const { return end - begin; }
  /// The bytes themselves; empty for "nowhere".
  llvm::StringRef getText() const;
  /// Line and column of the first byte.
  LineColumn getBegin() const;
  /// Line and column just behind the last byte.
  LineColumn getEnd() const;
  /// The smallest range that covers both; "nowhere" is neutral.
  SourceRange merge(const SourceRange &other) const;

  bool operator==(const SourceRange &other) const {
    return file == other.file && begin == other.begin && end == other.end;
  }
  bool operator!=(const SourceRange &other) const { return !(*this == other); }
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_SOURCE_H
