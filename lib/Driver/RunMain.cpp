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
#include "Phases.h"
#include "Profile.h"
#include "Report.h"
#include "RunInputs.h"
#include "RunOptions.h"
#include "RunProgram.h"
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

/// One run of the tool.
class Run {
public:
  explicit Run(const RunOptions &options)
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

  const RunOptions &options;
  /// What serves the session to other workers, or null.
  RemoteServer *server = nullptr;
  Phases phases;
  ToolReport report;
  json kernels = json::array();
};

SessionOptions Run::makeSessionOptions() {
  SessionOptions result;
  result.dynamic = *options.readDynamic();
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
  if (options.file != "-")
    checkOptions.construct = [&](const std::string &recorded) {
      return options.source.makeRecorded(options.file, recorded);
    };
  if (options.rtol.getNumOccurrences())
    checkOptions.tolerance.relative = checkOptions.tolerance.relative64 =
        options.rtol;
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
    std::fflush(stdout);
    phases.report();
    return benchmark ? printTimes(function, *benchmark)
                     : reportError(benchmark.takeError());
  }
  if (options.isProfiled()) {
    json trace;
    auto profile = profileCalls(function, arguments, options.profile,
                                options.trace.empty() ? nullptr : &trace);
    std::fflush(stdout);
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
  if (std::string unknown = scope.findUnknown(options.worker);
      !unknown.empty())
    return failWith(unknown, kWrongUse);
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
  if (std::string wrong = options.findContradiction(); !wrong.empty())
    return finish(failWith(wrong, kWrongUse));
  if (llvm::Error error = options.devices.apply())
    return finish(failWith(llvm::toString(std::move(error)), kWrongUse));
  if (options.devices.list)
    return listDevices(report.wantsJson());
  return finish(runFile());
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
  tsrt_set_num_threads(int32_t(options.threads));
  phases.begin("open");
  if (options.isWholeFile())
    if (auto status =
            runProgram(options.file, options.limits, makeSessionOptions()))
      return *status;
  auto session = Session::open(options.file, makeSessionOptions());
  if (!session)
    return reportError(session.takeError());
  (*session)->getDiagnostics().print(llvm::errs());
  if (const char *name = options.findCompilation();
      name && (*session)->isCompiled())
    return failWith(options.file + " is compiled already: --" + name +
                        " comes too late",
                    kWrongUse);
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
  return status;
}

int run(const RunOptions &options) {
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
  static RunOptions options;
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
