//===- PassStatistic.cpp - Counters of passes -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of counters for the process.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::ts;

namespace {
struct Counter {
  const char *description;
  std::atomic<uint64_t> value = 0;
};

struct CounterTable {
  std::mutex mutex;
  /// By the name of the pass, then by that of the counter. Counters stay where
  /// they are.
  std::map<std::string, std::map<std::string, Counter>> passes;

  static CounterTable &get() {
    static CounterTable table;
    return table;
  }
};
} // namespace

PassStatistic &PassStatistic::operator+=(uint64_t count) {
  if (count == 0)
    return *this;
  std::atomic<uint64_t> *counter = total.load(std::memory_order_acquire);
  if (!counter) {
    CounterTable &table = CounterTable::get();
    std::lock_guard lock(table.mutex);
    Counter &found = table.passes[owner->getArgument().str()][name];
    found.description = description;
    counter = &found.value;
    total.store(counter, std::memory_order_release);
  }
  counter->fetch_add(count, std::memory_order_relaxed);
  return *this;
}

void ts::printPassStatistics(llvm::raw_ostream &os) {
  CounterTable &table = CounterTable::get();
  std::lock_guard lock(table.mutex);
  for (const auto &[pass, counters] : table.passes) {
    os << pass << "\n";
    for (const auto &[name, counter] : counters)
      os << llvm::format("  (S) %6llu ",
                         static_cast<unsigned long long>(counter.value))
         << name << " - " << counter.description << "\n";
  }
}
