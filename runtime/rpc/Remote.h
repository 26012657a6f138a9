//===- Remote.h - References to values of workers ------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The object behind an RRef.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_REMOTE_H
#define TSRT_RPC_REMOTE_H

#include "tsrt.h"

namespace tsrt {

namespace rpc {
struct ReferenceState;
} // namespace rpc

/// What a reference knows (rpc/References.h).
struct RemoteContents;

/// A reference to a value of this worker or another.
struct Remote {
  tsrt_header header;
  RemoteContents *contents;
};

/// The descriptor of RRef[T], one for each T.
const tsrt_type *remoteType(const tsrt_type *payload);
/// A new object of type RRef[T].
Remote *newRemote(const tsrt_type *type, const rpc::ReferenceState &state);
/// Tells the owner and frees the object.
void destroyRemote(tsrt_header *object);

} // namespace tsrt

#endif // TSRT_RPC_REMOTE_H
