//===- OptMain.h - The command line of ts-opt -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_OPTMAIN_H
#define TORCHSCRIPT_DRIVER_OPTMAIN_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace torchscript {

/// Parses the command line of `ts-opt`, runs its passes over the input and
/// writes the result. Says which command reads the input when it is an archive
/// or Python text. Passes are registered before; dialects come from `registry`.
/// `ownPasses` are the names that `--help` shows. The result is an ExitStatus.
int runOptMain(int argc, char **argv, mlir::DialectRegistry &registry,
               llvm::ArrayRef<std::string> ownPasses);

/// The names of the passes and pipelines that are registered so far.
std::vector<std::string> listRegisteredPasses();

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_OPTMAIN_H
