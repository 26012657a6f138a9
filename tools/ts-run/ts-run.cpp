//===- ts-run.cpp - Runs TorchScript programs -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles and calls functions of a source text, an archive or an MLIR file.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/RunMain.h"
#include "TorchScript/Driver/Tool.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv, /*forgetOptions=*/true);
  return tool.finish(torchscript::runMain(argc, argv));
}
