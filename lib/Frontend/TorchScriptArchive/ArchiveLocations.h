//===- ArchiveLocations.h - Places in the author's source -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds to each place in an archive's code the place in the Python file it came
// from.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVELOCATIONS_H
#define TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVELOCATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace torchscript {

class TorchScriptArchive;

/// Replaces each location L in the archive's code whose origin is known by
/// `fused[L, origin]`.
void addOriginalPlaces(TorchScriptArchive &archive, mlir::ModuleOp module);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVELOCATIONS_H
