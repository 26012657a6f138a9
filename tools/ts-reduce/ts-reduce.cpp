//===- ts-reduce.cpp - Makes failing MLIR files smaller -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's reducer with the dialects and passes of the project.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/ReduceMain.h"
#include "TorchScript/Driver/Tool.h"
#include "TorchScript/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

int main(int argc, char **argv) {
  torchscript::Tool tool(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  torchscript::registerAllDialects(registry);
  torchscript::registerAllPasses();
  mlir::MLIRContext context(registry);
  return tool.finish(torchscript::runReduceMain(argc, argv, context));
}
