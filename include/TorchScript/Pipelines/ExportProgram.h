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

namespace torchscript {

/// The operators that an exported program is to consist of.
struct ProgramLevel {
  /// `training`: what the function calls. `functional`: without writes, what
  /// `run_decompositions({})` gives. `core`: Core ATen, what
  /// `run_decompositions()` gives.
  std::string name = "training";
  /// Texts whose functions stand for operators before those of the level do
  /// (@register_decomposition).
  std::vector<std::string> files;
  /// The same, of texts in memory, whose names stand for them in messages.
  std::vector<std::pair<std::string, std::string>> texts;
  /// Operators that stay (`aten::conv2d`), unless they may alias or write.
  std::vector<std::string> kept;
};

} // namespace torchscript

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
/// (--ts-run-decompositions).
void buildRunDecompositions(OpPassManager &pm,
                            const torchscript::ProgramLevel &level);

/// Makes this pipeline known to pass pipelines and ts-opt.
void registerExportPipelines();

} // namespace mlir::ts

#endif // TORCHSCRIPT_PIPELINES_EXPORTPROGRAM_H
