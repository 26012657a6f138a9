//===- ProgramPasses.h - Passes that make exported programs -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PROGRAMPASSES_H
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PROGRAMPASSES_H

#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PROGRAMPASSES_H
