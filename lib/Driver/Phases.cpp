//===- Phases.cpp - Phases of a run -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times and progress of phases.
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;

void Phases::begin(llvm::StringRef name) {
  end();
  current = name.str();
  start = Clock::now();
}

void Phases::end() {
  if (current.empty())
    return;
  double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  finished.emplace_back(current, seconds);
  // Long work says what it is doing.
  if (!print && seconds > 1 && llvm::sys::Process::StandardErrIsDisplayed())
    llvm::errs() << llvm::formatv("[{0}] {1} {2:f1} s\n", finished.size(),
                                  current, seconds);
  current.clear();
}

void Phases::report() {
  end();
  if (!print)
    return;
  for (auto &[name, seconds] : finished)
    llvm::errs() << llvm::formatv("{0,-24} {1,9:f3} ms\n", name, seconds * 1e3);
}
