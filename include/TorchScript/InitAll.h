//===- InitAll.h - Registration of all dialects and passes ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_INITALL_H
#define TORCHSCRIPT_INITALL_H

#include "TorchScript/Codegen/Passes.h"
#include "TorchScript/Conversion/LinalgPasses.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"
#include "TorchScript/Frontend/Decompositions/Passes.h"
#include "TorchScript/Pipelines/KernelPipeline.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Transforms/Passes.h"
#include "TorchScript/Transforms/ProgramPasses.h"

namespace torchscript {

/// Registers the dialects of the project; those of MLIR are registered by
/// `mlir::registerAllDialects`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::ts::TSDialect, mlir::tsrt::TSRTDialect>();
  mlir::ts::registerKernelPipelineDialects(registry);
}

/// Registers the passes and pipelines of the project.
inline void registerAllPasses() {
  mlir::ts::registerTSPasses();
  mlir::ts::registerTSProgramPasses();
  mlir::ts::registerTSConversionPasses();
  mlir::ts::registerTSLinalgConversionPasses();
  mlir::ts::registerTSTensorPasses();
  mlir::ts::registerTSTensorProgramPasses();
  mlir::ts::registerTSCodegenPasses();
  mlir::ts::registerTSDecompositionPasses();
  mlir::tsrt::registerTSRuntimePasses();
  mlir::ts::registerPipelines();
}

} // namespace torchscript

#endif // TORCHSCRIPT_INITALL_H
