//===- PrintLiterals.cpp - Literals as source text ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes strings and floats as literals that read back to the same value.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstdlib>

using namespace torchscript;

void torchscript::printStringLiteral(llvm::StringRef value,
                                     llvm::raw_ostream &os) {
  os << '"';
  for (size_t i = 0; i < value.size(); ++i) {
    auto c = static_cast<unsigned char>(value[i]);
    switch (c) {
    case '"':
      os << "\\\"";
      continue;
    case '\\':
      os << "\\\\";
      continue;
    case '\n':
      os << "\\n";
      continue;
    case '\t':
      os << "\\t";
      continue;
    case '\r':
      os << "\\r";
      continue;
    default:
      break;
    }
    if (c >= 0x20 && c < 0x7F) {
      os << static_cast<char>(c);
    } else if (c < 0x80) {
      os << llvm::format("\\x%02x", c);
    } else {
      const auto *begin =
          reinterpret_cast<const llvm::UTF8 *>(value.data() + i);
      size_t size = llvm::getNumBytesForUTF8(c);
      size = std::min(size, value.size() - i);
      if (llvm::isLegalUTF8Sequence(begin, begin + size)) {
        os << value.substr(i, size);
      } else if (size == 3 && c == 0xED) {
        // A surrogate: not legal UTF-8, but what `\ud800` decodes to.
        unsigned code =
            ((c & 0xFu) << 12) | ((begin[1] & 0x3Fu) << 6) | (begin[2] & 0x3Fu);
        os << llvm::format("\\u%04x", code);
      } else {
        os << llvm::format("\\x%02x", c);
        size = 1;
      }
      i += size - 1;
    }
  }
  os << '"';
}

void torchscript::printFloatLiteral(double value, llvm::raw_ostream &os) {
  if (std::isinf(value)) {
    os << (value < 0 ? "-1e999" : "1e999");
    return;
  }
  llvm::SmallString<32> text;
  for (int digits = 15; digits <= 17; ++digits) {
    text.clear();
    llvm::raw_svector_ostream out(text);
    out << llvm::format("%.*g", digits, value);
    if (std::strtod(text.c_str(), nullptr) == value)
      break;
  }
  os << text;
  if (text.str().find_first_of(".en") == llvm::StringRef::npos)
    os << ".0";
}
