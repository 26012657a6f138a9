//===- Tasks.cpp - fork and wait ------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fork is a task of oneTBB's work-stealing arena. Whoever waits for a task
// that nobody has begun runs it on the spot, and otherwise sleeps until it is
// done. So a thread's stack only ever holds tasks that wait for the one above
// them, and programs whose tasks do not wait in a circle cannot come to a
// standstill, however few threads there are.
//
//===----------------------------------------------------------------------===//

#include "core/Arena.h"
#include "core/Error.h"
#include "core/OutputOrder.h"
#include "core/Parallel.h"
#include "core/Profile.h"
#include "core/Promises.h"
#include "core/StackLimit.h"
#include "core/TensorHooks.h"
#include "core/ThreadSanitizer.h"
#include "core/Value.h"

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

using namespace tsrt;

namespace {

enum State : int32_t { Forked, Running, Done };

} // namespace

struct tsrt_future {
  tsrt_header header;
  std::atomic<int32_t> state;
  tsrt_entry entry;
  const tsrt_frame *frame;
  bool gradMode;
  TaskLogRef log;
  tsrt_value result;
  tsrt_error *error;
  bool isReport; // the error's message is for the waiting program as it is
  bool isKept;   // by the thread that forked it, which runs it
  int32_t numArgs;
  tsrt_value args[];
};

namespace {

/// What the threads share. Lives as long as the process.
struct Scheduler {
  std::mutex mutex;
  std::condition_variable changed; // some task is done
  int64_t pending = 0; // tasks not done, and those the arena still holds

  static Scheduler &get() {
    static Scheduler *scheduler = new Scheduler;
    return *scheduler;
  }
};

std::atomic<bool> anyForked{false};

/// A call of a host: where it keeps its tasks, those that are not done, oldest
/// first.
struct Call {
  bool keepsTasks;
  TaskLogRef outer; // of the task that the call is made from
  std::deque<tsrt_future *> tasks;
};
thread_local std::vector<Call> calls;

/// True for the one caller that gets to run the task.
bool claim(tsrt_future *future) {
  int32_t expected = Forked;
  return future->state.compare_exchange_strong(expected, Running,
                                               std::memory_order_acq_rel);
}

/// The task's own frame, unless its code has that already: the call of what is
/// no function stands in one made for the task.
tsrt_error *addForkFrame(tsrt_error *error, const tsrt_frame *frame) {
  int32_t count = tsrt_error_num_frames(error);
  const tsrt_frame *last = tsrt_error_get_frame(error, count - 1);
  if (last && std::strcmp(last->function, frame->function) == 0 &&
      last->line == frame->line && last->column == frame->column &&
      std::strcmp(last->file, frame->file) == 0)
    return error;
  return tsrt_error_add_frame(error, frame);
}

/// Runs a claimed task on the calling thread.
void runTask(tsrt_future *future) {
  {
    RunningTask running(future->log);
    bool outerMode = std::exchange(gradMode(), future->gradMode);
    tsrt_value result = noneValue();
    tsrt_error *error = future->entry(future->args, &result);
    gradMode() = outerMode;
    for (int32_t i = 0; i < future->numArgs; ++i) {
      tsrt_value_release(&future->args[i]);
      future->args[i] = noneValue();
    }
    future->result = result;
    future->error = error ? addForkFrame(error, future->frame) : nullptr;
  }
  Scheduler &scheduler = Scheduler::get();
  std::lock_guard<std::mutex> lock(scheduler.mutex);
  future->state.store(Done, std::memory_order_release);
  if (!future->isKept)
    --scheduler.pending;
  scheduler.changed.notify_all();
}

/// What a thread of the arena does with a task.
void takeTurn(void *data) {
  TSRT_RECEIVES(data);
  auto *future = static_cast<tsrt_future *>(data);
  useOneThread();
  if (claim(future))
    runTask(future);
  tsrt_release(future);
  Scheduler &scheduler = Scheduler::get();
  std::lock_guard<std::mutex> lock(scheduler.mutex);
  --scheduler.pending;
  scheduler.changed.notify_all();
}

/// Returns when the task is done.
void finish(tsrt_future *future) {
  if (future->state.load(std::memory_order_acquire) == Done)
    return;
  if (claim(future))
    return runTask(future);
  BlockedThread blocked;
  Scheduler &scheduler = Scheduler::get();
  std::unique_lock<std::mutex> lock(scheduler.mutex);
  scheduler.changed.wait(lock, [&] {
    return future->state.load(std::memory_order_acquire) == Done;
  });
}

} // namespace

void tsrt::destroyFuture(tsrt_future *future) {
  for (int32_t i = 0; i < future->numArgs; ++i)
    tsrt_value_release(&future->args[i]);
  tsrt_value_release(&future->result);
  tsrt_error_release(future->error);
  future->log.~TaskLogRef();
  freeObject(future);
}

thread_local void (*tsrt::onBlock)(bool sleeps) = nullptr;

tsrt_future *tsrt::newPromise(const tsrt_type *futureType) {
  auto *future = static_cast<tsrt_future *>(
      allocateObject(futureType, sizeof(tsrt_future)));
  new (&future->log) TaskLogRef();
  new (&future->state) std::atomic<int32_t>;
  future->state.store(Running, std::memory_order_release);
  return future;
}

void tsrt::fulfilPromise(tsrt_future *future, tsrt_value result,
                         const std::string *error) {
  future->result = result;
  if (error) {
    future->error = tsrt_error_new(kRuntimeError, error->c_str());
    future->isReport = true;
  }
  Scheduler &scheduler = Scheduler::get();
  std::lock_guard<std::mutex> lock(scheduler.mutex);
  future->state.store(Done, std::memory_order_release);
  scheduler.changed.notify_all();
}

tsrt_future *tsrt_fork(const tsrt_type *future_type, tsrt_entry entry,
                       const tsrt_value *args, int32_t num_args,
                       const tsrt_frame *frame) {
  size_t bytes = sizeof(tsrt_future) + size_t(num_args) * sizeof(tsrt_value);
  auto *future = static_cast<tsrt_future *>(allocateObject(future_type, bytes));
  future->entry = entry;
  future->frame = frame;
  future->gradMode = gradMode();
  new (&future->log) TaskLogRef(logFork());
  future->numArgs = num_args;
  for (int32_t i = 0; i < num_args; ++i) {
    future->args[i] = args[i];
    tsrt_value_retain(&args[i]);
  }
  anyForked.store(true, std::memory_order_release);
  future->isKept = !calls.empty() && calls.back().keepsTasks;
  if (!future->isKept) {
    Scheduler &scheduler = Scheduler::get();
    std::lock_guard<std::mutex> lock(scheduler.mutex);
    scheduler.pending += 2;
  }
  // What is written above is seen by whoever claims the task.
  new (&future->state) std::atomic<int32_t>;
  future->state.store(Forked, std::memory_order_release);
  tsrt_retain(future);
  if (future->isKept) {
    calls.back().tasks.push_back(future);
    return future;
  }
  TSRT_HANDS_OVER(future);
  enqueueTask(takeTurn, future);
  return future;
}

tsrt_error *tsrt_wait(tsrt_future *future, const tsrt_type *type, void *out) {
  PartScope part(
      "{\"kind\": \"wait\", \"what\": \"for tasks and remote calls\"}");
  if (isStackLow())
    return stackError();
  if (future->log)
    logWait(future->log);
  finish(future);
  if (future->error) {
    if (future->isReport)
      return tsrt_error_new(kRuntimeError, tsrt_error_message(future->error));
    StrRef report = StrRef::adopt(tsrt_error_traceback(future->error));
    return tsrt_error_new(kRuntimeError, report->data);
  }
  return tsrt_unbox_value(&future->result, type, out);
}

void tsrt_begin_call(int32_t keeps_tasks) {
  calls.push_back({keeps_tasks != 0, suspendLog(), {}});
}

void tsrt_end_call(void) {
  // Those that fork more append to the same list.
  while (!calls.back().tasks.empty()) {
    tsrt_future *future = calls.back().tasks.front();
    calls.back().tasks.pop_front();
    if (claim(future))
      runTask(future);
    tsrt_release(future);
  }
  if (calls.back().keepsTasks)
    endRootLog();
  else
    tsrt_join_tasks();
  resumeLog(std::move(calls.back().outer));
  calls.pop_back();
}

void tsrt_join_tasks(void) {
  if (!anyForked.load(std::memory_order_acquire))
    return;
  endRootLog();
  Scheduler &scheduler = Scheduler::get();
  std::unique_lock<std::mutex> lock(scheduler.mutex);
  scheduler.changed.wait(lock, [&] { return scheduler.pending == 0; });
}
