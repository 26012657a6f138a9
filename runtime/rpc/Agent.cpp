//===- Agent.cpp - The calls of a worker ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Agent.h"

#include "core/Error.h"
#include "rpc/RemoteContents.h"

#include <cmath>

using namespace tsrt;
using namespace tsrt::rpc;
using Clock = Timers::Clock;

std::string tsrt::rpc::takeText(tsrt_error *error) {
  StrRef text = StrRef::adopt(tsrt_error_traceback(error));
  tsrt_error_release(error);
  return std::string(view(text.get()));
}

static std::string timeoutText(double timeout) {
  return "RPCErr:1:RPC ran for more than set timeout (" +
         std::to_string(int64_t(timeout * 1000)) +
         " ms) and will now be marked with an error";
}

/// How many calls run at a time that do not wait for others.
static unsigned countThreads() {
  return std::max(4u, std::thread::hardware_concurrency());
}

Agent::Agent(const AgentOptions &options)
    : options(options), pool(countThreads(), options.maxOpenCalls),
      references(*this) {}

Result<Member> Agent::find(std::string_view worker) {
  if (auto member = group.find(worker))
    return *member;
  // It may have come since the table was read.
  if (transport && refreshGroup(5, Clock::now()).empty())
    if (auto member = group.find(worker))
      return *member;
  return fail("name:%s,rank:%u could not find destination name %.*s",
              getName().c_str(), getId(), int(worker.size()), worker.data());
}

bool Agent::startTimer(double timeout, PromiseRef promise,
                       std::function<void()> onExpired, uint64_t &timer) {
  timer = 0;
  if (timeout == -1)
    timeout = options.callTimeout;
  if (timeout == 0 || timeout > 1e9)
    return true;
  if (!(timeout > 0)) {
    promise->setError(timeoutText(timeout));
    return false;
  }
  auto length = std::chrono::nanoseconds(int64_t(timeout * 1e9));
  timer = timers.at(Clock::now() + length,
                    [this, promise, timeout, onExpired = std::move(onExpired)] {
                      if (promise->setError(timeoutText(timeout)))
                        metrics.made.timedOut.fetch_add(1);
                      if (onExpired)
                        onExpired();
                    });
  return true;
}

void Agent::callSelf(const CallSite &site, const tsrt_value *args, size_t count,
                     double timeout, PromiseRef promise) {
  auto copies = std::make_shared<std::vector<Value>>();
  std::string problem = copyValues(args, count, *copies);
  if (!problem.empty()) {
    promise->setError("Error on Node " + std::to_string(getId()) +
                      ": bad_function_call: " + problem);
    return;
  }
  uint64_t timer;
  if (!startTimer(timeout, promise, nullptr, timer))
    return;
  promise->then([this, timer](const Promise &) { timers.cancel(timer); });
  tsrt_entry entry = site.entry;
  bool isTaken = pool.submit([this, entry, copies, promise] {
    std::vector<tsrt_value> values;
    for (const Value &value : *copies)
      values.push_back(value.get());
    tsrt_value result = noneValue();
    if (tsrt_error *error = entry(values.data(), &result)) {
      promise->setError(takeText(error));
      return;
    }
    // The caller has its own copy, as if it were elsewhere.
    Value owned = Value::adopt(result);
    std::vector<Value> copy;
    std::string problem = copyValues(&owned, 1, copy);
    if (problem.empty())
      promise->setValue(std::move(copy[0]));
    else
      promise->setError("Error on Node " + std::to_string(getId()) +
                        ": bad_function_call: " + problem);
  });
  if (!isTaken)
    promise->setError("worker " + getName() + " has " +
                      std::to_string(options.maxOpenCalls) +
                      " calls open and takes no more");
}

/// What stands before the arguments of a call.
static std::string prologueOf(const CallSite &site) {
  Writer writer;
  writer.text(site.name);
  writer.text(site.hash);
  return std::move(writer.bytes);
}

/// Reads the answer to a call.
static void readAnswer(const Message &answer, const tsrt_type *type,
                       ReferenceTable &references, Promise &promise) {
  Opened opened;
  std::string problem = open(answer, opened);
  Reader reader(opened.head);
  if (problem.empty() && opened.kind == Kind::Error) {
    promise.setError(std::string(reader.text()));
    return;
  }
  if (problem.empty() && opened.kind == Kind::Done) {
    promise.setValue(Value());
    return;
  }
  Value value;
  if (problem.empty() && opened.kind != Kind::Value)
    problem = "the answer is of an unknown kind";
  if (problem.empty()) {
    Decoder decoder(answer, opened.head, opened.payload, &references);
    if (!decoder.readTypes({type}) || !decoder.read(value) || !decoder.atEnd())
      problem = decoder.problem;
    else if (!tsrt_value_isinstance(&value, type))
      problem = std::string("a value of type '") + value.get().type->name +
                "' arrived where '" + type->name + "' was expected";
  }
  if (problem.empty())
    promise.setValue(std::move(value));
  else
    promise.setError("RPC received a wrong answer: " + problem);
}

static std::string lostText(const Member &to, const Outcome &outcome) {
  return "RPCErr:0:worker " + to.name + " at " + to.address + ": " +
         outcome.text;
}

void Agent::sendCall(const Member &to, Message request, double timeout,
                     PromiseRef promise, const tsrt_type *result,
                     std::shared_ptr<HandedOn> handedOn, bool isFetch) {
  Target target = to.target();
  if (!isFetch)
    transport->waitForRoom(target, timeout > 0 ? timeout : 60);
  auto number = std::make_shared<std::atomic<uint64_t>>(0);
  uint64_t timer;
  bool isInTime = startTimer(
      timeout, promise,
      [this, target, number] {
        if (uint64_t open = number->load())
          transport->cancel(target, open);
      },
      timer);
  if (!isInTime) {
    if (handedOn)
      references.takeBack(*handedOn);
    return;
  }
  auto begin = Clock::now();
  metrics.made.started.fetch_add(1);
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++openCalls;
  }
  auto done = [=](Outcome outcome, Message answer) {
    timers.cancel(timer);
    if (outcome.code == Outcome::Answered) {
      Handing handing(references, {to.id, to.incarnation});
      readAnswer(answer, result, handing, *promise);
      metrics.made.latencies.add(Clock::now() - begin);
    } else if (outcome.code != Outcome::Cancelled) {
      promise->setError(lostText(to, outcome));
      // The table may be old.
      refreshSoon();
      if (handedOn)
        references.takeBack(*handedOn);
    }
    (promise->hasFailed() ? metrics.made.failed : metrics.made.succeeded)
        .fetch_add(1);
    std::lock_guard<std::mutex> lock(mutex);
    --openCalls;
    changed.notify_all();
  };
  number->store(transport->send(target, std::move(request), done));
  // It may have expired before the number was known.
  if (promise->isDone())
    transport->cancel(target, number->load());
}

PromiseRef Agent::call(const CallSite &site, const Member &to,
                       const tsrt_value *args, size_t count, double timeout) {
  auto promise = std::make_shared<Promise>();
  if (to.id == getId()) {
    callSelf(site, args, count, timeout, promise);
    return promise;
  }
  Handing handing(references, {to.id, to.incarnation});
  Encoder encoder(&handing);
  for (size_t i = 0; i < count; ++i)
    if (!encoder.write(args[i])) {
      references.takeBack(handing.handedOn);
      promise->setError("Error on Node " + std::to_string(to.id) +
                        ": bad_function_call: " + encoder.problem);
      return promise;
    }
  sendCall(to, encoder.finish(Kind::Call, prologueOf(site)), timeout, promise,
           site.result, std::make_shared<HandedOn>(std::move(handing.handedOn)),
           /*isFetch=*/false);
  return promise;
}

ReferenceState Agent::create(const CallSite &site, const Member &to,
                             const tsrt_value *args, size_t count,
                             double timeout) {
  ReferenceState state;
  state.reference = references.newId();
  state.user = references.newId();
  state.owner = to.id;
  if (to.id == getId()) {
    state.value = references.own(state.reference, state.user, {getId(), 0});
    callSelf(site, args, count, timeout, state.value);
    return state;
  }
  references.addForeign();
  state.counted = std::make_shared<Promise>();
  Handing handing(references, {to.id, to.incarnation});
  Encoder encoder(&handing);
  for (size_t i = 0; i < count; ++i)
    if (!encoder.write(args[i])) {
      references.takeBack(handing.handedOn);
      state.counted->setError("Error on Node " + std::to_string(to.id) +
                              ": bad_function_call: " + encoder.problem);
      return state;
    }
  Writer ids;
  for (const GlobalId &id : {state.reference, state.user}) {
    ids.number(id.worker);
    ids.number(id.number);
  }
  sendCall(to, encoder.finish(Kind::Create, ids.bytes + prologueOf(site)),
           timeout, state.counted, &tsrt_type_none,
           std::make_shared<HandedOn>(std::move(handing.handedOn)),
           /*isFetch=*/false);
  return state;
}

PromiseRef Agent::fetch(const ReferenceState &state, const tsrt_type *type,
                        double timeout) {
  auto promise = std::make_shared<Promise>();
  auto owner = group.find(state.owner);
  if (!owner) {
    promise->setError("the owner of an RRef is no member of the group");
    return promise;
  }
  if (state.counted->isDone() && state.counted->hasFailed()) {
    promise->setError(state.counted->getError());
    return promise;
  }
  Writer writer;
  for (const GlobalId &id : {state.reference, state.user}) {
    writer.number(id.worker);
    writer.number(id.number);
  }
  sendCall(*owner, makeMessage(Kind::Fetch, std::move(writer.bytes)), timeout,
           promise, type, nullptr, /*isFetch=*/true);
  return promise;
}

void Agent::request(const Target &target, Message message, double seconds,
                    std::function<void(std::string, Message)> done) {
  struct Request {
    std::atomic<bool> isDone{false};
    std::atomic<uint64_t> number{0};
  };
  auto state = std::make_shared<Request>();
  uint64_t timer =
      timers.at(Clock::now() + std::chrono::nanoseconds(int64_t(seconds * 1e9)),
                [this, target, state, done] {
                  if (!state->isDone.exchange(true))
                    done("no answer from " + target.name + " at " +
                             target.address + " in time",
                         Message());
                  if (uint64_t number = state->number.load())
                    transport->cancel(target, number);
                });
  state->number = transport->send(
      target, std::move(message),
      [this, state, timer, done, target](Outcome outcome, Message answer) {
        timers.cancel(timer);
        if (state->isDone.exchange(true))
          return;
        Opened opened;
        std::string problem = outcome.code == Outcome::Answered
                                  ? open(answer, opened)
                                  : outcome.text;
        if (problem.empty() && opened.kind == Kind::Error)
          problem = std::string(Reader(opened.head).text());
        // Who refuses a stream answers all that is asked in it.
        if (outcome.code == Outcome::Refused)
          answer = errorMessage(problem);
        done(problem, std::move(answer));
      });
}

void Agent::sendSurely(uint32_t worker, Message message,
                       std::function<void(bool)> done, double seconds) {
  auto member = group.find(worker);
  if (!member || !transport || seconds <= 0) {
    if (done)
      done(false);
    return;
  }
  auto begin = Clock::now();
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++openNotes;
  }
  request(member->target(), message, std::min(seconds, 10.0),
          [=](std::string problem, Message) {
            double left =
                seconds -
                std::chrono::duration<double>(Clock::now() - begin).count();
            {
              std::lock_guard<std::mutex> lock(mutex);
              --openNotes;
              changed.notify_all();
            }
            if (problem.empty() || left < 1 || isStopping) {
              if (done)
                done(problem.empty());
              return;
            }
            timers.at(Clock::now() + std::chrono::milliseconds(500),
                      [=] { sendSurely(worker, message, done, left - 0.5); });
          });
}
