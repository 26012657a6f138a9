//===- GrpcClient.cpp - Streams to other workers --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrpcFrames.h"
#include "GrpcTransport.h"
#include "Handover.h"

#include <grpcpp/generic/generic_stub.h>

using namespace tsrt::rpc;

namespace {

class ClientStream
    : public CallingEnd,
      public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
public:
  ClientStream(SharedRef shared, std::shared_ptr<grpc::Channel> channel)
      : CallingEnd(shared), stub(std::move(channel)),
        inbox(shared->options.maxMessage, shared->options.maxPeerBytes,
              Frame::Cancel, /*ownsParts=*/false) {}

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
      problem = readFrames(incoming, inbox,
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
    bool isRefusal =
        status.error_code() == grpc::StatusCode::FAILED_PRECONDITION ||
        status.error_code() == grpc::StatusCode::PERMISSION_DENIED ||
        status.error_code() == grpc::StatusCode::UNIMPLEMENTED;
    finish(isRefusal ? Outcome::Refused : Outcome::Unavailable,
           status.error_message());
    SharedRef kept = shared;
    self.reset();
    kept->end();
  }

private:
  void pump() override {
    if (writing || broken || outbox.empty())
      return;
    writing = true;
    outgoing = toBuffer(outbox.next());
    shared->sent += outgoing.Length();
    handover.give();
    StartWrite(&outgoing);
  }

  /// Nothing more is written; the mutex is held.
  void drop() {
    if (broken)
      return;
    broken = true;
    RemoveHold();
  }

  Handover handover;
  grpc::GenericStub stub;
  grpc::ClientContext context;
  std::shared_ptr<ClientStream> self; // until it is done
  grpc::ByteBuffer incoming, outgoing;
  Inbox inbox;
  bool writing = false;
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
