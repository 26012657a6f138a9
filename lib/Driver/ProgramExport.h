//===- ProgramExport.h - Exported programs of ts-translate ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_PROGRAMEXPORT_H
#define TORCHSCRIPT_LIB_DRIVER_PROGRAMEXPORT_H

#include "SourceOptions.h"
#include "TorchScript/Pipelines/ExportProgram.h"

#include "llvm/ADT/ArrayRef.h"

namespace torchscript {

/// What is to be made of a file.
struct ProgramExport {
  /// An exported program, an archive, a text or MLIR.
  std::string input;
  /// Where the text or the `.pt2` file goes; `-` for standard output.
  std::string output;
  /// The function, when it is not clear.
  std::string entry;
  /// Arguments as --input of ts-run takes them.
  llvm::ArrayRef<std::string> inputs;
  /// Print the text of the program; otherwise write the file.
  bool isText = false;
  /// The operators it is to consist of; `training`: those that it has.
  ProgramLevel level;
  /// Branches and loops on data become operators of control flow.
  bool keepControlFlow = false;
  /// JSON: sizes that may change, and the bounds of their names (see
  /// ProgramRequest); empty: none.
  std::string dynamicShapes, dims;
};

/// Prints or writes the exported program that a file holds or that a function
/// of it is for example inputs. The status of the tool.
int exportProgramFile(const ProgramExport &request,
                      const SourceOptions &source);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_PROGRAMEXPORT_H
