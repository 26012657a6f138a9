//===- Metrics.cpp - What a worker counts ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Metrics.h"

#include <cmath>

using namespace tsrt::rpc;

void Latencies::add(std::chrono::nanoseconds time) {
  double log = time.count() > 1 ? std::log2(double(time.count())) * 4 : 0;
  size_t bucket = std::min(size_t(log), buckets.size() - 1);
  buckets[bucket].fetch_add(1, std::memory_order_relaxed);
}

uint64_t Latencies::count() const {
  uint64_t total = 0;
  for (const auto &bucket : buckets)
    total += bucket.load(std::memory_order_relaxed);
  return total;
}

double Latencies::quantile(double share) const {
  uint64_t total = count(), seen = 0;
  for (size_t i = 0; total && i < buckets.size(); ++i) {
    seen += buckets[i].load(std::memory_order_relaxed);
    if (double(seen) >= share * double(total))
      // The upper end of the group.
      return std::exp2(double(i + 1) / 4) / 1000;
  }
  return 0;
}
