//===- CompileMain.h - The command line of ts-compile ------ -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles programs to files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_COMPILEMAIN_H
#define TORCHSCRIPT_DRIVER_COMPILEMAIN_H

namespace torchscript {

/// Runs ts-compile; the exit status is 0 only on success.
int compileMain(int argc, char **argv);

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_COMPILEMAIN_H
