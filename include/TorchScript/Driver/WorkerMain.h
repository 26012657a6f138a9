//===- WorkerMain.h - The command line of ts-worker ----------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything ts-worker does.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_WORKERMAIN_H
#define TORCHSCRIPT_DRIVER_WORKERMAIN_H

namespace torchscript {

/// Runs the tool; returns the exit status.
int workerMain(int argc, char **argv);

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_WORKERMAIN_H
