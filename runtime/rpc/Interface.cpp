//===- Interface.cpp - The C ABI of remote calls --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/Error.h"
#include "core/Profile.h"
#include "core/Promises.h"
#include "rpc/Agent.h"
#include "rpc/RemoteContents.h"

#include <dlfcn.h>
#include <future>

using namespace tsrt;
using namespace tsrt::rpc;

/// The library with the transport, beside this one.
static Result<std::unique_ptr<Transport>> openTransport() {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  std::string path = "libtsrt_rpc.so";
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&tsrt_rpc_init), &info) &&
      info.dli_fname) {
    std::string own = info.dli_fname;
    size_t slash = own.rfind('/');
    if (slash != std::string::npos)
      path = own.substr(0, slash + 1) + path;
  }
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    library = dlopen("libtsrt_rpc.so", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fail("calls to other workers need libtsrt_rpc.so, which cannot be "
                "opened: %s",
                dlerror());
  auto make = reinterpret_cast<MakeTransport>(dlsym(library, kMakeTransport));
  Transport *made = make ? make(kTransportInterface) : nullptr;
  if (!made)
    return fail("%s is of another version than this program", path.c_str());
  return std::unique_ptr<Transport>(made);
}

/// The parts of `a,b,c`.
static std::vector<std::string> split(const char *text) {
  std::vector<std::string> parts;
  std::string_view rest = text ? text : "";
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    parts.emplace_back(rest.substr(0, comma));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return parts;
}

static Status readTLS(const tsrt_rpc_options &given,
                      TransportOptions &options) {
  int count = (given.tls_cert != nullptr) + (given.tls_key != nullptr) +
              (given.tls_ca != nullptr);
  if (count != 0 && count != 3)
    return fail("TLS needs a certificate, its key and the authority's "
                "certificate");
  if (count) {
    options.certificate = given.tls_cert;
    options.key = given.tls_key;
    options.authority = given.tls_ca;
  }
  return success();
}

/// An address, or the error that says whose it is.
static Status readAddress(const char *what, std::string_view text,
                          uint32_t first) {
  std::string problem = checkAddress(text, first);
  return problem.empty() ? success() : fail("%s%s", what, problem.c_str());
}

/// Reads NAME=HOST:PORT,...
static Status readMembers(const tsrt_rpc_options &given,
                          AgentOptions &options) {
  TransportOptions &transport = options.transport;
  for (const std::string &part : split(given.workers)) {
    size_t equals = part.find('=');
    Member member;
    member.name = part.substr(0, equals);
    if (equals == part.npos || !isWorkerName(member.name))
      return fail("'%s' is no worker: NAME=HOST:PORT is expected",
                  part.c_str());
    member.address = part.substr(equals + 1);
    TSRT_TRY(readAddress((member.name + ": ").c_str(), member.address, 1));
    for (const Member &other : options.members)
      if (other.name == member.name)
        return fail("worker %s is named twice", member.name.c_str());
    if (member.name == transport.name && !given.listen)
      transport.listen = member.address;
    options.members.push_back(std::move(member));
  }
  return success();
}

static Status readOptions(const tsrt_rpc_options &given,
                          AgentOptions &options) {
  if (given.size != sizeof(tsrt_rpc_options))
    return fail("tsrt_rpc_init: the options are those of another version");
  TransportOptions &transport = options.transport;
  transport.name = given.name ? given.name : "";
  if (!isWorkerName(transport.name))
    return fail("'%s' is no name for a worker: letters, digits, '-', '_', ':' "
                "and '.', at most %zu",
                transport.name.c_str(), kMaxName);
  transport.listen = given.listen ? given.listen : "127.0.0.1:0";
  TSRT_TRY(readAddress("where to listen: ", transport.listen, 0));
  if (given.join)
    TSRT_TRY(readAddress("which worker to join: ", given.join, 1));
  transport.callers = split(given.callers);
  for (const std::string &caller : transport.callers)
    if (!isWorkerName(caller))
      return fail("'%s' is no name of a worker that may call", caller.c_str());
  if (given.max_message)
    transport.maxMessage = size_t(given.max_message);
  if (given.max_peer_bytes)
    transport.maxPeerBytes = size_t(given.max_peer_bytes);
  transport.isNetworkOnly = given.network_only != 0;
  TSRT_TRY(readTLS(given, transport));
  options.join = given.join ? given.join : "";
  options.addressFile = given.address_file ? given.address_file : "";
  if (given.provider)
    options.provider = *given.provider;
  options.functions = split(given.functions);
  options.worldSize = given.world_size;
  if (given.max_open_calls)
    options.maxOpenCalls = given.max_open_calls;
  if (given.join_timeout > 0)
    options.joinTimeout = given.join_timeout;
  if (given.call_timeout > 0)
    options.callTimeout = given.call_timeout;
  return readMembers(given, options);
}

tsrt_error *tsrt_rpc_check_options(const tsrt_rpc_options *given) {
  AgentOptions options;
  Status status = readOptions(*given, options);
  return status ? nullptr : status.take();
}

tsrt_error *tsrt_rpc_init(const tsrt_rpc_options *given) {
  AgentOptions options;
  if (Status status = readOptions(*given, options); !status)
    return status.take();
  auto transport = openTransport();
  if (!transport)
    return transport.failure().error;
  std::string problem = Agent::start(options, std::move(*transport));
  return problem.empty() ? nullptr : failText(kRuntimeError, problem).error;
}

tsrt_error *tsrt_rpc_shutdown(int32_t graceful, double timeout) {
  std::string left = Agent::shutdown(graceful != 0, timeout);
  return left.empty() ? nullptr : failText(kRuntimeError, left).error;
}

int32_t tsrt_rpc_is_worker(void) { return Agent::current() != nullptr; }

tsrt_str *tsrt_rpc_address(void) {
  Agent *agent = Agent::current();
  return makeStr(agent ? agent->getAddress() : "").take();
}

/// The counters of another worker.
static Result<std::string> askStatus(const char *address,
                                     const tsrt_rpc_options *given) {
  TSRT_TRY(readAddress("", address, 1));
  TSRT_ASSIGN(transport, openTransport());
  TransportOptions options;
  if (given)
    TSRT_TRY(readTLS(*given, options));
  std::string problem = transport->start(options, nullptr, nullptr);
  if (!problem.empty())
    return failText(kRuntimeError, problem);
  auto answered = std::make_shared<std::promise<std::pair<Outcome, Message>>>();
  transport->send({"", address, 0}, makeMessage(Kind::Status, ""),
                  [answered](Outcome outcome, Message message) {
                    answered->set_value({outcome, std::move(message)});
                  });
  auto future = answered->get_future();
  bool isThere =
      future.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
  transport->stop();
  auto [outcome, message] =
      isThere ? future.get() : std::pair<Outcome, Message>();
  Opened opened;
  if (!isThere)
    problem = "no answer in time";
  else
    problem = outcome.code == Outcome::Answered ? open(message, opened)
                                                : outcome.text;
  if (!problem.empty())
    return fail("%s: %s", address, problem.c_str());
  return std::string(Reader(opened.head).text());
}

tsrt_error *tsrt_rpc_status(const char *address,
                            const tsrt_rpc_options *options, tsrt_str **json) {
  *json = nullptr;
  Agent *agent = Agent::current();
  if (!address && !agent)
    return failText(kRuntimeError, kNoAgent).error;
  Result<std::string> text =
      address ? askStatus(address, options) : agent->describeStatus();
  if (!text)
    return text.failure().error;
  *json = makeStr(*text).take();
  return nullptr;
}

void tsrt_rpc_init_alone(const char *name, size_t size) {
  if (!Agent::current())
    Agent::startAlone({name, size});
}

tsrt_error *tsrt_rpc_check(const tsrt_str *worker) {
  Agent *agent = Agent::current();
  if (!agent)
    return failText(kRuntimeError, kNoAgent).error;
  Result<Member> member = agent->find(view(worker));
  return member ? nullptr : member.failure().error;
}

/// Notes a call in a profile until it is answered.
static void noteCall(const char *name, const Member &to,
                     const PromiseRef &answer) {
  if (!isProfiled)
    return;
  // Tasks run on other threads; what is noted here outlives the profile.
  auto span = beginRemote(std::string(name) + " at " + to.name);
  answer->then([span](const Promise &) { span->end(); });
}

tsrt_future *tsrt_rpc_async(const tsrt_type *future_type, tsrt_entry entry,
                            const char *name, const char *hash,
                            const tsrt_str *worker, const tsrt_value *args,
                            int32_t num_args, double timeout) {
  tsrt_future *future = newPromise(future_type);
  Agent *agent = Agent::current();
  auto member = agent ? agent->getGroup().find(view(worker)) : std::nullopt;
  if (!member) {
    std::string text = kNoAgent;
    fulfilPromise(future, noneValue(), &text);
    return future;
  }
  CallSite site{name, hash, entry, future_type->elements[0]};
  PromiseRef result =
      agent->call(site, *member, args, size_t(num_args), timeout);
  noteCall(name, *member, result);
  tsrt_retain(future);
  result->then([future](const Promise &done) {
    Value value = done.getValue();
    fulfilPromise(future, value.take(),
                  done.hasFailed() ? &done.getError() : nullptr);
    tsrt_release(future);
  });
  return future;
}

void *tsrt_rpc_remote(const tsrt_type *rref_type, tsrt_entry entry,
                      const char *name, const char *hash,
                      const tsrt_str *worker, const tsrt_value *args,
                      int32_t num_args, double timeout) {
  Agent *agent = Agent::current();
  auto member = agent ? agent->getGroup().find(view(worker)) : std::nullopt;
  const tsrt_type *type = remoteType(rref_type->elements[0]);
  if (!member) {
    ReferenceState lost;
    lost.value = std::make_shared<Promise>();
    lost.value->setError(kNoAgent);
    return newRemote(type, lost);
  }
  CallSite site{name, hash, entry, rref_type->elements[0]};
  ReferenceState state =
      agent->create(site, *member, args, size_t(num_args), timeout);
  noteCall(name, *member, state.value ? state.value : state.counted);
  return newRemote(type, state);
}
