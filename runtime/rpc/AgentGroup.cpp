//===- AgentGroup.cpp - How a worker joins and leaves its group -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Agent.h"

#include "core/Error.h"
#include "core/Promises.h"

#include <cstdio>
#include <fstream>
#include <future>
#include <random>

using namespace tsrt;
using namespace tsrt::rpc;
using Clock = Timers::Clock;

/// How long a member is asked whether it is still there before it counts as
/// gone, in seconds.
static constexpr double kDeadAfter = 20;
/// How long until a member is asked again that is there, whose connection was
/// lost and which has references, in seconds.
static constexpr int kLookAgainAfter = 5;
/// How many members a group may have.
static constexpr size_t kMaxMembers = 10000;

/// Agents live as long as the process: threads may still look at one.
static std::atomic<Agent *> currentAgent{nullptr};

Agent *Agent::current() { return currentAgent.load(); }

void Agent::startAlone(const std::string &name) {
  AgentOptions options;
  options.isAlone = true;
  options.transport.name = name;
  auto *agent = new Agent(options);
  agent->group.setSelf(agent->group.add(name, "", 0).id);
  currentAgent.store(agent);
}

/// Writes a file that is there as a whole or not at all.
static std::string writeAddress(const std::string &path,
                                const std::string &address) {
  std::string other = path + ".new";
  {
    std::ofstream file(other);
    file << address << "\n";
    if (!file.flush())
      return other + ": cannot be written";
  }
  if (std::rename(other.c_str(), path.c_str()) != 0)
    return path + ": cannot be written";
  return "";
}

std::string Agent::start(const AgentOptions &options,
                         std::unique_ptr<Transport> transport) {
  if (Agent *agent = current(); agent && !agent->options.isAlone)
    return "this process is worker " + agent->getName() + " already";
  auto *agent = new Agent(options);
  std::random_device random;
  agent->options.transport.incarnation =
      uint64_t(random()) << 32 | random() | 1;
  agent->transport = std::move(transport);
  std::string problem = agent->transport->start(
      agent->options.transport,
      [agent](const Caller &caller, Message message,
              std::shared_ptr<Responder> responder) {
        agent->receive(caller, std::move(message), std::move(responder));
      },
      [agent](const Caller &caller) { agent->onLost(caller); });
  if (problem.empty() && !options.addressFile.empty())
    problem = writeAddress(options.addressFile, agent->getAddress());
  if (problem.empty()) {
    // Others may call while it joins.
    currentAgent.store(agent);
    problem = agent->joinGroup();
  }
  if (problem.empty())
    return "";
  currentAgent.store(nullptr);
  agent->isStopping = true;
  agent->transport->stop();
  return problem;
}

std::string Agent::getAddress() const {
  return transport ? transport->getAddress() : "";
}

/// The answer to a request, waited for.
static std::string ask(Agent &agent, const Target &target, Message message,
                       double seconds, Message &answer) {
  auto promise =
      std::make_shared<std::promise<std::pair<std::string, Message>>>();
  agent.request(target, std::move(message), seconds,
                [promise](std::string problem, Message given) {
                  promise->set_value({std::move(problem), std::move(given)});
                });
  BlockedThread blocked;
  auto [problem, given] = promise->get_future().get();
  answer = std::move(given);
  return problem;
}

std::string Agent::joinGroup() {
  const TransportOptions &own = options.transport;
  if (!options.members.empty()) {
    for (const Member &member : options.members)
      group.add(member.name, member.address, 0);
    auto self = group.find(own.name);
    if (!self)
      return "worker " + own.name + " is not in the list of workers";
    group.setSelf(self->id);
    options.worldSize = uint32_t(options.members.size());
    if (self->id)
      options.join = options.members[0].address;
    return waitForMembers();
  }
  group.setFirstAddress(options.join);
  if (options.join.empty()) {
    group.setSelf(group.add(own.name, getAddress(), own.incarnation).id);
    std::unique_lock<std::mutex> lock(mutex);
    auto end = Clock::now() +
               std::chrono::nanoseconds(int64_t(options.joinTimeout * 1e9));
    bool isWhole = changed.wait_until(
        lock, end, [&] { return group.size() >= options.worldSize; });
    return isWhole ? ""
                   : std::to_string(group.size()) + " of " +
                         std::to_string(options.worldSize) +
                         " workers came in time";
  }
  Writer writer;
  writer.text(own.name);
  writer.text(getAddress());
  writer.number(own.incarnation);
  writer.number(options.worldSize);
  Message message = makeMessage(Kind::Join, std::move(writer.bytes));
  auto end = Clock::now() +
             std::chrono::nanoseconds(int64_t(options.joinTimeout * 1e9));
  while (true) {
    double left = std::chrono::duration<double>(end - Clock::now()).count();
    Message answer;
    std::string problem =
        ask(*this, {"", options.join, 0}, message, std::max(left, 0.1), answer);
    // The worker to join may not be there yet; its refusal is final.
    if (!problem.empty() && answer.size() == 0 && left > 0.3) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      continue;
    }
    Opened opened;
    if (problem.empty())
      problem = open(answer, opened);
    Reader reader(opened.head);
    if (problem.empty())
      problem = group.decode(reader);
    if (!problem.empty())
      return "worker " + own.name + " cannot join the group at " +
             options.join + ": " + problem;
    auto self = group.find(own.name);
    if (!self)
      return "the group at " + options.join + " does not know worker " +
             own.name;
    group.setSelf(self->id);
    return "";
  }
}

std::string Agent::waitForMembers() {
  auto end = Clock::now() +
             std::chrono::nanoseconds(int64_t(options.joinTimeout * 1e9));
  for (const Member &member : options.members) {
    if (member.name == getName())
      continue;
    while (true) {
      double left = std::chrono::duration<double>(end - Clock::now()).count();
      Message answer;
      std::string problem =
          ask(*this, {member.name, member.address, 0},
              makeMessage(Kind::Ping, ""), std::max(left, 0.1), answer);
      if (problem.empty())
        break;
      if (left <= 0.3)
        return "worker " + member.name + " at " + member.address +
               " did not come in time: " + problem;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }
  return "";
}

std::string Agent::refreshGroup(double seconds, Clock::time_point since) {
  if (options.join.empty() || !options.members.empty() || !transport)
    return "there is nobody to ask";
  // Those who come while one asks wait for its answer.
  static std::mutex asking;
  std::lock_guard<std::mutex> lock(asking);
  if (lastAsked.load() > since)
    return "";
  lastAsked = Clock::now();
  Message answer;
  std::string problem = ask(*this, {"", options.join, 0},
                            makeMessage(Kind::Group, ""), seconds, answer);
  Opened opened;
  if (problem.empty())
    problem = open(answer, opened);
  Reader reader(opened.head);
  return problem.empty() ? group.decode(reader) : problem;
}

void Agent::refreshSoon() {
  if (options.join.empty() || !options.members.empty() || isStopping)
    return;
  request({"", options.join, 0}, makeMessage(Kind::Group, ""), 5,
          [this](std::string problem, Message answer) {
            Opened opened;
            if (!problem.empty() || !open(answer, opened).empty())
              return;
            Reader reader(opened.head);
            group.decode(reader);
          });
}

void Agent::addMember(const Member &member,
                      std::shared_ptr<Responder> responder) {
  std::vector<std::shared_ptr<Responder>> ready;
  {
    std::lock_guard<std::mutex> lock(mutex);
    bool isKnown = group.find(member.name).has_value();
    if (!isKnown && options.worldSize && group.size() >= options.worldSize) {
      responder->answer(errorMessage(
          "the group has its " + std::to_string(options.worldSize) +
          " workers, and " + member.name + " is none of them"));
      return;
    }
    if (!isKnown && group.size() >= kMaxMembers) {
      responder->answer(errorMessage("the group has " +
                                     std::to_string(kMaxMembers) +
                                     " workers and takes no more"));
      return;
    }
    group.add(member.name, member.address, member.incarnation);
    finished.erase(member.name);
    joining.push_back(std::move(responder));
    if (group.size() >= options.worldSize)
      ready.swap(joining);
    changed.notify_all();
  }
  for (const auto &waiting : ready)
    waiting->answer(makeMessage(Kind::Group, group.encode()));
}

void Agent::serveGroup(const Caller &caller, const Opened &opened,
                       std::shared_ptr<Responder> responder) {
  if (!options.join.empty() && opened.kind != Kind::Group)
    return responder->answer(errorMessage("worker " + getName() +
                                          " is not the one to join; that is " +
                                          options.join));
  if (opened.kind == Kind::Group)
    return responder->answer(makeMessage(Kind::Group, group.encode()));
  if (opened.kind == Kind::Finish) {
    if (!group.find(caller.name))
      return responder->answer(
          errorMessage("worker " + caller.name + " is not in the group"));
    {
      std::lock_guard<std::mutex> lock(mutex);
      finished.insert(caller.name);
      finishing.push_back(std::move(responder));
      changed.notify_all();
    }
    return answerFinished();
  }
  Reader reader(opened.head);
  Member member;
  member.name = reader.text();
  member.address = reader.text();
  member.incarnation = reader.number<uint64_t>();
  auto size = reader.number<uint32_t>();
  if (reader.failed || !isWorkerName(member.name))
    return responder->answer(errorMessage("a request to join is damaged"));
  // The name of the stream is the one that a certificate was compared with.
  if (caller.name != member.name)
    return responder->answer(
        errorMessage((caller.name.empty() ? "a process without a name"
                                          : "worker " + caller.name) +
                     " cannot join as " + member.name));
  if (size && size != options.worldSize)
    return responder->answer(
        errorMessage("the group is of " + std::to_string(options.worldSize) +
                     " workers, not of " + std::to_string(size)));
  auto known = group.find(member.name);
  if (!known || known->incarnation == member.incarnation)
    return addMember(member, std::move(responder));
  if (known->id == getId())
    return responder->answer(errorMessage("there is a worker " + member.name +
                                          " in the group already"));
  // It may have been restarted: then the old one does not answer.
  request(known->target(), makeMessage(Kind::Ping, ""), 3,
          [this, member, responder](std::string problem, Message) {
            if (problem.empty())
              return responder->answer(errorMessage("there is a worker " +
                                                    member.name +
                                                    " in the group already"));
            auto old = group.find(member.name);
            if (old)
              references.dropHolder({old->id, old->incarnation});
            addMember(member, responder);
          });
}

void Agent::answerFinished() {
  std::vector<std::shared_ptr<Responder>> ready;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (finished.size() < options.worldSize)
      return;
    ready.swap(finishing);
    ++answering;
  }
  for (const auto &waiting : ready)
    waiting->answer(makeMessage(Kind::Done, ""));
  std::lock_guard<std::mutex> lock(mutex);
  --answering;
  changed.notify_all();
}

void Agent::onLost(const Caller &caller) {
  auto member = group.find(caller.name);
  if (!member || isStopping)
    return;
  uint32_t id = member->id;
  sendSurely(
      id, makeMessage(Kind::Ping, ""),
      [this, caller, id](bool isThere) {
        auto member = group.find(caller.name);
        bool isSame = !member || member->incarnation == caller.incarnation ||
                      member->incarnation == 0;
        if (isThere && isSame) {
          // Nothing tells when it ends, as long as it does not call again.
          if (references.hasHolder({id, caller.incarnation}))
            timers.at(Clock::now() + std::chrono::seconds(kLookAgainAfter),
                      [this, caller] { onLost(caller); });
          return;
        }
        references.dropHolder({id, caller.incarnation});
        // One that was restarted has its work before it.
        if (!isSame)
          return;
        {
          std::lock_guard<std::mutex> lock(mutex);
          finished.insert(caller.name);
          changed.notify_all();
        }
        answerFinished();
      },
      kDeadAfter);
}

std::string Agent::finish(bool isGraceful, double seconds) {
  auto end = Clock::now() + std::chrono::nanoseconds(int64_t(seconds * 1e9));
  std::string left;
  if (isGraceful && transport) {
    std::unique_lock<std::mutex> lock(mutex);
    if (!changed.wait_until(lock, end, [&] {
          return isStopping || openCalls + openNotes == 0;
        }))
      left = std::to_string(openCalls) + " calls were not answered in time";
  }
  if (isGraceful && transport && options.worldSize > 1) {
    double time = std::chrono::duration<double>(end - Clock::now()).count();
    std::string problem;
    if (options.join.empty()) {
      {
        std::lock_guard<std::mutex> lock(mutex);
        finished.insert(getName());
      }
      std::unique_lock<std::mutex> lock(mutex);
      if (!changed.wait_until(lock, end, [&] {
            return isStopping || finished.size() >= options.worldSize;
          }))
        problem = "other workers did not finish in time";
      lock.unlock();
      answerFinished();
      // The last to finish may be answered by another thread.
      lock.lock();
      changed.wait_until(lock, end, [&] { return answering == 0; });
    } else {
      Message answer;
      problem = ask(*this, {"", options.join, 0}, makeMessage(Kind::Finish, ""),
                    std::max(time, 0.1), answer);
    }
    if (left.empty())
      left = problem;
  }
  if (isGraceful && !pool.drain(end) && left.empty())
    left = std::to_string(pool.countOpen()) + " calls of others still run";
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopping = true;
    changed.notify_all();
  }
  if (transport)
    transport->stop();
  return left;
}

std::string Agent::shutdown(bool isGraceful, double seconds) {
  Agent *agent = current();
  if (!agent)
    return "";
  std::string left = agent->finish(isGraceful, seconds);
  currentAgent.store(nullptr);
  return left;
}
