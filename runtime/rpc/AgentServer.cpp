//===- AgentServer.cpp - What a worker does for others --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Agent.h"

#include "core/Error.h"
#include "rpc/RemoteContents.h"

#include <algorithm>

using namespace tsrt;
using namespace tsrt::rpc;

static GlobalId readId(Reader &reader) {
  GlobalId id;
  id.worker = reader.number<uint32_t>();
  id.number = reader.number<uint64_t>();
  return id;
}

void Agent::answerValue(Responder &responder, Holder to, const Value &value) {
  Handing handing(references, to);
  Encoder encoder(&handing);
  if (encoder.write(value.get()))
    return responder.answer(encoder.finish(Kind::Value, ""));
  references.takeBack(handing.handedOn);
  responder.answer(errorMessage("Error on Node " + std::to_string(getId()) +
                                ": bad_function_call: " + encoder.problem));
}

/// Makes a value one of a parameter's type; false when it is none.
static bool fit(Value &value, const tsrt_type *type) {
  if (tsrt_value_isinstance(&value, type))
    return true;
  std::vector<uint64_t> native(type->size / 8 + 2);
  if (tsrt_error *error = tsrt_unbox_value(&value, type, native.data())) {
    tsrt_error_release(error);
    return false;
  }
  value = Value::box(type, native.data());
  tsrt_native_release(type, native.data());
  return true;
}

std::string Agent::runFunction(const Caller &caller, const Message &message,
                               const Opened &opened, size_t prologue,
                               Value &result, Holder from) {
  Reader reader(std::string_view(opened.head).substr(prologue));
  std::string name(reader.text()), hash(reader.text());
  if (reader.failed)
    return "a call names no function";
  const auto &allowed = options.functions;
  if (!allowed.empty() &&
      std::find(allowed.begin(), allowed.end(), name) == allowed.end())
    return "worker " + getName() + " does not let " + caller.name + " call '" +
           name + "'";
  const tsrt_rpc_provider &served = options.provider;
  if (!served.find)
    return "worker " + getName() + " serves no program";
  tsrt_rpc_function function{};
  if (tsrt_error *error =
          served.find(served.context, name.c_str(), hash.c_str(), &function)) {
    std::string text = tsrt_error_message(error);
    tsrt_error_release(error);
    return text;
  }
  Handing handing(references, from);
  Decoder decoder(message, reader.raw(reader.left()), opened.payload, &handing);
  std::vector<const tsrt_type *> expected(
      function.parameters, function.parameters + function.num_parameters);
  std::vector<Value> values(function.num_parameters);
  if (!decoder.readTypes(expected))
    return decoder.problem;
  for (uint32_t i = 0; i < function.num_parameters; ++i) {
    if (!decoder.read(values[i]))
      return decoder.problem;
    if (!fit(values[i], expected[i]))
      return "argument " + std::to_string(i) + " of " + name +
             ": expected a value of type '" + expected[i]->name +
             "' but found type '" + values[i].get().type->name + "'";
  }
  if (!decoder.atEnd())
    return decoder.problem;
  std::vector<tsrt_value> raw;
  for (const Value &value : values)
    raw.push_back(value.get());
  tsrt_value given = noneValue();
  if (tsrt_error *error =
          served.run(served.context, &function, raw.data(), &given))
    return takeText(error);
  result = Value::adopt(given);
  return "";
}

/// Whether a member is the process that sent a request.
static bool isCurrent(const std::optional<Member> &member,
                      const Caller &caller) {
  return member &&
         (!member->incarnation || member->incarnation == caller.incarnation);
}

std::optional<Member> Agent::findCaller(const Caller &caller) {
  auto member = group.find(caller.name);
  // It came, or was restarted, since the table was read.
  if (!isCurrent(member, caller) &&
      refreshGroup(5, Timers::Clock::now()).empty())
    member = group.find(caller.name);
  return member;
}

/// Whether a worker may have the reference that a call is to make.
bool Agent::claimReference(const Opened &opened, uint32_t from) {
  Reader reader(opened.head);
  GlobalId reference = readId(reader), user = readId(reader);
  if (user.worker == from)
    return true;
  references.dropUser(reference, user);
  return false;
}

void Agent::serveCall(const Caller &caller, std::shared_ptr<Message> message,
                      std::shared_ptr<Opened> opened,
                      std::shared_ptr<Responder> responder, PromiseRef kept) {
  metrics.served.started.fetch_add(1);
  auto begin = Timers::Clock::now();
  // Those whose members it does not know yet wait in the pool.
  auto run = [=] {
    auto from = findCaller(caller);
    Holder holder{from ? from->id : 0, caller.incarnation};
    Value result;
    std::string problem =
        !from ? "worker " + getName() + " does not know a worker " + caller.name
        : responder->isCancelled() && !kept ? "nobody waits for the call"
        : !kept ? runFunction(caller, *message, *opened, 0, result, holder)
        : claimReference(*opened, from->id)
            ? runFunction(caller, *message, *opened, 24, result, holder)
            : "an RRef is made for another worker than the caller";
    metrics.served.latencies.add(Timers::Clock::now() - begin);
    (problem.empty() ? metrics.served.succeeded : metrics.served.failed)
        .fetch_add(1);
    if (kept)
      problem.empty() ? kept->setValue(std::move(result))
                      : kept->setError(problem);
    else if (problem.empty())
      answerValue(*responder, holder, result);
    else
      responder->answer(errorMessage(problem));
  };
  if (pool.submit(run)) {
    if (kept)
      responder->answer(makeMessage(Kind::Done, ""));
    return;
  }
  metrics.served.refused.fetch_add(1);
  std::string text = "worker " + getName() + " has " +
                     std::to_string(options.maxOpenCalls) +
                     " calls open and takes no more";
  if (kept)
    kept->setError(text);
  responder->answer(errorMessage(text));
}

void Agent::serveReferences(const Caller &caller, const Message &,
                            const Opened &opened,
                            std::shared_ptr<Responder> responder) {
  Reader reader(opened.head);
  GlobalId reference = readId(reader), user = readId(reader);
  auto from = findCaller(caller);
  if (reader.failed || !from)
    return responder->answer(errorMessage(
        reader.failed ? "a message about an RRef is damaged"
                      : "worker " + getName() + " does not know a worker " +
                            caller.name));
  Holder holder{from->id, caller.incarnation};
  if (opened.kind == Kind::Fetch) {
    PromiseRef value = references.find(reference);
    if (!value)
      return responder->answer(errorMessage(
          "the value of an RRef is gone: worker " + getName() +
          " has no reference of this number; it may have been restarted"));
    return value->then([this, responder, holder](const Promise &done) {
      if (done.hasFailed())
        responder->answer(errorMessage(done.getError()));
      else
        answerValue(*responder, holder, done.getValue());
    });
  }
  if (opened.kind == Kind::Accept)
    references.accept(user);
  else if (opened.kind == Kind::Delete)
    references.dropUser(reference, user);
  else if (!references.addUser(reference, user, holder))
    return responder->answer(errorMessage(References::noRoom));
  responder->answer(makeMessage(Kind::Done, ""));
}

void Agent::receive(const Caller &caller, Message given,
                    std::shared_ptr<Responder> responder) {
  auto message = std::make_shared<Message>(std::move(given));
  auto opened = std::make_shared<Opened>();
  std::string problem = open(*message, *opened);
  if (!problem.empty())
    return responder->answer(errorMessage(problem));
  // A process that is no member may ask for little.
  bool isOpen = opened->kind == Kind::Join || opened->kind == Kind::Status ||
                opened->kind == Kind::Ping;
  if (!isOpen && caller.name.empty())
    return responder->answer(
        errorMessage("only members of the group may call"));
  switch (opened->kind) {
  case Kind::Call:
    return serveCall(caller, message, opened, responder, nullptr);
  case Kind::Create: {
    Reader reader(opened->head);
    GlobalId reference = readId(reader), user = readId(reader);
    if (reader.failed || !references.hasRoom())
      return responder->answer(errorMessage(
          reader.failed ? "a call is damaged" : References::noRoom));
    // It exists as soon as it was asked for: what follows may refer to it.
    return serveCall(
        caller, message, opened, responder,
        references.own(reference, user, {user.worker, caller.incarnation}));
  }
  case Kind::Fetch:
  case Kind::Fork:
  case Kind::Delete:
  case Kind::Accept:
    if (isCurrent(group.find(caller.name), caller))
      return serveReferences(caller, *message, *opened, responder);
    // To ask who it is takes time.
    if (!pool.submit(
            [=] { serveReferences(caller, *message, *opened, responder); }))
      responder->answer(errorMessage("worker " + getName() + " is busy"));
    return;
  case Kind::Join:
  case Kind::Group:
  case Kind::Finish:
    return serveGroup(caller, *opened, responder);
  case Kind::Status: {
    Writer writer;
    writer.text(describeStatus());
    return responder->answer(makeMessage(Kind::Value, std::move(writer.bytes)));
  }
  case Kind::Ping:
    return responder->answer(makeMessage(Kind::Done, ""));
  default:
    return responder->answer(
        errorMessage("a message is of an unknown kind, " +
                     std::to_string(uint16_t(opened->kind))));
  }
}
