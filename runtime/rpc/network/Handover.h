//===- Handover.h - The order that gRPC gives to callbacks ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A callback of a stream sees what was done before the operation was started
// that it answers, and the last one what all others did. gRPC sees to that, but
// is not instrumented: ThreadSanitizer has to be told. Otherwise this is
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_HANDOVER_H
#define TSRT_RPC_NETWORK_HANDOVER_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define TSRT_TELL_THREAD_SANITIZER 1
#endif
#endif

namespace tsrt::rpc {

/// What the callbacks of one stream hand over to each other.
class Handover {
public:
  /// Before an operation of gRPC is started, and at the end of a callback.
  void give() {
#ifdef TSRT_TELL_THREAD_SANITIZER
    __tsan_release(this);
#endif
  }
  /// At the begin of a callback.
  void take() {
#ifdef TSRT_TELL_THREAD_SANITIZER
    __tsan_acquire(this);
#endif
  }

  /// A callback that is not the last.
  class Turn {
  public:
    explicit Turn(Handover &handover) : handover(handover) { handover.take(); }
    ~Turn() { handover.give(); }

  private:
    Handover &handover;
  };
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_HANDOVER_H
