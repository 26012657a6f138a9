//===- Locations.h - Source ranges as MLIR locations ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_LOCATIONS_H
#define TORCHSCRIPT_DIALECT_TS_IR_LOCATIONS_H

#include "mlir/IR/Location.h"

#include <optional>
#include <string>

namespace mlir::ts {

/// A range of source text. Lines and columns count from 1, columns in bytes;
/// the end is exclusive. An end of 0:0 means that only the start is known.
struct SourceRange {
  /// Name of the file as the diagnostics show it.
  std::string file;
  /// Start.
  unsigned line = 0, column = 0;
  /// End, exclusive.
  unsigned endLine = 0, endColumn = 0;
  /// TorchScript name of the enclosing function; empty at module level.
  std::string function;
};

/// `loc(fused<#ts.range<endLine, endColumn, "function">>["file":line:column])`.
Location makeLocation(MLIRContext *context, StringRef file, unsigned line,
                      unsigned column, unsigned endLine, unsigned endColumn,
                      StringRef functionName);

/// The range of a location made by makeLocation; looks through call sites
/// (the callee), names and fusions (the first member that has a range), and
/// takes a bare FileLineColLoc as a range without an end. Nothing when there is
/// no file position.
std::optional<SourceRange> decodeLocation(Location loc);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_LOCATIONS_H
