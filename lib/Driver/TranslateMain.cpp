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

#include "ProgramExport.h"
#include "SourceOptions.h"
#include "SummaryReport.h"

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Frontend/Modules/Importer.h"
#include "TorchScript/Frontend/Modules/RecordedState.h"
#include "TorchScript/Frontend/ExportedProgram/ProgramImporter.h"
#include "TorchScript/Frontend/TorchScriptArchive/ArchiveImporter.h"
#include "TorchScript/Support/Nesting.h"
#include "TorchScript/Support/PendingFile.h"
#include "TorchScript/Target/TorchScript/ExportTorchScript.h"
#include "TorchScript/Target/TorchScriptArchive/ExportArchive.h"

#include "TorchScript/InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/ParseUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace torchscript;
namespace cl = llvm::cl;

namespace {
/// What ts-translate was asked to do.
enum class Action {
  Detect,
  ImportSource,
  ImportArchive,
  ImportProgram,
  ExportText,
  ExportArchive,
  ExportProgram,
  PrintProgram,
  Summary
};

/// How diagnostics are printed.
enum class DiagnosticForm { Clang, TorchScript };

/// What becomes of branches and loops on data.
enum class ControlFlow { Refuse, Keep };

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
                 clEnumValN(Action::ImportProgram, "import-exported-program",
                            "torch.export.save file (.pt2) to the ts dialect"),
                 clEnumValN(Action::ExportText, "export-torchscript",
                            "ts dialect, source text or archive to TorchScript "
                            "source text"),
                 clEnumValN(Action::ExportArchive, "export-torchscript-archive",
                            "ts dialect, source text or archive to a "
                            "torch.jit.save archive"),
                 clEnumValN(Action::ExportProgram, "export-program",
                            "source text, archive or MLIR with --input, or an "
                            "exported program, to a torch.export.save file"),
                 clEnumValN(Action::PrintProgram, "print-exported-program",
                            "the same as the text of print(program)"),
                 clEnumValN(Action::Summary, "summary",
                            "any file: what it is, its methods, modules and "
                            "operators")),
      cl::init(Action::Detect), cl::cat(category)};
  cl::list<std::string> functions{
      "functions", cl::CommaSeparated, cl::value_desc("name,..."),
      cl::desc("Import only these functions and classes"), cl::cat(category)};
  SourceOptions source{category};
  cl::opt<std::string> exportState{
      "export-state", cl::value_desc("FILE.json"),
      cl::desc("With --export-torchscript, write the values of modules to this "
               "file, which --state reads"),
      cl::cat(category)};
  cl::opt<bool> unflatten{
      "unflatten",
      cl::desc("Of an exported program, the modules that it was made of: their "
               "classes, methods and calls, as TorchScript text or with "
               "--export-torchscript-archive"),
      cl::cat(category)};
  cl::opt<std::string> instance{
      "instance", cl::value_desc("NAME"),
      cl::desc("With --export-torchscript-archive, the instance to save where "
               "there are several"),
      cl::cat(category)};
  cl::list<std::string> inputs{
      "input", cl::value_desc("SIZES:DTYPE"),
      cl::desc("With --summary, a tensor argument such as 1x3x8x8:f32: tells "
               "what the call costs and what of it is compiled; with "
               "--export-program, an example input as ts-run takes them"),
      cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::value_desc("NAME"),
      cl::desc("With --summary and --input, or --export-program, the function "
               "to call (default: forward)"),
      cl::cat(category)};
  cl::list<std::string> levels{
      "run-decompositions",
      cl::CommaSeparated,
      cl::ValueOptional,
      cl::value_desc("core|functional|FILE.py|-OPERATOR"),
      cl::desc("With --export-program and --print-exported-program, a program "
               "without writes, of Core ATen or of what run_decompositions({}) "
               "leaves; functions of the files that are decorated with "
               "@register_decomposition come first, operators behind '-' "
               "stay"),
      cl::cat(category)};
  cl::opt<ControlFlow> controlFlow{
      "control-flow",
      cl::desc("With --export-program and --print-exported-program, branches "
               "and loops on the values of tensors:"),
      cl::values(clEnumValN(ControlFlow::Refuse, "refuse",
                            "are errors, as in torch.export (default)"),
                 clEnumValN(ControlFlow::Keep, "keep",
                            "become cond and while_loop")),
      cl::init(ControlFlow::Refuse), cl::cat(category)};
  cl::opt<std::string> dynamicShapes{
      "dynamic-shapes", cl::value_desc("JSON"),
      cl::desc("With --export-program and --print-exported-program, sizes that "
               "may change: '{\"x\": {\"0\": \"batch\"}}', "
               "'[[\"n\", \"2*n + 1\"], null]', \"Dim.AUTO\""),
      cl::cat(category)};
  cl::opt<std::string> dims{
      "dims", cl::value_desc("JSON"),
      cl::desc("With --dynamic-shapes, bounds of the names in it: "
               "'{\"batch\": {\"min\": 2, \"max\": 64}}'"),
      cl::cat(category)};
  cl::opt<bool> asJson{"json",
                       cl::desc("With --summary, print JSON on one line"),
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

static void printDiagnostics(const DiagnosticSink &sink, DiagnosticForm form) {
  if (form == DiagnosticForm::Clang) {
    sink.print(llvm::errs());
    return;
  }
  for (const Diagnostic &diagnostic : sink.getDiagnostics())
    renderTorchScript(diagnostic, llvm::errs());
}

/// Writes a file, or standard output; the status.
static int write(llvm::StringRef path, llvm::StringRef text) {
  if (llvm::Error error = writeOutput(path, text))
    return failWith("cannot write " + llvm::toString(std::move(error)));
  return kSuccess;
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

namespace {
/// A module, and where its tensors lie.
struct Input {
  std::unique_ptr<TorchScriptArchive> archive;
  std::unique_ptr<ExportedProgramFile> program;
  std::unique_ptr<InstanceState> state;
  /// The text of MLIR, for errors in it.
  llvm::SourceMgr sources;
  std::optional<mlir::SourceMgrDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  llvm::Expected<llvm::StringRef> getStorage(llvm::StringRef key);
};
} // namespace

llvm::Expected<llvm::StringRef> Input::getStorage(llvm::StringRef key) {
  if (archive || program) {
    auto bytes = archive ? archive->getTensorMemory(key)
                         : program->getTensorMemory(key);
    if (!bytes)
      return bytes.takeError();
    return llvm::StringRef(bytes->data(), bytes->size());
  }
  llvm::StringRef bytes =
      state ? state->getTensorMemory(key) : llvm::StringRef();
  if (bytes.data())
    return bytes;
  return llvm::createStringError("tensor '%s' is in no archive or state",
                                 key.str().c_str());
}

/// Whether a text has to be run for the instances that it makes; `hasMore` says
/// whether there are functions and script classes as well.
static bool needsInstances(const TranslateOptions &options,
                           llvm::StringRef text, mlir::MLIRContext &context,
                           bool &hasMore) {
  hasMore = false;
  if (options.source.wantsEvaluation())
    return true;
  if (!options.source.state.empty() || !options.functions.empty() ||
      options.input == "-")
    return false;
  DiagnosticSink sink;
  SourceImporter importer(
      std::make_shared<SourceFile>(options.input, text.str()), context, sink,
      options.source.getImportPath());
  if (sink.hasErrors())
    return false;
  hasMore = !importer.getFunctionNames().empty() ||
            !importer.getClassNames().empty();
  return scriptsAtTopLevel(text) || importer.hasModuleClasses();
}

/// Runs a text for the instances it makes; false after errors.
static bool evaluate(const TranslateOptions &options, bool hasMore,
                     Input &input) {
  auto state = options.source.takeInstances(options.input, /*isQuiet=*/true,
                                            hasMore);
  if (!state)
    return failWith(llvm::toString(state.takeError())) == 0;
  input.state = std::move(*state);
  return true;
}

/// Source text; false after errors.
static bool importSource(const TranslateOptions &options,
                         const llvm::MemoryBuffer &buffer,
                         mlir::MLIRContext &context, Input &input) {
  bool hasMore;
  if (needsInstances(options, buffer.getBuffer(), context, hasMore) &&
      !evaluate(options, hasMore, input))
    return false;
  DiagnosticSink sink;
  ImportOptions import;
  import.names.assign(options.functions.begin(), options.functions.end());
  import.importPath = options.source.getImportPath();
  if (input.state) {
    import.instances = input.state.get();
    if (import.names.empty())
      llvm::append_range(import.names, input.state->getNames());
  }
  input.module = importTorchScriptSource(
      buffer.getBuffer(), buffer.getBufferIdentifier(), context, sink, import);
  printDiagnostics(sink, options.form);
  return bool(input.module);
}

/// An archive; false after errors.
static bool importArchiveFile(const TranslateOptions &options,
                              mlir::MLIRContext &context, Input &input) {
  DiagnosticSink sink;
  input.module = importArchive(*input.archive, context, sink);
  printDiagnostics(sink, options.form);
  return input.module && !sink.hasErrors();
}

/// An exported program, as a module with state when that is to be exported;
/// false after errors.
static bool importProgramFile(std::unique_ptr<llvm::MemoryBuffer> buffer,
                              mlir::MLIRContext &context, Input &input,
                              bool isExport, bool unflatten) {
  auto program = ExportedProgramFile::open(std::move(buffer));
  if (!program)
    return failWith(llvm::toString(program.takeError())) == 0;
  input.program = std::move(*program);
  for (const std::string &warning : input.program->getWarnings())
    llvm::WithColor::warning() << warning << "\n";
  auto module = importExportedProgram(*input.program, context);
  if (!module)
    return failWith(llvm::toString(module.takeError())) == 0;
  input.module = std::move(*module);
  return !isExport ||
         mlir::succeeded(mlir::ts::runPipeline(
             *input.module, unflatten ? mlir::ts::buildUnflattenPrograms
                                      : mlir::ts::buildUnliftPrograms));
}

/// Prints what the exporter says of an imported module, with the line of the
/// source it is about.
static void printAtPlace(mlir::Diagnostic &diagnostic, mlir::ModuleOp module) {
  auto place = mlir::ts::decodeLocation(diagnostic.getLocation());
  if (place)
    llvm::errs() << place->file << ":" << place->line << ":" << place->column
                 << ": ";
  llvm::WithColor::error(llvm::errs()) << diagnostic << "\n";
  auto sources = module->getAttrOfType<mlir::DictionaryAttr>(
      mlir::ts::TSDialect::kSourcesAttr);
  auto text = place && sources ? sources.getAs<mlir::StringAttr>(place->file)
                               : mlir::StringAttr();
  if (!text)
    return;
  llvm::SmallVector<llvm::StringRef> lines;
  text.getValue().split(lines, '\n');
  if (place->line == 0 || place->line > lines.size())
    return;
  llvm::StringRef line = lines[place->line - 1];
  size_t first =
      std::min<size_t>(place->column ? place->column - 1 : 0, line.size());
  size_t last =
      place->endLine == place->line ? place->endColumn - 1 : line.size();
  size_t length = std::max<size_t>(std::min(last, line.size()), first + 1);
  llvm::errs() << line << "\n"
               << std::string(first, ' ') << "^"
               << std::string(length - first - 1, '~') << "\n";
}

/// Writes text, and the state when it is asked for.
static int exportText(const TranslateOptions &options, Input &input) {
  std::optional<mlir::ScopedDiagnosticHandler> handler;
  if (!input.handler)
    handler.emplace(input.module->getContext(),
                    [&](mlir::Diagnostic &diagnostic) {
                      printAtPlace(diagnostic, *input.module);
                    });
  std::string text, state;
  llvm::raw_string_ostream os(text), stateStream(state);
  if (llvm::failed(exportTorchScript(*input.module, os)))
    return 1;
  if (!options.exportState.empty()) {
    auto storages = [&](llvm::StringRef key) { return input.getStorage(key); };
    if (llvm::failed(exportState(*input.module, storages, stateStream)))
      return 1;
    if (int status = write(options.exportState, state))
      return status;
  }
  return write(options.output, text);
}

/// Writes an archive, with the user's files of the archive that it came from.
static int exportArchiveFile(const TranslateOptions &options, Input &input) {
  std::optional<mlir::ScopedDiagnosticHandler> handler;
  if (!input.handler)
    handler.emplace(input.module->getContext(),
                    [&](mlir::Diagnostic &diagnostic) {
                      printAtPlace(diagnostic, *input.module);
                    });
  auto storages = [&](llvm::StringRef key) { return input.getStorage(key); };
  ArchiveContents contents{storages, options.instance, {}, {}};
  if (input.archive)
    for (const ArchiveExtraFile &file : input.archive->getExtraFiles())
      contents.extraFiles.push_back({file.name, file.bytes});
  return llvm::failed(exportArchive(*input.module, contents, options.output));
}

/// Opens what the options name besides the input; false after errors.
static bool openState(const TranslateOptions &options, Input &input) {
  if (options.source.state.empty())
    return true;
  auto read = RecordedState::open(options.source.state);
  if (!read)
    return failWith(llvm::toString(read.takeError())) == 0;
  input.state = std::move(*read);
  return true;
}

static bool openArchive(std::unique_ptr<llvm::MemoryBuffer> buffer,
                        Input &input) {
  auto archive = TorchScriptArchive::open(std::move(buffer));
  if (!archive)
    return failWith(llvm::toString(archive.takeError())) == 0;
  input.archive = std::move(*archive);
  return true;
}

/// MLIR; its tensors are in the archive that it was made of, unless there is a
/// state.
static bool parseModule(const TranslateOptions &options,
                        std::unique_ptr<llvm::MemoryBuffer> buffer,
                        mlir::MLIRContext &context, Input &input) {
  if (llvm::Error error = checkNesting(buffer->getMemBufferRef()))
    return failWith(llvm::toString(std::move(error))) == 0;
  llvm::SourceMgr &sources = input.sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  input.handler.emplace(sources, &context, llvm::errs());
  input.module = mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!input.module)
    return false;
  auto path = (*input.module)->getAttrOfType<mlir::StringAttr>("ts.archive");
  if (!path || input.state ||
      (options.exportState.empty() && options.action != Action::ExportArchive))
    return true;
  auto archive = llvm::MemoryBuffer::getFile(path.getValue());
  if (!archive)
    return failWith("cannot open the archive '" + path.getValue() +
                    "' the module was made of: " +
                    archive.getError().message()) == 0;
  return openArchive(std::move(*archive), input);
}

/// Finds out what to do from the contents of the input.
static Action detectAction(const llvm::MemoryBuffer &buffer) {
  FileKind kind = detectFileKind(buffer.getMemBufferRef());
  if (kind == FileKind::TorchScriptArchive)
    return Action::ImportArchive;
  if (kind == FileKind::ExportedProgram)
    return Action::ImportProgram;
  if (kind == FileKind::MLIRBytecode)
    return Action::ExportText;
  if (kind != FileKind::Text && kind != FileKind::Empty)
    return Action::Detect;
  if (looksLikeMLIR(buffer.getBuffer()))
    return Action::ExportText;
  return Action::ImportSource;
}

/// Imports a program for its summary; false when it cannot be, which the report
/// says then, or when `status` is set.
static bool importForSummary(const TranslateOptions &options,
                             std::unique_ptr<llvm::MemoryBuffer> buffer,
                             Action kind, mlir::MLIRContext &context,
                             Input &input, SummaryReport &report, int &status) {
  DiagnosticSink sink;
  if (kind == Action::ImportArchive) {
    auto archive = TorchScriptArchive::open(std::move(buffer));
    if (!archive) {
      status = failWith(llvm::toString(archive.takeError()));
      return false;
    }
    input.archive = std::move(*archive);
    report.addArchive(*input.archive);
    input.module = importArchive(*input.archive, context, sink);
    if (input.module && !sink.hasErrors())
      return true;
    for (const Diagnostic &diagnostic : sink.getDiagnostics())
      if (diagnostic.severity == Severity::Error) {
        report.addProblem(diagnostic.message);
        break;
      }
    return false;
  }
  bool isGood = kind == Action::ImportSource
                    ? importSource(options, *buffer, context, input)
                    : parseModule(options, std::move(buffer), context, input);
  status = isGood ? kSuccess : kFailure;
  return isGood;
}

/// Prints what a file is and what is in it.
static int summarize(const TranslateOptions &options,
                     std::unique_ptr<llvm::MemoryBuffer> buffer, Input &input) {
  TensorSignature inputs;
  for (const std::string &text : options.inputs) {
    auto shape = parseInputShape(text);
    if (!shape)
      return failWith(llvm::toString(shape.takeError()), kWrongUse);
    inputs.push_back(*shape);
  }
  mlir::DialectRegistry registry;
  if (!inputs.empty()) {
    mlir::registerAllDialects(registry);
    torchscript::registerAllDialects(registry);
  }
  registry.insert<mlir::ts::TSDialect, mlir::func::FuncDialect,
                  mlir::arith::ArithDialect, mlir::complex::ComplexDialect>();
  auto context = std::make_unique<mlir::MLIRContext>(registry);
  context->loadAllAvailableDialects();
  FileKind kind = detectFileKind(buffer->getMemBufferRef());
  SummaryReport report(buffer->getMemBufferRef(), kind);
  Action detected = detectAction(*buffer);
  int status = kSuccess;
  if (kind == FileKind::ExportedProgram) {
    auto zip = ZipReader::open(buffer->getMemBufferRef());
    llvm::Error error =
        zip ? report.addExportedProgram(**zip) : zip.takeError();
    if (error)
      return failWith("'" + options.input +
                      "': " + llvm::toString(std::move(error)));
  } else if (detected != Action::Detect && kind != FileKind::Empty &&
             importForSummary(options, std::move(buffer), detected, *context,
                              input, report, status)) {
    report.addProgram(summarizeProgram(*input.module));
    if (!inputs.empty()) {
      auto cost = estimateCost(*input.module, options.entry, inputs);
      if (!cost)
        status = failWith(llvm::toString(cost.takeError()));
      else
        report.addCost(*cost);
    }
  }
  int written = status == kSuccess
                    ? write(options.output, report.getText(options.asJson))
                    : status;
  // The module goes before its context.
  input.module = nullptr;
  input.handler.reset();
  return written;
}

/// Whether a part of --run-decompositions is a level; none is core.
static bool isLevel(llvm::StringRef part) {
  return part.empty() || part == "core" || part == "functional";
}

/// The operator that `-aten.conv2d.default` keeps; empty for other parts.
static std::string spellKept(llvm::StringRef part) {
  if (!part.consume_front("-"))
    return "";
  part.consume_front("torch.ops.");
  auto [space, name] = part.split('.');
  name.consume_back(".default");
  return name.empty() ? "" : (space + "::" + name).str();
}

/// What --run-decompositions asks for.
static void setLevel(const TranslateOptions &options, ProgramExport &request) {
  for (llvm::StringRef part : options.levels) {
    if (request.level.name == "training")
      request.level.name = "core";
    if (std::string kept = spellKept(part); !kept.empty())
      request.level.kept.push_back(std::move(kept));
    else if (!isLevel(part))
      request.level.files.push_back(part.str());
    else if (!part.empty())
      request.level.name = part.str();
  }
}

/// What is wrong with the options as a whole; empty when nothing is. `isExport`
/// says that the text of a program is asked for.
static std::string findContradiction(const TranslateOptions &options,
                                     bool isExport) {
  Action action = options.action;
  for (const std::string &part : options.levels)
    if (!isLevel(part) && !llvm::StringRef(part).ends_with(".py") &&
        spellKept(part).empty())
      return "--run-decompositions is 'core' or 'functional', files of "
             "decompositions (FILE.py) and operators that stay "
             "(-aten.conv2d.default): '" +
             part + "' is none";
  if (llvm::count_if(options.levels, isLevel) > 1)
    return "--run-decompositions has one level";
  if (action == Action::ExportProgram || action == Action::PrintProgram)
    return options.unflatten
               ? "--unflatten goes with --export-torchscript and "
                 "--export-torchscript-archive"
               : options.source.findContradiction(options.input);
  if (!options.levels.empty() || !options.dynamicShapes.empty() ||
      !options.dims.empty() || options.controlFlow.getNumOccurrences())
    return "--run-decompositions, --dynamic-shapes, --dims and --control-flow "
           "go with --export-program and --print-exported-program";
  if (action != Action::Summary &&
      (!options.inputs.empty() || options.asJson || !options.entry.empty()))
    return "--input, --entry and --json go with --summary";
  bool isArchive = action == Action::ExportArchive;
  if (options.unflatten && !isArchive && !isExport)
    return "--unflatten goes with --export-torchscript and "
           "--export-torchscript-archive";
  if (isArchive && options.output == "-")
    return "--export-torchscript-archive needs a file: -o FILE.pt";
  if (!isArchive && !options.instance.empty())
    return "--instance goes with --export-torchscript-archive";
  if (!isExport && !options.exportState.empty())
    return "--export-state goes with --export-torchscript";
  return options.source.findContradiction(options.input);
}

int torchscript::runTranslateMain(int argc, char **argv) {
  TranslateOptions options;
  cl::HideUnrelatedOptions(options.category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "ts-translate - between TorchScript text, archives and MLIR\n",
          &llvm::errs()))
    return kWrongUse;

  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(options.input);
  if (!buffer)
    return failWith("cannot open '" + options.input +
                    "': " + buffer.getError().message());

  mlir::DialectRegistry registry;
  registry.insert<mlir::ts::TSDialect, mlir::func::FuncDialect,
                  mlir::arith::ArithDialect, mlir::complex::ComplexDialect>();
  mlir::MLIRContext context(registry);

  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  Action action = options.action, detected = detectAction(**buffer);
  bool isExport = action == Action::ExportText ||
                  (action == Action::Detect && (detected == Action::ExportText ||
                                                options.unflatten));
  if (std::string wrong = findContradiction(options, isExport); !wrong.empty())
    return failWith(wrong, kWrongUse);
  if (options.unflatten && detected != Action::ImportProgram)
    return failWith("--unflatten takes an exported program; '" + options.input +
                        "' is " + describe(kind),
                    kWrongUse);
  if (action == Action::ExportProgram || action == Action::PrintProgram) {
    std::vector<std::string> inputs(options.inputs.begin(),
                                    options.inputs.end());
    ProgramExport request;
    request.input = options.input;
    request.output = options.output;
    request.entry = options.entry;
    request.inputs = inputs;
    request.isText = action == Action::PrintProgram;
    request.dynamicShapes = options.dynamicShapes;
    request.dims = options.dims;
    request.keepControlFlow = options.controlFlow == ControlFlow::Keep;
    setLevel(options, request);
    return exportProgramFile(request, options.source);
  }
  // What is to be exported is imported first.
  bool isArchive = action == Action::ExportArchive;
  if (action == Action::Detect || isExport || isArchive)
    action = detected;
  Input input;
  if (!openState(options, input))
    return 1;
  switch (action) {
  case Action::Summary:
    return summarize(options, std::move(*buffer), input);
  case Action::ImportSource:
    if (kind != FileKind::Text && kind != FileKind::Empty)
      return failWith("'" + options.input + "' is " + describe(kind) +
                      ", not TorchScript source text");
    if (!importSource(options, **buffer, context, input))
      return 1;
    if (options.noSources)
      (*input.module)->removeAttr(mlir::ts::TSDialect::kSourcesAttr);
    break;
  case Action::ExportText:
    if (!parseModule(options, std::move(*buffer), context, input))
      return 1;
    break;
  case Action::ImportArchive:
    if (!openArchive(std::move(*buffer), input) ||
        !importArchiveFile(options, context, input))
      return 1;
    break;
  case Action::ImportProgram:
    if (!importProgramFile(std::move(*buffer), context, input,
                           isArchive || isExport, options.unflatten))
      return 1;
    break;
  case Action::ExportArchive:
  case Action::ExportProgram:
  case Action::PrintProgram:
  case Action::Detect:
    return failWith(
        "'" + options.input + "' is " + describe(kind) +
        "; expected TorchScript source text, a torch.jit.save archive, an "
        "exported program or MLIR");
  }
  if (isArchive)
    return exportArchiveFile(options, input);
  if (isExport)
    return exportText(options, input);
  return write(options.output, printModule(*input.module, options.locations));
}
