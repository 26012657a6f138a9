//===- OptMain.cpp - The command line of ts-opt ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// mlir-opt's options and behaviour, with a look at the input first.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/OptMain.h"

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// True when the first line that says something begins like Python.
static bool looksLikePython(StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    line = line.trim();
    text = rest;
    // A comment in Python; in MLIR an alias, which has a `=`.
    if (line.empty() || line.starts_with("\"\"\"") ||
        (line.starts_with("#") && !line.contains('=')))
      continue;
    for (StringRef word : {"import ", "from ", "def ", "class ", "@torch."})
      if (line.starts_with(word))
        return true;
    return false;
  }
  return false;
}

/// The command that reads an input which is not MLIR; empty for MLIR.
static StringRef commandFor(StringRef contents) {
  if (contents.starts_with("PK\x03\x04")) {
    return contents.contains("serialized_exported_program")
               ? "ts-translate --import-exported-program"
               : "ts-translate --import-torchscript-archive";
  }
  return looksLikePython(contents) ? "ts-translate --import-torchscript" : "";
}

LogicalResult torchscript::runOptMain(int argc, char **argv,
                                      DialectRegistry &registry) {
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "TorchScript compiler: passes and pipelines\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  std::string error;
  if (config.shouldShowDialects())
    return MlirOptMain(argc, argv, inputName, outputName, registry);

  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &error);
  if (!input) {
    llvm::WithColor::error(llvm::errs(), "ts-opt") << error << "\n";
    return failure();
  }
  StringRef command = commandFor(input->getBuffer());
  if (!command.empty()) {
    llvm::WithColor::error(llvm::errs(), "ts-opt")
        << inputName << " is not MLIR; read it with\n  " << command << " "
        << inputName << "\n";
    return failure();
  }
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &error);
  if (!output) {
    llvm::WithColor::error(llvm::errs(), "ts-opt") << error << "\n";
    return failure();
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  output->keep();
  return success();
}
