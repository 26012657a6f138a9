//===- Ends.h - The two ends of a stream ---------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What both kinds of streams have in common, those of gRPC and those between
// processes of one machine: who waits for which answer, what a caller may have
// open, and who may call.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_ENDS_H
#define TSRT_RPC_NETWORK_ENDS_H

#include "Frames.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace tsrt::rpc {

/// What streams share with their transport, which may end before them.
struct Shared {
  TransportOptions options;
  Handler handler;
  std::function<void(const Caller &)> onLost;
  std::atomic<uint64_t> received{0}, sent{0};
  std::atomic<bool> isStopping{false};
  std::mutex mutex;
  std::condition_variable changed;
  /// Streams that are not done.
  size_t streams = 0;

  void begin();
  void end();
};
using SharedRef = std::shared_ptr<Shared>;

/// A stream to a worker: requests out, answers in.
class Link {
public:
  virtual ~Link() = default;
  virtual bool isBroken() = 0;
  virtual void send(uint64_t number, Message request, Answered done) = 0;
  virtual void cancel(uint64_t number) = 0;
  virtual void waitForRoom(double seconds) = 0;
  virtual void close() = 0;
};
using LinkRef = std::shared_ptr<Link>;

/// The end of a stream that asks.
class CallingEnd : public Link {
public:
  explicit CallingEnd(SharedRef shared) : shared(std::move(shared)) {}
  bool isBroken() override;
  void send(uint64_t number, Message request, Answered done) override;
  void cancel(uint64_t number) override;
  void waitForRoom(double seconds) override;

protected:
  /// Writes what waits, as far as it can be; the mutex is held.
  virtual void pump() = 0;
  /// Hands an answer to who waits for it.
  void deliver(uint64_t number, Message message);
  /// Nothing more arrives: what is open ends so. A text that is there already
  /// stays.
  void finish(Outcome::Code code, const std::string &text);

  SharedRef shared;
  std::mutex mutex;
  std::condition_variable room;
  Outbox outbox;
  /// `broken`: nothing more is written; `isOver`: nothing more is heard.
  bool broken = false, isOver = false;
  std::string overText;

private:
  bool take(uint64_t number, Answered &done);

  std::unordered_map<uint64_t, Answered> waiting;
};

/// The end of a stream that answers.
class ServingEnd {
public:
  ServingEnd(SharedRef shared, Caller caller)
      : shared(std::move(shared)), caller(std::move(caller)) {}
  virtual ~ServingEnd() = default;
  /// Sends an answer unless nobody waits for it.
  void answer(uint64_t number, Message message);
  bool isOpen(uint64_t number);
  /// Frees the bytes of a request that is done.
  void release(size_t size);

protected:
  virtual void pump() = 0;
  /// Ends the stream: the peer does not read what it asked for. The mutex is
  /// held.
  virtual void overflow(const std::string &text) = 0;
  /// Serves a request, or notes that nobody waits for one. `self` is this.
  void serve(const std::shared_ptr<ServingEnd> &self, uint64_t number,
             Frame frame, Message message);
  /// Tells that the caller is gone.
  void lose();

  SharedRef shared;
  Caller caller;
  std::mutex mutex;
  Outbox outbox;
  /// Nothing more is written.
  bool broken = false;

private:
  /// Counts the bytes of a request that is not done; false when there are too
  /// many of them, or too many requests.
  bool hold(size_t size);

  std::unordered_set<uint64_t> open;
  size_t held = 0;
};

/// What a stream begins with.
struct Greeting {
  /// Of the format; 0 when none was said.
  uint64_t version = 0;
  Caller from;
  /// Whom the caller takes this process for; empty and 0: any.
  std::string to;
  uint64_t toIncarnation = 0;
};
/// Whether a stream is accepted.
enum class Welcome { Accepted, Mistaken, NotAllowed };
Welcome checkGreeting(const TransportOptions &options, const Greeting &greeting,
                      std::string &problem);

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_ENDS_H
