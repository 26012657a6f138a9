//===- DecompositionImporter.h - Operators as TorchScript text ------------===//
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
// arguments as the function has parameters. Functions are imported when they
// are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_DECOMPOSITIONIMPORTER_H
#define TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_DECOMPOSITIONIMPORTER_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>
#include <vector>

namespace torchscript {

class SourceImporter;

/// A function and the operators it stands for.
struct ImportedDecomposition {
  /// The function's name in its text.
  std::string function;
  /// Full names of the operators: `aten::add.Tensor`.
  std::vector<std::string> operators;
  /// The decorator.
  SourceRange range;
  SourceImporter *importer = nullptr;
};

/// The decompositions of several texts.
class DecompositionImporter {
public:
  explicit DecompositionImporter(mlir::MLIRContext &context);
  ~DecompositionImporter();

  /// Reads the decorators of a text; false after errors, which are in
  /// getDiagnostics().
  bool addText(llvm::StringRef fileName, llvm::StringRef text);

  /// All decompositions, in the order of the texts.
  const std::vector<ImportedDecomposition> &getDecompositions() const {
    return decompositions;
  }
  /// The last one of an operator by its full name, or null.
  const ImportedDecomposition *lookup(llvm::StringRef op) const;

  /// A module in source form with the function and what it calls, which says by
  /// `ts.decomposes` and `ts.decorator` (see Decomposition.h) what it is; null
  /// after errors.
  mlir::OwningOpRef<mlir::ModuleOp>
  import(const ImportedDecomposition &decomposition);

  /// What went wrong so far.
  DiagnosticSink &getDiagnostics() { return diagnostics; }

private:
  mlir::MLIRContext &context;
  DiagnosticSink diagnostics;
  std::vector<std::unique_ptr<SourceImporter>> importers;
  std::vector<ImportedDecomposition> decompositions;
  /// Positions in the former.
  llvm::StringMap<size_t> byOperator;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_DECOMPOSITIONIMPORTER_H
