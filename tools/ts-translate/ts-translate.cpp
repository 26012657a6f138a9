//===- ts-translate.cpp - Imports and exports TorchScript -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between TorchScript text, archives and MLIR.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Driver/TranslateMain.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv);
  return tool.finish(torchscript::runTranslateMain(argc, argv));
}
