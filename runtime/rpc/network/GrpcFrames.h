//===- GrpcFrames.h - Frames as gRPC has them ----------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_GRPCFRAMES_H
#define TSRT_RPC_NETWORK_GRPCFRAMES_H

#include "Frames.h"

#include <grpcpp/support/byte_buffer.h>

namespace tsrt::rpc {

/// A message of gRPC with these bytes, which are not copied unless they are
/// few.
grpc::ByteBuffer toBuffer(const Message &frames);
/// Reads the frames of a message of gRPC; the text of what is wrong with them,
/// after which the stream is of no use.
std::string readFrames(const grpc::ByteBuffer &buffer, Inbox &inbox,
                       const Inbox::Deliver &deliver);

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_GRPCFRAMES_H
