//===- LocalEnd.h - An end of a socket ------------------------ -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_LOCALEND_H
#define TSRT_RPC_NETWORK_LOCALEND_H

#include "Ends.h"

#include <chrono>

namespace tsrt::rpc {

/// What tells when sockets can be read or written; closed with the last of
/// them.
class Poll {
public:
  Poll();
  ~Poll();
  Poll(const Poll &) = delete;
  void add(int fd, void *key);
  /// Whether to tell when it can be written, too.
  void change(int fd, void *key, bool writes);

  const int fd;
};

/// One end of a socket: reads and writes frames, and never waits.
class LocalEnd {
public:
  using Clock = std::chrono::steady_clock;
  LocalEnd(SharedRef shared, std::shared_ptr<Poll> poll, int fd);
  virtual ~LocalEnd();
  /// Whom the poll tells of.
  void *key() { return this; }
  int getSocket() const { return fd; }

  // On the thread that reads.

  /// Reads what is there; false when nothing more will come.
  bool read();
  /// Writes what waits.
  virtual void resume() = 0;
  /// Says that this process is alive; false when the other has been silent for
  /// too long.
  virtual bool beat() = 0;
  /// Nothing more is read or written.
  virtual void over() = 0;
  /// Bytes wait to be written.
  virtual bool isBusy() = 0;

  /// Ends it from any thread: over() will be called.
  void shut();

protected:
  /// Sends a message of the stream itself.
  virtual void say(uint64_t number, Frame frame, Message message) = 0;
  /// The other end reads what is described to it, or has read it.
  virtual void describe() = 0;
  virtual void taken(uint64_t number) = 0;
  /// A frame's message has arrived; false ends the stream.
  virtual bool take(uint64_t number, Frame frame, Message message) = 0;
  /// Writes what it can of `outbox`; false when nobody is there. The mutex of
  /// the end is held.
  bool flush(Outbox &outbox);
  /// The socket takes bytes again.
  void unblock();
  /// Whether everything that was taken out of an outbox is written.
  bool isFlushed() const { return piece == batch.pieces().size(); }
  /// How long nothing has arrived.
  bool isSilent() const;

  const SharedRef streams;
  /// Why it is over, as far as this side knows.
  std::string problem;

private:
  /// Hands on what is in the buffer; false ends the stream.
  bool parse();
  bool endPart();
  /// Handles what concerns the memory of the processes, and hands on the rest.
  bool receive(uint64_t number, Frame frame, Message message);
  /// Reads a message that is described, and hands it on.
  bool fetch(uint64_t number, const Message &description);

  const std::shared_ptr<Poll> poll;
  const int fd;
  /// The other process, or 0.
  pid_t process = 0;
  /// The memory of the other process can be read.
  bool canRead = false;

  // What is read: bytes of the buffer up to `filled`, and where the rest of a
  // part that has begun goes.
  Inbox inbox;
  std::unique_ptr<char[]> buffer;
  size_t filled = 0, partLeft = 0;
  char *place = nullptr;
  bool isInPart = false;
  std::shared_ptr<std::string> part;
  Clock::time_point heard = Clock::now();

  // What is written.
  Message batch;
  size_t piece = 0, offset = 0;
  bool isBlocked = false;
};

/// The end that calls; `greet` begins.
class LocalClient : public CallingEnd, public LocalEnd {
public:
  LocalClient(SharedRef shared, std::shared_ptr<Poll> poll, int fd)
      : CallingEnd(shared), LocalEnd(shared, std::move(poll), fd) {}
  void greet(const Target &target);
  void close() override { shut(); }

  void resume() override;
  bool beat() override;
  void over() override;
  bool isBusy() override;

private:
  void pump() override;
  void say(uint64_t number, Frame frame, Message message) override;
  void describe() override;
  void taken(uint64_t number) override;
  bool take(uint64_t number, Frame frame, Message message) override;

  Outcome::Code code = Outcome::Unavailable;
};

/// The end that serves.
class LocalServer : public ServingEnd,
                    public LocalEnd,
                    public std::enable_shared_from_this<LocalServer> {
public:
  LocalServer(SharedRef shared, std::shared_ptr<Poll> poll, int fd)
      : ServingEnd(shared, {}), LocalEnd(shared, std::move(poll), fd) {}

  void resume() override;
  bool beat() override;
  void over() override;
  bool isBusy() override;

private:
  void pump() override;
  void overflow(const std::string &text) override;
  void say(uint64_t number, Frame frame, Message message) override;
  void describe() override;
  void taken(uint64_t number) override;
  bool take(uint64_t number, Frame frame, Message message) override;
  bool welcome(const Message &message);
  /// Says why it ends and writes nothing more; the mutex is held.
  void end(Outcome::Code code, const std::string &text);

  bool isGreeted = false;
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_LOCALEND_H
