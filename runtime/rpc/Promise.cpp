//===- Promise.cpp - What will be known later -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Promise.h"

#include "core/Promises.h"

using namespace tsrt::rpc;

bool Promise::set(Value result, const std::string *text) {
  std::vector<std::function<void(const Promise &)>> waiting;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (done)
      return false;
    value = std::move(result);
    failed = text != nullptr;
    if (text)
      error = *text;
    done = true;
    waiting.swap(actions);
    changed.notify_all();
  }
  for (auto &action : waiting)
    action(*this);
  return true;
}

bool Promise::isDone() const {
  std::lock_guard<std::mutex> lock(mutex);
  return done;
}

void Promise::then(std::function<void(const Promise &)> action) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!done) {
      actions.push_back(std::move(action));
      return;
    }
  }
  action(*this);
}

void Promise::wait() const {
  std::unique_lock<std::mutex> lock(mutex);
  if (done)
    return;
  lock.unlock();
  BlockedThread blocked;
  lock.lock();
  changed.wait(lock, [&] { return done; });
}
