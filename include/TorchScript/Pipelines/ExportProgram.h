//===- ExportProgram.h - Functions as exported programs ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_EXPORTPROGRAM_H
#define TORCHSCRIPT_PIPELINES_EXPORTPROGRAM_H

#include "TorchScript/Pipelines/Specialize.h"

namespace mlir::ts {

/// Source or ssa form → one lifted function (ExportedPrograms.h) that calls
/// operators in a straight line, as the program called them
/// (--torchscript-to-exported-program). The arguments of the function have
/// examples (ts-flatten-inputs); `options.signature` is not used.
/// With `keepControlFlow` branches and loops on data are operators of control
/// flow; otherwise they are errors.
void buildExportProgram(OpPassManager &pm, const Specialization &options,
                        bool keepControlFlow = false);

/// An exported program → the same without writes, of the operators of a level
/// (--ts-run-decompositions): `functional`, what `run_decompositions({})` gives,
/// or `core`, what `run_decompositions()` gives. `files` are texts whose
/// functions stand for operators before those of the level do.
void buildRunDecompositions(OpPassManager &pm, llvm::StringRef level,
                            llvm::ArrayRef<std::string> files = {});

/// Makes this pipeline known to pass pipelines and ts-opt.
void registerExportPipelines();

} // namespace mlir::ts

#endif // TORCHSCRIPT_PIPELINES_EXPORTPROGRAM_H
