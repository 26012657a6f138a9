//===- RemoteContents.h - What a reference knows -------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_REMOTECONTENTS_H
#define TSRT_RPC_REMOTECONTENTS_H

#include "rpc/References.h"
#include "rpc/Remote.h"

namespace tsrt {

struct RemoteContents {
  rpc::ReferenceState state;
};

namespace rpc {

/// The error of a call in a process that is no worker.
inline constexpr const char *kNoAgent =
    "Current RPC agent is not set! Did you initialize the RPC framework (e.g. "
    "by calling `rpc.init_rpc`)?";

} // namespace rpc
} // namespace tsrt

#endif // TSRT_RPC_REMOTECONTENTS_H
