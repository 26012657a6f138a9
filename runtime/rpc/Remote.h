//===- Remote.h - References to values of workers --------------- -*- C++
//-*-===//
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

/// A reference to a value, which lives in this process.
struct Remote {
  tsrt_header header;
  tsrt_value value;
};

/// Releases the value and frees the object.
void destroyRemote(tsrt_header *object);

} // namespace tsrt

#endif // TSRT_RPC_REMOTE_H
