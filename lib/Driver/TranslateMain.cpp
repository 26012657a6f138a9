//===- TranslateMain.cpp - The command line of ts-translate ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates between TorchScript text, archives and MLIR.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/TranslateMain.h"

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Driver/RecordedState.h"
#include "TorchScript/Frontend/Emit/ArchiveImporter.h"
#include "TorchScript/Frontend/Emit/Importer.h"
#include "TorchScript/Target/TorchScript.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/ParseUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace torchscript;
namespace cl = llvm::cl;

namespace {
/// What ts-translate was asked to do.
enum class Action { Detect, ImportSource, ImportArchive, ExportText };

/// How diagnostics are printed.
enum class DiagnosticForm { Clang, TorchScript };

/// The options of ts-translate.
struct TranslateOptions {
  cl::OptionCategory category{"ts-translate options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Output file"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<Action> action{
      cl::desc("What to do (found out from the input when not given):"),
      cl::values(clEnumValN(Action::ImportSource, "import-torchscript",
                            "TorchScript source text to the ts dialect"),
                 clEnumValN(Action::ImportArchive, "import-torchscript-archive",
                            "torch.jit.save archive to the ts dialect"),
                 clEnumValN(Action::ExportText, "export-torchscript",
                            "ts dialect to TorchScript source text")),
      cl::init(Action::Detect), cl::cat(category)};
  cl::list<std::string> functions{
      "functions", cl::CommaSeparated, cl::value_desc("name,..."),
      cl::desc("Import only these functions and classes"), cl::cat(category)};
  cl::opt<std::string> state{
      "state", cl::value_desc("FILE.json"),
      cl::desc("Take the module instances of source text from this file"),
      cl::cat(category)};
  cl::opt<DiagnosticForm> form{
      "diagnostics", cl::desc("Form of errors in source text:"),
      cl::values(clEnumValN(DiagnosticForm::Clang, "clang",
                            "file:line:column with the line (default)"),
                 clEnumValN(DiagnosticForm::TorchScript, "torchscript",
                            "as TorchScript prints them")),
      cl::init(DiagnosticForm::Clang), cl::cat(category)};
  cl::opt<bool> noSources{
      "no-sources",
      cl::desc("Leave out the texts (ts.sources) from MLIR output"),
      cl::cat(category)};
  cl::opt<bool> locations{"mlir-print-debuginfo",
                          cl::desc("Print locations in MLIR output"),
                          cl::cat(category)};
};
} // namespace

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "ts-translate") << message << "\n";
  return 1;
}

static void printDiagnostics(const DiagnosticSink &sink, DiagnosticForm form) {
  if (form == DiagnosticForm::Clang) {
    sink.print(llvm::errs());
    return;
  }
  for (const Diagnostic &diagnostic : sink.getDiagnostics())
    renderTorchScript(diagnostic, llvm::errs());
}

/// Writes the whole output under a temporary name first, so that an error never
/// leaves half a file.
static int writeOutput(llvm::StringRef path, llvm::StringRef text) {
  if (path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return 0;
  }
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    os << text;
    return llvm::Error::success();
  });
  if (error)
    return fail("cannot write '" + path +
                "': " + llvm::toString(std::move(error)));
  return 0;
}

static std::string printModule(mlir::ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo();
  module.print(os, flags);
  os << "\n";
  return text;
}

static int importSource(const TranslateOptions &options,
                        const llvm::MemoryBuffer &buffer,
                        mlir::MLIRContext &context) {
  DiagnosticSink sink;
  ImportOptions import;
  import.names.assign(options.functions.begin(), options.functions.end());
  std::unique_ptr<RecordedState> state;
  if (!options.state.empty()) {
    auto read = RecordedState::open(options.state);
    if (!read)
      return fail(llvm::toString(read.takeError()));
    state = std::move(*read);
    import.instances = state.get();
    if (import.names.empty())
      llvm::append_range(import.names, state->getNames());
  }
  mlir::OwningOpRef<mlir::ModuleOp> module = importTorchScriptSource(
      buffer.getBuffer(), buffer.getBufferIdentifier(), context, sink, import);
  printDiagnostics(sink, options.form);
  if (!module)
    return 1;
  if (options.noSources)
    (*module)->removeAttr(mlir::ts::TSDialect::kSourcesAttr);
  return writeOutput(options.output, printModule(*module, options.locations));
}

static int importArchiveFile(const TranslateOptions &options,
                             std::unique_ptr<llvm::MemoryBuffer> buffer,
                             mlir::MLIRContext &context) {
  auto archive = TorchScriptArchive::open(std::move(buffer));
  if (!archive)
    return fail(llvm::toString(archive.takeError()));
  DiagnosticSink sink;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      importArchive(**archive, context, sink);
  printDiagnostics(sink, options.form);
  if (!module || sink.hasErrors())
    return 1;
  return writeOutput(options.output, printModule(*module, options.locations));
}

static int exportText(const TranslateOptions &options,
                      std::unique_ptr<llvm::MemoryBuffer> buffer,
                      mlir::MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context, llvm::errs());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return 1;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::failed(exportTorchScript(*module, os)))
    return 1;
  return writeOutput(options.output, text);
}

/// Finds out what to do from the contents of the input.
static Action detectAction(const llvm::MemoryBuffer &buffer) {
  FileKind kind = detectFileKind(buffer.getMemBufferRef());
  if (kind == FileKind::TorchScriptArchive)
    return Action::ImportArchive;
  if (kind == FileKind::MLIRBytecode)
    return Action::ExportText;
  if (kind != FileKind::Text && kind != FileKind::Empty)
    return Action::Detect;
  // MLIR text begins with an operation or an alias; a Python comment has a
  // blank or another sign behind its `#`.
  llvm::StringRef text = buffer.getBuffer().ltrim();
  bool alias = text.size() > 1 && (text[0] == '#' || text[0] == '!') &&
               llvm::isAlpha(text[1]);
  for (llvm::StringRef start :
       {"module", "func.func", "ts.", "//", "\"builtin."})
    alias |= text.starts_with(start);
  if (alias && (text.contains("func.func") || text.contains("module")))
    return Action::ExportText;
  return Action::ImportSource;
}

int torchscript::runTranslateMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  TranslateOptions options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "ts-translate - between TorchScript text, archives and MLIR\n");

  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(options.input);
  if (!buffer)
    return fail("cannot open '" + options.input +
                "': " + buffer.getError().message());

  mlir::DialectRegistry registry;
  registry.insert<mlir::ts::TSDialect, mlir::func::FuncDialect,
                  mlir::arith::ArithDialect, mlir::complex::ComplexDialect>();
  mlir::MLIRContext context(registry);

  Action action = options.action;
  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  if (action == Action::Detect)
    action = detectAction(**buffer);
  switch (action) {
  case Action::ImportSource:
    if (kind != FileKind::Text && kind != FileKind::Empty)
      return fail("'" + options.input + "' is " + describe(kind) +
                  ", not TorchScript source text");
    return importSource(options, **buffer, context);
  case Action::ExportText:
    return exportText(options, std::move(*buffer), context);
  case Action::ImportArchive:
    return importArchiveFile(options, std::move(*buffer), context);
  case Action::Detect:
    break;
  }
  return fail("'" + options.input + "' is " + describe(kind) +
              "; expected TorchScript source text, a torch.jit.save archive or "
              "MLIR");
}
