//===- PassStatistic.h - Counters of passes ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `Statistic` of TableGen's in release builds, too: MLIR's own class counts
// nothing unless LLVM was built with assertions. The build puts this one in its
// place (see ts_tablegen_passes).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_SUPPORT_PASSSTATISTIC_H
#define TORCHSCRIPT_SUPPORT_PASSSTATISTIC_H

#include <atomic>
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class Pass;
namespace ts {

/// A counter of a pass. All instances of the pass in the process count
/// together; threads may count at the same time.
class PassStatistic {
public:
  /// `name` and `description` are literals; the owner is asked for its name
  /// when something is counted.
  PassStatistic(Pass *owner, const char *name, const char *description)
      : owner(owner), name(name), description(description) {}
  PassStatistic(const PassStatistic &) = delete;
  PassStatistic &operator=(const PassStatistic &) = delete;

  PassStatistic &operator+=(uint64_t count);
  PassStatistic &operator++() { return *this += 1; }

private:
  Pass *owner;
  const char *name, *description;
  /// The process's counter; null before something was counted.
  std::atomic<std::atomic<uint64_t> *> total = nullptr;
};

/// Prints what passes counted so far, by pass in the order of their names, in
/// the form of `--mlir-pass-statistics`.
void printPassStatistics(llvm::raw_ostream &os);

} // namespace ts
} // namespace mlir

#endif // TORCHSCRIPT_SUPPORT_PASSSTATISTIC_H
