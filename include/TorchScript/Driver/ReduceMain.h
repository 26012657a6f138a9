//===- ReduceMain.h - The command line of ts-reduce --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's reducer, which says what is wrong with its test.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_REDUCEMAIN_H
#define TORCHSCRIPT_DRIVER_REDUCEMAIN_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace torchscript {

/// Looks at the test and at what it says of the input, then runs MLIR's
/// reducer. Passes are registered before. The result is an ExitStatus.
int runReduceMain(int argc, char **argv, mlir::MLIRContext &context);

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_REDUCEMAIN_H
