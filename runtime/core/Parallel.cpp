//===- Parallel.cpp - Parallel loops --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel loops on the thread pool of libgomp, which is also oneDNN's: a
// second pool in the process would fight it for the cores.
//
//===----------------------------------------------------------------------===//

#include "core/Parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>

// The entry points of libgomp, as its documentation lists them.
extern "C" {
void GOMP_parallel(void (*fn)(void *), void *data, unsigned numThreads,
                   unsigned flags);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
void omp_set_num_threads(int n);
int omp_in_parallel(void);
}

static std::atomic<int32_t> requestedThreads{0};
static thread_local bool oneThread = false;

void tsrt_set_num_threads(int32_t n) {
  requestedThreads = n > 0 ? n : omp_get_num_procs();
  omp_set_num_threads(requestedThreads);
}

void tsrt::useOneThread() {
  if (oneThread)
    return;
  oneThread = true;
  omp_set_num_threads(1);
}

int32_t tsrt_get_num_threads(void) {
  if (oneThread)
    return 1;
  int32_t n = requestedThreads;
  return n > 0 ? n : omp_get_max_threads();
}

namespace {
struct Loop {
  int64_t n, chunks;
  void (*fn)(void *context, int64_t begin, int64_t end);
  void *context;
  std::atomic<bool> failed{false};
  /// What the first chunk that failed threw.
  std::exception_ptr exception{};

  /// Runs this thread's share of the chunks.
  static void run(void *data) {
    Loop &loop = *static_cast<Loop *>(data);
    int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int64_t chunk = thread; chunk < loop.chunks; chunk += threads) {
      int64_t base = loop.n / loop.chunks, extra = loop.n % loop.chunks;
      int64_t begin = chunk * base + std::min(chunk, extra);
      try {
        loop.fn(loop.context, begin, begin + base + (chunk < extra));
      } catch (...) {
        if (!loop.failed.exchange(true))
          loop.exception = std::current_exception();
      }
    }
  }
};
} // namespace

void tsrt_parallel_for(int64_t n, int64_t grain,
                       void (*fn)(void *context, int64_t begin, int64_t end),
                       void *context) {
  if (n <= 0)
    return;
  grain = std::max<int64_t>(grain, 1);
  int64_t chunks = std::min<int64_t>(n / grain, tsrt_get_num_threads());
  if (chunks <= 1 || omp_in_parallel())
    return fn(context, 0, n);
  Loop loop{n, chunks, fn, context};
  GOMP_parallel(Loop::run, &loop, unsigned(chunks), 0);
  if (loop.exception)
    std::rethrow_exception(loop.exception);
}
