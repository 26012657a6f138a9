//===- RunDecompositions.h - Levels of exported programs --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_RUNDECOMPOSITIONS_H
#define TORCHSCRIPT_EXECUTION_RUNDECOMPOSITIONS_H

#include "TorchScript/Archive/ExportedProgram.h"
#include "TorchScript/Pipelines/ExportProgram.h"
#include "TorchScript/Target/ExportedProgram/ExportProgram.h"

namespace torchscript {

/// The program of a file as one of another level; its tensors are those of the
/// file. The error says all that is in the way.
llvm::Expected<ExportedModule> runDecompositions(const ExportedProgramFile &file,
                                                 const ProgramLevel &level);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_RUNDECOMPOSITIONS_H
