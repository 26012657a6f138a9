//===- GrpcClient.cpp - Streams to other workers --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrpcTransport.h"
#include "Handover.h"

#include <grpcpp/generic/generic_stub.h>
#include <unordered_map>

using namespace tsrt::rpc;

/// What may wait to be sent to a worker before callers wait, too.
static constexpr size_t kRoom = 256 << 20;

namespace {

class ClientStream
    : public Link,
      public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
public:
  ClientStream(SharedRef shared, std::shared_ptr<grpc::Channel> channel)
      : shared(shared), stub(std::move(channel)),
        inbox(shared->options.maxMessage, shared->options.maxPeerBytes) {}

  void begin(std::shared_ptr<ClientStream> given, const Target &target) {
    self = std::move(given);
    shared->begin();
    context.AddMetadata(kVersionKey, std::to_string(kWireVersion));
    context.AddMetadata(kFromKey, shared->options.name);
    context.AddMetadata(kIncarnationKey,
                        std::to_string(shared->options.incarnation));
    context.AddMetadata(kToKey, target.name);
    context.AddMetadata(kToIncarnationKey, std::to_string(target.incarnation));
    stub.PrepareBidiStreamingCall(&context, kMethod, {}, this);
    AddHold();
    handover.give();
    StartRead(&incoming);
    StartCall();
  }

  bool isBroken() override {
    std::lock_guard<std::mutex> lock(mutex);
    return broken;
  }

  void send(uint64_t number, Message request, Answered done) override {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!isOver) {
        waiting.emplace(number, std::move(done));
        outbox.add(number, Frame::Request, std::move(request));
        pump();
        return;
      }
    }
    done({Outcome::Unavailable, overText}, Message());
  }

  void cancel(uint64_t number) override {
    Answered done;
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!take(number, done))
        return;
      if (!outbox.drop(number))
        outbox.add(number, Frame::Cancel, Message());
      pump();
    }
    done({Outcome::Cancelled, "cancelled"}, Message());
  }

  void waitForRoom(double seconds) override {
    std::unique_lock<std::mutex> lock(mutex);
    room.wait_for(lock, std::chrono::duration<double>(seconds),
                  [&] { return isOver || outbox.size() < kRoom; });
  }

  void close() override { context.TryCancel(); }

  void OnWriteDone(bool ok) override {
    Handover::Turn turn(handover);
    std::lock_guard<std::mutex> lock(mutex);
    writing = false;
    if (ok)
      pump();
    else
      drop();
    room.notify_all();
  }

  void OnReadDone(bool ok) override {
    Handover::Turn turn(handover);
    std::string problem;
    if (ok) {
      shared->received += incoming.Length();
      problem = inbox.read(incoming,
                           [&](uint64_t number, Frame frame, Message message) {
                             if (frame == Frame::Answer)
                               deliver(number, std::move(message));
                           });
      if (problem.empty()) {
        incoming.Clear();
        handover.give();
        StartRead(&incoming);
        return;
      }
      context.TryCancel();
    }
    std::lock_guard<std::mutex> lock(mutex);
    if (overText.empty())
      overText = problem;
    drop();
  }

  void OnDone(const grpc::Status &status) override {
    handover.take();
    std::unordered_map<uint64_t, Answered> lost;
    Outcome outcome;
    {
      std::lock_guard<std::mutex> lock(mutex);
      isOver = broken = true;
      bool isRefusal =
          status.error_code() == grpc::StatusCode::FAILED_PRECONDITION ||
          status.error_code() == grpc::StatusCode::PERMISSION_DENIED ||
          status.error_code() == grpc::StatusCode::UNIMPLEMENTED;
      outcome.code = isRefusal ? Outcome::Refused : Outcome::Unavailable;
      if (overText.empty())
        overText = status.error_message().empty() ? "the connection was closed"
                                                  : status.error_message();
      outcome.text = overText;
      lost.swap(waiting);
      room.notify_all();
    }
    for (auto &[number, done] : lost)
      done(outcome, Message());
    SharedRef kept = shared;
    self.reset();
    kept->end();
  }

private:
  /// Writes what waits; the mutex is held.
  void pump() {
    if (writing || broken || outbox.empty())
      return;
    writing = true;
    outgoing = outbox.next();
    shared->sent += outgoing.Length();
    handover.give();
    StartWrite(&outgoing);
  }

  /// Takes out who waits for the answer; false when nobody does any more. The
  /// mutex is held.
  bool take(uint64_t number, Answered &done) {
    auto found = waiting.find(number);
    if (found == waiting.end())
      return false;
    done = std::move(found->second);
    waiting.erase(found);
    return true;
  }

  /// Nothing more is written; the mutex is held.
  void drop() {
    if (broken)
      return;
    broken = true;
    RemoveHold();
  }

  void deliver(uint64_t number, Message message) {
    Answered done;
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!take(number, done))
        return;
    }
    done({Outcome::Answered, ""}, std::move(message));
  }

  Handover handover;
  SharedRef shared;
  grpc::GenericStub stub;
  grpc::ClientContext context;
  std::shared_ptr<ClientStream> self; // until it is done
  grpc::ByteBuffer incoming, outgoing;
  Inbox inbox;

  std::mutex mutex;
  std::condition_variable room;
  Outbox outbox;
  std::unordered_map<uint64_t, Answered> waiting;
  bool writing = false, broken = false, isOver = false;
  std::string overText;
};

} // namespace

LinkRef tsrt::rpc::makeLink(SharedRef shared,
                            std::shared_ptr<grpc::Channel> channel,
                            const Target &target) {
  auto stream =
      std::make_shared<ClientStream>(std::move(shared), std::move(channel));
  stream->begin(stream, target);
  return stream;
}
