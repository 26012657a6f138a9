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

#include "TorchScript/Driver/TranslateMain.h"

int main(int argc, char **argv) {
  return torchscript::runTranslateMain(argc, argv);
}
