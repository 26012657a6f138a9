//===- Benchmark.h - Timed calls ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--benchmark` measures.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_BENCHMARK_H
#define TORCHSCRIPT_LIB_DRIVER_BENCHMARK_H

#include "TorchScript/Execution/Session.h"

namespace torchscript {

/// The times of calls, in milliseconds.
struct Benchmark {
  /// In the order of the calls; not empty.
  std::vector<double> times;
  double median = 0, least = 0, most = 0;
  /// The least processor time of a call, of all threads together: what counts
  /// on a machine with other work.
  double leastProcessor = 0;
};

/// Calls a function `count` times after a warm-up of three calls. The error is
/// that of a call.
llvm::Expected<Benchmark> timeCalls(const HostFunction &function,
                                    llvm::ArrayRef<HostValue> arguments,
                                    unsigned count);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_BENCHMARK_H
