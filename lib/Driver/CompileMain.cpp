//===- CompileMain.cpp - The command line of ts-compile -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, and the steps of a compilation.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/CompileMain.h"

#include "OptionParsers.h"
#include "Phases.h"
#include "Report.h"
#include "SourceOptions.h"
#include "TorchScript/CInterface/CTypes.h"
#include "TorchScript/CInterface/LibraryBuilder.h"
#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Execution/Failure.h"
#include "TorchScript/Support/PendingFile.h"
#include "TorchScript/Target/Native/CompiledFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace torchscript;
namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// A mistake of the compiler that is asked for.
enum class DebugFailure { None, Internal, Fatal };

/// The options of one invocation.
struct Options {
  cl::OptionCategory category{"ts-compile options"};
  cl::opt<std::string> file{cl::Positional, cl::Required,
                            cl::desc("FILE (.py, .pt or .mlir)"),
                            cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Output; its ending chooses the kind: .so, .o, .a, .ll, .s "
               "(default: the name of the input with .so)")};
  cl::opt<std::string> emit{
      "emit", cl::cat(category), cl::value_desc("KIND"),
      cl::desc("Kind of output: so, obj, static, llvm or asm")};
  cl::list<std::string> entries{
      "entry", cl::CommaSeparated, cl::cat(category), cl::value_desc("NAME"),
      cl::desc("Export this function, method or class's constructor (default: "
               "all that compile)")};
  SourceOptions source{category};
  cl::list<std::string> signatures{
      "signature", cl::cat(category), cl::value_desc("F(x: f32[1,3])"),
      cl::desc("Compile a function for tensors of these shapes as well; other "
               "shapes still work")};
  cl::opt<std::string> header{
      "header", cl::cat(category), cl::value_desc("FILE.h"),
      cl::desc("Where the C header goes (default: beside the output; none for "
               ".ll and .s)")};
  cl::opt<std::string> prefix{
      "prefix", cl::cat(category), cl::value_desc("NAME"),
      cl::desc("Begins all C names (default: the name of the input)")};
  cl::opt<Accuracy> accuracy{
      "accuracy", cl::init(Accuracy::Default), cl::cat(category),
      cl::desc("How results of compiled code may round:"),
      cl::values(
          clEnumValN(Accuracy::Default, "default",
                     "convolutions of 3x3 by Winograd's method, too, and "
                     "products in halves of floats where there is AMX, whose "
                     "errors are a few millionths of the largest result "
                     "(default)"),
          clEnumValN(Accuracy::Strict, "strict", "sums of products only"))};
  LevelOption level{"O", cl::Prefix, cl::init(3), cl::cat(category),
                    cl::desc("Optimisation level, 0 to 3 (default 3)")};
  cl::opt<std::string> target{
      "target", cl::init("cpu"), cl::cat(category),
      cl::value_desc("DEVICE,..."),
      cl::desc("Kernels for devices are in the output: opencl, cuda, hip, with "
               "a chip nvvm:sm_90 or rocdl:gfx90a, or several of them; cpu: "
               "none (default)")};
  cl::opt<std::string> cpu{
      "target-cpu", cl::init("baseline"), cl::cat(category),
      cl::value_desc("CPU"),
      cl::desc("native: this machine; baseline: every machine of the "
               "architecture (default); a name of LLVM's; or some of x86-64, "
               "x86-64-v2, x86-64-v3 and x86-64-v4, separated by commas: "
               "kernels are compiled for each, and the library takes the best "
               "that the processor has")};
  cl::opt<bool> packWeights{
      "pack-weights", cl::init(true), cl::cat(category),
      cl::desc("Put the weights of --signature's kernels into objects and "
               "libraries a second time, as this machine's processor reads "
               "them, so that the first result is there sooner; elsewhere they "
               "are packed when they are read first (default true)")};
  cl::list<std::string> rpaths{
      "rpath", cl::cat(category), cl::value_desc("DIR"),
      cl::desc("Where a shared object looks for libtsrt.so (default: beside "
               "itself, then beside this tool)")};
  cl::opt<Sanitizer> sanitizer{
      "sanitize", cl::init(Sanitizer::None), cl::cat(category),
      cl::desc("Add checks of memory accesses; the host process must have the "
               "sanitizer's runtime"),
      cl::values(clEnumValN(Sanitizer::Address, "address",
                            "Accesses out of bounds and after release"),
                 clEnumValN(Sanitizer::Thread, "thread", "Data races"))};
  cl::opt<bool> reportResidue{
      "report-residue", cl::cat(category),
      cl::desc(
          "List the operators that run in the runtime, with their places and "
          "why they were not compiled")};
  cl::opt<bool> json{"json", cl::cat(category),
                     cl::desc("Print what --report-residue finds as a line of "
                              "JSON")};
  cl::opt<bool> printIR{"print-ir-after-all", cl::cat(category),
                        cl::desc("Print the IR after each phase")};
  cl::opt<DebugFailure> debugFailure{
      "debug-fail",
      cl::Hidden,
      cl::init(DebugFailure::None),
      cl::cat(category),
      cl::desc(
          "After lowering, end as if the compiler were wrong: for tests of "
          "the report"),
      cl::values(clEnumValN(DebugFailure::Internal, "internal",
                            "With an error of a pass"),
                 clEnumValN(DebugFailure::Fatal, "fatal",
                            "With a fatal error of LLVM"))};
  cl::opt<bool> timePhases{"time-phases", cl::cat(category),
                           cl::desc("Print how long each phase took")};
};

/// The kind of output a word or an ending of a file name stands for.
std::optional<OutputKind> findKind(llvm::StringRef word) {
  struct Kind {
    const char *word, *ending;
    OutputKind kind;
  };
  constexpr Kind kinds[] = {{"so", ".so", OutputKind::SharedObject},
                            {"obj", ".o", OutputKind::Object},
                            {"static", ".a", OutputKind::StaticLibrary},
                            {"llvm", ".ll", OutputKind::LLVMIR},
                            {"asm", ".s", OutputKind::Assembly}};
  for (const Kind &kind : kinds)
    if (word == kind.word || word == kind.ending)
      return kind.kind;
  return std::nullopt;
}

constexpr const char *kEndings[] = {".so", ".o", ".a", ".ll", ".s"};

/// Where everything goes.
struct Outputs {
  OutputKind kind = OutputKind::SharedObject;
  std::string output, header;
  /// Spellings of the targets of kernels, none for the processor alone.
  std::vector<std::string> devices;
};

/// Fills in what the options leave open; the error is about the options.
llvm::Expected<Outputs> chooseOutputs(const Options &options) {
  Outputs outputs;
  outputs.output = options.output;
  if (!options.emit.empty()) {
    auto kind = findKind(options.emit);
    if (!kind || llvm::StringRef(options.emit).starts_with("."))
      return llvm::createStringError(
          "--emit=%s: expected so, obj, static, llvm or asm",
          options.emit.c_str());
    outputs.kind = *kind;
  } else if (!outputs.output.empty()) {
    auto kind = findKind(path::extension(outputs.output));
    if (!kind)
      return llvm::createStringError(
          "%s: the ending .so, .o, .a, .ll or .s chooses the kind of output; "
          "or say it with --emit",
          outputs.output.c_str());
    outputs.kind = *kind;
  }
  if (outputs.output.empty() && options.file == "-")
    return llvm::createStringError(
        "a program from standard input has no name: give the output one with "
        "-o");
  if (outputs.output.empty())
    outputs.output = path::stem(options.file).str() +
                     kEndings[static_cast<int>(outputs.kind)];
  outputs.header = options.header;
  bool isCode = outputs.kind != OutputKind::LLVMIR &&
                outputs.kind != OutputKind::Assembly;
  if (outputs.header.empty() && isCode) {
    llvm::SmallString<128> header(outputs.output);
    path::replace_extension(header, ".h");
    outputs.header = header.str().str();
  }
  if (outputs.header == outputs.output ||
      fs::equivalent(outputs.header, outputs.output))
    return llvm::createStringError(
        "%s is the output and the header: give one of them another name",
        outputs.output.c_str());
  if (fs::equivalent(outputs.output, options.file) ||
      (!outputs.header.empty() && fs::equivalent(outputs.header, options.file)))
    return llvm::createStringError("%s would be overwritten",
                                   options.file.c_str());
  auto devices = mlir::ts::readDeviceTargets(options.target.getValue());
  if (!devices)
    return llvm::createStringError(
        "--target=" + options.target + ": " +
        llvm::toString(devices.takeError()));
  outputs.devices = std::move(*devices);
  return outputs;
}

/// The directory of libtsrt.so: beside the tool's directory.
std::string findRuntime(const char *program) {
  static int anchor;
  std::string tool = fs::getMainExecutable(program, &anchor);
  llvm::SmallString<128> directory(path::parent_path(path::parent_path(tool)));
  path::append(directory, "lib");
  return directory.str().str();
}

llvm::Error compile(const Options &options, const Outputs &outputs,
                    Session &session, const char *tool, Phases &phases,
                    ToolReport &report) {
  LibraryRequest request;
  request.prefix =
      toCIdentifier(options.prefix.empty() ? path::stem(options.file).str()
                                           : options.prefix.getValue());
  request.entries = {options.entries.begin(), options.entries.end()};
  request.signatures = {options.signatures.begin(), options.signatures.end()};
  request.packsWeights = options.packWeights &&
                         outputs.kind != OutputKind::LLVMIR &&
                         outputs.kind != OutputKind::Assembly;
  request.hooks.accuracy = options.accuracy;
  request.hooks.onPhase = [&](llvm::StringRef name) { phases.begin(name); };
  if (options.printIR)
    request.hooks.afterPhase = [](llvm::StringRef name, mlir::ModuleOp module) {
      printPhase(name, module, llvm::errs());
    };
  if (options.reportResidue) {
    request.hooks.onResidue = [&](llvm::ArrayRef<Residue> operators) {
      report.addResidue(operators);
    };
    request.hooks.onHostKernels = [&](llvm::ArrayRef<Residue> kernels) {
      report.addHostKernels(kernels);
    };
  }
  request.hooks.devices = outputs.devices;
  // Known to be right before the long work begins.
  MachineOptions machineOptions{options.cpu, options.level};
  auto machine = createMachine(machineOptions);
  if (!machine)
    return machine.takeError();
  request.hooks.cpus = getCpuLevels(machineOptions.cpu, **machine);
  auto output = PendingFile::create(outputs.output);
  if (!output)
    return output.takeError();
  std::optional<PendingFile> header;
  if (!outputs.header.empty()) {
    auto file = PendingFile::create(outputs.header);
    if (!file)
      return file.takeError();
    header.emplace(std::move(*file));
  }

  phases.begin("import");
  auto library = buildLibrary(session, request, path::filename(outputs.header));
  if (!library)
    return library.takeError();
  for (const std::string &warning : library->warnings)
    llvm::WithColor::warning(llvm::errs()) << warning << "\n";
  if (options.debugFailure == DebugFailure::Internal)
    return llvm::make_error<Failure>(Failure::Kind::Internal,
                                     "asked for by --debug-fail");
  if (options.debugFailure == DebugFailure::Fatal)
    llvm::report_fatal_error("asked for by --debug-fail");
  phases.begin("optimise");
  llvm::LLVMContext context;
  auto module = translateToLLVMIR(*library->module, context);
  if (!module)
    return llvm::createStringError("translation to LLVM IR failed");
  library->module = nullptr;
  std::vector<EmbeddedData> data = embedStorages(*module, library->storages);
  llvm::append_range(data, embedImages(*module, library->images));
  hideAllBut(*module, library->exported);
  if (llvm::Error error =
          optimize(*module, **machine, machineOptions.level, options.sanitizer))
    return error;
  (*machine)->setOptLevel(getCodeGenLevel(*module, machineOptions.level));
  phases.begin("generate machine code");
  LinkOptions link;
  link.runtimeDirectory = findRuntime(tool);
  link.rpaths = {options.rpaths.begin(), options.rpaths.end()};
  if (link.rpaths.empty())
    link.rpaths = {"$ORIGIN", link.runtimeDirectory};
  link.soname = path::filename(outputs.output).str();
  if (llvm::Error error = writeCompiledFile(*module, **machine, outputs.kind,
                                            std::move(data), *output, link))
    return error;
  if (header)
    if (llvm::Error error = writeText(*header, library->header))
      return error;
  if (llvm::Error error = output->keep())
    return error;
  return header ? header->keep() : llvm::Error::success();
}

} // namespace

int torchscript::compileMain(int argc, char **argv) {
  static Options options;
  cl::HideUnrelatedOptions(options.category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Compiles a TorchScript program to machine code with a C "
          "interface\n\n"
          "  ts-compile primes.py -o libprimes.so\n"
          "  ts-compile model.pt -o model.so "
          "--signature='forward(x: f32[1,3,224,224])'\n"
          "  ts-compile model.pt -o model.a --target-cpu=native\n\n"
          "Exit status: 0; 1 for programs that do not compile; 2 for wrong "
          "options; 70 for internal errors\n",
          &llvm::errs()))
    return kWrongUse;
  auto outputs = chooseOutputs(options);
  if (!outputs)
    return failWith(llvm::toString(outputs.takeError()), kWrongUse);
  if (std::string wrong = options.source.findContradiction(options.file);
      !wrong.empty())
    return failWith(wrong, kWrongUse);
  for (const std::string &signature : options.signatures)
    if (llvm::Error error = checkSignature(signature))
      return failWith(llvm::toString(std::move(error)), kWrongUse);
  Phases phases(options.timePhases);
  ToolReport report(options.json);
  phases.begin("open");
  SessionOptions sessionOptions;
  sessionOptions.importPath = options.source.getImportPath();
  sessionOptions.runsHostFunctions = false;
  auto session = Session::open(options.file, sessionOptions);
  if (!session)
    return reportError(session.takeError());
  (*session)->getDiagnostics().print(llvm::errs());
  if (!options.source.state.empty())
    if (llvm::Error error = (*session)->openState(options.source.state))
      return reportError(std::move(error));
  bool isEvaluated =
      options.source.wantsEvaluation() ||
      (options.source.state.empty() && (*session)->hasModuleClasses());
  if (isEvaluated) {
    auto state = options.source.takeInstances(
        options.file, /*isQuiet=*/true,
        /*hasMore=*/!(*session)->getDefinedNames().empty());
    if (!state)
      return reportError(state.takeError());
    if (*state)
      (*session)->setState(std::move(*state));
  }
  if ((*session)->isCompiled())
    return failWith(options.file + " is compiled already");
  if (llvm::Error error =
          compile(options, *outputs, **session, argv[0], phases, report))
    return reportError(std::move(error), session->get());
  phases.report();
  report.set("status", kSuccess);
  report.print();
  return kSuccess;
}
