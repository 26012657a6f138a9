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

#include "core/ThreadSanitizer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>

// The entry points of libgomp, as its documentation lists them.
extern "C" {
void GOMP_parallel(void (*fn)(void *), void *data, unsigned numThreads,
                   unsigned flags);
int omp_get_thread_num(void);
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

using Clock = std::chrono::steady_clock;

/// Keeps short loops on their caller's thread while other processes want the
/// cores. The pool's threads spin until there is work, so that their slices of
/// time are used up when there is some, and a loop of microseconds waits
/// milliseconds for them. After such a wait, loops run alone for several times
/// as long.
class Backoff {
public:
  bool isAlone(Clock::time_point now) const { return now < end; }

  /// What a shared loop's caller took for its pieces, and waited then.
  void noteShared(Clock::duration own, Clock::duration waited,
                  Clock::time_point now) {
    if (waited > std::max<Clock::duration>(own, kLongWait))
      end = now + std::min<Clock::duration>(kTimes * waited, kLongest);
  }

  /// What a loop took that ran alone: long ones gain more than they wait.
  void noteAlone(Clock::duration own) {
    if (own > kWorthTheWait)
      end = {};
  }

private:
  static constexpr std::chrono::microseconds kLongWait{300};
  static constexpr std::chrono::milliseconds kWorthTheWait{2}, kLongest{60};
  static constexpr int kTimes = 6;
  Clock::time_point end{};
};

thread_local Backoff backoff;

/// Pieces of a thread's share, at most, and the part of what is left of one
/// that is taken at a time (guided self-scheduling, Polychronopoulos and Kuck,
/// 1987): large pieces at first, and small ones in the end, for which others
/// wait.
constexpr int64_t kPieces = 32;
constexpr uint32_t kTaken = 4;

/// Pieces [begin, end).
struct Pieces {
  uint32_t begin, end;
};

/// The pieces of a share that nobody has begun: its thread takes the first, and
/// a thread whose own share is done the last.
class alignas(64) Share {
public:
  void set(int64_t begin, int64_t end) {
    left.store(join({uint32_t(begin), uint32_t(end)}),
               std::memory_order_relaxed);
  }

  /// Some pieces, or none when there are none.
  Pieces take(bool isFirst) {
    uint64_t old = left.load(std::memory_order_relaxed);
    while (true) {
      Pieces all{uint32_t(old), uint32_t(old >> 32)};
      if (all.begin >= all.end)
        return {};
      uint32_t count = (all.end - all.begin + kTaken - 1) / kTaken;
      Pieces taken = isFirst ? Pieces{all.begin, all.begin + count}
                             : Pieces{all.end - count, all.end};
      uint64_t next = join(isFirst ? Pieces{taken.end, all.end}
                                   : Pieces{all.begin, taken.begin});
      if (left.compare_exchange_weak(old, next, std::memory_order_relaxed))
        return taken;
    }
  }

private:
  static uint64_t join(Pieces pieces) {
    return uint64_t(pieces.end) << 32 | pieces.begin;
  }

  std::atomic<uint64_t> left{0};
};

/// Threads are not equally fast where others run, too, on a core or on one that
/// it shares units with: each has a share, and who is done helps the others.
struct Loop {
  int64_t n, pieces, numShares;
  void (*fn)(void *context, int64_t begin, int64_t end);
  void *context;
  Share *shares;
  std::atomic<bool> failed{false};
  /// When the caller found no more pieces.
  Clock::time_point callersEnd{};
  /// What the first piece that failed threw.
  std::exception_ptr exception{};

  void run(Pieces taken) {
    int64_t base = n / pieces, extra = n % pieces;
    auto firstOf = [&](int64_t piece) {
      return piece * base + std::min(piece, extra);
    };
    try {
      fn(context, firstOf(taken.begin), firstOf(taken.end));
    } catch (...) {
      if (!failed.exchange(true))
        exception = std::current_exception();
    }
  }

  /// What a thread does: there may be fewer than shares.
  static void runShares(void *data) {
    TSRT_RECEIVES(data);
    Loop &loop = *static_cast<Loop *>(data);
    int64_t own = omp_get_thread_num();
    for (int64_t i = 0; i < loop.numShares; ++i) {
      Share &share = loop.shares[(own + i) % loop.numShares];
      for (Pieces taken; (taken = share.take(i == 0)).begin < taken.end;)
        loop.run(taken);
    }
    if (own == 0)
      loop.callersEnd = Clock::now();
    TSRT_HANDS_OVER(data);
  }
};

} // namespace

void tsrt::onEachThread(void (*fn)(void *context), void *context) {
  int32_t threads = tsrt_get_num_threads();
  if (threads <= 1 || omp_in_parallel())
    return fn(context);
  GOMP_parallel(fn, context, unsigned(threads), 0);
}

void tsrt_parallel_for(int64_t n, int64_t grain,
                       void (*fn)(void *context, int64_t begin, int64_t end),
                       void *context) {
  if (n <= 0)
    return;
  grain = std::max<int64_t>(grain, 1);
  int64_t most = n / grain;
  int64_t threads = std::min<int64_t>(most, tsrt_get_num_threads());
  if (threads <= 1 || omp_in_parallel())
    return fn(context, 0, n);
  Clock::time_point begin = Clock::now();
  if (backoff.isAlone(begin)) {
    fn(context, 0, n);
    backoff.noteAlone(Clock::now() - begin);
    return;
  }
  constexpr int64_t usual = 16;
  Share few[usual];
  std::unique_ptr<Share[]> many(threads > usual ? new Share[size_t(threads)]
                                                : nullptr);
  Loop loop{n,       std::min(most, threads * kPieces),
            threads, fn,
            context, many ? many.get() : few};
  for (int64_t i = 0; i < threads; ++i)
    loop.shares[i].set(i * loop.pieces / threads,
                       (i + 1) * loop.pieces / threads);
  TSRT_HANDS_OVER(&loop);
  GOMP_parallel(Loop::runShares, &loop, unsigned(threads), 0);
  TSRT_RECEIVES(&loop);
  Clock::time_point end = Clock::now();
  backoff.noteShared(loop.callersEnd - begin, end - loop.callersEnd, end);
  if (loop.exception)
    std::rethrow_exception(loop.exception);
}
