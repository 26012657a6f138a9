//===- Constants.cpp - The life of constant operands ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread keeps packed copies of constant weights, which it finds by their
// address. An unloaded module ends that for all threads.
//
//===----------------------------------------------------------------------===//

#include "PrimitiveCache.h"
#include "tsrt_kernel.h"

#include <atomic>

static std::atomic<int64_t> epoch{0};

int64_t tsrt::getConstantsEpoch() {
  return epoch.load(std::memory_order_acquire);
}

void tsrt_forget_constants(void) {
  epoch.fetch_add(1, std::memory_order_release);
}
