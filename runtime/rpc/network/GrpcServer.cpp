//===- GrpcServer.cpp - Streams from other workers ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrpcTransport.h"
#include "Handover.h"

#include <algorithm>
#include <unordered_set>

using namespace tsrt::rpc;

/// How many requests of one peer may wait for an answer, of any kind.
static constexpr size_t kMaxRequests = 65536;

namespace {

class ServerStream : public grpc::ServerGenericBidiReactor {
public:
  ServerStream(SharedRef shared, Caller caller)
      : shared(shared), caller(std::move(caller)),
        inbox(shared->options.maxMessage, shared->options.maxPeerBytes) {}

  void begin(std::shared_ptr<ServerStream> given) {
    self = std::move(given);
    shared->begin();
    handover.give();
    StartSendInitialMetadata();
    StartRead(&incoming);
  }

  /// Sends an answer unless nobody waits for it.
  void answer(uint64_t number, Message message) {
    std::lock_guard<std::mutex> lock(mutex);
    if (broken || !open.erase(number))
      return;
    if (outbox.size() > shared->options.maxPeerBytes) {
      // It does not read what it asked for.
      end(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                       "too many bytes wait to be read"));
      return;
    }
    outbox.add(number, Frame::Answer, std::move(message));
    pump();
  }

  bool isOpen(uint64_t number) {
    std::lock_guard<std::mutex> lock(mutex);
    return !broken && open.count(number);
  }

  /// Counts the bytes of a request that is not done; false when there are too
  /// many of them, or too many requests.
  bool hold(size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    size_t limit = shared->options.maxPeerBytes;
    if (size > limit - std::min(limit, held) || open.size() > kMaxRequests)
      return false;
    held += size;
    return true;
  }
  void release(size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    held -= size;
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
    Caller gone = caller;
    self.reset();
    if (kept->onLost && !gone.name.empty() && !kept->isStopping)
      kept->onLost(gone);
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

  /// Finishes the stream, once; the mutex is held.
  void end(const grpc::Status &status) {
    if (broken)
      return;
    broken = true;
    handover.give();
    Finish(status);
  }

  Handover handover;
  SharedRef shared;
  Caller caller;
  std::shared_ptr<ServerStream> self; // until it is done
  grpc::ByteBuffer incoming, outgoing;
  Inbox inbox;

  std::mutex mutex;
  Outbox outbox;
  std::unordered_set<uint64_t> open;
  size_t held = 0;
  bool writing = false, broken = false, isClosing = false;
};

/// Answers one request of a stream.
class StreamResponder : public Responder {
public:
  /// The request has `size` bytes, which are held until this one goes.
  StreamResponder(std::weak_ptr<ServerStream> stream, uint64_t number,
                  size_t size)
      : stream(std::move(stream)), number(number), size(size) {}
  ~StreamResponder() override {
    if (auto there = stream.lock())
      there->release(size);
  }
  void answer(Message message) override {
    if (auto there = stream.lock())
      there->answer(number, std::move(message));
  }
  bool isCancelled() const override {
    auto there = stream.lock();
    return !there || !there->isOpen(number);
  }

private:
  std::weak_ptr<ServerStream> stream;
  uint64_t number;
  size_t size;
};

void ServerStream::OnReadDone(bool ok) {
  Handover::Turn turn(handover);
  std::string problem;
  if (ok) {
    shared->received += incoming.Length();
    problem = inbox.read(incoming, [&](uint64_t number, Frame frame,
                                       Message message) {
      {
        std::lock_guard<std::mutex> lock(mutex);
        if (frame != Frame::Request) {
          open.erase(number);
          return;
        }
        // A number that is open already would be answered twice.
        if (!open.insert(number).second)
          return;
      }
      size_t size = message.size();
      if (!hold(size))
        return answer(number, errorMessage("worker " + shared->options.name +
                                           " has as much to do for worker " +
                                           caller.name + " as it takes"));
      shared->handler(caller, std::move(message),
                      std::make_shared<StreamResponder>(self, number, size));
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
    std::string version = get(kVersionKey);
    if (version != std::to_string(kWireVersion)) {
      problem = "worker " + options.name + " speaks version " +
                std::to_string(kWireVersion) + " of the protocol, the caller " +
                (version.empty() ? "none" : "version " + version.substr(0, 20));
      return grpc::StatusCode::FAILED_PRECONDITION;
    }
    std::string to = get(kToKey);
    uint64_t incarnation = number(get(kToIncarnationKey));
    if (!to.empty() && to != options.name) {
      problem = "this is worker " + options.name + ", not " + to.substr(0, 128);
      return grpc::StatusCode::FAILED_PRECONDITION;
    }
    if (incarnation && incarnation != options.incarnation) {
      problem = "worker " + options.name + " was restarted";
      return grpc::StatusCode::FAILED_PRECONDITION;
    }
    caller.name = get(kFromKey).substr(0, 128);
    caller.incarnation = number(get(kIncarnationKey));
    bool isKnown = options.callers.empty() || caller.name.empty() ||
                   std::find(options.callers.begin(), options.callers.end(),
                             caller.name) != options.callers.end();
    if (!isKnown) {
      problem =
          "worker " + options.name + " does not serve worker " + caller.name;
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
