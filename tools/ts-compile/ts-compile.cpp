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

int main(int argc, char **argv) { return torchscript::compileMain(argc, argv); }
