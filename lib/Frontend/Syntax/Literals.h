//===- Literals.h - Values of literal tokens --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the text of number and string literals into values.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_SYNTAX_LITERALS_H
#define TORCHSCRIPT_LIB_FRONTEND_SYNTAX_LITERALS_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include <string>

namespace torchscript {

/// Reads an integer literal with its radix prefix and underscores. False when
/// the value is 2^64 or more.
bool parseIntegerText(llvm::StringRef text, uint64_t &value);

/// Reads a float literal with underscores, rounded to nearest; infinite when it
/// is too large.
double parseFloatText(llvm::StringRef text);

/// Appends the UTF-8 form of a code point; surrogates are encoded like others.
void appendUtf8(uint32_t codePoint, std::string &out);

/// Decodes the body of a string literal (the bytes of `range`, quotes not
/// included) and appends it to `out`. False after an error was reported.
bool decodeStringBody(SourceRange range, bool isRaw, bool isBytes,
                      std::string &out, DiagnosticSink &sink);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_SYNTAX_LITERALS_H
