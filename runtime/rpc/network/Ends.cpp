//===- Ends.cpp - The two ends of a stream --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ends.h"

#include <algorithm>

using namespace tsrt::rpc;

/// What may wait to be sent to a worker before callers wait, too.
static constexpr size_t kRoom = 256 << 20;
/// How many requests of one peer may wait for an answer, of any kind.
static constexpr size_t kMaxRequests = 65536;

void Shared::begin() {
  std::lock_guard<std::mutex> lock(mutex);
  ++streams;
}

void Shared::end() {
  std::lock_guard<std::mutex> lock(mutex);
  --streams;
  changed.notify_all();
}

bool CallingEnd::isBroken() {
  std::lock_guard<std::mutex> lock(mutex);
  return broken;
}

void CallingEnd::send(uint64_t number, Message request, Answered done) {
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

void CallingEnd::cancel(uint64_t number) {
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

void CallingEnd::waitForRoom(double seconds) {
  std::unique_lock<std::mutex> lock(mutex);
  room.wait_for(lock, std::chrono::duration<double>(seconds),
                [&] { return isOver || outbox.size() < kRoom; });
}

/// Takes out who waits for the answer; false when nobody does any more. The
/// mutex is held.
bool CallingEnd::take(uint64_t number, Answered &done) {
  auto found = waiting.find(number);
  if (found == waiting.end())
    return false;
  done = std::move(found->second);
  waiting.erase(found);
  return true;
}

void CallingEnd::deliver(uint64_t number, Message message) {
  Answered done;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!take(number, done))
      return;
  }
  done({Outcome::Answered, ""}, std::move(message));
}

void CallingEnd::finish(Outcome::Code code, const std::string &text) {
  std::unordered_map<uint64_t, Answered> lost;
  Outcome outcome;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = broken = true;
    if (overText.empty())
      overText = text.empty() ? "the connection was closed" : text;
    outcome = {code, overText};
    lost.swap(waiting);
    room.notify_all();
  }
  for (auto &[number, done] : lost)
    done(outcome, Message());
}

namespace {

/// Answers one request of a stream.
class StreamResponder : public Responder {
public:
  /// The request has `size` bytes, which are held until this one goes.
  StreamResponder(std::weak_ptr<ServingEnd> stream, uint64_t number,
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
  std::weak_ptr<ServingEnd> stream;
  uint64_t number;
  size_t size;
};

} // namespace

void ServingEnd::answer(uint64_t number, Message message) {
  std::lock_guard<std::mutex> lock(mutex);
  if (broken || !open.erase(number))
    return;
  if (outbox.size() > shared->options.maxPeerBytes)
    return overflow("too many bytes wait to be read");
  outbox.add(number, Frame::Answer, std::move(message));
  pump();
}

bool ServingEnd::isOpen(uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  return !broken && open.count(number);
}

bool ServingEnd::hold(size_t size) {
  std::lock_guard<std::mutex> lock(mutex);
  size_t limit = shared->options.maxPeerBytes;
  if (size > limit - std::min(limit, held) || open.size() > kMaxRequests)
    return false;
  held += size;
  return true;
}

void ServingEnd::release(size_t size) {
  std::lock_guard<std::mutex> lock(mutex);
  held -= size;
}

void ServingEnd::serve(const std::shared_ptr<ServingEnd> &self, uint64_t number,
                       Frame frame, Message message) {
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
}

void ServingEnd::lose() {
  if (shared->onLost && !caller.name.empty() && !shared->isStopping)
    shared->onLost(caller);
}

Welcome tsrt::rpc::checkGreeting(const TransportOptions &options,
                                 const Greeting &greeting,
                                 std::string &problem) {
  uint64_t version = greeting.version;
  if (version != kWireVersion) {
    problem = "worker " + options.name + " speaks version " +
              std::to_string(kWireVersion) + " of the protocol, the caller " +
              (version ? "version " + std::to_string(version) : "none");
    return Welcome::Mistaken;
  }
  if (!greeting.to.empty() && greeting.to != options.name) {
    problem = "this is worker " + options.name + ", not " +
              greeting.to.substr(0, 128);
    return Welcome::Mistaken;
  }
  if (greeting.toIncarnation && greeting.toIncarnation != options.incarnation) {
    problem = "worker " + options.name + " was restarted";
    return Welcome::Mistaken;
  }
  const std::string &name = greeting.from.name;
  if (!options.callers.empty() && !name.empty() &&
      std::find(options.callers.begin(), options.callers.end(), name) ==
          options.callers.end()) {
    problem = "worker " + options.name + " does not serve worker " + name;
    return Welcome::NotAllowed;
  }
  return Welcome::Accepted;
}
