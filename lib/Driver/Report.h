//===- Report.h - What tools print besides results ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors as people read them, and lists of residue; docs/run.md describes the
// JSON of both.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_REPORT_H
#define TORCHSCRIPT_LIB_DRIVER_REPORT_H

#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Execution/Session.h"

#include "llvm/Support/Error.h"

namespace torchscript {

/// Prints an error as it is meant to look. An internal error leaves a report
/// with the IR of the session, if there is one.
ExitStatus reportError(llvm::Error error, Session *session = nullptr);

/// What `--report-residue` and `--json` collect during a run.
class ToolReport {
public:
  /// `isJson`: print() writes everything as one JSON object in one line, and
  /// nothing is printed before.
  explicit ToolReport(bool isJson) : isJson(isJson) {}

  bool wantsJson() const { return isJson; }
  /// Adds the operators of one compilation; without JSON they are printed to
  /// standard error.
  void addResidue(llvm::ArrayRef<Residue> operators);
  /// The same for kernels of a program for a device that stay on the processor.
  void addHostKernels(llvm::ArrayRef<Residue> kernels);
  /// Adds a function that was not compiled for its arguments, and why.
  void addGeneric(llvm::StringRef function, llvm::StringRef reason);
  /// Sets a key of the object.
  void set(const char *key, json value) { object[key] = std::move(value); }
  /// Prints the object to standard output.
  void print();

private:
  /// Appends entries to the list of a key; `name` is what an entry is called.
  void append(llvm::StringRef key, llvm::StringRef name,
              llvm::ArrayRef<Residue> entries);

  bool isJson;
  json object = json::object();
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_REPORT_H
