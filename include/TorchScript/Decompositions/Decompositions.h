//===- Decompositions.h - The compiled part of the library ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators consist of, as lib/Library says it: TorchScript texts,
// compiled when the compiler is built.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DECOMPOSITIONS_DECOMPOSITIONS_H
#define TORCHSCRIPT_DECOMPOSITIONS_DECOMPOSITIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

namespace torchscript {

/// The decomposition of an operator.
struct EmbeddedDecomposition {
  /// Full name of the operator.
  llvm::StringRef op;
  /// The module with the function, in ssa form, as bytecode.
  llvm::StringRef bytecode;
  /// The operator has no kernel: it is the function and nothing else.
  bool isComposite;
};

/// The decomposition of an operator by its full name, or null. What it consists
/// of in an exported program has the name of the level in front:
/// `core/aten::linear`.
const EmbeddedDecomposition *findDecomposition(llvm::StringRef op);

/// The module of a decomposition (see Dialect/TS/IR/Decomposition.h), with the
/// texts that its locations name in `ts.sources`; null after a diagnostic.
mlir::OwningOpRef<mlir::ModuleOp>
loadDecomposition(const EmbeddedDecomposition &decomposition,
                  mlir::MLIRContext &context);

} // namespace torchscript

#endif // TORCHSCRIPT_DECOMPOSITIONS_DECOMPOSITIONS_H
