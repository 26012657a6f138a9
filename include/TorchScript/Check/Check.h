//===- Check.h - Recorded calls -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program's recorded calls and compares.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CHECK_CHECK_H
#define TORCHSCRIPT_CHECK_CHECK_H

#include "TorchScript/Execution/HostValues.h"
#include "TorchScript/Execution/Session.h"

#include <functional>

namespace torchscript {

/// How recorded calls are checked.
struct CheckOptions {
  Tolerance tolerance;
  /// Also compare the texts of errors.
  bool messages = false;
  /// A warning that was not recorded is a difference.
  bool warnings = true;
  /// Arguments that are tensors have gaps between their elements.
  bool strided = false;
  /// Runs the program and makes the recorded instances of a JSON list by their
  /// constructors; for those that a trace or a script made a part of, which no
  /// text describes. Null where there is no program to run.
  std::function<llvm::Expected<std::unique_ptr<InstanceState>>(
      const std::string &)>
      construct;
};

/// A call that did not give what was recorded.
struct CheckFailure {
  unsigned index = 0; ///< in the file, from 1
  std::string function;
  /// What is different; may have several lines.
  std::string problem;
};

/// What a run of recorded calls found.
struct CheckReport {
  unsigned passed = 0;
  std::vector<CheckFailure> failures;
};

/// Runs the calls of the file `recorded` in order. `onFailure` is told of each
/// that fails as soon as it has. The error is about the file.
llvm::Expected<CheckReport>
runCheck(Session &session, llvm::StringRef recorded,
         const CheckOptions &options,
         llvm::function_ref<void(const CheckFailure &)> onFailure);

} // namespace torchscript

#endif // TORCHSCRIPT_CHECK_CHECK_H
