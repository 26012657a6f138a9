//===- FarMessages.h - Messages read from another process ----- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a large message only a description is sent between processes of a user, if
// the system lets one read the other's memory (process_vm_readv): its short
// pieces, and where the long ones are. Who receives it copies them, once, and
// says so; until then the sender keeps them.
//
// The sender closes the socket before it lets go of what it keeps, and the
// receiver looks at the socket after it has read: what it read was there.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_FARMESSAGES_H
#define TSRT_RPC_NETWORK_FARMESSAGES_H

#include "Frames.h"

#include <sys/types.h>

namespace tsrt::rpc {

/// What another process has to find here to be believed that it can read.
Message makeProof();
/// Whether the memory of a process can be read: it has what it says.
bool checkProof(pid_t process, const Message &proof);

/// Describes a message that is a request or an answer.
Message describeFar(const Message &message, Frame frame);
/// Copies the message that another process describes into memory of its own;
/// the text of what is wrong, or nothing.
std::string readFar(pid_t process, const Message &description, size_t limit,
                    Frame &frame, Message &message);

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_FARMESSAGES_H
