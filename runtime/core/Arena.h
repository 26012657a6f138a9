//===- Arena.h - The threads that run tasks ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All there is of oneTBB. Its templates hand objects from thread to thread by
// synchronization inside its library, which ThreadSanitizer cannot see: only
// this file is compiled without.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_ARENA_H
#define TSRT_CORE_ARENA_H

namespace tsrt {

/// Calls `run(data)` on one of the threads that run tasks, some time. What it
/// reads must be published by the caller's own atomics.
void enqueueTask(void (*run)(void *), void *data);

} // namespace tsrt

#endif // TSRT_CORE_ARENA_H
