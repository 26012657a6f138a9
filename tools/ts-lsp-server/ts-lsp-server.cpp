//===- ts-lsp-server.cpp - Language server for MLIR files -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server, which knows the dialects of the project.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/Tool.h"
#include "TorchScript/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv);
  torchscript::Tool::hideLibraryOptions();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  torchscript::registerAllDialects(registry);
  torchscript::Tool::ParsingScope parsing;
  return torchscript::toExitStatus(
      mlir::MlirLspServerMain(argc, argv, registry));
}
