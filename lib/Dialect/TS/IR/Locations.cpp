//===- Locations.cpp - Source ranges as MLIR locations --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Encoding and decoding of source ranges.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Locations.h"

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"

using namespace mlir;
using namespace mlir::ts;

Location ts::makeLocation(MLIRContext *context, StringRef file, unsigned line,
                          unsigned column, unsigned endLine, unsigned endColumn,
                          StringRef functionName) {
  auto start = FileLineColLoc::get(context, file, line, column);
  auto range = RangeAttr::get(context, endLine, endColumn,
                              StringAttr::get(context, functionName));
  return FusedLoc::get(context, {start}, range);
}

std::optional<SourceRange> ts::decodeLocation(Location loc) {
  // A location is a tree; the innermost range found first, left to right, wins.
  SmallVector<LocationAttr> pending{loc};
  std::optional<SourceRange> bare;
  while (!pending.empty()) {
    LocationAttr current = pending.pop_back_val();
    if (auto file = dyn_cast<FileLineColLoc>(current)) {
      if (!bare) {
        bare.emplace();
        bare->file = file.getFilename().str();
        bare->line = file.getLine();
        bare->column = file.getColumn();
      }
    } else if (auto fused = dyn_cast<FusedLoc>(current)) {
      auto range = dyn_cast_or_null<RangeAttr>(fused.getMetadata());
      if (range && !fused.getLocations().empty()) {
        if (auto start =
                dyn_cast<FileLineColLoc>(fused.getLocations().front())) {
          SourceRange result;
          result.file = start.getFilename().str();
          result.line = start.getLine();
          result.column = start.getColumn();
          result.endLine = range.getEndLine();
          result.endColumn = range.getEndColumn();
          result.function = range.getFunction().str();
          return result;
        }
      }
      for (Location member : llvm::reverse(fused.getLocations()))
        pending.push_back(member);
    } else if (auto call = dyn_cast<CallSiteLoc>(current)) {
      pending.push_back(call.getCallee());
    } else if (auto name = dyn_cast<NameLoc>(current)) {
      pending.push_back(name.getChildLoc());
    } else if (auto opaque = dyn_cast<OpaqueLoc>(current)) {
      pending.push_back(opaque.getFallbackLocation());
    }
  }
  return bare;
}
