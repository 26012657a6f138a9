//===- Decomposition.h - Modules that stand for operators -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a module says that its function is what an operator consists of.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_DECOMPOSITION_H
#define TORCHSCRIPT_DIALECT_TS_IR_DECOMPOSITION_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// Module attribute: full names of the operators that the function of the
/// module stands for.
inline constexpr llvm::StringLiteral kDecomposesAttr = "ts.decomposes";
/// Module attribute: the symbol of that function.
inline constexpr llvm::StringLiteral kDecompositionAttr = "ts.decomposition";
/// Module attribute: the location of the text that says so.
inline constexpr llvm::StringLiteral kDecoratorAttr = "ts.decorator";
/// Module attribute: the names of the texts that its locations are about, where
/// the texts themselves (`ts.sources`) are left out.
inline constexpr llvm::StringLiteral kSourceFilesAttr = "ts.source_files";
/// Name of the nested module that holds the decompositions of a user's texts.
inline constexpr llvm::StringLiteral kDecompositionModule = "decompositions";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_DECOMPOSITION_H
