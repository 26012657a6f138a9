//===- OutputOrder.h - What tasks print, in a fixed order -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks run at the same time, but what they print comes out as if one thread
// ran them: a task runs until it waits for one that is not done, then the
// oldest task that can go on does. That is the order TorchScript's interpreter
// gives with a single thread.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_OUTPUTORDER_H
#define TSRT_CORE_OUTPUTORDER_H

#include <memory>
#include <string>

namespace tsrt {

/// What one task, or the host's call that forks tasks, prints and waits for.
struct TaskLog;
using TaskLogRef = std::shared_ptr<TaskLog>;

/// The log of a task that the calling thread's current task forks.
TaskLogRef logFork();
/// The current task waits for the task of `log`.
void logWait(const TaskLogRef &log);
/// The current task prints. False when the thread never forked: the caller
/// then writes itself.
bool logPrint(const std::string &text);
/// The host's call on this thread is over: what is left goes on without it.
void endRootLog();

/// A call of the host within the current task begins, and has an order of its
/// own; with what this gives, the task goes on.
TaskLogRef suspendLog();
void resumeLog(TaskLogRef log);

/// Makes `log` the calling thread's current one while it lives, and ends it.
class RunningTask {
public:
  explicit RunningTask(const TaskLogRef &log);
  ~RunningTask();
  RunningTask(const RunningTask &) = delete;
  RunningTask &operator=(const RunningTask &) = delete;

private:
  TaskLogRef previous;
};

/// Writes to where print writes (Print.cpp).
void writeOutput(const std::string &text);

} // namespace tsrt

#endif // TSRT_CORE_OUTPUTORDER_H
