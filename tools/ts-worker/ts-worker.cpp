//===- ts-worker.cpp - Serves functions of a program ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker of remote calls.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Driver/WorkerMain.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv, /*forgetOptions=*/true);
  return tool.finish(torchscript::workerMain(argc, argv));
}
