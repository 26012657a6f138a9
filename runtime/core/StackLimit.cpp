//===- StackLimit.cpp - How deep calls may nest ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of each thread's stack, from the thread library.
//
//===----------------------------------------------------------------------===//

#include "core/StackLimit.h"

#include "core/Error.h"

#include <pthread.h>

using namespace tsrt;

/// Bytes that are kept for functions without a check, kernels among them.
static constexpr uintptr_t kReserve = uintptr_t(512) << 10;

/// The lowest address the calling thread's frames may reach; 0: unknown.
static uintptr_t findLimit() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  void *base = nullptr;
  size_t size = 0;
  bool known = pthread_attr_getstack(&attributes, &base, &size) == 0;
  pthread_attr_destroy(&attributes);
  if (!known)
    return 0;
  uintptr_t reserve = size / 4 < kReserve ? size / 4 : kReserve;
  return reinterpret_cast<uintptr_t>(base) + reserve;
}

bool tsrt::isStackLow() {
  static thread_local uintptr_t limit = findLimit();
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < limit;
}

tsrt_error *tsrt::stackError() {
  return tsrt_error_new(kRuntimeError,
                        "stack overflow: calls are nested too deeply");
}
