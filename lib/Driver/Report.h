//===- Report.h - What tools print of errors --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints errors and reports of the libraries to standard error.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_REPORT_H
#define TORCHSCRIPT_LIB_DRIVER_REPORT_H

#include "TorchScript/Pipelines/LowerModule.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace torchscript {

/// Prints `error: MESSAGE`; returns the exit status 1.
int reportError(const llvm::Twine &message);

/// Prints an error, diagnostics with excerpts, tracebacks as they are; returns
/// the exit status 1.
int reportError(llvm::Error error);

/// Lists operators that run in the runtime, with their places.
void reportResidue(llvm::ArrayRef<Residue> operators);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_REPORT_H
