//===- Evaluator.h - Running programs as Python would -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entrance of the room: runs the statements of a file, and everything
// reached from them, as Python would. It needs no Python, opens no files but
// modules on the import path and those it is allowed to, and knows no network.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_EVALUATOR_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_EVALUATOR_H

#include "TorchScript/Frontend/Evaluate/Value.h"
#include "TorchScript/Frontend/Syntax/Tree.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace torchscript::evaluate {

class Interpreter;
class TensorOperators;
class ScriptCompiler;

/// Bounds and surroundings of an evaluation.
struct EvaluatorOptions {
  /// Instructions, and values that built-in loops go through.
  uint64_t maxSteps = 10'000'000'000;
  /// Bytes of living objects, tensors not counted.
  size_t maxMemory = size_t(4) << 30;
  /// Nested calls.
  unsigned maxDepth = 1000;
  /// Directories of modules that the program imports.
  std::vector<std::string> importPath;
  /// Directories whose files the program may read and write.
  std::vector<std::string> allowedFiles;
  /// Where standard output and standard error go.
  std::function<void(llvm::StringRef)> write, writeError;
  /// What tensors are and do; null for programs without.
  TensorOperators *tensors = nullptr;
  /// What torch.jit.script does; null for programs without.
  ScriptCompiler *compiler = nullptr;
};

/// How a program ended.
struct EvaluationResult {
  /// The status of the process: 0, 1 for an exception that was not caught, or
  /// that of SystemExit.
  int status = 0;
  /// What Python writes to standard error; empty when the program ended well.
  std::string message;
};

/// Runs programs. Used by one thread at a time.
class Evaluator {
public:
  explicit Evaluator(EvaluatorOptions options);
  ~Evaluator();

  /// Runs a file as the module `__main__`, or as one of another name as if it
  /// were imported. Nothing is thrown, whatever the
  /// program does: exceptions of C++ end here.
  EvaluationResult run(std::shared_ptr<const SyntaxTree> tree,
                       llvm::StringRef name = "__main__");

  /// The interpreter, for those who look at what the program left.
  Interpreter &getInterpreter() { return *interpreter; }

private:
  EvaluatorOptions options;
  std::unique_ptr<Interpreter> interpreter;
};

/// Whether the statements of a file do something: more than imports,
/// definitions, assignments of constants and texts. `if __name__ ==
/// "__main__":` does something, and so does a file that defines no function and
/// no class: there is nothing else to do with it than to run it.
bool doesSomething(const SyntaxTree &tree);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_EVALUATOR_H
