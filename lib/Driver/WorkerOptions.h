//===- WorkerOptions.h - Options of processes that are workers - -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_WORKEROPTIONS_H
#define TORCHSCRIPT_LIB_DRIVER_WORKEROPTIONS_H

#include "TorchScript/Execution/RemoteServer.h"

#include "llvm/Support/CommandLine.h"

#include <string>

namespace torchscript {

/// `--name`, `--listen`, `--join` and what else makes a process a worker; see
/// docs/rpc.md.
struct WorkerOptions {
  explicit WorkerOptions(llvm::cl::OptionCategory &category);

  bool isGiven() const { return !name.empty(); }
  /// What is wrong with the options, or nothing. With `asksStatus` they are
  /// those of somebody who asks another worker what it does.
  std::string findContradiction(bool asksStatus = false);
  /// For tsrt_rpc_init; the texts live as long as this object.
  tsrt_rpc_options get();

  llvm::cl::opt<std::string> name, listen, join, workers;
  llvm::cl::opt<unsigned> worldSize, maxCalls, maxMessage, maxPeer;
  llvm::cl::opt<double> joinTimeout, callTimeout, shutdownTimeout;
  llvm::cl::opt<std::string> certificate, key, authority;
  llvm::cl::opt<std::string> callers, functions, addressFile;
  llvm::cl::opt<bool> networkOnly;

private:
  std::string findMisplaced(bool asksStatus) const;
};

/// Makes the process a worker that serves a session while it lives.
class WorkerScope {
public:
  explicit WorkerScope(Session &session) : server(session) {}
  /// Leaves at once, unless finish() did.
  ~WorkerScope();
  /// What `--allow-functions` names and the program cannot serve, or nothing.
  std::string findUnknown(const WorkerOptions &options);
  llvm::Error start(WorkerOptions &options);
  /// Leaves the group gracefully.
  llvm::Error finish(double timeout);
  RemoteServer &getServer() { return server; }

private:
  RemoteServer server;
  bool isWorker = false;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_WORKEROPTIONS_H
