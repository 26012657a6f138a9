//===- WorkerOptions.cpp - Options of processes that are workers ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkerOptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace torchscript;
namespace cl = llvm::cl;

WorkerOptions::WorkerOptions(cl::OptionCategory &category)
    : name("name", cl::value_desc("NAME"), cl::cat(category),
           cl::desc("Be the worker of this name in a group")),
      listen("listen", cl::value_desc("HOST:PORT"), cl::cat(category),
             cl::desc("Where the worker listens (default 127.0.0.1 and any "
                      "port; nothing beyond this machine unless asked for)")),
      join("join", cl::value_desc("HOST:PORT"), cl::cat(category),
           cl::desc("The worker that knows the others (default: this one is "
                    "it)")),
      workers("workers", cl::value_desc("NAME=HOST:PORT,..."),
              cl::cat(category),
              cl::desc("All workers of the group, instead of --join")),
      worldSize("world-size", cl::init(0), cl::value_desc("N"),
                cl::cat(category),
                cl::desc("Wait for N workers at the beginning, and for all of "
                         "them at the end (default: an open group)")),
      maxCalls("max-calls", cl::init(512), cl::value_desc("N"),
               cl::cat(category),
               cl::desc("Calls of others that are open at a time; more are "
                        "refused (default 512)")),
      maxMessage("max-message", cl::init(4096), cl::value_desc("MIB"),
                 cl::cat(category),
                 cl::desc("The largest message (default 4096 MiB)")),
      maxPeer("max-peer-memory", cl::init(8192), cl::value_desc("MIB"),
              cl::cat(category),
              cl::desc("Memory for the open calls of one worker, and as much "
                       "for answers that it does not fetch (default 8192 "
                       "MiB)")),
      joinTimeout("join-timeout", cl::init(60), cl::value_desc("SECONDS"),
                  cl::cat(category),
                  cl::desc("How long to wait for the group (default 60)")),
      callTimeout("rpc-timeout", cl::init(60), cl::value_desc("SECONDS"),
                  cl::cat(category),
                  cl::desc("How long calls may take that do not say "
                           "(default 60)")),
      shutdownTimeout("shutdown-timeout", cl::init(60),
                      cl::value_desc("SECONDS"), cl::cat(category),
                      cl::desc("How long to wait for open calls and the other "
                               "workers at the end (default 60)")),
      certificate("tls-cert", cl::value_desc("FILE"), cl::cat(category),
                  cl::desc("Mutual TLS: this worker's certificate, whose name "
                           "is the worker's (PEM)")),
      key("tls-key", cl::value_desc("FILE"), cl::cat(category),
          cl::desc("Its key (PEM)")),
      authority("tls-ca", cl::value_desc("FILE"), cl::cat(category),
                cl::desc("Certificate of the authority that the certificates "
                         "of all workers are signed by (PEM)")),
      callers("allow-callers", cl::value_desc("NAME,..."), cl::cat(category),
              cl::desc("Workers that may call this one (default: all of the "
                       "group)")),
      functions("allow-functions", cl::value_desc("NAME,..."),
                cl::cat(category),
                cl::desc("Functions that they may call (default: all)")),
      addressFile("address-file", cl::value_desc("FILE"), cl::cat(category),
                  cl::desc("Write where the worker listens, HOST:PORT, to a "
                           "file before it waits for the others")),
      networkOnly("network-only", cl::cat(category),
                  cl::desc("Call workers of this machine over gRPC, too, and "
                           "not through sockets of their own")) {}

static llvm::Error toError(tsrt_error *error) {
  if (!error)
    return llvm::Error::success();
  std::string message = tsrt_error_message(error);
  tsrt_error_release(error);
  return llvm::createStringError("%s", message.c_str());
}

/// The options that were given and must not be, or nothing.
std::string WorkerOptions::findMisplaced(bool asksStatus) const {
  const cl::Option *all[] = {&certificate,     &key,         &authority,
                             &listen,          &join,        &workers,
                             &worldSize,       &maxCalls,    &maxMessage,
                             &maxPeer,         &joinTimeout, &callTimeout,
                             &shutdownTimeout, &callers,     &functions,
                             &addressFile,     &networkOnly, &name};
  constexpr size_t numOfTLS = 3;
  for (auto [i, option] : llvm::enumerate(all)) {
    if (!option->getNumOccurrences())
      continue;
    std::string spelling = "--" + option->ArgStr.str();
    if (asksStatus && i >= numOfTLS)
      return spelling + " and --status contradict each other";
    if (!asksStatus && !name.getNumOccurrences())
      return spelling + " is for workers: give this one a --name";
  }
  for (const auto *text : {&certificate, &key, &authority, &listen, &join,
                           &workers, &callers, &functions, &addressFile, &name})
    if (text->getNumOccurrences() && text->empty())
      return "--" + text->ArgStr.str() + " is empty";
  return "";
}

std::string WorkerOptions::findContradiction(bool asksStatus) {
  if (std::string wrong = findMisplaced(asksStatus); !wrong.empty())
    return wrong;
  if (!join.empty() && !workers.empty())
    return "--join and --workers contradict each other";
  if (!workers.empty() && worldSize.getNumOccurrences())
    return "--workers says how many there are; leave --world-size out";
  if (worldSize.getNumOccurrences() && !worldSize)
    return "--world-size must be at least 1; leave it out for an open group";
  if (!maxCalls || !maxMessage || !maxPeer)
    return "--max-calls, --max-message and --max-peer-memory must be at least "
           "1";
  int files = !certificate.empty() + !key.empty() + !authority.empty();
  if (files != 0 && files != 3)
    return "--tls-cert, --tls-key and --tls-ca belong together";
  if (!(joinTimeout > 0 && callTimeout > 0 && shutdownTimeout > 0))
    return "a time to wait must be more than 0 seconds";
  if (!isGiven())
    return "";
  tsrt_rpc_options options = get();
  llvm::Error problem = toError(tsrt_rpc_check_options(&options));
  return problem ? llvm::toString(std::move(problem)) : "";
}

tsrt_rpc_options WorkerOptions::get() {
  auto text = [](const cl::opt<std::string> &option) {
    return option.empty() ? nullptr : option.c_str();
  };
  tsrt_rpc_options options{};
  options.size = sizeof(options);
  options.name = text(name);
  options.listen = text(listen);
  options.join = text(join);
  options.workers = text(workers);
  options.world_size = worldSize;
  options.max_open_calls = maxCalls;
  options.join_timeout = joinTimeout;
  options.call_timeout = callTimeout;
  options.max_message = uint64_t(maxMessage) << 20;
  options.max_peer_bytes = uint64_t(maxPeer) << 20;
  options.tls_cert = text(certificate);
  options.tls_key = text(key);
  options.tls_ca = text(authority);
  options.callers = text(callers);
  options.functions = text(functions);
  options.address_file = text(addressFile);
  options.network_only = networkOnly;
  return options;
}

WorkerScope::~WorkerScope() {
  if (isWorker)
    tsrt_error_release(tsrt_rpc_shutdown(/*graceful=*/0, 0));
}

std::string WorkerScope::findUnknown(const WorkerOptions &options) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(options.functions.getValue()).split(names, ',');
  for (llvm::StringRef name : names) {
    std::string problem =
        options.functions.empty() ? "" : server.prepare(name.str());
    if (!problem.empty())
      return "--allow-functions: '" + name.str() +
             "' cannot be served: " + problem;
  }
  return "";
}

llvm::Error WorkerScope::start(WorkerOptions &options) {
  tsrt_rpc_options given = options.get();
  tsrt_rpc_provider provider = server.getProvider();
  given.provider = &provider;
  if (llvm::Error error = toError(tsrt_rpc_init(&given)))
    return error;
  isWorker = true;
  return llvm::Error::success();
}

llvm::Error WorkerScope::finish(double timeout) {
  isWorker = false;
  return toError(tsrt_rpc_shutdown(/*graceful=*/1, timeout));
}
