//===- LanguagePipelines.h - Phases that know no tensors --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases behind the front end, which are all the compiler needs to compile
// the part of itself that is TorchScript text.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_LANGUAGE_LANGUAGEPIPELINES_H
#define TORCHSCRIPT_PIPELINES_LANGUAGE_LANGUAGEPIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::ts {

/// Source form → ssa form: no slots, no exits (--torchscript-to-ssa). Functions
/// in ssa form stay as they are.
void buildToSSA(OpPassManager &pm);

/// Source form → ssa form of a module that stands for an operator: one function
/// of one block, with everything it calls (--ts-compile-decompositions).
void buildCompileDecompositions(OpPassManager &pm);

/// Modules with state of exported programs.
void buildUnliftPrograms(OpPassManager &pm);
/// The same with the methods of the modules in them.
void buildUnflattenPrograms(OpPassManager &pm);

/// Runs passes on a module.
LogicalResult runPipeline(ModuleOp module,
                          function_ref<void(OpPassManager &)> build);

/// Makes these pipelines known to pass pipelines and ts-opt.
void registerLanguagePipelines();

} // namespace mlir::ts

#endif // TORCHSCRIPT_PIPELINES_LANGUAGE_LANGUAGEPIPELINES_H
