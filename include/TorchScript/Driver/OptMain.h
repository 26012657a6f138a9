//===- OptMain.h - The command line of ts-opt -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_OPTMAIN_H
#define TORCHSCRIPT_DRIVER_OPTMAIN_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace torchscript {

/// Parses the command line of `ts-opt`, runs its passes over the input and
/// writes the result. Says which command reads the input when it is an archive
/// or Python text. Passes are registered before; dialects come from `registry`.
mlir::LogicalResult runOptMain(int argc, char **argv,
                               mlir::DialectRegistry &registry);

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_OPTMAIN_H
