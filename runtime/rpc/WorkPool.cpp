//===- WorkPool.cpp - Threads that run calls ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/WorkPool.h"

#include "core/OutputOrder.h"
#include "core/Promises.h"

using namespace tsrt::rpc;

/// How long a thread waits for a job before it ends.
static constexpr auto kPatience = std::chrono::seconds(5);

static thread_local WorkPool *currentPool = nullptr;

void WorkPool::spawnIfNeeded() {
  if (stopped || jobs.size() <= idle || threads - sleeping >= awake ||
      threads >= limit + awake)
    return;
  ++threads;
  std::thread([this] { run(); }).detach();
}

bool WorkPool::submit(std::function<void()> job) {
  std::lock_guard<std::mutex> lock(mutex);
  if (stopped || running + jobs.size() >= limit)
    return false;
  jobs.push_back(std::move(job));
  spawnIfNeeded();
  changed.notify_one();
  return true;
}

size_t WorkPool::countOpen() {
  std::lock_guard<std::mutex> lock(mutex);
  return running + jobs.size();
}

bool WorkPool::drain(std::chrono::steady_clock::time_point end) {
  std::unique_lock<std::mutex> lock(mutex);
  return drained.wait_until(lock, end,
                            [&] { return running + jobs.size() == 0; });
}

void WorkPool::stop() {
  std::unique_lock<std::mutex> lock(mutex);
  stopped = true;
  jobs.clear();
  changed.notify_all();
  drained.wait(lock, [&] { return threads == 0; });
}

void WorkPool::setSleeping(bool sleeps) {
  WorkPool &pool = *currentPool;
  std::lock_guard<std::mutex> lock(pool.mutex);
  pool.sleeping += sleeps ? 1 : size_t(-1);
  if (sleeps)
    pool.spawnIfNeeded();
}

void WorkPool::run() {
  currentPool = this;
  onBlock = &setSleeping;
  std::unique_lock<std::mutex> lock(mutex);
  while (!stopped) {
    if (jobs.empty()) {
      ++idle;
      bool woke = changed.wait_for(lock, kPatience,
                                   [&] { return stopped || !jobs.empty(); });
      --idle;
      if (!woke)
        break;
      continue;
    }
    std::function<void()> job = std::move(jobs.front());
    jobs.pop_front();
    ++running;
    lock.unlock();
    job();
    job = nullptr;
    // Tasks that nobody waited for go on by themselves.
    endRootLog();
    lock.lock();
    --running;
    if (running + jobs.size() == 0)
      drained.notify_all();
    // Those that woke up may be too many now.
    if (threads - sleeping > awake && jobs.empty())
      break;
  }
  --threads;
  drained.notify_all();
  // The pool may be gone once the lock is.
}

uint64_t Timers::at(Clock::time_point time, std::function<void()> action) {
  std::lock_guard<std::mutex> lock(mutex);
  if (stopped)
    return 0;
  if (!thread.joinable())
    thread = std::thread([this] { run(); });
  uint64_t number = ++last;
  bool isFirst = waiting.empty() || time < waiting.begin()->first.first;
  waiting.emplace(std::make_pair(time, number), std::move(action));
  times.emplace(number, time);
  if (isFirst)
    changed.notify_all();
  return number;
}

void Timers::cancel(uint64_t number) {
  std::function<void()> dropped;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = times.find(number);
  if (found == times.end())
    return;
  auto entry = waiting.find({found->second, number});
  dropped = std::move(entry->second);
  waiting.erase(entry);
  times.erase(found);
}

void Timers::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!stopped) {
    if (waiting.empty()) {
      changed.wait(lock);
      continue;
    }
    auto first = waiting.begin();
    if (first->first.first > Clock::now()) {
      changed.wait_until(lock, first->first.first);
      continue;
    }
    std::function<void()> action = std::move(first->second);
    times.erase(first->first.second);
    waiting.erase(first);
    lock.unlock();
    action();
    action = nullptr;
    lock.lock();
  }
}

void Timers::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopped = true;
    changed.notify_all();
  }
  if (thread.joinable())
    thread.join();
  waiting.clear();
}
