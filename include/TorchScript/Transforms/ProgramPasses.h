//===- ProgramPasses.h - Passes on exported programs ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes of ProgramPasses.td: from what a
// program called to other levels of operators.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TRANSFORMS_PROGRAMPASSES_H
#define TORCHSCRIPT_TRANSFORMS_PROGRAMPASSES_H

#include "TorchScript/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Transforms/ProgramPasses.h.inc"

/// `refine` is run on a module with one function for each operator.
std::unique_ptr<Pass> createTSInferProgramTypes(OpPassManager refine = {});

#define GEN_PASS_REGISTRATION
#include "TorchScript/Transforms/ProgramPasses.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_TRANSFORMS_PROGRAMPASSES_H
