//===- Parallel.h - parallel_for for C++ callables --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ form of tsrt_parallel_for.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_PARALLEL_H
#define TSRT_CORE_PARALLEL_H

#include "tsrt.h"

namespace tsrt {

/// Kernels of the calling thread run on it alone from now on: it is one of the
/// threads that run tasks.
void useOneThread();

/// Calls fn(context) once on each thread of parallel loops, or on the calling
/// thread alone where loops run on one.
void onEachThread(void (*fn)(void *context), void *context);

/// Calls body(begin, end) on disjoint ranges that cover [0, n), each at least
/// `grain` long, on several threads when n > grain. A thread has several of
/// them, and which is not known before. Nested calls run on the calling thread.
template <class Body>
void parallelFor(int64_t n, int64_t grain, const Body &body) {
  if (n <= grain) {
    if (n > 0)
      body(int64_t(0), n);
    return;
  }
  tsrt_parallel_for(
      n, grain,
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<const Body *>(context))(begin, end);
      },
      const_cast<Body *>(&body));
}

} // namespace tsrt

#endif // TSRT_CORE_PARALLEL_H
