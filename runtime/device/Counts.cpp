//===- Counts.cpp - What devices did --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what ran on the host instead, and hands all counts to hosts.
//
//===----------------------------------------------------------------------===//

#include "device/Accelerator.h"

using namespace tsrt;

namespace {
struct HostCalls {
  struct Count {
    int64_t calls = 0, bytes = 0;
  };
  std::mutex mutex;
  std::map<std::string, Count> counts;

  static HostCalls &get() {
    static auto *calls = new HostCalls;
    return *calls;
  }
};
} // namespace

void tsrt::countHostCall(const char *name, int64_t bytes) {
  HostCalls &all = HostCalls::get();
  std::lock_guard<std::mutex> lock(all.mutex);
  HostCalls::Count &count = all.counts[name];
  ++count.calls;
  count.bytes += bytes;
}

void tsrt_device_visit_host_calls(void (*visit)(void *, const char *, int64_t,
                                                int64_t),
                                  void *context) {
  HostCalls &all = HostCalls::get();
  std::lock_guard<std::mutex> lock(all.mutex);
  for (auto &[name, count] : all.counts)
    visit(context, name.c_str(), count.calls, count.bytes);
}

void tsrt_device_visit_statistics(void (*visit)(void *,
                                                const tsrt_device_statistics *),
                                  void *context) {
  Accelerator::forEach([&](Accelerator &accelerator) {
    tsrt_device_statistics statistics = accelerator.getStatistics();
    visit(context, &statistics);
  });
}

void tsrt_device_reset_statistics(void) {
  Accelerator::forEach(
      [](Accelerator &accelerator) { accelerator.resetStatistics(); });
  HostCalls &all = HostCalls::get();
  std::lock_guard<std::mutex> lock(all.mutex);
  all.counts.clear();
}
