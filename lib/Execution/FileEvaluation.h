//===- FileEvaluation.h - The evaluator for one file ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_FILEEVALUATION_H
#define TORCHSCRIPT_LIB_EXECUTION_FILEEVALUATION_H

#include "TorchScript/Execution/EvaluatedState.h"
#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/ScriptCompiler.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

namespace torchscript {

/// An evaluator with the runtime's tensors and a compiler for what the program
/// scripts.
class FileEvaluation {
public:
  /// Bounds, search path and streams are those of the request.
  explicit FileEvaluation(const EvaluationRequest &request);
  ~FileEvaluation();

  evaluate::Interpreter &getInterpreter() {
    return evaluator->getInterpreter();
  }
  /// Runs a file as the module `module`; what ends it early is the error.
  llvm::Error run(std::shared_ptr<SyntaxTree> tree, llvm::StringRef module);
  /// Calls `body` with the interpreter; what is raised becomes an error.
  llvm::Error
  attempt(llvm::function_ref<void(evaluate::Interpreter &)> body);

private:
  std::unique_ptr<evaluate::TensorOperators> tensors;
  std::unique_ptr<evaluate::ScriptCompiler> compiler;
  std::unique_ptr<evaluate::Evaluator> evaluator;
};

/// The tree of a file; the error has its diagnostics.
llvm::Expected<std::shared_ptr<SyntaxTree>>
parseForEvaluation(std::shared_ptr<const SourceFile> file);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_FILEEVALUATION_H
