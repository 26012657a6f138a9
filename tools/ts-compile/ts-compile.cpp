//===- ts-compile.cpp - Compiles TorchScript programs -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles functions of a source text, an archive or an MLIR file to machine
// code in a file.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/CompileMain.h"
#include "TorchScript/Driver/Tool.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv, /*forgetOptions=*/true);
  return tool.finish(torchscript::compileMain(argc, argv));
}
