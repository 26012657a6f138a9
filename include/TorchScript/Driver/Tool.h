//===- Tool.h - What all tools have in common -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit statuses, `--version`, and what happens after a crash.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_TOOL_H
#define TORCHSCRIPT_DRIVER_TOOL_H

#include "mlir/Support/LogicalResult.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ManagedStatic.h"

namespace torchscript {

/// How tools end; docs/run.md says the same to users.
enum ExitStatus : int {
  kSuccess = 0,
  /// Wrong input: a program, a file; or a check that failed.
  kFailure = 1,
  /// An unknown option, a missing argument, a value an option does not take.
  kWrongUse = 2,
  /// A mistake of the tool.
  kInternalError = 70,
};

inline ExitStatus toExitStatus(mlir::LogicalResult result) {
  return mlir::failed(result) ? kFailure : kSuccess;
}

/// Prints an error, and is the status of what ends with it.
ExitStatus failWith(const llvm::Twine &message, ExitStatus status = kFailure);

/// Prints an internal error with the name of a file that says how to reproduce
/// it: the command and `details`, such as the IR. Written to a directory for
/// temporary files.
ExitStatus failInternally(const llvm::Twine &message,
                          llvm::StringRef details = "");

/// The process of a tool, from the beginning of main to its end. Crashes and
/// LLVM's fatal errors are internal errors; a reader of the output that is gone
/// ends the tool with kFailure.
class Tool {
public:
  /// `forgetOptions`: options that the LLVM libraries declare are unknown to
  /// the tool, as some share names with its own.
  Tool(int argc, char **argv, bool forgetOptions = false);
  Tool(const Tool &) = delete;
  Tool &operator=(const Tool &) = delete;

  /// Options that LLVM's libraries declare are shown by `--help-hidden` only.
  static void hideLibraryOptions();
  /// `status`, unless standard output could not be written.
  int finish(int status);

  /// While it lives, options are parsed by code that ends the process with 1
  /// when one is wrong: that becomes kWrongUse.
  class ParsingScope {
  public:
    ParsingScope();
    ~ParsingScope();
    ParsingScope(const ParsingScope &) = delete;
    ParsingScope &operator=(const ParsingScope &) = delete;
  };

private:
  llvm::llvm_shutdown_obj shutdown;
};

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_TOOL_H
