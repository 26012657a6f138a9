//===- TreePrinter.h - Printing syntax trees --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two printers of syntax trees: a dump for tests, and source text.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_TREEPRINTER_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_TREEPRINTER_H

#include "TorchScript/Frontend/Syntax/Tree.h"

#include "llvm/Support/raw_ostream.h"

namespace torchscript {

/// What a dump shows.
struct DumpOptions {
  /// Append `@line:column-line:column` to every node.
  bool ranges = false;
};

/// Prints an expression as an S-expression: `(+ a (call f 1 (= k "s")))`.
/// Names, numbers and constants stand for themselves; other bytes of strings
/// are written as `\\` and two hexadecimal digits. Absent parts are `()`.
void dumpExpr(const Expr *expr, llvm::raw_ostream &os,
              const DumpOptions &options = {});

/// Prints statements as S-expressions, one per line, nested blocks indented.
void dumpTree(Block block, llvm::raw_ostream &os,
              const DumpOptions &options = {});

/// Prints an expression as source text, with as few parentheses as the grammar
/// allows.
void printPython(const Expr *expr, llvm::raw_ostream &os);

/// Prints statements as source text, indented by four per level. Reparsing
/// gives the same tree but for ranges and type comments. A `match` statement,
/// whose cases the tree does not hold, is printed from its source.
void printPython(Block block, llvm::raw_ostream &os, unsigned indent = 0);

/// Writes a string literal in double quotes: printable ASCII as it is, other
/// bytes escaped. In a `str`, UTF-8 sequences are kept.
void printStringLiteral(llvm::StringRef value, llvm::raw_ostream &os);

/// Writes a float so that it reads back to the same value, always with a point
/// or an exponent: `1.0`, `1e+20`; infinities as `1e999`.
void printFloatLiteral(double value, llvm::raw_ostream &os);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_TREEPRINTER_H
