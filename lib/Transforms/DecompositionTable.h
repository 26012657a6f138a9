//===- DecompositionTable.h - Operators as TorchScript text -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operators are functions of others, as texts say it:
//
//   @register_decomposition(torch.ops.aten.addcmul.default)
//   def addcmul(self: Tensor, tensor1: Tensor, tensor2: Tensor,
//               value: Union[int, float, complex]) -> Tensor:
//       return self + value * tensor1 * tensor2
//
// A packet (`torch.ops.aten.lerp`) stands for its overloads with as many
// arguments as the function has parameters. Functions are compiled when they
// are first asked for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_DECOMPOSITIONTABLE_H
#define TORCHSCRIPT_LIB_TRANSFORMS_DECOMPOSITIONTABLE_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

#include <memory>

namespace torchscript {
class SourceImporter;
} // namespace torchscript

namespace mlir::ts {

/// One operator's decomposition.
struct Decomposition {
  /// The function's name and text.
  std::string function;
  torchscript::SourceImporter *importer = nullptr;
  /// Where the text says what it decomposes.
  torchscript::SourceRange range;
  /// From a text the user gave, not from the library.
  bool isUsers = false;
  /// Of an operator that has no kernel: it is these functions and nothing else.
  bool isComposite = false;

  /// The function in ssa form with everything it calls inlined: one block.
  /// Null before DecompositionTable::compile().
  func::FuncOp body;
  OwningOpRef<ModuleOp> module;
};

/// The decompositions of several texts; later texts win.
class DecompositionTable {
public:
  explicit DecompositionTable(MLIRContext &context);
  ~DecompositionTable();

  /// Adds the library's decompositions of operators that have kernels, too, for
  /// operators nothing was added for.
  void addLibrary();
  /// The same for the composite operators.
  void addComposites();
  /// Is this operator a composite one, which only the library's text defines?
  static bool isComposite(llvm::StringRef op);
  /// Adds a user's text; false after errors, which are in getDiagnostics().
  bool addText(llvm::StringRef fileName, llvm::StringRef text);

  /// The decomposition of an operator by its full name, or null.
  Decomposition *lookup(llvm::StringRef op);
  /// Compiles the function unless done; false after errors.
  bool compile(Decomposition &decomposition);

  /// What went wrong so far.
  torchscript::DiagnosticSink &getDiagnostics() { return diagnostics; }

private:
  enum class Origin { Users, Library, Composites };
  bool add(llvm::StringRef fileName, llvm::StringRef text, Origin origin);
  /// Adds the library's texts whose module's name begins so.
  void addTexts(llvm::StringRef prefix, Origin origin);

  MLIRContext &context;
  torchscript::DiagnosticSink diagnostics;
  std::vector<std::unique_ptr<torchscript::SourceImporter>> importers;
  llvm::StringMap<std::unique_ptr<Decomposition>> decompositions;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_DECOMPOSITIONTABLE_H
