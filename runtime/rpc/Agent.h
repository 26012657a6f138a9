//===- Agent.h - A worker of a group -------------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a process knows of its group, and the calls it makes and serves. Calls
// are at most once: a request is sent once, and what becomes of it when the
// connection is lost is an error of the caller. Only messages that may arrive
// twice without harm, about the users of references, are sent again.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_AGENT_H
#define TSRT_RPC_AGENT_H

#include "core/Error.h"
#include "rpc/Group.h"
#include "rpc/Metrics.h"
#include "rpc/Promise.h"
#include "rpc/References.h"
#include "rpc/Transport.h"
#include "rpc/WireValues.h"
#include "rpc/WorkPool.h"
#include "tsrt_rpc.h"

#include <atomic>
#include <condition_variable>
#include <set>

namespace tsrt::rpc {

/// How long the calls of a program may take that does not say, in seconds.
constexpr double kDefaultTimeout = 60;

/// The function of a call, as compiled code names it.
struct CallSite {
  const char *name, *hash;
  tsrt_entry entry;
  /// T of Future[T] and RRef[T].
  const tsrt_type *result;
};

/// What an agent is made with.
struct AgentOptions {
  TransportOptions transport;
  /// The worker that knows all others: HOST:PORT; empty for that worker itself.
  std::string join;
  /// All members with their addresses, the first knows the others; or empty.
  std::vector<Member> members;
  /// How many members there will be; 0: as many as come.
  uint32_t worldSize = 0;
  /// Seconds to wait for the others at the beginning.
  double joinTimeout = 60;
  double callTimeout = kDefaultTimeout;
  size_t maxOpenCalls = 512;
  /// Functions that others may call; empty: all.
  std::vector<std::string> functions;
  bool isAlone = false;
  /// Where to write the address of this worker, or empty.
  std::string addressFile;
  tsrt_rpc_provider provider{};
};

/// A member of a group.
class Agent {
public:
  /// The agent of this process, or null.
  static Agent *current();
  /// A group of one, without a network.
  static void startAlone(const std::string &name);
  /// Joins a group; the text of what went wrong, or nothing.
  static std::string start(const AgentOptions &options,
                           std::unique_ptr<Transport> transport);
  /// Leaves the group: a graceful end waits for calls, and for the others when
  /// the size of the group is known, at most `seconds`. The text says what was
  /// left undone.
  static std::string shutdown(bool isGraceful, double seconds);

  const std::string &getName() const { return options.transport.name; }
  uint32_t getId() const { return group.getSelf(); }
  Group &getGroup() { return group; }
  References &getReferences() { return references; }
  Timers &getTimers() { return timers; }
  WorkPool &getPool() { return pool; }
  Metrics &getMetrics() { return metrics; }
  const AgentOptions &getOptions() const { return options; }
  std::string describeStatus();
  std::string getAddress() const;

  /// Finds a worker; `name:w0,rank:0 could not find destination name w9`.
  Result<Member> find(std::string_view worker);

  /// Calls a function of a worker. `timeout` in seconds; 0: no limit, -1: that
  /// of the group.
  PromiseRef call(const CallSite &site, const Member &to,
                  const tsrt_value *args, size_t count, double timeout);
  /// Calls it and keeps the result there.
  ReferenceState create(const CallSite &site, const Member &to,
                        const tsrt_value *args, size_t count, double timeout);
  /// What a reference of another worker refers to.
  PromiseRef fetch(const ReferenceState &reference, const tsrt_type *type,
                   double timeout);

  /// Sends a request that may arrive several times until it is answered or
  /// `seconds` are over; tells `done` whether it was.
  void sendSurely(uint32_t worker, Message request,
                  std::function<void(bool)> done, double seconds = 60);
  /// Sends a request that is answered without a value.
  void request(const Target &target, Message message, double seconds,
               std::function<void(std::string problem, Message answer)> done);

private:
  explicit Agent(const AgentOptions &options);

  void sendCall(const Member &to, Message request, double timeout,
                PromiseRef promise, const tsrt_type *result,
                std::shared_ptr<HandedOn> handedOn, bool isFetch);
  void callSelf(const CallSite &site, const tsrt_value *args, size_t count,
                double timeout, PromiseRef promise);
  /// False, with the error of the promise, for a time that is over already.
  bool startTimer(double timeout, PromiseRef promise,
                  std::function<void()> onExpired, uint64_t &timer);

  // What others ask for (AgentServer.cpp).
  void receive(const Caller &caller, Message message,
               std::shared_ptr<Responder> responder);
  void serveCall(const Caller &caller, std::shared_ptr<Message> message,
                 std::shared_ptr<Opened> opened,
                 std::shared_ptr<Responder> responder, PromiseRef kept);
  std::string runFunction(const Caller &caller, const Message &message,
                          const Opened &opened, size_t prologue, Value &result,
                          Holder from);
  /// The member that a request comes from, as it is now.
  std::optional<Member> findCaller(const Caller &caller);
  bool claimReference(const Opened &opened, uint32_t from);
  void serveReferences(const Caller &caller, const Message &message,
                       const Opened &opened,
                       std::shared_ptr<Responder> responder);
  void serveGroup(const Caller &caller, const Opened &opened,
                  std::shared_ptr<Responder> responder);
  void answerValue(Responder &responder, Holder to, const Value &value);
  void onLost(const Caller &caller);

  // The beginning and the end (AgentGroup.cpp).
  std::string joinGroup();
  /// Until all workers of a group with a list are there.
  std::string waitForMembers();
  /// Reads the table of members anew, unless it was asked for after `since`:
  /// who joined before that is in it.
  std::string refreshGroup(double seconds, Timers::Clock::time_point since);
  /// The same without waiting for it.
  void refreshSoon();
  /// Answers a request to join, now or when all are there.
  void addMember(const Member &member, std::shared_ptr<Responder> responder);
  std::string finish(bool isGraceful, double seconds);
  void answerFinished();

  AgentOptions options;
  std::unique_ptr<Transport> transport;
  Timers timers;
  WorkPool pool;
  Metrics metrics;
  Group group;
  References references;

  std::mutex mutex;
  std::condition_variable changed;
  size_t openCalls = 0, openNotes = 0;
  std::atomic<bool> isStopping{false};
  std::atomic<Timers::Clock::time_point> lastAsked{};
  /// At the worker that knows all: who waits for the others to join or finish.
  std::vector<std::shared_ptr<Responder>> joining, finishing;
  /// Threads that answer those of `finishing`.
  unsigned answering = 0;
  std::set<std::string> finished;
};

/// The text of an error and the memory of its object.
std::string takeText(tsrt_error *error);

} // namespace tsrt::rpc

#endif // TSRT_RPC_AGENT_H
