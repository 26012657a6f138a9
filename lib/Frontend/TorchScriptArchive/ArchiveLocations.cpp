//===- ArchiveLocations.cpp - Places in the author's source ---------------===//
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

#include "ArchiveLocations.h"

#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
namespace ts = mlir::ts;

namespace {
/// Maps places in the code to places in the author's source.
class OriginalPlaces {
public:
  OriginalPlaces(TorchScriptArchive &archive, mlir::MLIRContext *context);
  /// The place, with the original one when it is known.
  mlir::Location extend(mlir::Location loc);

private:
  /// One file of code.
  struct File {
    const DebugRanges *ranges = nullptr;
    /// Byte at which each line starts.
    std::vector<uint64_t> lines;
  };
  mlir::MLIRContext *context;
  llvm::StringMap<File> files;
  llvm::DenseMap<mlir::Location, mlir::Location> known;
};
} // namespace

OriginalPlaces::OriginalPlaces(TorchScriptArchive &archive,
                               mlir::MLIRContext *context)
    : context(context) {
  for (const ArchiveCode &code : archive.getCode()) {
    File file;
    file.ranges = archive.getDebugRanges(code);
    if (!file.ranges)
      continue;
    file.lines.push_back(0);
    for (auto [index, byte] : llvm::enumerate(code.text))
      if (byte == '\n')
        file.lines.push_back(index + 1);
    files[code.record] = std::move(file);
  }
}

mlir::Location OriginalPlaces::extend(mlir::Location loc) {
  auto [it, isNew] = known.try_emplace(loc, loc);
  if (!isNew)
    return it->second;
  std::optional<ts::SourceRange> place = ts::decodeLocation(loc);
  if (!place)
    return loc;
  auto file = files.find(place->file);
  if (file == files.end() || place->line == 0 ||
      place->line > file->second.lines.size())
    return loc;
  uint64_t offset = file->second.lines[place->line - 1] +
                    (place->column ? place->column - 1 : 0);
  std::optional<OriginalRange> original = file->second.ranges->lookup(offset);
  if (!original)
    return loc;
  mlir::Location other = ts::makeLocation(
      context, original->file, original->line, original->column,
      original->endLine, original->endColumn, place->function);
  mlir::Location both = mlir::FusedLoc::get(context, {loc, other});
  it->second = both;
  return both;
}

void torchscript::addOriginalPlaces(TorchScriptArchive &archive,
                                    mlir::ModuleOp module) {
  OriginalPlaces places(archive, module.getContext());
  module->walk([&](mlir::Operation *op) {
    op->setLoc(places.extend(op->getLoc()));
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::BlockArgument argument : block.getArguments())
          argument.setLoc(places.extend(argument.getLoc()));
  });
}
