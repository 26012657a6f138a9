//===- OptMain.cpp - The command line of ts-opt ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt's options and behaviour, with a look at the input first, statistics
// in release builds, and the project's passes in `--help`.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/OptMain.h"

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Support/Nesting.h"
#include "TorchScript/Support/PassStatistic.h"
#include "TorchScript/Support/PendingFile.h"

#include "mlir/Debug/Counter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
namespace cl = llvm::cl;

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
static StringRef commandFor(llvm::MemoryBufferRef input) {
  switch (torchscript::detectFileKind(input)) {
  case torchscript::FileKind::TorchScriptArchive:
  case torchscript::FileKind::TorchPackage:
  case torchscript::FileKind::BrokenZip:
  case torchscript::FileKind::OtherZip:
    return "ts-translate --import-torchscript-archive";
  case torchscript::FileKind::ExportedProgram:
    return "ts-translate --import-exported-program";
  case torchscript::FileKind::Text:
    return looksLikePython(input.getBuffer())
               ? "ts-translate --import-torchscript"
               : "";
  default:
    return "";
  }
}

std::vector<std::string> torchscript::listRegisteredPasses() {
  // The names of passes are options as soon as there is a parser for them.
  std::vector<std::string> before, names;
  for (auto &entry : cl::getRegisteredOptions())
    before.push_back(entry.getKey().str());
  llvm::sort(before);
  PassPipelineCLParser parser("", "");
  llvm::SmallPtrSet<cl::Option *, 4> options;
  for (auto &entry : cl::getRegisteredOptions()) {
    std::string name = entry.getKey().str();
    if (std::binary_search(before.begin(), before.end(), name))
      continue;
    options.insert(entry.second);
    if (PassInfo::lookup(name) || PassPipelineInfo::lookup(name))
      names.push_back(name);
  }
  for (cl::Option *option : options)
    option->removeArgument();
  llvm::sort(names);
  return names;
}

/// The passes as `--help` shows them.
static std::string describePasses(ArrayRef<std::string> names) {
  std::string passes = "\nPASSES:\n\n", pipelines = "\nPIPELINES:\n\n";
  for (const std::string &name : names) {
    const PassInfo *pass = PassInfo::lookup(name);
    const PassPipelineInfo *pipeline =
        pass ? nullptr : PassPipelineInfo::lookup(name);
    if (!pass && !pipeline)
      continue;
    StringRef text =
        pass ? pass->getPassDescription() : pipeline->getPassDescription();
    llvm::raw_string_ostream os(pass ? passes : pipelines);
    os << "  --" << name;
    os.indent(name.size() < 30 ? 30 - name.size() : 1) << "- " << text << "\n";
  }
  return passes + pipelines +
         "\nOptions of a pass follow it: --PASS='NAME=VALUE ...'. MLIR's own "
         "passes,\noptions of passes and of LLVM: --help-hidden.\n";
}

namespace {
/// The options of mlir-opt, and what they say.
struct OptOptions {
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-")};
  cl::opt<std::string> output{"o", cl::desc("Output file"),
                              cl::value_desc("FILE"), cl::init("-")};
};
} // namespace

/// Declares mlir-opt's options; the passes among them are shown otherwise.
static void registerOptions(DialectRegistry &registry,
                            ArrayRef<std::string> ownPasses) {
  torchscript::Tool::hideLibraryOptions();
  MlirOptMainConfig::registerCLOptions(registry);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  tracing::DebugCounter::registerCLOptions();
  if (ownPasses.empty())
    return;
  auto &options = cl::getRegisteredOptions();
  if (auto passes = options.find(ownPasses.front()); passes != options.end())
    passes->second->setHiddenFlag(cl::Hidden);
}

/// Takes `--mlir-pass-statistics` out of the arguments: MLIR would print a
/// title and nothing below it.
static bool takeStatistics(SmallVectorImpl<char *> &arguments) {
  size_t given = arguments.size();
  llvm::erase_if(arguments, [](StringRef argument) {
    return argument == "--mlir-pass-statistics" ||
           argument == "-mlir-pass-statistics";
  });
  return arguments.size() != given;
}

/// Runs the passes and writes the result.
static int runPasses(std::unique_ptr<llvm::MemoryBuffer> input,
                     StringRef outputName, DialectRegistry &registry,
                     const MlirOptMainConfig &config) {
  if (outputName == "-")
    return torchscript::toExitStatus(
        MlirOptMain(llvm::outs(), std::move(input), registry, config));
  auto output = torchscript::PendingFile::create(outputName);
  if (!output)
    return torchscript::failWith(llvm::toString(output.takeError()));
  std::error_code error;
  llvm::raw_fd_ostream os(output->getTemporaryPath(), error);
  if (error)
    return torchscript::failWith(outputName + ": " + error.message());
  LogicalResult result = MlirOptMain(os, std::move(input), registry, config);
  if (llvm::Error problem = torchscript::closeStream(os, outputName))
    return torchscript::failWith(llvm::toString(std::move(problem)));
  if (failed(result))
    return torchscript::kFailure;
  if (llvm::Error problem = output->keep())
    return torchscript::failWith(llvm::toString(std::move(problem)));
  return torchscript::kSuccess;
}

int torchscript::runOptMain(int argc, char **argv, DialectRegistry &registry,
                            ArrayRef<std::string> ownPasses) {
  static OptOptions options;
  registerOptions(registry, ownPasses);
  // The help keeps a reference to the text.
  static const std::string passes = describePasses(ownPasses);
  static cl::extrahelp help(passes);
  SmallVector<char *> arguments(argv, argv + argc);
  bool withStatistics = takeStatistics(arguments);
  if (!cl::ParseCommandLineOptions(int(arguments.size()), arguments.data(),
                                   "TorchScript compiler: passes and "
                                   "pipelines on MLIR\n",
                                   &llvm::errs()))
    return kWrongUse;
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects())
    return toExitStatus(
        MlirOptMain(argc, argv, options.input, options.output, registry));

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(options.input, &error);
  if (!input)
    return failWith(error);
  StringRef command = commandFor(input->getMemBufferRef());
  if (!command.empty())
    return failWith(options.input + " is not MLIR; read it with\n  " + command +
                    " " + options.input);
  if (llvm::Error problem = checkNesting(input->getMemBufferRef()))
    return failWith(llvm::toString(std::move(problem)));
  int status = runPasses(std::move(input), options.output, registry, config);
  if (withStatistics) {
    llvm::outs().flush();
    llvm::errs() << "Pass statistics:\n";
    ts::printPassStatistics(llvm::errs());
  }
  return status;
}
