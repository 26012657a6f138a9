//===- Metrics.h - What a worker counts ----------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_METRICS_H
#define TSRT_RPC_METRICS_H

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace tsrt::rpc {

/// How long something took, in groups that are a quarter of a power of two
/// wide; thread-safe.
class Latencies {
public:
  void add(std::chrono::nanoseconds time);
  uint64_t count() const;
  /// The time in microseconds that a share of all (0 to 1) did not exceed; 0
  /// when there is none.
  double quantile(double share) const;

private:
  std::array<std::atomic<uint64_t>, 200> buckets{};
};

/// Calls that were made, or served.
struct CallCounts {
  std::atomic<uint64_t> started{0}, succeeded{0}, failed{0}, timedOut{0},
      refused{0};
  Latencies latencies;
};

struct Metrics {
  CallCounts made, served;
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_METRICS_H
