//===- Promise.h - What will be known later ------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_PROMISE_H
#define TSRT_RPC_PROMISE_H

#include "core/Value.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tsrt::rpc {

/// A value or the text of an error, which one thread gives and others wait for.
class Promise {
public:
  /// The first of these counts; false for those after it.
  bool setValue(Value result) { return set(std::move(result), nullptr); }
  bool setError(const std::string &text) { return set(Value(), &text); }

  bool isDone() const;
  /// Calls `action` when it is done, on the thread that does it, or at once.
  void then(std::function<void(const Promise &)> action);
  /// Returns when it is done.
  void wait() const;

  /// Of one that is done.
  bool hasFailed() const { return failed; }
  const Value &getValue() const { return value; }
  const std::string &getError() const { return error; }

private:
  bool set(Value result, const std::string *text);

  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  bool done = false, failed = false;
  Value value;
  std::string error;
  std::vector<std::function<void(const Promise &)>> actions;
};
using PromiseRef = std::shared_ptr<Promise>;

} // namespace tsrt::rpc

#endif // TSRT_RPC_PROMISE_H
