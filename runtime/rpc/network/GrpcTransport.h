//===- GrpcTransport.h - Messages over gRPC ------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker has one stream of gRPC to each worker that it calls, with a server
// of its own at the other end. See docs/rpc.md.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_GRPCTRANSPORT_H
#define TSRT_RPC_NETWORK_GRPCTRANSPORT_H

#include "Frames.h"

#include <atomic>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>
#include <set>

namespace tsrt::rpc {

/// Names of the metadata that a stream begins with.
inline constexpr const char *kVersionKey = "ts-version";
inline constexpr const char *kFromKey = "ts-from";
inline constexpr const char *kIncarnationKey = "ts-incarnation";
inline constexpr const char *kToKey = "ts-to";
inline constexpr const char *kToIncarnationKey = "ts-to-incarnation";
inline constexpr const char *kMethod = "/torchscript.Worker/Talk";

/// What streams share with their transport, which may end before them.
struct Shared {
  TransportOptions options;
  Handler handler;
  std::function<void(const Caller &)> onLost;
  std::atomic<uint64_t> received{0}, sent{0};
  std::atomic<bool> isStopping{false};
  std::mutex mutex;
  std::condition_variable changed;
  /// Streams that are not done.
  size_t streams = 0;

  void begin();
  void end();
};
using SharedRef = std::shared_ptr<Shared>;

/// A stream to a worker: requests out, answers in.
class Link;
using LinkRef = std::shared_ptr<Link>;
/// Begins a stream.
LinkRef makeLink(SharedRef shared, std::shared_ptr<grpc::Channel> channel,
                 const Target &target);

class Link {
public:
  virtual ~Link() = default;
  virtual bool isBroken() = 0;
  virtual void send(uint64_t number, Message request, Answered done) = 0;
  virtual void cancel(uint64_t number) = 0;
  virtual void waitForRoom(double seconds) = 0;
  virtual void close() = 0;
};

/// The other ends of streams.
std::unique_ptr<grpc::CallbackGenericService> makeService(SharedRef shared);

/// The credentials of both sides; the text of what is wrong with the files.
std::string makeCredentials(const TransportOptions &options,
                            std::shared_ptr<grpc::ChannelCredentials> &client,
                            std::shared_ptr<grpc::ServerCredentials> &server);
/// Whether a certificate that a stream came with is one of `name`'s.
bool isBoundTo(const grpc::AuthContext &context, const std::string &name);

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_GRPCTRANSPORT_H
