//===- LocalSockets.h - Streams within a machine -------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processes of one machine, network namespace and user talk through Unix-domain
// sockets: a message costs a tenth of what it costs through gRPC. A worker has
// one at an abstract name made of the address where it listens, so whoever
// reaches it otherwise, through a proxy say, uses gRPC. The frames are the same
// (Frames.h); what gRPC does for its streams is done by frames, too: the first
// says who calls whom, an empty one now and then that the process is alive, and
// the last why the stream ends.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_LOCALSOCKETS_H
#define TSRT_RPC_NETWORK_LOCALSOCKETS_H

#include "Ends.h"

namespace tsrt::rpc {

/// The sockets of a process and the thread that reads from them.
class LocalSockets {
public:
  virtual ~LocalSockets() = default;
  /// Serves those who know the address, HOST:PORT, where this process listens.
  /// Where that cannot be, they use the network.
  virtual void listen(const std::string &address) = 0;
  /// Begins a stream to a worker of this machine; null when it is none, or
  /// another user's.
  virtual LinkRef connect(const Target &target) = 0;
  /// Ends all streams.
  virtual void stop() = 0;
};

std::unique_ptr<LocalSockets> makeLocalSockets(SharedRef shared);

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_LOCALSOCKETS_H
