//===- RunProgram.h - Running a file as Python would ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ts-run does with a source text that is a program.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_RUNPROGRAM_H
#define TORCHSCRIPT_LIB_DRIVER_RUNPROGRAM_H

#include "TorchScript/Execution/Session.h"

#include "llvm/Support/CommandLine.h"

#include <optional>
#include <string>
#include <vector>

namespace torchscript {

/// `--max-steps`, `--max-memory`, `--max-depth` and `--allow-files`.
struct LimitOptions {
  explicit LimitOptions(llvm::cl::OptionCategory &category)
      : steps("max-steps", llvm::cl::init(10'000'000'000),
              llvm::cl::desc("Stop a program that runs as a whole after so "
                             "many steps (default 10^10; 0: never)"),
              llvm::cl::value_desc("N"), llvm::cl::cat(category)),
        memory("max-memory", llvm::cl::init(4096),
               llvm::cl::desc("Memory of its objects but tensors in MiB "
                              "(default 4096)"),
               llvm::cl::value_desc("MIB"), llvm::cl::cat(category)),
        depth("max-depth", llvm::cl::init(1000),
              llvm::cl::desc("Its deepest nesting of calls, at most 5000 "
                             "(default 1000)"),
              llvm::cl::value_desc("N"), llvm::cl::cat(category)),
        allowedFiles("allow-files", llvm::cl::CommaSeparated,
                     llvm::cl::desc("Let it read and write the files below "
                                    "these directories (default: none)"),
                     llvm::cl::value_desc("DIR"), llvm::cl::cat(category)) {}

  llvm::cl::opt<uint64_t> steps;
  llvm::cl::opt<unsigned> memory;
  llvm::cl::opt<unsigned> depth;
  llvm::cl::list<std::string> allowedFiles;
};

/// Runs a file as the module `__main__` when it is a source text with
/// statements that do something; nothing when it is another file, or one that
/// only defines things. Output goes to standard output and standard error.
/// `compilation` is for what it scripts; it searches modules there, too.
std::optional<int> runProgram(llvm::StringRef path, const LimitOptions &limits,
                              SessionOptions compilation);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_RUNPROGRAM_H
