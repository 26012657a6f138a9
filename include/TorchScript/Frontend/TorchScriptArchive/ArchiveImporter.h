//===- ArchiveImporter.h - Archives to source form --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports TorchScript archives: their code and the object they hold.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEIMPORTER_H
#define TORCHSCRIPT_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEIMPORTER_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace torchscript {

class TorchScriptArchive;

/// Imports an archive into source form: the classes its object needs, every
/// method of the object's class with what they call, and the object itself as
/// `ts.object @root`. Tensors stay in the archive: `#ts.tensor_ref` names their
/// records, and the module attribute `ts.archive` the file. Operations have the
/// place in the archive's code and, when the archive knows it, the place in the
/// author's source.
///
/// A method that cannot be imported is left out and reported; the others are
/// imported all the same. Null only when there is no object to speak of. Look
/// at `diagnostics` for errors: it keeps the texts its ranges point into.
mlir::OwningOpRef<mlir::ModuleOp> importArchive(TorchScriptArchive &archive,
                                                mlir::MLIRContext &context,
                                                DiagnosticSink &diagnostics);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEIMPORTER_H
