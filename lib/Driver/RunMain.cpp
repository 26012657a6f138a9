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

#include "Phases.h"
#include "Report.h"
#include "RunInputs.h"
#include "SourceOptions.h"
#include "TorchScript/Check/Check.h"
#include "TorchScript/Execution/Session.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"

#include <chrono>
#include <cstdio>

using namespace torchscript;
namespace cl = llvm::cl;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The options of one invocation.
struct Options {
  cl::OptionCategory category{"ts-run options"};
  cl::opt<std::string> file{
      cl::Positional, cl::Required,
      cl::desc("FILE (.py, .pt, .mlir, or .so of ts-compile)"),
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
               "2x3:f32=randn, an .npy, .npz or .png file; NAME=VALUE by name"),
      cl::value_desc("VALUE"), cl::cat(category)};
  cl::opt<std::string> check{
      "check", cl::desc("Run the recorded calls of this file and compare"),
      cl::value_desc("FILE.json"), cl::cat(category)};
  SourceOptions source{category};
  cl::opt<bool> checkMessages{"check-messages",
                              cl::desc("With --check, also compare the texts "
                                       "of errors and the places they name"),
                              cl::cat(category)};
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
  cl::opt<std::string> benchmark{
      "benchmark", cl::ValueOptional, cl::cat(category),
      cl::desc("Time N calls (default 20) after a warm-up"),
      cl::value_desc("N")};
  cl::opt<bool> timePhases{"time-phases", cl::cat(category),
                           cl::desc("Print how long each phase took")};
  cl::opt<bool> reportResidue{
      "report-residue", cl::cat(category),
      cl::desc(
          "List the operators that run in the runtime, with their places")};
  cl::opt<bool> specialize{
      "specialize", cl::init(true), cl::cat(category),
      cl::desc("Compile for the dtypes and shapes of the inputs (default; "
               "--specialize=false runs all operators in the runtime)")};
  cl::list<std::string> decompositions{
      "decompositions", cl::CommaSeparated, cl::cat(category),
      cl::desc("TorchScript texts whose functions, decorated with "
               "@register_decomposition(OPERATOR), replace operators"),
      cl::value_desc("FILE.py,...")};
  cl::opt<bool> printIR{"print-ir-after-all", cl::cat(category),
                        cl::desc("Print the IR after each phase")};
  cl::opt<int> threads{"threads", cl::init(0), cl::cat(category),
                       cl::desc("Threads of parallel kernels (default: all "
                                "cores)"),
                       cl::value_desc("N")};
  cl::opt<unsigned> level{"O", cl::Prefix, cl::init(2), cl::cat(category),
                          cl::desc("Optimisation level, 0 to 3 (default 2)")};
};

/// The function to call when none is named.
std::string chooseEntry(const Session &session) {
  std::vector<std::string> names = session.getFunctionNames();
  for (const char *usual : {"forward", "main"})
    if (llvm::is_contained(names, usual))
      return usual;
  if (names.size() == 1)
    return names.front();
  // The only module instance beside functions.
  std::string found;
  for (const std::string &name : names)
    if (llvm::StringRef(name).ends_with(".forward")) {
      if (!found.empty())
        return "";
      found = name;
    }
  return found;
}

/// Times calls; prints median, minimum and maximum.
int runBenchmark(const HostFunction &function,
                 const std::vector<HostValue> &arguments, unsigned count) {
  std::vector<double> times;
  for (unsigned i = 0; i < count + 3; ++i) {
    Clock::time_point start = Clock::now();
    auto result = callFunction(function, arguments);
    double seconds = secondsSince(start);
    if (!result)
      return reportError(result.takeError());
    if (i >= 3) // the warm-up
      times.push_back(seconds);
  }
  llvm::sort(times);
  llvm::outs() << llvm::formatv(
      "{0} calls: median {1:f4} ms, min {2:f4} ms, max {3:f4} ms ({4} "
      "thread(s))\n",
      count, times[times.size() / 2] * 1e3, times.front() * 1e3,
      times.back() * 1e3, tsrt_get_num_threads());
  return 0;
}

SessionOptions makeSessionOptions(const Options &options, Phases &phases) {
  SessionOptions result;
  result.optimization = std::min<unsigned>(options.level, 3);
  result.specialize = options.specialize;
  result.decompositions.assign(options.decompositions.begin(),
                               options.decompositions.end());
  result.importPath = options.source.getImportPath();
  result.hooks.onPhase = [&](llvm::StringRef name) { phases.begin(name); };
  if (options.printIR)
    result.hooks.afterPhase = [](llvm::StringRef name, mlir::ModuleOp module) {
      printPhase(name, module, llvm::errs());
    };
  if (options.reportResidue) {
    result.hooks.onResidue = reportResidue;
    result.onNotSpecialized = [](llvm::StringRef function,
                                 llvm::StringRef reason) {
      llvm::errs() << function << " is not specialized: " << reason << "\n";
    };
  }
  return result;
}

/// Runs recorded calls; a line for each that fails, and `N passed, M failed`.
int checkCalls(const Options &options, Session &session) {
  CheckOptions checkOptions;
  checkOptions.messages = options.checkMessages;
  if (options.rtol.getNumOccurrences())
    checkOptions.tolerance.relative = options.rtol;
  if (options.atol.getNumOccurrences())
    checkOptions.tolerance.absolute = options.atol;
  auto report = runCheck(
      session, options.check, checkOptions, [](const CheckFailure &failure) {
        llvm::outs() << "call " << failure.index << " (" << failure.function
                     << "): " << failure.problem
                     << (failure.problem.back() == '\n' ? "" : "\n");
      });
  if (!report)
    return reportError(report.takeError());
  llvm::outs() << report->passed << " passed, " << report->failures.size()
               << " failed\n";
  return report->failures.empty() ? 0 : 1;
}

/// Saves, compares or prints the result of a call.
int useResult(const Options &options, const HostValue &result) {
  if (!options.saveOutput.empty())
    if (llvm::Error error = saveOutput(options.saveOutput, result))
      return reportError(std::move(error));
  if (!options.expect.empty()) {
    auto same =
        compareWithFile(options.expect, result, options.rtol, options.atol);
    if (!same)
      return reportError(same.takeError());
    return *same ? 0 : 1;
  }
  // What the program printed comes first.
  std::fflush(stdout);
  if (options.saveOutput.empty())
    llvm::outs() << result.str() << "\n";
  return 0;
}

/// Calls the function once, or as often as --benchmark asks for.
int callOrTime(const Options &options, const HostFunction &function,
               const std::vector<HostValue> &arguments, Phases &phases) {
  phases.begin("run");
  if (options.benchmark.getNumOccurrences()) {
    unsigned calls = 20;
    if (!options.benchmark.empty() &&
        (llvm::StringRef(options.benchmark).getAsInteger(10, calls) || !calls))
      return reportError("--benchmark takes a number of calls, not '" +
                         options.benchmark + "'");
    int status = runBenchmark(function, arguments, calls);
    phases.report();
    return status;
  }
  auto result = callFunction(function, arguments);
  phases.report();
  if (result)
    return useResult(options, *result);
  std::fflush(stdout);
  llvm::outs().flush();
  return reportError(result.takeError());
}

int runFunction(const Options &options, Session &session, Phases &phases) {
  RunInputs inputs;
  for (const std::string &text : options.inputs)
    if (llvm::Error error = readInput(text, inputs))
      return reportError(std::move(error));
  std::string entry =
      options.entry.empty() ? chooseEntry(session) : options.entry.getValue();
  if (entry.empty()) {
    std::string names;
    for (const std::string &name : session.getFunctionNames())
      names += (names.empty() ? "" : ", ") + name;
    return reportError("which function? name one with --entry: " + names);
  }
  auto function = session.compile(entry);
  if (!function)
    return reportError(function.takeError());
  auto arguments = bindArguments(**function, inputs.positional, inputs.named,
                                 inputs.tensors);
  if (!arguments) {
    // What the compiler cannot do is said first, as it does not depend on the
    // arguments.
    if (llvm::Error error = session.prepare(**function)) {
      llvm::consumeError(arguments.takeError());
      return reportError(std::move(error));
    }
    return reportError(arguments.takeError());
  }
  const HostFunction *chosen = session.specialize(**function, *arguments);
  if (llvm::Error error = session.prepare(*chosen))
    return reportError(std::move(error));
  return callOrTime(options, *chosen, *arguments, phases);
}

int runProgram(const Options &options) {
  Phases phases(options.timePhases);
  tsrt_set_num_threads(options.threads);
  phases.begin("open");
  auto session =
      Session::open(options.file, makeSessionOptions(options, phases));
  if (!session)
    return reportError(session.takeError());
  (*session)->getDiagnostics().print(llvm::errs());
  if (!options.source.state.empty())
    if (llvm::Error error = (*session)->openState(options.source.state))
      return reportError(std::move(error));
  if (options.check.empty())
    return runFunction(options, **session, phases);
  phases.begin("calls");
  int status = checkCalls(options, **session);
  phases.report();
  return status;
}

int run(const Options &options) {
  int64_t before = tsrt_live_objects();
  int status = runProgram(options);
  if (!options.checkLeaks)
    return status;
  int64_t alive = tsrt_live_objects() - before;
  if (alive != 0)
    return reportError(llvm::Twine(alive) + " object(s) of the runtime leaked");
  return status;
}

} // namespace

int torchscript::runMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // The options of the LLVM libraries are not ours, and some share our names.
  cl::ResetCommandLineParser();
  static Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a function of a TorchScript program\n\n"
      "  ts-run primes.py --entry=primes --input=50\n"
      "  ts-run model.pt --input=1x3x224x224:f32=randn --benchmark\n"
      "  ts-run f.py --check=f.expected.json\n");
  return run(options);
}
