//===- Phases.h - Phases of a run -------------------------- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures how long phases take and tells the user about long ones.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_PHASES_H
#define TORCHSCRIPT_LIB_DRIVER_PHASES_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace torchscript {

/// Measures phases and shows progress on a terminal.
class Phases {
public:
  /// With `print`, report() lists all phases.
  explicit Phases(bool print) : print(print) {}

  /// Ends the current phase and begins another.
  void begin(llvm::StringRef name);
  void end();
  /// Ends the current phase and prints the times.
  void report();

private:
  using Clock = std::chrono::steady_clock;
  bool print;
  std::string current;
  Clock::time_point start;
  std::vector<std::pair<std::string, double>> finished;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_PHASES_H
