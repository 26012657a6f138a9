//===- Pipelines.h - Named pipelines -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases of compilation, each of which runs alone from ts-opt, and the
// pipelines made of them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_PIPELINES_H
#define TORCHSCRIPT_PIPELINES_PIPELINES_H

#include "TorchScript/Pipelines/Language/LanguagePipelines.h"
#include "mlir/Pass/PassManager.h"

#include <string>

namespace mlir::ts {

/// ssa form → scalar code on arith, math and scf; operators stay
/// (--torchscript-to-scf).
void buildToSCF(OpPassManager &pm);

/// scf and ts → control flow graphs of runtime calls, with errors and
/// ownership explicit (--torchscript-to-tsrt).
void buildToTSRuntime(OpPassManager &pm);

/// tsrt → the LLVM dialect (--torchscript-to-llvm).
void buildToLLVM(OpPassManager &pm);

/// Source form → linalg, scf, arith and the ts residue
/// (--torchscript-to-linalg).
void buildToLinalg(OpPassManager &pm);

/// Source form → the LLVM dialect for this machine (--torchscript-to-cpu).
void buildToCPU(OpPassManager &pm);

/// Source or ssa form → ssa form with the decompositions of users' TorchScript
/// texts in place of operators (--ts-apply-decompositions).
void buildApplyDecompositions(OpPassManager &pm, ArrayRef<std::string> files);

/// Makes all phases and pipelines known to pass pipelines and ts-opt.
void registerPipelines();

} // namespace mlir::ts

#endif // TORCHSCRIPT_PIPELINES_PIPELINES_H
