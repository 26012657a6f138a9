//===- WorkPool.h - Threads that run calls -------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that sleeps until others have done something does not count: another
// one takes its place, so that calls which wait for calls cannot use up the
// pool. How many calls are open at a time is limited instead.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_WORKPOOL_H
#define TSRT_RPC_WORKPOOL_H

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace tsrt::rpc {

/// Runs jobs on threads that are made when they are needed.
class WorkPool {
public:
  /// `awake` threads run at a time; `limit` jobs are open at a time.
  WorkPool(unsigned awake, size_t limit) : awake(awake), limit(limit) {}
  ~WorkPool() { stop(); }

  /// False when there are too many jobs, or the pool is stopped.
  bool submit(std::function<void()> job);
  /// Jobs that wait or run.
  size_t countOpen();
  /// Returns when no job is open, or at `end`; true for the first.
  bool drain(std::chrono::steady_clock::time_point end);
  /// Takes no more jobs, drops those that wait and joins the threads.
  void stop();

private:
  void run();
  void spawnIfNeeded();
  static void setSleeping(bool sleeps);

  unsigned awake;
  size_t limit;
  std::mutex mutex;
  std::condition_variable changed, drained;
  std::deque<std::function<void()>> jobs;
  size_t running = 0, threads = 0, sleeping = 0, idle = 0;
  bool stopped = false;
};

/// Calls functions at their time, on one thread.
class Timers {
public:
  using Clock = std::chrono::steady_clock;
  ~Timers() { stop(); }
  /// The number names the call for cancel().
  uint64_t at(Clock::time_point time, std::function<void()> action);
  void cancel(uint64_t number);
  void stop();

private:
  void run();

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<Clock::time_point, uint64_t>, std::function<void()>>
      waiting;
  std::map<uint64_t, Clock::time_point> times;
  uint64_t last = 0;
  bool stopped = false;
  std::thread thread;
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_WORKPOOL_H
