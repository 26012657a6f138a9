//===- GrpcTransport.h - Messages over gRPC ------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker has one stream of gRPC to each worker that it calls, with a server
// of its own at the other end; to workers of this machine, if it may, one of a
// Unix-domain socket (LocalSockets.h). See docs/rpc.md.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_GRPCTRANSPORT_H
#define TSRT_RPC_NETWORK_GRPCTRANSPORT_H

#include "Ends.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

namespace tsrt::rpc {

/// Names of the metadata that a stream begins with.
inline constexpr const char *kVersionKey = "ts-version";
inline constexpr const char *kFromKey = "ts-from";
inline constexpr const char *kIncarnationKey = "ts-incarnation";
inline constexpr const char *kToKey = "ts-to";
inline constexpr const char *kToIncarnationKey = "ts-to-incarnation";
inline constexpr const char *kMethod = "/torchscript.Worker/Talk";

/// Begins a stream.
LinkRef makeLink(SharedRef shared, std::shared_ptr<grpc::Channel> channel,
                 const Target &target);

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
