//===- ts-opt.cpp - Runs passes on MLIR -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// All upstream passes and those of the project.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/OptMain.h"
#include "TorchScript/Driver/Tool.h"
#include "TorchScript/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  torchscript::registerAllDialects(registry);
  torchscript::registerAllPasses();
  std::vector<std::string> own = torchscript::listRegisteredPasses();
  mlir::registerAllPasses();
  return tool.finish(torchscript::runOptMain(argc, argv, registry, own));
}
