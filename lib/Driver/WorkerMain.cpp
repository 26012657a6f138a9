//===- WorkerMain.cpp - The command line of ts-worker ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serves the functions of a program, or shows what another worker does.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/WorkerMain.h"

#include "OptionParsers.h"
#include "Report.h"
#include "SourceOptions.h"
#include "TorchScript/Driver/Tool.h"
#include "WorkerOptions.h"

#include "llvm/Support/FormatVariadic.h"

#include <csignal>
#include <future>

using namespace torchscript;
namespace cl = llvm::cl;

namespace {

/// The options of one invocation.
struct Options {
  cl::OptionCategory category{"ts-worker options"};
  cl::opt<std::string> file{
      cl::Positional,
      cl::desc("PROGRAM (.py, .pt, .mlir, or .so of ts-compile)"),
      cl::cat(category)};
  WorkerOptions worker{category};
  cl::opt<std::string> status{
      "status", cl::value_desc("HOST:PORT"), cl::cat(category),
      cl::desc("Print the counters of the worker that listens there")};
  cl::opt<bool> json{"json", cl::cat(category),
                     cl::desc("With --status, as a line of JSON")};
  ThreadsOption threads{
      "threads", cl::init(0), cl::cat(category),
      cl::desc("Threads of parallel kernels (default: all cores)"),
      cl::value_desc("N")};
};

/// A count of calls, as a line.
void printCalls(llvm::StringRef name, const json &calls) {
  const json &latency = calls["latency_us"];
  llvm::outs() << llvm::formatv(
      "  {0,-12} {1} started, {2} succeeded, {3} failed, {4} timed out, {5} "
      "refused; p50 {6} us, p90 {7} us, p99 {8} us, max {9} us\n",
      name, calls["started"].get<uint64_t>(),
      calls["succeeded"].get<uint64_t>(), calls["failed"].get<uint64_t>(),
      calls["timed_out"].get<uint64_t>(), calls["refused"].get<uint64_t>(),
      latency["p50"].get<double>(), latency["p90"].get<double>(),
      latency["p99"].get<double>(), latency["max"].get<double>());
}

void printStatus(const json &status) {
  auto text = [&](const char *name) { return status[name].get<std::string>(); };
  llvm::outs() << "worker " << text("name") << " at " << text("address")
               << ", up for " << status["uptime_s"].get<uint64_t>() << " s\n"
               << "  group       ";
  for (const json &worker : status["workers"])
    llvm::outs() << " " << worker["name"].get<std::string>() << "="
                 << worker["address"].get<std::string>();
  llvm::outs() << "\n";
  printCalls("calls served", status["calls_served"]);
  printCalls("calls made", status["calls_made"]);
  llvm::outs() << llvm::formatv(
      "  {0,-12} {1} served, {2} made\n  {3,-12} {4} received, {5} sent\n"
      "  {6,-12} {7} owned, {8} used, {9} handed on\n  {10,-12} {11}\n",
      "open now", status["open"]["served"].get<uint64_t>(),
      status["open"]["made"].get<uint64_t>(), "bytes",
      status["bytes"]["received"].get<uint64_t>(),
      status["bytes"]["sent"].get<uint64_t>(), "RRefs",
      status["rrefs"]["owned"].get<uint64_t>(),
      status["rrefs"]["used"].get<uint64_t>(),
      status["rrefs"]["handed_on"].get<uint64_t>(), "live objects",
      status["live_objects"].get<uint64_t>());
}

int showStatus(Options &options) {
  tsrt_rpc_options given = options.worker.get();
  tsrt_str *text = nullptr;
  if (tsrt_error *error =
          tsrt_rpc_status(options.status.c_str(), &given, &text)) {
    std::string message = tsrt_error_message(error);
    tsrt_error_release(error);
    return failWith(message);
  }
  std::string found(text->data, size_t(text->size));
  tsrt_release(text);
  if (options.json) {
    llvm::outs() << found << "\n";
    return kSuccess;
  }
  json status = json::parse(found, nullptr, /*allow_exceptions=*/false);
  if (!status.is_object() || !status.contains("rrefs"))
    return failWith(options.status + ": the answer is no status of a worker");
  printStatus(status);
  return kSuccess;
}

/// Signals that end a worker; blocked in all threads, and asked for.
sigset_t getEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

/// Waits for a signal, or until the other workers are done when their number is
/// known; the exit status.
int serve(Options &options, WorkerScope &scope) {
  sigset_t signals = getEndSignals();
  std::future<std::string> ended;
  bool isWhole =
      options.worker.worldSize > 1 || !options.worker.workers.empty();
  if (isWhole)
    ended = std::async(std::launch::async,
                       [&] { return llvm::toString(scope.finish(1e9)); });
  timespec moment{0, 100'000'000};
  while (true) {
    if (sigtimedwait(&signals, nullptr, &moment) > 0)
      break;
    if (isWhole &&
        ended.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      std::string problem = ended.get();
      return problem.empty() ? kSuccess : failWith(problem);
    }
  }
  if (isWhole) {
    tsrt_error_release(tsrt_rpc_shutdown(/*graceful=*/0, 0));
    ended.wait();
    return failWith("stopped before all workers were done");
  }
  if (llvm::Error error = scope.finish(options.worker.shutdownTimeout))
    return failWith(llvm::toString(std::move(error)));
  return kSuccess;
}

int run(Options &options) {
  bool asksStatus = options.status.getNumOccurrences() != 0;
  if (options.json.getNumOccurrences() && !asksStatus)
    return failWith("--json is for --status=HOST:PORT", kWrongUse);
  if (asksStatus && !options.file.empty())
    return failWith("--status asks another worker: leave the program out",
                    kWrongUse);
  if (!options.file.empty() && !options.worker.name.getNumOccurrences())
    return failWith("a worker needs a program and a --name", kWrongUse);
  if (std::string wrong = options.worker.findContradiction(asksStatus);
      !wrong.empty())
    return failWith(wrong, kWrongUse);
  if (asksStatus)
    return showStatus(options);
  if (options.file.empty() || !options.worker.isGiven())
    return failWith("a worker needs a program and a --name", kWrongUse);
  sigset_t signals = getEndSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  tsrt_set_num_threads(int32_t(options.threads));
  auto session = Session::open(options.file, SessionOptions());
  if (!session)
    return reportError(session.takeError());
  (*session)->getDiagnostics().print(llvm::errs());
  WorkerScope scope(**session);
  if (std::string unknown = scope.findUnknown(options.worker); !unknown.empty())
    return failWith(unknown, kWrongUse);
  for (const std::string &problem : scope.getServer().prepareAll())
    llvm::errs() << "warning: not served: " << problem << "\n";
  if (llvm::Error error = scope.start(options.worker))
    return failWith(llvm::toString(std::move(error)));
  tsrt_str *address = tsrt_rpc_address();
  std::string text(address->data, size_t(address->size));
  tsrt_release(address);
  llvm::outs() << "worker " << options.worker.name << " listens at " << text
               << "\n";
  llvm::outs().flush();
  return serve(options, scope);
}

} // namespace

int torchscript::workerMain(int argc, char **argv) {
  static Options options;
  cl::HideUnrelatedOptions(options.category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Serves the functions of a TorchScript program to other workers\n\n"
          "  ts-worker program.py --name=w1 --listen=127.0.0.1:7001\n"
          "  ts-worker program.py --name=w2 --join=127.0.0.1:7001\n"
          "  ts-worker --status=127.0.0.1:7001\n\n"
          "A worker ends when it gets SIGINT or SIGTERM, or, with --world-size "
          "or --workers, when\nall workers are done\n",
          &llvm::errs()))
    return kWrongUse;
  return run(options);
}
