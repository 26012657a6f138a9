//===- OutputOrder.cpp - What tasks print, in a fixed order ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each task keeps a log of what it prints, forks and waits for; a replay of the
// logs, as far as they are known, schedules the tasks on one imagined thread.
//
//===----------------------------------------------------------------------===//

#include "core/OutputOrder.h"

#include <deque>
#include <mutex>
#include <utility>
#include <vector>

using namespace tsrt;

namespace {

/// One step of a task.
struct Step {
  enum Kind { Print, Fork, Wait, End } kind;
  std::string text; // Print
  TaskLogRef task;  // Fork, Wait
};

/// The replay of the tasks of one call of the host.
struct Replay {
  std::mutex mutex;
  TaskLogRef current; // null: nobody can go on
  std::deque<TaskLogRef> ready;

  void advance();
};

} // namespace

struct tsrt::TaskLog {
  explicit TaskLog(std::shared_ptr<Replay> replay)
      : replay(std::move(replay)) {}

  std::shared_ptr<Replay> replay;
  std::deque<Step> steps; // recorded, not replayed yet
  std::vector<TaskLogRef> waiters;
  bool ended = false; // in the replay
};

/// The log of the task that runs on this thread; null without tasks.
static thread_local TaskLogRef currentLog;

/// Replays what can be replayed; the mutex is held.
void Replay::advance() {
  while (true) {
    if (!current) {
      if (ready.empty())
        return;
      current = std::move(ready.front());
      ready.pop_front();
    }
    if (current->steps.empty())
      return;
    Step step = std::move(current->steps.front());
    current->steps.pop_front();
    switch (step.kind) {
    case Step::Print:
      writeOutput(step.text);
      break;
    case Step::Fork:
      ready.push_back(std::move(step.task));
      break;
    case Step::Wait:
      // A task of another call of the host is not this replay's business.
      if (step.task->ended || step.task->replay != current->replay)
        break;
      step.task->waiters.push_back(std::move(current));
      current = nullptr;
      break;
    case Step::End:
      current->ended = true;
      for (TaskLogRef &waiter : current->waiters)
        ready.push_back(std::move(waiter));
      current->waiters.clear();
      current = nullptr;
      break;
    }
  }
}

static void record(const TaskLogRef &log, Step step) {
  // The log may be the last owner of the replay but for us.
  std::shared_ptr<Replay> replay = log->replay;
  std::lock_guard<std::mutex> lock(replay->mutex);
  log->steps.push_back(std::move(step));
  if (replay->current == log || !replay->current)
    replay->advance();
}

TaskLogRef tsrt::logFork() {
  if (!currentLog) {
    currentLog = std::make_shared<TaskLog>(std::make_shared<Replay>());
    currentLog->replay->current = currentLog;
  }
  auto child = std::make_shared<TaskLog>(currentLog->replay);
  record(currentLog, {Step::Fork, "", child});
  return child;
}

void tsrt::logWait(const TaskLogRef &log) {
  if (currentLog)
    record(currentLog, {Step::Wait, "", log});
}

bool tsrt::logPrint(const std::string &text) {
  if (!currentLog)
    return false;
  record(currentLog, {Step::Print, text, nullptr});
  return true;
}

void tsrt::endRootLog() {
  if (!currentLog)
    return;
  record(currentLog, {Step::End, "", nullptr});
  currentLog = nullptr;
}

TaskLogRef tsrt::suspendLog() { return std::exchange(currentLog, nullptr); }

void tsrt::resumeLog(TaskLogRef log) { currentLog = std::move(log); }

RunningTask::RunningTask(const TaskLogRef &log)
    : previous(std::exchange(currentLog, log)) {}

RunningTask::~RunningTask() {
  record(currentLog, {Step::End, "", nullptr});
  currentLog = std::move(previous);
}
