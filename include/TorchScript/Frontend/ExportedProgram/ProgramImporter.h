//===- ProgramImporter.h - Exported programs as MLIR ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports what torch.export.save wrote: one function `forward` whose arguments
// are the parameters, buffers and constants and then the leaves of the user's
// inputs, and whose result is a tuple of new values of buffers and inputs and
// the leaves of the user's results. Arguments carry `ts.graph_input`, the
// function `ts.graph_outputs` and the trees; see docs/export-programs.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EXPORTEDPROGRAM_PROGRAMIMPORTER_H
#define TORCHSCRIPT_FRONTEND_EXPORTEDPROGRAM_PROGRAMIMPORTER_H

#include "TorchScript/Archive/ExportedProgram.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace torchscript {

/// The program as a module in source form without slots. Tensors stay in the
/// file; `#ts.tensor_ref` names them. Fails with the file, the node and what is
/// wrong with it.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
importExportedProgram(const ExportedProgramFile &file,
                      mlir::MLIRContext &context);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_EXPORTEDPROGRAM_PROGRAMIMPORTER_H
