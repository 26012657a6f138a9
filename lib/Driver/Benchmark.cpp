//===- Benchmark.cpp - Timed calls -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls, and the order statistics of their times.
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"

#include "tsrt_devices.h"

#include <chrono>
#include <ctime>

using namespace torchscript;

llvm::Expected<Benchmark>
torchscript::timeCalls(const HostFunction &function,
                       llvm::ArrayRef<HostValue> arguments, unsigned count) {
  using Clock = std::chrono::steady_clock;
  constexpr unsigned kWarmUp = 3;
  Benchmark result;
  for (unsigned i = 0; i < count + kWarmUp; ++i) {
    std::clock_t processor = std::clock();
    Clock::time_point start = Clock::now();
    auto value = callFunction(function, arguments);
    // A device may still be at it.
    if (const char *target = tsrt_device_get_target())
      tsrt_error_release(tsrt_device_synchronize(target));
    std::chrono::duration<double, std::milli> time = Clock::now() - start;
    if (!value)
      return value.takeError();
    double spent = double(std::clock() - processor) * 1e3 / CLOCKS_PER_SEC;
    if (i < kWarmUp)
      continue;
    result.times.push_back(time.count());
    if (i == kWarmUp || spent < result.leastProcessor)
      result.leastProcessor = spent;
  }
  std::vector<double> sorted = result.times;
  llvm::sort(sorted);
  result.median = sorted[sorted.size() / 2];
  result.least = sorted.front();
  result.most = sorted.back();
  return std::move(result);
}
