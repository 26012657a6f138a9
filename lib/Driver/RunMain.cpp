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
#include "RunInputs.h"
#include "SourceOptions.h"
#include "TorchScript/Check/Check.h"
#include "TorchScript/Execution/Program.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

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

int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return 1;
}

/// The function to call when none is named.
std::string chooseEntry(const Program &program) {
  std::vector<std::string> names = program.getFunctionNames();
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
    if (!result) {
      llvm::errs() << llvm::toString(result.takeError());
      return 1;
    }
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

int runProgram(const Options &options) {
  Phases phases(options.timePhases);
  ProgramOptions programOptions;
  programOptions.optimization = std::min<unsigned>(options.level, 3);
  programOptions.printPhases = options.printIR;
  programOptions.reportResidue = options.reportResidue;
  programOptions.specialize = options.specialize;
  programOptions.decompositions.assign(options.decompositions.begin(),
                                       options.decompositions.end());
  programOptions.importPath = options.source.getImportPath();
  programOptions.onPhase = [&](llvm::StringRef name) { phases.begin(name); };
  tsrt_set_num_threads(options.threads);
  phases.begin("open");
  std::unique_ptr<Program> program =
      Program::open(options.file, programOptions);
  if (!program)
    return 1;
  if (!options.source.state.empty())
    if (llvm::Error error = program->openState(options.source.state))
      return fail(llvm::toString(std::move(error)));
  if (!options.check.empty()) {
    CheckOptions checkOptions;
    checkOptions.messages = options.checkMessages;
    if (options.rtol.getNumOccurrences())
      checkOptions.tolerance.relative = options.rtol;
    if (options.atol.getNumOccurrences())
      checkOptions.tolerance.absolute = options.atol;
    phases.begin("calls");
    bool good = runCheck(*program, options.check, checkOptions);
    phases.report();
    return good ? 0 : 1;
  }

  RunInputs inputs;
  for (const std::string &text : options.inputs)
    if (llvm::Error error = readInput(text, inputs))
      return fail(llvm::toString(std::move(error)));
  std::string entry =
      options.entry.empty() ? chooseEntry(*program) : options.entry.getValue();
  if (entry.empty()) {
    std::string names;
    for (const std::string &name : program->getFunctionNames())
      names += (names.empty() ? "" : ", ") + name;
    return fail("which function? name one with --entry: " + names);
  }
  CompileFailure failure;
  const HostFunction *function = program->compile(entry, failure);
  if (!function)
    return fail(failure.message);
  auto arguments =
      bindArguments(*function, inputs.positional, inputs.named, inputs.tensors);
  if (!arguments) {
    // What the compiler cannot do is said first, as it does not depend on the
    // arguments.
    std::string problem = llvm::toString(arguments.takeError());
    return fail(program->prepare(*function, failure) ? problem
                                                     : failure.message);
  }
  function = program->specialize(*function, *arguments);
  if (!program->prepare(*function, failure))
    return fail(failure.message);
  phases.begin("run");
  if (options.benchmark.getNumOccurrences()) {
    unsigned calls = 20;
    if (!options.benchmark.empty() &&
        (llvm::StringRef(options.benchmark).getAsInteger(10, calls) || !calls))
      return fail("--benchmark takes a number of calls, not '" +
                  options.benchmark + "'");
    int status = runBenchmark(*function, *arguments, calls);
    phases.report();
    return status;
  }
  auto result = callFunction(*function, *arguments);
  phases.report();
  if (!result) {
    std::fflush(stdout);
    llvm::outs().flush();
    llvm::errs() << llvm::toString(result.takeError());
    return 1;
  }
  if (!options.saveOutput.empty())
    if (llvm::Error error = saveOutput(options.saveOutput, *result))
      return fail(llvm::toString(std::move(error)));
  if (!options.expect.empty()) {
    auto same =
        compareWithFile(options.expect, *result, options.rtol, options.atol);
    if (!same)
      return fail(llvm::toString(same.takeError()));
    return *same ? 0 : 1;
  }
  // What the program printed comes first.
  std::fflush(stdout);
  if (options.saveOutput.empty())
    llvm::outs() << result->str() << "\n";
  return 0;
}

int run(const Options &options) {
  int64_t before = tsrt_live_objects();
  int status = runProgram(options);
  if (!options.checkLeaks)
    return status;
  int64_t alive = tsrt_live_objects() - before;
  if (alive != 0)
    return fail(llvm::Twine(alive) + " object(s) of the runtime leaked");
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
