//===- Remote.cpp - References to values of workers -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The object behind an RRef, and what programs ask it.
//
//===----------------------------------------------------------------------===//

#include "rpc/RemoteContents.h"

#include "core/Capsule.h"
#include "core/Kernel.h"
#include "core/Profile.h"
#include "core/TensorHooks.h"
#include "rpc/Agent.h"

#include <map>
#include <memory>
#include <mutex>

using namespace tsrt;
using namespace tsrt::rpc;

const tsrt_type *tsrt::remoteType(const tsrt_type *payload) {
  struct Made {
    tsrt_type type = tsrt_type_future(&tsrt_type_int)[0];
    const tsrt_type *element;
    std::string name;
  };
  static std::mutex mutex;
  static auto *known = new std::map<const tsrt_type *, std::unique_ptr<Made>>;
  // The interned descriptor of the same structure lives as long as the process.
  payload = tsrt_type_future(payload)->elements[0];
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Made> &made = (*known)[payload];
  if (!made) {
    made = std::make_unique<Made>();
    made->element = payload;
    made->name = std::string("RRef[") + payload->name + "]";
    made->type.kind = TSRT_RREF;
    made->type.name = made->name.c_str();
    made->type.elements = &made->element;
  }
  return &made->type;
}

const tsrt_type *tsrt_type_rref(const tsrt_type *payload) {
  return remoteType(payload);
}

Remote *tsrt::newRemote(const tsrt_type *type, const ReferenceState &state) {
  auto *remote = static_cast<Remote *>(allocateObject(type, sizeof(Remote)));
  remote->contents = new RemoteContents{state};
  return remote;
}

void tsrt::destroyRemote(tsrt_header *object) {
  auto *remote = reinterpret_cast<Remote *>(object);
  if (Agent *agent = Agent::current())
    agent->getReferences().release(remote->contents->state);
  delete remote->contents;
  freeObject(object);
}

template <>
struct tsrt::Arg<Remote *> {
  static bool get(const tsrt_value &v, Remote *&out) {
    out = static_cast<Remote *>(v.u.p);
    return kindOf(v) == TSRT_RREF;
  }
  static constexpr const char *name = "RRef";
};

namespace {

const ReferenceState &stateOf(const Remote *remote) {
  return remote->contents->state;
}

/// The value once it is there.
Result<Value> await(const PromiseRef &promise) {
  promise->wait();
  if (promise->hasFailed())
    return failText(kRuntimeError, promise->getError());
  return promise->getValue();
}

Result<Value> toHere(Remote *remote, double timeout) {
  const ReferenceState &state = stateOf(remote);
  if (state.value)
    return await(state.value);
  Agent *agent = Agent::current();
  if (!agent)
    return failText(kRuntimeError, kNoAgent);
  PromiseRef fetched =
      agent->fetch(state, remote->header.type->elements[0], timeout);
  if (isProfiled) {
    auto member = agent->getGroup().find(state.owner);
    auto span = beginRemote("to_here at " + (member ? member->name : "?"));
    fetched->then([span](const Promise &) { span->end(); });
  }
  fetched->wait();
  // What went wrong at the beginning says more.
  if (fetched->hasFailed() && state.counted->isDone() &&
      state.counted->hasFailed())
    return failText(kRuntimeError, state.counted->getError());
  return await(fetched);
}

Result<Value> localValue(Remote *remote) {
  if (!stateOf(remote).value)
    return fail("Can't call RRef.local_value() on a non-owner RRef.");
  return await(stateOf(remote).value);
}

bool isOwner(Remote *remote) { return stateOf(remote).value != nullptr; }

bool confirmedByOwner(Remote *remote) {
  const ReferenceState &state = stateOf(remote);
  return state.value ||
         (state.counted->isDone() && !state.counted->hasFailed());
}

Result<std::string> ownerName(Remote *remote) {
  Agent *agent = Agent::current();
  if (!agent)
    return failText(kRuntimeError, kNoAgent);
  auto member = agent->getGroup().find(stateOf(remote).owner);
  return member ? member->name : std::string();
}

/// A member of the group, as `owner` gives it: programs print it and call it.
struct WorkerInfo : CapsuleContents {
  explicit WorkerInfo(std::string member) : member(std::move(member)) {}
  static constexpr const char *name =
      "__torch__.torch.classes.dist_rpc.WorkerInfo";
  static const tsrt_type type;
  std::string member;
};
const tsrt_type WorkerInfo::type = capsuleType(WorkerInfo::name);

Result<CapsuleRef> owner(Remote *remote) {
  TSRT_ASSIGN(member, ownerName(remote));
  return makeCapsule(WorkerInfo::type, new WorkerInfo(std::move(member)));
}

std::string workerName(const WorkerInfo *worker) { return worker->member; }

const KernelEntry entries[] = {
    {"aten::to_here", kernel<toHere>},
    {"aten::local_value", kernel<localValue>},
    {"aten::is_owner", kernel<isOwner>},
    {"aten::confirmed_by_owner", kernel<confirmedByOwner>},
    {"aten::owner", kernel<owner>},
    {"aten::owner_name", kernel<ownerName>},
    {"prim::WorkerName", kernel<workerName>},
};
const KernelTable table(entries);

} // namespace
