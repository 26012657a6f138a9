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
#include "TorchScript/Execution/Program.h"

namespace torchscript {

/// How recorded calls are checked.
struct CheckOptions {
  Tolerance tolerance;
  /// Also compare the texts of errors.
  bool messages = false;
};

/// Runs the calls of the file `recorded` in order; prints a line for each that
/// fails, and at the end `N passed, M failed`. True when none failed.
bool runCheck(Program &program, llvm::StringRef recorded,
              const CheckOptions &options);

} // namespace torchscript

#endif // TORCHSCRIPT_CHECK_CHECK_H
