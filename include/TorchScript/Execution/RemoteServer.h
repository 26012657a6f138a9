//===- RemoteServer.h - The functions of a program for other workers - -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a worker does when another one calls: finds the function in a session,
// compares the hash of its program, compiles it for the arguments and runs it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_REMOTESERVER_H
#define TORCHSCRIPT_EXECUTION_REMOTESERVER_H

#include "TorchScript/Execution/Session.h"
#include "tsrt_rpc.h"

#include <map>
#include <mutex>

namespace torchscript {

/// Serves the functions of a session, which must outlive it. Calls come from
/// several threads; one at a time uses the session, code runs at the same time.
class RemoteServer {
public:
  explicit RemoteServer(Session &session) : session(session) {}
  RemoteServer(const RemoteServer &) = delete;

  /// What the process's worker is given (tsrt_rpc_options).
  tsrt_rpc_provider getProvider();
  /// Whoever uses the session while the process is a worker holds this.
  std::mutex &getMutex() { return mutex; }
  /// Compiles what others may call, so that their first calls need not wait;
  /// the functions that cannot be compiled, with the reasons.
  std::vector<std::string> prepareAll();
  /// The same for one function: why it cannot be served, or nothing.
  std::string prepare(const std::string &name);

private:
  struct Served {
    const HostFunction *function = nullptr;
    std::string hash, problem;
    std::vector<const tsrt_type *> parameters;
  };
  Served &find(const std::string &name);
  /// Compiles a function; the mutex is held.
  const std::string &prepareServed(const std::string &name);
  /// The hash of a function of the session.
  std::string getHash(llvm::StringRef symbol);
  /// What remote calls of the program name, and all functions of a library.
  std::vector<std::string> getNames();
  tsrt_error *find(const char *name, const char *hash,
                   tsrt_rpc_function *function);
  tsrt_error *run(const Served &served, const tsrt_value *args,
                  tsrt_value *result);

  Session &session;
  std::mutex mutex;
  /// By name; never removed, calls hold addresses.
  std::map<std::string, Served> served;
};

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_REMOTESERVER_H
