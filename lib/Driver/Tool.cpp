//===- Tool.cpp - What all tools have in common ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signal handlers, LLVM's error handlers, and the report of an internal error.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/Tool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <unistd.h>

using namespace torchscript;
namespace cl = llvm::cl;

namespace {
/// The process's arguments, for the report.
int argumentCount = 0;
char **arguments = nullptr;
/// Whether options are being parsed by code that is not ours.
bool isParsing = false;

llvm::StringRef getToolName() {
  return argumentCount ? llvm::sys::path::filename(arguments[0]) : "ts";
}

void printVersion(llvm::raw_ostream &os) {
  os << "TorchScript compiler " TS_VERSION "\n"
     << "  LLVM " LLVM_VERSION_STRING ", oneDNN " TS_ONEDNN_VERSION "\n"
     << "  " << llvm::sys::getDefaultTargetTriple() << ", "
     << llvm::sys::getHostCPUName() << "\n";
}

/// A word as a shell reads it.
void quote(llvm::StringRef word, llvm::raw_ostream &os) {
  bool plain = !word.empty() && llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_-+=/.,:@%").contains(c);
  });
  if (plain) {
    os << word;
    return;
  }
  os << '\'';
  for (char c : word) {
    if (c == '\'')
      os << "'\\''";
    else
      os << c;
  }
  os << '\'';
}

/// Writes the report; the empty string when there is no place for it.
std::string writeReport(const llvm::Twine &message, llvm::StringRef details,
                        bool withStack) {
  llvm::SmallString<128> directory, path;
  llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, directory);
  llvm::sys::path::append(directory, getToolName() + "-%%%%%%.txt");
  int descriptor;
  if (llvm::sys::fs::createUniqueFile(directory, descriptor, path))
    return "";
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << "// " << message << "\n// ";
  printVersion(os);
  llvm::SmallString<128> here;
  llvm::sys::fs::current_path(here);
  os << "\ncd ";
  quote(here, os);
  os << "\n";
  for (int i = 0; i < argumentCount; ++i) {
    os << (i ? " " : "");
    quote(arguments[i], os);
  }
  os << "\n\n" << details << "\n";
  if (withStack)
    llvm::sys::PrintStackTrace(os);
  os.close();
  bool complete = !os.has_error();
  os.clear_error();
  return complete ? path.str().str() : "";
}

void sayInternal(const llvm::Twine &message, llvm::StringRef details,
                 bool withStack) {
  std::string report = writeReport(message, details, withStack);
  llvm::WithColor::error(llvm::errs(), getToolName())
      << "internal error: " << message << "\n";
  if (!report.empty())
    llvm::WithColor::note(llvm::errs())
        << "how to reproduce it is in " << report << "\n";
}

/// A signal that is no interrupt. Files on their way are gone already.
void onCrash(void *) {
  sayInternal("the tool crashed", "", /*withStack=*/true);
  _exit(kInternalError);
}

void onFatalError(void *, const char *reason, bool) {
  llvm::sys::RunInterruptHandlers();
  if (llvm::StringRef(reason).starts_with("IO failure")) {
    failWith(llvm::Twine("output cannot be written: ") + reason);
    _exit(kFailure);
  }
  sayInternal(reason, "", /*withStack=*/true);
  _exit(kInternalError);
}

void onBadAlloc(void *, const char *, bool) {
  llvm::sys::RunInterruptHandlers();
  static const char text[] = "error: out of memory\n";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(kFailure);
}

/// An exception nobody caught.
[[noreturn]] void onTerminate() {
  std::string what = "an exception";
  if (std::exception_ptr exception = std::current_exception()) {
    try {
      std::rethrow_exception(exception);
    } catch (const std::bad_alloc &) {
      onBadAlloc(nullptr, "", false);
    } catch (const std::exception &error) {
      what = error.what();
    } catch (...) {
    }
  }
  llvm::sys::RunInterruptHandlers();
  sayInternal("uncaught: " + what, "", /*withStack=*/true);
  _exit(kInternalError);
}

/// Whoever read the output is gone.
void onBrokenPipe() { _exit(kFailure); }

/// The last word on the status of a process that ends while it parses options.
void onExit(int status, void *) {
  if (!isParsing || status != kFailure)
    return;
  llvm::outs().flush();
  std::fflush(stdout);
  _exit(kWrongUse);
}
} // namespace

ExitStatus torchscript::failWith(const llvm::Twine &message,
                                 ExitStatus status) {
  llvm::WithColor::error(llvm::errs(), getToolName()) << message << "\n";
  return status;
}

ExitStatus torchscript::failInternally(const llvm::Twine &message,
                                       llvm::StringRef details) {
  sayInternal(message, details, /*withStack=*/false);
  return kInternalError;
}

Tool::Tool(int argc, char **argv, bool forgetOptions) {
  argumentCount = argc;
  arguments = argv;
  llvm::sys::SetOneShotPipeSignalFunction(onBrokenPipe);
  llvm::sys::AddSignalHandler(onCrash, nullptr);
  // A file that becomes too large is an error of the write.
  std::signal(SIGXFSZ, SIG_IGN);
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onBadAlloc);
  std::set_terminate(onTerminate);
  // Before LLVM declares --help and --version, which is now.
  if (forgetOptions)
    cl::ResetCommandLineParser();
  cl::SetVersionPrinter(printVersion);
}

void Tool::hideLibraryOptions() {
  for (auto &entry : cl::getRegisteredOptions()) {
    llvm::StringRef name = entry.getKey();
    if (entry.second->getOptionHiddenFlag() == cl::NotHidden &&
        name != "help" && name != "version" && name != "h")
      entry.second->setHiddenFlag(cl::Hidden);
  }
}

int Tool::finish(int status) {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  if (!error && std::fflush(stdout) != 0)
    error = std::error_code(errno, std::generic_category());
  if (!error)
    return status;
  failWith("standard output: " + error.message());
  return status == kSuccess ? kFailure : status;
}

Tool::ParsingScope::ParsingScope() {
  static bool isRegistered = on_exit(onExit, nullptr) == 0;
  isParsing = isRegistered;
}

Tool::ParsingScope::~ParsingScope() { isParsing = false; }
