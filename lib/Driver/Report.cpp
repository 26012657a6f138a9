//===- Report.cpp - What tools print of errors ----------------------------===//
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

#include "Report.h"

#include "TorchScript/Execution/Failure.h"

#include "llvm/Support/WithColor.h"

using namespace torchscript;

int torchscript::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return 1;
}

int torchscript::reportError(llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [](const Failure &failure) {
        if (const DiagnosticSink *diagnostics = failure.getDiagnostics())
          diagnostics->print(llvm::errs());
        else if (failure.isRendered())
          llvm::errs() << failure.getMessage() << "\n";
        else
          reportError(failure.getMessage());
      },
      [](const RunError &raised) { llvm::errs() << raised.getReport(); },
      [](const llvm::ErrorInfoBase &other) { reportError(other.message()); });
  return 1;
}

void torchscript::reportResidue(llvm::ArrayRef<Residue> operators) {
  for (const Residue &residue : operators) {
    if (!residue.file.empty())
      llvm::errs() << residue.file << ":" << residue.line << ":"
                   << residue.column << ": ";
    llvm::errs() << residue.op << " runs in the runtime\n";
  }
  llvm::errs() << operators.size() << " operator(s) run in the runtime\n";
}
