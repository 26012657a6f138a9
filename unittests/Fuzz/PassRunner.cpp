//===- PassRunner.cpp - Passes in child processes -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The child tells in shared memory what it is doing; the parent starts another
// one behind the run that ended it.
//
//===----------------------------------------------------------------------===//

#include "PassRunner.h"

#include "TorchScript/InitAll.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tsfuzz;
using namespace mlir;

/// Seconds of processor time for one pipeline on one module.
static constexpr unsigned kTimeLimit = 30;
/// Exit status of a child that has found something wrong.
static constexpr int kUnsound = 42;
/// Modules per context.
static constexpr size_t kModulesPerContext = 64;

namespace {
/// What the child is doing; in memory that the parent sees.
struct Progress {
  size_t module = 0;
  /// 0: making the module; i + 1: pipeline i.
  size_t step = 0;
  RunCounts counts;
  bool done = false;
  char what[1024] = {};
};
} // namespace

const DialectRegistry &tsfuzz::getDialects() {
  static const DialectRegistry *registry = [] {
    auto *all = new DialectRegistry();
    registerAllDialects(*all);
    registerAllExtensions(*all);
    torchscript::registerAllDialects(*all);
    return all;
  }();
  return *registry;
}

/// Ends the process with SIGPROF when the next step takes too long; other
/// processes on the machine do not count.
static void startTimer() {
  struct itimerval limit = {};
  limit.it_value.tv_sec = kTimeLimit;
  setitimer(ITIMER_PROF, &limit, nullptr);
}

/// Loads what modules are made of.
static void loadDialects(MLIRContext &context) {
  context.loadDialect<ts::TSDialect, tsrt::TSRTDialect, cf::ControlFlowDialect,
                      linalg::LinalgDialect, memref::MemRefDialect,
                      scf::SCFDialect, tensor::TensorDialect>();
}

//===----------------------------------------------------------------------===//
// Names of pipelines
//===----------------------------------------------------------------------===//

/// Adds what the group of `pattern` matches in the sources below a directory.
static void findNames(StringRef directory, StringRef suffix, StringRef pattern,
                      std::set<std::string> &names) {
  llvm::Regex regex(pattern);
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(directory, error), end;
       it != end && !error; it.increment(error)) {
    if (!StringRef(it->path()).ends_with(suffix))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    if (!buffer)
      continue;
    StringRef text = (*buffer)->getBuffer();
    SmallVector<StringRef> groups;
    while (regex.match(text, &groups)) {
      names.insert(groups[1].str());
      text = text.substr(groups[1].end() - text.begin());
    }
  }
}

std::vector<std::string> tsfuzz::findPipelines() {
  static bool registered = [] {
    torchscript::registerAllPasses();
    registerTransformsPasses();
    return true;
  }();
  (void)registered;
  // Not upstream's `canonicalize`, which does not end on a loop of branches
  // that do nothing; ts-canonicalize has the same patterns.
  std::set<std::string> names{"cse",
                              "sccp",
                              "symbol-dce",
                              "mem2reg",
                              "print-ir",
                              "topological-sort",
                              "loop-invariant-code-motion"};
  findNames(TS_SOURCE_DIR "/include/TorchScript", ".td", "Pass<\"([^\"]+)\"",
            names);
  findNames(TS_SOURCE_DIR "/lib", ".cpp",
            "PassPipelineRegistration<[^>]*>\\([ \n]*\"([^\"]+)\"", names);
  // These run the pipeline they are given.
  names.erase("ts-infer-program-types");
  names.erase("ts-on-module");
  names.erase("ts-repeat");
  names.erase("ts-unless-form");
  names.erase("ts-when-changed");
  std::vector<std::string> all(names.begin(), names.end());
  all.push_back("ts-infer-program-types{pipeline=any(ts-canonicalize)}");
  all.push_back("ts-on-module{module=device_kernels pipeline=any(cse)}");
  all.push_back("ts-repeat{pipeline=any(ts-canonicalize)}");
  all.push_back("ts-unless-form{form=ssa pipeline=any(ts-canonicalize)}");
  all.push_back("ts-when-changed{pipeline=any(ts-canonicalize) then=any(cse)}");
  all.push_back("ts-verify-form{form=source}");
  all.push_back("ts-verify-form{form=value}");
  all.push_back("ts-specialize-objects{object=m}");
  return all;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

LogicalResult tsfuzz::addPipeline(const std::string &pipeline,
                                  OpPassManager &manager) {
  // Passes on functions are refused at the top.
  llvm::raw_null_ostream quiet;
  if (succeeded(parsePassPipeline(pipeline, manager, quiet)))
    return success();
  return parsePassPipeline("func.func(" + pipeline + ")", manager);
}

static void setWhat(Progress &progress, const Twine &what) {
  std::string text = what.str();
  snprintf(progress.what, sizeof(progress.what), "%s", text.c_str());
}

[[noreturn]] static void stop(Progress &progress, const Twine &what) {
  setWhat(progress, what);
  _exit(kUnsound);
}

namespace {
/// Ends the child when a pass leaves something invalid.
struct VerifyAfterPasses : PassInstrumentation {
  VerifyAfterPasses(Progress &progress, std::string &errors)
      : progress(progress), errors(errors) {}

  void runBeforePass(Pass *pass, Operation *) override {
    setWhat(progress, pass->getArgument());
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    errors.clear();
    if (failed(verify(op)))
      stop(progress, "invalid IR after " + pass->getArgument() + ": " + errors);
  }

  Progress &progress;
  std::string &errors;
};
} // namespace

/// Runs all pipelines from `step` - 1 on.
static void runOnModule(ModuleOp module, size_t step,
                        std::vector<std::unique_ptr<PassManager>> &managers,
                        std::string &errors, Progress &progress) {
  for (; step - 1 < managers.size(); ++step) {
    progress.step = step;
    setWhat(progress, "");
    ++progress.counts.runs;
    startTimer();
    OwningOpRef<ModuleOp> copy = module.clone();
    errors.clear();
    if (failed(managers[step - 1]->run(*copy))) {
      if (errors.empty())
        stop(progress,
             "fails without a diagnostic in " + std::string(progress.what));
      continue;
    }
    ++progress.counts.succeeded;
    errors.clear();
    if (failed(verify(*copy)))
      stop(progress, "invalid IR: " + errors);
  }
}

/// Does the printed module read as a module?
static void checkRoundTrip(ModuleOp module, std::string &errors,
                           Progress &progress) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  errors.clear();
  setWhat(progress, "round trip");
  ParserConfig config(module.getContext());
  if (!parseSourceString<ModuleOp>(text, config))
    stop(progress, "printed module is not readable: " + errors);
}

static void runChild(const std::vector<std::string> &pipelines, size_t count,
                     ModuleMaker make, Progress &progress) {
  size_t module = progress.module, step = progress.step;
  while (module < count) {
    MLIRContext context(getDialects(), MLIRContext::Threading::DISABLED);
    loadDialects(context);
    std::string errors;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        errors += diagnostic.str();
      return success();
    });
    std::vector<std::unique_ptr<PassManager>> managers;
    for (const std::string &pipeline : pipelines) {
      managers.push_back(
          std::make_unique<PassManager>(&context, ModuleOp::getOperationName(),
                                        PassManager::Nesting::Implicit));
      managers.back()->enableVerifier(false);
      managers.back()->addInstrumentation(
          std::make_unique<VerifyAfterPasses>(progress, errors));
      if (failed(addPipeline(pipeline, *managers.back())))
        stop(progress, "unknown pipeline " + pipeline);
    }
    for (size_t i = 0; i < kModulesPerContext && module < count; ++i) {
      progress.module = module;
      progress.step = 0;
      setWhat(progress, "");
      startTimer();
      OwningOpRef<ModuleOp> made = make(context, module);
      if (step == 0)
        ++progress.counts.modules;
      if (made) {
        if (step == 0) {
          ++progress.counts.valid;
          checkRoundTrip(*made, errors, progress);
        }
        runOnModule(*made, std::max<size_t>(step, 1), managers, errors,
                    progress);
      }
      ++module;
      step = 0;
    }
  }
  progress.done = true;
}

static std::string describeEnd(int status, const Progress &progress) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
    return std::string("hangs in ") + progress.what;
  if (WIFSIGNALED(status))
    return "crashes (signal " + std::to_string(WTERMSIG(status)) + ") in " +
           progress.what;
  if (WEXITSTATUS(status) == kUnsound)
    return progress.what;
  return "ends with status " + std::to_string(WEXITSTATUS(status)) + " in " +
         progress.what;
}

/// Passes may write to standard error, for instance what went wrong inside of
/// LLVM; only reports of sanitizers are of interest.
static void silence() {
  if (std::getenv("TS_FUZZ_VERBOSE"))
    return;
  int null = open("/dev/null", O_WRONLY);
  dup2(null, 1);
  dup2(null, 2);
}

std::vector<Problem>
tsfuzz::runPasses(const std::vector<std::string> &pipelines, size_t count,
                  ModuleMaker make, RunCounts &counts) {
  void *memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto *progress = new (memory) Progress();
  std::vector<Problem> problems;
  while (!progress->done) {
    fflush(nullptr);
    pid_t child = fork();
    if (child == 0) {
      silence();
      runChild(pipelines, count, make, *progress);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (progress->done)
      break;
    Problem problem;
    problem.module = progress->module;
    if (progress->step)
      problem.pipeline = pipelines[progress->step - 1];
    problem.what = describeEnd(status, *progress);
    problems.push_back(problem);
    // A module that cannot be made is left alone; else the next pipeline.
    if (!progress->step && WIFEXITED(status) &&
        StringRef(progress->what).starts_with("printed")) {
      progress->step = 1;
    } else if (!progress->step || progress->step == pipelines.size()) {
      ++progress->module;
      progress->step = 0;
    } else {
      ++progress->step;
    }
    if (progress->module >= count)
      break;
  }
  counts = progress->counts;
  munmap(memory, sizeof(Progress));
  return problems;
}

std::string tsfuzz::printModule(size_t number, ModuleMaker make) {
  int ends[2];
  if (pipe(ends) != 0)
    return "";
  fflush(nullptr);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    silence();
    MLIRContext context(getDialects(), MLIRContext::Threading::DISABLED);
    loadDialects(context);
    ScopedDiagnosticHandler handler(&context,
                                    [](Diagnostic &) { return success(); });
    std::string text;
    if (OwningOpRef<ModuleOp> module = make(context, number)) {
      OpPrintingFlags flags;
      flags.enableDebugInfo();
      llvm::raw_string_ostream os(text);
      module->print(os, flags);
    }
    llvm::raw_fd_ostream(ends[1], /*shouldClose=*/true) << text;
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, size_t(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return text;
}
