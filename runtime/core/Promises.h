//===- Promises.h - Futures that are fulfilled from outside - -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_PROMISES_H
#define TSRT_CORE_PROMISES_H

#include "tsrt.h"

#include <string>

namespace tsrt {

/// A future (kind TSRT_FUTURE) without a task; somebody fulfils it.
tsrt_future *newPromise(const tsrt_type *futureType);
/// Gives a promise its result, which it takes over, or the text of its error,
/// which a waiting program gets as it is; once.
void fulfilPromise(tsrt_future *future, tsrt_value result,
                   const std::string *error);

/// What is told that the calling thread is about to sleep until others have
/// done something (true), and that it is awake (false); null: nobody. So a pool
/// can put another thread in its place.
extern thread_local void (*onBlock)(bool sleeps);

/// The calling thread sleeps while it lives.
struct BlockedThread {
  BlockedThread() {
    if (onBlock)
      onBlock(true);
  }
  ~BlockedThread() {
    if (onBlock)
      onBlock(false);
  }
  BlockedThread(const BlockedThread &) = delete;
};

} // namespace tsrt

#endif // TSRT_CORE_PROMISES_H
