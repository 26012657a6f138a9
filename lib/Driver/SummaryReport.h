//===- SummaryReport.h - Prints what is in a file ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ts-translate --summary`: facts of the file and of the program in it, as text
// or JSON.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_SUMMARYREPORT_H
#define TORCHSCRIPT_LIB_DRIVER_SUMMARYREPORT_H

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Summary/Summary.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace torchscript {

/// Collects a report on one file and writes it.
class SummaryReport {
public:
  /// Facts of the file itself: size, kind, and for zip archives what their
  /// records tell.
  SummaryReport(llvm::MemoryBufferRef file, FileKind kind);

  /// The modules of an archive as its values tell them, which needs no import.
  void addArchive(const TorchScriptArchive &archive);
  /// Operators of a program of `torch.export`, from its JSON. The error says
  /// what is damaged.
  llvm::Error addExportedProgram(const ZipReader &zip);
  void addProgram(const ProgramSummary &program);
  void addCost(const CostSummary &cost);
  /// What stands in the way of a program's import.
  void addProblem(llvm::StringRef problem);

  /// The report as JSON on one line, or as text.
  std::string getText(bool isJson) const;

private:
  llvm::json::Object object;
};

/// Reads `1x3x8x8:f32` or `[1,3,8,8]:float32`; the error shows the form.
llvm::Expected<TensorShape> parseInputShape(llvm::StringRef text);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_SUMMARYREPORT_H
