//===- References.cpp - References to values of workers -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/References.h"

#include "rpc/Agent.h"
#include "rpc/RemoteContents.h"

#include <random>

using namespace tsrt;
using namespace tsrt::rpc;

/// How many users other workers may have, so that a peer cannot fill the
/// memory.
static constexpr size_t kMaxUsers = size_t(1) << 20;
/// How many users are remembered that were deleted before they were counted.
static constexpr size_t kMaxEarly = 100000;
/// How long a user counts whose message may not have arrived, in seconds.
static constexpr int kGrace = 30;

static constexpr const char *kGone =
    "the value of an RRef is gone at its owner, or was never made";

/// A message that names a reference and one of its users.
static Message aboutUser(Kind kind, GlobalId reference, GlobalId user) {
  Writer writer;
  for (const GlobalId &id : {reference, user}) {
    writer.number(id.worker);
    writer.number(id.number);
  }
  return makeMessage(kind, std::move(writer.bytes));
}

GlobalId References::newId() {
  std::lock_guard<std::mutex> lock(mutex);
  // The upper half differs from start to start.
  if (!next)
    next = uint64_t(std::random_device()()) << 32;
  return {agent.getId(), ++next};
}

PromiseRef References::own(GlobalId reference, GlobalId user, Holder holder) {
  std::lock_guard<std::mutex> lock(mutex);
  Owned &entry = owned[reference];
  if (!entry.value)
    entry.value = std::make_shared<Promise>();
  insertUser(entry, user, holder);
  entry.isMade = true;
  return entry.value;
}

void References::insertUser(Owned &entry, GlobalId user, Holder holder) {
  bool isNew = entry.users.emplace(user, holder).second;
  usersElsewhere += isNew && holder.worker != agent.getId();
}

bool References::hasRoom() {
  std::lock_guard<std::mutex> lock(mutex);
  return usersElsewhere < kMaxUsers;
}

const char *const References::noRoom =
    "other workers have as many RRefs to values of this one as it can count";

PromiseRef References::find(GlobalId reference) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = owned.find(reference);
  return found == owned.end() ? nullptr : found->second.value;
}

bool References::addUser(GlobalId reference, GlobalId user, Holder holder) {
  std::lock_guard<std::mutex> lock(mutex);
  if (early.count(user))
    return true;
  if (usersElsewhere >= kMaxUsers && holder.worker != agent.getId())
    return false;
  Owned &entry = owned[reference];
  insertUser(entry, user, holder);
  if (entry.value)
    return true;
  // Others tell of it before the one who made it: streams have no common order.
  PromiseRef value = entry.value = std::make_shared<Promise>();
  agent.getTimers().at(Timers::Clock::now() + std::chrono::seconds(kGrace),
                       [this, reference, value] {
                         {
                           std::lock_guard<std::mutex> lock(mutex);
                           auto found = owned.find(reference);
                           if (found != owned.end() && found->second.isMade)
                             return;
                         }
                         value->setError(kGone);
                       });
  return true;
}

void References::dropUser(GlobalId reference, GlobalId user) {
  // Values die outside of the lock.
  PromiseRef dead;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = owned.find(reference);
  bool isKnown = false;
  if (found != owned.end()) {
    auto &users = found->second.users;
    auto known = users.find(user);
    isKnown = known != users.end();
    if (isKnown) {
      usersElsewhere -= known->second.worker != agent.getId();
      users.erase(known);
    }
  }
  if (!isKnown && early.insert(user).second) {
    earlyOrder.push_back(user);
    if (earlyOrder.size() > kMaxEarly) {
      early.erase(earlyOrder.front());
      earlyOrder.pop_front();
    }
  }
  if (found == owned.end())
    return;
  if (found->second.users.empty()) {
    dead = std::move(found->second.value);
    owned.erase(found);
  }
}

void References::accept(GlobalId user) {
  void *object = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = pending.find(user);
    if (found == pending.end())
      return;
    object = found->second;
    pending.erase(found);
  }
  tsrt_release(object);
}

void References::addForeign() {
  std::lock_guard<std::mutex> lock(mutex);
  ++foreignUsers;
}

void References::release(const ReferenceState &state) {
  if (state.value)
    return dropUser(state.reference, state.user);
  {
    std::lock_guard<std::mutex> lock(mutex);
    --foreignUsers;
  }
  // The owner hears of the end behind the beginning.
  Agent &owner = agent;
  state.counted->then([&owner, state](const Promise &) {
    owner.sendSurely(state.owner,
                     aboutUser(Kind::Delete, state.reference, state.user),
                     nullptr);
  });
}

std::string References::handOn(void *object, Holder to, HandedOn &handedOn,
                               Handed &handed) {
  const ReferenceState &state = static_cast<Remote *>(object)->contents->state;
  handed.reference = state.reference;
  handed.owner = state.owner;
  handed.parent = state.user;
  handed.from = agent.getId();
  handed.user = newId();
  handedOn.emplace_back(state.reference, handed.user);
  if (state.value)
    return addUser(state.reference, handed.user, to) ? "" : noRoom;
  tsrt_retain(object);
  std::lock_guard<std::mutex> lock(mutex);
  pending[handed.user] = object;
  return "";
}

void References::countAtOwner(const ReferenceState &state,
                              const Handed &handed) {
  PromiseRef counted = state.counted;
  Agent &worker = agent;
  agent.sendSurely(
      handed.owner, aboutUser(Kind::Fork, handed.reference, handed.user),
      [&worker, handed, counted](bool isDone) {
        if (isDone)
          counted->setValue(Value());
        else
          counted->setError("the owner of an RRef cannot be reached");
        worker.sendSurely(
            handed.from, aboutUser(Kind::Accept, handed.reference, handed.user),
            nullptr);
      });
}

void *References::takeOver(const Handed &handed, const tsrt_type *type,
                           uint32_t from, std::string &problem) {
  if (handed.from != from) {
    problem = "an RRef comes from another worker than it says";
    return nullptr;
  }
  ReferenceState state;
  state.reference = handed.reference;
  state.user = handed.user;
  state.owner = handed.owner;
  if (handed.owner == agent.getId()) {
    addUser(handed.reference, handed.user, {handed.owner, 0});
    state.value = find(handed.reference);
    if (!state.value) {
      problem = kGone;
      return nullptr;
    }
    agent.sendSurely(
        from, aboutUser(Kind::Accept, handed.reference, handed.user), nullptr);
    return newRemote(type, state);
  }
  if (!agent.getGroup().find(handed.owner)) {
    problem = "the owner of an RRef is no member of the group";
    return nullptr;
  }
  addForeign();
  state.counted = std::make_shared<Promise>();
  if (handed.from == handed.owner)
    state.counted->setValue(Value());
  else
    countAtOwner(state, handed);
  return newRemote(type, state);
}

void References::takeBack(const HandedOn &handedOn) {
  if (handedOn.empty())
    return;
  // The message may have arrived after all: the receiver has time to tell.
  agent.getTimers().at(Timers::Clock::now() + std::chrono::seconds(kGrace),
                       [this, handedOn] {
                         for (auto &[reference, user] : handedOn) {
                           accept(user);
                           dropUser(reference, user);
                         }
                       });
}

/// Whether a user is of a worker, as far as incarnations are known.
static bool isSame(const Holder &one, const Holder &other) {
  return one.worker == other.worker &&
         (one.incarnation == other.incarnation || !one.incarnation ||
          !other.incarnation);
}

bool References::hasHolder(Holder holder) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[reference, entry] : owned)
    for (auto &[user, other] : entry.users)
      if (isSame(other, holder))
        return true;
  return false;
}

void References::dropHolder(Holder holder) {
  std::vector<PromiseRef> dead;
  std::lock_guard<std::mutex> lock(mutex);
  for (auto entry = owned.begin(); entry != owned.end();) {
    auto &users = entry->second.users;
    for (auto user = users.begin(); user != users.end();) {
      bool isHis = isSame(user->second, holder);
      usersElsewhere -= isHis && holder.worker != agent.getId();
      user = isHis ? users.erase(user) : std::next(user);
    }
    if (!users.empty()) {
      ++entry;
      continue;
    }
    dead.push_back(std::move(entry->second.value));
    entry = owned.erase(entry);
  }
}

References::Counts References::count() {
  std::lock_guard<std::mutex> lock(mutex);
  return {owned.size(), foreignUsers, pending.size()};
}
