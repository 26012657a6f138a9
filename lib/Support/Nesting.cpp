//===- Nesting.cpp - How deeply a text is nested ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts brackets.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Support/Nesting.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace torchscript;

/// The place of the last character of the string that begins at `begin`: its
/// quote, or the end of its line, as a string of MLIR has no more.
static size_t skipString(llvm::StringRef text, size_t begin) {
  size_t i = begin + 1;
  while (i < text.size() && text[i] != '"' && text[i] != '\n')
    i += text[i] == '\\' ? 2 : 1;
  return std::min(i, text.size());
}

static llvm::Error fail(llvm::MemoryBufferRef buffer, size_t place) {
  llvm::StringRef before = buffer.getBuffer().take_front(place);
  size_t line = before.count('\n') + 1;
  size_t column = place - (before.rfind('\n') + 1) + 1;
  return llvm::createStringError(
      buffer.getBufferIdentifier() + ":" + llvm::Twine(line) + ":" +
      llvm::Twine(column) + ": nested too deeply: at most " +
      llvm::Twine(kMaxNesting) + " brackets may be open");
}

llvm::Error torchscript::checkNesting(llvm::MemoryBufferRef buffer) {
  llvm::StringRef text = buffer.getBuffer();
  if (text.starts_with("ML\xefR"))
    return llvm::Error::success();
  // Angles are counted for themselves: a comparison opens or closes none.
  unsigned depth = 0, angles = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char next = i + 1 < text.size() ? text[i + 1] : 0;
    switch (text[i]) {
    case '"':
      i = skipString(text, i);
      break;
    case '/':
      if (next == '/')
        i = std::min(text.find('\n', i), text.size());
      break;
    case '(':
    case '[':
    case '{':
      if (++depth > kMaxNesting)
        return fail(buffer, i);
      break;
    case ')':
    case ']':
    case '}':
      depth -= depth != 0;
      break;
    case '<':
      if (next != '=' && ++angles > kMaxNesting)
        return fail(buffer, i);
      break;
    case '>':
      if (next != '=' && (i == 0 || text[i - 1] != '-'))
        angles -= angles != 0;
      break;
    case '\n':
      // A name in quotes or a `<` of an affine constraint leaves none open.
      if (depth == 0)
        angles = 0;
      break;
    default:
      break;
    }
  }
  return llvm::Error::success();
}
