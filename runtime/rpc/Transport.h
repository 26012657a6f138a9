//===- Transport.h - What carries messages -------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between calls and the network. Its only implementation, on
// gRPC, is a library of its own (libtsrt_rpc.so), which is opened when a
// process joins a group; tests have another one.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_TRANSPORT_H
#define TSRT_RPC_TRANSPORT_H

#include "rpc/Wire.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tsrt::rpc {

/// How a process is reached and whom it trusts.
struct TransportOptions {
  /// The name of this process in the group, and a number that is another one
  /// each time it starts.
  std::string name;
  uint64_t incarnation = 0;
  /// HOST:PORT, port 0 for any.
  std::string listen;
  /// PEM files; empty: no TLS.
  std::string certificate, key, authority;
  /// Calls of processes of this machine go over gRPC, too.
  bool isNetworkOnly = false;
  /// Names that may call; empty: all members.
  std::vector<std::string> callers;
  size_t maxMessage = size_t(4) << 30;
  /// Bytes that wait for one peer, those of its unfinished messages, and those
  /// of its calls that are not done: so many each.
  size_t maxPeerBytes = size_t(8) << 30;
  /// When a silent peer is given up, in milliseconds.
  int keepAlive = 5000;
};

/// Where a message goes. The number is 0 where any process of the name will do.
struct Target {
  std::string name, address;
  uint64_t incarnation = 0;
};

/// Who sent a message.
struct Caller {
  std::string name;
  uint64_t incarnation = 0;
};

/// How the sending of a request ended.
struct Outcome {
  enum Code {
    Answered,
    Unavailable, ///< nobody is there, or the connection was lost
    Refused,     ///< the peer does not want to talk with this process
    Cancelled
  } code = Answered;
  std::string text;
};

/// Answers one request, once, from any thread.
class Responder {
public:
  virtual ~Responder() = default;
  virtual void answer(Message message) = 0;
  /// Whether nobody waits for the answer any more.
  virtual bool isCancelled() const = 0;
};

using Handler =
    std::function<void(const Caller &, Message, std::shared_ptr<Responder>)>;
using Answered = std::function<void(Outcome, Message)>;

/// Sends requests and serves those of others. All functions may be called from
/// any thread.
class Transport {
public:
  virtual ~Transport() = default;
  /// Begins to listen; the text of what went wrong, or nothing.
  virtual std::string start(const TransportOptions &options, Handler handler,
                            std::function<void(const Caller &)> onLost) = 0;
  /// HOST:PORT where it listens.
  virtual std::string getAddress() const = 0;
  /// Sends a request; `done` is called once, from any thread. The number is for
  /// cancel().
  virtual uint64_t send(const Target &target, Message request,
                        Answered done) = 0;
  /// Gives a request up: `done` is called with Cancelled unless it was.
  virtual void cancel(const Target &target, uint64_t number) = 0;
  /// Waits until what is to be sent to `target` is below a limit, at most until
  /// `seconds` are over.
  virtual void waitForRoom(const Target &target, double seconds) = 0;
  /// Ends all connections; what is open ends as Unavailable.
  virtual void stop() = 0;
  /// Bytes received and sent so far.
  virtual void countBytes(uint64_t &received, uint64_t &sent) const = 0;
};

/// What libtsrt_rpc.so exports, under the name below. The number of the
/// interface must be this one.
constexpr int kTransportInterface = 2;
using MakeTransport = Transport *(*)(int interface);
constexpr const char *kMakeTransport = "tsrt_rpc_make_transport";

} // namespace tsrt::rpc

#endif // TSRT_RPC_TRANSPORT_H
