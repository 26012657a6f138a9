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
                   llvm::cl::value_desc("DIR"), llvm::cl::cat(category)) {}

  /// The directories to search.
  std::vector<std::string> getImportPath() const {
    return {importPath.begin(), importPath.end()};
  }

  llvm::cl::opt<std::string> state;
  llvm::cl::list<std::string> importPath;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_SOURCEOPTIONS_H
