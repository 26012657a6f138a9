//===- EvaluatedState.h - Instances that a file makes -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a source text as Python would and takes the instances it leaves, for
// tools that compile them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_EVALUATEDSTATE_H
#define TORCHSCRIPT_EXECUTION_EVALUATEDSTATE_H

#include "TorchScript/Frontend/Modules/Instance.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

struct EvaluationRequest {
  std::string path;
  /// Further directories of modules that it imports; its own comes first.
  std::vector<std::string> importPath;
  /// An expression of the file's names that makes the instance; empty to take
  /// those that the file makes.
  std::string instantiate;
  /// Recorded instances (a JSON list, `instances` of docs/run.md) to make by
  /// their constructors instead; empty for none.
  std::string recorded;
  /// A file of weights for the instance (`.pth`, `.safetensors`); empty for
  /// none.
  std::string stateDict;
  /// What `torch.manual_seed` is given before the file runs.
  std::optional<int64_t> seed;
  uint64_t maxSteps = 10'000'000'000;
  size_t maxMemory = size_t(4) << 30;
  unsigned maxDepth = 1000;
  /// Where its standard output and standard error go.
  std::function<void(llvm::StringRef)> write, writeError;
};

/// Runs the file. The instances are, in this order: those of `recorded`, or
/// that of `instantiate`;
/// variables at its top level that are scripted functions and modules; those
/// that are modules; one of the last class of modules whose constructor needs
/// no arguments, which `note` says then. The error is what the program raised,
/// or says that there is no instance and how to make one.
llvm::Expected<std::unique_ptr<InstanceState>>
evaluateState(const EvaluationRequest &request, std::string &note);

/// Whether statements at the top level of a text script or trace something.
bool scriptsAtTopLevel(llvm::StringRef text);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_EVALUATEDSTATE_H
