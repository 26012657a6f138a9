//===- GrpcServer.cpp - Streams from other workers ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrpcFrames.h"
#include "GrpcTransport.h"
#include "Handover.h"

using namespace tsrt::rpc;

namespace {

class ServerStream : public ServingEnd, public grpc::ServerGenericBidiReactor {
public:
  ServerStream(SharedRef shared, Caller caller)
      : ServingEnd(shared, std::move(caller)),
        inbox(shared->options.maxMessage, shared->options.maxPeerBytes,
              Frame::Cancel, /*ownsParts=*/false) {}

  void begin(std::shared_ptr<ServerStream> given) {
    self = std::move(given);
    shared->begin();
    handover.give();
    StartSendInitialMetadata();
    StartRead(&incoming);
  }

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override {
    Handover::Turn turn(handover);
    std::lock_guard<std::mutex> lock(mutex);
    writing = false;
    if (!ok)
      return end(grpc::Status::CANCELLED);
    pump();
    if (isClosing && !writing)
      end(grpc::Status::OK);
  }
  void OnCancel() override {
    Handover::Turn turn(handover);
    std::lock_guard<std::mutex> lock(mutex);
    end(grpc::Status::CANCELLED);
  }
  void OnDone() override {
    handover.take();
    SharedRef kept = shared;
    auto last = std::move(self);
    lose();
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

  void overflow(const std::string &text) override {
    end(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, text));
  }

  /// Finishes the stream, once; the mutex is held.
  void end(const grpc::Status &status) {
    if (broken)
      return;
    broken = true;
    handover.give();
    Finish(status);
  }

  Handover handover;
  std::shared_ptr<ServerStream> self; // until it is done
  grpc::ByteBuffer incoming, outgoing;
  Inbox inbox;
  bool writing = false, isClosing = false;
};

void ServerStream::OnReadDone(bool ok) {
  Handover::Turn turn(handover);
  std::string problem;
  if (ok) {
    shared->received += incoming.Length();
    problem = readFrames(incoming, inbox,
                         [&](uint64_t number, Frame frame, Message message) {
                           serve(self, number, frame, std::move(message));
                         });
    if (problem.empty()) {
      incoming.Clear();
      handover.give();
      StartRead(&incoming);
      return;
    }
  }
  std::lock_guard<std::mutex> lock(mutex);
  if (!problem.empty())
    return end(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, problem));
  isClosing = true;
  if (!writing)
    end(grpc::Status::OK);
}

/// Tells a caller that it is not served.
class Refusal : public grpc::ServerGenericBidiReactor {
public:
  Refusal(grpc::StatusCode code, const std::string &text) {
    handover.give();
    Finish(grpc::Status(code, text));
  }
  void OnDone() override {
    handover.take();
    delete this;
  }

private:
  Handover handover;
};

class Service : public grpc::CallbackGenericService {
public:
  explicit Service(SharedRef shared) : shared(std::move(shared)) {}

  grpc::ServerGenericBidiReactor *
  CreateReactor(grpc::GenericCallbackServerContext *context) override {
    Caller caller;
    std::string problem;
    grpc::StatusCode code = check(*context, caller, problem);
    if (code != grpc::StatusCode::OK)
      return new Refusal(code, problem);
    auto stream = std::make_shared<ServerStream>(shared, std::move(caller));
    stream->begin(stream);
    return stream.get();
  }

private:
  /// Whether a stream is accepted.
  grpc::StatusCode check(grpc::GenericCallbackServerContext &context,
                         Caller &caller, std::string &problem) {
    const TransportOptions &options = shared->options;
    auto get = [&](const char *key) -> std::string {
      auto found = context.client_metadata().find(key);
      if (found == context.client_metadata().end())
        return "";
      return {found->second.data(), found->second.size()};
    };
    auto number = [](const std::string &text) {
      return uint64_t(std::strtoull(text.c_str(), nullptr, 10));
    };
    if (context.method() != kMethod || !shared->handler) {
      problem = "there is no such service";
      return grpc::StatusCode::UNIMPLEMENTED;
    }
    Greeting greeting;
    greeting.version = number(get(kVersionKey));
    greeting.to = get(kToKey);
    greeting.toIncarnation = number(get(kToIncarnationKey));
    caller.name = get(kFromKey).substr(0, 128);
    caller.incarnation = number(get(kIncarnationKey));
    greeting.from = caller;
    switch (checkGreeting(options, greeting, problem)) {
    case Welcome::Accepted:
      break;
    case Welcome::Mistaken:
      return grpc::StatusCode::FAILED_PRECONDITION;
    case Welcome::NotAllowed:
      return grpc::StatusCode::PERMISSION_DENIED;
    }
    if (!options.certificate.empty() && !caller.name.empty() &&
        !isBoundTo(*context.auth_context(), caller.name)) {
      problem =
          "the certificate of the caller is not one of worker " + caller.name;
      return grpc::StatusCode::PERMISSION_DENIED;
    }
    return grpc::StatusCode::OK;
  }

  SharedRef shared;
};

} // namespace

std::unique_ptr<grpc::CallbackGenericService>
tsrt::rpc::makeService(SharedRef shared) {
  return std::make_unique<Service>(std::move(shared));
}
