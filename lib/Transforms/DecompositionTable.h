//===- DecompositionTable.h - What operators consist of ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that operators are: those of users, which are in the module
// (ts-add-decompositions), and the library's, which are loaded when they are
// first asked for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_DECOMPOSITIONTABLE_H
#define TORCHSCRIPT_LIB_TRANSFORMS_DECOMPOSITIONTABLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {

/// One operator's decomposition.
struct Decomposition {
  /// The function in ssa form with everything it calls inlined: one block.
  func::FuncOp body;
  /// From a text the user gave, not from the library.
  bool isUsers = false;
  /// Of an operator that has no kernel: it is this function and nothing else.
  bool isComposite = false;
  /// The module of a function of the library.
  OwningOpRef<ModuleOp> module;

  /// The module of the function.
  ModuleOp getModule() { return body->getParentOfType<ModuleOp>(); }
  /// The name of the function in its text.
  StringRef getFunctionName();
  /// Where the text says what it decomposes.
  Location getDecorator();
};

/// The decompositions that a run of ts-decompose knows.
class DecompositionTable {
public:
  explicit DecompositionTable(MLIRContext &context) : context(context) {}

  /// Finds those that the nested module `@decompositions` of a module holds, if
  /// any; forgets those of other modules. Null has none.
  void setUsers(ModuleOp module);
  /// The user's decomposition of an operator by its full name, or null.
  Decomposition *lookupUsers(llvm::StringRef op);
  /// The library's; null when it has none.
  Decomposition *lookupLibrary(llvm::StringRef op);
  /// Is this operator a composite one, which only the library's text defines?
  static bool isComposite(llvm::StringRef op);

private:
  MLIRContext &context;
  llvm::StringMap<std::unique_ptr<Decomposition>> users, library;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_DECOMPOSITIONTABLE_H
