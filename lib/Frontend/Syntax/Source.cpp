//===- Source.cpp - Source text and ranges in it --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line table of a source file.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/Source.h"

#include <algorithm>

using namespace torchscript;

SourceFile::SourceFile(std::string name, std::string text)
    : name(std::move(name)), text(std::move(text)) {
  lineStarts.push_back(0);
  llvm::StringRef t = this->text;
  for (size_t i = 0, e = t.size(); i != e; ++i) {
    bool crlf = t[i] == '\r' && i + 1 != e && t[i + 1] == '\n';
    if (t[i] == '\n' || (t[i] == '\r' && !crlf))
      lineStarts.push_back(static_cast<uint32_t>(i + 1));
  }
}

LineColumn SourceFile::getLineColumn(uint32_t offset) const {
  offset = std::min(offset, size());
  auto it = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  unsigned line = static_cast<unsigned>(it - lineStarts.begin());
  return {line, offset - lineStarts[line - 1] + 1};
}

uint32_t SourceFile::getLineStart(unsigned line) const {
  if (line == 0)
    return 0;
  return line <= lineStarts.size() ? lineStarts[line - 1] : size();
}

llvm::StringRef SourceFile::getLine(unsigned line) const {
  if (line == 0 || line > lineStarts.size())
    return {};
  llvm::StringRef t = text;
  t = t.slice(getLineStart(line), getLineStart(line + 1));
  return t.rtrim("\r\n");
}

llvm::StringRef SourceRange::getText() const {
  return file ? file->getText().slice(begin, end) : llvm::StringRef();
}

LineColumn SourceRange::getBegin() const {
  return file ? file->getLineColumn(begin) : LineColumn();
}

LineColumn SourceRange::getEnd() const {
  return file ? file->getLineColumn(end) : LineColumn();
}

SourceRange SourceRange::merge(const SourceRange &other) const {
  if (!isValid())
    return other;
  if (!other.isValid() || other.file != file)
    return *this;
  return {file, std::min(begin, other.begin), std::max(end, other.end)};
}
