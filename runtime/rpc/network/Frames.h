//===- Frames.h - Messages in parts --------------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream of gRPC carries many messages at the same time, each in parts that
// take turns: a long one does not hold up the others. A message of the stream
// is a sequence of frames: a header of 16 bytes (the number of the request, the
// size of the part, the kind of the frame, whether it is the last of its
// message, and in the first part of a long message how many MiB it has at most)
// and the bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_FRAMES_H
#define TSRT_RPC_NETWORK_FRAMES_H

#include "rpc/Transport.h"

#include <condition_variable>
#include <deque>
#include <grpcpp/support/byte_buffer.h>
#include <map>
#include <mutex>

namespace tsrt::rpc {

enum class Frame : uint8_t {
  Request = 1,
  Answer = 2,
  Cancel = 3, ///< nobody waits for the answer any more; without bytes
};

/// Messages that are to be sent. Not thread-safe.
class Outbox {
public:
  void add(uint64_t number, Frame frame, Message message);
  /// Drops what was not sent of a message; true when nothing of it was.
  bool drop(uint64_t number);
  bool empty() const { return waiting.empty(); }
  /// Bytes of messages that are not handed out yet.
  size_t size() const { return bytes; }
  /// The next frames, some hundred kilobytes at most; not when it is empty.
  grpc::ByteBuffer next();

private:
  struct Out {
    uint64_t number;
    Frame frame;
    Message message;
    size_t left, piece = 0, offset = 0;
  };
  /// Adds the next `size` bytes of a message as slices.
  static void take(Out &out, size_t size, std::string &small,
                   std::vector<grpc::Slice> &slices);

  std::deque<Out> waiting;
  size_t bytes = 0;
};

/// Puts frames together. Not thread-safe.
class Inbox {
public:
  using Deliver = std::function<void(uint64_t, Frame, Message)>;
  Inbox(size_t maxMessage, size_t maxBytes)
      : maxMessage(maxMessage), maxBytes(maxBytes) {}
  /// Reads the frames of a message of the stream; the text of what is wrong
  /// with them, after which the stream is of no use.
  std::string read(const grpc::ByteBuffer &buffer, const Deliver &deliver);

private:
  /// A message of which parts are missing.
  struct Unfinished {
    Message message;
    /// Where a message goes that says how long it gets: memory of tsrt_alloc
    /// with room for `reserved` bytes from `begin` on, of which `size` are
    /// there. Tensors in it stay where they are.
    std::shared_ptr<void> memory;
    char *begin = nullptr;
    size_t reserved = 0, size = 0;
  };
  /// Makes room for a message that says how long it gets.
  std::string reserve(Unfinished &unfinished, size_t size,
                      std::string_view begin);

  size_t maxMessage, maxBytes;
  /// Bytes of unfinished messages, there or reserved.
  size_t bytes = 0;
  std::map<std::pair<uint64_t, Frame>, Unfinished> parts;
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_FRAMES_H
