//===- SourceOptions.h - Options of tools that read programs ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a source text needs besides itself.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_SOURCEOPTIONS_H
#define TORCHSCRIPT_LIB_DRIVER_SOURCEOPTIONS_H

#include "TorchScript/Execution/EvaluatedState.h"

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace torchscript {

/// `--state` and `--import-path`.
struct SourceOptions {
  explicit SourceOptions(llvm::cl::OptionCategory &category)
      : state("state",
              llvm::cl::desc("Take the module instances of a source text from "
                             "this file"),
              llvm::cl::value_desc("FILE.json"), llvm::cl::cat(category)),
        importPath("import-path", llvm::cl::CommaSeparated,
                   llvm::cl::desc("Further directories of the modules that a "
                                  "source text imports (first: its own)"),
                   llvm::cl::value_desc("DIR"), llvm::cl::cat(category)),
        instantiate("instantiate",
                    llvm::cl::desc("Run a source text and take the module that "
                                   "this expression makes: 'Net(10)'"),
                    llvm::cl::value_desc("EXPR"), llvm::cl::cat(category)),
        stateDict("state-dict",
                  llvm::cl::desc("Load the weights of the modules of a source "
                                 "text from this file"),
                  llvm::cl::value_desc("FILE.pth|FILE.safetensors"),
                  llvm::cl::cat(category)),
        seed("seed",
             llvm::cl::desc("Run a source text after torch.manual_seed(N)"),
             llvm::cl::value_desc("N"), llvm::cl::cat(category)) {}

  /// Whether the instances of the file are asked for by these options.
  bool wantsEvaluation() const {
    return !instantiate.empty() || !stateDict.empty() ||
           seed.getNumOccurrences();
  }
  /// What is wrong with the options together, or for this file, or nothing.
  std::string findContradiction(llvm::StringRef path) const;
  /// Runs a file for the instances that it makes, and says on standard error
  /// which were chosen. Its output goes there, too, when `isQuiet`, else to
  /// standard output. Null when there are none and no option asked for them,
  /// for a file that has other things to compile (`hasMore`).
  llvm::Expected<std::unique_ptr<InstanceState>>
  takeInstances(llvm::StringRef path, bool isQuiet, bool hasMore) const;

  /// Runs a file and makes recorded instances (EvaluationRequest::recorded);
  /// its standard output goes to standard error.
  llvm::Expected<std::unique_ptr<InstanceState>>
  makeRecorded(llvm::StringRef path, const std::string &recorded) const;

  /// The directories to search.
  std::vector<std::string> getImportPath() const {
    return {importPath.begin(), importPath.end()};
  }

  llvm::cl::opt<std::string> state;
  llvm::cl::list<std::string> importPath;
  llvm::cl::opt<std::string> instantiate;
  llvm::cl::opt<std::string> stateDict;
  llvm::cl::opt<int64_t> seed;

private:
  /// What both ways of running a file have in common.
  EvaluationRequest makeRequest(llvm::StringRef path, FILE *output) const;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_SOURCEOPTIONS_H
