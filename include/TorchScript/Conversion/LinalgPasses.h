//===- LinalgPasses.h - Conversions of the compiled tensor tier -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of convert-ts-to-linalg.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CONVERSION_LINALGPASSES_H
#define TORCHSCRIPT_CONVERSION_LINALGPASSES_H

#include "TorchScript/Support/PassStatistic.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ts {

#define GEN_PASS_DECL
#include "TorchScript/Conversion/LinalgPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "TorchScript/Conversion/LinalgPasses.h.inc"

} // namespace mlir::ts

#endif // TORCHSCRIPT_CONVERSION_LINALGPASSES_H
