//===- SizeExpressions.h - Expressions of symbols ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EXPORTEDPROGRAM_SIZEEXPRESSIONS_H
#define TORCHSCRIPT_LIB_FRONTEND_EXPORTEDPROGRAM_SIZEEXPRESSIONS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace torchscript {

/// Reads expressions of sizes in both spellings of `.pt2` files: infix
/// (`2*s0 + 1`) and the `repr` of a tree (`Add(Mul(Integer(2), Symbol('s0')),
/// Integer(1))`). Symbols are numbered as they come.
class SizeExpressions {
public:
  explicit SizeExpressions(mlir::MLIRContext *context) : context(context) {}

  /// The expression; null when it is not affine or cannot be read.
  mlir::AffineExpr parse(llvm::StringRef text);
  /// The names of the symbols, in the order of their numbers.
  const std::vector<std::string> &getSymbols() const { return symbols; }

private:
  mlir::AffineExpr parseSum();
  mlir::AffineExpr parseProduct();
  mlir::AffineExpr parseFactor();
  mlir::AffineExpr parseCall(llvm::StringRef name);
  mlir::AffineExpr getSymbol(llvm::StringRef name);
  bool consume(llvm::StringRef token);

  mlir::MLIRContext *context;
  llvm::StringRef rest;
  unsigned depth = 0;
  std::vector<std::string> symbols;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_EXPORTEDPROGRAM_SIZEEXPRESSIONS_H
