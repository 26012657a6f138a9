//===- RunMain.cpp - The command line of ts-run -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, and the steps of a run.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/RunMain.h"

#include "Benchmark.h"
#include "DeviceOptions.h"
#include "OptionParsers.h"
#include "Phases.h"
#include "Profile.h"
#include "Report.h"
#include "RunInputs.h"
#include "RunProgram.h"
#include "SourceOptions.h"
#include "WorkerOptions.h"
#include "TorchScript/Check/Check.h"
#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Execution/Literals.h"
#include "TorchScript/Execution/Session.h"
#include "TorchScript/Support/PendingFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

#include <cstdio>
#include <new>

using namespace torchscript;
namespace cl = llvm::cl;

namespace {

/// The options of one invocation.
struct Options {
  cl::OptionCategory category{"ts-run options"};
  cl::opt<std::string> file{
      cl::Positional, cl::Required,
      cl::desc("FILE (.py, .pt, .mlir, or .so of ts-compile; - for standard "
               "input)"),
      cl::cat(category)};
  cl::opt<std::string> entry{
      "entry",
      cl::desc("Function or method to call (default: forward, main, "
               "or the only one)"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::list<std::string> inputs{
      "input",
      cl::desc("An argument: a literal (3, 2.5, \"s\", [1,2], (1,\"a\"), "
               "{\"k\":1}, None, True), a tensor SHAPE:DTYPE[=FILL] such as "
               "2x3:f32=randn, tensor([[1,2],[3,4]]), an .npy, .npz or .png "
               "file; NAME=VALUE by name"),
      cl::value_desc("VALUE"), cl::cat(category)};
  cl::opt<std::string> check{
      "check", cl::desc("Run the recorded calls of this file and compare"),
      cl::value_desc("FILE.json"), cl::cat(category)};
  SourceOptions source{category};
  LimitOptions limits{category};
  mutable WorkerOptions worker{category};
  cl::opt<bool> checkMessages{"check-messages",
                              cl::desc("With --check, also compare the texts "
                                       "of errors and the places they name"),
                              cl::cat(category)};
  cl::opt<bool> checkWarnings{
      "check-warnings", cl::init(true), cl::cat(category),
      cl::desc("With --check, a warning that is not recorded is a difference "
               "(default; --check-warnings=false for records without them)")};
  cl::opt<bool> strided{
      "strided", cl::cat(category),
      cl::desc("With --check, tensors that are arguments have gaps between "
               "their elements")};
  cl::opt<bool> checkLeaks{
      "check-leaks", cl::cat(category),
      cl::desc("Fail when objects of the runtime are alive after the run, the "
               "program and its results are gone (cycles are not collected)")};
  cl::opt<std::string> expect{
      "expect", cl::desc("Compare the tensors of the result with a file"),
      cl::value_desc("FILE.npz"), cl::cat(category)};
  cl::opt<double> rtol{"rtol", cl::init(1e-5), cl::cat(category),
                       cl::desc("Relative tolerance (default 1e-5)")};
  cl::opt<double> atol{"atol", cl::init(1e-6), cl::cat(category),
                       cl::desc("Absolute tolerance (default 1e-6)")};
  cl::opt<std::string> saveOutput{
      "save-output", cl::desc("Write the tensors of the result to a file"),
      cl::value_desc("FILE.npz"), cl::cat(category)};
  cl::opt<unsigned, false, CallsParser> benchmark{
      "benchmark",
      cl::ValueOptional,
      cl::init(CallsParser::kDefaultCalls),
      cl::cat(category),
      cl::desc("Time N calls (default 20) after a warm-up"),
      cl::value_desc("N")};
  cl::opt<unsigned, false, CallsParser> profile{
      "profile",
      cl::ValueOptional,
      cl::init(CallsParser::kDefaultCalls),
      cl::cat(category),
      cl::desc("Say where the time of N calls (default 20) goes: library calls "
               "and loops of kernels by source line, operators of the runtime"),
      cl::value_desc("N")};
  cl::opt<std::string> trace{
      "trace", cl::cat(category), cl::value_desc("FILE.json"),
      cl::desc("Profile, and write each call with its parts as events that "
               "Perfetto shows")};
  cl::opt<bool> reportKernels{
      "report-kernels", cl::cat(category),
      cl::desc("List the library calls and loops of compiled kernels with "
               "their lines, operations and bytes")};
  cl::opt<bool> timePhases{"time-phases", cl::cat(category),
                           cl::desc("Print how long each phase took")};
  cl::opt<bool> reportResidue{
      "report-residue", cl::cat(category),
      cl::desc(
          "List the operators that run in the runtime, with their places and "
          "why they were not compiled")};
  cl::opt<bool> specialize{"specialize", cl::init(true), cl::cat(category),
                           cl::desc("--specialize=false is --tier=runtime")};
  cl::opt<Tier> tier{
      "tier", cl::init(Tier::Auto), cl::cat(category),
      cl::desc("What runs tensor operators:"),
      cl::values(
          clEnumValN(Tier::Auto, "auto",
                     "code compiled for the dtypes and shapes of the inputs, "
                     "and the runtime's kernels for the rest (default)"),
          clEnumValN(Tier::Compiled, "compiled",
                     "compiled code only: an error lists the operators that "
                     "would run in the runtime"),
          clEnumValN(Tier::Runtime, "runtime", "the runtime's kernels only"))};
  cl::opt<std::string> dynamic{
      "dynamic", cl::ValueOptional, cl::cat(category),
      cl::desc("Compile for all sizes of the inputs' dimensions (default all; "
               "DIM,...: those, negative ones from the last), but 0 and 1; "
               "equal sizes stay equal"),
      cl::value_desc("all|DIM,...")};
  cl::list<std::string> decompositions{
      "decompositions", cl::CommaSeparated, cl::cat(category),
      cl::desc("TorchScript texts whose functions, decorated with "
               "@register_decomposition(OPERATOR), replace operators"),
      cl::value_desc("FILE.py,...")};
  cl::opt<bool> printIR{"print-ir-after-all", cl::cat(category),
                        cl::desc("Print the IR after each phase")};
  cl::opt<bool> json{"json", cl::cat(category),
                     cl::desc("Print the result, or what --check, --benchmark "
                              "and the reports find, as a line of JSON")};
  ThreadsOption threads{
      "threads", cl::init(0), cl::cat(category),
      cl::desc("Threads of parallel kernels (default: all cores)"),
      cl::value_desc("N")};
  DeviceOptions devices{category};
  cl::opt<Accuracy> accuracy{
      "accuracy", cl::init(Accuracy::Default), cl::cat(category),
      cl::desc("How results of compiled code may round:"),
      cl::values(
          clEnumValN(Accuracy::Default, "default",
                     "convolutions of 3x3 by Winograd's method, too, "
                     "whose errors are of the same size (default)"),
          clEnumValN(Accuracy::Strict, "strict", "sums of products only"))};
  LevelOption level{"O", cl::Prefix, cl::init(2), cl::cat(category),
                    cl::desc("Optimisation level, 0 to 3 (default 2)")};

  bool isProfiled() const {
    return profile.getNumOccurrences() || !trace.empty();
  }
};

/// One run of the tool.
class Run {
public:
  explicit Run(const Options &options)
      : options(options), phases(options.timePhases), report(options.json) {}
  int run();

private:
  /// Runs the file as the options say.
  int runFile();
  /// Reports what the run collected; `status`.
  int finish(int status);
  SessionOptions makeSessionOptions();
  /// Runs recorded calls; a line for each that fails, and `N passed, M failed`.
  int checkCalls(Session &session);
  /// Calls the function that the options name.
  /// Whether the file has to be run for the instances that it makes.
  bool needsInstances(const Session &session) const;
  int runFunction(Session &session);
  /// The same as a worker of a group.
  int runWorker(Session &session);
  /// Calls the function once, or as often as --benchmark asks for.
  int callOrTime(const HostFunction &function,
                 const std::vector<HostValue> &arguments);
  int printTimes(const HostFunction &function, const Benchmark &benchmark);
  /// Saves, compares or prints the result of a call.
  int useResult(const HostValue &result);

  const Options &options;
  /// What serves the session to other workers, or null.
  RemoteServer *server = nullptr;
  DynamicSizes dynamic;
  Phases phases;
  ToolReport report;
  json kernels = json::array();
};

/// Reads the value of --dynamic; false when it is not understood.
bool readDynamic(llvm::StringRef text, DynamicSizes &dynamic) {
  if (text.empty() || text == "all") {
    dynamic.all = true;
    return true;
  }
  while (!text.empty()) {
    auto [word, rest] = text.split(',');
    if (word.trim().getAsInteger(10, dynamic.dims.emplace_back()))
      return false;
    text = rest;
  }
  return true;
}

SessionOptions Run::makeSessionOptions() {
  SessionOptions result;
  result.dynamic = dynamic;
  result.optimization = options.level;
  result.tier = options.specialize ? options.tier.getValue() : Tier::Runtime;
  result.decompositions.assign(options.decompositions.begin(),
                               options.decompositions.end());
  result.importPath = options.source.getImportPath();
  result.hooks.accuracy = options.accuracy;
  result.hooks.devices = options.devices.getTargets();
  result.hooks.onPhase = [&](llvm::StringRef name) { phases.begin(name); };
  if (options.printIR)
    result.hooks.afterPhase = [](llvm::StringRef name, mlir::ModuleOp module) {
      printPhase(name, module, llvm::errs());
    };
  if (options.reportKernels || options.isProfiled())
    result.hooks.onKernels = [&](llvm::ArrayRef<llvm::StringRef> parts) {
      if (!options.reportKernels)
        return;
      json found = describeKernels(parts);
      if (!report.wantsJson())
        printKernels(found, llvm::errs());
      // A function may be compiled for its arguments and for all.
      kernels.insert(kernels.end(), found.begin(), found.end());
      report.set("kernels", kernels);
    };
  if (options.reportResidue) {
    result.hooks.onResidue = [&](llvm::ArrayRef<Residue> operators) {
      report.addResidue(operators);
    };
    result.hooks.onHostKernels = [&](llvm::ArrayRef<Residue> kernels) {
      report.addHostKernels(kernels);
    };
  }
  result.onNotSpecialized = [&](llvm::StringRef function, const Failure &why) {
    if (options.reportResidue)
      report.addGeneric(function, why.getMessage());
    else if (why.getKind() == Failure::Kind::Internal)
      llvm::WithColor::warning(llvm::errs())
          << function
          << " runs operator by operator: the compiler failed, which is a "
             "mistake of its own: "
          << why.getMessage() << "\n";
  };
  return result;
}

bool Run::needsInstances(const Session &session) const {
  if (options.source.wantsEvaluation())
    return true;
  if (!options.source.state.empty() || !options.check.empty() ||
      options.file == "-" || !session.hasModuleClasses())
    return false;
  // A function that is named needs no instance.
  llvm::StringRef base = llvm::StringRef(options.entry).split('.').first;
  return options.entry.empty() ||
         !llvm::is_contained(session.getDefinedNames(), base);
}

int Run::checkCalls(Session &session) {
  CheckOptions checkOptions;
  checkOptions.messages = options.checkMessages;
  checkOptions.warnings = options.checkWarnings;
  checkOptions.strided = options.strided;
  if (options.rtol.getNumOccurrences())
    checkOptions.tolerance.relative = options.rtol;
  if (options.atol.getNumOccurrences())
    checkOptions.tolerance.absolute = options.atol;
  auto checked = runCheck(
      session, options.check, checkOptions, [&](const CheckFailure &failure) {
        if (!report.wantsJson())
          llvm::outs() << "call " << failure.index << " (" << failure.function
                       << "): " << failure.problem
                       << (failure.problem.back() == '\n' ? "" : "\n");
      });
  if (!checked)
    return reportError(checked.takeError(), &session);
  json failures = json::array();
  for (const CheckFailure &failure : checked->failures)
    failures.push_back({{"index", failure.index},
                        {"function", failure.function},
                        {"problem", failure.problem}});
  report.set("check", {{"file", options.check.getValue()},
                       {"passed", checked->passed},
                       {"failed", checked->failures.size()},
                       {"failures", std::move(failures)}});
  if (!report.wantsJson())
    llvm::outs() << checked->passed << " passed, " << checked->failures.size()
                 << " failed\n";
  return checked->failures.empty() ? kSuccess : kFailure;
}

int Run::useResult(const HostValue &result) {
  if (!options.saveOutput.empty())
    if (llvm::Error error = saveOutput(options.saveOutput, result))
      return reportError(std::move(error));
  if (!options.expect.empty()) {
    auto same =
        compareWithFile(options.expect, result, options.rtol, options.atol);
    if (!same)
      return reportError(same.takeError());
    return *same ? kSuccess : kFailure;
  }
  // What the program printed comes first.
  std::fflush(stdout);
  if (report.wantsJson())
    report.set("result", encodeValue(result.get()));
  if (options.saveOutput.empty() && !report.wantsJson())
    llvm::outs() << result.str() << "\n";
  return kSuccess;
}

int Run::printTimes(const HostFunction &function, const Benchmark &benchmark) {
  int32_t threads = tsrt_get_num_threads();
  report.set("benchmark", {{"function", function.name},
                           {"calls", benchmark.times.size()},
                           {"threads", threads},
                           {"unit", "ms"},
                           {"median", benchmark.median},
                           {"min", benchmark.least},
                           {"max", benchmark.most},
                           {"cpu_min", benchmark.leastProcessor},
                           {"times", benchmark.times}});
  if (!report.wantsJson())
    llvm::outs() << llvm::formatv(
        "{0} calls: median {1:f4} ms, min {2:f4} ms, max {3:f4} ms ({4} "
        "thread(s))\n",
        benchmark.times.size(), benchmark.median, benchmark.least,
        benchmark.most, threads);
  return kSuccess;
}

int Run::callOrTime(const HostFunction &function,
                    const std::vector<HostValue> &arguments) {
  phases.begin("run");
  if (options.benchmark.getNumOccurrences()) {
    auto benchmark = timeCalls(function, arguments, options.benchmark);
    phases.report();
    return benchmark ? printTimes(function, *benchmark)
                     : reportError(benchmark.takeError());
  }
  if (options.isProfiled()) {
    json trace;
    auto profile = profileCalls(function, arguments, options.profile,
                                options.trace.empty() ? nullptr : &trace);
    phases.report();
    if (!profile)
      return reportError(profile.takeError());
    if (!options.trace.empty())
      if (llvm::Error error = writeOutput(options.trace, trace.dump() + "\n"))
        return reportError(std::move(error));
    if (!report.wantsJson())
      printProfile(*profile, llvm::outs());
    report.set("profile", std::move(*profile));
    return kSuccess;
  }
  auto result = callFunction(function, arguments);
  phases.report();
  if (result)
    return useResult(*result);
  std::fflush(stdout);
  llvm::outs().flush();
  return reportError(result.takeError());
}

int Run::runFunction(Session &session) {
  RunInputs inputs;
  for (const std::string &text : options.inputs)
    if (llvm::Error error = readInput(text, inputs)) {
      bool isWrongUse = error.isA<LiteralError>();
      int status = reportError(std::move(error));
      return isWrongUse ? kWrongUse : status;
    }
  std::string entry =
      options.entry.empty() ? session.chooseEntry() : options.entry.getValue();
  if (entry.empty()) {
    std::string names;
    for (const std::string &name : session.getFunctionNames())
      names += (names.empty() ? "" : ", ") + name;
    return failWith(names.empty()
                        ? session.explainEmpty()
                        : "which function? name one with --entry: " + names);
  }
  // Other workers may call functions of the program from now on.
  std::unique_lock<std::mutex> lock;
  if (server)
    lock = std::unique_lock<std::mutex>(server->getMutex());
  auto function = session.compile(entry);
  if (!function)
    return reportError(function.takeError(), &session);
  auto arguments = bindArguments(**function, inputs.positional, inputs.named,
                                 inputs.tensors);
  if (!arguments) {
    // What the compiler cannot do is said first, as it does not depend on the
    // arguments.
    if (llvm::Error error = session.prepare(**function)) {
      llvm::consumeError(arguments.takeError());
      return reportError(std::move(error), &session);
    }
    return reportError(arguments.takeError());
  }
  const HostFunction *chosen = session.specialize(**function, *arguments);
  if (llvm::Error error = session.prepare(*chosen))
    return reportError(std::move(error), &session);
  if (lock)
    lock.unlock();
  return callOrTime(*chosen, *arguments);
}

int Run::runWorker(Session &session) {
  if (!options.worker.isGiven())
    return runFunction(session);
  WorkerScope scope(session);
  server = &scope.getServer();
  if (llvm::Error error = scope.start(options.worker))
    return reportError(std::move(error));
  int status = runFunction(session);
  llvm::outs().flush();
  server = nullptr;
  // A worker that failed does not wait for the others.
  if (status != kSuccess)
    return status;
  if (llvm::Error error = scope.finish(options.worker.shutdownTimeout))
    return reportError(std::move(error));
  return status;
}

int Run::run() {
  if (llvm::Error error = options.devices.apply())
    return failWith(llvm::toString(std::move(error)), kWrongUse);
  if (options.devices.list)
    return listDevices(report.wantsJson());
  return runFile();
}

int Run::finish(int status) {
  if (options.devices.statistics)
    reportDevices(report);
  if (options.devices.statistics || options.reportResidue)
    reportHostCalls(report);
  report.set("status", status);
  report.print();
  return status;
}

int Run::runFile() {
  if (!options.specialize && options.tier == Tier::Compiled)
    return failWith(
        "--specialize=false and --tier=compiled contradict each other",
        kWrongUse);
  if (options.dynamic.getNumOccurrences() &&
      !readDynamic(options.dynamic, dynamic))
    return failWith("--dynamic=" + options.dynamic.getValue() +
                        ": expected 'all' or numbers of dimensions",
                    kWrongUse);
  if (std::string wrong = options.source.findContradiction(); !wrong.empty())
    return failWith(wrong, kWrongUse);
  if (std::string wrong = options.worker.findContradiction(); !wrong.empty())
    return failWith(wrong, kWrongUse);
  tsrt_set_num_threads(int32_t(options.threads));
  phases.begin("open");
  bool isProgram = options.entry.empty() && options.check.empty() &&
                   options.inputs.empty() && options.source.state.empty() &&
                   !options.source.wantsEvaluation() &&
                   !options.worker.isGiven();
  if (isProgram)
    if (auto status =
            runProgram(options.file, options.limits, makeSessionOptions()))
      return finish(*status);
  auto session = Session::open(options.file, makeSessionOptions());
  if (!session)
    return reportError(session.takeError());
  (*session)->getDiagnostics().print(llvm::errs());
  if (!options.source.state.empty())
    if (llvm::Error error = (*session)->openState(options.source.state))
      return reportError(std::move(error));
  if (needsInstances(**session)) {
    phases.begin("evaluate");
    auto state = options.source.takeInstances(
        options.file, /*isQuiet=*/false,
        /*hasMore=*/!(*session)->getDefinedNames().empty());
    if (!state)
      return reportError(state.takeError());
    if (*state)
      (*session)->setState(std::move(*state));
  }
  int status;
  if (options.check.empty()) {
    status = runWorker(**session);
  } else {
    phases.begin("calls");
    status = checkCalls(**session);
    phases.report();
  }
  return finish(status);
}

int run(const Options &options) {
  int64_t before = tsrt_live_objects();
  int status = Run(options).run();
  if (!options.checkLeaks)
    return status;
  int64_t alive = tsrt_live_objects() - before;
  if (alive != 0)
    return failWith(llvm::Twine(alive) + " object(s) of the runtime leaked");
  return status;
}

} // namespace

int torchscript::runMain(int argc, char **argv) {
  // LLVM would end the process where a program asks for too much memory; the
  // runtime makes it an error of the program.
  std::set_new_handler(nullptr);
  static Options options;
  cl::HideUnrelatedOptions(options.category);
  if (std::any_of(argv + 1, argv + argc, [](llvm::StringRef argument) {
        return argument.ltrim('-') == "list-devices";
      }))
    options.file.setNumOccurrencesFlag(cl::Optional);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Runs a function of a TorchScript program, or the whole of a file "
          "with statements\nthat do something, as Python would\n\n"
          "  ts-run script.py\n"
          "  ts-run primes.py --entry=primes --input=50\n"
          "  ts-run model.pt --input=1x3x224x224:f32=randn --benchmark\n"
          "  ts-run f.py --check=f.expected.json\n\n"
          "Exit status: 0; 1 for wrong programs, errors they raise and failed "
          "checks; 2 for wrong\noptions; 70 for internal errors\n",
          &llvm::errs()))
    return kWrongUse;
  return run(options);
}
